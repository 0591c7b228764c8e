// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a library is whole: its catalog, its files, its decoder, its thumbnails.

import Glibc
import Imaging
import Metadata

/// What one check found.
public struct LibraryFinding: Sendable {
    /// The checks, in the order in which they are made.
    public enum Check: String, Sendable, CaseIterable {
        /// The catalog's file as SQLite sees it, references between rows, and kept counts against a count.
        case catalog
        /// Files that are not where the catalog says, or are back.
        case files
        /// Whether the decoder program can be started.
        case decoder
        /// Whether thumbnails can be stored.
        case thumbnails
    }

    public var check: Check
    /// In words; empty where all is well.
    public var problems: [String]
    /// Whether the problems were repaired.
    public var isRepaired = false
    /// What else is worth knowing, in words; such as how the decoder is shut in.
    public var remark: String?
}

extension PhotoLibrary {
    /// Examines the library; with `repairing`, makes anew what can be made from the rest: counts, and which files are
    /// offline. Reads all of the catalog and looks at each file once.
    public func examine(repairing: Bool = false) async throws -> [LibraryFinding] {
        [
            try await examineCatalog(repairing), try await examineFiles(repairing), await examineDecoder(),
            await examineThumbnails(),
        ]
    }

    private func examineCatalog(_ repairing: Bool) async throws -> LibraryFinding {
        var finding = LibraryFinding(check: .catalog, problems: try await catalogProblems())
        if repairing, !finding.problems.isEmpty {
            try await rebuildCounts()
            finding.isRepaired = try await catalogProblems().isEmpty
        }
        return finding
    }

    private func examineFiles(_ repairing: Bool) async throws -> LibraryFinding {
        var missing: [Int64] = []
        var back: [Int64] = []
        for folder in try await catalog.knownFolders(below: FilePath("/")) {
            let files = try await catalog.knownFiles(in: folder)
            let isThere = await Catalog.disk.run {
                // Following links: an asset may be a link's.
                files.map { file in folder.appending(file.name).withCString { access($0, F_OK) == 0 } }
            }
            for (file, isThere) in zip(files, isThere) where isThere == (file.state == .offline) {
                if isThere { back.append(file.rowID) } else { missing.append(file.rowID) }
            }
        }
        var finding = LibraryFinding(check: .files, problems: [])
        if !missing.isEmpty { finding.problems.append("\(missing.count) files are not where they were") }
        if !back.isEmpty { finding.problems.append("\(back.count) files are back") }
        if repairing {
            try await catalog.markMissing(missing)
            try await catalog.markPresent(back)
            finding.isRepaired = true
        }
        return finding
    }

    /// Has a decoder look at a file that is no picture, this program's own: that it answers is what counts.
    private func examineDecoder() async -> LibraryFinding {
        var finding = LibraryFinding(check: .decoder, problems: [])
        guard let file = await Catalog.disk.run({ try? OpenFile(path: FilePath("/proc/self/exe")) }) else {
            return finding
        }
        do throws(DecodeFailure) {
            finding.remark = try await decoders.prepare().description
            _ = try await decoders.inspect(file)
        } catch {
            finding.problems = [error.description]
        }
        return finding
    }

    private func examineThumbnails() async -> LibraryFinding {
        let isWritable = location.cache.withCString { access($0, W_OK) == 0 }
        return LibraryFinding(
            check: .thumbnails, problems: isWritable ? [] : ["“\(location.cache)” cannot be written"])
    }
}
