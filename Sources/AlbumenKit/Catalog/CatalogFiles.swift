// SPDX-License-Identifier: GPL-3.0-or-later
// What the scan and the import write: folders and the files in them. OWNER: catalog; CALLER: scan.

import Metadata
import SQLite

/// A file as the catalog knows it, for deciding whether to read it again.
struct KnownFile: Sendable {
    var rowID: Int64
    var name: [UInt8]
    var stamp: FileStamp
    /// `DetectorVersion` at the last reading.
    var factsVersion: Int
    var state: AssetState
}

/// What a reading of a file found.
struct FileRecord: Sendable {
    var folder: FilePath
    var name: [UInt8]
    var stamp: FileStamp
    /// Nil where nothing could be read; the asset is then broken.
    var facts: FileFacts?
    var state: AssetState
}

/// What recording a file did.
enum RecordOutcome: Sendable {
    case inserted(Int64)
    case updated(Int64)
    /// An asset whose file was gone was recognised here by its identity (device, inode, size, time).
    case moved(Int64)
}

extension Catalog {
    /// Roots that the person lets Albumen watch, in order of adding.
    func watchedFolders() async throws -> [FilePath] { fatalError("catalog") }
    func addWatchedFolder(_ path: FilePath) async throws { fatalError("catalog") }
    func removeWatchedFolder(_ path: FilePath) async throws { fatalError("catalog") }

    /// The files known in one folder, not below it.
    func knownFiles(in folder: FilePath) async throws -> [KnownFile] { fatalError("catalog") }
    /// Every folder known at or below a path.
    func knownFolders(below root: FilePath) async throws -> [FilePath] { fatalError("catalog") }

    /// Records readings in one transaction, in order. One change notification.
    func record(_ files: [FileRecord]) async throws -> [RecordOutcome] { fatalError("catalog") }

    /// Files that are no longer where they were. `offline`: the volume is away (kept, marked); else gone: kept as
    /// offline too, so that a file moved outside is found again by identity; see DESIGN "Missing is not deleted".
    func markMissing(_ rows: [Int64]) async throws { fatalError("catalog") }
    /// Files that are back, unchanged.
    func markPresent(_ rows: [Int64]) async throws { fatalError("catalog") }
}
