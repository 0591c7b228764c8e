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
        /// Several files, the asset's own first.
        indirect case parts(of: Source, part: Source, PartKind)
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

    /// Whether its file is a digital negative.
    let isRaw: Bool
    private let source: Mutex<Source>

    convenience init(client: ClientIdentifier, facts: FileFacts, source: Source) {
        let isDuplicate = if case .existing = source { true } else { false }
        self.init(
            client: client, mediaType: facts.mediaType, pixelSize: facts.displaySize,
            isDuplicate: isDuplicate, source: source, isRaw: facts.format.isRaw)
    }

    private init(
        client: ClientIdentifier, mediaType: MediaType, pixelSize: PixelSize, isDuplicate: Bool,
        source: Source, isRaw: Bool = false
    ) {
        self.client = client
        self.mediaType = mediaType
        self.pixelSize = pixelSize
        self.isDuplicate = isDuplicate
        self.isRaw = isRaw
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

    /// Joins two requests to one of an asset with two files.
    convenience init(_ main: AssetCreationRequest, part: AssetCreationRequest, _ kind: PartKind) {
        self.init(
            client: main.client, mediaType: main.mediaType, pixelSize: main.pixelSize,
            isDuplicate: main.isDuplicate && part.isDuplicate,
            source: .parts(of: main.take(), part: part.take(), kind))
    }

    /// Whether one asset can be made of files of these types: one photo, one video, the still and the film of a Live Photo,
    /// or a photo and another one of the same shot, of which one is a RAW.
    public static func supportsAssetResourceTypes(_ types: Set<AssetResourceType>) -> Bool {
        [[.photo], [.video], [.photo, .pairedVideo], [.photo, .alternatePhoto]].contains(types)
    }
}
