// SPDX-License-Identifier: GPL-3.0-or-later
// What a picture looks like, in sixteen bytes: the same for the same picture in another size, format or quality.

import Metadata

/// Whether it gets lighter or darker from field to field of a picture reduced to a few (a “difference hash”), along its
/// rows and along its columns. Pictures that look alike differ in few bits.
public struct PerceptualHash: Hashable, Sendable {
    /// A bit for each of 8 × 8 steps to the right.
    public let rows: UInt64
    /// A bit for each of 8 × 8 steps down.
    public let columns: UInt64

    /// Rises when the same picture comes to another hash.
    public static let version = 1
    /// Bits that may differ between two pictures that look alike.
    public static let nearDistance = 7
    public static let byteCount = 16

    private static let edge = 8
    /// A smaller step, of 255, is none: noise in a sky says nothing.
    private static let leastStep = 3
    /// Fewer steps than this, of 128, are a blank page: it would look like every other.
    private static let leastDetail = 10

    public init(rows: UInt64, columns: UInt64) {
        self.rows = rows
        self.columns = columns
    }

    /// Nil for a picture that shows too little to be told by, or is smaller than nine pixels either way.
    public init?(of pixels: PixelBuffer) throws(DecodeFailure) {
        let edge = Self.edge
        guard pixels.width > edge, pixels.height > edge else { return nil }
        let wide = Self.luminance(try pixels.reduced(to: PixelSize(width: edge + 1, height: edge)))
        let high = Self.luminance(try pixels.reduced(to: PixelSize(width: edge, height: edge + 1)))
        var rows: UInt64 = 0
        var columns: UInt64 = 0
        var detail = 0
        for y in 0..<edge {
            for x in 0..<edge {
                let bit = UInt64(1) << UInt64(y * edge + x)
                let across = wide[y * (edge + 1) + x + 1] - wide[y * (edge + 1) + x]
                let down = high[(y + 1) * edge + x] - high[y * edge + x]
                if across >= Self.leastStep { rows |= bit }
                if down >= Self.leastStep { columns |= bit }
                detail += (abs(across) >= Self.leastStep ? 1 : 0) + (abs(down) >= Self.leastStep ? 1 : 0)
            }
        }
        guard detail >= Self.leastDetail else { return nil }
        self.init(rows: rows, columns: columns)
    }

    /// Nil unless there are `byteCount` bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        func number(_ part: ArraySlice<UInt8>) -> UInt64 { part.reduce(0) { $0 << 8 | UInt64($1) } }
        self.init(rows: number(bytes[..<8]), columns: number(bytes[8...]))
    }

    public var bytes: [UInt8] {
        [rows, columns].flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
        }
    }

    /// Bits that differ.
    public func distance(to other: PerceptualHash) -> Int {
        (rows ^ other.rows).nonzeroBitCount + (columns ^ other.columns).nonzeroBitCount
    }

    /// ITU-R BT.601's luma, 0–255, row by row.
    private static func luminance(_ pixels: PixelBuffer) -> [Int] {
        pixels.withUnsafeBytes { bytes in
            var values: [Int] = []
            for y in 0..<pixels.height {
                for x in 0..<pixels.width {
                    let at = y * pixels.stride + x * pixels.layout.bytesPerPixel
                    let (red, green, blue) = (Int(bytes[at]), Int(bytes[at + 1]), Int(bytes[at + 2]))
                    values.append((299 * red + 587 * green + 114 * blue) / 1_000)
                }
            }
            return values
        }
    }
}
