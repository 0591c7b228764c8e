// SPDX-License-Identifier: GPL-3.0-or-later
#include "picture.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int albumen_picture_allocate(
    struct albumen_picture *picture, uint32_t width, uint32_t height, int model, int bits, size_t longest_edge,
    size_t pixel_limit) {
    picture->width = width;
    picture->height = height;
    picture->model = model;
    picture->bits = bits;
    if (width == 0 || height == 0) return albumen_codec_damaged;
    if (width > longest_edge || height > longest_edge || (size_t)width * height > pixel_limit)
        return albumen_codec_too_large;
    picture->stride = (size_t)width * (size_t)(model == albumen_codec_rgb ? 3 : 4) * (size_t)(bits / 8);
    // Black where damage keeps the codec from writing.
    picture->pixels = calloc(height, picture->stride);
    return picture->pixels ? albumen_codec_good : albumen_codec_no_memory;
}

void albumen_picture_keep_profile(struct albumen_picture *picture, const void *bytes, size_t count) {
    if (count == 0 || picture->profile || !(picture->profile = malloc(count))) return;
    memcpy(picture->profile, bytes, count);
    picture->profile_length = count;
}

void albumen_picture_complain(struct albumen_picture *picture, const char *format, va_list arguments) {
    // The first complaint is nearest to the cause.
    if (!picture->message[0]) vsnprintf(picture->message, sizeof picture->message, format, arguments);
}

void albumen_picture_free(struct albumen_picture *picture) {
    free(picture->pixels);
    free(picture->profile);
    memset(picture, 0, sizeof *picture);
}
