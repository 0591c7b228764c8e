// SPDX-License-Identifier: GPL-3.0-or-later
// Finished pixels. Immutable from the moment they exist, so that threads, the window and GTK's textures
// may all read them without a copy and without a lock.

import CShims
import Glibc
import Metadata

/// How the bytes of a pixel lie in memory.
public enum PixelLayout: UInt8, Sendable, Codable, Hashable {
    /// Red, green, blue: `GDK_MEMORY_R8G8B8`.
    case rgb8
    /// Red, green, blue, alpha, colours multiplied by alpha: `GDK_MEMORY_R8G8B8A8_PREMULTIPLIED`.
    case rgba8Premultiplied

    public var bytesPerPixel: Int { self == .rgb8 ? 3 : 4 }
}

/// Where pixels are and how to walk them; what a decoder process says of the memory it hands over.
public struct PixelGeometry: Sendable, Codable, Hashable {
    public let size: PixelSize
    /// Bytes from one row to the next.
    public let stride: Int
    public let layout: PixelLayout

    public init(size: PixelSize, layout: PixelLayout) {
        self.size = size
        self.layout = layout
        // Rows start at multiples of four, as textures like them.
        stride = (size.width * layout.bytesPerPixel + 3) & ~3
    }

    public var byteCount: Int { stride * size.height }

    /// False for what no honest decoder writes: checked on everything that comes from another process.
    var isSane: Bool {
        !size.isEmpty && size.width <= DecodeLimits.longestEdge && size.height <= DecodeLimits.longestEdge
            && stride >= size.width * layout.bytesPerPixel && stride <= size.width * 4 + 64
    }
}

/// Immutable pixels, upright, in memory that goes when this object goes.
///
/// `@unchecked Sendable`: the memory is written before the initialiser returns and never after; memory
/// from a decoder process is sealed against writing by the kernel.
public final class PixelBuffer: @unchecked Sendable {
    public let geometry: PixelGeometry
    /// Valid as long as this object lives: hold it beside every pointer handed to C.
    public let baseAddress: UnsafeRawPointer
    private let storage: PixelStorage

    public var size: PixelSize { geometry.size }
    public var width: Int { geometry.size.width }
    public var height: Int { geometry.size.height }
    public var stride: Int { geometry.stride }
    public var layout: PixelLayout { geometry.layout }
    public var byteCount: Int { geometry.byteCount }

    /// Takes over memory that already holds the pixels.
    init(geometry: PixelGeometry, adopting storage: PixelStorage) {
        self.geometry = geometry
        self.storage = storage
        baseAddress = UnsafeRawPointer(storage.base)
    }

    /// Pixels in ordinary memory, filled by `fill`, which gets zeroed bytes in the layout of `geometry`.
    public convenience init(
        size: PixelSize, layout: PixelLayout,
        fill: (UnsafeMutableRawBufferPointer, PixelGeometry) throws -> Void
    ) rethrows {
        let geometry = PixelGeometry(size: size, layout: layout)
        guard let storage = PixelStorage(heapBytes: geometry.byteCount) else {
            fatalError("No memory for \(geometry.byteCount) bytes of pixels.")
        }
        memset(storage.base, 0, geometry.byteCount)
        try fill(UnsafeMutableRawBufferPointer(start: storage.base, count: geometry.byteCount), geometry)
        self.init(geometry: geometry, adopting: storage)
    }

    /// Pixels in a sealed memory file, which may be closed afterwards. Nil unless it is sealed and as large
    /// as `geometry` says: it comes from a process that may have been taken over by the file it decoded.
    convenience init?(sealedMemory descriptor: Int32, geometry: PixelGeometry) {
        guard let storage = Self.storage(descriptor, geometry, count: 1) else { return nil }
        self.init(geometry: geometry, adopting: storage)
    }

    /// Pictures one behind the other in one sealed memory file, which go with the last of them. Nil as above.
    static func buffers(
        count: Int, sealedMemory descriptor: Int32, geometry: PixelGeometry
    ) -> [PixelBuffer]? {
        guard let storage = storage(descriptor, geometry, count: count) else { return nil }
        return (0..<count).map {
            PixelBuffer(geometry: geometry, sharing: storage, at: $0 * geometry.byteCount)
        }
    }

    private init(geometry: PixelGeometry, sharing storage: PixelStorage, at offset: Int) {
        self.geometry = geometry
        self.storage = storage
        baseAddress = UnsafeRawPointer(storage.base + offset)
    }

    private static func storage(
        _ descriptor: Int32, _ geometry: PixelGeometry, count: Int
    ) -> PixelStorage? {
        guard geometry.isSane, albumen_memfd_is_sealed(descriptor) == 1 else { return nil }
        let (byteCount, isTooLarge) = geometry.byteCount.multipliedReportingOverflow(by: count)
        var status = stat()
        guard !isTooLarge, fstat(descriptor, &status) == 0, Int(status.st_size) >= byteCount else {
            return nil
        }
        return PixelStorage(mapping: descriptor, byteCount: byteCount, writable: false)
    }

    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try body(UnsafeRawBufferPointer(start: baseAddress, count: byteCount))
    }
}
