// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include "CShimsFind.h"
#include <string.h>

const void *albumen_find(const void *bytes, size_t count, const void *word, size_t length) {
    return memmem(bytes, count, word, length);
}
