// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of JPEGs through libjpeg-turbo's own interface: TurboJPEG's, which decodes whole pictures, has none for them before
// its version 3. Rows and blocks outside of the part are read, as the entropy coding demands, and not transformed.
#include "picture.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

// A progressive picture of more scans takes its time on purpose: what TurboJPEG has as a limit.
enum { scan_limit = 500 };
// Columns beside the part that are decoded too, so that the colours at its edges are those of the whole picture: a block of
// subsampled colour either way.
enum { margin = 32 };

struct reading {
    struct jpeg_error_mgr errors;
    struct jpeg_progress_mgr progress;
    jmp_buf jump;
    struct albumen_picture *picture;
    JSAMPROW row;
    // Rows of the part that are there.
    volatile uint32_t done;
};

static void note(j_common_ptr info) {
    struct reading *reading = (struct reading *)info->err;
    char message[JMSG_LENGTH_MAX];
    info->err->format_message(info, message);
    // The first complaint is nearest to the cause.
    if (!reading->picture->message[0])
        snprintf(reading->picture->message, sizeof reading->picture->message, "%s", message);
}

static void fail(j_common_ptr info) {
    note(info);
    longjmp(((struct reading *)info->err)->jump, 1);
}

static void remark(j_common_ptr info, int level) {
    if (level >= 0) return;
    info->err->num_warnings++;
    note(info);
}

static void count_scans(j_common_ptr info) {
    const j_decompress_ptr jpeg = (j_decompress_ptr)info;
    if (jpeg->input_scan_number > scan_limit) fail(info);
}

static int read_part(
    j_decompress_ptr jpeg, struct reading *reading, uint32_t x, uint32_t y, uint32_t width, uint32_t height,
    uint32_t divisor, size_t longest_edge, size_t pixel_limit) {
    jpeg_read_header(jpeg, TRUE);
    const JDIMENSION all_width = jpeg->image_width, all_height = jpeg->image_height;
    if (all_width > longest_edge || all_height > longest_edge || (size_t)all_width * all_height > pixel_limit) {
        reading->picture->width = all_width;
        reading->picture->height = all_height;
        return albumen_codec_too_large;
    }
    if (jpeg->jpeg_color_space == JCS_CMYK || jpeg->jpeg_color_space == JCS_YCCK || width == 0 || height == 0 ||
        x >= all_width || y >= all_height || width > all_width - x || height > all_height - y)
        return albumen_codec_unsupported;
    jpeg->out_color_space = JCS_RGB;
    jpeg->scale_num = 1;
    jpeg->scale_denom = divisor;
    jpeg_start_decompress(jpeg);

    const JDIMENSION left = x / divisor, top = y / divisor;
    JDIMENSION right = (x + width + divisor - 1) / divisor, bottom = (y + height + divisor - 1) / divisor;
    if (right > jpeg->output_width) right = jpeg->output_width;
    if (bottom > jpeg->output_height) bottom = jpeg->output_height;
    const int status = albumen_picture_allocate(
        reading->picture, right - left, bottom - top, albumen_codec_rgb, 8, longest_edge, pixel_limit);
    if (status != albumen_codec_good) return status;

    JDIMENSION first = left > margin ? left - margin : 0;
    JDIMENSION columns = (right + margin < jpeg->output_width ? right + margin : jpeg->output_width) - first;
    if (first > 0 || columns < jpeg->output_width) jpeg_crop_scanline(jpeg, &first, &columns);
    reading->row = malloc((size_t)columns * 3);
    if (!reading->row) return albumen_codec_no_memory;
    if (top > 0) jpeg_skip_scanlines(jpeg, top);
    for (JDIMENSION row = top; row < bottom; row++) {
        if (jpeg_read_scanlines(jpeg, &reading->row, 1) != 1) return albumen_codec_partial;
        memcpy(
            (uint8_t *)reading->picture->pixels + (row - top) * reading->picture->stride,
            reading->row + (size_t)(left - first) * 3, reading->picture->stride);
        reading->done++;
    }
    return jpeg->err->num_warnings > 0 ? albumen_codec_partial : albumen_codec_good;
}

int albumen_jpeg_read_part(
    const uint8_t *bytes, size_t count, uint32_t x, uint32_t y, uint32_t width, uint32_t height, uint32_t divisor,
    size_t longest_edge, size_t pixel_limit, struct albumen_picture *picture) {
    memset(picture, 0, sizeof *picture);
    struct reading reading = {.picture = picture};
    struct jpeg_decompress_struct jpeg;
    jpeg.err = jpeg_std_error(&reading.errors);
    reading.errors.error_exit = fail;
    reading.errors.emit_message = remark;
    int status;
    if (setjmp(reading.jump)) {
        status = reading.done > 0 ? albumen_codec_partial : albumen_codec_damaged;
    } else {
        jpeg_create_decompress(&jpeg);
        reading.progress.progress_monitor = count_scans;
        jpeg.progress = &reading.progress;
        jpeg_mem_src(&jpeg, bytes, count);
        status = read_part(
            &jpeg, &reading, x, y, width, height, divisor, longest_edge, pixel_limit);
    }
    free(reading.row);
    jpeg_destroy_decompress(&jpeg);
    return status;
}
