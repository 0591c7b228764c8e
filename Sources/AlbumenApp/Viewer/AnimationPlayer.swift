// SPDX-License-Identifier: GPL-3.0-or-later
// Plays the frames of a photo that moves. Between two frames nothing runs, and while the window is not drawn nothing at all.

import AlbumenKit
import CAdwaita
import GTKBridge

/// Hands over one frame after the other, at its time.
@MainActor
final class AnimationPlayer {
    /// When it begins to play, pauses, or is over.
    var onChange: () -> Void = {}
    private(set) var isPlaying = false

    private let frames: AnimationFrames
    private let clock: AnimationClock
    /// Whose window has to be drawn for a frame to come.
    private let widget: Widget
    private let show: (Texture) -> Void
    private var shown = -1
    /// Of the animation, when it was last started or stopped.
    private var elapsed = Duration.zero
    private var started = ContinuousClock.now
    private var timer: LoopSource?
    private var isFrameAsked = false

    /// Nil where nothing moves.
    init?(_ frames: AnimationFrames, in widget: Widget, show: @escaping (Texture) -> Void) {
        guard let clock = AnimationClock(delays: frames.frames.map(\.delay), loopCount: frames.loopCount)
        else {
            return nil
        }
        self.frames = frames
        self.clock = clock
        self.widget = widget
        self.show = show
    }

    /// Goes on; from the beginning where it is over.
    func play() {
        guard !isPlaying else { return }
        if clock.position(after: elapsed).remaining == nil { elapsed = .zero }
        isPlaying = true
        started = .now
        onChange()
        update()
    }

    /// Stays at the frame that is shown.
    func pause() {
        guard isPlaying else { return }
        elapsed += .now - started
        end()
    }

    func toggle() {
        if isPlaying { pause() } else { play() }
    }

    private func end() {
        isPlaying = false
        timer?.cancel()
        timer = nil
        onChange()
    }

    /// Shows the frame whose time it is, and waits for the next.
    private func update() {
        guard isPlaying else { return }
        let now = elapsed + (ContinuousClock.now - started)
        let position = clock.position(after: now)
        if position.frame != shown {
            shown = position.frame
            show(Texture(frames.frames[shown].pixels))
        }
        guard let remaining = position.remaining else {
            elapsed = now
            return end()
        }
        let milliseconds = UInt32(clamping: Int((remaining / .milliseconds(1)).rounded(.up)))
        timer = MainLoop.after(milliseconds: milliseconds) { [weak self] in self?.askFrame() }
    }

    /// A window that is not drawn has no frames: then this waits, and nothing wakes up.
    private func askFrame() {
        timer = nil
        guard isPlaying, !isFrameAsked else { return }
        isFrameAsked = true
        widget.onEachFrame { [weak self] in
            self?.isFrameAsked = false
            self?.update()
            return false
        }
    }
}
