// SPDX-License-Identifier: GPL-3.0-or-later

import Metadata
import Testing

@testable import AlbumenKit

@Suite struct FolderDifferenceTests {
    let folder = TemporaryFolder()

    private func contents() throws -> FolderContents {
        try FolderContents(of: folder.path, scope: FolderScope(roots: [folder.path], closed: []))
    }

    private func known(_ entry: DirectoryEntry, row: Int64, version: Int = 1, state: AssetState = .ok)
        -> KnownFile
    {
        KnownFile(rowID: row, name: entry.name, stamp: entry.stamp, factsVersion: version, state: state)
    }

    @Test func unchangedFilesAreNotReadAgain() throws {
        // Given files that the catalog knows as they are, one of them broken
        folder.write("a.jpg")
        folder.write("b.jpg")
        let listed = try contents()
        let all = [
            known(listed.candidates[0], row: 1),
            known(listed.candidates[1], row: 2, state: .broken(reason: "x")),
        ]
        // When they are compared
        let difference = FolderDifference(listed, known: all, detector: 1)
        // Then there is nothing to do
        #expect(difference.unchangedCount == 2)
        #expect(difference.new.isEmpty && difference.changed.isEmpty && difference.missing.isEmpty)
    }

    @Test func aBetterDetectorReadsAgain() throws {
        folder.write("a.jpg")
        let listed = try contents()
        let difference = FolderDifference(listed, known: [known(listed.candidates[0], row: 1)], detector: 2)
        #expect(difference.changed.map(\.name) == [Array("a.jpg".utf8)])
    }

    @Test func newChangedMissingAndBackAreTold() throws {
        // Given a catalog that knows a file as it was, one that is gone, one that was away, and one away for long
        folder.write("changed.jpg")
        folder.write("back.jpg")
        let before = try contents()
        let back = before.candidates[0]
        let changed = before.candidates[1]
        folder.write("changed.jpg", "longer than it was")
        folder.write("new.jpg")
        var gone = back
        gone.name = Array("gone.jpg".utf8)
        var away = back
        away.name = Array("away.jpg".utf8)
        // When it is compared with what is there
        let difference = FolderDifference(
            try contents(),
            known: [
                known(back, row: 1, state: .offline), known(changed, row: 2), known(gone, row: 3),
                known(away, row: 4, state: .offline),
            ], detector: 1)
        // Then each is told once
        #expect(difference.back == [1])
        #expect(difference.changed.map(\.name) == [changed.name])
        #expect(difference.new.map(\.name) == [Array("new.jpg".utf8)])
        #expect(difference.missing == [3])
    }
}
