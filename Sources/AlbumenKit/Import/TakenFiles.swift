// SPDX-License-Identifier: GPL-3.0-or-later
// What an import has taken lately, so that the next file of the same content is known as its duplicate before the catalog
// can say so.

import Metadata

/// A file that was taken. Belongs to its `ImportRun`.
final class TakenFile {
    let item: Int64
    let path: FilePath
    var hash: ContentHash?
    /// Its asset, once the catalog has it, and how many batches had been entered then.
    private(set) var entered: (row: Int64, batch: Int)?

    init(item: Int64, path: FilePath, hash: ContentHash?) {
        self.item = item
        self.path = path
        self.hash = hash
    }

    func isEntered(as row: Int64, inBatch batch: Int) { entered = (row, batch) }
}

/// By size and then by content.
struct TakenFiles {
    private var bySize: [Int64: [TakenFile]] = [:]
    private var forgottenBy = 0

    func files(ofSize size: Int64) -> [TakenFile] { bySize[size] ?? [] }

    mutating func add(_ file: TakenFile, size: Int64) { bySize[size, default: []].append(file) }

    /// Forgets what the catalog had already when `batch` batches were entered: whoever looked after that has found it.
    mutating func forget(enteredBy batch: Int) {
        guard batch > forgottenBy else { return }
        forgottenBy = batch
        for (size, files) in bySize {
            let kept = files.filter { $0.entered.map { $0.batch > batch } ?? true }
            if kept.count < files.count { bySize[size] = kept.isEmpty ? nil : kept }
        }
    }
}
