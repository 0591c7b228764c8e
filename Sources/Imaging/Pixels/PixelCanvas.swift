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
    /// The memory file that the pixels are mapped from, or -1; closed when this object goes.
    private let descriptor: Int32

    /// A picture of up to so many bytes is made in memory that the process keeps for the next, and written to its memory
    /// file at the end: the kernel takes half as long for that as for mapping pages that are new. Larger ones are mapped, lest
    /// they be there twice.
    private static let largestWritten = 24 << 20

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
        guard place == .memoryFile, geometry.byteCount > Self.largestWritten else {
            guard let storage = PixelStorage(heapBytes: geometry.byteCount) else { throw .outOfMemory }
            self.storage = storage
            descriptor = -1
            clearPadding()
            return
        }
        let descriptor = try Self.memoryFile()
        guard ftruncate(descriptor, geometry.byteCount) == 0,
            let storage = PixelStorage(mapping: descriptor, byteCount: geometry.byteCount, writable: true)
        else {
            close(descriptor)
            throw .outOfMemory
        }
        self.storage = storage
        self.descriptor = descriptor
    }

    /// What is behind the pixels of a line is handed over too, and nobody writes it.
    private func clearPadding() {
        let length = size.width * layout.bytesPerPixel
        guard stride > length else { return }
        for row in 0..<size.height { memset(base + row * stride + length, 0, stride - length) }
    }

    private static func memoryFile() throws(DecodeFailure) -> Int32 {
        let descriptor = albumen_memfd_create("albumen-pixels")
        guard descriptor >= 0 else { throw .outOfMemory }
        return descriptor
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// The pixels, immutable from here on: the caller lets go of the canvas.
    func finish() -> PixelBuffer {
        PixelBuffer(geometry: geometry, adopting: storage)
    }

    /// A sealed memory file with the pixels and `tail` after them, which the caller owns. The canvas's memory is gone
    /// afterwards: the kernel seals nothing that is mapped for writing.
    func handOver(tail: [UInt8]) throws(DecodeFailure) -> Int32 {
        let isMapped = descriptor >= 0
        let file = try isMapped ? fcntl(descriptor, F_DUPFD_CLOEXEC, 0) : Self.memoryFile()
        guard file >= 0 else { throw .outOfMemory }
        let pixels = UnsafeRawBufferPointer(start: storage.base, count: geometry.byteCount)
        let isWritten =
            (isMapped || Self.write(pixels, to: file, at: 0))
            && tail.withUnsafeBytes { Self.write($0, to: file, at: geometry.byteCount) }
        storage.release()
        guard isWritten, albumen_memfd_seal(file) == 0 else {
            close(file)
            throw .outOfMemory
        }
        return file
    }

    private static func write(_ bytes: UnsafeRawBufferPointer, to file: Int32, at offset: Int) -> Bool {
        pwrite(file, bytes.baseAddress, bytes.count, off_t(offset)) == bytes.count
    }
}
