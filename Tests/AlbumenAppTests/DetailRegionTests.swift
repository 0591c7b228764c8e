// SPDX-License-Identifier: GPL-3.0-or-later
// The part of a zoomed picture that is decoded: enough for the window, and never more than its bounds.

import AlbumenKit
import Testing

@testable import AlbumenApp

@Suite("Detail", .timeLimit(.minutes(30)))
struct DetailRegionTests {
    private func state(_ width: Int, _ height: Int, viewport: (Double, Double) = (1920, 1080)) -> ZoomState {
        ZoomState(
            picture: Extent(width: Double(width), height: Double(height)),
            viewport: Extent(width: viewport.0, height: viewport.1), deviceScale: 1)
    }

    @Test("A photo is decoded whole, a panorama and two hundred megapixels are not")
    func whole() throws {
        for (width, height, isWhole) in [(4000, 3000, true), (20_000, 1000, false), (16_320, 12_240, false)] {
            var zoom = state(width, height)
            zoom.zoom(to: 1, at: Point(x: 100, y: 100))
            let region = try #require(DetailRegion(for: zoom))
            #expect(region.isWhole == isWhole)
        }
    }

    @Test("At any zoom and place the part is inside, covers what is seen, is as fine, and within the bounds")
    func property() throws {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            let viewport = (
                Double(Int.random(in: 300...3840, using: &random)),
                Double(Int.random(in: 200...2160, using: &random))
            )
            var zoom = state(
                Int.random(in: 9_000...65_000, using: &random),
                Int.random(in: 3_000...20_000, using: &random),
                viewport: viewport)
            zoom.zoom(to: Double.random(in: 0.02...8, using: &random), at: Point(x: 50, y: 20))
            zoom.scroll(
                to: Point(
                    x: Double.random(in: 0...100_000, using: &random),
                    y: Double.random(in: 0...50_000, using: &random)))
            let region = try #require(DetailRegion(for: zoom))
            let visible = try #require(zoom.visible(margin: 0))
            let all = PixelRect(all: zoom.pictureSize)
            #expect(all.contains(region.rect) && region.rect.contains(visible))
            #expect(region.scale >= min(1, zoom.currentScale))
            // Twice a 4K screen's pixels, at the most: no more for a larger picture.
            #expect(region.decodedSize.pixelCount <= 26_000_000)
            #expect(region.serves(zoom), "\(region) \(visible)")
            // What it was asked for has room to be panned in, or reaches as far as can be.
            var moved = zoom
            moved.scroll(to: Point(x: zoom.offset.x + viewport.0, y: zoom.offset.y))
            if let now = moved.visible(margin: 0), !region.rect.contains(now) {
                #expect(!region.serves(moved))
            }
        }
    }

    @Test("A coarser part does not serve a closer look; a finer one serves a wider look where it reaches")
    func scales() throws {
        var zoom = state(40_000, 10_000)
        zoom.zoom(to: 0.25, at: Point(x: 960, y: 540))
        let coarse = try #require(DetailRegion(for: zoom))
        #expect(coarse.scale < 0.5)
        zoom.zoom(to: 1, at: Point(x: 960, y: 540))
        #expect(!coarse.serves(zoom))
        let fine = try #require(DetailRegion(for: zoom))
        #expect(fine.scale == 1)
        zoom.zoom(to: 8, at: Point(x: 960, y: 540))
        #expect(fine.serves(zoom))
        zoom.zoom(to: 0.2, at: Point(x: 960, y: 540))
        #expect(!fine.serves(zoom))
    }
}
