// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes and animation out of the headers of the simple still formats, without decoding.

/// What a still's own header says.
struct ImageHeader {
    var size: PixelSize?
    var isAnimated = false
    /// Named as the work of a screenshot tool.
    var isScreenshot = false

    init(of bytes: UnsafeRawBufferPointer, format: FileFormat) {
        let reader = ByteReader(bytes)
        switch format {
        case .jpeg: size = JPEGHeader.size(of: bytes)
        case .png: readPNG(reader)
        case .gif: readGIF(reader)
        case .webp: readWebP(reader)
        case .bmp: readBMP(reader)
        case .psd: size = Self.size(reader.u32(18), reader.u32(14))
        case .tiff: readTIFF(reader)
        case .ico:
            // A byte a side; zero stands for 256.
            let sides = [6, 7].map { reader.u8($0).map { $0 == 0 ? 256 : UInt32($0) } }
            size = Self.size(sides[0], sides[1])
        case .qoi: size = Self.size(reader.u32(4), reader.u32(8))
        default: break
        }
    }

    private static func size(_ width: UInt32?, _ height: UInt32?) -> PixelSize? {
        guard let width, let height, width > 0, height > 0 else { return nil }
        return PixelSize(width: Int(width), height: Int(height))
    }

    /// Chunks, GIF blocks and WebP frames looked at: animations of more are animations all the same.
    private static let stepLimit = 10_000

    private mutating func readPNG(_ reader: ByteReader) {
        guard reader.matches("IHDR", at: 12) else { return }
        size = Self.size(reader.u32(16), reader.u32(20))
        var offset = 8
        for _ in 0..<Self.stepLimit {
            guard let length = reader.u32(offset), !reader.matches("IDAT", at: offset + 4) else { return }
            if reader.matches("acTL", at: offset + 4) { isAnimated = (reader.u32(offset + 8) ?? 0) > 1 }
            if reader.matches("tEXtSoftware\0gnome-screenshot", at: offset + 4) { isScreenshot = true }
            offset += 12 + Int(length)
        }
    }

    /// Animated with a second image descriptor.
    private mutating func readGIF(_ reader: ByteReader) {
        size = Self.size(
            reader.u16(6, littleEndian: true).map(UInt32.init),
            reader.u16(8, littleEndian: true).map(UInt32.init))
        guard let flags = reader.u8(10) else { return }
        var offset = 13 + Self.colourTableLength(flags)
        var images = 0
        for _ in 0..<Self.stepLimit {
            switch reader.u8(offset) {
            case 0x21: offset += 2
            case 0x2C:
                images += 1
                isAnimated = images > 1
                guard !isAnimated, let flags = reader.u8(offset + 9) else { return }
                offset += 11 + Self.colourTableLength(flags)
            default: return
            }
            // Sub-blocks, up to the empty one. Each is at least a byte further, so this ends.
            while let length = reader.u8(offset), length > 0 { offset += 1 + Int(length) }
            offset += 1
        }
    }

    private static func colourTableLength(_ flags: UInt8) -> Int {
        flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
    }

    private mutating func readWebP(_ reader: ByteReader) {
        if reader.matches("VP8X", at: 12) {
            size = Self.size(
                Self.u24(reader, 24).map { $0 + 1 }, Self.u24(reader, 27).map { $0 + 1 })
            guard let flags = reader.u8(20), flags & 0x02 != 0 else { return }
            isAnimated = Self.frameCount(reader) > 1
        } else if reader.matches("VP8L", at: 12) {
            guard let bits = reader.u32(21, littleEndian: true) else { return }
            size = Self.size((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
        } else if reader.matches("VP8 ", at: 12) {
            size = Self.size(
                reader.u16(26, littleEndian: true).map { UInt32($0 & 0x3FFF) },
                reader.u16(28, littleEndian: true).map { UInt32($0 & 0x3FFF) })
        }
    }

    private static func u24(_ reader: ByteReader, _ offset: Int) -> UInt32? {
        guard let low = reader.u16(offset, littleEndian: true), let high = reader.u8(offset + 2) else {
            return nil
        }
        return UInt32(low) | UInt32(high) << 16
    }

    /// Frames of an animated WebP, counted up to two.
    private static func frameCount(_ reader: ByteReader) -> Int {
        var offset = 12
        var frames = 0
        for _ in 0..<stepLimit {
            guard frames < 2, let length = reader.u32(offset + 4, littleEndian: true) else { break }
            if reader.matches("ANMF", at: offset) { frames += 1 }
            offset += 8 + Int(length) + Int(length & 1)
        }
        return frames
    }

    private mutating func readBMP(_ reader: ByteReader) {
        if reader.u32(14, littleEndian: true) == 12 {
            size = Self.size(
                reader.u16(18, littleEndian: true).map(UInt32.init),
                reader.u16(20, littleEndian: true).map(UInt32.init))
        } else {
            // A negative height means rows from the top.
            size = Self.size(
                reader.u32(18, littleEndian: true).map { Int32(bitPattern: $0).magnitude },
                reader.u32(22, littleEndian: true).map { Int32(bitPattern: $0).magnitude })
        }
    }

    private mutating func readTIFF(_ reader: ByteReader) {
        guard let header = TIFFHeader(reader), header.magic == 0x2A else { return }
        let directory = TIFFDirectory(reader, at: header.firstDirectory, littleEndian: header.littleEndian)
        size = Self.size(directory[0x0100], directory[0x0101])
    }
}
