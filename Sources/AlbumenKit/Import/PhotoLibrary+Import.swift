// SPDX-License-Identifier: GPL-3.0-or-later
// Importing: the way in of every photo that is not found in a watched folder.
//
// The contract, for whoever gives the engine files (menus, drops, devices, drop folders):
//
// - `startImport` notes in the catalog what was named, and returns at once. Files and folders may be mixed; paths are
//   absolute. Whatever happens after, each file found gets one verdict: when the process is killed or the power fails,
//   `fetchImports` shows the import as interrupted, and `resumeImport` goes on where it stopped. No file is ever taken
//   twice, none is left by half, no copy lies about that is no asset.
// - Sources are only ever read. Copies keep the modification time and are byte for byte the same; nothing is replaced:
//   a name that is taken gets a number.
// - A file that the library has already, by content, is `duplicate`: it is not copied, its result names the asset that is
//   there, and the album asked for gets that asset. Where that asset is in Recently Deleted it comes back, with its albums
//   and marks, and the verdict is `imported`: to import a photo again is to want it.
// - A file that lies in the library's folder of copies is taken where it is, whatever the mode; the library's own folders
//   are `skipped`.
// - One bad file costs its own verdict. A source that goes (a card pulled out) makes the rest of it `unreadable`.
// - Room is checked before the first copy. Where it ends, nothing is lost: see `ImportOptions.waitsForRoom`.
// - What an import brought is a collection of subtype `albumImported`, made with its first asset, and `undoImport` takes
//   the import back as one.

import Foundation
import Metadata

extension PhotoLibrary {
    /// Begins an import of files and folders (recursively, links not followed into loops).
    ///
    /// Throws `notAuthorized` where the client may not add, or not file in albums where one is asked for; `notAllowed` for
    /// an album title that is none; `noSpace` where the catalog has no room for the queue. Of assets that the client
    /// cannot see no result speaks; one whose file it has comes into its view.
    public func startImport(
        _ paths: [FilePath], options: ImportOptions = ImportOptions()
    ) async throws -> ImportSession {
        try await checkMayAdd(options)
        await recoverImports()
        let (queue, identifier) = try await ImportQueue.make(paths, options, client: client, in: catalog)
        return try await run(queue, identifier, options)
    }

    /// Goes on with an import that was interrupted, cancelled, or ended where there was no room: with what of it has no
    /// verdict yet. The mode and the album are as they were asked for then.
    ///
    /// Throws as `startImport` does, `identifiersNotFound` where there is no such import of this client, and `notAllowed`
    /// while it is running, here or in another process.
    public func resumeImport(
        _ identifier: String, waitsForRoom: Bool = false
    ) async throws -> ImportSession {
        let (row, stored) = try await storedImport(identifier)
        var options = stored
        options.waitsForRoom = waitsForRoom
        try await checkMayAdd(options)
        await recoverImports()
        return try await run(ImportQueue(catalog: catalog, session: row), identifier, options)
    }

    /// Imports files and folders and gives a result a file, in order: `startImport` for whoever needs no more. Dropping
    /// the stream cancels the import.
    public func importFiles(
        _ paths: [FilePath], options: ImportOptions = ImportOptions()
    ) -> AsyncThrowingStream<ImportResult, any Error> {
        AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    let session = try await startImport(paths, options: options)
                    try await withTaskCancellationHandler {
                        for try await result in session.results { continuation.yield(result) }
                        try await session.end()
                    } onCancel: {
                        session.cancel()
                    }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private func run(
        _ queue: ImportQueue, _ identifier: String, _ options: ImportOptions
    ) async throws -> ImportSession {
        let locks = try await lock(queue.session)
        try await queue.setState(.running)
        return ImportSession(
            library: self, options: options, queue: queue, identifier: identifier, locks: locks,
            progress: try await queue.progress())
    }

    /// Takes the lock of an import; throws `notAllowed` while somebody runs it.
    func lock(_ session: Int64) async throws -> ImportLocks {
        let locks = await Catalog.disk.run { [location] in ImportLocks(in: location.data) }
        guard locks.take(session: session) else {
            throw LibraryError.notAllowed("this import is running already")
        }
        return locks
    }

    private func checkMayAdd(_ options: ImportOptions) async throws {
        // The catalog's own word, not the copy in memory: another process may have taken the right away.
        let (reading, adding) = try await catalog.read { [access = catalog.access, client] connection in
            (
                try access.status(of: client, for: .readWrite, in: connection),
                try access.status(of: client, for: .addOnly, in: connection)
            )
        }
        let canRead = Viewer(client, reading) != .nothing
        if let album = options.album { _ = try ChangeRequests.validTitle(album) }
        if canRead { return }
        // To file in an album is to change the library.
        guard options.album == nil, Viewer(client, adding) != .nothing
        else {
            throw LibraryError.notAuthorized(reading)
        }
    }
}
