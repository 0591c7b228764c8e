// SPDX-License-Identifier: GPL-3.0-or-later
// Inner loops over pixels, in C because they have to be quick in debug builds too. Strides are in bytes; no
// buffer may overlap another.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Averages areas: every source pixel counts in proportion to the part of it that falls into a target pixel.
/// `channels` is 3 or 4; the target must be no larger than the source either way. 0, or -1 without memory.
int albumen_downscale(
    const uint8_t *source, size_t source_width, size_t source_height, size_t source_stride, uint8_t *target,
    size_t target_width, size_t target_height, size_t target_stride, size_t channels);

/// Turns pixels upright. `orientation` is EXIF's 1…8; width and height are the source's.
void albumen_orient(
    const uint8_t *source, size_t width, size_t height, size_t source_stride, uint8_t *target,
    size_t target_stride, size_t channels, int orientation);

/// Multiplies colour by alpha in place (RGBA). 1 when every pixel is opaque.
int albumen_premultiply(uint8_t *pixels, size_t width, size_t height, size_t stride);

/// Lays premultiplied RGBA over white, as RGB.
void albumen_flatten(
    const uint8_t *source, size_t width, size_t height, size_t source_stride, uint8_t *target,
    size_t target_stride);

/// CMYK to RGB without a profile; `inverted` when 255 means no ink, as Adobe writes JPEG.
void albumen_cmyk_to_rgb(
    const uint8_t *source, size_t width, size_t height, size_t source_stride, uint8_t *target,
    size_t target_stride, int inverted);
