// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the catalog true to the watched folders: the first scan, later starts, and what happens while running.

import Glibc
import Imaging
import Metadata

/// Scans and watches. One a library; a scanner that was stopped stays stopped.
///
/// Folders are listed on a queue of their own, files are read by decoder processes, and what they say arrives in the
/// catalog in batches. An unchanged file costs one `stat`. What is gone is offline, not deleted; only two assets of one file
/// become one.
public actor LibraryScanner {
    private let library: PhotoLibrary
    private let hub = ProgressHub(ScanProgress())
    private let inbox = ChangeInbox()
    private let monitor: FolderMonitor
    private var task: Task<Void, Never>?
    private var isStopped = false

    public init(library: PhotoLibrary) {
        self.library = library
        monitor = FolderMonitor { [inbox] in inbox.add($0) }
    }

    deinit {
        task?.cancel()
        if task == nil, !isStopped { monitor.stop() }
    }

    /// Adds a folder to watch (by reference, never copied). Throws where it is missing, not a folder, or unreadable.
    public func watch(_ folder: FilePath) async throws {
        let folder = folder.withoutTrailingSlash
        guard folder.bytes.first == UInt8(ascii: "/") else {
            throw LibraryError.notAllowed("“\(folder)” is not an absolute path")
        }
        let listing = await BlockingQueue(label: "albumen-watch").run { () -> ListingError? in
            do throws(ListingError) {
                _ = try DirectoryListing(of: folder)
                return nil
            } catch {
                return error
            }
        }
        if let listing { throw LibraryError(listing) }
        try await library.catalog.addWatchedFolder(folder)
        inbox.add([folder])
    }

    /// Watches a folder no longer. Its assets stay.
    public func stopWatching(_ folder: FilePath) async throws {
        try await library.catalog.removeWatchedFolder(folder.withoutTrailingSlash)
        inbox.add([folder.withoutTrailingSlash])
    }

    public func watchedFolders() async throws -> [FilePath] { try await library.catalog.watchedFolders() }

    /// Begins to scan all watched folders and, after that, to notice changes until `stop()`. Returns at once;
    /// `progress()` tells the rest. Does nothing after `stop()`.
    public func start() async {
        guard task == nil, !isStopped else { return }
        let scan = LibraryScan(library: library, monitor: monitor, inbox: inbox, progress: hub)
        task = Task { [inbox, monitor] in
            // Last: a monitor that was stopped answers no more, and the scan would wait for it for ever.
            defer { monitor.stop() }
            _ = inbox.take()
            await scan.scanEverything()
            for await _ in inbox.signals {
                if Task.isCancelled { break }
                let changed = inbox.take()
                if !changed.isEmpty { await scan.rescan(changed) }
            }
        }
    }

    /// Ends scan and watch, after writing what was read.
    public func stop() async {
        let wasStopped = isStopped
        isStopped = true
        task?.cancel()
        await task?.value
        if task == nil, !wasStopped { monitor.stop() }
        hub.end()
    }

    /// The current progress, then each change, at most about ten a second. Ends with `stop()`.
    public nonisolated func progress() -> AsyncStream<ScanProgress> { hub.stream() }
}

extension LibraryError {
    init(_ error: ListingError) {
        switch error.code {
        case ENOENT: self = .file(.notFound(error.path))
        case EACCES, EPERM: self = .file(.permissionDenied(error.path))
        case ENOTDIR: self = .notAllowed("“\(error.path)” is not a folder")
        default: self = .file(.io(error.path, errno: error.code))
        }
    }
}
