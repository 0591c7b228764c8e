// SPDX-License-Identifier: GPL-3.0-or-later
// PNG through libpng: eight or sixteen bits as stored, palettes and greys as RGB, gamma left alone.
#include "picture.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>

// Bytes that a chunk other than pixels may take in memory; profiles are some hundred thousand.
enum { chunk_limit = 64 << 20 };

struct reading {
    const uint8_t *bytes;
    size_t left;
    size_t longest_edge, pixel_limit;
    struct albumen_picture *picture;
    png_bytep *rows;
    // The pixels are there, and some of them may be filled.
    volatile int has_pixels;
};

static void fail(png_structp png, png_const_charp message) {
    struct reading *reading = png_get_error_ptr(png);
    strncpy(reading->picture->message, message, sizeof reading->picture->message - 1);
    png_longjmp(png, 1);
}

static void warn(png_structp png, png_const_charp message) { (void)png, (void)message; }

static void supply(png_structp png, png_bytep target, size_t count) {
    struct reading *reading = png_get_io_ptr(png);
    if (count > reading->left) png_error(png, "it ends too early");
    memcpy(target, reading->bytes, count);
    reading->bytes += count;
    reading->left -= count;
}

static void describe(png_structp png, png_infop info, struct albumen_picture *picture) {
    png_charp name;
    int compression, intent;
    png_bytep profile;
    png_uint_32 length;
    if (png_get_iCCP(png, info, &name, &compression, &profile, &length) == PNG_INFO_iCCP)
        albumen_picture_keep_profile(picture, profile, length);
    picture->is_srgb = png_get_sRGB(png, info, &intent) == PNG_INFO_sRGB;
    if (png_get_gAMA(png, info, &picture->gamma) != PNG_INFO_gAMA) picture->gamma = 0;
    double *c = picture->chromaticities;
    if (png_get_cHRM(png, info, c, c + 1, c + 2, c + 3, c + 4, c + 5, c + 6, c + 7) != PNG_INFO_cHRM)
        memset(c, 0, sizeof picture->chromaticities);
}

static int read_picture(png_structp png, png_infop info, struct reading *reading) {
    struct albumen_picture *picture = reading->picture;
    png_read_info(png, info);
    const png_byte depth = png_get_bit_depth(png, info), colours = png_get_color_type(png, info);
    describe(png, info, picture);
    const int has_alpha = (colours & PNG_COLOR_MASK_ALPHA) || png_get_valid(png, info, PNG_INFO_tRNS);
    const int status = albumen_picture_allocate(
        picture, png_get_image_width(png, info), png_get_image_height(png, info),
        has_alpha ? albumen_codec_rgba : albumen_codec_rgb, depth == 16 ? 16 : 8, reading->longest_edge,
        reading->pixel_limit);
    if (status != albumen_codec_good) return status;

    png_set_expand(png);
    if (!(colours & PNG_COLOR_MASK_COLOR)) png_set_gray_to_rgb(png);
    if (depth == 16) png_set_swap(png);
    png_set_interlace_handling(png);
    png_read_update_info(png, info);
    if (png_get_rowbytes(png, info) != picture->stride) return albumen_codec_unsupported;
    reading->rows = malloc(picture->height * sizeof *reading->rows);
    if (!reading->rows) return albumen_codec_no_memory;
    for (uint32_t y = 0; y < picture->height; y++)
        reading->rows[y] = (png_bytep)picture->pixels + y * picture->stride;
    reading->has_pixels = 1;
    png_read_image(png, reading->rows);
    return albumen_codec_good;
}

int albumen_png_read(
    const uint8_t *bytes, size_t count, size_t longest_edge, size_t pixel_limit, struct albumen_picture *picture) {
    memset(picture, 0, sizeof *picture);
    struct reading reading = {
        .bytes = bytes, .left = count, .longest_edge = longest_edge, .pixel_limit = pixel_limit, .picture = picture};
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &reading, fail, warn);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (!info) {
        png_destroy_read_struct(&png, NULL, NULL);
        return albumen_codec_no_memory;
    }
    png_set_read_fn(png, &reading, supply);
    png_set_user_limits(png, (png_uint_32)longest_edge, (png_uint_32)longest_edge);
    png_set_chunk_malloc_max(png, chunk_limit);
    // Checksums are for transport: a picture with a wrong one is shown.
    png_set_crc_action(png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
    png_set_option(png, PNG_MAXIMUM_INFLATE_WINDOW, PNG_OPTION_ON);
    png_set_benign_errors(png, 1);
    int status;
    if (setjmp(png_jmpbuf(png)))
        status = reading.has_pixels ? albumen_codec_partial : albumen_codec_damaged;
    else
        status = read_picture(png, info, &reading);
    free(reading.rows);
    png_destroy_read_struct(&png, &info, NULL);
    return status;
}
