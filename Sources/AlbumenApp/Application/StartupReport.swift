// SPDX-License-Identifier: GPL-3.0-or-later
// For albumen-bench: how long a start took, written to the file that ALBUMEN_STARTUP_REPORT names. Silent without it.

import CAdwaita
import Glibc

/// Moments of a start, each noted once, in milliseconds of the monotonic clock since the process began.
@MainActor
final class StartupReport {
    enum Moment: String {
        case windowMapped
        case gridPainted
    }

    static let shared = StartupReport()
    private let path: String?
    private var isNoted: Set<String> = []

    private init() {
        path = getenv("ALBUMEN_STARTUP_REPORT").map { String(cString: $0) }
    }

    /// Whether there is something left to note.
    var isWanted: Bool { path != nil && isNoted.count < 2 }

    func note(_ moment: Moment) {
        guard let path, isNoted.insert(moment.rawValue).inserted else { return }
        guard let file = fopen(path, "ae") else { return }
        fputs("\(moment.rawValue) \(Self.millisecondsSinceStart)\n", file)
        fclose(file)
    }

    /// The kernel's start time of this process, so that loading the program counts too.
    private static var millisecondsSinceStart: Int {
        var now = timespec()
        clock_gettime(CLOCK_BOOTTIME, &now)
        let nowMilliseconds = Int(now.tv_sec) * 1000 + now.tv_nsec / 1_000_000
        return nowMilliseconds - startTicks * 1000 / sysconf(Int32(_SC_CLK_TCK))
    }

    /// Field 22 of /proc/self/stat (proc(5)), counted after the program's name, which may hold spaces.
    private static var startTicks: Int {
        guard let file = fopen("/proc/self/stat", "re") else { return 0 }
        defer { fclose(file) }
        var buffer = [CChar](repeating: 0, count: 2048)
        guard fgets(&buffer, Int32(buffer.count), file) != nil else { return 0 }
        let text = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard let end = text.lastIndex(of: ")") else { return 0 }
        let fields = text[text.index(after: end)...].split(separator: " ")
        return fields.count > 19 ? Int(fields[19]) ?? 0 : 0
    }
}
