// SPDX-License-Identifier: GPL-3.0-or-later
// gexiv2's calls that read files, with every C++ exception caught: of some that exiv2 throws on damaged files it catches
// none, and they would end the process.
#pragma once
#define GLIB_DISABLE_DEPRECATION_WARNINGS
#include <gexiv2/gexiv2.h>

G_BEGIN_DECLS

/// `gexiv2_metadata_open_buf`: whether exiv2 understood the bytes, which have to outlive `metadata`.
gboolean albumen_exiv_open(GExiv2Metadata *metadata, const guint8 *bytes, glong count);

/// `gexiv2_metadata_get_preview_properties`: a list of `metadata`'s, which ends in NULL, or NULL.
GExiv2PreviewProperties **albumen_exiv_previews(GExiv2Metadata *metadata);

/// `gexiv2_metadata_try_get_preview_image`: transferred to the caller; NULL where it cannot be had.
GExiv2PreviewImage *albumen_exiv_preview_image(GExiv2Metadata *metadata, GExiv2PreviewProperties *properties);

G_END_DECLS
