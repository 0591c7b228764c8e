// SPDX-License-Identifier: GPL-3.0-or-later
// Importing, beside exiftool and beside plain reading of the same files; what a second look at unchanged files asks of the
// system; and what a file costs in a large library, beside an empty one.

import AlbumenKit
import Foundation
import Glibc
import Metadata
import Subprocess

/// `import [--files N] [--rescan N] [--assets N] [--keep DIR]`
func runImportBench(arguments: [String]) async throws {
    // Its second self, whose calls are counted.
    if let library = arguments.value(of: "--scan"), let photos = arguments.value(of: "--photos") {
        return try await scan(photos, in: library)
    }
    func number(_ option: String, _ standard: Int) -> Int {
        arguments.value(of: option).flatMap { Int($0) } ?? standard
    }
    let bench = ImportBench(keep: arguments.value(of: "--keep"))
    defer { try? FileManager.default.removeItem(atPath: bench.folder) }
    try await bench.importing(number("--files", 10_000))
    try await bench.rescanning(number("--rescan", 100_000))
    try await bench.growing(to: number("--assets", 1_000_000))
}

/// Imports a folder in place, and has it watched; or scans it once, where it is watched.
private func scan(_ photos: String, in folder: String) async throws {
    let library = try await openLibrary(in: folder)
    let scanner = LibraryScanner(library: library)
    if try await scanner.watchedFolders().isEmpty {
        try await scanner.watch(FilePath(photos))
        var options = ImportOptions()
        options.mode = .reference
        for try await _ in library.importFiles([FilePath(photos)], options: options) {}
        return library.decoders.shutdown()
    }
    await scanner.start()
    for await progress in scanner.progress() where progress.isListingComplete && !progress.isScanning {
        break
    }
    await scanner.stop()
    print("\(try await library.fetchAssets().count) assets")
    library.decoders.shutdown()
}

private func openLibrary(in folder: String) async throws -> PhotoLibrary {
    let library = try await PhotoLibrary.open(
        at: LibraryLocation(directory: FilePath(folder)), client: .app)
    try await library.setAuthorization(.authorized, for: .readWrite)
    return library
}

private struct ImportBench {
    let folder = NSTemporaryDirectory() + "albumen-import-\(getpid())"
    let keep: String?

    /// Until something that does not end counts as hung.
    private static let patience = Duration.seconds(3_600)
    /// Times that each of the ratios is measured.
    private static let rounds = 3
    /// Files that are added to a large library.
    private static let addedCount = 2_000

    // MARK: - Files a second

    func importing(_ count: Int) async throws {
        let photos = "\(folder)/photos"
        let files = try BenchPhotos(width: 320, height: 240).write(count, to: photos)
        let bytes = try files.reduce(0) { sum, file in
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(file)")
            return sum + (attributes[.size] as? Int ?? 0)
        }
        print("\(count) JPEG files of \(bytes / count) bytes, in the page cache; files a second")
        let reading = try await rate(count) { for file in files { try readAll(file) } }
        let exiftool = try await rate(count) {
            let command = try RunningCommand(["/usr/bin/env", "exiftool", "-fast2", "-json", "-r", photos])
            guard try await command.end(within: Self.patience) == 0 else {
                throw BenchError(description: "exiftool failed; is it installed?")
            }
        }
        print(String(format: "  read(): %.0f   exiftool -fast2 -json -r: %.0f", reading, exiftool))
        for (mode, name) in [(ImportMode.reference, "in place"), (.copy, "copied")] {
            let imported = try await rate(count) { try await take(files, mode, in: freshLibrary()) }
            print(
                String(
                    format: "  import %@: %.0f, %.1f x exiftool, read() is %.0f x as fast", name, imported,
                    imported / exiftool, reading / imported))
        }
    }

    /// The best of some rounds.
    private func rate(_ count: Int, _ body: () async throws -> Void) async throws -> Double {
        let times = try await Times(rounds: Self.rounds, body)
        return Double(count) / (times.median / 1_000)
    }

    private func readAll(_ path: FilePath) throws {
        let file = try OpenFile(path: path)
        try withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { buffer in
            while true {
                let count = read(file.descriptor, buffer.baseAddress, buffer.count)
                if count < 0 { throw BenchError(description: "\(path) cannot be read") }
                if count == 0 { return }
            }
        }
    }

    private func freshLibrary() -> String { "\(folder)/library-\(UUID().uuidString)" }

    /// Imports files; a library of the bench's own is removed then.
    private func take(_ files: [FilePath], _ mode: ImportMode, in path: String) async throws {
        let library = try await openLibrary(in: path)
        try await take(files, mode, into: library)
        library.decoders.shutdown()
        try? FileManager.default.removeItem(atPath: path)
    }

    private func take(_ files: [FilePath], _ mode: ImportMode, into library: PhotoLibrary) async throws {
        var options = ImportOptions()
        options.mode = mode
        guard let parent = files.first?.parent else { return }
        for try await result in library.importFiles([parent], options: options)
        where result.verdict != .imported {
            throw BenchError(description: "\(result.path): \(result.verdict) \(result.reason ?? "")")
        }
    }

    // MARK: - A second look

    /// Calls that open a file, or ask for what it is.
    private static let opening = ["open", "openat", "openat2"]
    private static let asking = ["stat", "lstat", "fstat", "newfstatat", "fstatat64", "statx", "access"]

    func rescanning(_ count: Int) async throws {
        let (photos, library) = ("\(folder)/unchanged", "\(folder)/scanned")
        _ = try BenchPhotos(width: 16, height: 16).write(count, to: photos)
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let words = [own, "import", "--scan", library, "--photos", photos]
        func scan(_ before: [String]) async throws -> Double {
            let start = ContinuousClock.now
            let command = try RunningCommand(before + words, messages: "\(folder)/messages")
            guard try await command.end(within: Self.patience) == 0 else {
                throw BenchError(description: "the scan failed: \(command.messages)")
            }
            return (ContinuousClock.now - start) / .seconds(1)
        }
        let first = try await scan([])
        let again = try await scan([])
        print(
            String(
                format: "\n%d files: imported %.0f a second; scanned again, from start to end, %.0f a second",
                count,
                Double(count) / first, Double(count) / again))
        let report = "\(folder)/calls"
        _ = try await scan(["/usr/bin/env", "strace", "-f", "-c", "-o", report])
        let calls = Self.calls(in: try String(contentsOfFile: report, encoding: .utf8))
        func total(_ names: [String]) -> Int { names.reduce(0) { $0 + (calls[$1] ?? 0) } }
        print(
            "  of the whole program: \(total(Self.opening)) files opened, "
                + String(
                    format: "%.2f stat calls a file (budget ≤ 2)", Double(total(Self.asking)) / Double(count))
        )
    }

    /// The table of `strace -c`: the number of calls is the fourth column, the call the last.
    private static func calls(in report: String) -> [String: Int] {
        var calls: [String: Int] = [:]
        for line in report.split(separator: "\n") {
            let columns = line.split(separator: " ")
            guard columns.count >= 5, let count = Int(columns[3]), let name = columns.last else { continue }
            calls[String(name)] = count
        }
        return calls
    }

    // MARK: - Large libraries

    func growing(to count: Int) async throws {
        var times: [Int: [Double]] = [:]
        for size in [0, count] {
            try await withLibrary(of: size, keptIn: keep) { library, _ in
                // Each round brings other files: what was there before is no import. The first is none of the measured.
                let photos = BenchPhotos(width: 64, height: 48)
                for round in 0...Self.rounds {
                    let files = try photos.write(Self.addedCount, to: "\(folder)/added-\(size)-\(round)")
                    for file in files { try Self.append(" \(UUID())", to: file) }
                    let start = ContinuousClock.now
                    try await take(files, .reference, into: library)
                    if round > 0 {
                        times[size, default: []].append((ContinuousClock.now - start) / .milliseconds(1))
                    }
                }
                library.decoders.shutdown()
            }
        }
        guard let empty = times[0]?.median, let large = times[count]?.median else { return }
        print(
            String(
                format: "\n%d files added: %.2f ms a file to none, %.2f to %d; ratio %.2f (budget ≤ 1.20)",
                Self.addedCount, empty / Double(Self.addedCount), large / Double(Self.addedCount), count,
                large / empty))
    }

    private static func append(_ text: String, to file: FilePath) throws {
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: "\(file)"))
        defer { try? handle.close() }
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(text.utf8))
    }
}
