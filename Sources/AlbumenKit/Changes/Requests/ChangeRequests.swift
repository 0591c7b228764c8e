// SPDX-License-Identifier: GPL-3.0-or-later
// The requests of one change. They apply at once, in the order made, inside the change's one transaction; whatever
// fails ends all of it.

import SQLite

/// What the body of `performChanges` works with; exists only inside it.
///
/// Not Sendable: it must not leave the body, and does nothing but throw once the body has ended.
public final class ChangeRequests {
    let writer: CatalogWriter
    let client: ClientIdentifier
    /// What the client may see; `.nothing` for one that may only add.
    let viewer: Viewer
    /// Where the client stands, for the error that says so.
    private let status: AuthorizationStatus
    /// How to take back what was done, in the order done.
    private(set) var journal: [UndoStep] = []
    /// Tiles of assets that were created, to be stored after the commit.
    var tiles: [CreatedTile] = []
    /// After it nothing goes on, whatever the body makes of it: SQLite may have ended the transaction.
    private var failure: (any Error)?
    private var isOpen = true
    private var assetRequests: [Int64: AssetChangeRequest] = [:]
    private var albumRequests: [Int64: AssetCollectionChangeRequest] = [:]

    var connection: Connection { writer.connection }

    /// Throws `notAuthorized` where the client may not even add. Asks the catalog, not the copy in memory: another
    /// process may have taken the right away.
    init(writer: CatalogWriter, client: ClientIdentifier, access: AccessTable) throws {
        self.writer = writer
        self.client = client
        status = try access.status(of: client, for: .readWrite, in: writer.connection)
        viewer = Viewer(client, status)
        let adding = try access.status(of: client, for: .addOnly, in: writer.connection)
        let mayAdd = Viewer(client, adding) != .nothing
        guard viewer != .nothing || mayAdd else { throw LibraryError.notAuthorized(status) }
    }

    /// Runs the body of a change. Throws what it throws, or what a property could not.
    func run<Result>(_ body: (ChangeRequests) throws -> Result) throws -> Result {
        defer {
            isOpen = false
            // They hold this object, and with it the writer's connection.
            assetRequests = [:]
            albumRequests = [:]
        }
        let result = try body(self)
        if let failure { throw failure }
        return result
    }

    // MARK: Running requests

    /// Runs one request. Errors of the library leave the change as it was before the request; any other ends the
    /// change.
    func perform<T>(_ request: () throws -> T) throws -> T {
        guard isOpen else { throw LibraryError.notAllowed("a request was used outside of its change") }
        if let failure { throw failure }
        do {
            return try request()
        } catch let error as LibraryError {
            throw error
        } catch {
            failure = error
            throw error
        }
    }

    /// Runs the request of a property, which cannot throw: its error is the change's.
    func performDeferringErrors(_ request: () throws -> Void) {
        do { try perform(request) } catch { failure = failure ?? error }
    }

    func record(_ step: UndoStep) { journal.append(step) }

    // MARK: Resolving references

    /// Throws `notAuthorized` where the client may add and no more.
    func requireReading() throws {
        if viewer == .nothing { throw LibraryError.notAuthorized(status) }
    }

    /// Throws `notAuthorized` where the client does not see the whole library: folders are not divided.
    func requireEverything() throws {
        guard viewer == .everything else { throw LibraryError.notAuthorized(status) }
    }

    /// Rows of assets, in their order. Throws `identifiersNotFound` with all that the client cannot see.
    func rows(_ assets: [any AssetReference]) throws -> [Int64] {
        try requireReading()
        let identifiers = assets.map(\.localIdentifier)
        let rows = try connection.visibleRows(identifiers: identifiers, viewer: viewer)
        let unknown = zip(identifiers, rows).filter { $1 == nil }.map(\.0)
        guard unknown.isEmpty else { throw LibraryError.identifiersNotFound(unknown) }
        return rows.compactMap { $0 }
    }

    /// The row of an album that the client can see.
    func row(ofAlbum album: any CollectionReference) throws -> Int64 {
        guard let row = try findAlbum(album.localIdentifier) else {
            throw LibraryError.identifiersNotFound([album.localIdentifier])
        }
        return row
    }

    func findAlbum(_ identifier: String) throws -> Int64? {
        try requireReading()
        guard let uuid = LocalIdentifier.bytes(identifier),
            let row = try connection.int64("SELECT id FROM album WHERE uuid = ?", uuid)
        else { return nil }
        return try connection.canSee(album: row, viewer) ? row : nil
    }

    /// The row of a folder.
    func row(ofList list: any CollectionReference) throws -> Int64 {
        try requireEverything()
        let uuid = LocalIdentifier.bytes(list.localIdentifier)
        guard let uuid, let row = try connection.int64("SELECT id FROM collection_list WHERE uuid = ?", uuid)
        else { throw LibraryError.identifiersNotFound([list.localIdentifier]) }
        return row
    }

    /// The title as it is stored. Throws `notAllowed` where nothing can be called that.
    static func validTitle(_ title: String) throws -> String {
        guard title.contains(where: { !$0.isWhitespace }) else {
            throw LibraryError.notAllowed("an album or a folder needs a title")
        }
        return title.nfc
    }

    // MARK: Requests about one object

    /// The request of an asset: set its properties. The same object each time, so that it knows what was set before.
    /// Throws `identifiersNotFound` where the client cannot see the asset.
    public func request(for asset: any AssetReference) throws -> AssetChangeRequest {
        try perform { request(forRow: try rows([asset])[0]) }
    }

    func request(forRow row: Int64) -> AssetChangeRequest {
        if let request = assetRequests[row] { return request }
        let request = AssetChangeRequest(changes: self, row: row)
        assetRequests[row] = request
        return request
    }

    /// The request of an album. Its indexes count in what a fetch of the album's assets would give now.
    public func request(forAlbum album: any AssetCollectionReference) throws -> AssetCollectionChangeRequest {
        try perform {
            let row = try row(ofAlbum: album)
            if let request = albumRequests[row] { return request }
            let request = AssetCollectionChangeRequest(changes: self, row: row)
            albumRequests[row] = request
            return request
        }
    }

    /// The request of an album whose indexes count in `assets`, a former fetch of it: where others changed the album
    /// since, each index means the place beside the same neighbours.
    public func request(
        forAlbum album: any AssetCollectionReference, assets: FetchResult<Asset>
    ) throws -> AssetCollectionChangeRequest {
        try perform {
            AssetCollectionChangeRequest(
                changes: self, row: try row(ofAlbum: album), list: try assets.waitForAllRows())
        }
    }

    /// The request of a folder.
    public func request(forFolder list: any CollectionListReference) throws -> CollectionListChangeRequest {
        try perform { CollectionListChangeRequest(changes: self, row: try row(ofList: list)) }
    }

    /// The request of the root: what stands at the top level, and in which order.
    public func requestForTopLevelCollections() throws -> CollectionListChangeRequest {
        try perform {
            try requireEverything()
            return CollectionListChangeRequest(changes: self, row: CollectionTree.root)
        }
    }
}
