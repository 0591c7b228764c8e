// SPDX-License-Identifier: GPL-3.0-or-later
#include "CShimsSamples.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Four floats that may lie anywhere: a pixel of three or four channels, with what follows it.
typedef float float4 __attribute__((vector_size(16), aligned(4), may_alias));
typedef int int4 __attribute__((vector_size(16)));

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

static inline int is_wide(const struct albumen_samples *samples) { return samples->bits > 8; }

static inline unsigned highest(const struct albumen_samples *samples) { return (1u << samples->bits) - 1; }

static inline const void *row_of(const struct albumen_samples *samples, size_t y) {
    return (const char *)samples->base + y * samples->stride;
}

// The compiler turns these into vector code.
static void add_bytes(const uint8_t *restrict row, size_t count, float weight, float *restrict sums) {
    for (size_t i = 0; i < count; i++) sums[i] += weight * row[i];
}

static void add_words(const uint16_t *restrict row, size_t count, float weight, float *restrict sums) {
    for (size_t i = 0; i < count; i++) sums[i] += weight * row[i];
}

static inline unsigned sample(const void *row, int wide, size_t index) {
    return wide ? ((const uint16_t *)row)[index] : ((const uint8_t *)row)[index];
}

static void add_straight(const void *row, int wide, float top, size_t width, float weight, float *sums) {
    for (size_t x = 0; x < width; x++, sums += 4) {
        const float alpha = (float)sample(row, wide, x * 4 + 3);
        const float share = weight * alpha / top;
        for (size_t c = 0; c < 3; c++) sums[c] += share * (float)sample(row, wide, x * 4 + c);
        sums[3] += weight * alpha;
    }
}

static void add_row(const struct albumen_samples *source, size_t y, float weight, float *sums) {
    const void *row = row_of(source, y);
    const size_t count = source->width * (size_t)source->channels;
    if (source->alpha == albumen_alpha_straight)
        add_straight(row, is_wide(source), (float)highest(source), source->width, weight, sums);
    else if (is_wide(source))
        add_words(row, count, weight, sums);
    else
        add_bytes(row, count, weight, sums);
}

// Reduces a row of sums to the target's width. The sums have a float to spare at the end. Weights are rounded: a white
// area may sum to a hair over white.
static inline __attribute__((always_inline)) void reduce_row(
    const float *sums, const struct span *spans, size_t target_width, size_t channels, float share, int top,
    void *target, int wide) {
    for (size_t x = 0; x < target_width; x++) {
        const struct span span = spans[x];
        const float *pixel = sums + span.first * channels, *last = sums + span.last * channels;
        float4 sum = *(const float4 *)pixel * span.first_weight;
        for (pixel += channels; pixel < last; pixel += channels) sum += *(const float4 *)pixel;
        sum += *(const float4 *)last * span.last_weight;
        const int4 value = __builtin_convertvector(sum * share + 0.5f, int4);
        for (size_t c = 0; c < channels; c++) {
            const int code = value[c] > top ? top : value[c];
            if (wide) ((uint16_t *)target)[x * channels + c] = (uint16_t)code;
            else ((uint8_t *)target)[x * channels + c] = (uint8_t)code;
        }
    }
}

int albumen_reduce(
    const struct albumen_samples *source, void *target, size_t target_width, size_t target_height,
    size_t target_stride) {
    const size_t count = source->width * (size_t)source->channels;
    struct span *spans = malloc(target_width * sizeof *spans);
    float *sums = malloc((count + 1) * sizeof *sums);
    if (!spans || !sums) {
        free(spans);
        free(sums);
        return -1;
    }
    for (size_t x = 0; x < target_width; x++) spans[x] = span_at(x, source->width, target_width);
    const float share = (float)((double)target_width * (double)target_height /
                                ((double)source->width * (double)source->height));
    const int top = (int)highest(source);
    for (size_t y = 0; y < target_height; y++) {
        const struct span rows = span_at(y, source->height, target_height);
        memset(sums, 0, (count + 1) * sizeof *sums);
        add_row(source, rows.first, rows.first_weight, sums);
        for (size_t row = rows.first + 1; row < rows.last; row++) add_row(source, row, 1, sums);
        if (rows.last > rows.first && rows.last_weight > 0) add_row(source, rows.last, rows.last_weight, sums);
        void *line = (char *)target + y * target_stride;
        if (is_wide(source))
            reduce_row(sums, spans, target_width, (size_t)source->channels, share, top, line, 1);
        else if (source->channels == 3)
            reduce_row(sums, spans, target_width, 3, share, 255, line, 0);
        else
            reduce_row(sums, spans, target_width, 4, share, 255, line, 0);
    }
    free(spans);
    free(sums);
    return 0;
}

// a × b ÷ 255, rounded.
static inline uint8_t product(unsigned a, unsigned b) {
    unsigned value = a * b + 128;
    return (uint8_t)((value + (value >> 8)) >> 8);
}

void albumen_premultiply(uint8_t *pixels, size_t width, size_t height, size_t stride) {
    for (size_t y = 0; y < height; y++) {
        uint8_t *pixel = pixels + y * stride;
        for (size_t x = 0; x < width; x++, pixel += 4)
            if (pixel[3] != 255)
                for (int c = 0; c < 3; c++) pixel[c] = product(pixel[c], pixel[3]);
    }
}

void albumen_store(const struct albumen_samples *source, uint8_t *target, size_t target_stride) {
    const size_t count = source->width * (size_t)source->channels;
    const unsigned top = highest(source);
    for (size_t y = 0; y < source->height; y++) {
        uint8_t *line = target + y * target_stride;
        if (is_wide(source)) {
            const uint16_t *row = row_of(source, y);
            for (size_t i = 0; i < count; i++) line[i] = (uint8_t)(((row[i] > top ? top : row[i]) * 255u + top / 2) / top);
        } else if (line != row_of(source, y)) {
            memcpy(line, row_of(source, y), count);
        }
        if (source->alpha == albumen_alpha_straight) albumen_premultiply(line, source->width, 1, target_stride);
    }
}

// Colour without its alpha: multiplied codes were rounded, and may come out a hair over the top.
static inline unsigned straight(unsigned code, unsigned alpha, unsigned top) {
    if (alpha == 0) return 0;
    const unsigned value = (unsigned)(((uint64_t)code * top + alpha / 2) / alpha);
    return value > top ? top : value;
}

void albumen_straighten(const struct albumen_samples *source, size_t y, void *target) {
    const void *row = row_of(source, y);
    const size_t channels = (size_t)source->channels;
    const unsigned top = highest(source);
    const int wide = is_wide(source);
    for (size_t x = 0; x < source->width; x++)
        for (size_t c = 0; c < channels; c++) {
            const size_t index = x * channels + c;
            unsigned code = sample(row, wide, index);
            if (source->alpha == albumen_alpha_multiplied && c < 3)
                code = straight(code, sample(row, wide, x * channels + 3), top);
            if (!wide) ((uint8_t *)target)[index] = (uint8_t)code;
            else ((uint16_t *)target)[index] = (uint16_t)(((code > top ? top : code) * 65535u + top / 2) / top);
        }
}

static inline unsigned narrow(unsigned code, unsigned top) { return (code * 255u + top / 2) / top; }

void albumen_blend(const struct albumen_samples *source, uint8_t *canvas, size_t canvas_stride, int is_over) {
    const size_t channels = (size_t)source->channels;
    const int wide = is_wide(source);
    const unsigned top = highest(source);
    for (size_t y = 0; y < source->height; y++) {
        const void *row = row_of(source, y);
        uint8_t *pixel = canvas + y * canvas_stride;
        for (size_t x = 0; x < source->width; x++, pixel += 4) {
            const unsigned alpha = channels == 4 ? narrow(sample(row, wide, x * 4 + 3), top) : 255;
            if (is_over && alpha == 0) continue;
            // What is below counts as far as it shows through.
            const unsigned below = is_over ? product(pixel[3], 255 - alpha) : 0, all = alpha + below;
            for (size_t c = 0; c < 3; c++) {
                const unsigned code = narrow(sample(row, wide, x * channels + c), top);
                pixel[c] = all ? (uint8_t)((code * alpha + pixel[c] * below + all / 2) / all) : 0;
            }
            pixel[3] = (uint8_t)all;
        }
    }
}

// Not a number counts as none.
static inline float4 limited(float4 value) {
    for (int c = 0; c < 4; c++) {
        value[c] = value[c] > 0 ? value[c] : 0;
        value[c] = value[c] < (float)albumen_shaper_steps ? value[c] : (float)albumen_shaper_steps;
    }
    return value;
}

// Light beyond white, brought back: all channels by one factor, so that colours keep their hue.
static inline float gain_of(const struct albumen_shaper *shaper, const float light[3]) {
    const float *weights = shaper->luminance;
    float key = weights[0] * light[0] + weights[1] * light[1] + weights[2] * light[2];
    if (weights[1] == 0) key = fmaxf(light[0], fmaxf(light[1], light[2]));
    const float index = sqrtf(fminf(fmaxf(key, 0), 1)) * (albumen_gain_steps - 1);
    const int below = index < albumen_gain_steps - 1 ? (int)index : albumen_gain_steps - 2;
    return shaper->gain[below] + (index - (float)below) * (shaper->gain[below + 1] - shaper->gain[below]);
}

static inline __attribute__((always_inline)) void shape_row(
    const void *row, int wide, size_t width, size_t channels, int alpha, unsigned top,
    const struct albumen_shaper *shaper, uint8_t *target) {
    const float4 red = *(const float4 *)shaper->column[0], green = *(const float4 *)shaper->column[1],
                 blue = *(const float4 *)shaper->column[2];
    for (size_t x = 0; x < width; x++) {
        unsigned code[4] = {0, 0, 0, top};
        for (size_t c = 0; c < channels; c++) {
            code[c] = sample(row, wide, x * channels + c);
            if (wide && code[c] > top) code[c] = top;
        }
        if (alpha == albumen_alpha_multiplied && code[3] != top)
            for (int c = 0; c < 3; c++) code[c] = straight(code[c], code[3], top);
        float light[3];
        for (int c = 0; c < 3; c++) light[c] = shaper->curve[c][code[c]];
        float4 mixed = red * light[0] + green * light[1] + blue * light[2];
        if (shaper->gain) mixed *= gain_of(shaper, light);
        const int4 step = __builtin_convertvector(limited(mixed) + 0.5f, int4);
        uint8_t *pixel = target + x * channels;
        for (int c = 0; c < 3; c++) pixel[c] = shaper->encode[step[c]];
        if (channels == 4) {
            pixel[3] = wide ? (uint8_t)((code[3] * 255u + top / 2) / top) : (uint8_t)code[3];
            if (pixel[3] != 255)
                for (int c = 0; c < 3; c++) pixel[c] = product(pixel[c], pixel[3]);
        }
    }
}

void albumen_shape(
    const struct albumen_samples *source, const struct albumen_shaper *shaper, uint8_t *target,
    size_t target_stride) {
    for (size_t y = 0; y < source->height; y++) {
        const void *row = row_of(source, y);
        uint8_t *line = target + y * target_stride;
        if (is_wide(source))
            shape_row(row, 1, source->width, (size_t)source->channels, source->alpha, highest(source), shaper, line);
        else if (source->channels == 3)
            shape_row(row, 0, source->width, 3, albumen_alpha_none, 255, shaper, line);
        else
            shape_row(row, 0, source->width, 4, source->alpha, 255, shaper, line);
    }
}

void albumen_print(
    const struct albumen_samples *source, int inverted, const float inks[16][4], const uint8_t *encode,
    uint8_t *target, size_t target_stride) {
    const float top = (float)highest(source);
    const int wide = is_wide(source);
    for (size_t y = 0; y < source->height; y++) {
        const void *row = row_of(source, y);
        uint8_t *pixel = target + y * target_stride;
        for (size_t x = 0; x < source->width; x++, pixel += 3) {
            float area[4];
            for (size_t c = 0; c < 4; c++) {
                area[c] = fminf((float)sample(row, wide, x * 4 + c) / top, 1);
                if (inverted) area[c] = 1 - area[c];
            }
            // Halved ink by ink: sixteen overprints, then eight mixed by cyan, four by magenta, two, one.
            float4 mixed[8];
            for (int i = 0; i < 8; i++)
                mixed[i] = *(const float4 *)inks[2 * i] * (1 - area[0]) + *(const float4 *)inks[2 * i + 1] * area[0];
            for (int ink = 1, count = 4; ink < 4; ink++, count /= 2)
                for (int i = 0; i < count; i++)
                    mixed[i] = mixed[2 * i] * (1 - area[ink]) + mixed[2 * i + 1] * area[ink];
            // The inks are square roots of light, which stands for the dots' gain (Yule and Nielsen's n of 2).
            const float4 light = mixed[0] * mixed[0] * (float)albumen_shaper_steps;
            const int4 step = __builtin_convertvector(limited(light) + 0.5f, int4);
            for (int c = 0; c < 3; c++) pixel[c] = encode[step[c]];
        }
    }
}
