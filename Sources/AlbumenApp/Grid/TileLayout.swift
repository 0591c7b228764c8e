// SPDX-License-Identifier: GPL-3.0-or-later
// How large tiles are and which are near the screen. Pure numbers, in logical pixels unless said otherwise.

/// The geometry of the grid: equal square tiles in rows, over the whole width.
struct TileLayout: Equatable {
    /// Tile sizes, from small to large. Tiles are at least this wide; what is left of the width widens them.
    static let sizes = [96, 128, 176, 240, 320]
    static let defaultSizeIndex = 2
    /// Between two tiles: twice the padding that the style gives a cell.
    static let gap = 4
    /// Left and right of all tiles: the padding that the style gives the grid.
    static let margin = 4
    /// Screens above and below the visible one whose tiles are kept loaded.
    static let screensAhead = 1.0

    /// Width of the viewport.
    var width: Int
    /// Index into `sizes`.
    var sizeIndex: Int

    /// The index of the size that is nearest to this one.
    static func sizeIndex(nearest size: Int) -> Int {
        sizes.indices.min { abs(sizes[$0] - size) < abs(sizes[$1] - size) } ?? defaultSizeIndex
    }

    /// As many as fit; at least one, and two on a narrow screen unless larger tiles were asked for. GtkGridView makes
    /// 32 rows of cells, so this is also its cost.
    var columns: Int {
        let least = sizeIndex > Self.defaultSizeIndex ? 1 : 2
        return max(least, (width - 2 * Self.margin) / (Self.sizes[sizeIndex] + Self.gap))
    }

    /// The edge of a tile, without its gap.
    var side: Int {
        max(1, (width - 2 * Self.margin) / columns - Self.gap)
    }

    var rowHeight: Int { side + Self.gap }

    /// The items whose rows lie, wholly or in part, between two heights of the content; unbounded above.
    func items(from top: Double, to bottom: Double) -> Range<Int> {
        let first = max(0, Int((top - Double(Self.margin)) / Double(rowHeight)))
        let end = max(first, Int(((bottom - Double(Self.margin)) / Double(rowHeight)).rounded(.up)))
        return (first * columns)..<(end * columns)
    }

    /// Where the row of an item begins in the content.
    func top(ofItem index: Int) -> Double {
        Double(Self.margin + index / columns * rowHeight)
    }
}

/// What is on the screen and what is near enough to be loaded.
struct TileWindow: Equatable {
    var visible: Range<Int>
    var near: Range<Int>

    init(layout: TileLayout, scrollTop: Double, pageHeight: Double) {
        visible = layout.items(from: scrollTop, to: scrollTop + pageHeight)
        let ahead = pageHeight * TileLayout.screensAhead
        near = layout.items(from: scrollTop - ahead, to: scrollTop + pageHeight + ahead)
    }
}
