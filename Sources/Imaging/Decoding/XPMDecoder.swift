// SPDX-License-Identifier: GPL-3.0-or-later
// XPM: C source with strings in it. gdk-pixbuf's loader of files writes them into a temporary file first, which a decoder
// cannot; its other entry takes the strings, and trusts that there are as many as the first one says.

import CPixbuf
import Glibc
import Metadata

/// XPM pictures, which old programs use for icons.
enum XPMDecoder {
    static func decode(
        _ bytes: UnsafeRawBufferPointer, plan: DecodePlan
    ) throws(DecodeFailure) -> DecodedPicture {
        let strings = strings(in: bytes)
        let size = try checkedSize(strings)
        guard let pixbuf = pixbuf(of: strings) else { throw .corrupt("its strings are no picture") }
        // Adopted from `pixbuf`.
        defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
        return try plan.picture(PixbufDecoder.raster(of: pixbuf), stored: size, color: .sRGB)
    }

    /// gdk-pixbuf's module is loaded with the first picture.
    static func warmUp() {
        guard let pixbuf = pixbuf(of: ["1 1 1 1", "a c #000000", "a"].map { Array($0.utf8) }) else { return }
        g_object_unref(UnsafeMutableRawPointer(pixbuf))
    }

    private typealias Line = Slice<UnsafeRawBufferPointer>

    /// What stands between quotes, outside of comments.
    private static func strings(in bytes: UnsafeRawBufferPointer) -> [Line] {
        let (quote, slash) = (UInt8(ascii: "\""), UInt8(ascii: "/"))
        var strings: [Line] = []
        var at = 0
        while at < bytes.count {
            if bytes[at] == quote {
                guard let end = bytes[(at + 1)...].firstIndex(of: quote) else { break }
                strings.append(bytes[(at + 1)..<end])
                at = end + 1
            } else if bytes[at] == slash, bytes[at...].starts(with: "/*".utf8) {
                at += 2
                while at < bytes.count, !bytes[at...].starts(with: "*/".utf8) { at += 1 }
            } else {
                at += 1
            }
        }
        return strings
    }

    /// The size in the first string, if there are as many strings as it says, each as long.
    private static func checkedSize(_ strings: [Line]) throws(DecodeFailure) -> PixelSize {
        let header = strings.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
        let numbers = header.split(whereSeparator: \.isWhitespace).map { Int($0) ?? 0 }
        guard numbers.count >= 4, numbers[2] > 0, (1...longestName).contains(numbers[3]) else {
            throw .corrupt("it has no header")
        }
        let size = PixelSize(width: numbers[0], height: numbers[1])
        try DecodeLimits.check(size)
        guard numbers[2] < strings.count, strings.count - 1 - numbers[2] >= size.height else {
            throw .corrupt("it ends before the picture does")
        }
        let colors = strings[1...numbers[2]]
        let rows = strings[(numbers[2] + 1)...].prefix(size.height)
        guard colors.allSatisfy({ $0.count > numbers[3] }),
            rows.allSatisfy({ $0.count >= size.width * numbers[3] }), !strings.joined().contains(0)
        else { throw .corrupt("a row is shorter than it should be") }
        return size
    }

    /// Characters for a color at most, as gdk-pixbuf has it.
    private static let longestName = 31

    /// The caller releases it.
    private static func pixbuf(of strings: [some Collection<UInt8>]) -> OpaquePointer? {
        var lines = strings.map { line in strndup(Array(line).map { CChar(bitPattern: $0) } + [0], line.count)
        }
        defer { lines.forEach { free($0) } }
        return lines.withUnsafeMutableBufferPointer { lines in
            lines.withMemoryRebound(to: UnsafePointer<CChar>?.self) {
                gdk_pixbuf_new_from_xpm_data($0.baseAddress)
            }
        }
    }
}
