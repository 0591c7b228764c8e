// SPDX-License-Identifier: GPL-3.0-or-later
// What makes two files the same photo: all of their bytes.

import CGio
import Glibc
import Metadata

/// SHA-256 of a whole file. Computed only for files whose sizes are equal, since others cannot be the same.
struct ContentHash: Hashable, Sendable {
    /// 32 bytes.
    let bytes: [UInt8]

    /// Reads the file from its start; `pread` leaves the descriptor's position alone. Blocking.
    ///
    /// Read rather than mapped: a file that another program cuts short meanwhile must not kill the process.
    init(of file: OpenFile) throws(FileError) {
        let checksum = g_checksum_new(G_CHECKSUM_SHA256)
        defer { g_checksum_free(checksum) }
        let length = 1 << 20
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: length, alignment: 16)
        defer { buffer.deallocate() }
        var offset: off_t = 0
        while true {
            let count = pread(file.descriptor, buffer.baseAddress, length, offset)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .io(file.path, errno: errno) }
            if count == 0 { break }
            g_checksum_update(checksum, buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), count)
            offset += off_t(count)
        }
        var digest = [UInt8](repeating: 0, count: 32)
        var size = gsize(digest.count)
        g_checksum_get_digest(checksum, &digest, &size)
        bytes = digest
    }
}
