// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of pictures: in whole pixels, and in fractions of a size that need not be known.

/// A rectangle of whole pixels, from the top left corner.
public struct PixelRect: Hashable, Sendable, Codable {
    public var x: Int
    public var y: Int
    public var width: Int
    public var height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// All of a picture of this size.
    public init(all size: PixelSize) {
        self.init(x: 0, y: 0, width: size.width, height: size.height)
    }

    public var size: PixelSize { PixelSize(width: width, height: height) }
    public var maxX: Int { x + width }
    public var maxY: Int { y + height }

    public func contains(_ other: PixelRect) -> Bool {
        x <= other.x && y <= other.y && maxX >= other.maxX && maxY >= other.maxY
    }

    /// The rectangle of this size in the middle of a picture, as far as there is picture.
    public init(middle wanted: PixelSize, of size: PixelSize) {
        let width = min(wanted.width, size.width)
        let height = min(wanted.height, size.height)
        self.init(x: (size.width - width) / 2, y: (size.height - height) / 2, width: width, height: height)
    }
}

/// A part of a picture in fractions of its width and height, from the top left corner of the picture as shown.
public struct UnitRect: Hashable, Sendable, Codable {
    public let x: Double
    public let y: Double
    public let width: Double
    public let height: Double

    /// What of the rectangle lies in the picture; nil where nothing does.
    public init?(x: Double, y: Double, width: Double, height: Double) {
        guard x.isFinite, y.isFinite, width > 0, height > 0, x < 1, y < 1, x + width > 0, y + height > 0
        else { return nil }
        self.x = max(0, x)
        self.y = max(0, y)
        self.width = min(1, x + width) - self.x
        self.height = min(1, y + height) - self.y
    }

    /// The same, checked again: for one that comes from a process that may have been taken over.
    var clamped: UnitRect? { UnitRect(x: x, y: y, width: width, height: height) }

    /// These pixels of a picture of this size; nil where they are none.
    public init?(_ rect: PixelRect, of size: PixelSize) {
        guard !size.isEmpty else { return nil }
        let (width, height) = (Double(size.width), Double(size.height))
        self.init(
            x: Double(rect.x) / width, y: Double(rect.y) / height, width: Double(rect.width) / width,
            height: Double(rect.height) / height)
    }

    /// The pixels of a picture of this size, at least one. Parts that touch have pixels that touch.
    public func pixels(of size: PixelSize) -> PixelRect {
        let (left, width) = Self.span(x, width, of: size.width)
        let (top, height) = Self.span(y, height, of: size.height)
        return PixelRect(x: left, y: top, width: width, height: height)
    }

    private static func span(_ start: Double, _ length: Double, of total: Int) -> (Int, Int) {
        let first = min(Int((start * Double(total)).rounded()), max(0, total - 1))
        let end = min(Int(((start + length) * Double(total)).rounded()), total)
        return (first, max(1, end - first))
    }
}

extension Orientation {
    /// Where pixels that are stored at `rect` of a picture of `storedSize` are shown.
    public func displayRect(of rect: PixelRect, in storedSize: PixelSize) -> PixelRect {
        inverse.storedRect(of: rect, in: storedSize)
    }

    /// What turns the picture back.
    private var inverse: Orientation {
        switch self {
        case .right: .left
        case .left: .right
        default: self
        }
    }

    /// Where pixels that are shown at `rect` of a picture of `displaySize` are stored.
    public func storedRect(of rect: PixelRect, in displaySize: PixelSize) -> PixelRect {
        let fromRight = displaySize.width - rect.maxX
        let fromBottom = displaySize.height - rect.maxY
        let (x, y) =
            switch self {
            case .up: (rect.x, rect.y)
            case .upMirrored: (fromRight, rect.y)
            case .down: (fromRight, fromBottom)
            case .downMirrored: (rect.x, fromBottom)
            case .leftMirrored: (rect.y, rect.x)
            case .right: (rect.y, fromRight)
            case .rightMirrored: (fromBottom, fromRight)
            case .left: (fromBottom, rect.x)
            }
        let size = self.displaySize(of: rect.size)
        return PixelRect(x: x, y: y, width: size.width, height: size.height)
    }
}
