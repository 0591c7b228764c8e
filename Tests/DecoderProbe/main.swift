// SPDX-License-Identifier: GPL-3.0-or-later
// A decoder that a file has taken over: the real one, up to the file whose bytes are the words of an act. It does that act
// inside the lockdown and answers with what came of it.

import CSeccomp
import Glibc
import Imaging

/// libc's `syscall`, looked up while libraries can be: Swift calls no C functions of variable arguments, and what they are
/// called with is the same.
private typealias SystemCall = @convention(c) (Int, Int, Int, Int, Int, Int, Int) -> Int
private let systemCall = unsafeBitCast(dlsym(nil, "syscall"), to: SystemCall.self)

private func call(_ name: String, _ arguments: Int...) -> Int {
    let a = arguments + [Int](repeating: 0, count: 6 - arguments.count)
    return systemCall(Int(seccomp_syscall_resolve_name(name)), a[0], a[1], a[2], a[3], a[4], a[5])
}

/// Does what the words say. Negative, with `errno`, where it was kept from it.
private func act(_ words: [Substring]) -> Int {
    switch words[0] {
    case "open": return Int(open(String(words[1]), O_RDONLY))
    case "call": return call(String(words[1]))
    case "exec":
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("/bin/true"), nil]
        return Int(execv("/bin/true", &arguments))
    case "spawn":
        var process: pid_t = 0
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("/bin/true"), nil]
        errno = posix_spawn(&process, "/bin/true", nil, nil, &arguments, nil)
        return errno == 0 ? 0 : -1
    case "clone": return call("clone", Int(SIGCHLD))
    case "connect": return Int(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
    case "kill": return Int(kill(getppid(), 0))
    case "code":
        let page = mmap(nil, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        return page == MAP_FAILED ? -1 : 0
    case "allocate": return malloc(5 << 30) == nil ? -1 : 0
    case "share":
        let pages = mmap(nil, 7 << 30, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
        return pages == MAP_FAILED ? -1 : 0
    case "fill": return fill()
    case "descriptors":
        var files: [Int] = []
        while files.last != -1 { files.append(call("memfd_create", Int(bitPattern: strdup("probe")))) }
        let failure = errno
        for file in files.dropLast() { close(Int32(file)) }
        errno = failure
        return -1
    case "spin": while true {}
    case "thread":
        var thread = pthread_t()
        errno = pthread_create(&thread, nil, { _ in nil }, nil)
        return errno == 0 ? Int(pthread_join(thread, nil)) : -1
    default: return 0
    }
}

/// Writes into a memory file until something says stop; a byte in each stretch, so that the test's machine lives.
private func fill() -> Int {
    let file = Int32(truncatingIfNeeded: call("memfd_create", Int(bitPattern: strdup("probe"))))
    defer { close(file) }
    var offset: off_t = 0
    while pwrite(file, "x", 1, offset) == 1 { offset += 256 << 20 }
    return -1
}

/// `PR_SET_SECCOMP`, which is in none of the headers that Swift sees.
private let setSeccomp: UInt64 = 22

/// As a container does that forbids filters: no way to set one.
private func forbidFilters() {
    let (allow, refuse): (UInt32, UInt32) = (0x7FFF_0000, 0x0005_0000 | UInt32(EPERM))
    let filter = seccomp_init(allow)
    seccomp_rule_add_array(filter, refuse, seccomp_syscall_resolve_name("seccomp"), 0, nil)
    var option = scmp_arg_cmp(arg: 0, op: SCMP_CMP_EQ, datum_a: setSeccomp, datum_b: 0)
    seccomp_rule_add_array(filter, refuse, seccomp_syscall_resolve_name("prctl"), 1, &option)
    seccomp_load(filter)
    seccomp_release(filter)
}

if CommandLine.arguments[0].hasSuffix("-unfiltered") { forbidFilters() }
let prefix = Array("act ".utf8)
exit(
    DecoderProcess.serve { bytes throws(DecodeFailure) in
        guard bytes.starts(with: prefix) else { return }
        let words = String(decoding: bytes.dropFirst(prefix.count), as: UTF8.self).split(separator: " ")
        throw .corrupt(act(words) >= 0 ? "done" : "errno \(errno)")
    })
