// SPDX-License-Identifier: GPL-3.0-or-later
// libdispatch's main queue, for an event loop that is not libdispatch's.
#pragma once
#include <stdbool.h>

/// The eventfd that becomes readable when the main queue has work. Belongs to libdispatch: never close it.
int albumen_main_queue_descriptor(void);

/// Runs what the main queue holds. Only on the main thread, after the descriptor was read: unread, it stays readable
/// and the loop spins.
void albumen_main_queue_drain(void);

/// Whether the caller runs on the process's first thread.
bool albumen_is_main_thread(void);
