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
    case fresh(FreshFile)
    /// There is no room for it, or for anything.
    case stopped(ImportPause)
}

/// A photo or video that was read, and copied where it is to be.
struct FreshFile: Sendable {
    var file: OpenFile
    var facts: FileFacts
    var thumbnail: InspectedThumbnail?
    var hash: ContentHash?
    /// Nil where it stays in its place.
    var copy: StagedOriginal?
}

struct ImportReader: Sendable {
    let duplicates: DuplicateFinder
    private let catalog: Catalog
    private let reader: MediaReader
    private let originals: OriginalsFolder
    private let meter: ImportMeter
    private let control: ImportControl
    private let mode: ImportMode
    private let client: ClientIdentifier
    /// What the results may speak of.
    private let viewer: Viewer

    init(
        library: PhotoLibrary, options: ImportOptions, originals: OriginalsFolder, meter: ImportMeter,
        control: ImportControl
    ) {
        catalog = library.catalog
        let queue = BlockingQueue(label: "albumen-import-read", concurrent: true)
        reader = MediaReader(decoders: library.decoders, queue: queue)
        duplicates = DuplicateFinder(catalog: library.catalog, queue: queue)
        self.originals = originals
        self.meter = meter
        self.control = control
        mode = options.mode
        client = library.client
        // What the person selects for a client is chosen among everything.
        viewer = options.isSelection ? .everything : library.viewer
    }

    /// Reads a file, once, and copies it where that is asked for and the library has it not.
    func judge(_ item: ImportItem) async throws -> Judgement {
        let judgement = try await decide(item)
        guard case .fresh(var fresh) = judgement, mode == .copy, !item.isOwn else { return judgement }
        do throws(CopyError) {
            let copy = try await stage(fresh, item.id)
            fresh.copy = copy
            fresh.hash = fresh.hash ?? copy.hash
            return .fresh(fresh)
        } catch {
            switch error {
            case .cancelled: throw CancellationError()
            case .noSpace(let folder):
                return .stopped(.noSpace(folder: folder, file: item.path, missingBytes: nil))
            case .destination(let path, let code) where error.isOfDisk:
                return .stopped(.cannotWrite(path, errno: code))
            case .destination, .source, .changedWhileCopied:
                return .settled(
                    ImportResult(path: item.path, verdict: .unreadable, reason: error.message))
            }
        }
    }

    private func stage(_ fresh: FreshFile, _ item: Int64) async throws(CopyError) -> StagedOriginal {
        let time = fresh.facts.captureTime ?? MediaReader.captureTime(ofFile: fresh.file)
        let result = await reader.queue.run { [originals, meter, control] in
            do throws(CopyError) {
                let copy = try originals.stage(fresh.file, capturedAt: time) { part in
                    meter.isCopying(item, bytes: Int64(part * Double(fresh.file.size)))
                    return !control.isCancelled
                }
                return Result<StagedOriginal, CopyError>.success(copy)
            } catch {
                meter.hasDropped(item)
                return .failure(error)
            }
        }
        return try result.get()
    }

    private func decide(_ item: ImportItem) async throws -> Judgement {
        let path = item.path
        switch item.content {
        case .settled(let verdict, let reason):
            return .settled(ImportResult(path: path, verdict: verdict, reason: reason))
        case .file(let stamp, let known?)
        where stamp.isUnchanged(since: known.stamp) && known.factsVersion == DetectorVersion.current:
            return try await alreadyKnown(path, known)
        case .file(let stamp, let known):
            switch await reader.open(path) {
            case .settled(let reading): return await judge(path, stamp, reading, hash: nil)
            case .file(let file):
                if known == nil, let moved = try await movedHere(file) { return moved }
                let (twins, hash) = try await duplicates.twins(of: file)
                if let known = try await judge(file.path, twins) { return known }
                let reading = try await reader.inspect(file, thumbnail: Self.proof)
                return await judge(path, stamp, reading, hash: hash)
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

    /// Whether the library has come by the content of a copy since it was made: another import may be at work.
    func judgeAgain(_ copy: StagedOriginal, of path: FilePath, _ hash: ContentHash?) async throws
        -> Judgement?
    {
        let opened = await reader.queue.run { try? OpenFile(path: copy.file.path) }
        guard let opened else { return nil }
        return try await judge(path, duplicates.twins(of: opened, hash: hash).assets)
    }

    /// The best of the assets with the content of the file at `path`: one that the client sees, that is not deleted, that
    /// is there. Nil where none can stand for it.
    private func judge(_ path: FilePath, _ twins: [LocatedFile]) async throws -> Judgement? {
        let visible = try await catalog.rows(twins.map(\.rowID), visibleTo: viewer)
        func rank(_ twin: LocatedFile) -> Int {
            (visible.contains(twin.rowID) ? 0 : 4) + (twin.isTrashed ? 2 : 0)
                + (twin.state == .offline ? 1 : 0)
        }
        for twin in twins.sorted(by: { (rank($0), $0.rowID) < (rank($1), $1.rowID) }) {
            let isVisible = visible.contains(twin.rowID)
            guard await canStandFor(twin, isVisible: isVisible) else { continue }
            return isVisible ? try await judge(path, twin) : claim(twin.rowID, path)
        }
        return nil
    }

    private func judge(_ path: FilePath, _ twin: LocatedFile) async throws -> Judgement {
        if twin.state == .offline, mode == .reference,
            let file = await reader.queue.run({ try? OpenFile(path: path) })
        {
            return try await takeOver(twin, file, "Already in the library, where it was “\(twin.path)”")
        }
        let result = ImportResult(
            path: path, verdict: .duplicate, reason: "The same content as “\(twin.path)”")
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
    ) async -> Judgement {
        func settled(_ verdict: ImportVerdict, _ reason: String) -> Judgement {
            .settled(ImportResult(path: path, verdict: verdict, reason: reason))
        }
        switch reading {
        case .media(let file, let facts, let thumbnail):
            return .fresh(FreshFile(file: file, facts: facts, thumbnail: thumbnail, hash: hash))
        case .notMedia(let reason): return settled(.skipped, reason)
        case .gone:
            let isVolumeThere = await reader.queue.run {
                path.parent.map { FolderIdentity(at: $0) != nil } ?? true
            }
            return settled(
                .unreadable,
                isVolumeThere
                    ? "It went while it was being imported"
                    : "Its folder is not there any more: was the card or the disk taken out?")
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
