// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "CShimsCopy.h"
#include <linux/fs.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

int albumen_reflink(int to, int from) { return ioctl(to, FICLONE, from); }

ssize_t albumen_copy_range(int from, int to, size_t length) {
    return copy_file_range(from, NULL, to, NULL, length, 0);
}

int albumen_rename_noreplace(int folder, const char *from, const char *to) {
    return renameat2(folder, from, folder, to, RENAME_NOREPLACE);
}
