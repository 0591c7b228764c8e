// SPDX-License-Identifier: GPL-3.0-or-later
// The request of one album: its title, and its members in their order. Membership is a set: to add a member again
// changes nothing.

import SQLite

/// Changes one album. Indexes count in the list that the request was made with, as its own requests have left it.
public final class AssetCollectionChangeRequest {
    let changes: ChangeRequests
    let row: Int64
    /// What indexes count in; read when first needed.
    private var list: [Int64]?
    private var subtype: AssetCollectionSubtype?

    init(changes: ChangeRequests, row: Int64, list: [Int64]? = nil) {
        self.changes = changes
        self.row = row
        self.list = list
    }

    var order: MemberOrder { MemberOrder(connection: changes.connection, album: row) }

    // MARK: Title

    /// Titles need not be unique. A title of blanks ends the change with `notAllowed`.
    public var title: String {
        get {
            var title: String?
            changes.performDeferringErrors { title = try changes.title(of: TreeChild(.album, row)) }
            return title ?? ""
        }
        set {
            changes.performDeferringErrors {
                if try albumSubtype() == .albumImported {
                    throw LibraryError.notAllowed("an import is called by its date")
                }
                try changes.setTitle(try ChangeRequests.validTitle(newValue), of: TreeChild(.album, row))
            }
        }
    }

    // MARK: Members

    /// Appends, in the order given. Returns how many were no members before.
    @discardableResult
    public func addAssets(_ assets: [any AssetReference]) throws -> Int {
        try changes.perform {
            try add(try changes.rows(assets))
        }
    }

    /// The same, of rows.
    @discardableResult
    func add(_ rows: [Int64]) throws -> Int {
        let new = try newMembers(rows)
        try insert(new, at: try order.positionsAtEnd(new.count))
        list?.append(contentsOf: new)
        return new.count
    }

    /// Inserts so that the first stands at `index`, from 0 to the number of members.
    @discardableResult
    public func insertAssets(_ assets: [any AssetReference], at index: Int) throws -> Int {
        try changes.perform {
            let list = try members()
            try check([index], below: list.count + 1)
            let new = try newMembers(try changes.rows(assets))
            try insert(new, at: try order.positions(new.count, at: index, in: list))
            self.list?.insert(contentsOf: new, at: index)
            return new.count
        }
    }

    /// Takes assets out; they stay in the library. Those that are not in the album are passed over.
    public func removeAssets(_ assets: [any AssetReference]) throws {
        try changes.perform {
            let rows = try changes.rows(assets)
            try requireMembers()
            try remove(rows)
            if list != nil {
                let gone = Set(rows)
                list?.removeAll { gone.contains($0) }
            }
        }
    }

    /// Takes out what stands at these indexes.
    public func removeAssets(at indexes: some Sequence<Int>) throws {
        try changes.perform {
            let indexes = Set(indexes)
            let list = try members()
            try check(indexes, below: list.count)
            try remove(indexes.sorted().map { list[$0] })
            self.list = list.indices.filter { !indexes.contains($0) }.map { list[$0] }
        }
    }

    /// Puts each asset in the place of what stands at the index beside it. One that is a member elsewhere stays there,
    /// and what it was to replace is taken out.
    public func replaceAssets(at indexes: some Sequence<Int>, with assets: [any AssetReference]) throws {
        try changes.perform {
            let indexes = Array(indexes)
            var list = try members()
            try check(indexes, below: list.count)
            guard indexes.count == assets.count, Set(indexes).count == indexes.count else {
                throw LibraryError.notAllowed(
                    "\(indexes.count) indexes and \(assets.count) assets: one asset goes to each index")
            }
            let rows = try changes.rows(assets)
            var emptied: Set<Int> = []
            for (index, new) in zip(indexes, rows) where list[index] != new {
                let place = try order.place(of: list[index])
                try remove([list[index]])
                if try order.position(of: new) == nil {
                    let position = try place.map { try order.position(for: $0) }
                    try insert([new], at: try position.map { [$0] } ?? order.positionsAtEnd(1))
                    list[index] = new
                } else {
                    emptied.insert(index)
                }
            }
            self.list = list.indices.filter { !emptied.contains($0) }.map { list[$0] }
        }
    }

    /// Moves what stands at `indexes`, in its order, so that the first stands at `target`: an index of the list from
    /// which they were taken out already.
    public func moveAssets(at indexes: some Sequence<Int>, to target: Int) throws {
        try changes.perform {
            let indexes = Set(indexes)
            let list = try members()
            try check(indexes, below: list.count)
            let moved = indexes.sorted().map { list[$0] }
            var rest = list.indices.filter { !indexes.contains($0) }.map { list[$0] }
            try check([target], below: rest.count + 1)
            // Another may have taken some of them out meanwhile.
            let present = try moved.filter { try order.position(of: $0) != nil }
            let positions = try order.positions(present.count, at: target, in: rest)
            for (asset, position) in zip(present, positions) { try move(asset, to: position) }
            rest.insert(contentsOf: moved, at: target)
            self.list = rest
        }
    }

    // MARK: Steps

    /// What a fetch of the album gives now.
    private func members() throws -> [Int64] {
        try requireMembers()
        if let list { return list }
        let query = FetchQuery(source: .album(row), options: FetchOptions(), viewer: changes.viewer)
        let compiled = query.rows(now: changes.writer.now)
        let rows = try changes.connection.withStatement(compiled.sql, compiled.values) { statement in
            var rows: [Int64] = []
            while try statement.step() { rows.append(statement.row.int64(0)) }
            return rows
        }
        list = rows
        return rows
    }

    /// Throws `notAllowed` for an album whose members are nobody's choice.
    private func requireMembers() throws {
        switch try albumSubtype() {
        case .smartAlbumGeneric:
            throw LibraryError.notAllowed("a smart album holds what its query finds, and nothing else")
        case .albumImported:
            throw LibraryError.notAllowed("an import holds what it brought, and nothing else")
        default: break
        }
    }

    private func albumSubtype() throws -> AssetCollectionSubtype {
        if let subtype { return subtype }
        let raw = try changes.connection.int64("SELECT subtype FROM album WHERE id = ?", row)
        let found = raw.flatMap { AssetCollectionSubtype(rawValue: Int($0)) } ?? .albumRegular
        subtype = found
        return found
    }

    private func check(_ indexes: some Sequence<Int>, below limit: Int) throws {
        if let wrong = indexes.first(where: { $0 < 0 || $0 >= limit }) {
            throw LibraryError.notAllowed("index \(wrong) is outside of \(try members().count) assets")
        }
    }

    /// Those that are no members yet, each once, in order.
    private func newMembers(_ rows: [Int64]) throws -> [Int64] {
        try requireMembers()
        var seen: Set<Int64> = []
        let isEmpty = try order.isEmpty()
        return try rows.filter {
            try seen.insert($0).inserted && (isEmpty || order.position(of: $0) == nil)
        }
    }

    private func insert(_ assets: [Int64], at positions: [Int64]) throws {
        guard !assets.isEmpty else { return }
        let sql = "INSERT INTO album_member(asset_id, album_id, position) VALUES (?, ?, ?)"
        try changes.connection.withStatement(sql, [nil, nil, nil]) { statement in
            for (asset, position) in zip(assets, positions) {
                try statement.bind(.integer(asset), at: 0)
                try statement.bind(.integer(row), at: 1)
                try statement.bind(.integer(position), at: 2)
                _ = try statement.step()
                statement.reset()
                changes.record(
                    .member(album: row, asset: asset, before: nil, after: MemberPlace(position: position)))
            }
        }
        changes.writer.note(.album, .updated, row: row)
    }

    /// Puts an asset right behind a member, where it is none yet.
    func insert(_ asset: Int64, behind member: Int64) throws {
        guard try order.position(of: asset) == nil else { return }
        try insert([asset], at: [try order.position(behind: member)])
    }

    /// Puts a member back where it was; for undoing.
    func insert(_ asset: Int64, at place: MemberPlace) throws {
        try insert([asset], at: [try order.position(for: place)])
    }

    func remove(_ assets: [Int64]) throws {
        var isChanged = false
        for asset in assets {
            guard let place = try order.place(of: asset) else { continue }
            try changes.connection.execute(
                "DELETE FROM album_member WHERE asset_id = ? AND album_id = ?", asset, row)
            changes.record(.member(album: row, asset: asset, before: place, after: nil))
            isChanged = true
        }
        if isChanged { changes.writer.note(.album, .updated, row: row) }
    }

    func move(_ asset: Int64, to position: Int64) throws {
        guard let place = try order.place(of: asset), place.position != position else { return }
        try changes.connection.execute(
            "UPDATE album_member SET position = ? WHERE asset_id = ? AND album_id = ?", position, asset, row)
        changes.record(
            .member(album: row, asset: asset, before: place, after: try order.place(of: asset)))
        changes.writer.note(.album, .updated, row: row)
    }
}
