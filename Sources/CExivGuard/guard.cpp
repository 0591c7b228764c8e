// SPDX-License-Identifier: GPL-3.0-or-later
#include "CExivGuard.h"

// What `call` returns, or `otherwise` where it throws.
template <typename Result, typename Call>
static Result guarded(Result otherwise, Call call) noexcept {
    try {
        return call();
    } catch (...) {
        return otherwise;
    }
}

gboolean albumen_exiv_open(GExiv2Metadata *metadata, const guint8 *bytes, glong count) {
    return guarded<gboolean>(FALSE, [=] { return gexiv2_metadata_open_buf(metadata, bytes, count, nullptr); });
}

GExiv2PreviewProperties **albumen_exiv_previews(GExiv2Metadata *metadata) {
    return guarded<GExiv2PreviewProperties **>(
        nullptr, [=] { return gexiv2_metadata_get_preview_properties(metadata); });
}

GExiv2PreviewImage *albumen_exiv_preview_image(GExiv2Metadata *metadata, GExiv2PreviewProperties *properties) {
    return guarded<GExiv2PreviewImage *>(
        nullptr, [=] { return gexiv2_metadata_try_get_preview_image(metadata, properties, nullptr); });
}
