// SPDX-License-Identifier: GPL-3.0-or-later
// Reading the files of assets, through the client's view.

import Metadata

extension PhotoLibrary {
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
        try await requireSeeing(resource.asset)
        let isCancelled = CancellationFlag()
        try await withTaskCancellationHandler {
            try await resourceQueue.run {
                try Self.copy(resource.asset.path, to: path) { fraction in
                    progress?(fraction)
                    return !isCancelled.isSet
                }
            }
        } onCancel: {
            isCancelled.set()
        }
    }

    /// Blocking.
    private static func copy(
        _ source: FilePath, to path: FilePath, goesOn: (Double) -> Bool
    ) throws {
        guard let parent = path.parent ?? (path.bytes.isEmpty ? nil : FilePath(".")) else {
            throw LibraryError.file(.notFound(path))
        }
        let file = try OpenFile(path: source, throwing: LibraryError.file)
        do throws(CopyError) {
            let temporary = try TemporaryFile(in: OriginalsFolder.Folder(parent))
            try temporary.copy(from: file, goesOn: goesOn)
            try temporary.publish(exactlyAs: path.lastComponent.bytes)
        } catch {
            if case .cancelled = error { throw CancellationError() }
            throw LibraryError(error)
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
