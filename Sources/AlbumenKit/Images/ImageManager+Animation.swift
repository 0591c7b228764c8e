// SPDX-License-Identifier: GPL-3.0-or-later
// The frames of a photo that moves.

import Imaging
import Metadata

public typealias AnimationFrames = Imaging.AnimationFrames

extension ImageManager {
    /// The frames of an asset that moves (`playbackStyle` says so), each fitted into `size`, which is in pixels; an empty
    /// one asks for whole frames. No more of them than `byteLimit` has room for, of which the first is always there. They
    /// are kept nowhere: who plays them holds them.
    ///
    /// Throws as `image(for:)` does, and a decoding error where the file does not move.
    public func animation(
        for asset: Asset, size: PixelSize, byteLimit: Int = AnimationRequest.customaryByteLimit
    ) async throws -> AnimationFrames {
        try await loader.animation(
            of: asset,
            AnimationRequest(target: size.isEmpty ? nil : size, byteLimit: byteLimit))
    }
}

extension ImageLoader {
    fileprivate func animation(of asset: Asset, _ request: AnimationRequest) async throws -> AnimationFrames {
        try await access(asset)
        // Somebody looks at the still of it.
        let load = ImageLoad(priority: .visible)
        return try await fileGate.pass(load) {
            let file = try await open(asset.path)
            do throws(DecodeFailure) {
                return try await decoders.animation(
                    file, request, priority: load.priority.decoding, ticket: load.ticket)
            } catch {
                throw error.libraryError(asset.path)
            }
        }
    }
}
