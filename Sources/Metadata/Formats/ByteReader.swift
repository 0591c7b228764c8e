// SPDX-License-Identifier: GPL-3.0-or-later
// Bounds-checked reading of numbers out of a file's bytes. A read past the end is nil, never a trap:
// every offset and length in a photo is whatever its author, friend or foe, wrote there.

/// A window on bytes, with checked accessors. Offsets count from the window's start.
struct ByteReader {
    let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    var count: Int { bytes.count }

    /// The window of `length` bytes at `offset`, or nil when it is not wholly inside.
    func window(at offset: Int, length: Int) -> ByteReader? {
        guard offset >= 0, length >= 0, offset <= count, length <= count - offset else { return nil }
        return ByteReader(UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + length)]))
    }

    func u8(_ offset: Int) -> UInt8? {
        offset >= 0 && offset < count ? bytes[offset] : nil
    }

    func u16(_ offset: Int, littleEndian: Bool = false) -> UInt16? {
        integer(offset, littleEndian)
    }

    func u32(_ offset: Int, littleEndian: Bool = false) -> UInt32? {
        integer(offset, littleEndian)
    }

    func u64(_ offset: Int, littleEndian: Bool = false) -> UInt64? {
        integer(offset, littleEndian)
    }

    /// A big-endian unsigned number of 0, 1, 2, 4 or 8 bytes, as ISO-BMFF's `iloc` has them.
    func unsigned(_ offset: Int, width: Int) -> UInt64? {
        switch width {
        case 0: 0
        case 1: u8(offset).map(UInt64.init)
        case 2: u16(offset).map(UInt64.init)
        case 4: u32(offset).map(UInt64.init)
        case 8: u64(offset)
        default: nil
        }
    }

    /// Whether these ASCII characters stand at `offset`.
    func matches(_ text: StaticString, at offset: Int = 0) -> Bool {
        let length = text.utf8CodeUnitCount
        guard let window = window(at: offset, length: length) else { return false }
        return UnsafeRawBufferPointer(start: text.utf8Start, count: length).elementsEqual(window.bytes)
    }

    /// The text at `offset`, with U+FFFD where it is not UTF-8.
    func text(_ offset: Int, length: Int) -> String? {
        window(at: offset, length: length).map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    private func integer<T: FixedWidthInteger>(_ offset: Int, _ littleEndian: Bool) -> T? {
        guard let window = window(at: offset, length: MemoryLayout<T>.size) else { return nil }
        let value = window.bytes.loadUnaligned(as: T.self)
        return littleEndian ? T(littleEndian: value) : T(bigEndian: value)
    }
}
