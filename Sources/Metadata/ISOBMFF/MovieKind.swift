// SPDX-License-Identifier: GPL-3.0-or-later
// What kind of film it is: slow motion, time-lapse, screen recording, half of a Live Photo.

/// Fills the kind of a film from its header.
struct MovieKind {
    let movie: MovieStructure

    /// Frames a second from which a film is made to be slowed down.
    private static let highFrameRate = 100.0
    /// How many more frames a second were taken than are played, where a phone slowed a film down itself.
    private static let slowedDown = 1.5
    /// PhotoKit's PHAssetPlaybackVariation, as Photos writes it.
    private enum Variation {
        static let loop = 1.0
        static let bounce = 2.0
        static let longExposure = 3.0
    }

    func describe(_ facts: inout FileFacts) {
        facts.contentIdentifier = movie.metadata["com.apple.quicktime.content.identifier"]
        // What iOS writes as the author of its screen recordings.
        if movie.metadata["com.apple.quicktime.author"] == "ReplayKitRecording" {
            facts.subtypes.insert(.screenRecording)
        }
        if isSlowMotion { facts.subtypes.insert(.highFrameRate) }
        if movie.metadata["com.apple.photos.captureMode"] == "Time-lapse" {
            facts.subtypes.insert(.timelapse)
        }
        if movie.has("com.apple.quicktime.cinematic-video") { facts.subtypes.insert(.cinematic) }
        if movie.isStereo { facts.subtypes.insert(.spatial) }
        let lens = movie.metadata["com.apple.quicktime.camera.lens_model"]
        if lens?.lowercased().contains("front") == true { facts.isSelfPortrait = true }
        facts.playbackVariation =
            switch movie.numbers["com.apple.photos.variation-identifier"] {
            case Variation.loop: .autoloop
            case Variation.bounce: .mirror
            case Variation.longExposure: .longExposure
            default: .none
            }
    }

    private var isSlowMotion: Bool {
        // Its maker wants every frame at full speed.
        if movie.numbers["com.apple.quicktime.full-frame-rate-playback-intent"] == 1 { return false }
        let rate = movie.frameRate ?? 0
        if rate >= Self.highFrameRate { return true }
        guard let captured = movie.numbers["com.android.capture.fps"] else { return false }
        return captured >= Self.highFrameRate && captured > Self.slowedDown * rate
    }
}
