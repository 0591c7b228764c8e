// SPDX-License-Identifier: GPL-3.0-or-later
// Each library as a program would use it that does nothing else.

import CCodecs
import CHeif
import CRaw
import CTurboJPEG
import Imaging
import Metadata

/// libjpeg-turbo, DCT-scaled, into memory that is there. Belongs to one thread.
final class BareJPEG {
    private let handle = tjInitDecompress()
    private var pixels: [UInt8] = []

    deinit {
        tjDestroy(handle)
    }

    /// At the smallest scale that leaves `size` either way.
    func decode(_ path: FilePath, covering size: PixelSize) throws {
        try BareLibraries.withBytes(of: path) { try decode($0, covering: size) }
    }

    func decode(_ bytes: UnsafeRawBufferPointer, covering size: PixelSize) throws {
        let source = bytes.bindMemory(to: UInt8.self)
        var (width, height, sampling, colours): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        try BareLibraries.check(
            tjDecompressHeader3(
                handle, source.baseAddress, UInt(source.count), &width, &height, &sampling, &colours) == 0)
        // On its side or upright.
        let (long, short) = (max(size.width, size.height), min(size.width, size.height))
        let divisor =
            [8, 4, 2].first { Int(max(width, height)) / $0 >= long && Int(min(width, height)) / $0 >= short }
            ?? 1
        let scaledWidth = (Int(width) + divisor - 1) / divisor
        let scaledHeight = (Int(height) + divisor - 1) / divisor
        if pixels.count < scaledWidth * scaledHeight * 3 {
            pixels = [UInt8](repeating: 0, count: scaledWidth * scaledHeight * 3)
        }
        try BareLibraries.check(
            tjDecompress2(
                handle, source.baseAddress, UInt(source.count), &pixels, Int32(scaledWidth), 0,
                Int32(scaledHeight), Int32(TJPF_RGB.rawValue), 0) == 0)
    }
}

/// The others.
enum BareLibraries {
    static func check(_ isGood: Bool) throws {
        guard isGood else { throw BenchError(description: "a bare library does not decode") }
    }

    static func withBytes(of path: FilePath, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        let file = try OpenFile(path: path)
        guard let mapping = MappedFile(descriptor: file.descriptor) else {
            throw BenchError(description: "“\(path)” cannot be mapped")
        }
        try body(mapping.bytes)
    }

    static func decodeHEIF(_ path: FilePath, thumbnail: Bool = false) throws {
        try withBytes(of: path) { bytes in
            let context = heif_context_alloc()
            defer { heif_context_free(context) }
            try check(
                heif_context_read_from_memory_without_copy(context, bytes.baseAddress, bytes.count, nil).code
                    == heif_error_Ok)
            var handle: OpaquePointer?
            try check(heif_context_get_primary_image_handle(context, &handle).code == heif_error_Ok)
            defer { heif_image_handle_release(handle) }
            var small: OpaquePointer?
            defer { if let small { heif_image_handle_release(small) } }
            if thumbnail {
                var identifier: heif_item_id = 0
                try check(heif_image_handle_get_list_of_thumbnail_IDs(handle, &identifier, 1) == 1)
                try check(heif_image_handle_get_thumbnail(handle, identifier, &small).code == heif_error_Ok)
            }
            var image: OpaquePointer?
            try check(
                heif_decode_image(
                    small ?? handle, &image, heif_colorspace_RGB, heif_chroma_interleaved_RGB, nil
                ).code
                    == heif_error_Ok)
            heif_image_release(image)
        }
    }

    /// The preview that libraw finds, decoded by libjpeg-turbo; the data developed where it has none.
    static func decodePreview(_ path: FilePath, covering size: PixelSize, with jpeg: BareJPEG) throws {
        try withBytes(of: path) { bytes in
            let raw = libraw_init(0)
            defer { libraw_close(raw) }
            let source = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
            try check(libraw_open_buffer(raw, source, bytes.count) == LIBRAW_SUCCESS.rawValue)
            if let raw, libraw_unpack_thumb(raw) == LIBRAW_SUCCESS.rawValue,
                raw.pointee.thumbnail.tformat == LIBRAW_THUMBNAIL_JPEG,
                let thumbnail = raw.pointee.thumbnail.thumb
            {
                let length = Int(raw.pointee.thumbnail.tlength)
                return try jpeg.decode(
                    UnsafeRawBufferPointer(start: thumbnail, count: length), covering: size)
            }
            raw?.pointee.params.half_size = 1
            try check(libraw_unpack(raw) == LIBRAW_SUCCESS.rawValue)
            try check(libraw_dcraw_process(raw) == LIBRAW_SUCCESS.rawValue)
        }
    }

    static func decodePNG(_ path: FilePath) throws {
        try withBytes(of: path) { bytes in
            var picture = albumen_picture()
            defer { albumen_picture_free(&picture) }
            let base = bytes.bindMemory(to: UInt8.self).baseAddress
            try check(
                albumen_png_read(base, bytes.count, 65_500, 500_000_000, &picture)
                    == albumen_codec_good.rawValue)
        }
    }
}
