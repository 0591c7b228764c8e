// SPDX-License-Identifier: GPL-3.0-or-later
// The scan itself: passes over folders, one at a time. A pass lists, compares, marks, and lets files be read. What is
// missing is marked at the end of a pass, so that a file that only moved is found in its new place first.

import Glibc
import Imaging
import Metadata

/// One a library, driven by `LibraryScanner`: `scanEverything` first, then `rescan` for what is reported. Passes never
/// overlap, so their order is that of the calls. Nothing throws: what cannot be read or written is told through the
/// progress, and the scan goes on. Cancelling the task ends a pass after what was read is written; the catalog is whole
/// at every moment.
actor LibraryScan {
    /// A file written to within this time is looked at again later: whoever writes it may not be done.
    static let quietTime = Duration.milliseconds(500)
    /// How long it is left alone at most, while it is written on and on.
    static let longestWait = Duration.seconds(8)

    private let catalog: Catalog
    private let location: LibraryLocation
    private let monitor: FolderMonitor
    private let progress: ProgressHub<ScanProgress>
    private let files: CandidateReader
    private let tiles: TileMaker
    /// Listing folders, one at a time.
    private let queue = BlockingQueue(label: "albumen-scan")
    /// Where folders are put that have to be looked at again.
    private let inbox: ChangeInbox
    private let quietTime: Duration
    /// For folders with files that are being written: how long to wait before the next look.
    private var waits: [FilePath: Duration] = [:]
    private var index = FolderIndex()
    private var scope = FolderScope(roots: [], closed: [])
    private var roots: [FilePath] = []
    /// Watched folders that are away, by the folder in which they would come back.
    private var awaited: [FilePath: Set<FilePath>] = [:]

    init(
        library: PhotoLibrary, monitor: FolderMonitor, inbox: ChangeInbox,
        progress: ProgressHub<ScanProgress>,
        quietTime: Duration = LibraryScan.quietTime
    ) {
        self.inbox = inbox
        self.quietTime = quietTime
        catalog = library.catalog
        location = library.location
        self.monitor = monitor
        self.progress = progress
        files = CandidateReader(library: library, progress: progress)
        tiles = TileMaker(library: library)
    }

    /// One pass over all watched folders.
    func scanEverything() async {
        await attempt(on: nil) { tiles.make(try await catalog.unprovenRows()) }
        await pass { pass in
            await self.loadRoots()
            await self.scan(self.roots, &pass)
            await self.readOutdated(&pass)
        }
    }

    /// Files that no watched folder holds, such as copies in the library's own, are read again where detectors have become
    /// better since.
    private func readOutdated(_ pass: inout Pass) async {
        guard !Task.isCancelled else { return }
        await attempt(on: nil) {
            for file in try await catalog.outdatedFiles() where !isInRoots(file.path) {
                guard let folder = file.path.parent else { continue }
                let entry = DirectoryEntry(
                    name: file.path.lastComponent.bytes, kind: .file, isLink: false, stamp: file.stamp)
                progress.update { $0.found += 1 }
                pass.feed.yield(Candidate(folder: folder, entry: entry, isKnown: true))
            }
        }
    }

    /// One pass over folders in which something changed, and what is new below them.
    func rescan(_ changed: Set<FilePath>) async {
        await pass(waitsForQuiet: true) { pass in
            let before = self.roots
            await self.loadRoots()
            for root in before where !self.roots.contains(root) { self.forget(root) }
            var trees = self.roots.filter { !before.contains($0) }
            for folder in changed { trees += self.takeAwaited(in: folder) }
            // Shorter paths first: a parent says what became of its children.
            for folder in changed.sorted(by: { $0.bytes.count < $1.bytes.count }) where self.isInRoots(folder)
            {
                trees += await self.relist(folder, &pass)
            }
            await self.scan(trees, &pass)
        }
    }

    // MARK: A pass

    /// What a pass has found out and not yet written.
    private struct Pass {
        var missing: Set<Int64> = []
        /// Rows whose file was found in another place in this pass.
        var moved: Set<Int64> = []
        /// Folders that are gone, or cannot be read; what they held is offline.
        var vanished: [FilePath] = []
        /// Folders with files that are being written.
        var restless: Set<FilePath> = []
        let waitsForQuiet: Bool
        let feed: AsyncStream<Candidate>.Continuation
    }

    /// - Parameter waitsForQuiet: whether files that are being written are left for a later pass.
    private func pass(waitsForQuiet: Bool = false, _ body: (inout Pass) async -> Void) async {
        progress.update { progress in
            progress.isScanning = true
            progress.isListingComplete = false
            progress.found = 0
            progress.done = 0
        }
        let (stream, feed) = AsyncStream.makeStream(of: Candidate.self)
        async let reading = files.readAll(stream)
        var pass = Pass(waitsForQuiet: waitsForQuiet, feed: feed)
        await body(&pass)
        feed.finish()
        if !Task.isCancelled { progress.update { $0.isListingComplete = true } }
        let read = await reading
        // What was recorded is there, wherever it was before.
        pass.moved.formUnion(read.all)
        if !Task.isCancelled { await markMissing(pass) }
        progress.update { $0.isScanning = false }
        tiles.make(read.photos)
        lookAgain(in: pass.restless)
    }

    private func lookAgain(in folders: Set<FilePath>) {
        for folder in folders {
            let wait = waits[folder] ?? quietTime
            waits[folder] = min(wait * 2, Self.longestWait)
            Task { [inbox] in
                try? await Task.sleep(for: wait)
                inbox.add([folder])
            }
        }
    }

    private func markMissing(_ pass: Pass) async {
        var missing = pass.missing
        await attempt(on: roots.first) {
            for folder in pass.vanished {
                for known in try await catalog.knownFolders(below: folder) {
                    let files = try await catalog.knownFiles(in: known)
                    missing.formUnion(files.filter { $0.state != .offline }.map(\.rowID))
                }
            }
            missing.subtract(pass.moved)
            if !missing.isEmpty { try await catalog.settleMissing(missing.sorted()) }
        }
    }

    /// Runs a step whose failure must not end the scan: it is told instead.
    private func attempt(on path: FilePath?, _ step: () async throws -> Void) async {
        do {
            try await step()
        } catch is CancellationError {
        } catch {
            report(path ?? FilePath("/"), "The catalog could not be read or written: \(error)")
        }
    }

    private func report(_ path: FilePath, _ message: String) {
        let problem = ScanProblem(path: path, message: message)
        progress.update { if !$0.problems.contains(problem) { $0.problems.append(problem) } }
    }

    // MARK: Folders

    private func loadRoots() async {
        await attempt(on: nil) { roots = try await catalog.watchedFolders() }
        scope = await queue.run { [roots, location] in
            FolderScope(roots: roots, closed: location.ownFolders)
        }
    }

    private func isInRoots(_ folder: FilePath) -> Bool { roots.contains { folder.isAtOrBelow($0) } }

    /// Goes through whole trees.
    private func scan(_ trees: [FilePath], _ pass: inout Pass) async {
        guard !trees.isEmpty else { return }
        progress.update { progress in
            progress.problems.removeAll { problem in trees.contains { problem.path.isAtOrBelow($0) } }
        }
        let walk = FolderWalk(trees, scope: scope, visited: index.visited)
        var listed: Set<FilePath> = []
        while !Task.isCancelled, let folder = walk.nextFolder() {
            if listed.contains(folder) { continue }
            // Watched before it is listed: what happens in between is told.
            await watch(folder)
            let result = await list(folder, walk)
            switch result {
            case .success(let contents?):
                listed.insert(folder)
                index.insert(folder, contents.identity)
                await settle(contents, &pass)
            case .success(nil):
                monitor.unwatch([folder])
            case .failure(let error):
                await lost(folder, error, &pass)
            }
        }
        if Task.isCancelled { return }
        for tree in trees {
            await attempt(on: tree) {
                for known in try await catalog.knownFolders(below: tree) where !listed.contains(known) {
                    // Its own files only: what is below it stands in the list itself.
                    let files = try await catalog.knownFiles(in: known)
                    pass.missing.formUnion(files.filter { $0.state != .offline }.map(\.rowID))
                }
            }
        }
    }

    /// Lists one folder again; returns the folders in it that are new.
    private func relist(_ folder: FilePath, _ pass: inout Pass) async -> [FilePath] {
        let contents: FolderContents
        switch await list(folder, FolderWalk([], scope: scope)) {
        case .success(let listed?): contents = listed
        case .success(nil): return []
        case .failure(let error):
            await lost(folder, error, &pass)
            return []
        }
        progress.update { progress in progress.problems.removeAll { $0.path == folder } }
        var new: [FilePath] = []
        let wasKnown = index.path(of: contents.identity) == folder
        for child in index.vanishedChildren(of: folder, now: contents.subfolders) {
            forget(child)
            pass.vanished.append(child)
        }
        if !wasKnown { return [folder] }
        await settle(contents, &pass)
        for subfolder in contents.subfolders {
            guard let known = index.path(of: subfolder.identity) else {
                new.append(subfolder.path)
                continue
            }
            if known != subfolder.path, await queue.run({ FolderIdentity(at: known) }) != subfolder.identity {
                // It was moved here, and the folder that it left has not been listed again yet.
                forget(known)
                pass.vanished.append(known)
                new.append(subfolder.path)
            }
        }
        return new
    }

    private func list(_ folder: FilePath, _ walk: FolderWalk) async -> Result<FolderContents?, ListingError> {
        await queue.run {
            do throws(ListingError) { return .success(try walk.list(folder)) } catch {
                return .failure(error)
            }
        }
    }

    private func watch(_ folder: FilePath) async {
        guard await !monitor.watch([folder]).isEmpty else { return }
        report(
            folder,
            "The system's limit of watched folders (fs.inotify.max_user_watches) is reached: changes in some folders "
                + "are noticed at the next start only")
    }

    /// A folder that is gone or cannot be read.
    private func lost(_ folder: FilePath, _ error: ListingError, _ pass: inout Pass) async {
        forget(folder)
        pass.vanished.append(folder)
        let isRoot = roots.contains(folder)
        if isRoot || error.code != ENOENT { report(folder, error.message) }
        guard isRoot, error.code == ENOENT,
            let ancestor = await queue.run({ Self.nearestFolder(above: folder) })
        else { return }
        awaited[ancestor, default: []].insert(folder)
        await watch(ancestor)
    }

    /// Watched folders that may have come back in `folder`.
    private func takeAwaited(in folder: FilePath) -> [FilePath] {
        guard let awaited = awaited.removeValue(forKey: folder) else { return [] }
        if !isInRoots(folder) { monitor.unwatch([folder]) }
        return Array(awaited)
    }

    private func forget(_ folder: FilePath) { monitor.unwatch(index.remove(atOrBelow: folder) + [folder]) }

    private static func nearestFolder(above folder: FilePath) -> FilePath? {
        var folder = folder
        while let parent = folder.parent {
            if FolderIdentity(at: parent) != nil { return parent }
            folder = parent
        }
        return nil
    }

    // MARK: Files

    /// Does what one folder's listing asks for, and hands on what has to be read.
    private func settle(_ contents: FolderContents, _ pass: inout Pass) async {
        var known: [KnownFile]?
        await attempt(on: contents.path) { known = try await catalog.knownFiles(in: contents.path) }
        guard let known else { return }
        let difference = FolderDifference(contents, known: known)
        var new = difference.new
        await attempt(on: contents.path) {
            if !difference.back.isEmpty { try await catalog.markPresent(difference.back) }
            new = try await relocate(difference.new, to: contents.path, &pass)
        }
        pass.missing.formUnion(difference.missing)
        let settled = difference.unchangedCount + difference.new.count - new.count
        var candidates = new.map { Candidate(folder: contents.path, entry: $0, isKnown: false) }
        candidates += difference.changed.map { Candidate(folder: contents.path, entry: $0, isKnown: true) }
        if pass.waitsForQuiet {
            let count = candidates.count
            candidates.removeAll { $0.entry.stamp.isRestless(for: quietTime) }
            if candidates.count < count {
                pass.restless.insert(contents.path)
            } else {
                waits[contents.path] = nil
            }
        }
        progress.update { [found = settled + candidates.count] progress in
            progress.found += found
            progress.done += settled
        }
        for candidate in candidates { pass.feed.yield(candidate) }
    }

    /// Recognises files that were moved or renamed by what they are on disk, without reading them. Returns the others.
    /// Where any file is at the old path, it was not a move: the program that wrote it keeps the one before as a backup.
    private func relocate(
        _ entries: [DirectoryEntry], to folder: FilePath, _ pass: inout Pass
    ) async throws -> [DirectoryEntry] {
        let entries = entries.filter { !$0.isLink }
        guard !entries.isEmpty else { return entries }
        let candidates = try await catalog.files(withIdentityOf: entries.map(\.stamp))
        if candidates.isEmpty { return entries }
        let gone = await queue.run {
            candidates.filter { !$0.path.isRegularFile }
        }
        var byIdentity: [FileIdentity: LocatedFile] = [:]
        for file in gone where !pass.moved.contains(file.rowID) {
            byIdentity[FileIdentity(file.stamp)] = file
        }
        var moves: [FileMove] = []
        var others: [DirectoryEntry] = []
        for entry in entries {
            if let file = byIdentity.removeValue(forKey: FileIdentity(entry.stamp)) {
                moves.append(
                    FileMove(rowID: file.rowID, folder: folder, name: entry.name, stamp: entry.stamp))
            } else {
                others.append(entry)
            }
        }
        if !moves.isEmpty { try await catalog.relocate(moves) }
        pass.moved.formUnion(moves.map(\.rowID))
        return others
    }
}
