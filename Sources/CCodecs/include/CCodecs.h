// SPDX-License-Identifier: GPL-3.0-or-later
// Codecs whose interface is longjmp and variadic functions, which Swift cannot call: libjpeg-turbo, libpng and libtiff, which
// read pictures from memory.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include <CShims.h>

enum albumen_codec_status {
    albumen_codec_good,
    /// Damaged, and what was there before the damage is there; the rest is black.
    albumen_codec_partial,
    albumen_codec_damaged,
    albumen_codec_unsupported,
    /// More pixels than the caller allows.
    albumen_codec_too_large,
    albumen_codec_no_memory,
};

enum albumen_codec_model {
    albumen_codec_rgb,
    albumen_codec_rgba,
    albumen_codec_rgba_multiplied,
    albumen_codec_cmyk,
};

/// A picture as its codec made it. Belongs to the caller, who frees it with `albumen_picture_free` whatever the status.
struct albumen_picture {
    uint32_t width, height;
    /// Interleaved; 8 bits in bytes or 16 in words. `enum albumen_codec_model`.
    int model, bits;
    size_t stride;
    void *pixels;
    /// An ICC profile, or NULL.
    uint8_t *profile;
    size_t profile_length;
    /// PNG's chunks: sRGB is there; gAMA or 0; cHRM's white, red, green and blue, x before y, all 0 where there is none.
    int is_srgb;
    double gamma;
    double chromaticities[8];
    /// In the library's words; empty when all is well.
    char message[200];
};

/// Reads a PNG, the default image of an APNG. No edge may exceed `longest_edge`, no picture `pixel_limit` pixels.
int albumen_png_read(
    const uint8_t *bytes, size_t count, size_t longest_edge, size_t pixel_limit, struct albumen_picture *picture);

/// Reads the first page of a TIFF, in its stored orientation.
int albumen_tiff_read(
    const uint8_t *bytes, size_t count, size_t longest_edge, size_t pixel_limit, struct albumen_picture *picture);

void albumen_picture_free(struct albumen_picture *picture);

/// A JPEG in memory that outlives it.
struct albumen_jpeg;

/// Reads the header. NULL without memory; what has no width is damaged.
struct albumen_jpeg *albumen_jpeg_open(const uint8_t *bytes, size_t count);
void albumen_jpeg_close(struct albumen_jpeg *jpeg);
uint32_t albumen_jpeg_width(const struct albumen_jpeg *jpeg);
uint32_t albumen_jpeg_height(const struct albumen_jpeg *jpeg);
/// CMYK or YCCK.
int albumen_jpeg_is_cmyk(const struct albumen_jpeg *jpeg);
/// In the library's words; empty while all is well.
const char *albumen_jpeg_message(const struct albumen_jpeg *jpeg);
/// Reads a part of it, once, as RGB, or as CMYK where it is that, into rows of the part's size. The part is given in pixels of
/// the picture reduced by `divisor`, 1, 2, 4 or 8, rounded up. A status; partial and damaged leave rows untouched.
int albumen_jpeg_read(
    struct albumen_jpeg *jpeg, uint32_t divisor, uint32_t x, uint32_t y, uint32_t width, uint32_t height,
    struct albumen_rows *rows);
