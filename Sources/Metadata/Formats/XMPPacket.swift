// SPDX-License-Identifier: GPL-3.0-or-later
// Whether an XMP packet has a property, found by its namespace's address, which writers agree on, never by its prefix.
// Not a parser of XML: for properties that are only recognised. What has to be read is read by exiv2.

import CShims

/// The bytes of an XMP packet.
struct XMPPacket {
    /// What stands before the packet in a JPEG's APP1.
    static let jpegSignature: StaticString = "http://ns.adobe.com/xap/1.0/\0"

    /// Where properties of auxiliary pictures come from.
    enum Namespace: String {
        case gainMap = "http://ns.adobe.com/hdr-gain-map/1.0/"
        case depthMap = "http://ns.google.com/photos/1.0/depthmap/"
        case containerItem = "http://ns.google.com/photos/1.0/container/item/"
        case applePixelData = "http://ns.apple.com/pixeldatainfo/1.0/"
        case appleDepth = "http://ns.apple.com/depthData/1.0/"
        case applePortraitMatte = "http://ns.apple.com/portraitEffectsMatte/1.0/"
    }

    /// Bytes looked at: a picture that is packed into the properties comes after them.
    private static let limit = 256 * 1024
    /// Values of one property looked at, and bytes of each and of a prefix.
    private static let valueLimit = 64
    private static let lengthLimit = 128

    private let text: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) {
        text = UnsafeRawBufferPointer(rebasing: bytes.prefix(Self.limit))
    }

    func has(_ property: String, in namespace: Namespace) -> Bool {
        !values(property, in: namespace).isEmpty
    }

    /// The texts of a simple property, as attribute or element, in the packet's order.
    func values(_ property: String, in namespace: Namespace) -> [String] {
        guard let prefix = prefix(of: namespace) else { return [] }
        let name = "\(prefix):\(property)"
        var values: [String] = []
        var offset = 0
        while values.count < Self.valueLimit, let found = find(name, from: offset) {
            offset = found + name.utf8.count
            guard found > 0, offset < text.count else { break }
            let (before, after) = (text[found - 1], text[offset])
            if Self.isBlank(before), let value = attribute(at: offset) {
                values.append(value)
            } else if before == UInt8(ascii: "<"), after == UInt8(ascii: ">") {
                values.append(until(UInt8(ascii: "<"), from: offset + 1))
            }
        }
        return values
    }

    /// The prefix that the packet gives a namespace: `xmlns:PREFIX="ADDRESS"`.
    private func prefix(of namespace: Namespace) -> String? {
        for quote in ["\"", "'"] {
            guard let address = find(quote + namespace.rawValue + quote, from: 0) else { continue }
            var end = address
            while end > 0, Self.isBlank(text[end - 1]) || text[end - 1] == UInt8(ascii: "=") { end -= 1 }
            var start = end
            while start > 0, end - start < Self.lengthLimit, text[start - 1] != UInt8(ascii: ":"),
                !Self.isBlank(text[start - 1])
            {
                start -= 1
            }
            let name = String(decoding: text[start..<end], as: UTF8.self)
            if !name.isEmpty, start > 0, text[start - 1] == UInt8(ascii: ":") { return name }
        }
        return nil
    }

    /// What is quoted behind an equals sign; nil where there is none.
    private func attribute(at offset: Int) -> String? {
        var offset = offset
        while offset < text.count, Self.isBlank(text[offset]) || text[offset] == UInt8(ascii: "=") {
            offset += 1
        }
        guard offset < text.count, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(text[offset]) else {
            return nil
        }
        return until(text[offset], from: offset + 1)
    }

    private func until(_ end: UInt8, from offset: Int) -> String {
        let value = text.dropFirst(offset).prefix(Self.lengthLimit).prefix { $0 != end }
        return String(decoding: value, as: UTF8.self)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private func find(_ word: String, from offset: Int) -> Int? {
        let rest = UnsafeRawBufferPointer(rebasing: text.dropFirst(offset))
        guard let base = rest.baseAddress, let start = text.baseAddress else { return nil }
        var word = word
        return word.withUTF8 { word in
            albumen_find(base, rest.count, word.baseAddress, word.count).map { $0 - start }
        }
    }
}
