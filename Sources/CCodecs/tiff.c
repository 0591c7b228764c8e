// SPDX-License-Identifier: GPL-3.0-or-later
// TIFF through libtiff: greys, RGB and CMYK of 8 or 16 bits as stored; whatever else libtiff can show, as it shows it.
#include "picture.h"

#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

// Of one allocation by libtiff, whatever a file declares.
enum { allocation_limit = 1 << 30 };
// Directories looked at for one that is no reduced copy.
enum { page_limit = 16 };

struct source {
    const uint8_t *bytes;
    toff_t count, position;
    struct albumen_picture *picture;
};

static tmsize_t read_source(thandle_t handle, void *target, tmsize_t count) {
    struct source *source = handle;
    if (count < 0 || source->position >= source->count) return 0;
    if ((toff_t)count > source->count - source->position) count = (tmsize_t)(source->count - source->position);
    memcpy(target, source->bytes + source->position, (size_t)count);
    source->position += (toff_t)count;
    return count;
}

static tmsize_t write_source(thandle_t handle, void *bytes, tmsize_t count) {
    (void)handle, (void)bytes, (void)count;
    return 0;
}

static toff_t seek_source(thandle_t handle, toff_t offset, int whence) {
    struct source *source = handle;
    if (whence == SEEK_CUR) offset += source->position;
    else if (whence == SEEK_END) offset += source->count;
    return source->position = offset;
}

static int close_source(thandle_t handle) { (void)handle; return 0; }

static toff_t size_of_source(thandle_t handle) { return ((struct source *)handle)->count; }

static int map_source(thandle_t handle, void **base, toff_t *size) {
    struct source *source = handle;
    *base = (void *)source->bytes;
    *size = source->count;
    return 1;
}

static void unmap_source(thandle_t handle, void *base, toff_t size) { (void)handle, (void)base, (void)size; }

static int complain(TIFF *tiff, void *data, const char *module, const char *format, va_list arguments) {
    (void)tiff, (void)module;
    albumen_picture_complain(data, format, arguments);
    return 1;
}

static int hush(TIFF *tiff, void *data, const char *module, const char *format, va_list arguments) {
    (void)tiff, (void)data, (void)module, (void)format, (void)arguments;
    return 1;
}

struct layout {
    uint32_t width, height;
    // Of a sample as read here, and as stored.
    uint16_t bits, stored_bits;
    uint16_t samples, photometric, planar, orientation;
    // -1, or the sample that is alpha; and whether colours are multiplied by it.
    int alpha, is_multiplied;
};

static void read_layout(TIFF *tiff, struct layout *layout) {
    uint16_t format, compression, extra_count = 0, *extra = NULL, ink_set;
    memset(layout, 0, sizeof *layout);
    layout->alpha = -1;
    TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &layout->width);
    TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &layout->height);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &layout->bits);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &layout->samples);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_PLANARCONFIG, &layout->planar);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_ORIENTATION, &layout->orientation);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLEFORMAT, &format);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_INKSET, &ink_set);
    TIFFGetFieldDefaulted(tiff, TIFFTAG_COMPRESSION, &compression);
    if (!TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &layout->photometric)) layout->photometric = PHOTOMETRIC_MINISBLACK;
    TIFFGetFieldDefaulted(tiff, TIFFTAG_EXTRASAMPLES, &extra_count, &extra);
    const int is_grey = layout->photometric == PHOTOMETRIC_MINISBLACK || layout->photometric == PHOTOMETRIC_MINISWHITE;
    const int colours = is_grey ? 1 : layout->photometric == PHOTOMETRIC_RGB ? 3 : 4;
    if (extra_count > 0 && colours < 4 && layout->samples > colours &&
        (extra[0] == EXTRASAMPLE_ASSOCALPHA || extra[0] == EXTRASAMPLE_UNASSALPHA)) {
        layout->alpha = colours;
        layout->is_multiplied = extra[0] == EXTRASAMPLE_ASSOCALPHA;
    }
    const int is_known = is_grey || layout->photometric == PHOTOMETRIC_RGB ||
                         (layout->photometric == PHOTOMETRIC_SEPARATED && ink_set == INKSET_CMYK);
    layout->stored_bits = layout->bits;
    // libtiff converts greys and palettes of a few bits, but no colours.
    if (colours > 1 && (layout->bits == 1 || layout->bits == 2 || layout->bits == 4)) layout->bits = 8;
    // Zero samples: not for the code below.
    if (!is_known || format != SAMPLEFORMAT_UINT || (layout->bits != 8 && layout->bits != 16) ||
        layout->samples < colours || layout->samples > 16)
        layout->samples = 0;
}

// Bytes of so many samples as stored.
static size_t stored_length(const struct layout *layout, size_t samples) {
    return (samples * layout->stored_bits + 7) / 8;
}

// Samples of 1, 2 or 4 bits as whole bytes, over the same range; a row of others is as it should be.
static const uint8_t *widened(const struct layout *layout, const uint8_t *from, size_t samples, uint8_t *to) {
    const unsigned bits = layout->stored_bits;
    if (bits >= 8) return from;
    const unsigned greatest = (1u << bits) - 1;
    for (size_t index = 0; index < samples; index++) {
        const size_t bit = index * bits;
        to[index] = (uint8_t)(((from[bit / 8] >> (8 - bits - bit % 8)) & greatest) * 255 / greatest);
    }
    return to;
}

// One row's samples of all planes, or of one, into the picture.
static void unpack(
    const struct layout *layout, const uint8_t *from, uint32_t count, int plane, uint8_t *to, int channels) {
    const int step = plane < 0 ? layout->samples : 1, wide = layout->bits == 16;
    const int is_grey = layout->photometric == PHOTOMETRIC_MINISBLACK || layout->photometric == PHOTOMETRIC_MINISWHITE;
    const int flip = layout->photometric == PHOTOMETRIC_MINISWHITE;
    for (int channel = 0; channel < channels; channel++) {
        const int is_alpha = layout->alpha >= 0 && channel == 3;
        const int wanted = is_alpha ? layout->alpha : is_grey ? 0 : channel;
        if (plane >= 0 && plane != wanted) continue;
        const int first = plane < 0 ? wanted : 0;
        for (uint32_t x = 0; x < count; x++) {
            const size_t source = (size_t)x * (size_t)step + (size_t)first;
            const size_t target = (size_t)x * (size_t)channels + (size_t)channel;
            if (wide) {
                const uint16_t code = ((const uint16_t *)from)[source];
                ((uint16_t *)to)[target] = flip && !is_alpha ? (uint16_t)(65535 - code) : code;
            } else {
                to[target] = flip && !is_alpha ? (uint8_t)(255 - from[source]) : from[source];
            }
        }
    }
}

static int read_strips(TIFF *tiff, const struct layout *layout, struct albumen_picture *picture, int channels) {
    const tmsize_t length = TIFFScanlineSize(tiff);
    const int planes = layout->planar == PLANARCONFIG_SEPARATE ? layout->samples : 1;
    const size_t samples = (size_t)layout->width * (planes > 1 ? 1 : layout->samples);
    if (length <= 0 || (size_t)length < stored_length(layout, samples)) return albumen_codec_damaged;
    // The line as it is stored, and room for it in whole bytes.
    uint8_t *line = malloc((size_t)length + samples);
    if (!line) return albumen_codec_no_memory;
    int status = albumen_codec_good;
    for (int plane = 0; plane < planes && status == albumen_codec_good; plane++)
        for (uint32_t y = 0; y < layout->height; y++) {
            if (TIFFReadScanline(tiff, line, y, (uint16_t)plane) < 0) {
                status = plane == 0 && y == 0 ? albumen_codec_damaged : albumen_codec_partial;
                break;
            }
            unpack(layout, widened(layout, line, samples, line + length), layout->width, planes > 1 ? plane : -1,
                   (uint8_t *)picture->pixels + y * picture->stride, channels);
        }
    free(line);
    return status;
}

static int read_tiles(TIFF *tiff, const struct layout *layout, struct albumen_picture *picture, int channels) {
    uint32_t tile_width = 0, tile_height = 0;
    TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &tile_width);
    TIFFGetField(tiff, TIFFTAG_TILELENGTH, &tile_height);
    const tmsize_t length = TIFFTileSize(tiff), row_length = TIFFTileRowSize(tiff);
    const int planes = layout->planar == PLANARCONFIG_SEPARATE ? layout->samples : 1;
    const size_t samples = (size_t)tile_width * (planes > 1 ? 1 : layout->samples);
    if (tile_width == 0 || tile_height == 0 || length <= 0 || length > allocation_limit ||
        (size_t)row_length < stored_length(layout, samples) || (size_t)length < (size_t)row_length * tile_height)
        return albumen_codec_damaged;
    uint8_t *tile = malloc((size_t)length + samples);
    if (!tile) return albumen_codec_no_memory;
    int status = albumen_codec_good, good = 0;
    for (int plane = 0; plane < planes; plane++)
        for (uint32_t top = 0; top < layout->height; top += tile_height)
            for (uint32_t left = 0; left < layout->width; left += tile_width) {
                if (TIFFReadTile(tiff, tile, left, top, 0, (uint16_t)plane) < 0) {
                    status = albumen_codec_partial;
                    continue;
                }
                good = 1;
                const uint32_t width = layout->width - left < tile_width ? layout->width - left : tile_width;
                const uint32_t height = layout->height - top < tile_height ? layout->height - top : tile_height;
                uint8_t *target = (uint8_t *)picture->pixels + top * picture->stride +
                                  (size_t)left * (size_t)channels * (size_t)(layout->bits / 8);
                for (uint32_t y = 0; y < height; y++)
                    unpack(layout, widened(layout, tile + (size_t)y * (size_t)row_length, samples, tile + length),
                           width, planes > 1 ? plane : -1, target + y * picture->stride, channels);
            }
    free(tile);
    return good ? status : albumen_codec_damaged;
}

// libtiff's own conversion to RGBA, in the order of bytes that little-endian machines give it.
static int read_converted(TIFF *tiff, const struct layout *layout, struct albumen_picture *picture) {
    char reason[1024];
    if (!TIFFRGBAImageOK(tiff, reason)) {
        strncpy(picture->message, reason, sizeof picture->message - 1);
        return albumen_codec_unsupported;
    }
    // The same orientation in and out: the caller turns pictures.
    return TIFFReadRGBAImageOriented(
               tiff, layout->width, layout->height, picture->pixels, layout->orientation, 0)
               ? albumen_codec_good
               : albumen_codec_damaged;
}

static int read_page(TIFF *tiff, size_t longest_edge, size_t pixel_limit, struct albumen_picture *picture) {
    // A file may begin with a small copy of what follows.
    uint32_t kind = 0;
    for (int page = 0; TIFFGetField(tiff, TIFFTAG_SUBFILETYPE, &kind) && (kind & FILETYPE_REDUCEDIMAGE); page++)
        if (page == page_limit || !TIFFReadDirectory(tiff)) {
            TIFFSetDirectory(tiff, 0);
            break;
        }
    struct layout layout;
    read_layout(tiff, &layout);
    void *profile = NULL;
    uint32_t profile_length = 0;
    if (TIFFGetField(tiff, TIFFTAG_ICCPROFILE, &profile_length, &profile))
        albumen_picture_keep_profile(picture, profile, profile_length);
    const int is_direct = layout.samples > 0;
    int model = albumen_codec_rgba_multiplied;
    if (is_direct) {
        model = layout.photometric == PHOTOMETRIC_SEPARATED ? albumen_codec_cmyk : albumen_codec_rgb;
        if (layout.alpha >= 0) model = layout.is_multiplied ? albumen_codec_rgba_multiplied : albumen_codec_rgba;
    }
    int status = albumen_picture_allocate(
        picture, layout.width, layout.height, model, is_direct ? layout.bits : 8, longest_edge, pixel_limit);
    if (status != albumen_codec_good) return status;
    if (!is_direct) return read_converted(tiff, &layout, picture);
    const int channels = model == albumen_codec_rgb ? 3 : 4;
    return TIFFIsTiled(tiff) ? read_tiles(tiff, &layout, picture, channels)
                             : read_strips(tiff, &layout, picture, channels);
}

int albumen_tiff_read(
    const uint8_t *bytes, size_t count, size_t longest_edge, size_t pixel_limit, struct albumen_picture *picture) {
    memset(picture, 0, sizeof *picture);
    struct source source = {.bytes = bytes, .count = count, .picture = picture};
    TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
    if (!options) return albumen_codec_no_memory;
    TIFFOpenOptionsSetMaxSingleMemAlloc(options, allocation_limit);
    TIFFOpenOptionsSetErrorHandlerExtR(options, complain, picture);
    TIFFOpenOptionsSetWarningHandlerExtR(options, hush, NULL);
    TIFF *tiff = TIFFClientOpenExt(
        "picture", "r", &source, read_source, write_source, seek_source, close_source, size_of_source, map_source,
        unmap_source, options);
    TIFFOpenOptionsFree(options);
    if (!tiff) return albumen_codec_damaged;
    const int status = read_page(tiff, longest_edge, pixel_limit, picture);
    TIFFClose(tiff);
    return status;
}
