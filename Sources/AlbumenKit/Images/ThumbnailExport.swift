// SPDX-License-Identifier: GPL-3.0-or-later
// A small picture of an asset as a file, for programs that want bytes rather than pixels.

import Imaging
import Metadata

extension PhotoLibrary {
    /// The asset's picture as JPEG, upright, all of it within `size`, never enlarged. Throws `decoding` where it cannot
    /// be decoded, `file` where it cannot be opened, and what any reading does where the client may not see it.
    public func thumbnailJPEG(for asset: Asset, within size: PixelSize) async throws -> [UInt8] {
        try await requireSeeing(asset)
        let file: OpenFile
        switch await MediaReader(decoders: decoders, queue: BlockingQueue(label: "albumen-export")).open(
            asset.path)
        {
        case .file(let opened): file = opened
        case .settled(.broken(_, _, .unreadable, _)): throw LibraryError.file(.permissionDenied(asset.path))
        case .settled(.broken): throw LibraryError.file(.empty(asset.path))
        case .settled: throw LibraryError.file(.notFound(asset.path))
        }
        let request = DecodeRequest(target: size, contentMode: .aspectFit)
        let inspection: Inspection
        do {
            inspection = try await decoders.inspect(file, thumbnail: request, priority: .immediate)
        } catch {
            if case .cancelled = error { throw CancellationError() }
            throw LibraryError.decoding(error, asset.path)
        }
        guard let thumbnail = inspection.thumbnail else {
            throw LibraryError.decoding(inspection.failure ?? .unsupported(asset.format), asset.path)
        }
        return thumbnail.jpeg
    }
}
