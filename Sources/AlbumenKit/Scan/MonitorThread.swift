// SPDX-License-Identifier: GPL-3.0-or-later
// A thread with a GLib main context of its own, so that GIO's file monitors need no application loop.
// It sleeps in poll(2) until there is something to do: no wake-ups when idle.

import CGio

/// Runs closures, in order, on one thread that turns a GLib loop, until `stop()`.
///
/// `@unchecked Sendable`: both pointers are set once, and GLib lets any thread attach sources to a context and
/// quit a loop.
final class MonitorThread: @unchecked Sendable {
    private let context: OpaquePointer
    private let loop: OpaquePointer

    init(name: String) {
        context = g_main_context_new()
        loop = g_main_loop_new(context, 0)
        // The thread owns one reference to each; `runLoop` gives them back.
        let start = Unmanaged.passRetained(
            LoopReferences(context: g_main_context_ref(context), loop: g_main_loop_ref(loop)))
        g_thread_unref(g_thread_new(name, runLoop, start.toOpaque()))
    }

    deinit {
        g_main_loop_unref(loop)
        g_main_context_unref(context)
    }

    /// Runs `body` on the thread, soon. Dropped, not run, after `stop()`.
    func perform(_ body: @escaping @Sendable () -> Void) {
        attach(g_idle_source_new(), priority: G_PRIORITY_DEFAULT, body)
    }

    /// Runs `body` once on the thread, after a delay in milliseconds.
    func perform(afterMilliseconds delay: UInt32, _ body: @escaping @Sendable () -> Void) {
        attach(g_timeout_source_new(delay), priority: G_PRIORITY_DEFAULT, body)
    }

    /// Ends the thread after what was already asked of it.
    func stop() {
        // Not through `self`: where the loop has ended already this closure stays in the context, which `self` would keep.
        nonisolated(unsafe) let loop = loop
        perform { g_main_loop_quit(loop) }
    }

    private func attach(
        _ source: UnsafeMutablePointer<GSource>?, priority: Int32, _ body: @escaping @Sendable () -> Void
    ) {
        let box = Unmanaged.passRetained(MonitorClosure(body))
        g_source_set_priority(source, priority)
        g_source_set_callback(source, runClosure, box.toOpaque(), releaseMonitorBox)
        g_source_attach(source, context)
        g_source_unref(source)
    }
}

/// What the thread holds while it runs.
private final class LoopReferences {
    let context: OpaquePointer
    let loop: OpaquePointer
    init(context: OpaquePointer, loop: OpaquePointer) {
        self.context = context
        self.loop = loop
    }
}

/// A closure on its way through a GSource.
private final class MonitorClosure {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

private func runLoop(_ data: gpointer?) -> gpointer? {
    guard let data else { return nil }
    let references = Unmanaged<LoopReferences>.fromOpaque(data).takeRetainedValue()
    g_main_context_push_thread_default(references.context)
    g_main_loop_run(references.loop)
    g_main_context_pop_thread_default(references.context)
    g_main_loop_unref(references.loop)
    g_main_context_unref(references.context)
    return nil
}

private func runClosure(_ data: gpointer?) -> gboolean {
    if let data { Unmanaged<MonitorClosure>.fromOpaque(data).takeUnretainedValue().body() }
    return 0  // G_SOURCE_REMOVE: once only
}

/// GLib's destroy-notify of every box that the monitor hands out: gives back the reference taken by `passRetained`.
func releaseMonitorBox(_ data: gpointer?) {
    if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
}
