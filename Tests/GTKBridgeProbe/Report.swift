// SPDX-License-Identifier: GPL-3.0-or-later
// What the checks share: the report, a display, and turns of the loop until something is so.

import CAdwaita
import GTKBridge
import Glibc
import Synchronization

/// Status of a probe that has no display: not a pass, and not a finding either.
let noDisplayStatus: Int32 = 77

/// One line of the report, at once, so that it is there even when the check crashes later.
func report(_ key: String, _ value: some CustomStringConvertible) {
    let line = "\(key)=\(value)\n"
    _ = line.withCString { write(STDOUT_FILENO, $0, strlen($0)) }
}

/// Ends with a word on standard error.
func fail(_ message: String, _ status: Int32) -> Never {
    let line = message + "\n"
    _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    exit(status)
}

/// Starts GTK and libadwaita, or ends with `noDisplayStatus`.
@MainActor
func startGTK() {
    guard gtk_init_check() != 0 else {
        fail("GTK has no display", noDisplayStatus)
    }
    adw_init()
}

/// Turns the loop until `condition` holds. Gives up after `seconds`, which only a failure reaches.
@MainActor @discardableResult
func turn(atMost seconds: Double = 30, until condition: () -> Bool) -> Bool {
    let end = monotonicMicroseconds() + Int(seconds * 1_000_000)
    // Wakes the loop up for the look at the clock.
    let heartbeat = g_timeout_add(100, { _ in 1 }, nil)
    defer { g_source_remove(heartbeat) }
    while !condition() {
        guard monotonicMicroseconds() < end else { return false }
        g_main_context_iteration(nil, 1)
    }
    return true
}

/// Runs what is ready, until nothing is.
@MainActor
func settle() {
    for _ in 0..<10_000 where g_main_context_iteration(nil, 0) == 0 { return }
}

func monotonicMicroseconds() -> Int { Int(g_get_monotonic_time()) }

/// A window of a size with one child, on screen.
@MainActor
func showWindow(_ child: Widget, width: Int32 = 800, height: Int32 = 600) -> Widget {
    let window = gtk_window_new()!
    gtk_window_set_default_size(window.as(GtkWindow.self), width, height)
    gtk_window_set_child(window.as(GtkWindow.self), child)
    gtk_window_present(window.as(GtkWindow.self))
    return window
}

/// The argument behind the check's name.
func argument(_ index: Int = 0) -> String {
    guard CommandLine.arguments.count > index + 2 else {
        fail("the check needs an argument", 2)
    }
    return CommandLine.arguments[index + 2]
}

/// Holds a value that any thread may replace; the old one goes on that thread.
final class Holder<Value: Sendable>: Sendable {
    private let value: Mutex<Value>

    init(_ value: Value) { self.value = Mutex(value) }

    func put(_ new: Value) { value.withLock { $0 = new } }
}
