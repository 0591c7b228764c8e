// SPDX-License-Identifier: GPL-3.0-or-later
// Keys and swipes of the viewer, and its fullscreen, in which the bar fades while the pointer rests.

import AlbumenKit
import CAdwaita
import GTKBridge

extension PhotoViewer {
    /// How long the bar stays in fullscreen after the pointer's last move.
    private static let chromeRest: UInt32 = 3000  // milliseconds
    /// Photos that Page Up and Page Down pass over.
    private static let page = 10
    /// Steps that may wait for a frame: a held key must not run on after it is let go.
    private static let mostWaitingSteps = 1
    /// A swipe is at least this fast, in logical pixels a second, and more sideways than not.
    private static let swipeSpeed = 300.0

    func connectInput() {
        widget.onKey(capture: true) { [weak self] press in self?.press(press) ?? false }
        stage.widget.onSwipe { [weak self] vx, vy in
            guard let self, stage.picture.zoom.isFit, abs(vx) > Self.swipeSpeed, abs(vx) > 2 * abs(vy) else {
                return
            }
            step(by: vx < 0 ? 1 : -1)
        }
        widget.onMotion { [weak self] _, _ in self?.pointerMoved() }
        connect(widget, "map") { [weak self] in self?.watchWindow() }
    }

    // MARK: - Keys

    private func press(_ press: KeyPress) -> Bool {
        guard list != nil, !press.hasControl, !press.hasAlt else { return false }
        let isRightToLeft = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
        switch Int32(press.key) {
        case GDK_KEY_Escape:
            if isFullscreen { session.toggleFullscreen() } else { close() }
        case GDK_KEY_plus, GDK_KEY_equal, GDK_KEY_KP_Add: stage.picture.zoomIn()
        case GDK_KEY_minus, GDK_KEY_KP_Subtract: stage.picture.zoomOut()
        case GDK_KEY_0, GDK_KEY_KP_0: stage.picture.fit()
        case GDK_KEY_1, GDK_KEY_KP_1: stage.picture.zoom(to: 1)
        case GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down: step(by: Self.page)
        case GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up: step(by: -Self.page)
        // A video's sliders have their own use for these keys, and buttons for the space bar.
        case _ where isFocusOnSlider: return false
        case GDK_KEY_Right, GDK_KEY_KP_Right: arrow(isRightToLeft ? -1 : 1)
        case GDK_KEY_Left, GDK_KEY_KP_Left: arrow(isRightToLeft ? 1 : -1)
        case GDK_KEY_Home, GDK_KEY_KP_Home: go(to: 0)
        case GDK_KEY_End, GDK_KEY_KP_End: go(to: (list?.count ?? 0) - 1)
        case GDK_KEY_space where !hasFocus(inside: chrome):
            if currentAsset?.mediaType == .video {
                stage.togglePlaying()
            } else if let player {
                player.toggle()
            } else {
                arrow(press.hasShift ? -1 : 1)
            }
        case GDK_KEY_BackSpace: arrow(-1)
        default: return false
        }
        return true
    }

    private var focused: Widget? { gtk_widget_get_root(widget).flatMap { gtk_root_get_focus($0) } }

    private var isFocusOnSlider: Bool {
        focused.map { g_type_check_instance_is_a($0.as(GTypeInstance.self), gtk_range_get_type()) != 0 }
            ?? false
    }

    private func hasFocus(inside container: Widget) -> Bool {
        focused.map { gtk_widget_is_ancestor($0, container) != 0 } ?? false
    }

    /// Steps now, or with the next frame where this one has its step already: a held key shows each photo, and no
    /// photo waits behind ones that were passed.
    private func arrow(_ direction: Int) {
        let frame = gtk_widget_get_frame_clock(widget).map { gdk_frame_clock_get_frame_counter($0) } ?? -1
        guard frame == steppedInFrame, frame >= 0 else {
            steppedInFrame = frame
            return step(by: direction)
        }
        let isWaiting = waitingSteps != 0
        waitingSteps = min(max(waitingSteps + direction, -Self.mostWaitingSteps), Self.mostWaitingSteps)
        guard !isWaiting else { return }
        widget.onEachFrame { [weak self] in
            guard let self, waitingSteps != 0 else { return false }
            let direction = waitingSteps.signum()
            waitingSteps -= direction
            steppedInFrame =
                gtk_widget_get_frame_clock(widget).map { gdk_frame_clock_get_frame_counter($0) } ?? -1
            step(by: direction)
            return waitingSteps != 0
        }
    }

    // MARK: - Fullscreen

    /// The window exists once the viewer has been put into it.
    private func watchWindow() {
        placeStage()
        adaptHeader()
        guard !isWatchingWindow, let root = gtk_widget_get_root(widget) else { return }
        isWatchingWindow = true
        let window = UnsafeMutableRawPointer(root).assumingMemoryBound(to: GtkWindow.self)
        if let surface = gtk_native_get_surface(root) {
            connectSignal(surface, "layout") { [weak self] arguments in
                self?.surfaceIsLaidOut(width: arguments.int(0))
                return .none
            }
        }
        connectNotify(window, "fullscreened") { [weak self] in
            guard let self else { return }
            isFullscreen = gtk_window_is_fullscreen(window) != 0
            header.setFullscreen(isFullscreen)
            placeStage()
            showChrome()
        }
    }

    /// Said while the window is laid out, when nothing may change: the bar follows with the next frame.
    private func surfaceIsLaidOut(width: Int32) {
        guard width != surfaceWidth else { return }
        surfaceWidth = width
        widget.onEachFrame { [weak self] in
            self?.adaptHeader()
            return false
        }
    }

    private func adaptHeader() {
        guard let root = gtk_widget_get_root(widget) else { return }
        if header.adapt(toWidth: gtk_widget_get_width(root.widget)) { placeStage() }
    }

    /// Below the bar; in fullscreen the bar lies over the picture.
    func placeStage() {
        var height: gint = 0
        gtk_widget_measure(header.widget, GTK_ORIENTATION_VERTICAL, -1, nil, &height, nil, nil)
        gtk_widget_set_margin_top(stage.widget, isFullscreen ? 0 : height)
        widget.setClass("fullscreen", isFullscreen)
    }

    private func pointerMoved() {
        if isFullscreen { showChrome() }
    }

    /// Shows the bar and the pointer; in fullscreen for a while.
    func showChrome() {
        gtk_revealer_set_reveal_child(chrome.opaque, 1)
        gtk_widget_set_cursor(widget, nil)
        chromeTimer?.cancel()
        chromeTimer = nil
        guard isFullscreen else { return }
        chromeTimer = MainLoop.after(milliseconds: Self.chromeRest) { [weak self] in
            guard let self, isFullscreen else { return }
            gtk_revealer_set_reveal_child(chrome.opaque, 0)
            gtk_widget_set_cursor_from_name(widget, "none")
        }
    }
}
