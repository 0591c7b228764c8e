// SPDX-License-Identifier: GPL-3.0-or-later
// The folders that are being watched, by path and by what they are on disk, so that a folder that was renamed is told
// from a new one.

import Metadata

struct FolderIndex: Sendable {
    private var identities: [FilePath: FolderIdentity] = [:]
    private var paths: [FolderIdentity: FilePath] = [:]

    var visited: Set<FolderIdentity> { Set(paths.keys) }

    func path(of identity: FolderIdentity) -> FilePath? { paths[identity] }

    mutating func insert(_ path: FilePath, _ identity: FolderIdentity) {
        identities[path] = identity
        paths[identity] = path
    }

    /// Forgets a folder and all below it; returns their paths.
    mutating func remove(atOrBelow path: FilePath) -> [FilePath] {
        let gone = identities.keys.filter { $0.isAtOrBelow(path) }
        for path in gone {
            guard let identity = identities.removeValue(forKey: path) else { continue }
            if paths[identity] == path { paths[identity] = nil }
        }
        return gone
    }

    /// Folders known directly in `folder` that it does not hold any more.
    func vanishedChildren(of folder: FilePath, now subfolders: [FolderContents.Subfolder]) -> [FilePath] {
        let present = Dictionary(
            subfolders.map { ($0.path, $0.identity) }, uniquingKeysWith: { first, _ in first })
        return identities.filter { $0.key.parent == folder && present[$0.key] != $0.value }.map(\.key)
    }
}

extension FilePath {
    func isAtOrBelow(_ folder: FilePath) -> Bool {
        guard bytes.starts(with: folder.bytes) else { return false }
        let slash = UInt8(ascii: "/")
        return bytes.count == folder.bytes.count || folder.bytes.last == slash
            || bytes[folder.bytes.count] == slash
    }

    /// Without slashes at the end, the root's own aside.
    var withoutTrailingSlash: FilePath {
        var bytes = bytes
        while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
        return FilePath(bytes: bytes)
    }
}
