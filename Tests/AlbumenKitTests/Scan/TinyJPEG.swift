// SPDX-License-Identifier: GPL-3.0-or-later
// A small JPEG, made different at will.

import Foundation

enum TinyJPEG {
    static let width = 24
    static let height = 16

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

    /// A file like no other with another `seed`: bytes after the end of a JPEG belong to the file, not the picture.
    static func bytes(seed: Int) -> [UInt8] { [UInt8](base) + Array("seed \(seed)".utf8) }
}
