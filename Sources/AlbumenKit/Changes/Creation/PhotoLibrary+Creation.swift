// SPDX-License-Identifier: GPL-3.0-or-later
// Reading a file before the change that makes an asset of it, so that a bad one is an error at once and a change never
// waits for a disk.

import Foundation
import Glibc
import Imaging
import Metadata

extension PhotoLibrary {
    private static let creationQueue = BlockingQueue(label: "albumen-creation", concurrent: true)

    /// Reads and copies a photo or video, for `ChangeRequests.create`. The file itself stays as it is.
    ///
    /// Throws `notAuthorized`; `file`, `invalidResource` (it is no photo or video, or is broken) or `noSpace`, each with
    /// the path; `operationInterrupted` where it may go well another time. A request that no change uses leaves
    /// nothing.
    ///
    /// - Parameter filename: the name it gets in the library; nil for its own.
    public func creationRequest(
        forFileAt path: FilePath, filename: String? = nil
    ) async throws -> AssetCreationRequest {
        try await requireAdding()
        let queue = Self.creationQueue
        let reader = MediaReader(decoders: decoders, queue: queue)
        // Asking for a tile is what proves that a picture decodes.
        let reading = try await reader.read(path, thumbnail: ThumbnailSize.small.request)
        guard case .media(let file, var facts, let tile) = reading else {
            throw Self.error(of: reading, path)
        }
        // They do not come with the copy.
        facts.sidecars = []
        if let row = try await twin(of: file) {
            return AssetCreationRequest(client: client, facts: facts, source: .existing(row: row))
        }
        let name = try filename.map(Self.validName) ?? path.lastComponent.bytes
        let time = facts.captureTime ?? MediaReader.captureTime(ofFile: file)
        return try await queue.run { [client, originals, facts] in
            do throws(CopyError) {
                let staged = try originals.stage(file, capturedAt: time)
                let record = FileRecord(
                    folder: staged.folder.path, name: name, stamp: file.stamp, facts: facts, state: .ok,
                    addedBy: client)
                return AssetCreationRequest(
                    client: client, facts: facts, source: .new(staged.file, record, tile))
            } catch {
                throw LibraryError(error)
            }
        }
    }

    /// The same for bytes in memory: a whole file of any format that can be imported.
    public func creationRequest(forData data: Data, filename: String) async throws -> AssetCreationRequest {
        try await requireAdding()
        let name = try Self.validName(filename)
        let folder = location.cache.appending("creation-\(UUID().uuidString)")
        let path = folder.appending(name)
        let queue = Self.creationQueue
        let request: Result<AssetCreationRequest, any Error>
        do {
            try await queue.run { try Self.write(data, to: path, in: folder) }
            request = .success(try await creationRequest(forFileAt: path))
        } catch {
            request = .failure(error)
        }
        await queue.run {
            _ = path.withCString { unlink($0) }
            _ = folder.withCString { rmdir($0) }
        }
        return try request.get()
    }

    /// One asset of several files. What cannot be held together throws `notAllowed`: see
    /// `AssetCreationRequest.supportsAssetResourceTypes`.
    public func creationRequest(
        forResources resources: [AssetResourceType: FilePath]
    ) async throws -> AssetCreationRequest {
        guard AssetCreationRequest.supportsAssetResourceTypes(Set(resources.keys)) else {
            throw LibraryError.notAllowed(
                "an asset is made of one photo or one video, or of a photo with its film or with its RAW")
        }
        var requests: [AssetResourceType: AssetCreationRequest] = [:]
        for (type, path) in resources {
            let request = try await creationRequest(forFileAt: path)
            let isFilm = type == .video || type == .pairedVideo
            guard (request.mediaType == .video) == isFilm else {
                throw LibraryError.invalidResource(path, reason: "It is not a \(isFilm ? "video" : "photo")")
            }
            requests[type] = request
        }
        if let video = requests[.video] { return video }
        guard let photo = requests[.photo] else { throw LibraryError.notAllowed("an asset needs a photo") }
        if let film = requests[.pairedVideo] {
            return AssetCreationRequest(photo, part: film, .pairedVideo)
        }
        guard let other = requests[.alternatePhoto], let path = resources[.alternatePhoto] else {
            return photo
        }
        guard photo.isRaw != other.isRaw else {
            throw LibraryError.invalidResource(path, reason: "Of the two photos one has to be a RAW")
        }
        return AssetCreationRequest(photo, part: other, .alternatePhoto)
    }

    private func requireAdding() async throws {
        let (client, access) = (client, catalog.access)
        let status = try await catalog.read { try access.status(of: client, for: .addOnly, in: $0) }
        guard Viewer(client, status) != .nothing else { throw LibraryError.notAuthorized(status) }
    }

    /// An asset of the same content that the client sees, whose file is there.
    private func twin(of file: OpenFile) async throws -> Int64? {
        let viewer = viewer
        guard viewer != .nothing else { return nil }
        let finder = DuplicateFinder(catalog: catalog, queue: Self.creationQueue)
        let twins = try await finder.twins(of: file).assets
        let visible = try await catalog.rows(twins.map(\.rowID), visibleTo: viewer)
        // One that is not deleted rather than one that is.
        let seen = twins.filter { visible.contains($0.rowID) }
        let inOrder = seen.filter { !$0.isTrashed } + seen.filter(\.isTrashed)
        return await Self.creationQueue.run {
            inOrder.first(where: \.isThere)?.rowID
        }
    }

    private static func error(of reading: Reading, _ path: FilePath) -> LibraryError {
        switch reading {
        case .gone: .file(.notFound(path))
        case .noDecoder(let reason), .noResources(let reason): .operationInterrupted(reason)
        case .notMedia(let reason), .broken(_, _, _, let reason): .invalidResource(path, reason: reason)
        case .media: .invalidResource(path, reason: "")
        }
    }

    /// The bytes of a name, without the folders that may stand before it.
    private static func validName(_ name: String) throws -> [UInt8] {
        let last = FilePath(name).lastComponent.bytes
        guard !last.isEmpty, last != Array(".".utf8), last != Array("..".utf8), !last.contains(0) else {
            throw LibraryError.notAllowed("“\(name)” is no file name")
        }
        return last
    }

    /// Blocking.
    private static func write(_ data: Data, to path: FilePath, in folder: FilePath) throws {
        guard folder.withCString({ mkdir($0, 0o700) }) == 0 else {
            throw LibraryError.file(.io(folder, errno: errno))
        }
        let file = path.withCString { Glibc.open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
        guard file >= 0 else { throw LibraryError.file(.io(path, errno: errno)) }
        defer { close(file) }
        try data.withUnsafeBytes { bytes in
            var written = 0
            while written < bytes.count {
                let count = Glibc.write(file, bytes.baseAddress! + written, bytes.count - written)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else {
                    throw errno == ENOSPC || errno == EDQUOT
                        ? LibraryError.noSpace(folder) : LibraryError.file(.io(path, errno: errno))
                }
                written += count
            }
        }
    }
}
