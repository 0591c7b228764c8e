// SPDX-License-Identifier: GPL-3.0-or-later
// The way of a picture from its codec to the memory it is shown from, in one pass: each row is reduced, converted and
// turned while it is in the cache.
#pragma once
#include "CShimsSamples.h"

/// Averages areas, as `albumen_reduce` does, of rows that come one after the other.
struct albumen_reducer;

/// For a source of this size and kind, whose memory does not count; the target is no larger either way. NULL without memory.
struct albumen_reducer *albumen_reducer_new(const struct albumen_samples *source, size_t width, size_t height);
/// Takes the next row. 1 where a row of the target is complete with it, which is then in `target`; else 0, and `target` is
/// as it was.
int albumen_reducer_add(struct albumen_reducer *reducer, const void *row, void *target);
void albumen_reducer_free(struct albumen_reducer *reducer);

/// What becomes of the rows of a picture.
struct albumen_rows_plan {
    /// Their size and kind. Its memory does not count.
    struct albumen_samples source;
    /// Of the result before it is turned; no larger than the source either way.
    size_t width, height;
    /// Turns samples into the target's, which have eight bits; may be called with both in one memory where the source has
    /// eight bits and as many channels. 0, or -1 on failure. NULL where the samples are right.
    int (*convert)(void *context, const struct albumen_samples *samples, uint8_t *target, size_t stride);
    void *context;
    /// EXIF's 1…8, still to be applied.
    int orientation;
    /// The result, turned.
    uint8_t *target;
    size_t target_stride, target_channels;
};

/// Rows on their way.
struct albumen_rows;

/// NULL without memory. The target must outlive it.
struct albumen_rows *albumen_rows_new(const struct albumen_rows_plan *plan);
/// Where the next row is to be written: all of it, before `albumen_rows_add`. NULL after the last.
void *albumen_rows_next(struct albumen_rows *rows);
/// Takes the row that was written there.
void albumen_rows_add(struct albumen_rows *rows);
/// Takes all rows of a source like the plan's.
void albumen_rows_add_all(struct albumen_rows *rows, const struct albumen_samples *source);
/// Completes what is missing with black. 0, or -1 where a conversion failed.
int albumen_rows_finish(struct albumen_rows *rows);
void albumen_rows_free(struct albumen_rows *rows);
