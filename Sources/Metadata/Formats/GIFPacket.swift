// SPDX-License-Identifier: GPL-3.0-or-later
// The XMP packet of a GIF: an application extension whose data are no sub-blocks (XMP specification part 3).

enum GIFPacket {
    private static let signature: StaticString = "\u{0B}XMP DataXMP"
    private static let headerLength = 14
    /// How far the packet is looked for, and how long it may be; bytes.
    private static let searchLimit = 4 << 20
    private static let lengthLimit = 1 << 20

    static func xmp(in file: ByteReader) -> UnsafeRawBufferPointer? {
        for offset in 0..<min(file.count, searchLimit)
        where file.bytes[offset] == 0x21 && file.u8(offset + 1) == 0xFF
            && file.matches(signature, at: offset + 2)
        {
            let start = offset + headerLength
            // The magic trailer counts down from 1, FF, FE, so that a reader of sub-blocks gets to the end.
            let end = (start..<max(start, min(file.count, start + lengthLimit))).first {
                file.bytes[$0] == 0x01 && file.u16($0 + 1) == 0xFFFE
            }
            return end.flatMap { file.window(at: start, length: $0 - start)?.bytes }
        }
        return nil
    }
}
