// SPDX-License-Identifier: GPL-3.0-or-later
// Recording what a reading of files found. What the person set (favourite, hidden, rating, titles) outlives a
// new reading.

import Metadata
import SQLite

/// What a reading of a file found.
package struct FileRecord: Sendable {
    package var folder: FilePath
    package var name: [UInt8]
    package var stamp: FileStamp
    /// Nil where nothing could be read; the asset is then broken.
    package var facts: FileFacts?
    package var state: AssetState
    /// False for a photo whose facts were read and whose picture was not decoded: it is kept in mind until it was.
    package var isProven = true
    /// False where a passing error kept the file from being read: the next scan reads it again.
    package var isFinal = true
    /// The client that added it by import; it stays visible to that client under limited access. Nil for a
    /// scan.
    package var addedBy: ClientIdentifier?

    package init(
        folder: FilePath, name: [UInt8], stamp: FileStamp, facts: FileFacts?, state: AssetState,
        addedBy: ClientIdentifier? = nil
    ) {
        self.folder = folder
        self.name = name
        self.stamp = stamp
        self.facts = facts
        self.state = state
        self.addedBy = addedBy
    }
}

/// What recording a file did.
package enum RecordOutcome: Sendable, Equatable {
    case inserted(Int64)
    /// The asset at this path, or an older one whose file was renamed onto it.
    case updated(Int64)
    /// An asset whose file was gone was recognised here by its identity (inode or name, size, modification
    /// time).
    case moved(Int64)

    package var rowID: Int64 {
        switch self {
        case .inserted(let row), .updated(let row), .moved(let row): row
        }
    }
}

extension Catalog {
    /// Records readings in one transaction, in order. One change notification. Looks at the disk before it, where
    /// files may be ones that were elsewhere.
    @discardableResult
    package func record(_ files: [FileRecord]) async throws -> [RecordOutcome] {
        guard !files.isEmpty else { return [] }
        let lost = try await lostAssets(for: files)
        return try await write { writer in
            let recorder = FileRecorder(writer: writer)
            return try zip(files, lost).map { try recorder.record($0, lost: $1) }
        }
    }
}
