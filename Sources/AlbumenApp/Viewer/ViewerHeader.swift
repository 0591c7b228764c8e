// SPDX-License-Identifier: GPL-3.0-or-later
// The bar over the viewer: which photo it is, and what can be done with it.

import AlbumenKit
import CAdwaita
import GTKBridge

/// Buttons are the window's actions, so that their keys and they agree. In a narrow window the title has a row of its own.
@MainActor
final class ViewerHeader {
    let widget: Widget
    private let bar: Widget
    private let title: Widget
    private let narrowTitle: Widget
    private let narrowRow: Widget
    private let favorite: Widget
    private let save: Widget
    private let delete: Widget
    private let restore: Widget
    private let fullscreen: Widget
    /// Of a photo that moves.
    private let playPause: Widget

    init(onBack: @escaping @MainActor () -> Void, onPlayPause: @escaping @MainActor () -> Void) {
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
        playPause = makeIconButton("media-playback-pause-symbolic", name: tr("Pause"))
        gtk_widget_set_visible(playPause, 0)
        let back = makeIconButton("go-previous-symbolic", name: tr("Back"))
        bar = adw_header_bar_new()
        adw_header_bar_set_title_widget(bar.opaque, title)
        adw_header_bar_pack_start(bar.opaque, back)
        // Packed from the end: the last one is the leftmost.
        for button in [fullscreen, delete, restore, save, favorite, playPause] {
            adw_header_bar_pack_end(bar.opaque, button)
        }
        narrowTitle = adw_window_title_new("", "")
        gtk_widget_set_hexpand(narrowTitle, 1)
        narrowRow = makeBox(GTK_ORIENTATION_HORIZONTAL, narrowTitle)
        narrowRow.addClasses("viewer-title")
        gtk_widget_set_visible(narrowRow, 0)
        widget = makeBox(GTK_ORIENTATION_VERTICAL, bar, narrowRow)
        widget.addClasses("viewer-header")
        connect(back, "clicked", onBack)
        connect(playPause, "clicked", onPlayPause)
    }

    func show(_ asset: Asset) {
        for title in [title, narrowTitle] {
            adw_window_title_set_title(title.opaque, asset.fileName)
            adw_window_title_set_subtitle(title.opaque, asset.dateWords)
        }
        gtk_button_set_icon_name(
            favorite.as(GtkButton.self),
            asset.isFavorite ? "albumen-favorite-symbolic" : "albumen-not-favorite-symbolic")
        describe(favorite, asset.isFavorite ? tr("Remove from Favourites") : tr("Favourite"))
        favorite.setClass("is-favorite", asset.isFavorite)
        let isDeleted = asset.trashedDate != nil
        for button in [favorite, save, delete] { gtk_widget_set_visible(button, (!isDeleted).gboolean) }
        gtk_widget_set_visible(restore, isDeleted.gboolean)
        setAnimation(isPlaying: nil)
    }

    /// Offers to pause an animation or to play it; nil where the photo is none.
    func setAnimation(isPlaying: Bool?) {
        gtk_widget_set_visible(playPause, (isPlaying != nil).gboolean)
        guard let isPlaying else { return }
        gtk_button_set_icon_name(
            playPause.as(GtkButton.self),
            isPlaying ? "media-playback-pause-symbolic" : "media-playback-start-symbolic")
        describe(playPause, isPlaying ? tr("Pause") : tr("Play"))
    }

    /// Fits the bar to the width of the viewer. Returns whether it has another height now.
    func adapt(toWidth width: Int32) -> Bool {
        let isNarrow = width < MainWindow.narrowWidth
        guard isNarrow != Bool(gtk_widget_get_visible(narrowRow)) else { return false }
        gtk_widget_set_visible(narrowRow, isNarrow.gboolean)
        gtk_widget_set_visible(title, (!isNarrow).gboolean)
        return true
    }

    func setFullscreen(_ isFullscreen: Bool) {
        gtk_button_set_icon_name(
            fullscreen.as(GtkButton.self),
            isFullscreen ? "view-restore-symbolic" : "view-fullscreen-symbolic")
        describe(fullscreen, isFullscreen ? tr("Leave Fullscreen") : tr("Fullscreen"))
        adw_header_bar_set_show_end_title_buttons(bar.opaque, (!isFullscreen).gboolean)
    }
}
