// SPDX-License-Identifier: GPL-3.0-or-later
// Tokens and what happened since: complete for who sees everything, filtered for who does not.

import Metadata
import TestSupport
import Testing

@testable import AlbumenKit

@Suite("History", .timeLimit(.minutes(30)))
struct HistoryTests {
    private func changes(_ history: ChangeHistory) throws -> [PersistentChange] {
        guard case .changes(let changes, _) = history else {
            Issue.record("unexpected: \(history)")
            return []
        }
        return changes
    }

    @Test("A token is text, and a text that is none is refused")
    func tokenText() async throws {
        let test = try await TestLibrary()
        let token = try await test.library.currentChangeToken()
        #expect(ChangeToken(token.description) == token)
        for text in ["", ":", "1:2", "\(token.description)x", "\(token.description):1", "nothing"] {
            #expect(ChangeToken(text) == nil, "\(text)")
        }
    }

    @Test("Each commit is one change with the identifiers of what it touched, oldest first")
    func everything() async throws {
        // Given a point in history
        let test = try await TestLibrary()
        let start = try await test.library.currentChangeToken()
        #expect(try changes(try await test.library.changes(since: start)).isEmpty)
        // When photos come, one is made a favourite, an album is made of it and deleted
        let all = try await test.addPhotos(3)
        try await test.favorite([all[1]])
        let album = try await test.library.performChanges { changes in
            let album = try changes.createAlbum(title: "Trip")
            try changes.request(forAlbum: album).addAssets([all[1]])
            return album.localIdentifier
        }.result
        try await test.library.performChanges { try $0.deleteAlbums([album]) }
        // Then the history says so
        let history = try changes(try await test.library.changes(since: start))
        #expect(history.count == 4)
        #expect(history[0].assets == PersistentObjectChanges(inserted: Set(all)))
        #expect(history[1].assets == PersistentObjectChanges(updated: [all[1]]))
        // The album is gone, so its making has no name any more; its end has.
        #expect(history[3].assetCollections == PersistentObjectChanges(deleted: [album]))
        // And from any of its points only what is later
        let later = try changes(try await test.library.changes(since: history[2].token))
        #expect(later == [history[3]])
        // And page by page it is the same
        var token = start
        var pages: [PersistentChange] = []
        while let page = Optional(try changes(try await test.library.changes(since: token, limit: 1))),
            let last = page.last
        {
            #expect(page.count == 1)
            pages += page
            token = last.token
        }
        #expect(pages == history)
    }

    @Test("A history that is cut, a change too large to name, another catalog: begin anew")
    func resync() async throws {
        let test = try await TestLibrary()
        let start = try await test.library.currentChangeToken()
        let all = try await test.addPhotos(2)
        try await test.favorite([all[0]])
        let foreign = ChangeToken(catalog: LocalIdentifier.random(), generation: start.generation)
        let future = ChangeToken(catalog: start.catalog, generation: start.generation + 1_000)
        let now = try await test.library.currentChangeToken()
        for token in [foreign, future] {
            #expect(try await test.library.changes(since: token) == .resyncRequired(upTo: now))
        }
        // When the oldest change after the start is cut
        try await test.catalog.database.write {
            try $0.execute("DELETE FROM history WHERE generation = ?", start.generation + 1)
        }
        #expect(try await test.library.changes(since: start) == .resyncRequired(upTo: now))
        // When a change is too large to be kept by name, what is before it is still told
        try await test.favorite([all[1]])
        try await test.catalog.write { writer in
            for row in 0...CatalogWriter.assetRowLimit { writer.note(.asset, .updated, row: Int64(row) + 1) }
        }
        let after = try await test.library.currentChangeToken()
        let before = try changes(try await test.library.changes(since: now))
        #expect(before.map(\.assets.updated) == [[all[1]]])
        #expect(try await test.library.changes(since: before[0].token) == .resyncRequired(upTo: after))
    }

    @Test("A limited client's history is its selection's, its albums' and nobody else's")
    func limited() async throws {
        // Given a guest with two photos of four, and a point in history
        let test = try await TestLibrary()
        let all = try await test.addPhotos(4)
        let guest = test.library(for: ClientIdentifier("org.example.Guest"))
        try await guest.setAuthorization(.limited, for: .readWrite)
        try await guest.setLimitedSelection([all[0], all[1]])
        let start = try await guest.currentChangeToken()
        // When the app changes all four and makes an album, the guest makes one, and the person chooses anew
        try await test.favorite(all)
        try await test.library.performChanges { _ = try $0.createAlbum(title: "Theirs") }
        let own = try await guest.performChanges { try $0.createAlbum(title: "Mine").localIdentifier }.result
        try await guest.setLimitedSelection([all[1], all[3]])
        let rowID = try await test.library.fetchAssets(withLocalIdentifiers: [all[1]])[0].rowID
        try await test.catalog.write { writer in
            try writer.connection.execute("DELETE FROM asset WHERE id = ?", rowID)
            writer.note(.asset, .deleted, row: rowID, identifier: LocalIdentifier.bytes(all[1]))
        }
        // Then its history holds what it may see
        let history = try changes(try await guest.changes(since: start))
        #expect(history.count == 5)
        // Updates name what it saw then and sees now: one of the two left the selection, the other is gone.
        #expect(history[0].assets.isEmpty)
        #expect(history[1].assetCollections.isEmpty)
        #expect(history[2].assetCollections == PersistentObjectChanges(inserted: [own]))
        #expect(history[3].assets == PersistentObjectChanges(inserted: [all[3]], deleted: [all[0]]))
        #expect(history[3].accessChanged)
        #expect(history[4].assets == PersistentObjectChanges(deleted: [all[1]]))
        // When it is let in wholly, what it sees is another thing: begin anew
        let kept = try await guest.currentChangeToken()
        try await guest.setAuthorization(.authorized, for: .readWrite)
        let now = try await guest.currentChangeToken()
        #expect(try await guest.changes(since: kept, limit: .max) == .resyncRequired(upTo: now))
        #expect(try changes(try await guest.changes(since: now)).isEmpty)
        // When it may not read any more, it may not ask either
        try await guest.setAuthorization(.denied, for: .readWrite)
        let error = await thrown(LibraryError.self) { try await guest.changes(since: start) }
        guard case .notAuthorized(.denied) = error else {
            Issue.record("unexpected: \(String(describing: error))")
            return
        }
    }
}
