// SPDX-License-Identifier: GPL-3.0-or-later
// Inner loops over pixels, in C because they have to be quick in debug builds too. Strides are in bytes; no
// buffer may overlap another.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Turns rows upright: `count` rows at `source`, which are those from `first` on of a picture of this width and height.
/// `orientation` is EXIF's 1…8; `target` is all of the
/// result. A byte behind the source is read.
void albumen_orient(
    const uint8_t *source, size_t width, size_t height, size_t source_stride, size_t first, size_t count,
    uint8_t *target, size_t target_stride, size_t channels, int orientation);

/// Lays premultiplied RGBA over white, as RGB.
void albumen_flatten(
    const uint8_t *source, size_t width, size_t height, size_t source_stride, uint8_t *target,
    size_t target_stride);
