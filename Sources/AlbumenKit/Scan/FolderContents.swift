// SPDX-License-Identifier: GPL-3.0-or-later
// A folder's listing, sorted into what is read, what is gone down into, and what is left alone and why. Nothing of
// the library's own is ever opened.

import Glibc
import Metadata

/// The folders that are being scanned, as they really lie on disk. Decides which links are followed, and what is closed.
struct FolderScope: Sendable {
    /// Ending in a slash, so that one is a prefix of another only where it holds it.
    private let realRoots: [[UInt8]]
    private let closed: Set<FolderIdentity>

    /// Blocking.
    /// - Parameter closed: folders that nothing is opened in, by whatever path: the library's own. To open its catalog
    ///   and close it again would give up the locks that this process holds on it (sqlite.org/howtocorrupt.html, 2.2).
    init(roots: [FilePath], closed: [FilePath]) {
        realRoots = roots.compactMap { Self.realPath($0).map { $0.last == slash ? $0 : $0 + [slash] } }
        self.closed = Set(closed.compactMap { FolderIdentity(at: $0) })
    }

    func isClosed(_ folder: FolderIdentity) -> Bool { closed.contains(folder) }

    /// Whether what is at a path, links followed, is a closed folder or lies in one. Blocking.
    func isClosed(_ path: FilePath) -> Bool {
        guard !closed.isEmpty, let real = Self.realPath(path) else { return false }
        var place: FilePath? = FilePath(bytes: real)
        while let folder = place {
            if let identity = FolderIdentity(at: folder), closed.contains(identity) { return true }
            place = folder.parent
        }
        return false
    }

    /// Whether what a link leads to lies in one of the folders itself, and so is found without the link.
    /// What lies under a hidden folder is not found without it. Blocking.
    func covers(linkAt path: FilePath) -> Bool {
        guard let real = Self.realPath(path) else { return false }
        return realRoots.contains { root in
            guard (real + [slash]).starts(with: root) else { return false }
            let below = real.dropFirst(root.count).split(separator: slash)
            return !below.contains { $0.first == UInt8(ascii: ".") }
        }
    }

    private static func realPath(_ path: FilePath) -> [UInt8]? {
        guard let text = path.withCString({ realpath($0, nil) }) else { return nil }
        defer { free(text) }
        return FilePath(cString: text).bytes
    }
}

private let slash = UInt8(ascii: "/")

/// What a folder holds for a scan or an import.
struct FolderContents: Sendable {
    struct Subfolder: Sendable {
        var path: FilePath
        var identity: FolderIdentity
        /// Nanoseconds since 1970 at which a name was last added or removed in it.
        var modified: Int64
    }

    /// Something in the folder that is no candidate, with the reason in words.
    struct Ignored: Sendable {
        var name: [UInt8]
        var reason: String
    }

    var path: FilePath
    var identity: FolderIdentity
    /// Regular files whose name does not say that they are something else, in byte order of names.
    var candidates: [DirectoryEntry] = []
    var subfolders: [Subfolder] = []
    var ignored: [Ignored] = []
    /// Files that may say more of the candidates beside them.
    private var sidecars: [[UInt8]: FileStamp] = [:]

    /// Lists and sorts. Blocking: never call it on the cooperative pool.
    init(of path: FilePath, scope: FolderScope) throws(ListingError) {
        let listing = try DirectoryListing(of: path)
        self.path = path
        identity = listing.identity
        for entry in listing.entries {
            if case .file = entry.kind, SidecarKind.mayBe(entry.name) { sidecars[entry.name] = entry.stamp }
            if let reason = Self.reasonToIgnore(entry, in: path, scope: scope) {
                ignored.append(Ignored(name: entry.name, reason: reason))
            } else if case .folder(let identity) = entry.kind {
                subfolders.append(
                    Subfolder(
                        path: path.appending(entry.name), identity: identity,
                        modified: entry.stamp.modificationTime))
            } else {
                candidates.append(entry)
            }
        }
    }

    /// `Sidecar.stamp` of a candidate's sidecars.
    func sidecarStamp(of name: [UInt8]) -> Int64 {
        if sidecars.isEmpty { return 0 }
        let found = Sidecar.find(for: name) { name in
            sidecars[name].flatMap { $0.size > 0 ? ($0.size, $0.modificationTime) : nil }
        }
        return Sidecar.stamp(of: found)
    }

    static let closedReason = "It belongs to the library itself"

    /// Why an entry is neither a candidate nor a folder to go down into; nil where it is.
    static func reasonToIgnore(_ entry: DirectoryEntry, in folder: FilePath, scope: FolderScope)
        -> String?
    {
        if case .folder(let identity) = entry.kind, scope.isClosed(identity) { return closedReason }
        if entry.isHidden { return "Its name begins with a dot: hidden" }
        switch entry.kind {
        case .special(let what): return "It is \(what), not a file"
        case .deadLink: return "It is a link that leads nowhere"
        case .file, .folder:
            if entry.isLink, scope.covers(linkAt: folder.appending(entry.name)) {
                return "It is a link to something that is found without it"
            }
            if entry.isLink, scope.isClosed(folder.appending(entry.name)) { return closedReason }
            if case .file = entry.kind, MediaName(entry.name) == .other {
                return "Its name is not that of a photo or video"
            }
            return nil
        }
    }
}
