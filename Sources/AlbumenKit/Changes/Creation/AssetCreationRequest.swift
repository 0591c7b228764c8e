// SPDX-License-Identifier: GPL-3.0-or-later
// The request of an asset that is to be: its file has been read, and stands on the library's own file system under a
// temporary name. The change that creates the asset gives it its name; without one it vanishes.

import Imaging
import Metadata
import Synchronization

/// An asset to create: made by `PhotoLibrary.creationRequest`, given to `ChangeRequests.create` once.
public final class AssetCreationRequest: Sendable {
    /// What is to become of the request.
    enum Source: Sendable {
        case new(TemporaryFile, FileRecord, InspectedThumbnail?)
        /// The library has this content already, in the asset of this row.
        case existing(row: Int64)
        case spent
    }

    let client: ClientIdentifier
    public let mediaType: MediaType
    /// Pixels, as shown.
    public let pixelSize: PixelSize
    /// Whether the library has a file of this content already: creating gives the asset that is there.
    public let isDuplicate: Bool

    private let source: Mutex<Source>

    init(client: ClientIdentifier, facts: FileFacts, source: Source) {
        self.client = client
        mediaType = facts.mediaType
        pixelSize = facts.displaySize
        isDuplicate = if case .existing = source { true } else { false }
        self.source = Mutex(source)
    }

    /// Hands out what it stands for, once.
    func take() -> Source {
        source.withLock { source in
            let taken = source
            source = .spent
            return taken
        }
    }

    /// Whether one asset can be made of files of these types: one photo, or one video.
    public static func supportsAssetResourceTypes(_ types: Set<AssetResourceType>) -> Bool {
        types == [.photo] || types == [.video]
    }
}
