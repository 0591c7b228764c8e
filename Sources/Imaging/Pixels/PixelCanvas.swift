// SPDX-License-Identifier: GPL-3.0-or-later
// Pixels that are being made, by one thread, before they become a `PixelBuffer` and immutable.

import CShims
import Glibc
import Metadata

/// Where the finished pixels of a decode shall lie.
enum CanvasPlace {
    case heap
    /// A memory file, to be sealed and handed to another process.
    case memoryFile
}

/// Writable pixels.
final class PixelCanvas {
    let geometry: PixelGeometry
    private let storage: PixelStorage
    /// The memory file, or -1; closed when this object goes.
    private let descriptor: Int32

    var base: UnsafeMutableRawPointer { storage.base }
    var bytes: UnsafeMutablePointer<UInt8> { storage.base.assumingMemoryBound(to: UInt8.self) }
    var size: PixelSize { geometry.size }
    var stride: Int { geometry.stride }
    var layout: PixelLayout { geometry.layout }

    /// Pixels with whatever the memory held: decoders write all of them.
    init(size: PixelSize, layout: PixelLayout, place: CanvasPlace) throws(DecodeFailure) {
        try DecodeLimits.check(size)
        let geometry = PixelGeometry(size: size, layout: layout)
        self.geometry = geometry
        switch place {
        case .heap:
            guard let storage = PixelStorage(heapBytes: geometry.byteCount) else { throw .outOfMemory }
            self.storage = storage
            descriptor = -1
        case .memoryFile:
            let descriptor = albumen_memfd_create("albumen-pixels")
            guard descriptor >= 0, ftruncate(descriptor, geometry.byteCount) == 0,
                let storage = PixelStorage(mapping: descriptor, byteCount: geometry.byteCount, writable: true)
            else {
                if descriptor >= 0 { close(descriptor) }
                throw .outOfMemory
            }
            self.storage = storage
            self.descriptor = descriptor
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// The pixels, immutable from here on: the caller lets go of the canvas.
    func finish() -> PixelBuffer {
        PixelBuffer(geometry: geometry, adopting: storage)
    }

    /// Seals the canvas's memory file, with `tail` after the pixels, and returns a descriptor of it, which
    /// the caller owns. The canvas's memory is gone afterwards: the kernel seals nothing that is mapped for
    /// writing.
    func handOver(tail: [UInt8]) throws(DecodeFailure) -> Int32 {
        let written = tail.withUnsafeBytes {
            pwrite(descriptor, $0.baseAddress, $0.count, off_t(geometry.byteCount))
        }
        guard written == tail.count else { throw .outOfMemory }
        storage.release()
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0, albumen_memfd_seal(copy) == 0 else {
            if copy >= 0 { close(copy) }
            throw .outOfMemory
        }
        return copy
    }

    /// These pixels turned upright, in new memory.
    func oriented(_ orientation: Orientation, place: CanvasPlace) throws(DecodeFailure) -> PixelCanvas {
        let target = try PixelCanvas(size: orientation.displaySize(of: size), layout: layout, place: place)
        albumen_orient(
            bytes, size.width, size.height, stride, target.bytes, target.stride, layout.bytesPerPixel,
            Int32(orientation.rawValue))
        return target
    }
}
