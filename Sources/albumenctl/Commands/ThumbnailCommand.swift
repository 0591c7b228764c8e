// SPDX-License-Identifier: GPL-3.0-or-later
// albumenctl thumbnail: a small picture of an asset, upright, as JPEG.

import AlbumenKit
import Glibc

enum ThumbnailCommand {
    static let spec = CommandSpec(
        name: "thumbnail", operands: "ID", operandCount: 1...1,
        summary: "Write a small picture of a photo, as JPEG",
        options: [
            OptionSpec("--size", "N", "Its longest edge in pixels (256 if nothing is said)"),
            OptionSpec("-o", "FILE", "Where to write it; - for standard output"),
        ],
        run: run)

    private static func run(_ invocation: Invocation) async throws -> ExitStatus {
        guard let output = invocation.value("-o") else { throw UsageError("thumbnail needs -o FILE") }
        let path = try output.path(for: "-o", relativeTo: Session.workingFolder)
        let size = try invocation.value("--size").map { word throws(UsageError) in
            try word.number(for: "--size", atLeast: 1)
        }
        let identifier = try invocation.operands[0].text(for: "The id")
        let library = try await Session.authorized(invocation)
        let asset = try await library.fetchAssets(withLocalIdentifiers: [identifier]).all()[0]
        let edge = size ?? 256
        let jpeg = try await library.thumbnailJPEG(for: asset, within: PixelSize(width: edge, height: edge))
        if output.display == "-" {
            try OutputFile.write(jpeg, to: STDOUT_FILENO, path: FilePath("standard output"))
        } else {
            try OutputFile.write(jpeg, at: path)
        }
        return .done
    }
}
