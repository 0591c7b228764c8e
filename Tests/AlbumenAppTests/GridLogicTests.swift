// SPDX-License-Identifier: GPL-3.0-or-later
// Tile sizes, what is near the screen, which neighbours are kept, and dates in words.

import AlbumenKit
import Testing

@testable import AlbumenApp

@Suite("Tiles", .timeLimit(.minutes(30)))
struct TileLayoutTests {
    @Test(
        "tiles fill the width, and are smaller than their size only to make two columns of a narrow one",
        arguments: [100, 360, 400, 1030, 1280, 3840])
    func columns(width: Int) {
        for index in TileLayout.sizes.indices {
            let layout = TileLayout(width: width, sizeIndex: index)
            let used = layout.columns * (layout.side + TileLayout.gap) + 2 * TileLayout.margin
            #expect(used <= width)
            #expect(width - used < layout.columns)
            #expect(layout.columns <= 2 || layout.side >= TileLayout.sizes[index])
            #expect(layout.columns >= (index > TileLayout.defaultSizeIndex ? 1 : 2))
        }
    }

    @Test(
        "a size that is remembered is the nearest there is",
        arguments: [(64, 96), (96, 96), (160, 176), (176, 176), (239, 240), (512, 320)])
    func nearest(size: Int, taken: Int) {
        #expect(TileLayout.sizes[TileLayout.sizeIndex(nearest: size)] == taken)
    }

    @Test("what is near includes a screen above and below, and nothing before the first")
    func window() {
        // Given 5 columns of 196 pixels in a screen of 588
        let layout = TileLayout(width: 988, sizeIndex: 2)
        #expect(layout.columns == 5)
        #expect(layout.rowHeight == 196)
        // When the grid is scrolled ten rows down
        let window = TileWindow(layout: layout, scrollTop: layout.top(ofItem: 50), pageHeight: 588)
        // Then three rows are visible and three more on each side are near
        #expect(window.visible == 50..<65)
        #expect(window.near == 35..<80)
        let top = TileWindow(layout: layout, scrollTop: 0, pageHeight: 588)
        #expect(top.visible.lowerBound == 0)
        #expect(top.near.lowerBound == 0)
    }
}

@Suite("Neighbours", .timeLimit(.minutes(30)))
struct NeighbourWindowTests {
    @Test("two on each side, those in the direction of travel first")
    func order() {
        #expect(NeighbourWindow.indexes(around: 5, count: 10, forward: true) == [6, 7, 4, 3])
        #expect(NeighbourWindow.indexes(around: 5, count: 10, forward: false) == [4, 3, 6, 7])
    }

    @Test("none beyond the ends")
    func ends() {
        #expect(NeighbourWindow.indexes(around: 0, count: 2, forward: true) == [1])
        #expect(NeighbourWindow.indexes(around: 0, count: 1, forward: true).isEmpty)
    }
}

@Suite("Dates in words", .timeLimit(.minutes(30)))
struct DateWordsTests {
    @Test("the wall clock of the place, whatever the offset", arguments: [nil, 0, 50_400, -39_600])
    func wallClock(offset: Int?) throws {
        // 2021-06-12T23:30:05 on the wall
        let time = CaptureTime(wallSeconds: 1_623_540_605, utcOffset: offset, source: .exif)
        let clock = try #require(WallClock(time))
        #expect(clock.dayWords == "12 June 2021")
        #expect(clock.monthWords == "June 2021")
        #expect(clock.minuteWords == "12 June 2021, 23:30")
    }

    @Test("before 1970 too")
    func early() throws {
        let clock = try #require(WallClock(CaptureTime(wallSeconds: -1, source: .exif)))
        #expect(clock.dayWords == "31 December 1969")
    }

    @Test(
        "lengths as a clock shows them",
        arguments: [
            (0.0, "0:00"), (7.9, "0:07"), (754, "12:34"), (3723, "1:02:03"), (.nan, "0:00"), (-3, "0:00"),
        ])
    func clock(seconds: Double, words: String) {
        #expect(clockWords(seconds: seconds) == words)
    }
}
