// SPDX-License-Identifier: GPL-3.0-or-later
// One tile of the grid. Binding it reads memory only; its picture is asked for when it is near the screen.

import AlbumenKit
import CAdwaita
import GTKBridge

/// The widgets of a cell, and which asset they show.
@MainActor
final class PhotoCell {
    let widget: Widget
    /// The item of the list view that owns the widgets.
    private let item: ListItem
    private let picture: Widget
    private let badges: CellBadges

    private(set) var asset: Asset?
    private var request: TileRequest?
    private var progress = Progress.empty
    /// Device pixels that `progress` is about.
    private var loadedSide = 0

    private enum Progress {
        case empty
        /// Something is shown, better is to come.
        case degraded
        case final
        /// Nothing can be shown.
        case failed
    }

    init(item: ListItem) {
        self.item = item
        picture = gtk_picture_new()
        gtk_picture_set_content_fit(picture.opaque, GTK_CONTENT_FIT_COVER)
        gtk_picture_set_can_shrink(picture.opaque, 1)
        widget = gtk_overlay_new()
        gtk_overlay_set_child(widget.opaque, picture)
        gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
        widget.addClasses("tile")
        badges = CellBadges(overlay: widget)
        item.child = widget
    }

    /// Where the cell stands in the list now; nil while it is bound to nothing.
    var position: Int? { item.position }

    /// The list view's own widget, which has the focus and the accessible name.
    var focusWidget: Widget? { gtk_widget_get_parent(widget) }

    /// Whether a picture is shown, or there is none to wait for.
    var isSettled: Bool { progress != .empty }

    /// What is shown, for dragging; nil where nothing is.
    var paintable: OpaquePointer? { gtk_picture_get_paintable(picture.opaque) }

    /// Logical pixels.
    func setHeight(_ side: Int) {
        gtk_widget_set_size_request(widget, -1, Int32(side))
    }

    /// Shows an asset; nil while its page is on the way. The same asset again shows what changed of it.
    func show(_ asset: Asset?) {
        guard let asset else {
            // Recycled cells must not show their last photo.
            clear()
            return
        }
        if !asset.hasSameContent(as: self.asset) || self.asset?.state != asset.state { clear() }
        self.asset = asset
        badges.show(asset)
        if let focusWidget { setAccessibleLabel(focusWidget, asset.accessibleName) }
    }

    /// Takes what is in memory, so that a tile seen before is there on the frame it is bound.
    func showCached(_ images: ImageManager, side: Int) {
        guard let asset, progress == .empty,
            let image = images.cachedImage(
                for: asset, size: PixelSize(width: side, height: side), mode: .aspectFill)
        else { return }
        set(Texture(image.pixels), isFinal: !image.isDegraded, side: side)
    }

    /// Sees to it that the picture is there or on its way. `side` is in device pixels.
    func load(with loader: TileLoader, side: Int, priority: ImagePriority) {
        guard let asset else { return }
        let isEnough = (progress == .final || progress == .failed) && loadedSide >= side
        if isEnough { return }
        if let request, request.priority == priority { return }
        // The new one first: equal requests share a decode, which goes on for as long as anybody waits for it.
        let previous = request
        loadedSide = side
        request = loader.request(asset, size: PixelSize(width: side, height: side), priority: priority)
        previous?.cancel()
    }

    /// Gives up a picture that is far from the screen, and the memory of one that came.
    func unload() {
        request?.cancel()
        request = nil
        guard progress != .empty else { return }
        progress = .empty
        gtk_picture_set_paintable(picture.opaque, nil)
        widget.setClass("loaded", false)
    }

    func receive(_ delivery: TileDelivery) {
        guard let asset, asset.hasSameContent(as: delivery.asset), request != nil else { return }
        if let texture = delivery.texture {
            set(texture, isFinal: delivery.isFinal, side: loadedSide)
        } else {
            // Asked for once: what is shown, if anything, is all there is.
            if progress == .empty { badges.showNoPicture(of: asset) }
            progress = .failed
        }
        if delivery.isFinal { request = nil }
    }

    /// The cell goes back to the list view.
    func clear() {
        unload()
        asset = nil
        badges.clear()
    }

    private func set(_ texture: Texture, isFinal: Bool, side: Int) {
        gtk_picture_set_paintable(picture.opaque, texture.pointer)
        progress = isFinal ? .final : .degraded
        loadedSide = side
        widget.setClass("loaded", true)
    }
}
