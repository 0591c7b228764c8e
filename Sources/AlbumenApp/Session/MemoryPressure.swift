// SPDX-License-Identifier: GPL-3.0-or-later
// The system's word that memory is short, and what is let go of then.

import CAdwaita
import GTKBridge

/// Tells how short memory is, each time the system says so, until `end`.
@MainActor
final class MemoryPressure {
    /// How short memory is (GMemoryMonitorWarningLevel).
    enum Level {
        case low
        case medium
        case critical

        /// By GLib's numbers, between which others may come: 50 low, 100 medium, 255 critical.
        init(warning: Int32) {
            self = warning >= 255 ? .critical : warning >= 100 ? .medium : .low
        }

        /// Of pictures that can be decoded again.
        func bytesKept(of used: Int) -> Int {
            switch self {
            case .low: used / 2
            case .medium: used / 4
            case .critical: 0
            }
        }
    }

    private let monitor: ObjectRef
    private let connection: SignalConnection

    init(_ handler: @escaping @MainActor (Level) -> Void) {
        // One a process; the caller owns a reference (transfer full).
        guard let shared = g_memory_monitor_dup_default() else {
            preconditionFailure("GIO has a memory monitor that says nothing where the system has none")
        }
        monitor = ObjectRef(adopting: shared)
        connection = connectSignal(monitor, "low-memory-warning") { arguments in
            handler(Level(warning: arguments.enumeration(0)))
            return .none
        }
    }

    /// The monitor is the process's, and would go on telling.
    func end() { connection.disconnect() }
}
