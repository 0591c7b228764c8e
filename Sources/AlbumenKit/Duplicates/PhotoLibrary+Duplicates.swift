// SPDX-License-Identifier: GPL-3.0-or-later
// Finding what is in the library twice.

import Imaging
import Metadata
import SQLite

extension PhotoLibrary {
    /// Assets whose files are the same, and assets that look the same, as far as this client sees them: identical ones
    /// first, then by the newest. Not those in Recently Deleted, nor hidden ones.
    ///
    /// Reads only what has not been looked at before, less urgently than anything on the screen: files of equal sizes
    /// for their content, tiles (or files that have none) for what they show. `progress` gets growing fractions up to
    /// 1, on any thread. Cancelling the task ends it; what was found out is kept.
    public func duplicates(progress: (@Sendable (Double) -> Void)? = nil) async throws -> [DuplicateGroup] {
        let finder = DuplicateFinder(
            catalog: catalog, queue: BlockingQueue(label: "albumen.duplicates", concurrent: true))
        let sizes = try await catalog.sizesOfSeveralFiles()
        let pictures = try await catalog.rowsWithoutFingerprint()
        let steps = Double(max(1, sizes.count + pictures.count))
        for (index, size) in sizes.enumerated() {
            try Task.checkCancellation()
            try await finder.hashOthers(ofSize: size)
            progress?(Double(index + 1) / steps)
        }
        try await Fingerprinter(library: self).look(at: pictures) { done in
            progress?((Double(sizes.count) + Double(done)) / steps)
        }
        return try await knownDuplicates()
    }

    /// What is known already, without reading a file.
    func knownDuplicates() async throws -> [DuplicateGroup] {
        let identical = try await catalog.rowsOfEqualContent()
        let prints = try await catalog.fingerprints()
        // Of what is identical one stands for all.
        let spare = Set(identical.flatMap { $0.dropFirst() })
        let similar = SimilarPictures.groups(prints.filter { !spare.contains($0.row) })
        return try await groups(.identical, identical) + groups(.similar, similar)
    }

    private func groups(
        _ likeness: DuplicateGroup.Likeness, _ rows: [[Int64]]
    ) async throws -> [DuplicateGroup] {
        let viewer = viewer
        let groups = try await catalog.read { connection in
            try rows.map { group in
                try connection.assets(rows: try group.filter { try connection.canSee(asset: $0, viewer) })
                    .compactMap { $0 }.filter { !$0.isHidden && $0.trashedDate == nil }
            }
        }
        return groups.filter { $0.count > 1 }.map { DuplicateGroup(likeness, $0) }
            .sorted { ($0.assets[0].addedDate, $0.id) > ($1.assets[0].addedDate, $1.id) }
    }
}

/// Finds out what pictures look like, a few at a time.
private struct Fingerprinter {
    let library: PhotoLibrary
    /// Pictures that are written down in one transaction.
    private static let batchSize = 200

    func look(at rows: [Int64], done: (Int) -> Void) async throws {
        var known: [Int64: PerceptualHash?] = [:]
        for (index, row) in rows.enumerated() {
            try Task.checkCancellation()
            if let file = try await library.catalog.files(inRows: [row]).first,
                let look = await look(at: file)
            {
                known[row] = look
            }
            if known.count == Self.batchSize || index == rows.count - 1 {
                try await library.catalog.keepFingerprints(known)
                known = [:]
            }
            done(index + 1)
        }
    }

    /// Nil where nobody can tell now; a nil inside where nobody ever will.
    private func look(at file: LocatedFile) async -> PerceptualHash?? {
        let request = ThumbnailSize.small.request
        let key = ThumbnailKey(identity: file.localIdentifier, stamp: file.stamp)
        do throws(DecodeFailure) {
            if let tile = await library.thumbnails.thumbnail(for: key, atLeast: .small) {
                return .some(try PerceptualHash(of: JPEGDecoder.decode(trusted: tile.jpeg, request: request)))
            }
            let opened = await Catalog.disk.run { try? OpenFile(path: file.path) }
            guard let opened, opened.stamp.isUnchanged(since: file.stamp) else { return nil }
            let pixels = try await library.decoders.image(opened, request, priority: .background)
            return .some(try PerceptualHash(of: pixels))
        } catch {
            return error.isLasting ? .some(nil) : nil
        }
    }
}
