// SPDX-License-Identifier: GPL-3.0-or-later
// Takes files in, by copy or by reference, with a verdict for each. OWNER: scan.

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
    public init() {}
}

extension PhotoLibrary {
    /// Imports files and folders (recursively, links not followed into loops). A result a file, in order of finishing.
    public func importFiles(_ paths: [FilePath], options: ImportOptions = ImportOptions())
        -> AsyncThrowingStream<ImportResult, any Error>
    {
        fatalError("scan")
    }
}
