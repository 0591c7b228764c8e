// SPDX-License-Identifier: GPL-3.0-or-later
// Start to first painted grid, with 1,000 assets and with 100,000: the real app on a virtual display. The ratio is what
// counts; times depend on the machine.

import AlbumenKit
import Foundation
import Glibc
import Subprocess

/// `startup [--assets N,N] [--rounds N] [--app PATH]`
func runStartupBench(arguments: [String]) async throws {
    let bench = try StartupBench(arguments: arguments)
    try await bench.run()
}

private struct StartupBench {
    private var counts = [1_000, 100_000]
    private var rounds = 5
    /// The app, beside this program where it is built.
    private var app = URL(fileURLWithPath: CommandLine.arguments[0])
        .resolvingSymlinksInPath().deletingLastPathComponent().appendingPathComponent("albumen").path

    /// Real photos in each library, the newest of it: more than a window shows.
    private static let photoCount = 120
    /// Until a start that paints nothing counts as failed.
    private static let patience = Duration.seconds(60)

    init(arguments: [String]) throws {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            guard let value = rest.popFirst() else {
                throw BenchError(description: "\(option) needs a value")
            }
            switch option {
            case "--assets": counts = value.split(separator: ",").compactMap { Int($0) }
            case "--rounds": rounds = Int(value) ?? 0
            case "--app": app = value
            default: throw BenchError(description: "startup [--assets N,N] [--rounds N] [--app PATH]")
            }
        }
        guard !counts.isEmpty, rounds > 0 else { throw BenchError(description: "nothing to measure") }
        guard access(app, X_OK) == 0 else {
            throw BenchError(description: "no app at “\(app)”; build it, or --app")
        }
    }

    func run() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("albumen-startup-\(getpid())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // An empty Pictures folder, so that a start scans nothing that belongs to the person.
        try FileManager.default.createDirectory(
            atPath: "\(folder)/home/Pictures", withIntermediateDirectories: true)
        // Without EXIF: their date is their file's, which is later than any that is generated.
        let photos = try BenchPhotos(width: 1_200, height: 900).write(
            Self.photoCount, to: "\(folder)/photos")
        print("start to first painted grid, median of \(rounds) starts after a warm-up; \(app)")
        var results: [Start] = []
        for count in counts {
            let library = "\(folder)/library-\(count)"
            try await makeLibrary(in: library, count: count, photos: photos)
            _ = try await start(library: library, in: folder)
            var starts: [Start] = []
            for _ in 0..<rounds { starts.append(try await start(library: library, in: folder)) }
            let median = Start(
                mapped: starts.map(\.mapped).median, painted: starts.map(\.painted).median,
                resident: starts.map(\.resident).median)
            results.append(median)
            print(
                String(
                    format: "%9d assets: window %5.0f ms, grid painted %5.0f ms, resident %4.0f MB", count,
                    median.mapped, median.painted, median.resident / 1024))
        }
        guard let first = results.first, let last = results.last, results.count > 1 else { return }
        print(
            String(
                format: "ratio of the last to the first: time %.2f (budget ≤ 1.20), memory %.2f",
                last.painted / first.painted, last.resident / first.resident))
    }

    // MARK: - Libraries

    private func makeLibrary(in folder: String, count: Int, photos: [FilePath]) async throws {
        let library = try await CatalogGenerator(count: count - photos.count).library(in: folder)
        var options = ImportOptions()
        options.mode = .reference
        options.thumbnails = true
        for try await result in library.importFiles(photos, options: options)
        where result.verdict != .imported {
            throw BenchError(description: "\(result.path): \(result.verdict) \(result.reason ?? "")")
        }
        library.decoders.shutdown()
    }

    // MARK: - Starts

    private struct Start {
        /// Milliseconds since the process began.
        var mapped: Double
        var painted: Double
        /// Kilobytes, of the app without its decoders.
        var resident: Double
    }

    private func start(library: String, in folder: String) async throws -> Start {
        let report = "\(folder)/report"
        try? FileManager.default.removeItem(atPath: report)
        // The script's last words are the app's own id: exec keeps it.
        let words = [
            "/usr/bin/env", "xvfb-run", "-a", "-s", "-screen 0 1280x800x24", "dbus-run-session", "--", "sh",
            "-c",
            "echo $$ > \"$1/pid\"; exec \"$2\" --library \"$3\"", "sh", folder, app, library,
        ]
        let command = try RunningCommand(
            words,
            environment: [
                "HOME": "\(folder)/home", "XDG_CONFIG_HOME": "\(folder)/home/.config",
                "ALBUMEN_STARTUP_REPORT": report, "GSETTINGS_BACKEND": "memory", "GDK_BACKEND": "x11",
                "GSK_RENDERER": "cairo", "GTK_A11Y": "none", "GTK_USE_PORTAL": "0", "GIO_USE_VFS": "local",
            ])
        let deadline = ContinuousClock.now + Self.patience
        while command.status == nil, ContinuousClock.now < deadline {
            try await Task.sleep(for: .milliseconds(20))
            let moments = Self.moments(in: report)
            guard let mapped = moments["windowMapped"], let painted = moments["gridPainted"] else { continue }
            let pid = try Self.pid(in: folder)
            let resident = Self.resident(of: pid)
            kill(pid, SIGTERM)
            _ = try await command.end(within: Self.patience)
            return Start(mapped: mapped, painted: painted, resident: resident)
        }
        throw BenchError(description: "the app painted no grid within \(Self.patience)")
    }

    private static func pid(in folder: String) throws -> pid_t {
        let text = try String(contentsOfFile: "\(folder)/pid", encoding: .utf8)
        guard let pid = pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw BenchError(description: "the app did not start")
        }
        return pid
    }

    private static func moments(in report: String) -> [String: Double] {
        guard let text = try? String(contentsOfFile: report, encoding: .utf8) else { return [:] }
        var moments: [String: Double] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.count == 2 { moments[String(words[0])] = Double(words[1]) }
        }
        return moments
    }

    private static func resident(of pid: pid_t) -> Double {
        let status = (try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line?.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0
    }
}
