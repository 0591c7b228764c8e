// SPDX-License-Identifier: GPL-3.0-or-later
// Identifiers of objects: 16 random bytes in the catalog, upper-case UUID text outside.

/// A UUID of version 4.
enum LocalIdentifier {
    /// Bytes of a UUID.
    static let byteCount = 16

    static func random() -> [UInt8] {
        var bytes = [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
            var random = SystemRandomNumberGenerator()
            for half in 0..<2 {
                withUnsafeBytes(of: random.next() as UInt64) { word in
                    for index in 0..<8 { buffer.initializeElement(at: half * 8 + index, to: word[index]) }
                }
            }
            count = byteCount
        }
        // RFC 9562, 5.4: version 4, variant 10.
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        return bytes
    }

    static func text(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(36)
        for (index, byte) in bytes.enumerated() {
            if index == 4 || index == 6 || index == 8 || index == 10 { text.append(UInt8(ascii: "-")) }
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 0xF)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of a text, in either case; nil where it is no UUID.
    static func bytes(_ text: String) -> [UInt8]? {
        var nibbles: [UInt8] = []
        for character in text.utf8 {
            switch character {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): nibbles.append(character - UInt8(ascii: "0"))
            case UInt8(ascii: "A")...UInt8(ascii: "F"): nibbles.append(character - UInt8(ascii: "A") + 10)
            case UInt8(ascii: "a")...UInt8(ascii: "f"): nibbles.append(character - UInt8(ascii: "a") + 10)
            case UInt8(ascii: "-"): continue
            default: return nil
            }
        }
        guard nibbles.count == byteCount * 2, text.utf8.count == 36 else { return nil }
        return (0..<byteCount).map { nibbles[$0 * 2] << 4 | nibbles[$0 * 2 + 1] }
    }
}
