// SPDX-License-Identifier: GPL-3.0-or-later
// The window: a sidebar and a content pane that fold into one page when it is narrow, and the viewer over both.

import AlbumenKit
import CAdwaita
import GTKBridge

/// Puts the parts together and moves between them. It knows no photos: the browser fills it.
@MainActor
final class MainWindow {
    let widget: Widget
    let actions: WindowActions
    let sidebar = SidebarView()
    let scanStatus = ScanStatusView()
    let importStatus = ImportStatusView()
    let content = ContentPane()

    private let leaflet: Widget
    private let stack: Widget
    private let toasts: Widget
    private let sidebarPane: Widget
    private let sidebarHeader: Widget
    let settings = WindowSettings()

    /// Logical pixels.
    private static let sidebarWidth: Int32 = 250
    private static let minimumWidth: Int32 = 360
    private static let minimumHeight: Int32 = 294
    /// Below this width words and buttons do not stand in one line.
    static let narrowWidth: Int32 = 600

    init(application: UnsafeMutablePointer<GtkApplication>) {
        widget = adw_application_window_new(application)
        gtk_window_set_title(widget.as(GtkWindow.self), "Albumen")
        gtk_widget_set_size_request(widget, Self.minimumWidth, Self.minimumHeight)
        settings.apply(to: widget)
        actions = WindowActions(window: widget)

        sidebarHeader = Self.makeSidebarHeader()
        sidebarPane = makeBox(
            GTK_ORIENTATION_VERTICAL, sidebarHeader, sidebar.widget, importStatus.widget, scanStatus.widget)
        sidebarPane.addClasses("sidebar-pane")
        gtk_widget_set_size_request(sidebarPane, Self.sidebarWidth, -1)

        leaflet = adw_leaflet_new()
        adw_leaflet_append(leaflet.opaque, sidebarPane)
        adw_leaflet_append(leaflet.opaque, content.widget)
        adw_leaflet_set_can_navigate_back(leaflet.opaque, 1)
        adw_leaflet_set_visible_child(leaflet.opaque, content.widget)

        stack = gtk_stack_new()
        gtk_stack_set_transition_type(stack.opaque, GTK_STACK_TRANSITION_TYPE_CROSSFADE)
        gtk_stack_set_transition_duration(stack.opaque, 120)
        gtk_stack_add_named(stack.opaque, leaflet, "browser")

        toasts = adw_toast_overlay_new()
        adw_toast_overlay_set_child(toasts.opaque, stack)
        adw_application_window_set_content(widget.as(AdwApplicationWindow.self), toasts)
        WindowActions.addPhotoKeys(to: content.widget)
        connectSignals()
    }

    func present() {
        gtk_window_present(widget.as(GtkWindow.self))
    }

    /// Puts the viewer beside the browser. Called once, when there is a library.
    func add(viewer: Widget) {
        WindowActions.addPhotoKeys(to: viewer)
        gtk_stack_add_named(stack.opaque, viewer, "viewer")
    }

    var isShowingViewer: Bool {
        gtk_stack_get_visible_child_name(stack.opaque).map { String(cString: $0) } == "viewer"
    }

    func showViewer() {
        gtk_stack_set_visible_child_name(stack.opaque, "viewer")
        placeToasts()
    }

    func showBrowser() {
        if gtk_window_is_fullscreen(widget.as(GtkWindow.self)) != 0 { toggleFullscreen() }
        gtk_stack_set_visible_child_name(stack.opaque, "browser")
        placeToasts()
    }

    /// In a folded window, the content instead of the sidebar.
    func showContent() {
        adw_leaflet_set_visible_child(leaflet.opaque, content.widget)
    }

    /// In a folded window, the sidebar instead of the content.
    func showSidebar() {
        adw_leaflet_navigate(leaflet.opaque, ADW_NAVIGATION_DIRECTION_BACK)
        sidebar.focus()
    }

    /// Beside the content the sidebar comes and goes; in a folded window it changes places with the content.
    func toggleSidebar() {
        if Bool(adw_leaflet_get_folded(leaflet.opaque)) {
            let isContent = adw_leaflet_get_visible_child(leaflet.opaque) == content.widget
            if isContent { showSidebar() } else { showContent() }
        } else {
            gtk_widget_set_visible(sidebarPane, (!Bool(gtk_widget_get_visible(sidebarPane))).gboolean)
            placeToasts()
        }
    }

    func toggleFullscreen() {
        let window = widget.as(GtkWindow.self)
        if gtk_window_is_fullscreen(window) != 0 {
            gtk_window_unfullscreen(window)
        } else {
            gtk_window_fullscreen(window)
        }
    }

    /// Toasts stand above the bar of the selection while there is one.
    func setHasSelection(_ hasSelection: Bool) {
        toasts.setClass("has-selection", hasSelection)
    }

    /// Toasts stand in the middle of the photos, which is not the middle of the window beside the sidebar.
    private func placeToasts() {
        let isBesideSidebar =
            !isShowingViewer && !Bool(adw_leaflet_get_folded(leaflet.opaque))
            && Bool(gtk_widget_get_visible(sidebarPane))
        toasts.setClass("beside-sidebar", isBesideSidebar)
    }

    func show(_ toast: Toast) {
        let isNarrow = gtk_widget_get_width(widget) < Self.narrowWidth
        adw_toast_overlay_add_toast(toasts.opaque, makeToast(toast, isNarrow: isNarrow))
    }

    private static func makeSidebarHeader() -> Widget {
        let header = adw_header_bar_new()!
        adw_header_bar_set_title_widget(header.opaque, adw_window_title_new("Albumen", ""))
        adw_header_bar_pack_end(header.opaque, makePrimaryMenuButton())
        return header
    }

    private func connectSignals() {
        connectNotify(leaflet, "folded") { [weak self] in self?.foldedChanged() }
        connect(
            widget, "close-request",
            handling: { [weak self] in
                if let self { settings.save(widget) }
                return false
            })
        sidebar.onLeave = { [weak self] forwards in self?.leaveSidebar(forwards: forwards) }
        foldedChanged()
    }

    private func leaveSidebar(forwards: Bool) {
        let order = forwards ? [importStatus.widget, scanStatus.widget, content.widget] : [sidebarHeader]
        let direction = forwards ? GTK_DIR_TAB_FORWARD : GTK_DIR_TAB_BACKWARD
        _ = order.first { Bool(gtk_widget_child_focus($0, direction)) }
    }

    private func foldedChanged() {
        let isFolded = adw_leaflet_get_folded(leaflet.opaque) != 0
        // A folded window has no other way to the albums.
        if isFolded { gtk_widget_set_visible(sidebarPane, 1) }
        content.setFolded(isFolded)
        placeToasts()
        gtk_widget_set_hexpand(sidebarPane, isFolded ? 1 : 0)
        // Side by side, the window's own buttons stand once, at the end of the content.
        adw_header_bar_set_show_end_title_buttons(sidebarHeader.opaque, isFolded ? 1 : 0)
    }
}
