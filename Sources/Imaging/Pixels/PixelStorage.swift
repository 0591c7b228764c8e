// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that holds pixels: from malloc, or a mapping of a memory file. Freed or unmapped exactly once.

import Glibc

/// Owned bytes. Not safe to write from two threads; see who wraps it.
final class PixelStorage {
    let base: UnsafeMutableRawPointer
    let byteCount: Int
    private let isMapped: Bool

    /// Bytes in ordinary memory, with whatever was there before; nil when there is not enough.
    init?(heapBytes byteCount: Int) {
        guard let base = malloc(max(byteCount, 1)) else { return nil }
        self.base = base
        self.byteCount = byteCount
        isMapped = false
    }

    /// A shared mapping of a memory file's first bytes; nil when the system refuses.
    init?(mapping descriptor: Int32, byteCount: Int, writable: Bool) {
        let protection = writable ? PROT_READ | PROT_WRITE : PROT_READ
        // A decoder writes every page at once: better have them all than fault for each.
        let flags = writable ? MAP_SHARED | MAP_POPULATE : MAP_SHARED
        guard let base = mmap(nil, byteCount, protection, flags, descriptor, 0), base != MAP_FAILED
        else { return nil }
        self.base = base
        self.byteCount = byteCount
        isMapped = true
    }

    /// Gives the memory back before this object goes; `base` dangles from here on.
    func release() {
        guard !isReleased else { return }
        isReleased = true
        if isMapped {
            munmap(base, byteCount)
        } else {
            free(base)
        }
    }

    private var isReleased = false

    deinit {
        release()
    }
}
