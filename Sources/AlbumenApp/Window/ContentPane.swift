// SPDX-License-Identifier: GPL-3.0-or-later
// The larger half of the window: a header, the banner of limited access, and photos or a page that says why there are none.

import CAdwaita
import GTKBridge

/// Lays out the content; what is in it comes from the browser.
@MainActor
final class ContentPane {
    let widget: Widget
    let selectionBar = SelectionBar()
    let banner = LimitedBanner()

    private let title: Widget
    private let backButton: Widget
    private let zoomButtons: Widget
    private let stack: Widget
    private let status = StatusPageView()
    private var isFolded = false
    private var isShowingGrid = false

    init() {
        title = adw_window_title_new("", "")
        backButton = makeIconButton("go-previous-symbolic", name: tr("Back"), action: "win.back")
        zoomButtons = makeBox(
            GTK_ORIENTATION_HORIZONTAL,
            makeIconButton("list-remove-symbolic", name: tr("Smaller Tiles"), action: "win.zoom-out"),
            makeIconButton("list-add-symbolic", name: tr("Larger Tiles"), action: "win.zoom-in"))
        let header = adw_header_bar_new()!
        adw_header_bar_set_title_widget(header.opaque, title)
        adw_header_bar_pack_start(header.opaque, backButton)
        adw_header_bar_pack_end(header.opaque, zoomButtons)

        stack = gtk_stack_new()
        gtk_stack_set_transition_type(stack.opaque, GTK_STACK_TRANSITION_TYPE_CROSSFADE)
        gtk_stack_set_transition_duration(stack.opaque, 150)
        gtk_stack_add_named(stack.opaque, status.widget, "status")
        gtk_widget_set_vexpand(stack, 1)
        let overlay = gtk_overlay_new()!
        gtk_overlay_set_child(overlay.opaque, stack)
        gtk_overlay_add_overlay(overlay.opaque, selectionBar.widget)

        widget = makeBox(GTK_ORIENTATION_VERTICAL, header, banner.widget, overlay)
        widget.addClasses("content-pane")
        gtk_widget_set_hexpand(widget, 1)
        setFolded(false)
        show(.opening)
    }

    /// Puts the grid and the duplicates beside the pages. Called once, when there is a library.
    func add(grid: Widget, duplicates: Widget) {
        gtk_stack_add_named(stack.opaque, grid, "grid")
        gtk_stack_add_named(stack.opaque, duplicates, "duplicates")
    }

    func showGrid() {
        gtk_stack_set_visible_child_name(stack.opaque, "grid")
        status.clear()
        isShowingGrid = true
        placeButtons()
    }

    func showDuplicates() {
        gtk_stack_set_visible_child_name(stack.opaque, "duplicates")
        status.clear()
        isShowingGrid = false
        placeButtons()
    }

    func show(_ page: StatusPage) {
        status.show(page)
        gtk_stack_set_visible_child_name(stack.opaque, "status")
        isShowingGrid = false
        placeButtons()
    }

    func setTitle(_ text: String, subtitle: String) {
        adw_window_title_set_title(title.opaque, text)
        adw_window_title_set_subtitle(title.opaque, subtitle)
    }

    /// A folded window shows the sidebar or the content; the content then has a way back.
    func setFolded(_ isFolded: Bool) {
        self.isFolded = isFolded
        placeButtons()
    }

    /// A folded window has room for the title or for the zoom: pinch, wheel and keys change the tiles there.
    private func placeButtons() {
        gtk_widget_set_visible(backButton, isFolded.gboolean)
        gtk_widget_set_visible(zoomButtons, (isShowingGrid && !isFolded).gboolean)
    }
}
