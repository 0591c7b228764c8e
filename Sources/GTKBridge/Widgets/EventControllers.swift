// SPDX-License-Identifier: GPL-3.0-or-later
// Keys, clicks, gestures and scrolling as closures. The widget owns each controller.

import CAdwaita

/// A key, as `GDK_KEY_*`, and what was held with it.
@MainActor
public struct KeyPress {
    public let key: UInt32
    public let modifiers: UInt32
    public var hasControl: Bool { modifiers & GDK_CONTROL_MASK.rawValue != 0 }
    public var hasShift: Bool { modifiers & GDK_SHIFT_MASK.rawValue != 0 }
    public var hasAlt: Bool { modifiers & GDK_ALT_MASK.rawValue != 0 }
}

@MainActor
extension GObjectPointer {
    /// Hands the controller over to the widget (transfer full).
    private func own(_ controller: OpaquePointer) {
        gtk_widget_add_controller(widget, controller)
    }

    /// Says whether each key press was dealt with. `capture` sees keys before the children do.
    public func onKey(capture: Bool = false, _ handler: @escaping @MainActor (KeyPress) -> Bool) {
        let controller = gtk_event_controller_key_new()!
        gtk_event_controller_set_propagation_phase(controller, capture ? GTK_PHASE_CAPTURE : GTK_PHASE_BUBBLE)
        connectSignal(controller, "key-pressed") {
            .handled(handler(KeyPress(key: $0.uint(0), modifiers: $0.flags(2))))
        }
        own(controller)
    }

    /// A press of a mouse button (1 first, 3 second; 0 any): how many in a row, and where, in logical pixels.
    public func onPress(
        button: UInt32 = 1, capture: Bool = false,
        _ handler: @escaping @MainActor (_ presses: Int, _ x: Double, _ y: Double) -> Void
    ) {
        let controller = gtk_gesture_click_new()!
        gtk_gesture_single_set_button(controller, button)
        gtk_event_controller_set_propagation_phase(controller, capture ? GTK_PHASE_CAPTURE : GTK_PHASE_BUBBLE)
        connectSignal(controller, "pressed") {
            handler(Int($0.int(0)), $0.double(1), $0.double(2))
            return .none
        }
        own(controller)
    }

    /// Wheel and touchpad, in wheel steps or touchpad units; `hasControl` as held at the time. Says whether it was used.
    public func onScroll(
        capture: Bool = false,
        _ handler: @escaping @MainActor (_ dx: Double, _ dy: Double, _ hasControl: Bool) -> Bool
    ) {
        let controller = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES)!
        gtk_event_controller_set_propagation_phase(controller, capture ? GTK_PHASE_CAPTURE : GTK_PHASE_BUBBLE)
        connectSignal(controller, "scroll") { arguments in
            let state = gtk_event_controller_get_current_event_state(controller)
            let hasControl = state.rawValue & GDK_CONTROL_MASK.rawValue != 0
            return .handled(handler(arguments.double(0), arguments.double(1), hasControl))
        }
        own(controller)
    }

    /// Two fingers: the scale since the gesture began (1 at its start), and its centre in logical pixels.
    public func onPinch(
        began: @escaping @MainActor () -> Void = {},
        _ handler: @escaping @MainActor (_ scale: Double, _ x: Double, _ y: Double) -> Void
    ) {
        let controller = gtk_gesture_zoom_new()!
        connect(controller, "begin", began)
        connectSignal(controller, "scale-changed") { arguments in
            var x = 0.0
            var y = 0.0
            gtk_gesture_get_bounding_box_center(controller, &x, &y)
            handler(arguments.double(0), x, y)
            return .none
        }
        own(controller)
    }

    /// A drag with the first button: where it began and how far it has gone, in logical pixels.
    public func onDrag(
        began: @escaping @MainActor (_ x: Double, _ y: Double) -> Void,
        moved: @escaping @MainActor (_ dx: Double, _ dy: Double) -> Void,
        ended: @escaping @MainActor (_ dx: Double, _ dy: Double) -> Void = { _, _ in }
    ) {
        let controller = gtk_gesture_drag_new()!
        for (signal, handler) in [("drag-begin", began), ("drag-update", moved), ("drag-end", ended)] {
            connectSignal(controller, signal) {
                handler($0.double(0), $0.double(1))
                return .none
            }
        }
        own(controller)
    }

    /// A swipe of one finger, in logical pixels a second. Mice do not swipe.
    public func onSwipe(_ handler: @escaping @MainActor (_ vx: Double, _ vy: Double) -> Void) {
        let controller = gtk_gesture_swipe_new()!
        gtk_gesture_single_set_touch_only(controller, 1)
        connectSignal(controller, "swipe") {
            handler($0.double(0), $0.double(1))
            return .none
        }
        own(controller)
    }

    /// The pointer moves over the widget, or leaves it.
    public func onMotion(
        left: @escaping @MainActor () -> Void = {},
        _ handler: @escaping @MainActor (_ x: Double, _ y: Double) -> Void
    ) {
        let controller = gtk_event_controller_motion_new()!
        connectSignal(controller, "motion") {
            handler($0.double(0), $0.double(1))
            return .none
        }
        connect(controller, "leave", left)
        own(controller)
    }

    /// The widget, or a child of it, gets or loses the keyboard focus.
    public func onFocus(entered: @escaping @MainActor () -> Void, left: @escaping @MainActor () -> Void = {})
    {
        let controller = gtk_event_controller_focus_new()!
        connect(controller, "enter", entered)
        connect(controller, "leave", left)
        own(controller)
    }
}
