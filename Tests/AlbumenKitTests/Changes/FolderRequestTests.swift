// SPDX-License-Identifier: GPL-3.0-or-later
// Folders: one parent each, no circles, and a root that stays.

import SQLite
import TestSupport
import Testing

@testable import AlbumenKit

@Suite("Folder requests", .timeLimit(.minutes(30)))
struct FolderRequestTests {
    /// The tree below the root as text: `A(x B(y)) z`.
    private func outline(_ test: TestLibrary) async throws -> String {
        try await test.catalog.read { try Self.outline(CollectionTree.root, $0) }
    }

    private static func outline(_ list: Int64, _ connection: Connection) throws -> String {
        try CollectionTree(connection: connection).children(of: list).map { child in
            let sql = "SELECT title FROM \(child.kind.table) WHERE id = ?"
            let title = try connection.first(sql, child.row) { $0.string(0) } ?? ""
            return child.kind == .album ? title : try "\(title)(\(outline(child.row, connection)))"
        }.joined(separator: " ")
    }

    @Test("Children are added, inserted, moved, replaced and removed; each has one parent")
    func children() async throws {
        let test = try await TestLibrary()
        try await test.library.performChanges { changes in
            let albums = try ["x", "y", "z"].map { try changes.createAlbum(title: $0) }
            let outer = try changes.createFolder(title: "A")
            let inner = try changes.createFolder(title: "B", in: outer)
            try changes.request(forFolder: outer).insertChildCollections([albums[0]], at: 0)
            try changes.request(forFolder: inner).addChildCollections([albums[1]])
        }
        #expect(try await outline(test) == "z A(x B(y))")
        func edit(_ body: @escaping @Sendable (ChangeRequests, [String: String]) throws -> Void) async throws
        {
            let names = try await test.catalog.read { connection in
                let all = try connection.all(
                    "SELECT title, uuid FROM album UNION ALL SELECT title, uuid FROM collection_list"
                ) { ($0.string(0), LocalIdentifier.text($0.bytes(1))) }
                return Dictionary(all, uniquingKeysWith: { first, _ in first })
            }
            try await test.library.performChanges { try body($0, names) }
        }
        try await edit { changes, id in
            try changes.request(forFolder: id["A"]!).addChildCollections([id["z"]!, id["y"]!])
        }
        #expect(try await outline(test) == "A(x B() z y)")
        try await edit { changes, id in
            try changes.request(forFolder: id["A"]!).moveChildCollections(at: [1, 3], to: 0)
        }
        #expect(try await outline(test) == "A(B() y x z)")
        try await edit { changes, id in
            try changes.request(forFolder: id["A"]!).removeChildCollections([id["B"]!])
            try changes.request(forFolder: id["A"]!).removeChildCollections(at: [0])
        }
        #expect(try await outline(test) == "A(x z) B() y")
        try await edit { changes, id in
            try changes.request(forFolder: id["A"]!).replaceChildCollections(at: [0], with: [id["B"]!])
            try changes.requestForTopLevelCollections().moveChildCollections(at: [0], to: 2)
        }
        #expect(try await outline(test) == "y x A(B() z)")
    }

    @Test("No folder is in itself, and the root is neither renamed nor deleted")
    func refusals() async throws {
        let test = try await TestLibrary()
        let (outer, inner) = try await test.library.performChanges { changes in
            let outer = try changes.createFolder(title: "A")
            return (outer, try changes.createFolder(title: "B", in: outer))
        }.result
        let refused: [@Sendable (ChangeRequests) throws -> Void] = [
            { try $0.request(forFolder: inner).addChildCollections([outer]) },
            { try $0.request(forFolder: outer).addChildCollections([outer]) },
            { try $0.requestForTopLevelCollections().title = "Everything" },
            { try $0.requestForTopLevelCollections().removeChildCollections(at: [0]) },
            { try $0.createFolder(title: "\t") },
        ]
        for body in refused {
            let error = await thrown(LibraryError.self) { try await test.library.performChanges(body) }
            #expect(error?.isNotAllowed == true)
        }
        #expect(try await outline(test) == "A(B())")
        // Deleting takes everything in it, but no photo.
        let photos = try await test.addPhotos(2)
        try await test.library.performChanges { changes in
            let album = try changes.createAlbum(title: "x", in: inner)
            try changes.request(forAlbum: album).addAssets(photos)
            try changes.deleteFolders([outer, inner])
        }
        #expect(try await outline(test) == "")
        #expect(try await test.library.fetchAssets().count == 2)
    }

    @Test("A limited client changes no folders")
    func limited() async throws {
        let test = try await TestLibrary(status: .limited)
        let error = await thrown(LibraryError.self) {
            try await test.library.performChanges { try $0.createFolder(title: "A") }
        }
        #expect(error?.isNotAuthorized == true)
    }
}
