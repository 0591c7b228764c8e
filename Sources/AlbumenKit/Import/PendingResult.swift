// SPDX-License-Identifier: GPL-3.0-or-later
// A result that waits for its batch to be in the catalog.

import Imaging
import Metadata

/// Belongs to its `ImportRun`.
final class PendingResult {
    var result: ImportResult
    /// What to enter, if anything.
    let record: FileRecord?
    let thumbnail: InspectedThumbnail?
    /// The file that this run took earlier and that this one equals.
    let twin: TakenFile?
    /// This file, where it was taken.
    let taken: TakenFile?
    /// Whether the asset has to come into the client's view.
    let isClaim: Bool
    /// The asset, once it is known.
    var rowID: Int64?

    init(
        result: ImportResult, record: FileRecord? = nil, thumbnail: InspectedThumbnail? = nil,
        twin: TakenFile? = nil, taken: TakenFile? = nil, existing: Int64? = nil,
        isClaim: Bool = false
    ) {
        self.result = result
        self.record = record
        self.thumbnail = thumbnail
        self.twin = twin
        self.taken = taken
        self.isClaim = isClaim
        rowID = existing
    }

    /// Whether its verdict holds only once the catalog has entered it.
    var waits: Bool { record != nil || twin != nil || isClaim }
}

/// A file that this run has taken, so that the next one of the same content is known as its duplicate before the
/// catalog can say so. Belongs to its `ImportRun`.
final class TakenFile {
    let path: FilePath
    var hash: ContentHash?
    var rowID: Int64?
    /// Whether it could not be entered: it is nobody's twin then.
    var isLost = false

    init(path: FilePath, hash: ContentHash?) {
        self.path = path
        self.hash = hash
    }
}

/// The files that a run has taken, by size and then by content.
struct TakenFiles {
    private var bySize: [Int64: [TakenFile]] = [:]

    func files(ofSize size: Int64) -> [TakenFile] { (bySize[size] ?? []).filter { !$0.isLost } }

    mutating func add(_ path: FilePath, size: Int64, hash: ContentHash?) -> TakenFile {
        let file = TakenFile(path: path, hash: hash)
        bySize[size, default: []].append(file)
        return file
    }
}
