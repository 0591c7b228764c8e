// SPDX-License-Identifier: GPL-3.0-or-later
// Shuts the decoder process in, for good, before it sees a byte of a file: Landlock takes the file system away, seccomp
// every system call that decoding does without, limits what is left of memory and descriptors.

import CSandbox
import CShims
import Glibc

/// What a decoder process gives up.
enum DecoderLockdown {
    /// Address space: room for the largest picture allowed, twice, and for the libraries; no more.
    private static let addressSpace: rlim_t = 6 << 30
    /// Memory of its own, without what is mapped from files and what is handed over.
    private static let data: rlim_t = 4 << 30
    /// A memory file: the largest picture allowed, four bytes a pixel, with its JPEG.
    private static let memoryFile: rlim_t = 5 << 29
    /// Standard streams, socket, the file, the memory file and its copy; films wake threads with more.
    private static let descriptors: rlim_t = 16
    private static let filmDescriptors: rlim_t = 128

    /// Limits that hold while libraries are loaded, too.
    static func limitMemory() {
        limit(RLIMIT_AS, to: addressSpace)
        limit(RLIMIT_DATA, to: data)
        // A crash on a broken photo is no reason to write a core.
        limit(RLIMIT_CORE, to: 0)
        // Where memory runs out, a decoder goes, not the desktop: the next request starts another.
        albumen_go_first()
    }

    /// Locks the process down. Whatever is to be opened by name has to be open.
    static func begin(_ profile: DecoderProfile, socket: Int32) -> DecoderConfinement {
        limit(RLIMIT_NOFILE, to: profile == .film ? filmDescriptors : descriptors)
        limit(RLIMIT_FSIZE, to: memoryFile)
        // A memory file that gets too long is an error of that write.
        signal(SIGXFSZ, SIG_IGN)
        // Landlock first: seccomp would refuse it.
        let landlock = albumen_deny_file_system()
        let seccomp = albumen_restrict_calls(socket, profile == .film)
        return DecoderConfinement(
            seccompProblem: problem(seccomp, "the kernel has no seccomp filters"),
            landlockProblem: problem(landlock, "the kernel has none"))
    }

    private static func problem(_ code: Int32, _ missing: String) -> String? {
        switch code {
        case 0: nil
        case ENOSYS, EOPNOTSUPP, EINVAL: missing
        // libseccomp's own word, EFAULT, is for what it could not try.
        case EPERM, EACCES, EFAULT: "the system forbids it"
        default: String(cString: strerror(code))
        }
    }

    private static func limit(_ resource: __rlimit_resource, to value: rlim_t) {
        var limit = rlimit(rlim_cur: value, rlim_max: value)
        setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
    }
}
