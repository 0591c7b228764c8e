// SPDX-License-Identifier: GPL-3.0-or-later
// The system calls of a decoder, by name, so that libseccomp finds each architecture's numbers. Names that an architecture
// or an older libseccomp does not have are passed over.
#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#ifndef PR_SET_VMA
#define PR_SET_VMA 0x53564d41
#endif

// Memory, descriptors that are there, threads, clocks. Nothing here takes a name, or another process.
static const char *const allowed[] = {
    "brk", "munmap", "mremap", "madvise", "membarrier",
    "read", "readv", "pread64", "preadv", "preadv2", "write", "writev", "pwrite64", "lseek", "close", "dup",
    "fstat", "ftruncate", "fallocate", "fadvise64", "memfd_create", "poll", "ppoll",
    "futex", "futex_waitv", "set_robust_list", "get_robust_list", "rseq", "set_tid_address", "exit", "exit_group",
    "sched_yield", "sched_getaffinity", "sched_getscheduler", "sched_getparam", "getcpu",
    "getpid", "gettid", "getppid", "getuid", "geteuid", "getgid", "getegid", "uname", "sysinfo", "getrusage", "times",
    "clock_gettime", "clock_getres", "clock_nanosleep", "nanosleep", "gettimeofday", "time", "getrandom",
    "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "rt_sigpending", "sigaltstack", "restart_syscall", "getrlimit",
};

// What GStreamer's pipelines wake each other with. None of it leads out of the process.
static const char *const allowed_to_films[] = {
    "eventfd2", "pipe2", "epoll_create1", "epoll_ctl", "epoll_wait", "epoll_pwait", "select", "pselect6",
    "timerfd_create", "timerfd_settime", "timerfd_gettime", "sched_get_priority_max", "sched_get_priority_min",
};

// Libraries look for settings, fonts and name services, and go on without: refused, as by a system that has them and does
// not let this user read them.
static const char *const refused[] = {
    "open", "openat", "openat2", "creat", "access", "faccessat", "faccessat2", "stat", "lstat", "statfs", "readlink",
    "readlinkat", "mkdir", "mkdirat", "unlink", "unlinkat", "rmdir", "rename", "renameat", "renameat2", "link", "linkat",
    "symlink", "symlinkat", "mknod", "mknodat", "chmod", "fchmod", "fchmodat", "fchmodat2", "chown", "lchown", "fchown",
    "fchownat", "truncate", "utimensat", "chdir", "fchdir", "getcwd", "getdents64", "inotify_init1", "inotify_add_watch",
    "fanotify_init", "name_to_handle_at", "open_by_handle_at", "setxattr", "getxattr", "listxattr",
    "socket", "connect", "bind", "listen", "accept", "accept4",
    "kill", "tkill", "pidfd_open", "pidfd_send_signal", "rt_sigqueueinfo", "rt_tgsigqueueinfo",
};

// No library asks for these by the way; who does is not ours any more.
static const char *const fatal[] = {
    "execve", "execveat", "fork", "vfork", "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise",
    "pidfd_getfd", "kcmp", "seccomp", "bpf", "perf_event_open", "userfaultfd", "keyctl", "add_key", "request_key",
    "io_uring_setup", "io_uring_enter", "io_uring_register", "mount", "umount2", "mount_setattr", "move_mount", "open_tree",
    "fsopen", "fsmount", "fsconfig", "fspick", "pivot_root", "chroot", "unshare", "setns", "init_module", "finit_module",
    "delete_module", "kexec_load", "kexec_file_load", "reboot", "swapon", "swapoff", "acct", "quotactl", "iopl", "ioperm",
    "modify_ldt", "setuid", "setgid", "setresuid", "setresgid", "setgroups", "capset", "syslog", "settimeofday",
    "clock_settime", "adjtimex", "sethostname", "setdomainname", "memfd_secret", "personality",
};

// A filter under construction; the first failure stays.
struct rules {
    scmp_filter_ctx filter;
    int failure;
};

static void add_with(
    struct rules *rules, uint32_t action, const char *name, unsigned count, const struct scmp_arg_cmp *arguments) {
    int number = seccomp_syscall_resolve_name(name);
    if (number < 0 || rules->failure) return;
    rules->failure = seccomp_rule_add_array(rules->filter, action, number, count, arguments);
}

static void add(struct rules *rules, uint32_t action, const char *name, struct scmp_arg_cmp argument) {
    add_with(rules, action, name, 1, &argument);
}

static void add_all(struct rules *rules, uint32_t action, const char *const names[], size_t count) {
    for (size_t i = 0; i < count; i++) add_with(rules, action, names[i], 0, NULL);
}

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void add_memory(struct rules *rules, bool makes_code) {
    static const char *const calls[] = {"mmap", "mprotect"};
    for (size_t i = 0; i < COUNT(calls); i++) {
        add(rules, SCMP_ACT_ALLOW, calls[i], SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
        // Bytes of a file never become code. Orc, which is GStreamer's, compiles its loops at run time.
        uint32_t action = makes_code ? SCMP_ACT_ALLOW : SCMP_ACT_ERRNO(EACCES);
        add(rules, action, calls[i], SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, PROT_EXEC));
    }
}

static void add_descriptors(struct rules *rules, int socket, bool plays_films) {
    static const int commands[] = {F_GETFD, F_SETFD, F_GETFL, F_DUPFD, F_DUPFD_CLOEXEC, F_ADD_SEALS, F_GET_SEALS};
    for (size_t i = 0; i < COUNT(commands); i++)
        add(rules, SCMP_ACT_ALLOW, "fcntl", SCMP_A1(SCMP_CMP_EQ, (scmp_datum_t)commands[i]));
    if (plays_films) add(rules, SCMP_ACT_ALLOW, "fcntl", SCMP_A1(SCMP_CMP_EQ, F_SETFL));
    add(rules, SCMP_ACT_ALLOW, "sendmsg", SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)socket));
    add(rules, SCMP_ACT_ALLOW, "recvmsg", SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)socket));
    // glibc's fstat. A name may stand beside the flag: whether a file is there and how long it is can be found out,
    // nothing in it.
    add(rules, SCMP_ACT_ALLOW, "newfstatat", SCMP_A3(SCMP_CMP_MASKED_EQ, AT_EMPTY_PATH, AT_EMPTY_PATH));
    add(rules, SCMP_ACT_ERRNO(EACCES), "newfstatat", SCMP_A3(SCMP_CMP_MASKED_EQ, AT_EMPTY_PATH, 0));
    add(rules, SCMP_ACT_ALLOW, "statx", SCMP_A2(SCMP_CMP_MASKED_EQ, AT_EMPTY_PATH, AT_EMPTY_PATH));
    add(rules, SCMP_ACT_ERRNO(EACCES), "statx", SCMP_A2(SCMP_CMP_MASKED_EQ, AT_EMPTY_PATH, 0));
    // "Is this a terminal?"
    add_with(rules, SCMP_ACT_ERRNO(ENOTTY), "ioctl", 0, NULL);
}

static void add_threads(struct rules *rules) {
    // Flags of clone3 lie in memory, where no filter sees them; without it glibc calls clone.
    add(rules, SCMP_ACT_ALLOW, "clone",
        SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD | CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWNET, CLONE_THREAD));
    add(rules, SCMP_ACT_KILL_PROCESS, "clone", SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0));
    // abort().
    add(rules, SCMP_ACT_ALLOW, "tgkill", SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)getpid()));
    static const int options[] = {PR_SET_NAME, PR_GET_NAME, PR_SET_VMA};
    for (size_t i = 0; i < COUNT(options); i++)
        add(rules, SCMP_ACT_ALLOW, "prctl", SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)options[i]));
    // Limits may be read, and only one's own.
    const struct scmp_arg_cmp reading[] = {SCMP_A0(SCMP_CMP_EQ, 0), SCMP_A2(SCMP_CMP_EQ, 0)};
    add_with(rules, SCMP_ACT_ALLOW, "prlimit64", COUNT(reading), reading);
}

int albumen_restrict_calls(int socket, bool plays_films) {
    struct rules rules = {.filter = seccomp_init(SCMP_ACT_ERRNO(ENOSYS))};
    if (!rules.filter) return ENOMEM;
    // Threads that loading left behind too; another architecture's calls never.
    rules.failure = seccomp_attr_set(rules.filter, SCMP_FLTATR_CTL_TSYNC, 1);
    if (!rules.failure)
        rules.failure = seccomp_attr_set(rules.filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
    // The kernel's own word where it refuses, instead of ECANCELED.
    if (!rules.failure) rules.failure = seccomp_attr_set(rules.filter, SCMP_FLTATR_API_SYSRAWRC, 1);
    add_all(&rules, SCMP_ACT_ALLOW, allowed, COUNT(allowed));
    if (plays_films) add_all(&rules, SCMP_ACT_ALLOW, allowed_to_films, COUNT(allowed_to_films));
    add_all(&rules, SCMP_ACT_ERRNO(EACCES), refused, COUNT(refused));
    add_all(&rules, SCMP_ACT_KILL_PROCESS, fatal, COUNT(fatal));
    add_memory(&rules, plays_films);
    add_descriptors(&rules, socket, plays_films);
    add_threads(&rules);
    if (!rules.failure) rules.failure = seccomp_load(rules.filter);
    seccomp_release(rules.filter);
    return -rules.failure;
}
