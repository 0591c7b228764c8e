// SPDX-License-Identifier: GPL-3.0-or-later
// Work once a frame, while a widget is on screen.

import CAdwaita

@MainActor
extension GObjectPointer {
    /// Calls `body` once each frame until it returns false or the widget goes. Nothing runs between frames.
    public func onEachFrame(_ body: @escaping @MainActor () -> Bool) {
        BoxCounter.add(1)
        // Retained here, released by `releaseTick`, GTK's destroy-notify.
        let box = Unmanaged.passRetained(TickBox(body)).toOpaque()
        gtk_widget_add_tick_callback(widget, runTick, box, releaseTick)
    }
}

private final class TickBox {
    let body: @MainActor () -> Bool
    init(_ body: @escaping @MainActor () -> Bool) { self.body = body }
}

private func runTick(widget: Widget?, clock: OpaquePointer?, data: gpointer?) -> gboolean {
    let address = UInt(bitPattern: data)
    return MainActor.assumeIsolated {
        guard let pointer = UnsafeRawPointer(bitPattern: address) else { return 0 }
        return Unmanaged<TickBox>.fromOpaque(pointer).takeUnretainedValue().body().gboolean
    }
}

private func releaseTick(data: gpointer?) {
    guard let data else { return }
    BoxCounter.add(-1)
    Unmanaged<TickBox>.fromOpaque(data).release()
}
