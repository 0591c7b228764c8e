// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include <sys/xattr.h>
#include "CShimsFiles.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <string.h>
#include <sys/mman.h>
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

void albumen_keep_memory(int bytes) {
    mallopt(M_MMAP_THRESHOLD, bytes);
    mallopt(M_TRIM_THRESHOLD, bytes);
}

long albumen_get_attribute(int file, const char *name, void *buffer, size_t size) {
    return fgetxattr(file, name, buffer, size);
}
