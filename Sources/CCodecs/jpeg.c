// SPDX-License-Identifier: GPL-3.0-or-later
// JPEG through libjpeg-turbo's own interface, which gives row after row: TurboJPEG's gives whole pictures, and no parts
// before its version 3. Rows and blocks outside of a part are read, as the entropy coding demands, and not transformed.
#include "CCodecs.h"

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

struct albumen_jpeg {
    // First: what libjpeg hands back is this.
    struct jpeg_error_mgr errors;
    struct jpeg_decompress_struct decoder;
    struct jpeg_progress_mgr progress;
    jmp_buf jump;
    // A row of which only a part is wanted.
    JSAMPROW row;
    // Rows that are there.
    volatile uint32_t done;
    char message[JMSG_LENGTH_MAX];
};

static void note(j_common_ptr info) {
    struct albumen_jpeg *jpeg = (struct albumen_jpeg *)info->err;
    char message[JMSG_LENGTH_MAX];
    info->err->format_message(info, message);
    // The first complaint is nearest to the cause.
    if (!jpeg->message[0]) memcpy(jpeg->message, message, sizeof message);
}

static void fail(j_common_ptr info) {
    note(info);
    longjmp(((struct albumen_jpeg *)info->err)->jump, 1);
}

static void remark(j_common_ptr info, int level) {
    if (level >= 0) return;
    info->err->num_warnings++;
    note(info);
}

static void count_scans(j_common_ptr info) {
    const j_decompress_ptr decoder = (j_decompress_ptr)info;
    if (decoder->input_scan_number > scan_limit) fail(info);
}

struct albumen_jpeg *albumen_jpeg_open(const uint8_t *bytes, size_t count) {
    struct albumen_jpeg *jpeg = calloc(1, sizeof *jpeg);
    if (!jpeg) return NULL;
    jpeg->decoder.err = jpeg_std_error(&jpeg->errors);
    jpeg->errors.error_exit = fail;
    jpeg->errors.emit_message = remark;
    jpeg->progress.progress_monitor = count_scans;
    if (setjmp(jpeg->jump)) return jpeg;
    jpeg_create_decompress(&jpeg->decoder);
    jpeg->decoder.progress = &jpeg->progress;
    jpeg_mem_src(&jpeg->decoder, bytes, count);
    jpeg_read_header(&jpeg->decoder, TRUE);
    return jpeg;
}

void albumen_jpeg_close(struct albumen_jpeg *jpeg) {
    free(jpeg->row);
    jpeg_destroy_decompress(&jpeg->decoder);
    free(jpeg);
}

uint32_t albumen_jpeg_width(const struct albumen_jpeg *jpeg) { return jpeg->decoder.image_width; }

uint32_t albumen_jpeg_height(const struct albumen_jpeg *jpeg) { return jpeg->decoder.image_height; }

int albumen_jpeg_is_cmyk(const struct albumen_jpeg *jpeg) {
    return jpeg->decoder.jpeg_color_space == JCS_CMYK || jpeg->decoder.jpeg_color_space == JCS_YCCK;
}

const char *albumen_jpeg_message(const struct albumen_jpeg *jpeg) { return jpeg->message; }

static int read_part(
    struct albumen_jpeg *jpeg, uint32_t divisor, uint32_t x, uint32_t y, uint32_t width, uint32_t height,
    struct albumen_rows *rows) {
    const j_decompress_ptr decoder = &jpeg->decoder;
    const size_t channels = albumen_jpeg_is_cmyk(jpeg) ? 4 : 3;
    decoder->out_color_space = channels == 4 ? JCS_CMYK : JCS_RGB;
    decoder->scale_num = 1;
    decoder->scale_denom = divisor;
    jpeg_start_decompress(decoder);
    if (width == 0 || height == 0 || x >= decoder->output_width || width > decoder->output_width - x ||
        y >= decoder->output_height || height > decoder->output_height - y)
        return albumen_codec_unsupported;

    JDIMENSION first = x > margin ? x - margin : 0, end = x + width + margin;
    JDIMENSION columns = (end < decoder->output_width ? end : decoder->output_width) - first;
    if (first > 0 || columns < decoder->output_width) jpeg_crop_scanline(decoder, &first, &columns);
    const int is_cut = first < x || columns > width;
    if (is_cut && !(jpeg->row = malloc(columns * channels))) return albumen_codec_no_memory;
    if (y > 0) jpeg_skip_scanlines(decoder, y);
    for (; jpeg->done < height; jpeg->done++) {
        JSAMPROW target = albumen_rows_next(rows);
        if (!target || jpeg_read_scanlines(decoder, is_cut ? &jpeg->row : &target, 1) != 1)
            return albumen_codec_partial;
        if (is_cut) memcpy(target, jpeg->row + (x - first) * channels, width * channels);
        albumen_rows_add(rows);
    }
    return decoder->err->num_warnings > 0 ? albumen_codec_partial : albumen_codec_good;
}

int albumen_jpeg_read(
    struct albumen_jpeg *jpeg, uint32_t divisor, uint32_t x, uint32_t y, uint32_t width, uint32_t height,
    struct albumen_rows *rows) {
    if (setjmp(jpeg->jump)) return jpeg->done > 0 ? albumen_codec_partial : albumen_codec_damaged;
    return read_part(jpeg, divisor, x, y, width, height, rows);
}
