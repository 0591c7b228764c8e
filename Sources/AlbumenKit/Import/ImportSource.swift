// SPDX-License-Identifier: GPL-3.0-or-later
// What there is to import: every file named, and every file below every folder named, each once; and what the
// catalog knows of it.

import Glibc
import Metadata

/// Something that will get a verdict.
enum ImportItem: Sendable {
    case file(FilePath, FileStamp, KnownFile?)
    /// No candidate, with the reason.
    case ignored(FilePath, reason: String)
    case unreadable(FilePath, reason: String)

    var path: FilePath {
        switch self {
        case .file(let path, _, _), .ignored(let path, _), .unreadable(let path, _): path
        }
    }
}

/// Lists what was named, a folder at a time, on a queue of its own.
actor ImportSource {
    private let catalog: Catalog
    private let location: LibraryLocation
    private let queue = BlockingQueue(label: "albumen-import-list")
    /// The next one is the last.
    private var named: [FilePath]
    private var walk: (root: FilePath, folders: FolderWalk)?
    private var listed: Set<FilePath> = []
    private var missing: [Int64: FilePath] = [:]
    /// What the catalog knows of one folder: the last that was asked for, since files named come folder by folder.
    private var known: (folder: FilePath, files: [[UInt8]: KnownFile])?

    init(_ paths: [FilePath], library: PhotoLibrary) {
        catalog = library.catalog
        location = library.location
        named = paths.map(\.withoutTrailingSlash).reversed()
    }

    /// The next few; nil at the end. Folders and files in the order given, names in byte order.
    func next() async throws -> [ImportItem]? {
        if let walk {
            if let folder = walk.folders.nextFolder() { return try await list(folder, walk.folders) }
            try await noteVanishedFolders(below: walk.root)
            self.walk = nil
        }
        guard let path = named.popLast() else { return nil }
        return try await begin(path)
    }

    /// Assets below the folders named whose file is no longer where it was, and that have not turned up elsewhere
    /// since. Complete after the last `next()`.
    func missingAssets() async throws -> [Int64] {
        let now = try await catalog.files(inRows: Array(missing.keys))
        return now.filter { missing[$0.rowID] == $0.path }.map(\.rowID)
    }

    private func begin(_ path: FilePath) async throws -> [ImportItem] {
        let found = await queue.run {
            [location] () -> Result<(DirectoryEntry.Kind, FileStamp, FolderScope), ListingError> in
            var status = stat()
            guard path.withCString({ stat($0, &status) }) == 0 else {
                return .failure(ListingError(path: path, code: errno))
            }
            let scope = FolderScope(roots: [path], closed: location.ownFolders)
            return .success((.init(status), FileStamp(status), scope))
        }
        switch found {
        case .failure(let error): return [.unreadable(path, reason: error.message)]
        case .success((_, _, let scope)) where await queue.run({ scope.isClosed(path) }):
            return [.ignored(path, reason: FolderContents.closedReason)]
        case .success((.folder, _, let scope)):
            walk = (path, FolderWalk([path], scope: scope, order: .byName))
            return []
        case .success((.special(let what), _, _)):
            return [.ignored(path, reason: "It is \(what), not a file")]
        case .success((_, let stamp, _)):
            let known = try await known(in: path.parent ?? FilePath("/"))[path.lastComponent.bytes]
            return [.file(path, stamp, known)]
        }
    }

    private func list(_ folder: FilePath, _ walk: FolderWalk) async throws -> [ImportItem] {
        let result = await queue.run { () -> Result<FolderContents?, ListingError> in
            do throws(ListingError) { return .success(try walk.list(folder)) } catch {
                return .failure(error)
            }
        }
        switch result {
        case .success(nil): return []
        case .failure(let error): return [.unreadable(folder, reason: error.message)]
        case .success(let contents?):
            listed.insert(folder)
            let known = try await known(in: folder)
            let gone = Set(FolderDifference(contents, known: Array(known.values)).missing)
            noteMissing(known.values.filter { gone.contains($0.rowID) }, in: folder)
            return contents.candidates.map { .file(folder.appending($0.name), $0.stamp, known[$0.name]) }
                + contents.ignored.map { .ignored(folder.appending($0.name), reason: $0.reason) }
        }
    }

    private func noteVanishedFolders(below root: FilePath) async throws {
        for folder in try await catalog.knownFolders(below: root) where !listed.contains(folder) {
            let files = try await catalog.knownFiles(in: folder)
            noteMissing(files.filter { $0.state != .offline }, in: folder)
        }
    }

    private func noteMissing(_ files: [KnownFile], in folder: FilePath) {
        for file in files { missing[file.rowID] = folder.appending(file.name) }
    }

    private func known(in folder: FilePath) async throws -> [[UInt8]: KnownFile] {
        if let known, known.folder == folder { return known.files }
        let files = try await catalog.knownFiles(in: folder)
        let byName = Dictionary(files.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        known = (folder, byName)
        return byName
    }
}
