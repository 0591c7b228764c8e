// SPDX-License-Identifier: GPL-3.0-or-later
// Pixels of a Swift object as a GdkTexture, without a copy.

import CAdwaita

/// Owns one reference to a GdkTexture.
///
/// `@unchecked Sendable` holds because a GdkMemoryTexture never changes once made, GObject counts references atomically,
/// and the reference is given back on the main thread, where a renderer may have tied an upload of its own to the
/// texture's end. So it may be made, passed and dropped on any thread.
public final class Texture: @unchecked Sendable {
    /// For GTK calls, which take a reference of their own.
    public let pointer: OpaquePointer

    /// How the bytes of a pixel are laid out.
    public enum Format: Sendable {
        case rgb8
        case rgba8Premultiplied

        fileprivate var bytesPerPixel: Int { self == .rgb8 ? 3 : 4 }

        fileprivate var memoryFormat: GdkMemoryFormat {
            switch self {
            case .rgb8: GDK_MEMORY_R8G8B8
            case .rgba8Premultiplied: GDK_MEMORY_R8G8B8A8_PREMULTIPLIED
            }
        }
    }

    /// Borrows `bytes`, which stay valid and unchanged as long as `owner` lives; `owner` is kept until GTK has no more
    /// use for them. Width and height in pixels, stride in bytes. Any thread.
    public init(
        width: Int, height: Int, stride: Int, format: Format, bytes: UnsafeRawBufferPointer,
        owner: any AnyObject & Sendable
    ) {
        precondition(
            width > 0 && height > 0 && bytes.count >= stride * (height - 1) + width * format.bytesPerPixel,
            "a texture's bytes must all be there")
        BoxCounter.add(1)
        // Retained here, released by `releasePixelOwner`, the free function of the GBytes.
        let box = Unmanaged.passRetained(PixelOwner(owner)).toOpaque()
        let content = g_bytes_new_with_free_func(
            bytes.baseAddress, gsize(bytes.count), releasePixelOwner, box)
        defer { g_bytes_unref(content) }
        guard
            let texture = gdk_memory_texture_new(
                Int32(width), Int32(height), format.memoryFormat, content, gsize(stride))
        else { preconditionFailure("GDK makes a texture of any bytes that are long enough") }
        pointer = OpaquePointer(UnsafeMutableRawPointer(texture))
    }

    deinit { releaseOnMainThread(UnsafeMutableRawPointer(pointer)) }

    public var width: Int { Int(gdk_texture_get_width(pointer)) }
    public var height: Int { Int(gdk_texture_get_height(pointer)) }
}

private final class PixelOwner {
    let owner: any AnyObject & Sendable
    init(_ owner: any AnyObject & Sendable) { self.owner = owner }
}

private func releasePixelOwner(data: gpointer?) {
    guard let data else { return }
    BoxCounter.add(-1)
    Unmanaged<PixelOwner>.fromOpaque(data).release()
}
