// SPDX-License-Identifier: GPL-3.0-or-later
// Inner loops over pixels, in C because they have to be quick in debug builds too. Strides are in bytes; no
// buffer may overlap another.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Turns pixels upright. `orientation` is EXIF's 1…8; width and height are the source's.
void albumen_orient(
    const uint8_t *source, size_t width, size_t height, size_t source_stride, uint8_t *target,
    size_t target_stride, size_t channels, int orientation);

/// Lays premultiplied RGBA over white, as RGB.
void albumen_flatten(
    const uint8_t *source, size_t width, size_t height, size_t source_stride, uint8_t *target,
    size_t target_stride);
