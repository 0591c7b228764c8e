// SPDX-License-Identifier: GPL-3.0-or-later
// The kernel's word that memory is short (pressure stall information): of this process's control group, where it may
// be asked of that, else of the whole machine. It costs nothing while there is memory: the kernel wakes the watcher.

import CShims
import Foundation
import Glibc

/// Calls a handler each time that work has waited for memory, once in a while at most, until it goes.
final class MemoryPressureWatch: Sendable {
    /// Work that waited a tenth of a second within two; microseconds. Two seconds are what the kernel grants anybody.
    private static let trigger = "some 100000 2000000"

    /// Closing it ends the thread.
    private let life: Int32

    /// Nil where the kernel tells nobody, or not this process.
    convenience init?(_ handler: @escaping @Sendable () -> Void) {
        for path in Self.candidates {
            let file = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
            guard file >= 0 else { continue }
            // With the terminating zero, as the kernel's documentation has it.
            let count = Self.trigger.utf8.count + 1
            if write(file, Self.trigger, count) == count {
                self.init(watching: file, handler)
                return
            }
            close(file)
        }
        return nil
    }

    /// Watches an open pressure file, which becomes its own.
    init?(watching file: Int32, _ handler: @escaping @Sendable () -> Void) {
        var ends: [Int32] = [-1, -1]
        guard albumen_socket_pair(&ends) == 0 else {
            close(file)
            return nil
        }
        let ended = ends[0]
        life = ends[1]
        let thread = Thread {
            defer {
                close(file)
                close(ended)
            }
            while true {
                var entries = [
                    pollfd(fd: file, events: Int16(POLLPRI), revents: 0),
                    pollfd(fd: ended, events: Int16(POLLIN), revents: 0),
                ]
                guard poll(&entries, 2, -1) > 0 else { continue }
                // An error: the control group is gone.
                if entries[1].revents != 0 || entries[0].revents & Int16(POLLERR) != 0 { return }
                if entries[0].revents & Int16(POLLPRI) != 0 { handler() }
            }
        }
        thread.name = "albumen-memory"
        thread.stackSize = 128 << 10
        thread.start()
    }

    deinit {
        close(life)
    }

    private static var candidates: [String] {
        let groups = (try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8)) ?? ""
        let own = groups.split(separator: "\n").first { $0.hasPrefix("0::") }
        return [own.map { "/sys/fs/cgroup\($0.dropFirst(3))/memory.pressure" }, "/proc/pressure/memory"]
            .compactMap { $0 }
    }
}
