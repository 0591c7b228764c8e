// SPDX-License-Identifier: GPL-3.0-or-later
// Digital negatives by the largest preview that the camera put beside the raw data.

import Metadata

/// The camera's own rendering of a digital negative.
enum RawPreviewDecoder {
    static func decode(
        _ bytes: UnsafeRawBufferPointer, facts: FileFacts, plan: DecodePlan
    ) throws(DecodeFailure) -> DecodedPicture {
        guard let preview = EmbeddedPreview.largest(in: bytes) else { throw .unsupported(facts.format) }
        return try preview.withBytes { (bytes) throws(DecodeFailure) in
            switch FormatSniffer.format(of: bytes) {
            case .jpeg: try JPEGDecoder.decode(bytes, plan: plan)
            // DNG keeps its previews as strips, which exiv2 gives a TIFF header.
            case .tiff: try PixbufDecoder.decode(bytes, format: .tiff, plan: plan)
            default: throw .unsupported(facts.format)
            }
        }
    }
}
