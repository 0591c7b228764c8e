// SPDX-License-Identifier: GPL-3.0-or-later
// The folder of a library: made with those above it, or an error that names it.

import Foundation
import Metadata
import TestSupport
import Testing

@testable import AlbumenKit

@Suite(.timeLimit(.minutes(30)))
struct LibraryFolderTests {
    @Test("Folders above are made, for the person alone")
    func isMade() async throws {
        let folder = try TestLibrary.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let place = folder.appendingPathComponent("a/b/library")
        _ = try await PhotoLibrary.open(at: LibraryLocation(directory: FilePath(place.path)), client: .app)
        for path in [place.deletingLastPathComponent(), place] {
            let mode = try FileManager.default.attributesOfItem(atPath: path.path)[.posixPermissions] as? Int
            #expect(mode == 0o700)
        }
    }

    @Test(
        "A place that no folder can be made in is an error",
        arguments: ["/proc/albumen/library", "/dev/null/library"])
    func isAnError(path: String) async throws {
        let error = await thrown(LibraryError.self) {
            try await PhotoLibrary.open(at: LibraryLocation(directory: FilePath(path)), client: .app)
        }
        guard case .file = error else {
            Issue.record("threw \(String(describing: error))")
            return
        }
    }
}
