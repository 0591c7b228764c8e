// SPDX-License-Identifier: GPL-3.0-or-later
// The small signs on a tile: how long a video is, favourite, broken or away, and the check of a selected one.

import AlbumenKit
import CAdwaita
import GTKBridge

/// Signs over one tile. Most tiles have none, so each is made when it is first needed.
@MainActor
final class CellBadges {
    private let overlay: Widget
    private var duration: Widget?
    private var favorite: Widget?
    private var problem: Widget?

    init(overlay: Widget) {
        self.overlay = overlay
        // The style shows it in a selected cell only.
        let check = gtk_image_new_from_icon_name("object-select-symbolic")!
        place(check, GTK_ALIGN_END, GTK_ALIGN_START, classes: "tile-check")
    }

    func show(_ asset: Asset) {
        if asset.mediaType == .video {
            let label =
                duration ?? make(gtk_label_new(nil), GTK_ALIGN_END, GTK_ALIGN_END, classes: "tile-badge")
            duration = label
            gtk_label_set_text(label.opaque, clockWords(seconds: asset.duration))
        }
        setVisible(duration, asset.mediaType == .video)
        if asset.isFavorite, favorite == nil {
            favorite = make(
                gtk_image_new_from_icon_name("albumen-favorite-symbolic"), GTK_ALIGN_START, GTK_ALIGN_END,
                classes: "tile-favorite")
        }
        setVisible(favorite, asset.isFavorite)
        switch asset.state {
        case .ok: setVisible(problem, false)
        case .broken: showProblem("image-missing-symbolic")
        case .offline: showProblem("drive-harddisk-symbolic")
        }
    }

    /// There is no picture of it. A video may have no still and play all the same.
    func showNoPicture(of asset: Asset) {
        guard asset.state == .ok else { return }
        showProblem(asset.mediaType == .video ? "albumen-video-symbolic" : "image-missing-symbolic")
    }

    func clear() {
        for badge in [duration, favorite, problem] { setVisible(badge, false) }
    }

    private func showProblem(_ iconName: String) {
        let image =
            problem
            ?? make(
                gtk_image_new_from_icon_name(nil), GTK_ALIGN_CENTER, GTK_ALIGN_CENTER, classes: "tile-problem"
            )
        problem = image
        gtk_image_set_from_icon_name(image.opaque, iconName)
        setVisible(image, true)
    }

    private func make(
        _ badge: Widget!, _ horizontal: GtkAlign, _ vertical: GtkAlign, classes: String
    ) -> Widget {
        place(badge, horizontal, vertical, classes: classes)
        return badge
    }

    private func place(_ badge: Widget, _ horizontal: GtkAlign, _ vertical: GtkAlign, classes: String) {
        gtk_widget_set_halign(badge, horizontal)
        gtk_widget_set_valign(badge, vertical)
        gtk_widget_set_can_target(badge, 0)
        badge.addClasses(classes)
        gtk_overlay_add_overlay(overlay.opaque, badge)
    }

    private func setVisible(_ badge: Widget?, _ isVisible: Bool) {
        guard let badge else { return }
        gtk_widget_set_visible(badge, isVisible ? 1 : 0)
    }
}
