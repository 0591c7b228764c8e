// SPDX-License-Identifier: GPL-3.0-or-later
// The bar over the viewer: which photo it is, and what can be done with it.

import AlbumenKit
import CAdwaita
import GTKBridge

/// Buttons are the window's actions, so that their keys and they agree.
@MainActor
final class ViewerHeader {
    let widget: Widget
    private let title: Widget
    private let favorite: Widget
    private let save: Widget
    private let delete: Widget
    private let restore: Widget
    private let fullscreen: Widget

    init(onBack: @escaping @MainActor () -> Void) {
        title = adw_window_title_new("", "")
        favorite = makeIconButton(
            "albumen-not-favorite-symbolic", name: tr("Favourite"), action: "win.favorite")
        save = makeIconButton(
            "albumen-album-add-symbolic", name: tr("Save to Album…"), action: "win.save-to-album")
        delete = makeIconButton(
            "user-trash-symbolic", name: tr("Move to Recently Deleted"), action: "win.delete")
        restore = makeTextButton(tr("Restore"), action: "win.restore")
        fullscreen = makeIconButton(
            "view-fullscreen-symbolic", name: tr("Fullscreen"), action: "win.fullscreen")
        let back = makeIconButton("go-previous-symbolic", name: tr("Back"))
        widget = adw_header_bar_new()
        adw_header_bar_set_title_widget(widget.opaque, title)
        adw_header_bar_pack_start(widget.opaque, back)
        // Packed from the end: the last one is the leftmost.
        for button in [fullscreen, delete, restore, save, favorite] {
            adw_header_bar_pack_end(widget.opaque, button)
        }
        widget.addClasses("viewer-header")
        connect(back, "clicked", onBack)
    }

    func show(_ asset: Asset) {
        adw_window_title_set_title(title.opaque, asset.fileName)
        adw_window_title_set_subtitle(title.opaque, asset.dateWords)
        gtk_button_set_icon_name(
            favorite.as(GtkButton.self),
            asset.isFavorite ? "albumen-favorite-symbolic" : "albumen-not-favorite-symbolic")
        describe(favorite, asset.isFavorite ? tr("Remove from Favourites") : tr("Favourite"))
        if asset.isFavorite {
            favorite.addClasses("is-favorite")
        } else {
            gtk_widget_remove_css_class(favorite, "is-favorite")
        }
        let isDeleted = asset.trashedTime != nil
        for button in [favorite, save, delete] { gtk_widget_set_visible(button, (!isDeleted).gboolean) }
        gtk_widget_set_visible(restore, isDeleted.gboolean)
    }

    func setFullscreen(_ isFullscreen: Bool) {
        gtk_button_set_icon_name(
            fullscreen.as(GtkButton.self),
            isFullscreen ? "view-restore-symbolic" : "view-fullscreen-symbolic")
        describe(fullscreen, isFullscreen ? tr("Leave Fullscreen") : tr("Fullscreen"))
        adw_header_bar_set_show_end_title_buttons(widget.opaque, (!isFullscreen).gboolean)
    }
}
