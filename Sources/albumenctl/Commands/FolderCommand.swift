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
        let place = try Place(invocation)
        let library = try await Session.authorized(invocation)
        let identifier = try await library.performChanges { changes in
            try changes.createFolder(title: title, in: try place.folder.map(changes.folder)).localIdentifier
        }.result
        show(identifier, title, invocation)
        return .done
    }

    private static func rename(_ invocation: Invocation) async throws -> ExitStatus {
        let folder = try invocation.operands[0].text(for: "The folder")
        let title = try invocation.operands[1].text(for: "The title")
        let library = try await Session.authorized(invocation)
        let identifier = try await library.performChanges { changes in
            let folder = try changes.folder(folder)
            try changes.request(forFolder: folder).title = title
            return folder
        }.result
        show(identifier, title, invocation)
        return .done
    }

    private static func delete(_ invocation: Invocation) async throws -> ExitStatus {
        var folders: [String] = []
        for word in invocation.operands { folders.append(try word.text(for: "The folder")) }
        let library = try await Session.authorized(invocation)
        try await library.performChanges { [folders] changes in
            try changes.deleteFolders(folders.map(changes.folder))
        }
        return .done
    }

    private static func move(_ invocation: Invocation) async throws -> ExitStatus {
        let folder = try invocation.operands[0].text(for: "The folder")
        let place = try Place(invocation)
        let library = try await Session.authorized(invocation)
        try await library.performChanges { try place.put(try $0.folder(folder), $0) }
        return .done
    }

    private static func show(_ identifier: String, _ title: String, _ invocation: Invocation) {
        Console.print(
            invocation.wantsJSON
                ? JSONValue.object([
                    ("id", .string(identifier)), ("type", .string("folder")), ("title", .string(title)),
                ]).text
                : "\(identifier)  \(Console.visible(title))")
    }
}
