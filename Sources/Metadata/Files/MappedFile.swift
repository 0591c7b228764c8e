// SPDX-License-Identifier: GPL-3.0-or-later
// The bytes of an open file, mapped read-only. If another program shortens the file meanwhile, touching
// the lost pages kills the process (SIGBUS): so only the decoder process maps files that people own.

import Glibc

/// A read-only private mapping of a whole file.
public final class MappedFile {
    public let bytes: UnsafeRawBufferPointer

    /// Maps the file behind `descriptor`, which may be closed afterwards; nil when the system refuses.
    public init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size > 0 else { return nil }
        let length = Int(status.st_size)
        guard let base = mmap(nil, length, PROT_READ, MAP_PRIVATE, descriptor, 0), base != MAP_FAILED
        else { return nil }
        // Photos are read once, from front to back.
        madvise(base, length, MADV_SEQUENTIAL)
        bytes = UnsafeRawBufferPointer(start: base, count: length)
    }

    deinit {
        munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress!), bytes.count)
    }
}
