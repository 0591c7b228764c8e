// SPDX-License-Identifier: GPL-3.0-or-later
// The markers in front of a JPEG's first scan, walked without decoding.

/// What a JPEG's header says.
public enum JPEGHeader {
    /// The size as stored, from the first frame header.
    public static func size(of bytes: UnsafeRawBufferPointer) -> PixelSize? {
        segment(of: bytes) { marker, _ in frameMarkers.contains(marker) }.flatMap { segment in
            guard let height = segment.u16(1), let width = segment.u16(3), width > 0, height > 0 else {
                return nil
            }
            return PixelSize(width: Int(width), height: Int(height))
        }
    }

    /// Whether Adobe's APP14 is there: its CMYK is stored inverted.
    public static func hasAdobeMarker(_ bytes: UnsafeRawBufferPointer) -> Bool {
        segment(of: bytes) { marker, content in marker == 0xEE && content.matches("Adobe") } != nil
    }

    /// Calls `body` with the marker and the content of each segment before the first scan.
    public static func forEachSegment(
        of bytes: UnsafeRawBufferPointer, _ body: (UInt8, UnsafeRawBufferPointer) -> Void
    ) {
        _ = segment(of: bytes) { marker, content in
            body(marker, content.bytes)
            return false
        }
    }

    /// SOF0…SOF15, without DHT, JPG and DAC, which share the range.
    private static let frameMarkers = Set<UInt8>(0xC0...0xCF).subtracting([0xC4, 0xC8, 0xCC])

    /// The content of the first segment before the first scan that `isWanted`.
    private static func segment(
        of bytes: UnsafeRawBufferPointer, where isWanted: (UInt8, ByteReader) -> Bool
    ) -> ByteReader? {
        let reader = ByteReader(bytes)
        var offset = 2
        while let prefix = reader.u8(offset), let marker = reader.u8(offset + 1) {
            // Fill bytes, and rubbish between segments, which decoders skip too.
            guard prefix == 0xFF, marker != 0xFF, marker != 0 else {
                offset += 1
                continue
            }
            if marker == 0xDA || marker == 0xD9 { return nil }
            if marker == 0x01 || (0xD0...0xD8).contains(marker) {
                offset += 2
                continue
            }
            guard let length = reader.u16(offset + 2), length >= 2 else { return nil }
            let available = min(Int(length) - 2, reader.count - offset - 4)
            guard let content = reader.window(at: offset + 4, length: available) else { return nil }
            if isWanted(marker, content) { return content }
            offset += 2 + Int(length)
        }
        return nil
    }
}
