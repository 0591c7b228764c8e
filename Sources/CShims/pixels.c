// SPDX-License-Identifier: GPL-3.0-or-later
#include "CShimsPixels.h"

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
