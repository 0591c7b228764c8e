// SPDX-License-Identifier: GPL-3.0-or-later
// Reading the files of assets, through the client's view.

import Metadata

extension PhotoLibrary {
    /// All files of an asset, its own first: the film of a Live Photo, the RAW or the JPEG beside the one that is shown, the
    /// rendered edit of a phone's (`IMG_E0001`) and what it was edited by. Throws where this client may not see the asset.
    public func assetResources(for asset: Asset) async throws -> [AssetResource] {
        try await requireSeeing(asset)
        let (parts, sidecar) = try await catalog.read { connection in
            (
                try connection.all(
                    """
                    SELECT id, coalesce(part_kind, ?2) FROM asset WHERE part_of = ?1 OR original_id = ?1
                    ORDER BY part_of IS NULL, id
                    """, asset.rowID, AssetResourceType.fullSizePhoto.rawValue
                ) { (row: $0.int64(0), kind: AssetResourceType(rawValue: $0.int(1))) },
                try connection.first(
                    "SELECT name FROM sidecar WHERE asset_id = ? AND kind = ?", asset.rowID,
                    SidecarKind.adjustments.rawValue
                ) { $0.bytes(0) }
            )
        }
        let files = try await catalog.read { try $0.assets(rows: parts.map(\.row)) }
        var resources = AssetResource.assetResources(for: asset)
        for (part, file) in zip(parts, files) {
            guard let kind = part.kind, let file else { continue }
            let isFilm = kind == .fullSizePhoto && file.mediaType == .video
            resources.append(AssetResource(file, type: isFilm ? .fullSizeVideo : kind, of: asset))
        }
        if let sidecar, let path = asset.path.parent?.appending(sidecar),
            let size = await resourceQueue.run({ FileStamp(followingLinksAt: path)?.size })
        {
            resources.append(AssetResource(adjustmentsAt: path, byteCount: size, of: asset))
        }
        return resources
    }

    /// The bytes of a file, in pieces; see `AssetResourceData`.
    public func data(for resource: AssetResource) -> AssetResourceData {
        AssetResourceData(resource: resource) { [self] in try await requireSeeing($0) }
    }

    /// Writes a file's bytes to a new one, with its modification time, and returns when all of it is on disk: blocks
    /// are shared where the file system can. There is a whole file at `path` afterwards, or none.
    ///
    /// `progress` gets growing fractions up to 1, on any thread. Throws `file(.io(…, EEXIST))` where there is a file
    /// already, `noSpace`, and `invalidResource` where the source changes meanwhile.
    public func writeData(
        for resource: AssetResource, toFile path: FilePath,
        progress: (@Sendable (Double) -> Void)? = nil
    ) async throws {
        guard let parent = path.parent ?? (path.bytes.isEmpty ? nil : FilePath(".")) else {
            throw LibraryError.file(.notFound(path))
        }
        try await copy(resource, into: parent, progress) { temporary throws(CopyError) in
            try temporary.publish(exactlyAs: path.lastComponent.bytes)
        }
    }

    /// Writes a file's bytes to a new one in a folder that is there, as `writeData(for:toFile:)` does, under the name of
    /// the original or, where that is taken, the next free `name-1`, `name-2`, …; returns its path.
    public func writeData(for resource: AssetResource, inFolder folder: FilePath) async throws -> FilePath {
        let name = resource.name
        return try await copy(resource, into: folder) { temporary throws(CopyError) in
            folder.appending(try temporary.publish(as: name).name)
        }
    }

    /// Copies under a hidden name, and has `publish` give it its own.
    private func copy<T: Sendable>(
        _ resource: AssetResource, into folder: FilePath, _ progress: (@Sendable (Double) -> Void)? = nil,
        publish: @escaping @Sendable (TemporaryFile) throws(CopyError) -> T
    ) async throws -> T {
        try await requireSeeing(resource.asset)
        let (source, range) = (resource.path, resource.range)
        let isCancelled = CancellationFlag()
        return try await withTaskCancellationHandler {
            try await resourceQueue.run {
                let file = try OpenFile(path: source, throwing: LibraryError.file)
                do throws(CopyError) {
                    let temporary = try TemporaryFile(in: OriginalsFolder.Folder(folder))
                    try temporary.copy(range, from: file) { fraction in
                        progress?(fraction)
                        return !isCancelled.isSet
                    }
                    return try publish(temporary)
                } catch {
                    if case .cancelled = error { throw CancellationError() }
                    throw LibraryError(error)
                }
            }
        } onCancel: {
            isCancelled.set()
        }
    }

    /// Throws where this client may not see the asset.
    func requireSeeing(_ asset: Asset) async throws {
        let viewer = viewer
        switch viewer {
        case .everything: return
        case .nothing: throw LibraryError.notAuthorized(authorizationStatus(for: .readWrite))
        case .limited:
            guard try await catalog.read({ try $0.canSee(asset: asset.rowID, viewer) }) else {
                throw LibraryError.identifiersNotFound([asset.localIdentifier])
            }
        }
    }
}
