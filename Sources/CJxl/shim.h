// SPDX-License-Identifier: GPL-3.0-or-later
// libjxl, and the three of its functions that lost a parameter in version 0.9.
#pragma once
#include <jxl/decode.h>
#if __has_include(<jxl/version.h>)
#include <jxl/version.h>
#endif

#if !defined(JPEGXL_NUMERIC_VERSION) || JPEGXL_NUMERIC_VERSION < JPEGXL_COMPUTE_NUMERIC_VERSION(0, 9, 0)
#define albumen_jxl_unused NULL,
#else
#define albumen_jxl_unused
#endif

/// The profile of the decoded samples, as code points.
static inline JxlDecoderStatus albumen_jxl_encoding(const JxlDecoder *decoder, JxlColorEncoding *encoding) {
    return JxlDecoderGetColorAsEncodedProfile(
        decoder, albumen_jxl_unused JXL_COLOR_PROFILE_TARGET_DATA, encoding);
}

/// The size of the ICC profile of the decoded samples.
static inline JxlDecoderStatus albumen_jxl_profile_size(const JxlDecoder *decoder, size_t *size) {
    return JxlDecoderGetICCProfileSize(decoder, albumen_jxl_unused JXL_COLOR_PROFILE_TARGET_DATA, size);
}

/// The ICC profile of the decoded samples.
static inline JxlDecoderStatus albumen_jxl_profile(const JxlDecoder *decoder, uint8_t *profile, size_t size) {
    return JxlDecoderGetColorAsICCProfile(
        decoder, albumen_jxl_unused JXL_COLOR_PROFILE_TARGET_DATA, profile, size);
}
#undef albumen_jxl_unused
