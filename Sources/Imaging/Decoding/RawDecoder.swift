// SPDX-License-Identifier: GPL-3.0-or-later
// Digital negatives: the largest preview that the camera put beside the raw data, and libraw's development of the data
// where the preview is smaller than what is asked for.

import CRaw
import Metadata

/// Digital negatives.
enum RawDecoder {
    static func decode(
        _ bytes: UnsafeRawBufferPointer, facts: FileFacts, plan: DecodePlan
    ) throws(DecodeFailure) -> DecodedPicture {
        let full = facts.storedSize
        var preview: DecodedPicture?
        if let embedded = EmbeddedPreview.largest(in: bytes) {
            preview = try? decode(preview: embedded, plan: plan)
        }
        if let preview, !full.isEmpty, isEnough(preview, for: full, plan: plan) {
            return shown(preview, as: full, plan: plan)
        }
        do {
            return try develop(bytes, format: facts.format, plan: plan)
        } catch {
            // Better a small picture than none.
            guard let preview else { throw error }
            return shown(preview, as: full, plan: plan)
        }
    }

    private static func decode(
        preview: [UInt8], plan: DecodePlan
    ) throws(DecodeFailure) -> DecodedPicture {
        try preview.withBytes { (bytes) throws(DecodeFailure) in
            switch FormatSniffer.format(of: bytes) {
            case .jpeg: try JPEGDecoder.decode(bytes, plan: plan)
            // DNG keeps its previews as strips, which exiv2 gives a TIFF header.
            case .tiff: try TIFFDecoder.decode(bytes, plan: plan)
            default: throw .unsupported(.unknown)
            }
        }
    }

    /// Whether developing would give more pixels. Cameras trim what they develop by some, so that a preview of nearly the
    /// full size is the full picture.
    private static func isEnough(_ preview: DecodedPicture, for full: PixelSize, plan: DecodePlan) -> Bool {
        let wanted = plan.orientation.displaySize(of: plan.decodedSize(ofStored: full))
        return preview.displaySize.width * 10 >= wanted.width * 9
            && preview.displaySize.height * 10 >= wanted.height * 9
    }

    private static func shown(
        _ preview: DecodedPicture, as full: PixelSize, plan: DecodePlan
    ) -> DecodedPicture {
        var picture = preview
        if !full.isEmpty { picture.displaySize = plan.orientation.displaySize(of: full) }
        return picture
    }

    private static func develop(
        _ bytes: UnsafeRawBufferPointer, format: FileFormat, plan: DecodePlan
    ) throws(DecodeFailure) -> DecodedPicture {
        guard let raw = libraw_init(0) else { throw .outOfMemory }
        defer { libraw_close(raw) }
        // Read only, whatever the signature says.
        let source = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
        try check(libraw_open_buffer(raw, source, bytes.count), format)
        let stored = PixelSize(
            width: Int(libraw_get_iwidth(raw)), height: Int(libraw_get_iheight(raw)))
        try DecodeLimits.check(stored)
        let output = plan.decodedSize(ofStored: stored)
        let half = PixelSize(width: stored.width / 2, height: stored.height / 2)
        raw.pointee.params.half_size = half.width >= output.width && half.height >= output.height ? 1 : 0
        raw.pointee.params.use_camera_wb = 1
        raw.pointee.params.output_bps = 8
        // This module turns pictures once, itself.
        raw.pointee.params.user_flip = 0
        try check(libraw_unpack(raw), format)
        try check(libraw_dcraw_process(raw), format)
        var status: Int32 = 0
        guard let image = libraw_dcraw_make_mem_image(raw, &status) else {
            try check(status, format)
            throw .outOfMemory
        }
        defer { libraw_dcraw_clear_mem(image) }
        let size = PixelSize(width: Int(image.pointee.width), height: Int(image.pointee.height))
        guard image.pointee.colors == 3, image.pointee.bits == 8,
            Int(image.pointee.data_size) >= size.width * size.height * 3,
            let offset = MemoryLayout<libraw_processed_image_t>.offset(of: \.data)
        else { throw .unsupported(format) }
        let pixels = UnsafeRawPointer(image) + offset
        let raster = Raster(base: pixels, size: size, stride: size.width * 3, model: .rgb)
        // Half of an odd edge is rounded down: then the whole is what was developed.
        let whole = size.width >= output.width && size.height >= output.height ? stored : size
        return try plan.picture(raster, stored: whole, color: .sRGB)
    }

    private static func check(_ status: Int32, _ format: FileFormat) throws(DecodeFailure) {
        switch LibRaw_errors(status) {
        case LIBRAW_SUCCESS: return
        case LIBRAW_FILE_UNSUPPORTED, LIBRAW_NOT_IMPLEMENTED, LIBRAW_REQUEST_FOR_NONEXISTENT_IMAGE:
            throw .unsupported(format)
        case LIBRAW_UNSUFFICIENT_MEMORY, LIBRAW_TOO_BIG: throw .outOfMemory
        default: throw .corrupt(libraryMessage: libraw_strerror(status))
        }
    }
}
