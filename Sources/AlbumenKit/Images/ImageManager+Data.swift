// SPDX-License-Identifier: GPL-3.0-or-later
// A picture as the bytes of its file, with what is needed to show them.

import Metadata

/// The encoded picture of an asset.
public struct AssetImageData: Sendable {
    public let data: [UInt8]
    /// Apple's name of the format.
    public let uniformTypeIdentifier: String
    /// EXIF 1–8: how the encoded pixels have to be turned.
    public let orientation: Int
}

extension ImageManager {
    /// The bytes of the asset's file as they are, once. `version` alone counts of the options: without adjustments all
    /// three are the original. `progress` gets growing fractions up to 1, on any thread.
    ///
    /// Throws as `AssetResourceData` does, and `notAllowed` for what is no picture.
    public func imageDataAndOrientation(
        for asset: Asset, options: ImageRequestOptions = ImageRequestOptions(),
        progress: (@Sendable (Double) -> Void)? = nil
    ) async throws -> AssetImageData {
        guard let resource = AssetResource.assetResources(for: asset).first, resource.type == .photo else {
            throw LibraryError.notAllowed("“\(asset.path.lastComponent)” is no picture")
        }
        var data: [UInt8] = []
        data.reserveCapacity(Int(resource.byteCount))
        for try await piece in AssetResourceData(resource: resource, access: access) {
            data += piece
            progress?(min(1, Double(data.count) / Double(max(1, resource.byteCount))))
        }
        return AssetImageData(
            data: data, uniformTypeIdentifier: resource.uniformTypeIdentifier, orientation: asset.orientation)
    }
}
