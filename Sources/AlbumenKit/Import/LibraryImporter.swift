// SPDX-License-Identifier: GPL-3.0-or-later
// Takes files in, by copy or by reference, with a verdict for each.

import Metadata

/// What became of a file. Raw values are the command line's words.
public enum ImportVerdict: String, Sendable, Codable {
    case imported, duplicate, unsupported, corrupt, unreadable, noSpace, skipped
}

public struct ImportResult: Sendable {
    public var path: FilePath
    public var verdict: ImportVerdict
    /// The asset made or already there.
    public var localIdentifier: String?
    /// Why, for people. Nil when imported, unless it was brought back from Recently Deleted.

    public var reason: String?
}

public enum ImportMode: Sendable {
    /// The file stays where it is.
    case reference
    /// A copy goes to the library folder, Pictures/Albumen/YYYY/MM/.
    case copy
}

public struct ImportOptions: Sendable {
    public var mode = ImportMode.copy
    /// Album to file them in, found or made by its exact title.
    public var album: String?
    /// Also store the grid tiles before a file's result is given.
    public var thumbnails = false
    /// The files are what the person lets a limited client see: they join its selection by `setLimitedSelection`, and
    /// can be taken out of it again, unlike what the client adds by itself.
    public var isSelection = false
    public init() {}
}

extension PhotoLibrary {
    /// Imports files and folders (recursively, links not followed into loops). A result a file, in order.
    ///
    /// A file that is not a photo, or is broken, costs its own result only. Ends with an error where the client may
    /// not add, or not file in albums where one is asked for (`notAuthorized`, before the first file), or the catalog
    /// fails. Of assets that the client cannot see no result speaks; one whose file it has comes into its view.
    /// Cancelling, or dropping the stream, leaves what has been imported and no half of anything.
    public func importFiles(
        _ paths: [FilePath], options: ImportOptions = ImportOptions()
    ) -> AsyncThrowingStream<ImportResult, any Error> {
        AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    try await checkMayAdd(options)
                    let run = ImportRun(library: self, options: options) { continuation.yield($0) }
                    try await run.take(paths)
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
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
