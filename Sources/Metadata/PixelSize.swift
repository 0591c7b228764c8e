// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes in pixels and the two ways of fitting one into another.

/// A size in pixels. Never points, never negative.
public struct PixelSize: Hashable, Sendable, Codable {
    public var width: Int
    public var height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    public static let zero = PixelSize(width: 0, height: 0)

    public var isEmpty: Bool { width <= 0 || height <= 0 }
    /// Saturates rather than overflows: sizes come from files.
    public var pixelCount: Int {
        let (product, overflow) = width.multipliedReportingOverflow(by: height)
        return overflow ? .max : product
    }
    /// Width and height exchanged.
    public var transposed: PixelSize { PixelSize(width: height, height: width) }

    /// Whether neither edge is shorter than the other's.
    public func covers(_ other: PixelSize) -> Bool { width >= other.width && height >= other.height }

    /// The largest size of this shape inside `box`; never larger than this size, never thinner than a pixel.
    public func fitted(in box: PixelSize) -> PixelSize {
        scaled(to: box, by: min)
    }

    /// The smallest size of this shape that covers `box`; never larger than this size.
    public func filling(_ box: PixelSize) -> PixelSize {
        scaled(to: box, by: max)
    }

    private func scaled(to box: PixelSize, by choose: (Double, Double) -> Double) -> PixelSize {
        guard !isEmpty, !box.isEmpty else { return self }
        let ratio = choose(Double(box.width) / Double(width), Double(box.height) / Double(height))
        guard ratio < 1 else { return self }
        return PixelSize(
            width: max(1, Int((Double(width) * ratio).rounded())),
            height: max(1, Int((Double(height) * ratio).rounded())))
    }
}

extension PixelSize: CustomStringConvertible {
    public var description: String { "\(width)×\(height)" }
}
