// SPDX-License-Identifier: GPL-3.0-or-later
// What is not all of a file's picture: a part of it, or a small picture beside it.

import Metadata

extension Decoder {
    /// The picture that `request` asks for, of whichever picture and part it says.
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
        guard let crop = request.crop else {
            return try decode(bytes, facts: facts, request: request, place: place)
        }
        return try decodePart(crop, bytes, facts: facts, request: request, place: place)
    }

    /// All of the picture, no larger than the part needs it, then the part.
    private static func decodePart(
        _ crop: UnitRect, _ bytes: UnsafeRawBufferPointer, facts: FileFacts, request: DecodeRequest,
        place: CanvasPlace
    ) throws(DecodeFailure) -> DecodedPicture {
        var whole = DecodeRequest(target: nil, contentMode: .aspectFill, resizeMode: .fast)
        let size = facts.displaySize
        if !size.isEmpty {
            let part = crop.pixels(of: size).size
            let output = request.outputSize(of: size)
            whole.target = PixelSize(
                width: (size.width * output.width + part.width - 1) / part.width,
                height: (size.height * output.height + part.height - 1) / part.height)
        }
        var picture = try decode(bytes, facts: facts, request: whole, place: .heap)
        let all = picture.canvas.finish()
        let rect = crop.pixels(of: all.size)
        var plain = request
        plain.crop = nil
        let output = plain.outputSize(of: rect.size)
        picture.canvas =
            try output == rect.size
            ? all.cropped(to: rect, place: place) : all.cropped(to: rect).reduced(to: output, place: place)
        return picture
    }

    // MARK: Small pictures in files

    private static func decodeEmbedded(
        _ bytes: UnsafeRawBufferPointer, facts: FileFacts, request: DecodeRequest, place: CanvasPlace
    ) throws(DecodeFailure) -> DecodedPicture {
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
