// SPDX-License-Identifier: GPL-3.0-or-later
// The previews that cameras embed, found by exiv2.

import CExiv2

/// A picture inside a file's metadata.
public struct EmbeddedPreview: Sendable {
    /// As encoded: JPEG, or TIFF.
    public let bytes: [UInt8]
    /// Pixels; nil where exiv2 cannot tell.
    public let size: PixelSize?

    /// The encoded bytes of the largest preview, or nil.
    public static func largest(in bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        guard let document = ExivDocument(bytes) else { return nil }
        return document.preview { $0.last }?.bytes
    }

    /// The smallest JPEG preview whose long edge has so many pixels, or else the largest.
    public static func smallest(
        in bytes: UnsafeRawBufferPointer, covering edge: Int
    ) -> EmbeddedPreview? {
        guard let document = ExivDocument(bytes) else { return nil }
        return document.preview { previews in
            let encoded = previews.filter { $0.isJPEG }
            return encoded.first { max($0.size.width, $0.size.height) >= edge } ?? encoded.last
        }
    }
}
