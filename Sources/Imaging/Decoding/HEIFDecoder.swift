// SPDX-License-Identifier: GPL-3.0-or-later
// HEIC and AVIF through libheif, which applies the picture's own rotation and mirroring (`irot`, `imir`):
// nothing is turned here.

import CHeif
import Metadata

/// HEIC and AVIF stills, and the still that stands for a sequence.
enum HEIFDecoder {
    static func decode(
        _ bytes: UnsafeRawBufferPointer, format: FileFormat, plan: DecodePlan
    ) throws(DecodeFailure) -> DecodedPicture {
        guard let context = heif_context_alloc() else { throw .outOfMemory }
        defer { heif_context_free(context) }
        try check(
            heif_context_read_from_memory_without_copy(context, bytes.baseAddress, bytes.count, nil), format)
        var primary: OpaquePointer?
        try check(heif_context_get_primary_image_handle(context, &primary), format)
        defer { heif_image_handle_release(primary) }

        let stored = size(of: primary)
        try DecodeLimits.check(stored)
        let isEmbedded = plan.request.source == .embedded
        let output = isEmbedded ? .zero : plan.decodedSize(ofStored: stored)
        let thumbnail = embeddedThumbnail(of: primary, shape: stored, covering: output)
        defer { if let thumbnail { heif_image_handle_release(thumbnail) } }
        if isEmbedded {
            guard let thumbnail else { throw .unsupported(format) }
            return try picture(of: thumbnail, ofPrimary: primary, format, plan, stored: nil)
        }
        return try picture(
            of: thumbnail ?? primary, ofPrimary: primary, format, plan,
            stored: thumbnail == nil ? nil : stored)
    }

    private static func size(of handle: OpaquePointer?) -> PixelSize {
        PixelSize(
            width: Int(heif_image_handle_get_width(handle)), height: Int(heif_image_handle_get_height(handle))
        )
    }

    /// The file's own small copy, where it is large enough and of the same shape; the caller releases it.
    private static func embeddedThumbnail(
        of primary: OpaquePointer?, shape: PixelSize, covering output: PixelSize
    ) -> OpaquePointer? {
        guard heif_image_handle_get_number_of_thumbnails(primary) > 0 else { return nil }
        var identifier: heif_item_id = 0
        guard heif_image_handle_get_list_of_thumbnail_IDs(primary, &identifier, 1) == 1 else { return nil }
        var thumbnail: OpaquePointer?
        guard heif_image_handle_get_thumbnail(primary, identifier, &thumbnail).code == heif_error_Ok,
            let thumbnail
        else { return nil }
        let size = size(of: thumbnail)
        // Of the same shape to within a pixel of rounding: some writers forget to turn the small copy.
        let expected = Double(size.width) * Double(shape.height) / Double(max(shape.width, 1))
        guard size.width >= output.width, size.height >= output.height,
            abs(expected - Double(size.height)) <= 2
        else {
            heif_image_handle_release(thumbnail)
            return nil
        }
        return thumbnail
    }

    private static func picture(
        of handle: OpaquePointer?, ofPrimary primary: OpaquePointer?, _ format: FileFormat,
        _ plan: DecodePlan,
        stored: PixelSize?
    ) throws(DecodeFailure) -> DecodedPicture {
        let hasAlpha = heif_image_handle_has_alpha_channel(handle) != 0
        let isWide = heif_image_handle_get_luma_bits_per_pixel(handle) > 8
        let chroma =
            isWide
            ? (hasAlpha ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RRGGBB_LE)
            : (hasAlpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB)
        var image: OpaquePointer?
        try check(heif_decode_image(handle, &image, heif_colorspace_RGB, chroma, nil), format)
        defer { heif_image_release(image) }
        var stride: Int32 = 0
        guard let plane = heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride) else {
            throw .corrupt("libheif gave no pixels")
        }
        let bits = Int(heif_image_get_bits_per_pixel_range(image, heif_channel_interleaved))
        guard isWide ? (9...16).contains(bits) : bits == 8 else {
            throw .corrupt("libheif gave samples of \(bits) bits")
        }
        let size = PixelSize(
            width: Int(heif_image_get_width(image, heif_channel_interleaved)),
            height: Int(heif_image_get_height(image, heif_channel_interleaved)))
        try DecodeLimits.check(size)
        let isMultiplied = heif_image_handle_is_premultiplied_alpha(handle) != 0
        let model: Raster.Model = hasAlpha ? (isMultiplied ? .rgbaPremultiplied : .rgba) : .rgb
        // The image holds the samples until the end.
        let raster = Raster(base: plane, size: size, stride: Int(stride), model: model, bits: bits)
        let color = HEIFColor.source(of: handle, primary, image)
        // What was decoded is right where a file's properties contradict each other.
        return try plan.picture(raster, stored: stored ?? size, color: color)
    }

    private static func check(_ error: heif_error, _ format: FileFormat) throws(DecodeFailure) {
        switch error.code {
        case heif_error_Ok: return
        case heif_error_Unsupported_feature, heif_error_Unsupported_filetype:
            throw .unsupported(format)
        case heif_error_Memory_allocation_error: throw .outOfMemory
        default: throw .corrupt(libraryMessage: error.message)
        }
    }
}
