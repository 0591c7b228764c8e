// SPDX-License-Identifier: GPL-3.0-or-later
// albumenctl album …: makes, renames, deletes and fills albums. An album is named by its id or its exact title.

import AlbumenKit

enum AlbumCommand {
    static let spec = CommandSpec(
        name: "album", summary: "Make, rename, delete and fill albums",
        subcommands: [
            CommandSpec(
                name: "create", operands: "TITLE", operandCount: 1...1, summary: "Make an album",
                options: [
                    Place.into, OptionSpec("--query", "QUERY", "Make a smart album of what a search finds"),
                ],
                run: create),
            CommandSpec(
                name: "move", operands: "ALBUM", operandCount: 1...1,
                summary: "Put an album into a folder, or at the top level", options: [Place.into, Place.at],
                run: move),
            CommandSpec(
                name: "rename", operands: "ALBUM TITLE", operandCount: 2...2,
                summary: "Give an album another title",
                run: rename),
            CommandSpec(
                name: "delete", operands: "ALBUM…", operandCount: 1...Int.max,
                summary: "Delete albums; the photos stay", run: delete),
            CommandSpec(
                name: "add", operands: "ALBUM ID…", operandCount: 2...Int.max,
                summary: "Add photos to an album, or with --at put them in a place of its order",
                options: [OptionSpec("--at", "N", "Where the first is to stand, from 1")],
                run: { try await setMembers($0, areMembers: true) }),
            CommandSpec(
                name: "remove", operands: "ALBUM ID…", operandCount: 2...Int.max,
                summary: "Take photos out of an album; they stay in the library",
                run: { try await setMembers($0, areMembers: false) }),
        ])

    private static func create(_ invocation: Invocation) async throws -> ExitStatus {
        let title = try invocation.operands[0].text(for: "The title")
        let query = try invocation.value("--query").map { word throws(UsageError) in
            try word.text(for: "--query")
        }
        let library = try await Session.authorized(invocation)
        let folder = try await Place.folder(invocation, library)
        let identifier = try await library.performChanges { changes in
            let album =
                if let query {
                    try changes.createSmartAlbum(title: title, query: query, in: folder)
                } else {
                    try changes.createAlbum(title: title, in: folder)
                }
            return album.localIdentifier
        }.result
        try await show(identifier, invocation, library)
        return .done
    }

    private static func rename(_ invocation: Invocation) async throws -> ExitStatus {
        let title = try invocation.operands[1].text(for: "The title")
        let library = try await Session.authorized(invocation)
        let album = try await Albums.find(invocation.operands[0], library).localIdentifier
        try await library.performChanges { try $0.request(forAlbum: album).title = title }
        try await show(album, invocation, library)
        return .done
    }

    private static func delete(_ invocation: Invocation) async throws -> ExitStatus {
        let library = try await Session.authorized(invocation)
        var albums: [AssetCollection] = []
        for word in invocation.operands { albums.append(try await Albums.find(word, library)) }
        let identifiers = albums.map(\.localIdentifier)
        try await library.performChanges { try $0.deleteAlbums(identifiers) }
        for album in albums { Albums.show(.album(album), isDeleted: true, invocation) }
        return .done
    }

    private static func move(_ invocation: Invocation) async throws -> ExitStatus {
        let library = try await Session.authorized(invocation)
        let place = try await Place(invocation, library)
        let album = try await Albums.find(invocation.operands[0], library).localIdentifier
        try await library.performChanges { try place.put(album, $0) }
        try await show(album, invocation, library)
        return .done
    }

    private static func setMembers(_ invocation: Invocation, areMembers: Bool) async throws -> ExitStatus {
        let index = try Place.index(invocation)
        let library = try await Session.authorized(invocation)
        let album = try await Albums.find(invocation.operands[0], library).localIdentifier
        let status = try await AssetChange.apply(to: Array(invocation.operands.dropFirst()), library) {
            changes, identifiers in
            if areMembers {
                let request = try changes.request(forAlbum: album)
                if let index {
                    // Members among them go to the new place too.
                    try request.removeAssets(identifiers)
                    try request.insertAssets(identifiers, at: index)
                } else {
                    try request.addAssets(identifiers)
                }
            } else {
                try changes.request(forAlbum: album).removeAssets(identifiers)
            }
        }
        try await show(album, invocation, library)
        return status
    }

    private static func show(_ identifier: String, _ invocation: Invocation, _ library: PhotoLibrary)
        async throws
    {
        guard let album = try await library.fetchAssetCollections(withLocalIdentifiers: [identifier]).first
        else { return }
        Albums.show(.album(album), invocation)
    }
}
