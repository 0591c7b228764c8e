// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are being written, beside an import that sweeps what others have left.

import Foundation
import Metadata
import Synchronization
import Testing

@testable import AlbumenKit

@Suite(.timeLimit(.minutes(30)))
struct TemporaryFileTests {
    /// Whether the sweeping is to go on.
    private final class Sweeping: Sendable {
        let goesOn = Atomic(true)
    }

    @Test("What is at work is not taken for what a crash left, at whichever moment another import looks")
    func isNotSweptAway() throws {
        // Given another import that sweeps the folder without a pause
        let library = TemporaryFolder()
        let folder = try OriginalsFolder.Folder(library.path)
        let sweeping = Sweeping()
        Thread.detachNewThread {
            while sweeping.goesOn.load(ordering: .relaxed) { TemporaryFile.removeAbandoned(in: folder) }
        }
        defer { sweeping.goesOn.store(false, ordering: .relaxed) }
        // When files are begun and finished
        let count = 100
        for number in 0..<count {
            _ = try TemporaryFile(in: folder).publish(as: Array("\(number).jpg".utf8))
        }
        // Then each is there
        let names = try DirectoryListing(of: library.path).entries.map {
            String(decoding: $0.name, as: UTF8.self)
        }
        #expect(Set(names) == Set((0..<count).map { "\($0).jpg" }))
    }

    @Test("A file that is given up leaves nothing")
    func vanishes() throws {
        let library = TemporaryFolder()
        do { _ = try TemporaryFile(in: OriginalsFolder.Folder(library.path)) }
        #expect(try DirectoryListing(of: library.path).entries.isEmpty)
    }
}
