// SPDX-License-Identifier: GPL-3.0-or-later
// The request of one folder: its title, and what stands in it. A child has one parent: to add it here takes it out of
// where it was.

/// Changes one folder. Indexes count in its albums and folders, as they are now.
public final class CollectionListChangeRequest {
    let changes: ChangeRequests
    let row: Int64

    init(changes: ChangeRequests, row: Int64) {
        self.changes = changes
        self.row = row
    }

    private var tree: CollectionTree { CollectionTree(connection: changes.connection) }

    /// The root has none, and cannot be given one.
    public var title: String {
        get {
            var title: String?
            changes.performDeferringErrors { title = try changes.title(of: TreeChild(.list, row)) }
            return title ?? ""
        }
        set {
            changes.performDeferringErrors {
                guard row != CollectionTree.root else {
                    throw LibraryError.notAllowed("the top level has no title")
                }
                try changes.setTitle(try ChangeRequests.validTitle(newValue), of: TreeChild(.list, row))
            }
        }
    }

    /// Appends. A folder cannot be put into itself.
    public func addChildCollections(_ children: [any CollectionReference]) throws {
        try changes.perform { try insert(try resolve(children), at: nil) }
    }

    /// Inserts so that the first stands at `index`, counted without those that stand in this folder already.
    public func insertChildCollections(_ children: [any CollectionReference], at index: Int) throws {
        try changes.perform { try insert(try resolve(children), at: index) }
    }

    /// Takes out of this folder, to the end of the top level. Those that are not in it are passed over.
    public func removeChildCollections(_ children: [any CollectionReference]) throws {
        try changes.perform {
            let here = Set(try tree.children(of: row))
            try moveToTop(try resolve(children).filter(here.contains))
        }
    }

    /// Takes what stands at these indexes out of this folder, to the end of the top level.
    public func removeChildCollections(at indexes: some Sequence<Int>) throws {
        try changes.perform { try moveToTop(try children(at: Set(indexes))) }
    }

    /// Puts each collection in the place of what stands at the index beside it, which goes to the top level.
    public func replaceChildCollections(
        at indexes: some Sequence<Int>, with children: [any CollectionReference]
    ) throws {
        try changes.perform {
            let indexes = Array(indexes)
            let old = try self.children(at: Set(indexes))
            let new = try resolve(children)
            guard indexes.count == new.count, old.count == indexes.count, Set(new).count == new.count else {
                throw LibraryError.notAllowed(
                    "\(indexes.count) indexes and \(new.count) collections: one goes to each index")
            }
            let target = try tree.children(of: row)
            let kept = Set(new)
            // What comes from another index of this folder leaves that one.
            var list = target.map { kept.contains($0) ? nil : Optional($0) }
            for (index, child) in zip(indexes, new) { list[index] = child }
            try moveToTop(old.filter { !kept.contains($0) })
            try arrange(list.compactMap { $0 }, moved: new)
        }
    }

    /// Moves what stands at `indexes`, in its order, so that the first stands at `target`: an index of the list from
    /// which they were taken out already.
    public func moveChildCollections(at indexes: some Sequence<Int>, to target: Int) throws {
        try changes.perform { try insert(try children(at: Set(indexes)), at: target) }
    }

    // MARK: Steps

    private func resolve(_ children: [any CollectionReference]) throws -> [TreeChild] {
        try changes.requireEverything()
        return try children.map { child in
            if let album = try changes.findAlbum(child.localIdentifier) { return TreeChild(.album, album) }
            let list = try changes.row(ofList: child)
            guard try list != CollectionTree.root && !tree.contains(list, row) else {
                throw LibraryError.notAllowed("a folder cannot be in itself")
            }
            return TreeChild(.list, list)
        }
    }

    private func children(at indexes: Set<Int>) throws -> [TreeChild] {
        let all = try tree.children(of: row)
        if let wrong = indexes.first(where: { !all.indices.contains($0) }) {
            throw LibraryError.notAllowed("index \(wrong) is outside of \(all.count) collections")
        }
        return indexes.sorted().map { all[$0] }
    }

    private func moveToTop(_ children: [TreeChild]) throws {
        guard !children.isEmpty else { return }
        guard row != CollectionTree.root else {
            throw LibraryError.notAllowed(
                "what is at the top level can only be put into a folder, or deleted")
        }
        try CollectionListChangeRequest(changes: changes, row: CollectionTree.root).insert(children, at: nil)
    }

    /// At the end for nil.
    private func insert(_ children: [TreeChild], at index: Int?) throws {
        var seen: Set<TreeChild> = []
        let new = children.filter { seen.insert($0).inserted }
        var list = try tree.children(of: row).filter { !seen.contains($0) }
        guard (0...list.count).contains(index ?? 0) else {
            throw LibraryError.notAllowed("index \(index ?? 0) is outside of \(list.count) collections")
        }
        list.insert(contentsOf: new, at: index ?? list.count)
        try arrange(list, moved: new)
    }

    /// Steps are recorded from the last of the former siblings to the first: undone the other way round, each finds
    /// the one it stood behind.
    private func arrange(_ list: [TreeChild], moved: [TreeChild]) throws {
        let steps = try moved.compactMap { child in try tree.place(of: child).map { (child, $0) } }
        try tree.setChildren(list, of: row)
        for (child, before) in steps.sorted(by: { $0.1.index > $1.1.index }) {
            guard let after = try tree.place(of: child), before != after else { continue }
            changes.record(.child(child, before: before, after: after))
            changes.writer.note(child.kind.history, .updated, row: child.row)
            for parent in [before.parent, after.parent] { changes.writer.note(.list, .updated, row: parent) }
        }
    }

    /// Puts a child where it was; for undoing. At the end where its former sibling is elsewhere by now.
    func restore(_ child: TreeChild, behind predecessor: TreeChild?) throws {
        let others = try tree.children(of: row).filter { $0 != child }
        let index = predecessor.map { others.firstIndex(of: $0).map { $0 + 1 } ?? others.count } ?? 0
        try insert([child], at: index)
    }
}
