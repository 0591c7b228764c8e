// SPDX-License-Identifier: GPL-3.0-or-later
// Locks on single bytes of a file, which belong to an open descriptor and end with it, however its process ends.
#pragma once
#include <sys/types.h>

/// Locks a byte, waiting for it where `waits` is not 0. 0, or -1 with errno: EAGAIN where another holds it and nobody waits,
/// ENOLCK or EINVAL where the file system knows no locks.
int albumen_lock_byte(int descriptor, off_t byte, int waits);
/// Gives a byte back.
void albumen_unlock_byte(int descriptor, off_t byte);
/// Whether somebody else holds a byte.
int albumen_byte_is_locked(int descriptor, off_t byte);
