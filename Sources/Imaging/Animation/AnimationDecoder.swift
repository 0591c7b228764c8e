// SPDX-License-Identifier: GPL-3.0-or-later
// Animations to frames in one memory file. Parses untrusted bytes: runs in the decoder process.

import CShims
import Glibc
import Metadata

/// Reads an animation frame by frame, each as it is shown.
protocol AnimationReader: AnyObject {
    var size: PixelSize { get }
    var color: ColorSource { get }
    /// 0 for ever.
    var loopCount: Int { get }
    /// The next frame, whose samples are good until the one after it; nil after the last. All are of one model.
    func next() throws(DecodeFailure) -> (Raster, delay: Duration)?
}

/// Decodes animations.
enum AnimationDecoder {
    /// Browsers take the shortest delays, with which nobody means what they say, for this.
    private static let customaryDelay = Duration.milliseconds(100)
    private static let shortestDelay = Duration.milliseconds(11)
    /// Of any size; the message that names their delays is bounded.
    private static let frameLimit = 10_000

    /// The frames, and the sealed memory file that holds them, which is the caller's.
    static func decode(
        _ bytes: UnsafeRawBufferPointer, facts: FileFacts, request: AnimationRequest
    ) throws(DecodeFailure) -> (AnimationAnswer, memory: Int32) {
        if !facts.storedSize.isEmpty { try DecodeLimits.check(facts.storedSize) }
        let reader = try reader(of: bytes, facts)
        let plan = DecodePlan(
            request: DecodeRequest(target: request.target), orientation: facts.orientation, place: .heap)
        let memory = albumen_memfd_create("albumen-frames")
        guard memory >= 0 else { throw .outOfMemory }
        do throws(DecodeFailure) {
            let answer = try write(reader, plan, to: memory, limit: request.byteLimit)
            guard albumen_memfd_seal(memory) == 0 else { throw .outOfMemory }
            return (answer, memory)
        } catch {
            close(memory)
            throw error
        }
    }

    /// The first frame, where nothing else stands for an animation.
    static func still(
        _ bytes: UnsafeRawBufferPointer, facts: FileFacts, plan: DecodePlan
    ) throws(DecodeFailure) -> DecodedPicture {
        let reader = try reader(of: bytes, facts)
        guard let (raster, _) = try reader.next() else { throw .corrupt("it has no frames") }
        return try plan.picture(raster, stored: raster.size, color: reader.color)
    }

    private static func reader(
        of bytes: UnsafeRawBufferPointer, _ facts: FileFacts
    ) throws(DecodeFailure) -> any AnimationReader {
        switch facts.format {
        case .gif: return try GIFReader(bytes)
        case .png: return try APNGReader(bytes)
        case .webp: return try WebPReader(bytes)
        case .avifSequence: return try AVIFSequenceReader(bytes)
        case .heicSequence: return try HEVCSequenceReader(bytes)
        #if HAS_JXL
            case .jxl: return try JXLReader(bytes)
        #endif
        default: throw .unsupported(facts.format)
        }
    }

    private static func write(
        _ reader: any AnimationReader, _ plan: DecodePlan, to memory: Int32, limit: Int
    ) throws(DecodeFailure) -> AnimationAnswer {
        var answer: AnimationAnswer?
        var offset = 0
        while true {
            let frame: (Raster, delay: Duration)?
            do {
                frame = try reader.next()
            } catch {
                // What is there before the damage is shown.
                guard answer != nil else { throw error }
                answer?.isComplete = false
                break
            }
            guard let (raster, delay) = frame else { break }
            let canvas = try plan.picture(raster, stored: reader.size, color: reader.color).canvas
            let count = canvas.geometry.byteCount
            guard offset + count <= limit || answer == nil, (answer?.delays.count ?? 0) < frameLimit,
                canvas.geometry == answer?.geometry ?? canvas.geometry
            else {
                answer?.isComplete = false
                break
            }
            guard pwrite(memory, canvas.base, count, off_t(offset)) == count else { throw .outOfMemory }
            offset += count
            let shown = min(
                delay < shortestDelay ? customaryDelay : delay, AnimationFrames.longestDelay)
            let milliseconds = Int(shown / .milliseconds(1))
            if answer == nil {
                answer = AnimationAnswer(
                    geometry: canvas.geometry, delays: [], loopCount: reader.loopCount, isComplete: true)
            }
            answer?.delays.append(milliseconds)
        }
        guard let answer else { throw .corrupt("it has no frames") }
        return answer
    }
}
