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
    /// Why, for people; nil when imported.
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
    /// not add (`notAuthorized`) or the catalog fails. Cancelling, or dropping the stream, leaves what has been
    /// imported and no half of anything.
    public func importFiles(
        _ paths: [FilePath], options: ImportOptions = ImportOptions()
    ) -> AsyncThrowingStream<ImportResult, any Error> {
        AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    try checkMayAdd()
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

    private func checkMayAdd() throws {
        for level in [AccessLevel.readWrite, .addOnly] {
            let status = authorizationStatus(for: level)
            if status == .authorized || status == .limited { return }
        }
        throw LibraryError.notAuthorized(authorizationStatus(for: .readWrite))
    }
}
