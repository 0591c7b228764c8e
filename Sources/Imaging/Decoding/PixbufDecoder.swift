// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that gdk-pixbuf's loaders know and no other decoder here does: GIF, BMP, SVG, … The first frame of animations.
// gdk-pixbuf's own reading of the EXIF orientation is not used: this module turns pictures once, itself.

import CPixbuf
import Metadata

/// Pictures through gdk-pixbuf.
enum PixbufDecoder {
    /// Bytes per call of the loader: it stops early on bad data, and some loaders copy what they are given.
    private static let chunkLength = 1 << 20

    static func decode(
        _ bytes: UnsafeRawBufferPointer, format: FileFormat, plan: DecodePlan,
        color: ColorSource = .sRGB
    ) throws(DecodeFailure) -> DecodedPicture {
        // Of the type that is known: left to itself, gdk-pixbuf asks GLib, which looks at the system's MIME types anew every
        // few seconds and finds none inside the sandbox. Adopted: made by `new`, released at the end.
        guard let loader = gdk_pixbuf_loader_new_with_mime_type(format.mimeType, nil) else {
            throw .unsupported(format)
        }
        defer { g_object_unref(loader) }
        let negotiation = SizeNegotiation(plan: plan, isVector: format == .svg)
        // Unretained: the handler runs only inside `feed`, which holds the negotiation.
        defer { withExtendedLifetime(negotiation) {} }
        let handler: @convention(c) (UnsafeMutableRawPointer?, gint, gint, UnsafeMutableRawPointer?) -> Void =
            sizePrepared
        g_signal_connect_data(
            loader, "size-prepared", unsafeBitCast(handler, to: GCallback.self),
            Unmanaged.passUnretained(negotiation).toOpaque(), nil, GConnectFlags(rawValue: 0))
        let warning = try feed(loader, bytes, format: format, negotiation: negotiation)
        guard let pixbuf = gdk_pixbuf_loader_get_pixbuf(loader) else {
            throw .corrupt(warning ?? "it ends before the picture begins")
        }
        // The loader holds the pixels until the end.
        let raster = try raster(of: pixbuf)
        var picture = try plan.picture(raster, stored: raster.size, color: color, warning: warning)
        // A drawing was loaded in the size asked for; a loader need not announce a size.
        if !negotiation.declared.isEmpty {
            picture.displaySize = plan.orientation.displaySize(of: negotiation.declared)
        }
        return picture
    }

    /// The samples of a pixbuf, which has to outlive them.
    static func raster(of pixbuf: OpaquePointer) throws(DecodeFailure) -> Raster {
        guard gdk_pixbuf_get_bits_per_sample(pixbuf) == 8, let pixels = gdk_pixbuf_read_pixels(pixbuf) else {
            throw .corrupt("gdk-pixbuf gave no 8-bit pixels")
        }
        let size = PixelSize(
            width: Int(gdk_pixbuf_get_width(pixbuf)), height: Int(gdk_pixbuf_get_height(pixbuf)))
        return Raster(
            base: pixels, size: size, stride: Int(gdk_pixbuf_get_rowstride(pixbuf)),
            model: gdk_pixbuf_get_has_alpha(pixbuf) != 0 ? .rgba : .rgb)
    }

    /// Feeds the loader. Returns its complaint when it had already made pixels by then: a truncated picture.
    private static func feed(
        _ loader: UnsafeMutablePointer<GdkPixbufLoader>?, _ bytes: UnsafeRawBufferPointer, format: FileFormat,
        negotiation: SizeNegotiation
    ) throws(DecodeFailure) -> String? {
        var error: UnsafeMutablePointer<GError>?
        var offset = 0
        var isGood: gboolean = 1
        while offset < bytes.count, isGood != 0, negotiation.failure == nil {
            let length = min(chunkLength, bytes.count - offset)
            let chunk = bytes.baseAddress?.advanced(by: offset).assumingMemoryBound(to: guchar.self)
            isGood = gdk_pixbuf_loader_write(loader, chunk, gsize(length), &error)
            offset += length
        }
        // A loader that failed is closed already, and closing again is harmless.
        isGood &= isGood != 0 ? gdk_pixbuf_loader_close(loader, &error) : gdk_pixbuf_loader_close(loader, nil)
        defer { g_clear_error(&error) }
        if let failure = negotiation.failure { throw failure }
        guard isGood == 0 else { return nil }
        if let error, error.pointee.domain == gdk_pixbuf_error_quark() {
            let code = GdkPixbufError(rawValue: UInt32(bitPattern: error.pointee.code))
            if code == GDK_PIXBUF_ERROR_UNKNOWN_TYPE || code == GDK_PIXBUF_ERROR_UNSUPPORTED_OPERATION {
                throw .unsupported(format)
            }
            if code == GDK_PIXBUF_ERROR_INSUFFICIENT_MEMORY { throw .outOfMemory }
        }
        let message = error?.pointee.message
        guard gdk_pixbuf_loader_get_pixbuf(loader) != nil else { throw .corrupt(libraryMessage: message) }
        return message.map { String(cString: $0) }
    }
}

/// What is decided when a loader tells the size, before it allocates pixels.
private final class SizeNegotiation {
    private let plan: DecodePlan
    private let isVector: Bool
    private(set) var failure: DecodeFailure?
    /// As the file declares it.
    private(set) var declared = PixelSize.zero

    init(plan: DecodePlan, isVector: Bool) {
        self.plan = plan
        self.isVector = isVector
    }

    /// The size to load at; nil to refuse.
    func size(for declared: PixelSize) -> PixelSize? {
        self.declared = declared
        do {
            try DecodeLimits.check(declared)
        } catch {
            failure = error
            return nil
        }
        // Only drawings get better by being drawn small; raster loaders are reduced by our own code.
        return isVector ? plan.decodedSize(ofStored: declared) : declared
    }
}

/// The `size-prepared` handler. A size of zero makes every loader give up before it allocates.
private func sizePrepared(
    _ loader: UnsafeMutableRawPointer?, _ width: gint, _ height: gint, _ data: UnsafeMutableRawPointer?
) {
    guard let loader, let data else { return }
    let negotiation = Unmanaged<SizeNegotiation>.fromOpaque(data).takeUnretainedValue()
    let declared = PixelSize(width: Int(width), height: Int(height))
    let size = negotiation.size(for: declared)
    guard size != declared else { return }
    gdk_pixbuf_loader_set_size(
        loader.assumingMemoryBound(to: GdkPixbufLoader.self), gint(size?.width ?? 0), gint(size?.height ?? 0))
}
