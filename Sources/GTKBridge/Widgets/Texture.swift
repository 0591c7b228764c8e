// SPDX-License-Identifier: GPL-3.0-or-later
// Pixels of a Swift object as a GdkTexture, without a copy.

import CAdwaita

/// Owns one reference to a GdkTexture.
///
/// `@unchecked Sendable` holds because a GdkMemoryTexture never changes once made, and GObject counts references
/// atomically: it may be made, passed and dropped on any thread.
public final class Texture: @unchecked Sendable {
    /// For GTK calls, which take a reference of their own.
    public let pointer: OpaquePointer

    /// How the bytes of a pixel are laid out.
    public enum Format: Sendable {
        case rgb8
        case rgba8Premultiplied

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

    deinit { g_object_unref(UnsafeMutableRawPointer(pointer)) }

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
