// SPDX-License-Identifier: GPL-3.0-or-later
#include "CShimsPixels.h"

#include <stdlib.h>
#include <string.h>

// The part of the source that one target row or column covers: `first` and `last` with their weights, and
// everything between with weight one.
struct span {
    size_t first, last;
    float first_weight, last_weight;
};

static struct span span_at(size_t index, size_t source_length, size_t target_length) {
    double scale = (double)source_length / (double)target_length;
    double start = (double)index * scale, end = (double)(index + 1) * scale;
    struct span span;
    span.first = (size_t)start;
    if (span.first >= source_length) span.first = source_length - 1;
    span.last = (size_t)end;
    if (span.last >= source_length) span.last = source_length - 1;
    if (span.last == span.first) {
        span.first_weight = (float)(end - start);
        span.last_weight = 0;
    } else {
        span.first_weight = (float)((double)(span.first + 1) - start);
        span.last_weight = (float)(end - (double)span.last);
    }
    return span;
}

// Four floats that may lie anywhere: a pixel of three or four channels, with what follows it.
typedef float float4 __attribute__((vector_size(16), aligned(4), may_alias));
typedef int int4 __attribute__((vector_size(16)));

// Adds one weighted source row to the sums of a target row; the compiler turns this into vector code.
static void add_row(const uint8_t *restrict row, size_t count, float weight, float *restrict sums) {
    for (size_t i = 0; i < count; i++) sums[i] += weight * row[i];
}

// Reduces a row of sums to the target's width. The sums have a float to spare at the end.
static void reduce_row(
    const float *sums, const struct span *spans, size_t target_width, size_t channels, float share,
    uint8_t *target) {
    for (size_t x = 0; x < target_width; x++, target += channels) {
        const struct span span = spans[x];
        const float *pixel = sums + span.first * channels, *last = sums + span.last * channels;
        float4 sum = *(const float4 *)pixel * span.first_weight;
        for (pixel += channels; pixel < last; pixel += channels) sum += *(const float4 *)pixel;
        sum += *(const float4 *)last * span.last_weight;
        const int4 value = __builtin_convertvector(sum * share + 0.5f, int4);
        // Weights are rounded: a white area may sum to a hair over white.
        for (size_t c = 0; c < channels; c++) target[c] = value[c] > 255 ? 255 : (uint8_t)value[c];
    }
}

int albumen_downscale(
    const uint8_t *source, size_t source_width, size_t source_height, size_t source_stride, uint8_t *target,
    size_t target_width, size_t target_height, size_t target_stride, size_t channels) {
    const size_t count = source_width * channels;
    struct span *spans = malloc(target_width * sizeof *spans);
    float *sums = malloc((count + 1) * sizeof *sums);
    if (!spans || !sums) {
        free(spans);
        free(sums);
        return -1;
    }
    for (size_t x = 0; x < target_width; x++) spans[x] = span_at(x, source_width, target_width);
    const float share = (float)(
        (double)target_width * (double)target_height / ((double)source_width * (double)source_height));
    for (size_t y = 0; y < target_height; y++) {
        const struct span rows = span_at(y, source_height, target_height);
        memset(sums, 0, (count + 1) * sizeof *sums);
        add_row(source + rows.first * source_stride, count, rows.first_weight, sums);
        for (size_t row = rows.first + 1; row < rows.last; row++)
            add_row(source + row * source_stride, count, 1, sums);
        if (rows.last > rows.first && rows.last_weight > 0)
            add_row(source + rows.last * source_stride, count, rows.last_weight, sums);
        if (channels == 3)
            reduce_row(sums, spans, target_width, 3, share, target + y * target_stride);
        else
            reduce_row(sums, spans, target_width, 4, share, target + y * target_stride);
    }
    free(spans);
    free(sums);
    return 0;
}

void albumen_orient(
    const uint8_t *source, size_t width, size_t height, size_t source_stride, uint8_t *target,
    size_t target_stride, size_t channels, int orientation) {
    // Where stored pixel (0, 0) goes, and the step in the target for each step along a stored row and column.
    ptrdiff_t pixel = (ptrdiff_t)channels, line = (ptrdiff_t)target_stride;
    ptrdiff_t right = (ptrdiff_t)(width - 1), bottom = (ptrdiff_t)(height - 1);
    ptrdiff_t origin, along_row, along_column;
    switch (orientation) {
    case 2: origin = right * pixel; along_row = -pixel; along_column = line; break;
    case 3: origin = bottom * line + right * pixel; along_row = -pixel; along_column = -line; break;
    case 4: origin = bottom * line; along_row = pixel; along_column = -line; break;
    case 5: origin = 0; along_row = line; along_column = pixel; break;
    case 6: origin = bottom * pixel; along_row = line; along_column = -pixel; break;
    case 7: origin = right * line + bottom * pixel; along_row = -line; along_column = -pixel; break;
    case 8: origin = right * line; along_row = -line; along_column = pixel; break;
    default: origin = 0; along_row = pixel; along_column = line; break;
    }
    // In blocks, so that the lines of the target that a block touches stay in the cache.
    enum { block = 32 };
    for (size_t top = 0; top < height; top += block) {
        const size_t end = height - top < block ? height : top + block;
        for (size_t start = 0; start < width; start += block) {
            const size_t stop = width - start < block ? width : start + block;
            for (size_t y = top; y < end; y++) {
                const uint8_t *from = source + y * source_stride + start * channels;
                uint8_t *to = target + origin + (ptrdiff_t)y * along_column + (ptrdiff_t)start * along_row;
                for (size_t x = start; x < stop; x++, from += channels, to += along_row) {
                    to[0] = from[0];
                    to[1] = from[1];
                    to[2] = from[2];
                    if (channels == 4) to[3] = from[3];
                }
            }
        }
    }
}

// a × b ÷ 255, rounded.
static inline uint8_t product(unsigned a, unsigned b) {
    unsigned value = a * b + 128;
    return (uint8_t)((value + (value >> 8)) >> 8);
}

int albumen_premultiply(uint8_t *pixels, size_t width, size_t height, size_t stride) {
    int opaque = 1;
    for (size_t y = 0; y < height; y++) {
        uint8_t *pixel = pixels + y * stride;
        for (size_t x = 0; x < width; x++, pixel += 4) {
            if (pixel[3] == 255) continue;
            opaque = 0;
            for (int c = 0; c < 3; c++) pixel[c] = product(pixel[c], pixel[3]);
        }
    }
    return opaque;
}

void albumen_flatten(
    const uint8_t *source, size_t width, size_t height, size_t source_stride, uint8_t *target,
    size_t target_stride) {
    for (size_t y = 0; y < height; y++) {
        const uint8_t *from = source + y * source_stride;
        uint8_t *to = target + y * target_stride;
        for (size_t x = 0; x < width; x++, from += 4, to += 3)
            for (int c = 0; c < 3; c++) {
                unsigned value = from[c] + (255u - from[3]);
                to[c] = value > 255 ? 255 : (uint8_t)value;
            }
    }
}

void albumen_cmyk_to_rgb(
    const uint8_t *source, size_t width, size_t height, size_t source_stride, uint8_t *target,
    size_t target_stride, int inverted) {
    unsigned flip = inverted ? 0 : 255;
    for (size_t y = 0; y < height; y++) {
        const uint8_t *from = source + y * source_stride;
        uint8_t *to = target + y * target_stride;
        for (size_t x = 0; x < width; x++, from += 4, to += 3)
            for (int c = 0; c < 3; c++) to[c] = product(from[c] ^ flip, from[3] ^ flip);
    }
}
