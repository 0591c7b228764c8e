// SPDX-License-Identifier: GPL-3.0-or-later
// albumenctl history and watch: what happened to the library, then and now.

import AlbumenKit

enum HistoryCommands {
    private static let since = OptionSpec(
        "--since", "TOKEN", "Begin after this point, which an earlier call printed; else at the present")

    static let history = CommandSpec(
        name: "history", summary: "Show what happened since an earlier point",
        options: [since], run: showHistory)

    static let watch = CommandSpec(
        name: "watch", summary: "Show changes as they happen, until interrupted", options: [since],
        run: watchChanges)

    private static func showHistory(_ invocation: Invocation) async throws -> ExitStatus {
        let given = try token(invocation)
        let library = try await Session.authorized(invocation)
        var token = try await library.currentChangeToken()
        if let given { token = try await show(since: given, in: library, invocation) }
        showToken(token, invocation)
        return .done
    }

    private static func watchChanges(_ invocation: Invocation) async throws -> ExitStatus {
        let given = try token(invocation)
        let library = try await Session.authorized(invocation)
        let changes = library.changes()
        var token = try await library.currentChangeToken()
        if let given { token = try await show(since: given, in: library, invocation) }
        showToken(token, invocation)
        for await _ in changes { token = try await show(since: token, in: library, invocation) }
        return .done
    }

    /// Shows every change after a point; returns the point it leads to.
    private static func show(
        since token: ChangeToken, in library: PhotoLibrary, _ invocation: Invocation
    ) async throws -> ChangeToken {
        var token = token
        while true {
            switch try await library.changes(since: token) {
            case .changes(let changes, upTo: let next):
                for change in changes { show(change, invocation) }
                if changes.isEmpty { return next }
                token = next
            case .resyncRequired(upTo: let next):
                Console.print(
                    invocation.wantsJSON
                        ? JSONValue.object([
                            ("token", .string(next.description)), ("resyncRequired", .bool(true)),
                        ]).text : "What happened is not known in detail. Begin anew from \(next)")
                return next
            }
        }
    }

    private static func show(_ change: PersistentChange, _ invocation: Invocation) {
        let kinds = [
            ("assets", change.assets), ("albums", change.assetCollections),
            ("folders", change.collectionLists),
        ]
        if invocation.wantsJSON {
            var members = [("token", JSONValue.string(change.token.description))]
            for (name, objects) in kinds where !objects.isEmpty { members.append((name, json(objects))) }
            if change.accessChanged { members.append(("access", .bool(true))) }
            return Console.print(JSONValue.object(members).text)
        }
        for (name, objects) in kinds {
            let acts = [
                ("inserted", objects.inserted), ("updated", objects.updated), ("deleted", objects.deleted),
            ]
            for (act, identifiers) in acts {
                for identifier in identifiers.sorted() { Console.print("\(name)  \(act)  \(identifier)") }
            }
        }
        if change.accessChanged { Console.print("access  updated") }
    }

    private static func json(_ objects: PersistentObjectChanges) -> JSONValue {
        func list(_ identifiers: Set<String>) -> JSONValue {
            .array(identifiers.sorted().map(JSONValue.string))
        }
        return .object([
            ("inserted", list(objects.inserted)), ("updated", list(objects.updated)),
            ("deleted", list(objects.deleted)),
        ])
    }

    private static func showToken(_ token: ChangeToken, _ invocation: Invocation) {
        Console.print(
            invocation.wantsJSON
                ? JSONValue.object([("token", .string(token.description))]).text : "token  \(token)")
    }

    private static func token(_ invocation: Invocation) throws(UsageError) -> ChangeToken? {
        guard let word = invocation.value("--since") else { return nil }
        guard let token = ChangeToken(word.display) else {
            throw UsageError("“\(word.display)” is no token; “albumenctl history” prints one")
        }
        return token
    }
}
