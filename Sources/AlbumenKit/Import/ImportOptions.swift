// SPDX-License-Identifier: GPL-3.0-or-later
// What an import is asked for, and what it answers for each file.

import Metadata

/// What became of a file. Raw values are the command line's words.
public enum ImportVerdict: String, Sendable, Codable, CaseIterable {
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

/// Raw values are the catalog's.
public enum ImportMode: Int, Sendable {
    /// The file stays where it is.
    case reference = 0
    /// A copy goes to the library folder, Pictures/Albumen/YYYY/MM/. A file that lies in there already stays where it is.
    case copy = 1
}

public struct ImportOptions: Sendable {
    public var mode = ImportMode.copy
    /// Album to file them in, found or made by its exact title.
    public var album: String?
    /// Also store the grid tiles before a file's result is given.
    public var thumbnails = false
    /// The files are what the person lets a limited client see: they join its selection by `setLimitedSelection`, and
    /// can be taken out of it again, unlike what the client adds by itself. Such an import is none of the person's imports:
    /// it has no collection.
    public var isSelection = false
    /// Whether an import that finds no room for its copies waits, paused, for `ImportSession.resume()`. Else it ends,
    /// with the verdict `noSpace` for every file that is left, and `PhotoLibrary.resumeImport` can go on with it.
    public var waitsForRoom = false
    public init() {}
}
