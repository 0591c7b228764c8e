// SPDX-License-Identifier: GPL-3.0-or-later
// What another process commits reaches this one's observers, objects and grants, in order and once.

import Metadata
import TestSupport
import Testing

@testable import AlbumenKit

/// Two catalogs opened on one file stand for two processes: they share nothing but the file.
@Suite("Other processes", .timeLimit(.minutes(30)))
struct OtherProcessTests {
    @Test("A commit elsewhere is a change here: objects are read anew, results differ")
    func commits() async throws {
        // Given a library that is open twice, with its photos read here
        let here = try await TestLibrary()
        let identifiers = try await here.addPhotos(3)
        let before = try await here.library.fetchAssets()
        _ = try await before.objects(at: 0..<3)
        var changes = here.library.changes().makeAsyncIterator()
        let there = try await PhotoLibrary.open(at: here.library.location, client: .app)
        // When the other deletes one and makes one a favourite
        try await there.performChanges { changes in
            try changes.deleteAssets([identifiers[0]])
            try changes.setFavorite(true, forAssets: [identifiers[1]])
        }
        // Then a change arrives here, without anything being done here
        let change = try #require(await changes.next())
        #expect(change.assetRows == [before.rowID(at: 0)!, before.rowID(at: 1)!])
        let details = try #require(try await here.library.changeDetails(for: before, in: change))
        #expect(details.removedIndexes == [0] && details.changedIndexes == [0])
        #expect(try await details.after.object(at: 0).isFavorite)
        // And the other way round
        var theirs = there.changes().makeAsyncIterator()
        try await here.favorite([identifiers[1]], false)
        #expect(
            try #require(await theirs.next()).assetRows
                == change.assetRows.map { $0.subtracting([before.rowID(at: 0)!]) })
        #expect(try await there.fetchAssets(withLocalIdentifiers: [identifiers[1]])[0].isFavorite == false)
    }

    @Test("Every commit is told once, in order, however the processes alternate")
    func order() async throws {
        let here = try await TestLibrary()
        let identifiers = try await here.addPhotos(2)
        let there = try await PhotoLibrary.open(at: here.library.location, client: .app)
        let start = try await here.library.currentChangeToken().generation
        let changes = here.library.changes()
        let observer = Task { () -> [LibraryChange] in
            var seen: [LibraryChange] = []
            for await change in changes {
                seen.append(change)
                if change.toGeneration >= start + 40 { break }
            }
            return seen
        }
        // When both change the library in turns, forty times
        for round in 0..<20 {
            let isFavorite = round.isMultiple(of: 2)
            try await there.performChanges { try $0.setFavorite(isFavorite, forAssets: [identifiers[0]]) }
            try await here.favorite([identifiers[1]], isFavorite)
        }
        // Then the changes join without gap or overlap
        let seen = await observer.value
        #expect(seen.first?.fromGeneration == start && seen.last?.toGeneration == start + 40)
        for (one, next) in zip(seen, seen.dropFirst()) { #expect(one.toGeneration == next.fromGeneration) }
    }

    @Test("Access that another process takes away is gone here")
    func grants() async throws {
        let here = try await TestLibrary()
        _ = try await here.addPhotos(1)
        var changes = here.library.changes().makeAsyncIterator()
        let there = try await PhotoLibrary.open(at: here.library.location, client: .commandLine)
        try await there.setAuthorization(.denied, for: .readWrite, client: .app)
        #expect(try #require(await changes.next()).accessChanged)
        #expect(here.library.authorizationStatus(for: .readWrite) == .denied)
        #expect(try await here.library.fetchAssets().count == 0)
    }
}
