// SPDX-License-Identifier: GPL-3.0-or-later
// What names an object in a change: the object itself, the placeholder of one that the same change creates, or a
// local identifier.

/// Something that names an object of the library.
public protocol ObjectReference: Sendable {
    var localIdentifier: String { get }
}

/// Names an asset.
public protocol AssetReference: ObjectReference {}
/// Names an album or a folder.
public protocol CollectionReference: ObjectReference {}
/// Names an album.
public protocol AssetCollectionReference: CollectionReference {}
/// Names a folder.
public protocol CollectionListReference: CollectionReference {}

extension Asset: AssetReference {}
extension AssetCollection: AssetCollectionReference {}
extension CollectionList: CollectionListReference {}
extension LibraryCollection: CollectionReference {}

extension String: AssetReference, AssetCollectionReference, CollectionListReference {
    /// A text names the object that it is the identifier of.
    public var localIdentifier: String { self }
}

/// PHObjectType's raw values.
public enum ObjectType: Int, Sendable {
    case asset = 1
    case assetCollection = 2
    case collectionList = 3
}

/// Stands for an object that a change creates: usable at once in the same change, and afterwards by its identifier.
public struct ObjectPlaceholder: AssetReference, AssetCollectionReference, CollectionListReference, Hashable {
    public let localIdentifier: String
    public let objectType: ObjectType
}
