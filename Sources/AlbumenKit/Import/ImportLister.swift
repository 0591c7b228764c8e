// SPDX-License-Identifier: GPL-3.0-or-later
// Finds what there is to import: every file named, and every file below every folder named. What is found is in the queue
// before the next part is read, so that a folder of any size takes no memory and no long transaction.

import Glibc
import Metadata

/// Lists what an import was given, on a queue of its own. Called again after an import was cut short, it finds the rest.
actor ImportLister {
    /// Names that are read and queued at once.
    private static let part = 1_000

    private let queue: ImportQueue
    private let location: LibraryLocation
    private let meter: ImportMeter
    private let disk = BlockingQueue(label: "albumen-import-list")

    init(queue: ImportQueue, location: LibraryLocation, meter: ImportMeter) {
        self.queue = queue
        self.location = location
        self.meter = meter
    }

    /// Gives the rows of the folders in which something waits, each once and each when all in it is queued: in the order
    /// given, then folders before those below them, names in byte order.
    func list(_ give: @Sendable (Int64) -> Void) async throws {
        for folder in try await queue.waitingFolders() { give(folder) }
        for source in try await queue.openSources() {
            try Task.checkCancellation()
            try await list(source.row, source.path, give)
            try await queue.markListed(source: source.row)
        }
        meter.listingIsComplete()
    }

    /// What a path that was named leads to.
    private enum Found: Sendable {
        case folder(FolderScope)
        case item(FoundItem)
    }

    private func list(_ source: Int64, _ path: FilePath, _ give: @Sendable (Int64) -> Void) async throws {
        let found = await disk.run { [location] in Self.look(at: path, location) }
        switch found {
        case .folder(let scope): try await walk(source, path, scope, give)
        case .item(let item): try await add(item, in: path.parent ?? FilePath("/"), source, give)
        }
    }

    /// Blocking.
    private static func look(at path: FilePath, _ location: LibraryLocation) -> Found {
        func settled(_ verdict: ImportVerdict, _ reason: String) -> Found {
            .item(FoundItem(name: path.lastComponent.bytes, content: .settled(verdict, reason: reason)))
        }
        var status = stat()
        guard path.withCString({ stat($0, &status) }) == 0 else {
            return settled(.unreadable, ListingError(path: path, code: errno).message)
        }
        let scope = FolderScope(roots: [path], closed: location.ownFolders)
        if scope.isClosed(path) { return settled(.skipped, FolderContents.closedReason) }
        switch DirectoryEntry.Kind(status) {
        case .folder: return .folder(scope)
        case .special(let what): return settled(.skipped, "It is \(what), not a file")
        case .file, .deadLink:
            let stamp = FileStamp(status)
            return .item(FoundItem(name: path.lastComponent.bytes, content: .file(stamp)))
        }
    }

    /// One thing by itself.
    private func add(
        _ item: FoundItem, in folder: FilePath, _ source: Int64, _ give: @Sendable (Int64) -> Void
    ) async throws {
        let folder = try await queue.folder(folder, of: source, isOwn: await isOwn(folder))
        try await count(queue.add([item], to: folder.row))
        give(folder.row)
    }

    private func count(_ added: (count: Int, bytes: Int64)) { meter.found(added.count, bytes: added.bytes) }

    /// Whether a folder is the library's folder of copies, or lies in it.
    private func isOwn(_ folder: FilePath) async -> Bool {
        await disk.run { [location] in
            FolderScope(roots: [], closed: [location.originals]).isClosed(folder)
        }
    }

    // MARK: Folders

    private func walk(
        _ source: Int64, _ root: FilePath, _ scope: FolderScope, _ give: @Sendable (Int64) -> Void
    ) async throws {
        var visited: Set<FolderIdentity> = []
        // The next one is the last.
        var pending = [root]
        while let path = pending.popLast() {
            try Task.checkCancellation()
            do {
                guard let stream = try await open(path),
                    !scope.isClosed(stream.identity), visited.insert(stream.identity).inserted
                else { continue }
                pending += try await list(stream, source, scope, give).reversed()
            } catch let error as ListingError {
                // The folder itself, which has no name in itself.
                let content = FoundItem.Content.settled(.unreadable, reason: error.message)
                try await add(FoundItem(name: [], content: content), in: path, source, give)
            }
        }
    }

    private func open(_ path: FilePath) async throws -> DirectoryStream? {
        try await disk.run { try DirectoryStream(of: path) }
    }

    /// Queues what is in a folder; returns the folders in it, by name.
    private func list(
        _ stream: DirectoryStream, _ source: Int64, _ scope: FolderScope, _ give: @Sendable (Int64) -> Void
    ) async throws -> [FilePath] {
        let path = stream.path
        let folder = try await queue.folder(path, of: source, isOwn: await isOwn(path))
        var subfolders: [[UInt8]] = []
        while true {
            let part = try await disk.run { try Self.sort(stream.next(Self.part), in: path, scope) }
            guard let part else { break }
            subfolders += part.subfolders
            if !folder.isListed { try await count(queue.add(part.items, to: folder.row)) }
        }
        _ = try await queue.add([], to: folder.row, isLast: true)
        give(folder.row)
        return subfolders.sorted { $0.lexicographicallyPrecedes($1) }.map(path.appending)
    }

    /// Tells files, folders and the rest apart. Blocking, where links have to be followed.
    private static func sort(
        _ entries: [DirectoryEntry]?, in folder: FilePath, _ scope: FolderScope
    ) -> (items: [FoundItem], subfolders: [[UInt8]])? {
        guard let entries else { return nil }
        var items: [FoundItem] = []
        var subfolders: [[UInt8]] = []
        for entry in entries {
            if let reason = FolderContents.reasonToIgnore(entry, in: folder, scope: scope) {
                items.append(FoundItem(name: entry.name, content: .settled(.skipped, reason: reason)))
            } else if case .folder = entry.kind {
                subfolders.append(entry.name)
            } else {
                items.append(FoundItem(name: entry.name, content: .file(entry.stamp)))
            }
        }
        return (items, subfolders)
    }
}
