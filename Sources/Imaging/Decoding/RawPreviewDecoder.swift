// SPDX-License-Identifier: GPL-3.0-or-later
// Digital negatives by the largest JPEG that the camera put beside the raw data.

import Metadata

/// The camera's own rendering of a digital negative.
enum RawPreviewDecoder {
    static func decode(
        _ bytes: UnsafeRawBufferPointer, facts: FileFacts, plan: DecodePlan
    ) throws(DecodeFailure) -> DecodedPicture {
        guard let preview = EmbeddedPreview.largest(in: bytes), preview.starts(with: [0xFF, 0xD8]) else {
            throw .unsupported(facts.format)
        }
        return try preview.withBytes { (bytes) throws(DecodeFailure) in
            try JPEGDecoder.decode(bytes, plan: plan)
        }
    }
}
