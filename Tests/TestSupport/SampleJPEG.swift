// SPDX-License-Identifier: GPL-3.0-or-later
// A small JPEG, made different at will, with the EXIF that a test asks for.

import Foundation

public enum SampleJPEG {
    /// Pixels of the picture as stored.
    public static let width = 24
    public static let height = 16

    /// Made with ImageMagick: a gradient of noise.
    private static let base = Data(
        base64Encoded: """
            /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAoHBwgHBgoICAgLCgoLDhgQDg0NDh0VFhEYIx8lJCIfIiEmKzcvJik0KSEiMEEx
            NDk7Pj4+JS5ESUM8SDc9Pjv/2wBDAQoLCw4NDhwQEBw7KCIoOzs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7Ozs7
            Ozs7Ozs7Ozs7Ozs7Ozv/wAARCAAQABgDASIAAhEBAxEB/8QAGAAAAgMAAAAAAAAAAAAAAAAAAAUBBAb/xAAfEAACAQQDAQEA
            AAAAAAAAAAABAgADBBEhEiIxUWH/xAAWAQEBAQAAAAAAAAAAAAAAAAAGAQP/xAAfEQACAQMFAQAAAAAAAAAAAAABAgAGESED
            BRIisfH/2gAMAwEAAhEDEQA/AMtQujTYs+sDGRJq3i3GlYqfoMVm7QtwKsE/B7Kq1KgJCOAg+aMR6lOh2vwiAVB0A+xy1w1H
            q3cHWzCKK9ZuI22ce8vYTRdgZFsPJEqBlwcz/9k=
            """, options: .ignoreUnknownCharacters)!

    /// A picture like no other with another `seed`: bytes after the end of a JPEG belong to the file, not the picture.
    public static func bytes(seed: Int, takenAt date: String? = nil, orientation: Int = 1) -> [UInt8] {
        let base = [UInt8](base)
        return base[..<2] + exif(date, orientation) + base[2...] + Array("seed \(seed)".utf8)
    }

    /// The APP1 segment with an IFD of orientation and DateTimeOriginal (EXIF 2.32, 4.6.3).
    private static func exif(_ date: String?, _ orientation: Int) -> [UInt8] {
        func u16(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)] }
        func u32(_ value: Int) -> [UInt8] { u16(value >> 16) + u16(value) }
        var tiff = Array("MM".utf8) + u16(42) + u32(8)
        let first = u16(0x0112) + u16(3) + u32(1) + u16(orientation) + u16(0)
        if let date {
            let exifAt = 8 + 2 + 2 * 12 + 4
            tiff += u16(2) + first + u16(0x8769) + u16(4) + u32(1) + u32(exifAt) + u32(0)
            tiff += u16(1) + u16(0x9003) + u16(2) + u32(20) + u32(exifAt + 2 + 12 + 4) + u32(0)
            tiff += Array(date.utf8) + [0]
        } else {
            tiff += u16(1) + first + u32(0)
        }
        let body = Array("Exif".utf8) + [0, 0] + tiff
        return [0xFF, 0xE1] + u16(body.count + 2) + body
    }
}
