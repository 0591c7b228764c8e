// SPDX-License-Identifier: GPL-3.0-or-later
// Small pictures that are had sooner than the picture itself.

import Metadata

extension Decoder {
    /// What `request` asks for, of whichever picture it says.
    static func decodeAny(
        _ bytes: UnsafeRawBufferPointer, facts: FileFacts, request: DecodeRequest, place: CanvasPlace
    ) throws(DecodeFailure) -> DecodedPicture {
        switch request.source {
        case .picture: break
        case .embedded: return try decodeEmbedded(bytes, facts: facts, request: request, place: place)
        case .desktopThumbnail(let uri, let time):
            guard facts.format == .png, PNGText.value(of: "Thumb::URI", in: bytes) == uri,
                PNGText.value(of: "Thumb::MTime", in: bytes) == String(time)
            else { throw .unsupported(facts.format) }
        }
        return try decode(bytes, facts: facts, request: request, place: place)
    }

    private static func decodeEmbedded(
        _ bytes: UnsafeRawBufferPointer, facts: FileFacts, request: DecodeRequest, place: CanvasPlace
    ) throws(DecodeFailure) -> DecodedPicture {
        if facts.format.isHEIF { return try decode(bytes, facts: facts, request: request, place: place) }
        var request = request
        request.source = .picture
        let shape = facts.storedSize
        let target = request.target ?? shape
        let edge = max(target.width, target.height)
        guard !shape.isEmpty, let preview = EmbeddedPreview.smallest(in: bytes, covering: edge),
            let size = preview.size
        else { throw .unsupported(facts.format) }
        // Some programs turn the picture and forget the small one.
        guard (size.width > size.height) == (shape.width > shape.height) || size.width == size.height else {
            throw .unsupported(facts.format)
        }
        // DCF wants 160 × 120, whatever the picture's shape: what is left of it is black.
        let filled = shape.fitted(in: size)
        if shape.covers(size), abs(filled.width - size.width) > 2 || abs(filled.height - size.height) > 2 {
            let rect = facts.orientation.displayRect(of: PixelRect(middle: filled, of: size), in: size)
            request.crop = UnitRect(rect, of: facts.orientation.displaySize(of: size))
        }
        return try preview.bytes.withBytes { (bytes) throws(DecodeFailure) in
            var small = FileFacts(format: .jpeg)
            small.storedSize = size
            small.orientation = facts.orientation
            small.displaySize = facts.orientation.displaySize(of: size)
            return try decodeAny(bytes, facts: small, request: request, place: place)
        }
    }
}
