// SPDX-License-Identifier: GPL-3.0-or-later
#include "samples.h"
#include "CShimsPixels.h"
#include "CShimsRows.h"

#include <stdlib.h>
#include <string.h>

// Rows that are converted and turned together: enough that each line of a target that stands on its side gets a whole line
// of the cache, few enough to stay there themselves.
enum { band_height = 64 };

// Where in their memory rows lie that are not the target's: not where vectors are aligned, because there libjpeg-turbo
// writes around the cache, in which they are wanted.
enum { offset = 2 };

struct albumen_rows {
    struct albumen_rows_plan plan;
    // NULL where nothing is reduced.
    struct albumen_reducer *reducer;
    // The row that is written next, where it is none of the band's or the target's.
    uint8_t *row;
    // Rows of the result's size, not converted yet; NULL where they are the target's.
    uint8_t *band;
    // The same converted, for turning; may be the band.
    uint8_t *converted;
    struct albumen_samples samples;
    // Rows of the source that were taken, of the result that are complete and that have left the band.
    size_t taken, made, left;
    int failed;
};

static uint8_t *rows_new(size_t count, size_t length) {
    // With what `albumen_orient` reads behind them.
    uint8_t *memory = malloc(offset + count * length + 1);
    return memory ? memory + offset : NULL;
}

static void rows_free(uint8_t *rows) {
    if (rows) free(rows - offset);
}

static size_t row_length(const struct albumen_samples *samples) {
    return samples->width * (size_t)samples->channels * (is_wide(samples) ? 2 : 1);
}

struct albumen_rows *albumen_rows_new(const struct albumen_rows_plan *plan) {
    struct albumen_rows *rows = calloc(1, sizeof *rows);
    if (!rows) return NULL;
    rows->plan = *plan;
    rows->samples = plan->source;
    rows->samples.width = plan->width;
    const int is_reduced = plan->width != plan->source.width || plan->height != plan->source.height;
    const int is_turned = plan->orientation > 1;
    if (is_reduced && rows->samples.alpha == albumen_alpha_straight) rows->samples.alpha = albumen_alpha_multiplied;
    rows->samples.stride = row_length(&rows->samples);
    const int is_in_place = !is_wide(&rows->samples) && (size_t)rows->samples.channels == plan->target_channels;
    int is_good = 1;
    if (is_reduced) {
        rows->reducer = albumen_reducer_new(&plan->source, plan->width, plan->height);
        rows->row = rows_new(1, row_length(&plan->source));
        is_good = rows->reducer && rows->row;
    }
    if (is_turned || plan->convert) {
        rows->band = rows_new(band_height, rows->samples.stride);
        is_good = is_good && rows->band;
    }
    if (is_turned) {
        rows->converted =
            is_in_place ? rows->band : rows_new(band_height, plan->width * plan->target_channels);
        is_good = is_good && rows->converted;
    }
    if (is_good) return rows;
    albumen_rows_free(rows);
    return NULL;
}

void albumen_rows_free(struct albumen_rows *rows) {
    if (!rows) return;
    albumen_reducer_free(rows->reducer);
    rows_free(rows->row);
    if (rows->converted != rows->band) rows_free(rows->converted);
    rows_free(rows->band);
    free(rows);
}

// Where the next row of the result belongs.
static uint8_t *line(const struct albumen_rows *rows) {
    if (rows->band) return rows->band + (rows->made - rows->left) * rows->samples.stride;
    return rows->plan.target + rows->made * rows->plan.target_stride;
}

// A row of the result is complete.
static void pass(struct albumen_rows *rows) {
    const struct albumen_rows_plan *plan = &rows->plan;
    const size_t count = ++rows->made - rows->left;
    if (!rows->band || (count < band_height && rows->made < plan->height)) return;
    rows->samples.base = rows->band;
    rows->samples.height = count;
    const size_t stride = rows->converted ? plan->width * plan->target_channels : plan->target_stride;
    uint8_t *target = rows->converted ? rows->converted : plan->target + rows->left * plan->target_stride;
    if (plan->convert && plan->convert(plan->context, &rows->samples, target, stride) != 0) rows->failed = 1;
    if (rows->converted)
        albumen_orient(
            target, plan->width, plan->height, stride, rows->left, count, plan->target, plan->target_stride,
            plan->target_channels, plan->orientation);
    rows->left = rows->made;
}

void *albumen_rows_next(struct albumen_rows *rows) {
    if (rows->taken >= rows->plan.source.height) return NULL;
    return rows->reducer ? rows->row : line(rows);
}

static void take(struct albumen_rows *rows, const void *row) {
    rows->taken++;
    if (!rows->reducer || albumen_reducer_add(rows->reducer, row, line(rows))) pass(rows);
}

void albumen_rows_add(struct albumen_rows *rows) { take(rows, rows->row); }

void albumen_rows_add_all(struct albumen_rows *rows, const struct albumen_samples *source) {
    for (size_t y = 0; y < source->height; y++) {
        const void *row = row_of(source, y);
        if (!rows->reducer) memcpy(line(rows), row, row_length(source));
        take(rows, row);
    }
}

int albumen_rows_finish(struct albumen_rows *rows) {
    for (void *row; (row = albumen_rows_next(rows)); albumen_rows_add(rows))
        memset(row, 0, row_length(&rows->plan.source));
    return rows->failed ? -1 : 0;
}
