// SPDX-License-Identifier: GPL-3.0-or-later
// Notices that something in a folder changed, and says which folder, at most once in each short while.
// It never says what changed: whoever listens lists the folder again, so no event can be misread or missed.

import CGio
import Glibc
import Metadata
import Synchronization

/// Watches folders through GIO's monitors, one a folder, on a thread of its own.
final class FolderMonitor: Sendable {
    /// How long events of a folder are gathered before they are told.
    static let gatheringMilliseconds: UInt32 = 300

    private let thread = MonitorThread(name: "albumen-monitor")
    private let table: WatchTable

    /// - Parameter onChange: called on the monitor's thread with the folders in which something changed.
    init(onChange: @escaping @Sendable (Set<FilePath>) -> Void) {
        table = WatchTable(thread: thread, onChange: onChange)
    }

    /// Begins to watch these folders; returns those that the system has no watch left for. Watching a folder twice
    /// does nothing. When it returns, every later change is told.
    func watch(_ folders: [FilePath]) async -> [FilePath] {
        await withCheckedContinuation { continuation in
            thread.perform { [table] in
                continuation.resume(returning: folders.filter { !table.watch($0) })
            }
        }
    }

    func unwatch(_ folders: [FilePath]) {
        thread.perform { [table] in folders.forEach(table.unwatch) }
    }

    /// Ends all watches and the thread. The monitor is of no use afterwards.
    func stop() {
        thread.perform { [table] in table.unwatchAll() }
        thread.stop()
    }

    /// How many GIO monitors and signal boxes live in this process, for tests that count them back to zero.
    static let liveBoxes = Atomic<Int>(0)
}

/// The monitors by folder.
///
/// `@unchecked Sendable`: every method runs on the monitor's thread only, as `FolderMonitor` sees to.
private final class WatchTable: @unchecked Sendable {
    private let thread: MonitorThread
    private let onChange: @Sendable (Set<FilePath>) -> Void
    private var monitors: [FilePath: UnsafeMutablePointer<GFileMonitor>] = [:]
    private var changed: Set<FilePath> = []

    init(thread: MonitorThread, onChange: @escaping @Sendable (Set<FilePath>) -> Void) {
        self.thread = thread
        self.onChange = onChange
    }

    /// False where the system's limit of watches is reached.
    func watch(_ folder: FilePath) -> Bool {
        if monitors[folder] != nil { return true }
        guard WatchLimitProbe.shared.allowsWatch(of: folder) else { return false }
        let file = folder.withCString { g_file_new_for_path($0) }
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        // transfer full: the table owns the monitor until `unwatch`.
        guard let monitor = g_file_monitor_directory(file, G_FILE_MONITOR_WATCH_MOVES, nil, nil) else {
            return false
        }
        let box = Unmanaged.passRetained(WatchBox(table: self, folder: folder))
        let callback: @convention(c) (gpointer?, gpointer?, gpointer?, GFileMonitorEvent, gpointer?) -> Void =
            monitorChanged
        g_signal_connect_data(
            monitor, "changed", unsafeBitCast(callback, to: GCallback.self), box.toOpaque(), releaseSignalBox,
            GConnectFlags(rawValue: 0))
        monitors[folder] = monitor
        return true
    }

    func unwatch(_ folder: FilePath) {
        guard let monitor = monitors.removeValue(forKey: folder) else { return }
        end(monitor)
    }

    func unwatchAll() {
        monitors.values.forEach(end)
        monitors = [:]
        changed = []
    }

    /// Gathers; the first change of a quiet time starts the clock.
    func noteChange(in folder: FilePath) {
        if changed.isEmpty {
            thread.perform(afterMilliseconds: FolderMonitor.gatheringMilliseconds) { [weak self] in
                self?.tell()
            }
        }
        changed.insert(folder)
    }

    private func tell() {
        guard !changed.isEmpty else { return }
        let folders = changed
        changed = []
        onChange(folders)
    }

    private func end(_ monitor: UnsafeMutablePointer<GFileMonitor>) {
        g_file_monitor_cancel(monitor)
        // The last reference: disconnecting its handlers releases the box.
        g_object_unref(monitor)
    }
}

/// Asks the kernel whether one more watch is to be had: GIO does not say, but quietly polls instead.
/// One for the process: the system allows a person few inotify instances.
private final class WatchLimitProbe: Sendable {
    static let shared = WatchLimitProbe()

    private let descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))

    func allowsWatch(of folder: FilePath) -> Bool {
        guard descriptor >= 0 else { return false }
        let watch = folder.withCString { inotify_add_watch(descriptor, $0, UInt32(IN_DELETE_SELF)) }
        // A folder that is gone or closed to us is not the limit's doing; the listing speaks of it.
        if watch < 0 { return errno != ENOSPC }
        inotify_rm_watch(descriptor, watch)
        var ignored: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        while read(descriptor, &ignored, MemoryLayout.size(ofValue: ignored)) > 0 {}
        return true
    }
}

/// What a monitor's signal carries.
private final class WatchBox {
    weak var table: WatchTable?
    let folder: FilePath

    init(table: WatchTable, folder: FilePath) {
        self.table = table
        self.folder = folder
        FolderMonitor.liveBoxes.add(1, ordering: .relaxed)
    }

    deinit { FolderMonitor.liveBoxes.subtract(1, ordering: .relaxed) }
}

private func releaseSignalBox(_ data: gpointer?, _ closure: UnsafeMutablePointer<GClosure>?) {
    releaseMonitorBox(data)
}

/// GFileMonitor::changed. Runs on the monitor's thread, whose context was the default when the monitor was made.
private func monitorChanged(
    _ monitor: gpointer?, _ file: gpointer?, _ other: gpointer?, _ event: GFileMonitorEvent, _ data: gpointer?
) {
    guard let data else { return }
    // While a file is being written there is nothing to read yet; CHANGES_DONE_HINT always follows these two.
    if event == G_FILE_MONITOR_EVENT_CREATED || event == G_FILE_MONITOR_EVENT_CHANGED { return }
    let box = Unmanaged<WatchBox>.fromOpaque(data).takeUnretainedValue()
    box.table?.noteChange(in: box.folder)
}
