// SPDX-License-Identifier: GPL-3.0-or-later
// The Swift main actor on GLib's loop: GLib watches libdispatch's descriptor, so nothing polls and nothing waits.

import CAdwaita
import CShims
// Links the library whose main queue is drained here.
import Dispatch
import Glibc
import Synchronization

/// GLib's default main loop as the main actor's executor.
public enum MainLoop {
    /// Times that the main queue was drained since the start; for tests.
    public static var drains: Int { drainCount.load(ordering: .relaxed) }

    /// Main-actor jobs and GTK's redraw are equals; input comes before both, idle work after.
    ///
    /// In each turn GLib runs every ready source of the highest ready priority. Where each job posts the next, the queue is
    /// always ready: at GLib's default priority not one frame was drawn in 20 seconds (`GTKBridgeProbe fairness`). As
    /// equals, a turn draws the frame that is due and runs the jobs that were there when the turn began; an
    /// animation of frames slower than the screen's interval leaves the jobs their turn too, which a lower priority
    /// does not promise.
    private static let priority = Int32(GDK_PRIORITY_REDRAW)

    /// Connects the main queue to GLib's default context. Once a process, on its first thread, before the loop runs.
    @MainActor public static func install() {
        precondition(albumen_is_main_thread(), "the main loop belongs to the process's first thread")
        precondition(!installed, "the main queue is connected already")
        installed = true
        g_unix_fd_add_full(
            priority, albumen_main_queue_descriptor(), G_IO_IN, drainMainQueue, nil, nil)
    }

    @MainActor private static var installed = false
    fileprivate static let drainCount = Atomic<Int>(0)

    /// Runs `body` on the main actor when `milliseconds` have passed, unless the token is cancelled.
    @MainActor @discardableResult
    public static func after(milliseconds: UInt32, _ body: @escaping @MainActor () -> Void) -> LoopSource {
        LoopSource(body) { box in
            g_timeout_add_full(G_PRIORITY_DEFAULT, milliseconds, runLoopSource, box, releaseLoopSource)
        }
    }

    /// Runs `body` on the main actor when the process is asked to end (SIGTERM, SIGINT or SIGHUP), once for each. The same
    /// signal again ends the process at once.
    @MainActor
    public static func onTermination(_ body: @escaping @MainActor () -> Void) {
        for signal in [SIGTERM, SIGINT, SIGHUP] {
            _ = LoopSource(body) { box in
                g_unix_signal_add_full(G_PRIORITY_DEFAULT, signal, runLoopSource, box, releaseLoopSource)
            }
        }
    }

    /// Runs `body` on the main actor once nothing of a higher priority waits: no input, no frame, no job.
    @MainActor @discardableResult
    public static func whenIdle(
        priority: Int32 = G_PRIORITY_DEFAULT_IDLE, _ body: @escaping @MainActor () -> Void
    ) -> LoopSource {
        LoopSource(body) { box in
            g_idle_add_full(priority, runLoopSource, box, releaseLoopSource)
        }
    }
}

/// The eventfd is read before the queue is drained: unread it stays readable, and the loop would spin.
private func drainMainQueue(descriptor: Int32, condition: GIOCondition, data: gpointer?) -> gboolean {
    var count: UInt64 = 0
    _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
    MainLoop.drainCount.add(1, ordering: .relaxed)
    albumen_main_queue_drain()
    return 1
}

/// A timeout or idle callback that has yet to run. Dropping it does not cancel it.
@MainActor
public final class LoopSource {
    private var identifier: guint = 0
    private let body: @MainActor () -> Void

    fileprivate init(
        _ body: @escaping @MainActor () -> Void, attach: (UnsafeMutableRawPointer) -> guint
    ) {
        self.body = body
        BoxCounter.add(1)
        // Retained until GLib drops the source, which `releaseLoopSource` is told of.
        identifier = attach(Unmanaged.passRetained(self).toOpaque())
    }

    /// Takes the callback back if it has not run.
    public func cancel() {
        guard identifier != 0 else { return }
        let source = identifier
        identifier = 0
        g_source_remove(source)
    }

    fileprivate func run() {
        identifier = 0
        body()
    }
}

private func runLoopSource(data: gpointer?) -> gboolean {
    guard let data else { return 0 }
    let address = UInt(bitPattern: data)
    MainActor.assumeIsolated {
        guard let pointer = UnsafeRawPointer(bitPattern: address) else { return }
        Unmanaged<LoopSource>.fromOpaque(pointer).takeUnretainedValue().run()
    }
    return 0
}

private func releaseLoopSource(data: gpointer?) {
    guard let data else { return }
    BoxCounter.add(-1)
    Unmanaged<LoopSource>.fromOpaque(data).release()
}
