// SPDX-License-Identifier: GPL-3.0-or-later
// Starting other programs. Each gets a process group of its own, no blocked or ignored signal, and only the descriptors
// that are named here.
#pragma once
#include <sys/types.h>

/// Starts `path`, with the argument `profile`, with the null device on 0, 1 and 2 and `socket` on 3. With `ALBUMEN_DECODER_MESSAGES` set, 2 is this
/// process's standard error. 0, or an errno.
int albumen_spawn_worker(const char *path, const char *profile, int socket, pid_t *process);

/// Starts `arguments[0]`, an absolute path, in `folder` (NULL: where this process is) with the null device on 0 and files,
/// made or emptied, on 1 and 2; both may be one file. 0, or an errno, of the files and the folder as well.
int albumen_spawn_command(
    char *const arguments[], char *const environment[], const char *folder, const char *output,
    const char *messages, pid_t *process);

/// Makes the kernel kill this process when the thread that started it ends.
void albumen_die_with_parent(void);

/// Makes the kernel end this process first where memory runs out.
void albumen_go_first(void);
