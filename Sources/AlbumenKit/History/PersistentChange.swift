// SPDX-License-Identifier: GPL-3.0-or-later
// What a program that was away missed, one committed change after the other.

/// The identifiers of one kind of object that a change touched (PHPersistentObjectChangeDetails).
public struct PersistentObjectChanges: Sendable, Hashable {
    public internal(set) var inserted: Set<String> = []
    public internal(set) var updated: Set<String> = []
    public internal(set) var deleted: Set<String> = []

    public var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
}

/// One committed change, as this client may see it (PHPersistentChange).
///
/// An object that a later change deleted is named there, not here: what it was can no longer be said. Moving an asset to
/// Recently Deleted, and restoring it, is an update.
public struct PersistentChange: Sendable, Hashable {
    /// The point right after this change; keep it once the change is dealt with.
    public let token: ChangeToken
    public internal(set) var assets = PersistentObjectChanges()
    public internal(set) var assetCollections = PersistentObjectChanges()
    public internal(set) var collectionLists = PersistentObjectChanges()
    /// Whether what some client may see changed.
    public internal(set) var accessChanged = false

    init(token: ChangeToken) { self.token = token }
}

/// The answer to “what happened since?”.
public enum ChangeHistory: Sendable, Hashable {
    /// The changes, oldest first, and the point they lead to; ask again from there until none come.
    case changes([PersistentChange], upTo: ChangeToken)
    /// The history does not reach back that far, a change was too large to be kept by name, what this client may see
    /// became more or less, or the catalog was rebuilt: fetch everything anew, then go on from this point.
    case resyncRequired(upTo: ChangeToken)
}
