// SPDX-License-Identifier: GPL-3.0-or-later
// How large the picture is shown, and which part of it. Pure numbers: no widget is asked.

import Glibc

/// A length in both directions, in logical pixels unless said otherwise.
struct Extent: Equatable {
    var width: Double
    var height: Double
    static let zero = Extent(width: 0, height: 0)
}

/// A point, in logical pixels.
struct Point: Equatable {
    var x: Double
    var y: Double
}

/// Zoom and scroll position of one picture in a viewport.
///
/// `scale` is device pixels per picture pixel: 1 is 100 %, whatever the display's scale factor.
struct ZoomState: Equatable {
    /// The largest scale.
    static let maximum = 8.0
    /// One key press or wheel notch.
    static let step = 1.25
    /// Scales closer than this are the same.
    private static let tolerance = 0.001

    /// Pixels of the whole picture, upright.
    var picture: Extent
    var viewport: Extent
    /// Device pixels per logical pixel.
    var deviceScale: Double
    /// Nil while the picture fits the viewport.
    private(set) var scale: Double?
    /// Top left corner of the viewport in the shown picture.
    private(set) var offset = Point(x: 0, y: 0)

    init(picture: Extent, viewport: Extent, deviceScale: Double) {
        self.picture = picture
        self.viewport = viewport
        self.deviceScale = deviceScale
    }

    /// The scale at which all of the picture is seen: never enlarged beyond 100 %.
    var fitScale: Double {
        guard picture.width > 0, picture.height > 0 else { return 1 }
        let scale = min(viewport.width / picture.width, viewport.height / picture.height) * deviceScale
        return scale > 0 ? min(1, scale) : 1
    }

    var currentScale: Double { scale ?? fitScale }

    var isFit: Bool { scale == nil }

    /// The size of the shown picture.
    var shown: Extent {
        let factor = currentScale / deviceScale
        return Extent(width: picture.width * factor, height: picture.height * factor)
    }

    /// Shows all of it.
    mutating func fit() {
        scale = nil
        offset = Point(x: 0, y: 0)
    }

    /// Sets the scale; the part of the picture under `anchor`, a point of the viewport, stays under it.
    mutating func zoom(to wanted: Double, at anchor: Point) {
        let before = shown
        let margin = Self.margin(of: before, in: viewport)
        let part = Point(
            x: before.width > 0 ? (offset.x + anchor.x - margin.width) / before.width : 0.5,
            y: before.height > 0 ? (offset.y + anchor.y - margin.height) / before.height : 0.5)
        let limited = min(max(wanted, fitScale), max(Self.maximum, fitScale))
        guard limited > fitScale + Self.tolerance else { return fit() }
        scale = limited
        let after = shown
        let newMargin = Self.margin(of: after, in: viewport)
        scroll(
            to: Point(
                x: part.x * after.width - anchor.x + newMargin.width,
                y: part.y * after.height - anchor.y + newMargin.height))
    }

    /// Between all of it and 100 %, or twice the fitting size where 100 % is no larger.
    mutating func toggle(at anchor: Point) {
        if isFit {
            zoom(to: fitScale < 1 - Self.tolerance ? 1 : 2 * fitScale, at: anchor)
        } else {
            fit()
        }
    }

    /// Moves the viewport, as far as there is picture.
    mutating func scroll(to wanted: Point) {
        let size = shown
        offset = Point(
            x: min(max(0, wanted.x), max(0, size.width - viewport.width)),
            y: min(max(0, wanted.y), max(0, size.height - viewport.height)))
    }

    /// What is left of the viewport on each side of a smaller picture.
    private static func margin(of shown: Extent, in viewport: Extent) -> Extent {
        Extent(
            width: max(0, (viewport.width - shown.width) / 2),
            height: max(0, (viewport.height - shown.height) / 2))
    }
}

/// `base` to the power of a number of wheel steps.
func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
