// SPDX-License-Identifier: GPL-3.0-or-later
// A scanner ends whenever it is told to, and does not begin again.

import Metadata
import Testing

@testable import AlbumenKit

@Suite("The end of a scanner", .timeLimit(.minutes(30)))
struct ScannerEndTests {
    let home = TemporaryFolder()
    let photos = TemporaryFolder()

    @Test("Stopped in the middle of its first pass, it ends; started again, it does nothing")
    func stop() async throws {
        for index in 0..<60 { photos.folder("\(index)") }
        let library = try await PhotoLibrary.open(at: LibraryLocation(directory: home.path), client: .app)
        try await library.setAuthorization(.authorized, for: .readWrite)
        try await library.catalog.addWatchedFolder(photos.path)
        for delay in 0..<12 {
            let scanner = LibraryScanner(library: library)
            await scanner.start()
            try await Task.sleep(for: .milliseconds(delay))
            await scanner.stop()
            await scanner.start()
            for await progress in scanner.progress() { #expect(!progress.isScanning) }
            await scanner.stop()
        }
    }
}
