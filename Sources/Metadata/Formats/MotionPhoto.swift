// SPDX-License-Identifier: GPL-3.0-or-later
// What phones append to a picture: a film, and Samsung's notes of how it was taken.

/// Fills facts from what is behind a JPEG's picture, or in the boxes of a HEIC beside it.
struct MotionPhoto {
    private let film: FileRange?
    private let trailer: SamsungTrailer?

    init(_ bytes: UnsafeRawBufferPointer, _ claim: MotionClaim?) {
        let file = ByteReader(bytes)
        // Samsung's HEICs have the same trailer in a box.
        let end = Box.range(of: "sefd", in: file)?.upperBound ?? file.count
        trailer = SamsungTrailer(UnsafeRawBufferPointer(rebasing: bytes[..<end]))
        film = MotionVideo.find(in: file, claim: claim, trailer: trailer)
    }

    func describe(_ facts: inout FileFacts) {
        facts.motionVideo = film
        if film != nil { facts.note(.livePhotos, .certain, "a film inside the photo") }
        guard let trailer else { return }
        typealias Piece = SamsungTrailer.Piece
        func has(_ pieces: UInt16...) -> Bool { pieces.contains { trailer.pieces[$0] != nil } }
        if has(Piece.panorama) { facts.note(.panoramas, .likely, "Samsung's Panorama_Shot_Info") }
        if has(Piece.dualDepth, Piece.singleDepth, Piece.liveFocus) {
            facts.note(.depthEffect, .likely, "Samsung's depth map")
        }
        if has(Piece.selfie) { facts.note(.selfPortraits, .certain, "Samsung's Front_Cam_Selfie_Info") }
        if facts.burstIdentifier == nil { facts.burstIdentifier = trailer.text(Piece.burst) }
        if facts.burstIdentifier != nil, has(Piece.bestOfBurst) {
            facts.note(.bursts, .certain, "Samsung's best photo of a burst")
        }
    }
}
