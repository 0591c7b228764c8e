// SPDX-License-Identifier: GPL-3.0-or-later
// Judges one file against the library, reading it at most once. Several run at the same time.

import Imaging
import Metadata

/// What is to be done about a file.
enum Judgement: Sendable {
    /// Nothing.
    case settled(ImportResult)
    /// The asset of this row has its content. A claim is for one that the client could not see so far; its result
    /// says nothing of it.
    case existing(ImportResult, rowID: Int64, isClaim: Bool)
    /// It stays where it is, as an asset that cannot be shown.
    case broken(FileRecord, ImportResult)
    /// A photo or video that the library did not have when it was looked at.
    case fresh(OpenFile, FileFacts, InspectedThumbnail?, ContentHash?)
}

struct ImportReader: Sendable {
    let duplicates: DuplicateFinder
    private let catalog: Catalog
    private let reader: MediaReader
    private let mode: ImportMode
    private let client: ClientIdentifier
    /// What the results may speak of.
    private let viewer: Viewer

    init(library: PhotoLibrary, options: ImportOptions) {
        catalog = library.catalog
        let queue = BlockingQueue(label: "albumen-import-read", concurrent: true)
        reader = MediaReader(decoders: library.decoders, queue: queue)
        duplicates = DuplicateFinder(catalog: library.catalog, queue: queue)
        mode = options.mode
        client = library.client
        // What the person selects for a client is chosen among everything.
        viewer = options.isSelection ? .everything : library.viewer
    }

    func judge(_ item: ImportItem) async throws -> Judgement {
        do {
            return try await decide(item)
        } catch let error where LibraryError.isNoSpace(error) {
            return .settled(
                ImportResult(
                    path: item.path, verdict: .noSpace, reason: "There is no room left for the catalog"))
        }
    }

    private func decide(_ item: ImportItem) async throws -> Judgement {
        switch item {
        case .ignored(let path, let reason):
            return .settled(ImportResult(path: path, verdict: .skipped, reason: reason))
        case .unreadable(let path, let reason):
            return .settled(ImportResult(path: path, verdict: .unreadable, reason: reason))
        case .file(let path, let stamp, let known?)
        where stamp.isUnchanged(since: known.stamp) && known.factsVersion == DetectorVersion.current:
            return try await alreadyKnown(path, known)
        case .file(let path, let stamp, let known):
            switch await reader.open(path) {
            case .settled(let reading): return judge(path, stamp, reading, hash: nil)
            case .file(let file):
                if known == nil, let moved = try await movedHere(file) { return moved }
                let (twins, hash) = try await duplicates.twins(of: file)
                if let known = try await judge(file, twins) { return known }
                let reading = try await reader.inspect(file, thumbnail: Self.proof)
                return judge(path, stamp, reading, hash: hash)
            }
        }
    }

    /// Asking for a tile is what proves that a picture decodes.
    private static let proof = ThumbnailSize.small.request

    /// The tile of a file that was not read in this import; nil where it has none.
    func tile(of file: LocatedFile) async throws -> InspectedThumbnail? {
        let reading = try await reader.read(file.path, thumbnail: Self.proof)
        guard case .media(_, _, let tile) = reading else { return nil }
        return tile
    }

    private func alreadyKnown(_ path: FilePath, _ known: KnownFile) async throws -> Judgement {
        if known.state == .offline { try await catalog.markPresent([known.rowID]) }
        let fault: String? = if case .broken(let fault) = known.state { fault } else { nil }
        guard try await canSee(known.rowID) else { return claim(known.rowID, path, fault: fault) }
        let reason =
            "Already in the library" + (fault.map { ", as a file that cannot be shown: \($0)" } ?? "")
        let result = ImportResult(path: path, verdict: .duplicate, reason: reason)
        return .existing(result, rowID: known.rowID, isClaim: false)
    }

    private func canSee(_ row: Int64) async throws -> Bool {
        try await !catalog.rows([row], visibleTo: viewer).isEmpty
    }

    /// The asset comes into the view of the client, which learns nothing of it by the result.
    private func claim(_ row: Int64, _ path: FilePath, fault: String? = nil) -> Judgement {
        let result = ImportResult(
            path: path, verdict: fault == nil ? .duplicate : .corrupt,
            reason: fault ?? "Already in the library")
        return .existing(result, rowID: row, isClaim: true)
    }

    /// An asset whose file was moved or renamed to this place keeps its identity; nothing is read.
    /// A copy is made all the same: the asset's own file is not where it was, and this one need not stay.
    private func movedHere(_ file: OpenFile) async throws -> Judgement? {
        guard mode == .reference else { return nil }
        let identity = FileIdentity(file.stamp)
        let same = try await catalog.files(withIdentityOf: [file.stamp])
        let queue = reader.queue
        for asset in same where FileIdentity(asset.stamp) == identity && asset.path != file.path {
            // Where any file is, it was not a move: that one is the asset's, and this a backup or a second name of it.
            if await queue.run({ asset.path.isRegularFile }) { continue }
            // An asset that the client cannot see is not moved by what it says.
            guard try await canSee(asset.rowID) else { continue }
            return try await takeOver(asset, file, "Already in the library, where it was “\(asset.path)”")
        }
        return nil
    }

    /// Whether a file of the same content spares a copy: one that is gone, or away, does not. A person may wipe the
    /// card on the word "duplicate".
    private func canStandFor(_ twin: LocatedFile, isVisible: Bool) async -> Bool {
        if mode == .reference, isVisible { return true }
        return await reader.queue.run { twin.isThere }
    }

    /// The best of the assets with the content of `file`: one that the client sees, that is not deleted, that is there.
    /// Nil where none can stand for it.
    private func judge(_ file: OpenFile, _ twins: [LocatedFile]) async throws -> Judgement? {
        let visible = try await catalog.rows(twins.map(\.rowID), visibleTo: viewer)
        func rank(_ twin: LocatedFile) -> Int {
            (visible.contains(twin.rowID) ? 0 : 4) + (twin.isTrashed ? 2 : 0)
                + (twin.state == .offline ? 1 : 0)
        }
        for twin in twins.sorted(by: { (rank($0), $0.rowID) < (rank($1), $1.rowID) }) {
            let isVisible = visible.contains(twin.rowID)
            guard await canStandFor(twin, isVisible: isVisible) else { continue }
            return isVisible ? try await judge(file, twin) : claim(twin.rowID, file.path)
        }
        return nil
    }

    private func judge(_ file: OpenFile, _ twin: LocatedFile) async throws -> Judgement {
        if twin.state == .offline, mode == .reference {
            return try await takeOver(twin, file, "Already in the library, where it was “\(twin.path)”")
        }
        let result = ImportResult(
            path: file.path, verdict: .duplicate, reason: "The same content as “\(twin.path)”")
        return .existing(result, rowID: twin.rowID, isClaim: false)
    }

    private func takeOver(_ asset: LocatedFile, _ file: OpenFile, _ reason: String) async throws -> Judgement
    {
        if mode == .reference {
            let move = FileMove(
                rowID: asset.rowID, folder: file.path.parent ?? FilePath("/"),
                name: file.path.lastComponent.bytes,
                stamp: file.stamp)
            try await catalog.relocate([move])
        }
        return .existing(
            ImportResult(path: file.path, verdict: .duplicate, reason: reason), rowID: asset.rowID,
            isClaim: false)
    }

    private func judge(
        _ path: FilePath, _ stamp: FileStamp, _ reading: Reading, hash: ContentHash?
    ) -> Judgement {
        func settled(_ verdict: ImportVerdict, _ reason: String) -> Judgement {
            .settled(ImportResult(path: path, verdict: verdict, reason: reason))
        }
        switch reading {
        case .media(let file, let facts, let thumbnail): return .fresh(file, facts, thumbnail, hash)
        case .notMedia(let reason): return settled(.skipped, reason)
        case .gone: return settled(.unreadable, "It went while it was being imported")
        case .noDecoder(let reason), .noResources(let reason), .broken(_, _, .unreadable, let reason):
            return settled(.unreadable, reason)
        case .broken(let file, let facts, let fault, let reason):
            let verdict: ImportVerdict = fault == .unsupported ? .unsupported : .corrupt
            guard mode == .reference else { return settled(verdict, reason) }
            let record = FileRecord(
                folder: path.parent ?? FilePath("/"), name: path.lastComponent.bytes,
                stamp: file?.stamp ?? stamp,
                facts: facts, state: .broken(reason: reason), addedBy: client)
            return .broken(record, ImportResult(path: path, verdict: verdict, reason: reason))
        }
    }
}
