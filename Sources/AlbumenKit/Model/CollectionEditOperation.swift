// SPDX-License-Identifier: GPL-3.0-or-later
// What the kinds of collections allow; whether a client may is its authorization.

/// What can be done to a collection (PHCollectionEditOperation's raw values).
public enum CollectionEditOperation: Int, Sendable, CaseIterable {
    /// Delete what is in it from the library.
    case deleteContent = 1
    /// Take out of it what stays in the library.
    case removeContent = 2
    case addContent = 3
    /// Make something new in it.
    case createContent = 4
    case rearrangeContent = 5
    /// Delete the collection; its assets stay.
    case delete = 6
    case rename = 7
}

extension AssetCollection {
    public func canPerform(_ operation: CollectionEditOperation) -> Bool {
        switch content {
        case .album where subtype == .smartAlbumGeneric:
            // The query decides what is in it, and in which order.
            operation == .deleteContent || operation == .delete || operation == .rename
        case .album where subtype == .albumImported:
            // What an import brought is what it brought; whoever deletes it keeps the photos.
            operation == .deleteContent || operation == .delete
        case .album: true
        case .view: operation == .deleteContent && subtype != .smartAlbumRecentlyDeleted
        case .moment: operation == .deleteContent
        case .transient: false
        }
    }
}

extension CollectionList {
    public func canPerform(_ operation: CollectionEditOperation) -> Bool {
        guard rowID != nil else { return false }
        return subtype != .rootFolder || (operation != .delete && operation != .rename)
    }
}
