// SPDX-License-Identifier: GPL-3.0-or-later
// What the image manager needs of a decoder: a seam, so that tests can count and hold back decodes.

import Imaging
import Metadata

/// Decodes files. See `DecoderPool`, which does so in other processes.
protocol ImageDecoding: Sendable {
    func inspect(
        _ file: OpenFile, thumbnail: DecodeRequest?, priority: DecodePriority, ticket: DecodeTicket
    ) async throws(DecodeFailure) -> Inspection

    func image(
        _ file: OpenFile, _ request: DecodeRequest, priority: DecodePriority, ticket: DecodeTicket
    ) async throws(DecodeFailure) -> PixelBuffer

    func animation(
        _ file: OpenFile, _ request: AnimationRequest, priority: DecodePriority, ticket: DecodeTicket
    ) async throws(DecodeFailure) -> AnimationFrames

    func reprioritize(_ ticket: DecodeTicket, to priority: DecodePriority)
}

extension DecoderPool: ImageDecoding {}
