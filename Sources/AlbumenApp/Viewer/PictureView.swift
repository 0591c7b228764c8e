// SPDX-License-Identifier: GPL-3.0-or-later
// A picture that can be zoomed at the pointer and panned: a GtkPicture as large as the zoom asks, in a scrolled window.

import AlbumenKit
import CAdwaita
import GTKBridge

/// Shows one texture. Where it stands is decided by `ZoomState`; the widgets follow.
@MainActor
final class PictureView {
    let widget: Widget
    /// The picture itself; has the keyboard and the accessible name.
    let picture: Widget

    private(set) var zoom = ZoomState(picture: .zero, viewport: .zero, deviceScale: 1)
    /// After each change of the zoom, of the place or of the viewport.
    var onChange: () -> Void = {}

    private var texture: Texture?
    /// A part of the picture that is sharper than the texture, and where it lies.
    private var detail: (texture: Texture, region: DetailRegion)?
    private var isDetailDrawn = false
    /// Where the pointer is over the viewport; its middle while the pointer is elsewhere.
    private var pointer: Point?
    private var isApplying = false
    private var isUpdateAsked = false
    private var dragStart = Point(x: 0, y: 0)
    private var pinchStart = 1.0

    init() {
        picture = gtk_picture_new()
        gtk_picture_set_content_fit(picture.opaque, GTK_CONTENT_FIT_FILL)
        gtk_picture_set_can_shrink(picture.opaque, 1)
        gtk_widget_set_halign(picture, GTK_ALIGN_CENTER)
        gtk_widget_set_valign(picture, GTK_ALIGN_CENTER)
        gtk_widget_set_focusable(picture, 1)
        setAccessibleLabel(picture, tr("Photo"))
        widget = gtk_scrolled_window_new()
        gtk_scrolled_window_set_child(widget.opaque, picture)
        gtk_scrolled_window_set_policy(widget.opaque, GTK_POLICY_EXTERNAL, GTK_POLICY_EXTERNAL)
        widget.addClasses("picture-view")
        connectInput()
    }

    /// Device pixels of the viewport: what a picture has to have to look sharp when all of it is shown. Empty before
    /// the first layout.
    var viewportPixels: PixelSize {
        PixelSize(
            width: Int((zoom.viewport.width * zoom.deviceScale).rounded(.up)),
            height: Int((zoom.viewport.height * zoom.deviceScale).rounded(.up)))
    }

    /// What has to be decoded for what is seen to be sharp; nil where what there is will do.
    var wantedDetail: DetailRegion? {
        needsDetail && detail?.region.serves(zoom) != true ? DetailRegion(for: zoom) : nil
    }

    /// Whether the shown size asks for more pixels than there are in the texture of the whole.
    private var needsDetail: Bool {
        guard let texture, !zoom.isFit else { return false }
        let wanted = min(zoom.shown.width * zoom.deviceScale, zoom.picture.width)
        return wanted > Double(texture.width) + 1
    }

    /// Much reduced on the screen a part would flicker where the texture of the whole is smooth.
    private var drawsDetail: Bool {
        needsDetail && detail.map { $0.region.scale <= 2 * zoom.currentScale } ?? false
    }

    /// Begins with another picture, fitted. `size` is its whole size in pixels; empty where nobody knows it yet.
    func begin(size: PixelSize) {
        texture = nil
        detail = nil
        isDetailDrawn = false
        zoom.picture = Extent(width: Double(size.width), height: Double(size.height))
        zoom.fit()
        gtk_picture_set_paintable(picture.opaque, nil)
        updateViewport()
        apply()
    }

    /// Puts in pixels of the picture, or better ones. Zoom and place stay.
    func show(_ texture: Texture) {
        self.texture = texture
        paint()
        if zoom.picture.width <= 0 || zoom.picture.height <= 0 {
            zoom.picture = Extent(width: Double(texture.width), height: Double(texture.height))
        }
        apply()
    }

    /// Puts in a part that is sharper than the whole.
    func show(_ texture: Texture, of region: DetailRegion) {
        if region.isWhole { return show(texture) }
        detail = (texture, region)
        paint()
    }

    private func paint() {
        guard let texture else { return }
        isDetailDrawn = drawsDetail
        guard isDetailDrawn, let (part, region) = detail else {
            return gtk_picture_set_paintable(picture.opaque, texture.pointer)
        }
        let (whole, rect) = (zoom.picture, region.rect)
        let paintable = makePaintable(
            width: whole.width, height: whole.height,
            layers: [
                TextureLayer(texture, x: 0, y: 0, width: whole.width, height: whole.height),
                TextureLayer(
                    part, x: Double(rect.x), y: Double(rect.y), width: Double(rect.width),
                    height: Double(rect.height)),
            ])
        gtk_picture_set_paintable(picture.opaque, paintable?.opaque)
    }

    var isEmpty: Bool { texture == nil }

    // MARK: - Zoom

    func zoomIn() { zoom(by: ZoomState.step) }
    func zoomOut() { zoom(by: 1 / ZoomState.step) }

    func zoom(by factor: Double) {
        zoom.zoom(to: zoom.currentScale * factor, at: anchor)
        apply()
    }

    /// 1 is one picture pixel a device pixel.
    func zoom(to scale: Double) {
        zoom.zoom(to: scale, at: anchor)
        apply()
    }

    func fit() {
        zoom.fit()
        apply()
    }

    private var anchor: Point {
        pointer ?? Point(x: zoom.viewport.width / 2, y: zoom.viewport.height / 2)
    }

    /// The longest edge that a widget is given, in logical pixels: beyond any picture that is decoded, zoomed in.
    private static let longestRequest = 1_000_000.0

    /// A length as GTK wants it, whatever a file claims its size to be.
    private static func request(_ length: Double) -> Int32 {
        length.isFinite ? Int32(min(max(1, length.rounded()), longestRequest)) : 1
    }

    /// Brings the widgets to where `zoom` says. The adjustments get their bounds before the next layout does the
    /// same, so that the part under the pointer never jumps.
    private func apply() {
        isApplying = true
        defer { isApplying = false }
        if drawsDetail != isDetailDrawn { paint() }
        let shown = zoom.shown
        gtk_widget_set_size_request(picture, Self.request(shown.width), Self.request(shown.height))
        let policy = zoom.isFit ? GTK_POLICY_EXTERNAL : GTK_POLICY_AUTOMATIC
        gtk_scrolled_window_set_policy(widget.opaque, policy, policy)
        configure(horizontal, value: zoom.offset.x, extent: shown.width, page: zoom.viewport.width)
        configure(vertical, value: zoom.offset.y, extent: shown.height, page: zoom.viewport.height)
        onChange()
    }

    private func configure(
        _ adjustment: UnsafeMutablePointer<GtkAdjustment>, value: Double, extent: Double, page: Double
    ) {
        guard page > 0 else { return }
        gtk_adjustment_configure(
            adjustment, value, 0, max(extent.rounded(), page), page * 0.1, page * 0.9, page)
    }

    private var horizontal: UnsafeMutablePointer<GtkAdjustment> {
        gtk_scrolled_window_get_hadjustment(widget.opaque)
    }
    private var vertical: UnsafeMutablePointer<GtkAdjustment> {
        gtk_scrolled_window_get_vadjustment(widget.opaque)
    }

    // MARK: - Viewport

    /// The size of the scrolled window as it is laid out.
    private func updateViewport() {
        zoom.viewport = Extent(
            width: Double(gtk_widget_get_width(widget)), height: Double(gtk_widget_get_height(widget)))
        zoom.deviceScale = Double(gtk_widget_get_scale_factor(widget))
    }

    /// The viewport changes while it is laid out, when sizes must not: they follow with the next frame.
    private func askUpdate() {
        guard !isApplying, !isUpdateAsked else { return }
        isUpdateAsked = true
        widget.onEachFrame { [weak self] in
            guard let self else { return false }
            isUpdateAsked = false
            let before = zoom
            updateViewport()
            if zoom.viewport != before.viewport || zoom.deviceScale != before.deviceScale {
                zoom.scroll(to: zoom.offset)
                apply()
            }
            return false
        }
    }

    private func scrolled() {
        guard !isApplying else { return }
        zoom.scroll(
            to: Point(x: gtk_adjustment_get_value(horizontal), y: gtk_adjustment_get_value(vertical)))
        onChange()
    }

    // MARK: - Input

    private func connectInput() {
        for adjustment in [horizontal, vertical] {
            connect(adjustment, "changed") { [weak self] in self?.askUpdate() }
            connect(adjustment, "value-changed") { [weak self] in self?.scrolled() }
        }
        connectNotify(widget, "scale-factor") { [weak self] in self?.askUpdate() }
        connect(widget, "map") { [weak self] in self?.askUpdate() }
        widget.onMotion(left: { [weak self] in self?.pointer = nil }) { [weak self] x, y in
            self?.pointer = Point(x: x, y: y)
        }
        widget.onScroll(capture: true) { [weak self] _, dy, hasControl in
            guard hasControl, let self else { return false }
            zoom(by: 1 / power(ZoomState.step, dy))
            return true
        }
        widget.onPinch(began: { [weak self] in
            guard let self else { return }
            pinchStart = zoom.currentScale
        }) { [weak self] scale, x, y in
            guard let self else { return }
            zoom.zoom(to: pinchStart * scale, at: Point(x: x, y: y))
            apply()
        }
        widget.onPress { [weak self] presses, x, y in
            guard let self, presses == 2, texture != nil else { return }
            zoom.toggle(at: Point(x: x, y: y))
            apply()
        }
        widget.onDrag(
            began: { [weak self] _, _ in
                guard let self else { return }
                dragStart = zoom.offset
            },
            moved: { [weak self] dx, dy in
                guard let self, !zoom.isFit else { return }
                zoom.scroll(to: Point(x: dragStart.x - dx, y: dragStart.y - dy))
                apply()
            })
    }
}
