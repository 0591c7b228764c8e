// SPDX-License-Identifier: GPL-3.0-or-later
// The first picture of a file that the library has no tile of, as the viewer asks for it: from the request to the degraded
// picture, beside the bare library on the small picture inside.

import AlbumenKit
import Foundation
import Imaging
import Metadata

struct ImagePreviewBench {
    let files: ImageFiles
    let rounds: Int
    let folder: String

    private static let screen = PixelSize(width: 1920, height: 1920)

    func run(_ table: inout ImageTable) async throws {
        let jpeg = BareJPEG()
        try await measure("12 MP JPEG", files.photo, table, .time(atMost: 3)) { [files] in
            try files.smallPicture.withUnsafeBytes {
                try jpeg.decode($0, covering: PixelSize(width: 160, height: 120))
            }
        }
        if let path = files.heic.path {
            try await measure(files.heic.name, path, table) {
                try BareLibraries.decodeHEIF(path, thumbnail: true)
            }
        } else {
            table.skip("\(files.heic.name), first picture", files.heic.reason)
        }
        if let path = files.raw.path {
            try await measure(files.raw.name, path, table) {
                try BareLibraries.decodePreview(
                    path, covering: PixelSize(width: 160, height: 120), with: jpeg)
            }
        } else {
            table.skip("\(files.raw.name), first picture", files.raw.reason)
        }
    }

    private func measure(
        _ name: String, _ path: FilePath, _ table: ImageTable, _ budget: ImageTable.Budget = .none,
        bare: () throws -> Void
    ) async throws {
        let home = "\(folder)/\(UUID().uuidString)"
        let library = try await PhotoLibrary.open(
            at: LibraryLocation(directory: FilePath("\(home)/library")), client: .app)
        defer { library.decoders.shutdown() }
        try await library.setAuthorization(.authorized, for: .readWrite)
        let copies = try copies(of: path, in: "\(home)/photos")
        var options = ImportOptions()
        options.mode = .reference
        for try await result in library.importFiles(copies, options: options)
        where result.verdict != .imported {
            throw BenchError(description: "\(result.path): \(result.verdict) \(result.reason ?? "")")
        }
        let assets = try await library.fetchAssets()
        let images = ImageManager(library: library)
        var next = 0
        var first: [Double] = []
        let times = try await byTurns(rounds, bare: bare) {
            let asset = try await assets.object(at: next)
            next += 1
            let start = ContinuousClock.now
            for try await image in images.images(for: asset, size: Self.screen, mode: .aspectFit) {
                guard first.count < next else { continue }
                first.append((.now - start) / .milliseconds(1))
                guard image.isDegraded else {
                    throw BenchError(description: "“\(path)” has no small picture")
                }
            }
        }
        table.add(
            "\(name), first picture of a file", bare: times.bare, ours: Array(first.dropFirst()).median,
            budget)
        try? FileManager.default.removeItem(atPath: home)
    }

    /// Files of different contents, one for each round: something that no format minds is behind each.
    private func copies(of path: FilePath, in folder: String) throws -> [FilePath] {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let data = try Data(contentsOf: URL(fileURLWithPath: path.displayString))
        let ending = URL(fileURLWithPath: path.displayString).pathExtension
        return try (0...rounds).map { number in
            let copy = "\(folder)/\(number).\(ending)"
            // A free box to HEIF.
            let tail: [UInt8] = [0, 0, 0, 9] + Array("free".utf8) + [UInt8(number)]
            try (data + tail).write(to: URL(fileURLWithPath: copy))
            return FilePath(copy)
        }
    }
}
