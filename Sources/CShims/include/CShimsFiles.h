// SPDX-License-Identifier: GPL-3.0-or-later
// Descriptors between processes: memory files, messages that carry a descriptor; and what malloc keeps.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// A new memory file that may be sealed, close-on-exec; -1 and errno on failure.
int albumen_memfd_create(const char *name);
/// Forbids writing, growing and shrinking for ever. 0, or -1 and errno (EBUSY while mapped for writing).
int albumen_memfd_seal(int descriptor);
/// 1 when nobody can write, grow or shrink the memory file any more.
int albumen_memfd_is_sealed(int descriptor);

/// A connected pair of message sockets, close-on-exec. 0, or -1 and errno.
int albumen_socket_pair(int pair[2]);
/// Sends one message, with `descriptor` unless it is negative. Bytes sent, or -1 and errno.
ssize_t albumen_send(int socket, const void *bytes, size_t count, int descriptor);
/// Receives one message and at most one descriptor (-1 if none came). 0 at the end, -1 and errno on failure.
/// A message longer than `capacity` fails with EMSGSIZE.
ssize_t albumen_receive(int socket, void *bytes, size_t capacity, int *descriptor);

/// Lets malloc keep up to so many free bytes, and serve blocks up to that size from them.
void albumen_keep_memory(int bytes);

/// The value of an extended attribute of an open file: its length, or -1.
long albumen_get_attribute(int file, const char *name, void *buffer, size_t size);
