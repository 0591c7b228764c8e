// SPDX-License-Identifier: GPL-3.0-or-later
// One photo of a group of duplicates, as a button: pressed on the one that is kept.

import AlbumenKit
import CAdwaita
import GTKBridge

/// A picture with what tells it from its likes: name, size, date.
@MainActor
final class DuplicateTile {
    let widget: Widget
    let asset: Asset
    private let picture: Widget
    private var request: TileRequest?

    /// Logical pixels.
    private static let width = 180
    private static let height = 135

    /// - Parameter group: a tile of the same group; one of a group is pressed.
    init(_ asset: Asset, group: DuplicateTile?) {
        self.asset = asset
        picture = gtk_picture_new()
        gtk_picture_set_content_fit(picture.opaque, GTK_CONTENT_FIT_COVER)
        gtk_picture_set_can_shrink(picture.opaque, 1)
        // Under the picture, because a picture asks for the room that its pixels would take.
        let space = makeBox(GTK_ORIENTATION_VERTICAL)
        gtk_widget_set_size_request(space, Int32(Self.width), Int32(Self.height))
        let check = gtk_image_new_from_icon_name("object-select-symbolic")!
        check.addClasses("tile-check")
        gtk_widget_set_halign(check, GTK_ALIGN_END)
        gtk_widget_set_valign(check, GTK_ALIGN_END)
        let frame = gtk_overlay_new()!
        gtk_overlay_set_child(frame.opaque, space)
        gtk_overlay_add_overlay(frame.opaque, picture)
        gtk_overlay_add_overlay(frame.opaque, check)
        gtk_widget_set_overflow(frame, GTK_OVERFLOW_HIDDEN)
        frame.addClasses("tile")

        let name = makeLabel(asset.fileName, classes: "heading")
        let details = makeLabel(Self.details(of: asset), classes: "dim-label", "caption")
        let date = makeLabel(asset.dateWords, classes: "dim-label", "caption")
        for label in [name, details, date] { gtk_label_set_max_width_chars(label.opaque, 1) }
        let box = makeBox(GTK_ORIENTATION_VERTICAL, spacing: 3, frame, name, details, date)
        widget = gtk_toggle_button_new()
        gtk_button_set_child(widget.as(GtkButton.self), box)
        widget.addClasses("flat", "duplicate-tile")
        if let group {
            gtk_toggle_button_set_group(
                widget.as(GtkToggleButton.self), group.widget.as(GtkToggleButton.self))
        }
        setAccessibleLabel(widget, tr("Keep {photo}", ["photo": asset.fileName]))
    }

    var isKept: Bool {
        get { gtk_toggle_button_get_active(widget.as(GtkToggleButton.self)) != 0 }
        set { gtk_toggle_button_set_active(widget.as(GtkToggleButton.self), newValue.gboolean) }
    }

    func load(with loader: TileLoader) {
        let scale = Int(gtk_widget_get_scale_factor(widget))
        let size = PixelSize(width: Self.width * scale, height: Self.height * scale)
        request = loader.request(asset, size: size, priority: .visible)
    }

    func receive(_ delivery: TileDelivery) {
        guard request != nil, asset.hasSameContent(as: delivery.asset), let texture = delivery.texture else {
            return
        }
        gtk_picture_set_paintable(picture.opaque, texture.pointer)
        if delivery.isFinal { request = nil }
    }

    func cancel() {
        request?.cancel()
        request = nil
    }

    private static func details(of asset: Asset) -> String {
        let size = asset.pixelSize
        let bytes = takeString(g_format_size(guint64(asset.stamp.size)))
        return size.isEmpty ? bytes : "\(formatted(size.width)) × \(formatted(size.height)) · \(bytes)"
    }
}
