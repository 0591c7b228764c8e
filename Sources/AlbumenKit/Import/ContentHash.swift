// SPDX-License-Identifier: GPL-3.0-or-later
// What makes two files the same photo: all of their bytes.

import CGio
import Glibc
import Metadata

/// SHA-256 of a whole file. Computed where its bytes pass through anyway, or another file of its size is there: only
/// files of equal size can be the same.
struct ContentHash: Hashable, Sendable {
    /// 32 bytes.
    let bytes: [UInt8]

    /// Reads the file from its start; `pread` leaves the descriptor's position alone. Blocking.
    ///
    /// Read rather than mapped: a file that another program cuts short meanwhile must not kill the process.
    init(of file: OpenFile) throws(FileError) {
        let hasher = ContentHasher()
        let length = 1 << 20
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: length, alignment: 16)
        defer { buffer.deallocate() }
        var offset: off_t = 0
        while true {
            let count = pread(file.descriptor, buffer.baseAddress, length, offset)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .io(file.path, errno: errno) }
            if count == 0 { break }
            hasher.update(UnsafeRawBufferPointer(rebasing: buffer.prefix(count)))
            offset += off_t(count)
        }
        self = hasher.finish()
    }

    fileprivate init(bytes: [UInt8]) { self.bytes = bytes }
}

/// Takes the bytes of a file one part after the other.
final class ContentHasher {
    private let checksum: OpaquePointer = g_checksum_new(G_CHECKSUM_SHA256)

    deinit { g_checksum_free(checksum) }

    func update(_ part: UnsafeRawBufferPointer) {
        g_checksum_update(
            checksum, part.baseAddress?.assumingMemoryBound(to: UInt8.self), gssize(part.count))
    }

    /// The hash of all parts; nothing can be added after it.
    func finish() -> ContentHash {
        var digest = [UInt8](repeating: 0, count: 32)
        var size = gsize(digest.count)
        g_checksum_get_digest(checksum, &digest, &size)
        return ContentHash(bytes: digest)
    }
}
