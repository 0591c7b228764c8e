// SPDX-License-Identifier: GPL-3.0-or-later
// Giving up, for good, what a process that parses other people's bytes has no use for. In C, because rules about
// arguments are macros and Landlock has no library.
#pragma once
#include <stdbool.h>

/// Forbids every access to files by name, to TCP ports and to processes outside, as far as the kernel's Landlock knows
/// how, for the calling thread and those it starts. Sets no_new_privs. 0, or an errno: ENOSYS and EOPNOTSUPP where the
/// kernel has no Landlock.
int albumen_deny_file_system(void);

/// Lets all threads of this process make the system calls of a decoder from here on, and no others: an attempt to
/// start a program or a process, or to reach into another, ends the process (SIGSYS); a name is refused with EACCES; any
/// other call is not there (ENOSYS). Messages go through `socket` alone. With `plays_films`, also what pipelines of
/// threads and code made at run time need. Sets no_new_privs. 0, or an errno.
int albumen_restrict_calls(int socket, bool plays_films);
