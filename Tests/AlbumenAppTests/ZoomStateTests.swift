// SPDX-License-Identifier: GPL-3.0-or-later
// Zoom keeps what is under the pointer under the pointer, and never leaves the picture.

import Testing

@testable import AlbumenApp

@Suite("Zoom", .timeLimit(.minutes(30)))
struct ZoomStateTests {
    private func state(
        picture: (Double, Double) = (4000, 3000), viewport: (Double, Double) = (800, 600),
        deviceScale: Double = 1
    ) -> ZoomState {
        ZoomState(
            picture: Extent(width: picture.0, height: picture.1),
            viewport: Extent(width: viewport.0, height: viewport.1), deviceScale: deviceScale)
    }

    /// The part of the picture, 0–1 from its left, under an x of the viewport.
    private func part(_ state: ZoomState, atX x: Double) -> Double {
        let margin = max(0, (state.viewport.width - state.shown.width) / 2)
        return (state.offset.x + x - margin) / state.shown.width
    }

    @Test("a large picture fits, a small one is not enlarged")
    func fit() {
        #expect(state().shown == Extent(width: 800, height: 600))
        #expect(state(picture: (400, 200)).shown == Extent(width: 400, height: 200))
        #expect(state(viewport: (600, 600)).shown == Extent(width: 600, height: 450))
    }

    @Test("100 % is one picture pixel a device pixel", arguments: [1.0, 2.0])
    func hundredPercent(deviceScale: Double) {
        var zoom = state(deviceScale: deviceScale)
        zoom.zoom(to: 1, at: Point(x: 400, y: 300))
        #expect(zoom.shown.width == 4000 / deviceScale)
    }

    @Test("what is under the pointer stays there", arguments: [1.5, 2, 4, 8])
    func anchored(factor: Double) {
        // Given a zoomed picture and a pointer that is not in the middle
        var zoom = state()
        zoom.zoom(to: 0.5, at: Point(x: 400, y: 300))
        let pointer = Point(x: 500, y: 250)
        let before = part(zoom, atX: pointer.x)
        // When the wheel zooms in
        zoom.zoom(to: zoom.currentScale * factor, at: pointer)
        // Then the same part is under it
        #expect(abs(part(zoom, atX: pointer.x) - before) < 0.0001)
    }

    @Test("the viewport never leaves the picture")
    func bounded() {
        var zoom = state()
        zoom.zoom(to: 1, at: Point(x: 0, y: 0))
        zoom.scroll(to: Point(x: -50, y: 99_999))
        #expect(zoom.offset == Point(x: 0, y: 2400))
    }

    @Test("zooming out ends with all of the picture, zooming in at the largest scale")
    func limits() {
        var zoom = state()
        zoom.zoom(to: 100, at: Point(x: 10, y: 10))
        #expect(zoom.currentScale == ZoomState.maximum)
        zoom.zoom(to: 0.01, at: Point(x: 10, y: 10))
        #expect(zoom.isFit)
        #expect(zoom.offset == Point(x: 0, y: 0))
    }

    @Test("a double click goes to 100 % and back; to twice the size where 100 % fits")
    func toggle() {
        var large = state()
        large.toggle(at: Point(x: 200, y: 200))
        #expect(large.currentScale == 1)
        large.toggle(at: Point(x: 200, y: 200))
        #expect(large.isFit)
        var small = state(picture: (300, 200))
        small.toggle(at: Point(x: 400, y: 300))
        #expect(small.currentScale == 2)
    }

    @Test("no picture and no viewport do no harm")
    func empty() {
        var zoom = state(picture: (0, 0), viewport: (0, 0))
        zoom.zoom(to: 2, at: Point(x: 0, y: 0))
        zoom.scroll(to: Point(x: 10, y: 10))
        #expect(zoom.shown == .zero)
    }
}
