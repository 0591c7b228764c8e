// SPDX-License-Identifier: GPL-3.0-or-later
// Averages areas, row by row. All positions are whole numbers: a source row is as many units high as the target has rows, a
// target row as many as the source has, and the same across. So every weight is exact until it is rounded once.
#include "samples.h"
#include "CShimsRows.h"

#include <stdlib.h>
#include <string.h>

// Eight samples that may lie anywhere, and one for each.
typedef uint16_t ushort8 __attribute__((vector_size(16), aligned(2), may_alias));
typedef uint32_t uint8 __attribute__((vector_size(32)));
typedef uint8_t uchar8 __attribute__((vector_size(8), aligned(1), may_alias));
enum { lanes = 8 };

// Source pixels that a target pixel of a near reduction has a share of: it is less than two wide.
enum { near_taps = 3 };
// What weights of near reductions add up to: those of rows, so that sums are 256ths of codes, and those of columns.
enum { all_rows = 256, all_columns = UINT16_MAX };
// Half of a code, and what was truncated on average.
enum { near_rounding = 128 + 2 };

// Target samples of a near reduction that are made of source samples which lie one after the other, as they do.
struct near_run {
    uint32_t source, count;
    // Two where no pixel of it has a share of three.
    uint32_t taps;
};

// What a target pixel of any other reduction is made of: `outer` of the first and the last, the reducer's `inner` of those between.
struct area {
    uint32_t first, last;
    float outer[2];
};

struct albumen_reducer {
    struct albumen_samples source;
    size_t width, height;
    // Of rows of bytes, by less than half either way: what is left to do after a JPEG was decoded. In fixed point, which
    // halves the time.
    int is_near;
    float inner;
    // Source rows that were taken, target rows that were given.
    size_t taken, given;
    struct area *areas;
    // Near: what each target sample has of the source sample of its run, of the next pixel's and of that after it.
    struct near_run *runs;
    size_t run_count;
    uint16_t *weights[near_taps];
    // The weighted sum of the rows of one target row, with room behind it to read whole vectors; near, 256ths of codes.
    union {
        float *sums;
        uint16_t *near_sums;
    };
    // Nothing was added to them yet.
    int is_fresh;
};

// The weight of what lies between two places, of a length that weighs `sum`.
static inline uint16_t near_weight(size_t from, size_t to, size_t length, size_t sum) {
    return (uint16_t)((to * sum + length / 2) / length - (from * sum + length / 2) / length);
}

static void plan_runs(struct albumen_reducer *reducer) {
    const size_t length = reducer->source.width, each = reducer->width, channels = (size_t)reducer->source.channels;
    struct near_run *run = NULL;
    for (size_t x = 0; x < each; x++) {
        const size_t start = x * length, end = start + length, first = start / each;
        const uint32_t taps = (first + 2) * each < end ? 3 : 2;
        if (run && run->taps == taps && run->source + run->count == first * channels) {
            run->count += (uint32_t)channels;
        } else {
            run = &reducer->runs[reducer->run_count++];
            *run = (struct near_run){(uint32_t)(first * channels), (uint32_t)channels, taps};
        }
        for (size_t tap = 0; tap < near_taps; tap++) {
            const size_t from = (first + tap) * each, to = from + each;
            if (from >= end) break;
            const uint16_t weight = near_weight(
                from > start ? from - start : 0, (to < end ? to : end) - start, length, all_columns);
            for (size_t c = 0; c < channels; c++) reducer->weights[tap][x * channels + c] = weight;
        }
    }
}

static struct area area_at(const struct albumen_reducer *reducer, size_t index) {
    const size_t length = reducer->source.width, each = reducer->width;
    const size_t start = index * length, end = start + length;
    struct area area = {.first = (uint32_t)(start / each), .last = (uint32_t)((end - 1) / each)};
    const size_t first_end = (area.first + 1) * each;
    area.outer[0] = (float)((first_end < end ? first_end : end) - start) / (float)length;
    area.outer[1] = area.last > area.first ? (float)(end - area.last * each) / (float)length : 0;
    return area;
}

struct albumen_reducer *albumen_reducer_new(const struct albumen_samples *source, size_t width, size_t height) {
    struct albumen_reducer *reducer = calloc(1, sizeof *reducer);
    if (!reducer) return NULL;
    reducer->source = *source;
    reducer->width = width;
    reducer->height = height;
    reducer->is_near = !is_wide(source) && source->alpha != albumen_alpha_straight && source->width < 2 * width &&
                       source->height < 2 * height;
    reducer->inner = (float)width / (float)source->width;
    reducer->is_fresh = 1;
    const size_t channels = (size_t)source->channels, count = (source->width + near_taps) * channels + lanes;
    reducer->sums = calloc(count, reducer->is_near ? sizeof(uint16_t) : sizeof(float));
    int is_good = reducer->sums != NULL;
    if (reducer->is_near) {
        reducer->runs = malloc(width * sizeof *reducer->runs);
        is_good = is_good && reducer->runs;
        for (size_t tap = 0; tap < near_taps; tap++) {
            reducer->weights[tap] = calloc(width * channels + lanes, sizeof(uint16_t));
            is_good = is_good && reducer->weights[tap];
        }
        if (is_good) plan_runs(reducer);
    } else {
        reducer->areas = malloc(width * sizeof *reducer->areas);
        is_good = is_good && reducer->areas;
        for (size_t x = 0; is_good && x < width; x++) reducer->areas[x] = area_at(reducer, x);
    }
    if (is_good) return reducer;
    albumen_reducer_free(reducer);
    return NULL;
}

void albumen_reducer_free(struct albumen_reducer *reducer) {
    if (!reducer) return;
    free(reducer->areas);
    free(reducer->runs);
    for (size_t tap = 0; tap < near_taps; tap++) free(reducer->weights[tap]);
    free(reducer->sums);
    free(reducer);
}

// MARK: Rows to sums. The compiler turns these into vector code.

static void set_near(const uint8_t *restrict row, size_t count, uint16_t weight, uint16_t *restrict sums) {
    for (size_t i = 0; i < count; i++) sums[i] = (uint16_t)(row[i] * weight);
}

static void add_near(const uint8_t *restrict row, size_t count, uint16_t weight, uint16_t *restrict sums) {
    for (size_t i = 0; i < count; i++) sums[i] += (uint16_t)(row[i] * weight);
}

static void add_bytes(const uint8_t *restrict row, size_t count, float weight, float *restrict sums) {
    for (size_t i = 0; i < count; i++) sums[i] += weight * row[i];
}

static void add_words(const uint16_t *restrict row, size_t count, float weight, float *restrict sums) {
    for (size_t i = 0; i < count; i++) sums[i] += weight * row[i];
}

static void add_straight(const void *row, int wide, float top, size_t width, float weight, float *sums) {
    for (size_t x = 0; x < width; x++, sums += 4) {
        const float alpha = (float)sample(row, wide, x * 4 + 3);
        const float share = weight * alpha / top;
        for (size_t c = 0; c < 3; c++) sums[c] += share * (float)sample(row, wide, x * 4 + c);
        sums[3] += weight * alpha;
    }
}

// Adds what of the row lies between two places of the target row.
static void add(struct albumen_reducer *reducer, const void *row, size_t from, size_t to) {
    const struct albumen_samples *source = &reducer->source;
    const size_t count = source->width * (size_t)source->channels, all = source->height;
    const int is_fresh = reducer->is_fresh;
    reducer->is_fresh = 0;
    if (reducer->is_near) {
        (is_fresh ? set_near : add_near)(row, count, near_weight(from, to, all, all_rows), reducer->near_sums);
        return;
    }
    if (is_fresh) memset(reducer->sums, 0, count * sizeof *reducer->sums);
    const float weight = (float)(to - from) / (float)all;
    if (source->alpha == albumen_alpha_straight)
        add_straight(row, is_wide(source), (float)highest(source), source->width, weight, reducer->sums);
    else if (is_wide(source)) add_words(row, count, weight, reducer->sums);
    else add_bytes(row, count, weight, reducer->sums);
}

// MARK: Sums to rows

static inline ushort8 near_product(const uint16_t *samples, const uint16_t *weights) {
    const uint8 product = __builtin_convertvector(*(const ushort8 *)samples, uint8) *
                          __builtin_convertvector(*(const ushort8 *)weights, uint8);
    return __builtin_convertvector(product >> 16, ushort8);
}

// Whole vectors are written, from the left to the right: what is too much of one is written over by the next run.
static void near_row(const struct albumen_reducer *reducer, uint8_t *target) {
    const size_t channels = (size_t)reducer->source.channels, all = reducer->width * channels;
    size_t end = 0;
    for (const struct near_run *run = reducer->runs; run < reducer->runs + reducer->run_count; run++) {
        const uint16_t *samples = reducer->near_sums + run->source;
        size_t place = end;
        for (end += run->count; place < end; place += lanes, samples += lanes) {
            ushort8 sum = near_product(samples, reducer->weights[0] + place) +
                          near_product(samples + channels, reducer->weights[1] + place);
            if (run->taps > 2) sum += near_product(samples + 2 * channels, reducer->weights[2] + place);
            const uchar8 codes = __builtin_convertvector((sum + near_rounding) >> 8, uchar8);
            if (place + lanes <= all) *(uchar8 *)(target + place) = codes;
            else memcpy(target + place, &codes, all - place);
        }
    }
}

static inline __attribute__((always_inline)) int4 far_pixel(
    const struct albumen_reducer *reducer, const struct area *area, size_t channels, float4 top) {
    const float *pixel = reducer->sums + area->first * channels, *last = reducer->sums + area->last * channels;
    const float4 outer = *(const float4 *)pixel * area->outer[0] + *(const float4 *)last * area->outer[1];
    float4 inner = {0};
    for (pixel += channels; pixel < last; pixel += channels) inner += *(const float4 *)pixel;
    // Weights are rounded: a white area may sum to a hair over white.
    const float4 sum = outer + inner * reducer->inner + 0.5f;
    return __builtin_convertvector(__builtin_elementwise_min(sum, top), int4);
}

static inline __attribute__((always_inline)) void far_row(
    const struct albumen_reducer *reducer, size_t channels, void *target, int wide) {
    const float most = (float)highest(&reducer->source);
    const float4 top = {most, most, most, most};
    for (size_t x = 0; x < reducer->width; x++) {
        const int4 pixel = far_pixel(reducer, reducer->areas + x, channels, top);
        for (size_t c = 0; c < channels; c++) {
            if (wide) ((uint16_t *)target)[x * channels + c] = (uint16_t)pixel[c];
            else ((uint8_t *)target)[x * channels + c] = (uint8_t)pixel[c];
        }
    }
}

static void give(struct albumen_reducer *reducer, void *target) {
    const size_t channels = (size_t)reducer->source.channels;
    if (reducer->is_near) near_row(reducer, target);
    else if (is_wide(&reducer->source)) far_row(reducer, channels, target, 1);
    else channels == 3 ? far_row(reducer, 3, target, 0) : far_row(reducer, 4, target, 0);
    reducer->given++;
    reducer->is_fresh = 1;
}

int albumen_reducer_add(struct albumen_reducer *reducer, const void *row, void *target) {
    const size_t all = reducer->source.height;
    const size_t start = reducer->taken++ * reducer->height, end = start + reducer->height;
    const size_t place = reducer->given * all, next = place + all;
    add(reducer, row, start - place, (end < next ? end : next) - place);
    if (end < next) return 0;
    give(reducer, target);
    if (end > next) add(reducer, row, 0, end - next);
    return 1;
}

int albumen_reduce(
    const struct albumen_samples *source, void *target, size_t target_width, size_t target_height,
    size_t target_stride) {
    struct albumen_reducer *reducer = albumen_reducer_new(source, target_width, target_height);
    if (!reducer) return -1;
    char *line = target;
    for (size_t y = 0; y < source->height; y++)
        if (albumen_reducer_add(reducer, row_of(source, y), line)) line += target_stride;
    albumen_reducer_free(reducer);
    return 0;
}
