// SPDX-License-Identifier: GPL-3.0-or-later
// What has to be done about one folder: its listing against what the catalog knows. Decides that unchanged files
// are not read again.

import Metadata

/// A file to be read.
struct Candidate: Sendable {
    var folder: FilePath
    var entry: DirectoryEntry
    /// Whether the catalog has an asset for this name.
    var isKnown: Bool
}

struct FolderDifference: Sendable {
    /// Names that the catalog does not know: new here, or moved here.
    var new: [DirectoryEntry] = []
    /// Known names whose file or sidecars are others now, or that were read by an older detector.
    var changed: [DirectoryEntry] = []
    /// Rows that were marked offline and whose file is back as it was.
    var back: [Int64] = []
    /// Rows whose file is gone and that are not marked yet.
    var missing: [Int64] = []
    /// Files that need nothing.
    var unchangedCount = 0

    init(_ contents: FolderContents, known: [KnownFile], detector: Int = DetectorVersion.current) {
        let byName = Dictionary(known.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        var present: Set<Int64> = []
        for entry in contents.candidates {
            guard let file = byName[entry.name] else {
                new.append(entry)
                continue
            }
            present.insert(file.rowID)
            let hasOtherSidecars =
                file.state == .ok && file.sidecarStamp != contents.sidecarStamp(of: entry.name)
            if !entry.stamp.isUnchanged(since: file.stamp) || file.factsVersion != detector
                || hasOtherSidecars
            {
                changed.append(entry)
            } else {
                unchangedCount += 1
                if file.state == .offline { back.append(file.rowID) }
            }
        }
        missing = known.filter { !present.contains($0.rowID) && $0.state != .offline }.map(\.rowID)
    }
}
