// SPDX-License-Identifier: GPL-3.0-or-later
// GIF animations through gdk-pixbuf, which composes the frames. How many there are it does not say: the file is walked.

import CPixbuf
import Metadata

/// Reads the frames of a GIF.
final class GIFReader: AnimationReader {
    /// Ours, and adopted.
    private let animation: OpaquePointer
    private let iterator: OpaquePointer
    private var time = GTimeVal(tv_sec: 0, tv_usec: 0)
    private var position = 0
    private let structure: GIFStructure

    init(_ bytes: UnsafeRawBufferPointer) throws(DecodeFailure) {
        structure = GIFStructure(bytes)
        // Of this type, as `PixbufDecoder` says why. Adopted, and let go at the end; the animation stays.
        guard let loader = gdk_pixbuf_loader_new_with_mime_type(FileFormat.gif.mimeType, nil) else {
            throw .unsupported(.gif)
        }
        defer { g_object_unref(loader) }
        var error: UnsafeMutablePointer<GError>?
        defer { g_clear_error(&error) }
        let base = bytes.bindMemory(to: guchar.self).baseAddress
        let isRead = gdk_pixbuf_loader_write(loader, base, gsize(bytes.count), &error) != 0
        // A loader that failed is closed already, and closing again is harmless.
        let isWhole = gdk_pixbuf_loader_close(loader, nil) != 0
        guard isRead, isWhole, let animation = gdk_pixbuf_loader_get_animation(loader) else {
            throw .corrupt(error.map { DecodeFailure.words($0.pointee.message) } ?? "it ends within a frame")
        }
        g_object_ref(UnsafeMutableRawPointer(animation))
        guard let iterator = gdk_pixbuf_animation_get_iter(animation, &time) else {
            g_object_unref(UnsafeMutableRawPointer(animation))
            throw .corrupt("it has no frames")
        }
        self.animation = animation
        self.iterator = iterator
    }

    deinit {
        g_object_unref(UnsafeMutableRawPointer(iterator))
        g_object_unref(UnsafeMutableRawPointer(animation))
    }

    var size: PixelSize {
        PixelSize(
            width: Int(gdk_pixbuf_animation_get_width(animation)),
            height: Int(gdk_pixbuf_animation_get_height(animation)))
    }
    var color: ColorSource { .sRGB }
    var loopCount: Int { structure.loopCount }

    func next() throws(DecodeFailure) -> (Raster, delay: Duration)? {
        guard position < structure.frameCount else { return nil }
        if position > 0 { gdk_pixbuf_animation_iter_advance(iterator, &time) }
        position += 1
        // Borrowed until the iterator moves.
        guard let pixbuf = gdk_pixbuf_animation_iter_get_pixbuf(iterator),
            gdk_pixbuf_get_bits_per_sample(pixbuf) == 8, let pixels = gdk_pixbuf_read_pixels(pixbuf)
        else { throw .corrupt("a frame of it does not decode") }
        let milliseconds = max(0, Int(gdk_pixbuf_animation_iter_get_delay_time(iterator)))
        g_time_val_add(&time, glong(milliseconds) * 1000)
        let raster = Raster(
            base: pixels,
            size: PixelSize(
                width: Int(gdk_pixbuf_get_width(pixbuf)), height: Int(gdk_pixbuf_get_height(pixbuf))),
            stride: Int(gdk_pixbuf_get_rowstride(pixbuf)),
            model: gdk_pixbuf_get_has_alpha(pixbuf) != 0 ? .rgba : .rgb)
        return (raster, .milliseconds(milliseconds))
    }
}

/// What a GIF's blocks say, without its pixels.
struct GIFStructure {
    private(set) var frameCount = 0
    /// 0 for ever; 1 where the file says nothing.
    private(set) var loopCount = 1

    init(_ bytes: UnsafeRawBufferPointer) {
        func byte(_ offset: Int) -> Int? { offset < bytes.count ? Int(bytes[offset]) : nil }
        func tableLength(_ flags: Int) -> Int { flags & 0x80 == 0 ? 0 : 3 << ((flags & 7) + 1) }
        guard let flags = byte(10) else { return }
        var offset = 13 + tableLength(flags)
        // Each turn is at least a byte further, so this ends.
        while let block = byte(offset) {
            switch block {
            case 0x21:
                let name = bytes.dropFirst(offset + 3).prefix(11)
                if byte(offset + 1) == 0xFF, name.elementsEqual("NETSCAPE2.0".utf8), byte(offset + 15) == 1,
                    let low = byte(offset + 16), let high = byte(offset + 17)
                {
                    // The file counts repetitions, we how often it is shown.
                    let repetitions = low | high << 8
                    loopCount = repetitions == 0 ? 0 : repetitions + 1
                }
                offset += 2
            case 0x2C:
                frameCount += 1
                guard let flags = byte(offset + 9) else { return }
                offset += 11 + tableLength(flags)
            default: return
            }
            while let length = byte(offset), length > 0 { offset += 1 + length }
            offset += 1
        }
    }
}
