// SPDX-License-Identifier: GPL-3.0-or-later
// Copying a file the cheapest way the file system offers, and renaming without replacing.
#pragma once
#include <stddef.h>
#include <sys/types.h>

/// Shares all blocks of `from` with the empty `to` (FICLONE). 0, or -1 with errno where it is not possible.
int albumen_reflink(int to, int from);

/// copy_file_range(2) from both descriptors' positions. Bytes copied, 0 at the end, or -1 with errno.
ssize_t albumen_copy_range(int from, int to, size_t length);

/// renameat2(2) with RENAME_NOREPLACE, both relative to one folder. 0, or -1 with errno: EEXIST where `to`
/// exists, EINVAL where the file system cannot do it.
int albumen_rename_noreplace(int folder, const char *from, const char *to);
