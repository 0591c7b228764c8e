// SPDX-License-Identifier: GPL-3.0-or-later
// libavif, whose structures grow from version to version.
#pragma once
#include <avif/avif.h>

/// How often a sequence is shown; 0 for ever, and where the file or the library does not say.
static inline int albumen_avif_loop_count(const avifDecoder *decoder) {
#if AVIF_VERSION >= 1000000
    return decoder->repetitionCount < 0 ? 0 : decoder->repetitionCount + 1;
#else
    (void)decoder;
    return 0;
#endif
}
