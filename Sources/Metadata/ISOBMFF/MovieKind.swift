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
            facts.note(.screenRecordings, .certain, "author ReplayKitRecording")
        }
        noteSlowMotion(&facts)
        if movie.metadata["com.apple.photos.captureMode"] == "Time-lapse" {
            facts.note(.timelapses, .certain, "captureMode Time-lapse")
        }
        if movie.has("com.apple.quicktime.cinematic-video") || movie.hasDisparityTrack {
            facts.note(.cinematic, .certain, "cinematic video of Apple's")
        }
        if movie.isStereo { facts.note(.spatial, .certain, "views for both eyes (vexu)") }
        let lens = movie.metadata["com.apple.quicktime.camera.lens_model"]
        if lens?.lowercased().contains("front") == true {
            facts.note(.selfPortraits, .likely, "a lens that says it is at the front")
        }
        switch movie.numbers["com.apple.photos.variation-identifier"] {
        case Variation.loop: facts.playbackVariation = .autoloop
        case Variation.bounce: facts.playbackVariation = .mirror
        case Variation.longExposure:
            facts.playbackVariation = .longExposure
            facts.note(.longExposures, .likely, "variation-identifier 3")
        default: break
        }
    }

    private func noteSlowMotion(_ facts: inout FileFacts) {
        // Its maker wants every frame at full speed.
        if movie.numbers["com.apple.quicktime.full-frame-rate-playback-intent"] == 1 { return }
        let rate = movie.frameRate ?? 0
        let captured = movie.numbers["com.android.capture.fps"] ?? 0
        if captured >= Self.highFrameRate, captured > Self.slowedDown * rate {
            facts.note(.slomoVideos, .certain, "com.android.capture.fps \(Int(clamping: captured))")
        } else if rate >= Self.highFrameRate {
            facts.note(.slomoVideos, .likely, "\(Int(clamping: rate)) frames a second")
        }
    }
}

extension Int {
    /// The nearest whole number; 0 for what is none.
    fileprivate init(clamping value: Double) {
        self = value.isNaN ? 0 : Int(exactly: value.rounded()) ?? (value < 0 ? .min : .max)
    }
}
