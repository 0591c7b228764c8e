// SPDX-License-Identifier: GPL-3.0-or-later
// Answers questions about files: the whole of what a decoder process does with one. Opens nothing by name.

import Glibc
import Metadata

/// Answers one question at a time.
enum DecoderService {
    /// The answer about the file behind `descriptor`, which stays the caller's, and the memory file with the
    /// pixels, which becomes the caller's; -1 without pixels. A process of one `profile` leaves pictures of another's
    /// formats alone and says whose they are; nil is at home in all of them.
    static func answer(
        _ question: DecoderQuestion, descriptor: Int32, profile: DecoderProfile? = nil,
        rehearse: (UnsafeRawBufferPointer) throws(DecodeFailure) -> Void = { _ in }
    ) -> (DecoderAnswer, memory: Int32) {
        var answer = DecoderAnswer()
        var memory: Int32 = -1
        do {
            guard let file = MappedFile(descriptor: descriptor) else { throw DecodeFailure.outOfMemory }
            try rehearse(file.bytes)
            if let sidecar = question.sidecar {
                answer.facts = SidecarReader.facts(of: file.bytes, sidecar)
                return (answer, -1)
            }
            let facts = try facts(of: file.bytes)
            if question.isInspection { answer.facts = facts }
            let needed = DecoderProfile(for: facts.format)
            if let profile, profile != needed, question.picture != nil || question.animation != nil {
                return (DecoderAnswer(referral: needed), -1)
            }
            if let request = question.animation {
                (answer.animation, memory) = try AnimationDecoder.decode(
                    file.bytes, facts: facts, request: request)
            } else if let request = question.picture {
                memory = try picture(of: file.bytes, facts, request, question.isInspection, &answer)
            }
        } catch let failure as DecodeFailure {
            // A film that gives no picture here may well play elsewhere.
            if answer.facts?.mediaType == .video || answer.facts?.mediaType == .audio {
                answer.warning = failure.description
            } else {
                answer.failure = failure
            }
        } catch {
            answer.failure = .corrupt("\(error)")
        }
        return (answer, memory)
    }

    private static func facts(of bytes: UnsafeRawBufferPointer) throws -> FileFacts {
        do {
            return try MetadataReader.facts(of: bytes)
        } catch .unknownFormat {
            throw DecodeFailure.unsupported(.unknown)
        }
    }

    private static func picture(
        of bytes: UnsafeRawBufferPointer, _ facts: FileFacts, _ request: DecodeRequest, _ withJPEG: Bool,
        _ answer: inout DecoderAnswer
    ) throws -> Int32 {
        let decoded = try Decoder.decodeAny(bytes, facts: facts, request: request, place: .memoryFile)
        answer.warning = decoded.warning
        // Drawings and a few rare formats tell their size only to who decodes them, and a few HEIF files contradict
        // themselves about their rotation.
        if let size = answer.facts?.displaySize, size.isEmpty || size == decoded.displaySize.transposed {
            answer.facts?.storedSize = facts.orientation.displaySize(of: decoded.displaySize)
            answer.facts?.displaySize = decoded.displaySize
        }
        if let duration = decoded.duration, answer.facts?.duration == 0 { answer.facts?.duration = duration }
        let canvas = decoded.canvas
        let jpeg =
            withJPEG
            ? try JPEGEncoder.encode(
                canvas.bytes, geometry: canvas.geometry, quality: JPEGEncoder.tileQuality)
            : []
        let memory = try canvas.handOver(tail: jpeg)
        answer.pixels = canvas.geometry
        answer.jpegLength = jpeg.count
        return memory
    }
}
