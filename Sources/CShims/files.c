// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "CShimsFiles.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

static const int seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;

int albumen_memfd_create(const char *name) {
    return memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
}

int albumen_memfd_seal(int descriptor) {
    return fcntl(descriptor, F_ADD_SEALS, seals | F_SEAL_SEAL);
}

int albumen_memfd_is_sealed(int descriptor) {
    int present = fcntl(descriptor, F_GET_SEALS);
    return present >= 0 && (present & seals) == seals;
}

int albumen_socket_pair(int pair[2]) {
    return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair);
}

// Room for one descriptor, aligned as the kernel wants it.
union control {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
};

ssize_t albumen_send(int socket, const void *bytes, size_t count, int descriptor) {
    union control control;
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (descriptor >= 0) {
        memset(&control, 0, sizeof control);
        message.msg_control = control.bytes;
        message.msg_controllen = sizeof control.bytes;
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int));
        memcpy(CMSG_DATA(header), &descriptor, sizeof(int));
    }
    ssize_t sent;
    do sent = sendmsg(socket, &message, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent;
}

ssize_t albumen_receive(int socket, void *bytes, size_t capacity, int *descriptor) {
    union control control;
    struct iovec part = {.iov_base = bytes, .iov_len = capacity};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
    *descriptor = -1;
    ssize_t received;
    do received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    while (received < 0 && errno == EINTR);
    if (received < 0) return -1;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS) {
        // Padding leaves room for a second descriptor, which nobody asked for.
        for (size_t at = CMSG_LEN(0); at + sizeof(int) <= header->cmsg_len; at += sizeof(int)) {
            int passed;
            memcpy(&passed, (char *)header + at, sizeof passed);
            if (*descriptor < 0) *descriptor = passed;
            else close(passed);
        }
    }
    if (message.msg_flags & MSG_TRUNC) {
        if (*descriptor >= 0) close(*descriptor);
        *descriptor = -1;
        errno = EMSGSIZE;
        return -1;
    }
    return received;
}

extern char **environ;

// This process's environment, and a word to Swift's runtime: a decoder that ends on a broken photo is an
// everyday event, not worth a backtrace.
static char **worker_environment(void) {
    size_t count = 0;
    while (environ[count]) count++;
    char **copy = malloc((count + 2) * sizeof *copy);
    if (!copy) return NULL;
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (strncmp(environ[i], "SWIFT_BACKTRACE=", 16) != 0) copy[kept++] = environ[i];
    copy[kept++] = "SWIFT_BACKTRACE=enable=no";
    copy[kept] = NULL;
    return copy;
}

int albumen_spawn_worker(const char *path, int socket, pid_t *process) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    char *arguments[] = {(char *)path, NULL};
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);

    int failure = posix_spawn_file_actions_init(&actions);
    if (failure) return failure;
    failure = posix_spawnattr_init(&attributes);
    if (failure) {
        posix_spawn_file_actions_destroy(&actions);
        return failure;
    }
    // The socket first: closing from 4 up would otherwise close it.
    posix_spawn_file_actions_adddup2(&actions, socket, 3);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    // What codecs say of damaged files is for their makers; it would fill the terminal that Albumen was started from.
    if (!getenv("ALBUMEN_DECODER_MESSAGES"))
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addclosefrom_np(&actions, 4);
    posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    char **environment = worker_environment();
    failure = environment ? posix_spawn(process, path, &actions, &attributes, arguments, environment) : ENOMEM;
    free(environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return failure;
}

void albumen_die_with_parent(void) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
}

void albumen_keep_memory(int bytes) {
    mallopt(M_MMAP_THRESHOLD, bytes);
    mallopt(M_TRIM_THRESHOLD, bytes);
}
