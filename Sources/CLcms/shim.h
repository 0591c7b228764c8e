// SPDX-License-Identifier: GPL-3.0-or-later
// Little CMS, and its formats of samples, which are macros that Swift does not see.
#pragma once
#include <lcms2.h>
#include <stdint.h>

static const uint32_t albumen_lcms_rgb8 = TYPE_RGB_8;
static const uint32_t albumen_lcms_rgba8 = TYPE_RGBA_8;
static const uint32_t albumen_lcms_rgb16 = TYPE_RGB_16;
static const uint32_t albumen_lcms_rgba16 = TYPE_RGBA_16;
static const uint32_t albumen_lcms_cmyk8 = TYPE_CMYK_8;
static const uint32_t albumen_lcms_cmyk16 = TYPE_CMYK_16;
static const uint32_t albumen_lcms_cmyk8_inverted = TYPE_CMYK_8_REV;
static const uint32_t albumen_lcms_cmyk16_inverted = TYPE_CMYK_16_REV;
