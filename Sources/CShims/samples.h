// SPDX-License-Identifier: GPL-3.0-or-later
// What the loops over samples share.
#pragma once
#include "CShimsSamples.h"

// Four floats that may lie anywhere: a pixel of three or four channels, with what follows it.
typedef float float4 __attribute__((vector_size(16), aligned(4), may_alias));
typedef int int4 __attribute__((vector_size(16)));

static inline int is_wide(const struct albumen_samples *samples) { return samples->bits > 8; }

static inline unsigned highest(const struct albumen_samples *samples) { return (1u << samples->bits) - 1; }

static inline const void *row_of(const struct albumen_samples *samples, size_t y) {
    return (const char *)samples->base + y * samples->stride;
}

static inline unsigned sample(const void *row, int wide, size_t index) {
    return wide ? ((const uint16_t *)row)[index] : ((const uint8_t *)row)[index];
}
