// SPDX-License-Identifier: GPL-3.0-or-later
#include "CShimsPixels.h"

#include <string.h>

// Four bytes a pixel, from the left to the right: what is too much is written over by the next.
static inline __attribute__((always_inline)) void copy_line(
    const uint8_t *from, ptrdiff_t step, size_t count, uint8_t *to, size_t channels) {
    for (; count > 1; count--, from += step, to += channels) memcpy(to, from, 4);
    memcpy(to, from, channels);
}

void albumen_orient(
    const uint8_t *source, size_t width, size_t height, size_t source_stride, size_t first, size_t count,
    uint8_t *target, size_t target_stride, size_t channels, int orientation) {
    // Where stored pixel (0, 0) goes, and the step in the target for each step along a stored row and column.
    const ptrdiff_t pixel = (ptrdiff_t)channels, line = (ptrdiff_t)target_stride;
    const ptrdiff_t right = (ptrdiff_t)(width - 1), bottom = (ptrdiff_t)(height - 1);
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
    // Along the lines of the target, whichever way that is in the source, and from their left: `copy_line` needs that.
    const int is_turned = orientation > 4;
    const size_t length = is_turned ? count : width, lines = is_turned ? width : count;
    ptrdiff_t step = is_turned ? (ptrdiff_t)source_stride : pixel, along_line = is_turned ? along_column : along_row;
    const ptrdiff_t next = is_turned ? pixel : (ptrdiff_t)source_stride;
    const ptrdiff_t next_line = is_turned ? along_row : along_column;
    target += origin + (ptrdiff_t)first * along_column;
    if (along_line < 0) {
        source += (ptrdiff_t)(length - 1) * step;
        target += (ptrdiff_t)(length - 1) * along_line;
        step = -step;
    }
    for (size_t i = 0; i < lines; i++, source += next, target += next_line) {
        if (channels == 3) copy_line(source, step, length, target, 3);
        else copy_line(source, step, length, target, 4);
    }
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
