// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the library already has a file's content. Only files of equal size are compared, by SHA-256, and each is
// hashed once: the hashes are kept.

import Metadata

struct DuplicateFinder: Sendable {
    let catalog: Catalog
    let queue: BlockingQueue

    /// The assets with the content of `file`, whoever may see them; and the hash of `file` where it was needed.
    ///
    /// - Parameter hash: of `file`, where it is known.
    func twins(
        of file: OpenFile, hash: ContentHash? = nil
    ) async throws -> (assets: [LocatedFile], hash: ContentHash?) {
        guard try await catalog.hasFile(ofSize: file.size),
            let ours = if let hash { hash } else { await self.hash(file) }
        else { return ([], hash) }
        try await hashOthers(ofSize: file.size)
        let same = try await catalog.files(ofSize: file.size, contentHash: ours.bytes)
        return (same.filter { $0.path != file.path }, ours)
    }

    func hash(_ file: OpenFile) async -> ContentHash? {
        await queue.run { try? ContentHash(of: file) }
    }

    func hash(at path: FilePath) async -> ContentHash? {
        await queue.run { (try? OpenFile(path: path)).flatMap { try? ContentHash(of: $0) } }
    }

    /// Hashes every asset's file of this size, in bytes, that has no hash yet. Those that are away wait.
    func hashOthers(ofSize size: Int64) async throws {
        var hashes: [Int64: [UInt8]] = [:]
        for other in try await catalog.files(ofSize: size, contentHash: nil) where other.state != .offline {
            hashes[other.rowID] = await queue.run {
                // Another file by now: its hash would be wrong for the asset.
                guard let file = try? OpenFile(path: other.path), file.stamp.isUnchanged(since: other.stamp)
                else { return nil }
                return (try? ContentHash(of: file))?.bytes
            }
        }
        if !hashes.isEmpty { try await catalog.keepContentHashes(hashes) }
    }
}
