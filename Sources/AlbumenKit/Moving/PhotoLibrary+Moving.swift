// SPDX-License-Identifier: GPL-3.0-or-later
// Moving in from another photo program: its files are imported as any others, and what it knows of them comes after.
//
// Of its library everything is read before anything is changed, and nothing is ever written. Events become collections of
// subtype `albumSyncedEvent`, people `albumSyncedFaces`, albums `albumSyncedAlbum`. Each is found again by a key, and what
// is so already is no change: to move in twice, or again after it was cut short, doubles nothing.

import Metadata
import SQLite

public struct MovingOptions: Sendable {
    /// Whether files are copied or stay where they are.
    public var mode = ImportMode.copy
    /// Where collections of digiKam's are, by their labels, that it finds no more.
    public var roots: [String: FilePath] = [:]
    public init() {}
}

public enum MovingProgress: Sendable {
    case reading
    case importing(ImportProgress)
    /// Photos of which what was known has come over.
    case applying(done: Int, total: Int)
}

extension PhotoLibrary {
    /// Photos whose marks and words are set in one change.
    private static let batch = 250

    /// Takes over a library of another program: its database, the folder that this is in, or the folder of an export.
    /// `progress` is called on any thread.
    ///
    /// Throws `MovingError` where that is no such library; `notAuthorized` where the client does not see the whole library
    /// here; and as imports do. Cancelled, it leaves what it has done, and can be begun again.
    public func moveIn(
        from program: PhotoProgram, at path: FilePath, options: MovingOptions = MovingOptions(),
        progress: @escaping @Sendable (MovingProgress) -> Void = { _ in }
    ) async throws -> MovingReport {
        guard viewer == .everything else {
            throw LibraryError.notAuthorized(authorizationStatus(for: .readWrite))
        }
        progress(.reading)
        let plan = try await read(program, path, options)
        var report = plan.report
        let imported = try await importFiles(of: plan, options.mode, &report, progress)
        let undo = try await apply(plan, imported.identifiers, &report, progress)
        return MovingReport(
            program: program, path: path, lines: report.lines, undo: undo,
            importIdentifier: imported.session)
    }

    // MARK: Reading

    private func read(
        _ program: PhotoProgram, _ path: FilePath, _ options: MovingOptions
    ) async throws -> MovingPlan {
        try await BlockingQueue(label: "albumen-moving").run { [location] in
            // To open the catalog and close it again would give up the locks that this process holds on it.
            guard !FolderScope(roots: [], closed: location.ownFolders).isClosed(path) else {
                throw MovingError.noLibrary(path, program, missing: "library but Albumen's own")
            }
            switch program {
            case .shotwell: return try ShotwellReader.read(Self.database(of: program, at: path))
            case .digikam:
                return try DigikamReader.read(Self.database(of: program, at: path), roots: options.roots)
            case .takeout: return try TakeoutReader.read(path)
            case .apple: return try AppleExportReader.read(path)
            }
        }
    }

    /// The database in a folder that was named; Shotwell's lies in one more. Blocking.
    private static func database(of program: PhotoProgram, at path: FilePath) throws -> FilePath {
        guard FolderIdentity(at: path) != nil, let name = program.databaseName else { return path }
        let places = [path, path.appending("data")].map { $0.appending(name) }
        guard let found = places.first(where: { FileStamp(followingLinksAt: $0) != nil }) else {
            throw MovingError.noLibrary(path, program, missing: name)
        }
        return found
    }

    // MARK: Importing

    private func importFiles(
        of plan: MovingPlan, _ mode: ImportMode, _ report: inout MovingReport.Tally,
        _ progress: @escaping @Sendable (MovingProgress) -> Void
    ) async throws -> (identifiers: [FilePath: String], session: String?) {
        // What is in the library where it lies is not read again; nor does it come back where it was deleted here.
        var identifiers = try await identifiers(ofAssetsAt: plan.photos.map(\.path))
        report.came(.alreadyThere, identifiers.count)
        var seen = Set(identifiers.keys)
        let paths = plan.photos.map(\.path).filter { seen.insert($0).inserted }
        guard !paths.isEmpty else { return (identifiers, nil) }
        var options = ImportOptions()
        options.mode = mode
        let session = try await startImport(paths, options: options)
        let watching = Task {
            for await moment in session.progress() { progress(.importing(moment)) }
        }
        defer { watching.cancel() }
        var broughtSomething = false
        try await withTaskCancellationHandler {
            for try await result in session.results {
                broughtSomething =
                    broughtSomething || result.localIdentifier != nil && result.verdict != .duplicate
                identifiers[result.path] = result.localIdentifier
                report.note(result)
            }
            try await session.end()
        } onCancel: {
            session.cancel()
        }
        try Task.checkCancellation()
        return (identifiers, broughtSomething ? session.identifier : nil)
    }

    private func identifiers(ofAssetsAt paths: [FilePath]) async throws -> [FilePath: String] {
        try await catalog.read { connection in
            var found: [FilePath: String] = [:]
            for path in paths {
                guard let folder = path.parent else { continue }
                found[path] = try connection.first(
                    """
                    SELECT uuid FROM asset JOIN folder ON folder.id = folder_id
                    WHERE folder.path = ? AND asset.name = ?
                    """, folder.bytes, path.lastComponent.bytes
                ) { LocalIdentifier.text($0.bytes(0)) }
            }
            return found
        }
    }

    // MARK: Applying

    private func apply(
        _ plan: MovingPlan, _ identifiers: [FilePath: String], _ report: inout MovingReport.Tally,
        _ progress: @Sendable (MovingProgress) -> Void
    ) async throws -> UndoInformation {
        var steps: [UndoStep] = []
        let known = plan.photos.map { identifiers[$0.path] }
        for start in stride(from: 0, to: plan.photos.count, by: Self.batch) {
            try Task.checkCancellation()
            progress(.applying(done: start, total: plan.photos.count))
            let range = start..<min(start + Self.batch, plan.photos.count)
            let outcome = try await performChanges { [report] changes in
                var report = report
                for index in range {
                    guard let row = try changes.row(ofMoved: known[index]) else { continue }
                    try changes.apply(plan.photos[index], to: row, &report)
                }
                return report
            }
            report = outcome.result
            steps += outcome.undo.steps
        }
        for collection in plan.collections {
            try Task.checkCancellation()
            let outcome = try await performChanges { changes in
                let rows = try collection.members.compactMap { try changes.row(ofMoved: known[$0]) }
                guard !rows.isEmpty else { return false }
                let key = try collection.keyPhoto.flatMap { try changes.row(ofMoved: known[$0]) }
                try changes.fill(collection, with: rows, keyAsset: key)
                return true
            }
            if outcome.result { report.came(collection.subtype.movingTopic) }
            steps += outcome.undo.steps
        }
        progress(.applying(done: plan.photos.count, total: plan.photos.count))
        return UndoInformation(steps: steps)
    }
}

extension ChangeRequests {
    /// The row of a photo that was imported, for a film of a Live Photo that of the photo; nil where it was not, or is gone
    /// already.
    fileprivate func row(ofMoved identifier: String?) throws -> Int64? {
        guard let identifier,
            let row = try connection.visibleRows(identifiers: [identifier], viewer: viewer)[0]
        else { return nil }
        return try connection.int64("SELECT coalesce(part_of, id) FROM asset WHERE id = ?", row)
    }
}

extension AssetCollectionSubtype {
    fileprivate var movingTopic: MovingReport.Topic {
        switch self {
        case .albumSyncedEvent: .events
        case .albumSyncedFaces: .people
        default: .albums
        }
    }
}

extension MovingReport.Tally {
    fileprivate mutating func note(_ result: ImportResult) {
        switch result.verdict {
        case .imported: came(.photos)
        case .duplicate: came(.alreadyThere)
        case .unsupported, .corrupt, .unreadable, .noSpace, .skipped:
            left(.photos, because: result.reason ?? result.verdict.rawValue, path: result.path)
        }
    }
}
