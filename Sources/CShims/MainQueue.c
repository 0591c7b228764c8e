// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "MainQueue.h"

#include <stddef.h>
#include <unistd.h>

// Exported by libdispatch for CFRunLoop, in no public header; declared here so that the compiler checks the types.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);

int albumen_main_queue_descriptor(void) {
    return _dispatch_get_main_queue_handle_4CF();
}

void albumen_main_queue_drain(void) {
    _dispatch_main_queue_callback_4CF(NULL);
}

bool albumen_is_main_thread(void) {
    return gettid() == getpid();
}
