// SPDX-License-Identifier: GPL-3.0-or-later
// Who imports at this moment, in any process: each running import holds a byte of a file, which the kernel gives back when
// its process ends, however it ends. So an import that was cut short can be told from one at work.

import CShims
import Glibc
import Metadata

/// One open description of the file of locks; several in a process stand against each other as those of several processes
/// do. Where the file system knows no locks, nobody is held back.
final class ImportLocks: Sendable {
    /// Held while copies get their names and enter the catalog, so that two imports never take the same name or content.
    private static let entering: off_t = 0

    private let descriptor: Int32

    /// Blocking.
    init(in folder: FilePath) {
        let path = folder.appending("imports.lock")
        descriptor = path.withCString { open($0, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Takes the lock of an import; false where somebody runs it.
    func take(session: Int64) -> Bool {
        guard descriptor >= 0 else { return true }
        return albumen_lock_byte(descriptor, off_t(session), 0) == 0 || (errno != EAGAIN && errno != EACCES)
    }

    /// Gives the lock of an import back, now: when this object goes is not for its owner alone to say.
    func give(session: Int64) { if descriptor >= 0 { albumen_unlock_byte(descriptor, off_t(session)) } }

    /// Whether somebody else runs an import.
    func isRunning(session: Int64) -> Bool {
        descriptor >= 0 && albumen_byte_is_locked(descriptor, off_t(session)) != 0
    }

    /// Waits for the right to enter copies. Blocking.
    func beginEntering() { if descriptor >= 0 { _ = albumen_lock_byte(descriptor, Self.entering, 1) } }

    func endEntering() { if descriptor >= 0 { albumen_unlock_byte(descriptor, Self.entering) } }
}
