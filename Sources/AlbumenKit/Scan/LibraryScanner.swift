// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the catalog true to the watched folders: the first scan, later starts, and what happens while running. OWNER: scan.

/// How far a scan has come. Counts are files that could be photos or videos.
public struct ScanProgress: Sendable, Equatable {
    public var isScanning = false
    /// Files found so far; grows while folders are still being listed.
    public var found = 0
    /// Files settled: read, or known and unchanged.
    public var done = 0
    /// Whether `found` is final.
    public var isListingComplete = false
    /// A folder that could not be read, and why, for the person.
    public var problems: [ScanProblem] = []
    public init() {}
}

/// Something the scan could not do, in words that name the file.
public struct ScanProblem: Sendable, Equatable, Hashable {
    public var path: FilePath
    public var message: String
}

/// Scans and watches. One a library.
public actor LibraryScanner {
    public init(library: PhotoLibrary) { fatalError("scan") }
    /// Adds a folder to watch (by reference, never copied). Throws where it is missing, not a folder, or unreadable.
    public func watch(_ folder: FilePath) async throws { fatalError("scan") }
    public func watchedFolders() async throws -> [FilePath] { fatalError("scan") }
    /// Scans all watched folders, then keeps noticing changes until `stop()`.
    public func start() async { fatalError("scan") }
    public func stop() async { fatalError("scan") }
    /// The current progress, then each change, at most about ten a second. Ends with `stop()`.
    public nonisolated func progress() -> AsyncStream<ScanProgress> { fatalError("scan") }
}
