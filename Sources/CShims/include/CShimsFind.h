// SPDX-License-Identifier: GPL-3.0-or-later
// Looking for bytes in bytes.
#pragma once
#include <stddef.h>

/// Where `word` first stands in so many bytes, or NULL.
const void *albumen_find(const void *bytes, size_t count, const void *word, size_t length);
