// SPDX-License-Identifier: GPL-3.0-or-later
// The one question about a file that has to be asked before SQLite opens it.

import Glibc

/// Whether a file exists and is not empty. An empty file is a new database to SQLite.
func fileHasContent(_ path: [UInt8]) -> Bool {
    var status = stat()
    let result = (path.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer {
        stat($0.baseAddress!, &status)
    }
    return result == 0 && status.st_size > 0
}
