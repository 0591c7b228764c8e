// SPDX-License-Identifier: GPL-3.0-or-later
// Landlock by its system calls: the kernel's interface, which grows by version, and no library has it.
#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// The same numbers on every architecture; older headers do not have them.
enum { CREATE_RULESET = 444, RESTRICT_SELF = 446 };
enum { CREATE_RULESET_VERSION = 1 };

// As of version 6. Earlier kernels take a shorter one, and must: what they do not know they refuse.
struct ruleset {
    uint64_t files;
    uint64_t ports;
    uint64_t scopes;
};

enum {
    // Reading, writing, executing, listing, making and removing: bits 0 to 12. Then moving between folders, truncating,
    // and what devices do.
    FILES_1 = (1 << 13) - 1,
    FILES_2 = FILES_1 | 1 << 13,
    FILES_3 = FILES_2 | 1 << 14,
    FILES_5 = FILES_3 | 1 << 15,
    // Binding and connecting.
    PORTS_4 = 3,
    // Abstract sockets and signals of processes outside.
    SCOPES_6 = 3,
};

int albumen_deny_file_system(void) {
    long version = syscall(CREATE_RULESET, NULL, 0, CREATE_RULESET_VERSION);
    if (version < 0) return errno;
    struct ruleset rules = {
        .files = version >= 5 ? FILES_5 : version >= 3 ? FILES_3 : version == 2 ? FILES_2 : FILES_1,
        .ports = version >= 4 ? PORTS_4 : 0,
        .scopes = version >= 6 ? SCOPES_6 : 0,
    };
    size_t size = version >= 6 ? sizeof rules : version >= 4 ? offsetof(struct ruleset, scopes)
                                                             : offsetof(struct ruleset, ports);
    // What is handled and has no rule that allows it is denied.
    int descriptor = (int)syscall(CREATE_RULESET, &rules, size, 0);
    if (descriptor < 0) return errno;
    int failure = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || syscall(RESTRICT_SELF, descriptor, 0) ? errno : 0;
    close(descriptor);
    return failure;
}
