// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "CShimsLocks.h"
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

static struct flock lock_of(short type, off_t byte) {
    struct flock lock = {.l_type = type, .l_whence = SEEK_SET, .l_start = byte, .l_len = 1};
    return lock;
}

int albumen_lock_byte(int descriptor, off_t byte, int waits) {
    struct flock lock = lock_of(F_WRLCK, byte);
    int result;
    do result = fcntl(descriptor, waits ? F_OFD_SETLKW : F_OFD_SETLK, &lock);
    while (result != 0 && errno == EINTR);
    return result;
}

void albumen_unlock_byte(int descriptor, off_t byte) {
    struct flock lock = lock_of(F_UNLCK, byte);
    fcntl(descriptor, F_OFD_SETLK, &lock);
}

int albumen_byte_is_locked(int descriptor, off_t byte) {
    struct flock lock = lock_of(F_WRLCK, byte);
    return fcntl(descriptor, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}
