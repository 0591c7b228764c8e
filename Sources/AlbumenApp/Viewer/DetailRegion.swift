// SPDX-License-Identifier: GPL-3.0-or-later
// Which part of a zoomed picture is decoded, and how finely. What is in memory is bounded by the window, whatever the
// picture measures. Pure numbers: no widget is asked.

import AlbumenKit

/// A part of a picture at a scale.
struct DetailRegion: Equatable {
    /// Pixels of the picture.
    let rect: PixelRect
    /// Decoded pixels per picture pixel, at most 1.
    let scale: Double
    let isWhole: Bool

    /// What is decoded at once: up to here a picture is decoded whole, so that it is panned without waiting.
    static let pixelLimit = 24_000_000
    /// What every renderer takes as one texture.
    static let longestEdge = 8192
    /// Parts begin at multiples of this, where JPEG's blocks do.
    private static let grid = 64
    /// What is decoded beyond the viewport on each side, in viewports; the first that keeps within the limits.
    private static let margins = [0.5, 0.25, 0.1, 0]
    /// What of it has to be left on each side before more is decoded, in viewports.
    private static let reserve = 0.2

    /// The part for what `zoom` shows; nil where the picture has no size.
    init?(for zoom: ZoomState) {
        let size = zoom.pictureSize
        guard !size.isEmpty, let visible = zoom.visible(margin: 0) else { return nil }
        if Self.isWithinLimits(size, scale: 1) {
            (rect, scale, isWhole) = (PixelRect(all: size), 1, true)
            return
        }
        let scale = Self.scale(for: zoom)
        let parts = Self.margins.lazy.compactMap { zoom.visible(margin: $0) }.map { Self.snapped($0, size) }
        rect = parts.first { Self.isWithinLimits($0.size, scale: scale) } ?? visible
        self.scale = scale
        isWhole = false
    }

    /// Whether all that `zoom` shows, and what lies near it, is in this part and as fine as it is shown.
    func serves(_ zoom: ZoomState) -> Bool {
        guard let near = zoom.visible(margin: isWhole ? 0 : Self.reserve) else { return true }
        let reachable = rect.width >= near.width && rect.height >= near.height
        guard let needed = reachable ? near : zoom.visible(margin: 0) else { return true }
        return rect.contains(needed) && scale >= Self.scale(for: zoom)
    }

    /// Pixels that are decoded.
    var decodedSize: PixelSize {
        PixelSize(
            width: max(1, Int((Double(rect.width) * scale).rounded(.up))),
            height: max(1, Int((Double(rect.height) * scale).rounded(.up))))
    }

    /// The least step of the square root of two that is as fine as the screen: few steps, and no more than twice the pixels.
    private static func scale(for zoom: ZoomState) -> Double {
        var scale = 1.0
        while scale / 2.0.squareRoot() >= zoom.currentScale { scale /= 2.0.squareRoot() }
        return scale
    }

    private static func isWithinLimits(_ size: PixelSize, scale: Double) -> Bool {
        let (width, height) = (Double(size.width) * scale, Double(size.height) * scale)
        return width * height <= Double(pixelLimit) && max(width, height) <= Double(longestEdge)
    }

    private static func snapped(_ rect: PixelRect, _ size: PixelSize) -> PixelRect {
        let (left, top) = (rect.x / grid * grid, rect.y / grid * grid)
        let right = min(size.width, (rect.maxX + grid - 1) / grid * grid)
        let bottom = min(size.height, (rect.maxY + grid - 1) / grid * grid)
        return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    }
}

extension ZoomState {
    var pictureSize: PixelSize {
        PixelSize(width: Int(picture.width), height: Int(picture.height))
    }

    /// What of the picture the viewport shows, and so many viewports more on each side, in pixels of the picture; nil where
    /// nothing is shown.
    func visible(margin: Double) -> PixelRect? {
        let factor = currentScale / deviceScale
        guard factor > 0, picture.width >= 1, picture.height >= 1, viewport.width > 0, viewport.height > 0
        else { return nil }
        func span(_ offset: Double, _ length: Double, _ total: Double) -> (Int, Int) {
            let first = max(0, ((offset - margin * length) / factor).rounded(.down))
            let end = min(total, ((offset + (1 + margin) * length) / factor).rounded(.up))
            return (Int(first), Int(max(first + 1, end)))
        }
        let (left, right) = span(offset.x, viewport.width, picture.width)
        let (top, bottom) = span(offset.y, viewport.height, picture.height)
        return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    }
}
