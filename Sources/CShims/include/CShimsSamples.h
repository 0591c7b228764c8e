// SPDX-License-Identifier: GPL-3.0-or-later
// What happens to samples between a codec and the finished picture: reduced, converted to sRGB, rounded to eight bits.
// In C because these loops have to be quick in debug builds too.
#pragma once
#include <stddef.h>
#include <stdint.h>

enum albumen_alpha {
    albumen_alpha_none,
    /// The fourth sample; colours as they are.
    albumen_alpha_straight,
    /// The fourth sample; colours multiplied by it.
    albumen_alpha_multiplied,
};

/// Interleaved samples of somebody else's memory. Strides are in bytes.
struct albumen_samples {
    const void *base;
    size_t width, height, stride;
    /// 3: RGB. 4: RGB and alpha, or CMYK.
    int channels;
    /// 8 in bytes, 9…16 in 16-bit words of this machine's order.
    int bits;
    /// `enum albumen_alpha`.
    int alpha;
};

/// Averages areas: every source sample counts in proportion to the part of it that falls into a target pixel, and to its
/// alpha. The target has the source's channels and bits, and multiplied alpha; it must be no larger than the source either
/// way. 0, or -1 without memory.
int albumen_reduce(
    const struct albumen_samples *source, void *target, size_t target_width, size_t target_height,
    size_t target_stride);

/// Rounds RGB to eight bits, alpha multiplied. The target may be the source where both have eight bits.
void albumen_store(const struct albumen_samples *source, uint8_t *target, size_t target_stride);

/// Steps between black and white in which `albumen_shaper` encodes light.
enum { albumen_shaper_steps = 16384 };
/// Entries of `albumen_shaper.gain`.
enum { albumen_gain_steps = 4096 };

/// A conversion that is a curve for each channel, a matrix, and sRGB's curve.
struct albumen_shaper {
    /// Light by code, one entry for each code that the bits allow.
    const float *curve[3];
    /// What red, green and blue light of the source are in linear sRGB, times albumen_shaper_steps.
    float column[3][4];
    /// The product of both for each code, four floats each; NULL where codes are too many, or there is gain.
    const float *product[3];
    /// sRGB's code by linear light; albumen_shaper_steps + 1 entries.
    const uint8_t *encode;
    /// For light beyond white: what to multiply by, or NULL. Indexed by the square root of the brightest channel where
    /// `luminance` is zero, else of the luminance that it weighs.
    const float *gain;
    float luminance[3];
};

/// Converts RGB through `shaper`, which must be for as many bits. The target may be the source where both have eight bits.
void albumen_shape(
    const struct albumen_samples *source, const struct albumen_shaper *shaper, uint8_t *target, size_t target_stride);

/// CMYK without a profile, as ink on paper: `inks` are the square roots of the linear sRGB lights of the 16 overprints (bit 0 cyan … bit 3
/// black), between which a colour is the mean weighted by area. `inverted` where the highest code means no ink.
void albumen_print(
    const struct albumen_samples *source, int inverted, const float inks[16][4], const uint8_t *encode, uint8_t *target,
    size_t target_stride);

/// Lays RGB, with or without straight alpha, on RGBA of eight bits and straight alpha: over it, or in its place.
void albumen_blend(const struct albumen_samples *source, uint8_t *canvas, size_t canvas_stride, int is_over);

/// One row with straight alpha and all of the range of 8 or 16 bits, as colour engines want it.
void albumen_straighten(const struct albumen_samples *source, size_t row, void *target);

/// Multiplies colours by alpha in place (RGBA, 8 bits).
void albumen_premultiply(uint8_t *pixels, size_t width, size_t height, size_t stride);
