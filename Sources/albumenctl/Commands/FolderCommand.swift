// SPDX-License-Identifier: GPL-3.0-or-later
// albumenctl folder …: makes, renames, deletes and moves folders of albums. A folder is named by its id or its exact
// title.

import AlbumenKit

enum FolderCommand {
    static let spec = CommandSpec(
        name: "folder", summary: "Make, rename, delete and move folders of albums",
        subcommands: [
            CommandSpec(
                name: "create", operands: "TITLE", operandCount: 1...1, summary: "Make a folder",
                options: [Place.into], run: create),
            CommandSpec(
                name: "rename", operands: "FOLDER TITLE", operandCount: 2...2,
                summary: "Give a folder another title", run: rename),
            CommandSpec(
                name: "delete", operands: "FOLDER…", operandCount: 1...Int.max,
                summary: "Delete folders with the albums in them; the photos stay", run: delete),
            CommandSpec(
                name: "move", operands: "FOLDER", operandCount: 1...1,
                summary: "Put a folder into another, or at the top level", options: [Place.into, Place.at],
                run: move),
        ])

    private static func create(_ invocation: Invocation) async throws -> ExitStatus {
        let title = try invocation.operands[0].text(for: "The title")
        let library = try await Session.authorized(invocation)
        let parent = try await Place.folder(invocation, library)
        let identifier = try await library.performChanges {
            try $0.createFolder(title: title, in: parent).localIdentifier
        }.result
        try await show(identifier, invocation, library)
        return .done
    }

    private static func rename(_ invocation: Invocation) async throws -> ExitStatus {
        let title = try invocation.operands[1].text(for: "The title")
        let library = try await Session.authorized(invocation)
        let folder = try await Albums.findFolder(invocation.operands[0], library)
        try await library.performChanges { try $0.request(forFolder: folder).title = title }
        try await show(folder.localIdentifier, invocation, library)
        return .done
    }

    private static func delete(_ invocation: Invocation) async throws -> ExitStatus {
        let library = try await Session.authorized(invocation)
        var folders: [CollectionList] = []
        for word in invocation.operands { folders.append(try await Albums.findFolder(word, library)) }
        try await library.performChanges { [folders] in try $0.deleteFolders(folders) }
        for folder in folders { Albums.show(.folder(folder), isDeleted: true, invocation) }
        return .done
    }

    private static func move(_ invocation: Invocation) async throws -> ExitStatus {
        let library = try await Session.authorized(invocation)
        let place = try await Place(invocation, library)
        let folder = try await Albums.findFolder(invocation.operands[0], library)
        try await library.performChanges { try place.put(folder, $0) }
        try await show(folder.localIdentifier, invocation, library)
        return .done
    }

    /// The folder as it is now.
    private static func show(_ identifier: String, _ invocation: Invocation, _ library: PhotoLibrary)
        async throws
    {
        guard let folder = try await library.fetchCollectionLists(withLocalIdentifiers: [identifier]).first
        else { return }
        Albums.show(.folder(folder), invocation)
    }
}
