// SPDX-License-Identifier: GPL-3.0-or-later
#include "samples.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
    const float4 none = {0}, all = {albumen_shaper_steps, albumen_shaper_steps, albumen_shaper_steps, albumen_shaper_steps};
    return __builtin_elementwise_min(__builtin_elementwise_max(value, none), all);
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

// Nearly all conversions: bytes of RGB, and no light beyond white.
static void shape_bytes(const uint8_t *row, size_t width, const struct albumen_shaper *shaper, uint8_t *target) {
    const float *red = shaper->product[0], *green = shaper->product[1], *blue = shaper->product[2];
    for (size_t x = 0; x < width; x++, row += 3, target += 3) {
        const float4 mixed = *(const float4 *)(red + row[0] * 4) + *(const float4 *)(green + row[1] * 4) +
                             *(const float4 *)(blue + row[2] * 4);
        const int4 step = __builtin_convertvector(limited(mixed) + 0.5f, int4);
        target[0] = shaper->encode[step[0]];
        target[1] = shaper->encode[step[1]];
        target[2] = shaper->encode[step[2]];
    }
}

void albumen_shape(
    const struct albumen_samples *source, const struct albumen_shaper *shaper, uint8_t *target,
    size_t target_stride) {
    for (size_t y = 0; y < source->height; y++) {
        const void *row = row_of(source, y);
        uint8_t *line = target + y * target_stride;
        if (shaper->product[0] && source->channels == 3)
            shape_bytes(row, source->width, shaper, line);
        else if (is_wide(source))
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
