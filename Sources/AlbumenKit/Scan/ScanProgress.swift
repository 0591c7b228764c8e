// SPDX-License-Identifier: GPL-3.0-or-later
// What the scan tells about itself.

import Metadata

/// How far a scan has come. Counts are files that could be photos or videos.
public struct ScanProgress: Sendable, Equatable {
    public var isScanning = false
    /// Files found so far; grows while folders are still being listed.
    public var found = 0
    /// Files settled: read, or known and unchanged.
    public var done = 0
    /// Whether `found` is final.
    public var isListingComplete = false
    /// A folder that could not be read, and why, for the person.
    public var problems: [ScanProblem] = []
    public init() {}
}

/// Something the scan could not do, in words that name the file.
public struct ScanProblem: Sendable, Equatable, Hashable {
    public var path: FilePath
    public var message: String
}
