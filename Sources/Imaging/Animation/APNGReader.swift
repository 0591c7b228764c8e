// SPDX-License-Identifier: GPL-3.0-or-later
// APNG, which libpng does not know: each frame's chunks are put together to a PNG of its own, which libpng reads, and laid
// on the frames before it (PNG specification, third edition, 11.3.4).

import CCodecs
import CShims
import Glibc
import Metadata

/// Reads the frames of an APNG; of a PNG without frames, the picture.
final class APNGReader: AnimationReader {
    /// A frame control chunk and the compressed data behind it.
    private struct Frame {
        let control: Control
        var data: [UnsafeRawBufferPointer] = []
    }

    /// `fcTL`.
    private struct Control {
        enum Disposal: UInt8 { case none, background, previous }

        let size: PixelSize
        let left: Int
        let top: Int
        let delay: Duration
        let disposal: Disposal
        let isBlended: Bool

        init?(_ content: UnsafeRawBufferPointer, in canvas: PixelSize) {
            guard content.count >= 26, let disposal = Disposal(rawValue: content[24]) else { return nil }
            func u32(_ offset: Int) -> Int {
                Int(UInt32(bigEndian: content.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
            }
            func u16(_ offset: Int) -> Int {
                Int(UInt16(bigEndian: content.loadUnaligned(fromByteOffset: offset, as: UInt16.self)))
            }
            size = PixelSize(width: u32(4), height: u32(8))
            left = u32(12)
            top = u32(16)
            let denominator = u16(22) == 0 ? 100 : u16(22)
            delay = .milliseconds(u16(20) * 1000 / denominator)
            self.disposal = disposal
            isBlended = content[25] == 1
            guard !size.isEmpty, left + size.width <= canvas.width, top + size.height <= canvas.height else {
                return nil
            }
        }
    }

    let size: PixelSize
    private(set) var color = ColorSource.sRGB
    private(set) var loopCount = 0
    /// What every frame needs: IHDR's content, and palette, colours and the like.
    private var header: [UInt8] = []
    private var shared: [PNGChunks.Chunk] = []
    private var frames: [Frame] = []
    private var position = 0
    private let canvas: PixelStorage
    /// The canvas before the frame that was read last, where that has to come back.
    private var saved: [UInt8]?
    private var stride: Int { size.width * 4 }

    /// The bytes must outlive the reader.
    init(_ bytes: UnsafeRawBufferPointer) throws(DecodeFailure) {
        var chunks = PNGChunks(bytes)
        guard let first = chunks.next(), first.name == "IHDR", first.content.count == 13 else {
            throw .corrupt("it does not begin with its header")
        }
        header = Array(first.content)
        let edges = [0, 4].map {
            Int(UInt32(bigEndian: first.content.loadUnaligned(fromByteOffset: $0, as: UInt32.self)))
        }
        size = PixelSize(width: edges[0], height: edges[1])
        try DecodeLimits.check(size)
        guard let canvas = PixelStorage(heapBytes: edges[0] * edges[1] * 4) else { throw .outOfMemory }
        memset(canvas.base, 0, canvas.byteCount)
        self.canvas = canvas
        read(chunks)
    }

    private static let sharedNames: Set = ["PLTE", "tRNS", "iCCP", "sRGB", "gAMA", "cHRM", "cICP"]

    private func read(_ chunks: PNGChunks) {
        var hasPixels = false
        for chunk in chunks {
            switch chunk.name {
            case "acTL" where chunk.content.count >= 8:
                loopCount = Int(
                    UInt32(bigEndian: chunk.content.loadUnaligned(fromByteOffset: 4, as: UInt32.self)))
            case "fcTL":
                guard let control = Control(chunk.content, in: size) else { return }
                frames.append(Frame(control: control))
            case "IDAT":
                hasPixels = true
                // Without a control before it the default image is none of the frames.
                if !frames.isEmpty { frames[frames.count - 1].data.append(chunk.content) }
            case "fdAT" where chunk.content.count > 4 && !frames.isEmpty:
                // Behind its number it is an IDAT.
                let data = UnsafeRawBufferPointer(rebasing: chunk.content.dropFirst(4))
                frames[frames.count - 1].data.append(data)
            case "IEND": return
            default: if !hasPixels, Self.sharedNames.contains(chunk.name) { shared.append(chunk) }
            }
        }
    }

    func next() throws(DecodeFailure) -> (Raster, delay: Duration)? {
        guard position < frames.count else { return nil }
        if position > 0 { dispose(of: frames[position - 1].control) }
        let frame = frames[position]
        let control = frame.control
        saved = nil
        if control.disposal == .previous, position > 0 {
            saved = Array(UnsafeRawBufferPointer(start: canvas.base, count: canvas.byteCount))
        }
        position += 1
        let file = png(of: frame)
        let picture = try file.withBytes { (bytes) throws(DecodeFailure) in
            let picture = try CodecPicture(bytes, format: .png, read: albumen_png_read)
            if position == 1 { color = PNGDecoder.color(of: picture, in: bytes, otherwise: .sRGB) }
            return picture
        }
        defer { withExtendedLifetime(picture) {} }
        guard picture.size == control.size else { throw .corrupt("a frame of it has another size") }
        var samples = picture.raster.samples
        albumen_blend(
            &samples, place(of: control).assumingMemoryBound(to: UInt8.self), stride,
            control.isBlended ? 1 : 0)
        return (Raster(base: canvas.base, size: size, stride: stride, model: .rgba), control.delay)
    }

    private func place(of control: Control) -> UnsafeMutableRawPointer {
        canvas.base + control.top * stride + control.left * 4
    }

    private func dispose(of control: Control) {
        switch control.disposal {
        case .none: break
        case .previous where saved != nil:
            saved?.withUnsafeBytes { saved in
                UnsafeMutableRawBufferPointer(start: canvas.base, count: canvas.byteCount).copyMemory(
                    from: saved)
            }
        // The first frame has no previous one: nothing is what was before it.
        case .background, .previous:
            for row in 0..<control.size.height {
                memset(place(of: control) + row * stride, 0, control.size.width * 4)
            }
        }
    }

    /// A frame as a file. Its checksums are zero, which the reader does not mind.
    private func png(of frame: Frame) -> [UInt8] {
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        func number(_ value: Int) -> [UInt8] {
            (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
        }
        func append(_ name: String, _ parts: [UnsafeRawBufferPointer]) {
            file += number(parts.reduce(0) { $0 + $1.count })
            file += name.utf8
            for part in parts { file += part }
            file += number(0)
        }
        let size = frame.control.size
        let head = number(size.width) + number(size.height) + header.dropFirst(8)
        head.withUnsafeBytes { append("IHDR", [$0]) }
        for chunk in shared { append(chunk.name, [chunk.content]) }
        append("IDAT", frame.data)
        append("IEND", [])
        return file
    }
}
