// SPDX-License-Identifier: GPL-3.0-or-later
// TIFF through libtiff, because gdk-pixbuf cuts sixteen bits to eight and has one idea of CMYK. The first page.

import CCodecs
import Metadata

/// TIFF pictures.
enum TIFFDecoder {
    static func decode(
        _ bytes: UnsafeRawBufferPointer, format: FileFormat = .tiff, plan: DecodePlan
    ) throws(DecodeFailure) -> DecodedPicture {
        let picture = try CodecPicture(bytes, format: format, read: albumen_tiff_read)
        defer { withExtendedLifetime(picture) {} }
        return try plan.picture(
            picture.raster, stored: picture.size,
            color: picture.profile.map(ColorSource.profile) ?? plan.declaredColor, warning: picture.warning)
    }
}
