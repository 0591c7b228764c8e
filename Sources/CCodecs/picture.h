// SPDX-License-Identifier: GPL-3.0-or-later
// What the codecs share.
#pragma once
#include "CCodecs.h"
#include <stdarg.h>

/// Memory for so many pixels, black; or the status that refuses it.
int albumen_picture_allocate(
    struct albumen_picture *picture, uint32_t width, uint32_t height, int model, int bits, size_t longest_edge,
    size_t pixel_limit);
void albumen_picture_keep_profile(struct albumen_picture *picture, const void *bytes, size_t count);
void albumen_picture_complain(struct albumen_picture *picture, const char *format, va_list arguments);
