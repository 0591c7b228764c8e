// SPDX-License-Identifier: GPL-3.0-or-later
// Sets times of files, so that tests do not wait for clocks.

import Glibc
import Metadata

struct TouchFailed: Error {}

/// Sets access and modification time to the start of a day, UTC: `2001-02-03`.
func touch(_ path: FilePath, _ day: String) throws {
    let parts = day.split(separator: "-").compactMap { Int32($0) }
    var date = tm()
    date.tm_year = parts[0] - 1900
    date.tm_mon = parts[1] - 1
    date.tm_mday = parts[2]
    let second = timegm(&date)
    let times = [timespec(tv_sec: second, tv_nsec: 0), timespec(tv_sec: second, tv_nsec: 0)]
    guard path.withCString({ utimensat(AT_FDCWD, $0, times, 0) }) == 0 else { throw TouchFailed() }
}
