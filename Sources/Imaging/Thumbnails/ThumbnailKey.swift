// SPDX-License-Identifier: GPL-3.0-or-later
// What a stored tile is a picture of: something with a lasting identity, in one state of its content.

import Metadata

/// Names a picture in one state of its content.
///
/// The identity outlives moves and renames, so a moved file keeps its tile. Of the file's stamp only length
/// and modification time count: they change with the content and with nothing else, unlike the change time,
/// and, unlike device and inode numbers, they are the same after a remount.
public struct ThumbnailKey: Sendable, Hashable {
    /// Of the picture, lasting; an asset's local identifier.
    public let identity: String
    /// Bytes.
    public let fileSize: Int64
    /// Nanoseconds since 1970, UTC.
    public let modificationTime: Int64

    public init(identity: String, stamp: FileStamp) {
        self.identity = identity
        fileSize = stamp.size
        modificationTime = stamp.modificationTime
    }
}

/// A tile as it is stored.
public struct StoredThumbnail: Sendable {
    public let size: ThumbnailSize
    public let jpeg: [UInt8]
}
