// SPDX-License-Identifier: GPL-3.0-or-later
// Which frame of an animation is shown when. Pure numbers: no widget and no clock is asked.

/// The frames' times.
struct AnimationClock: Equatable {
    /// When each frame ends, from the beginning of a round.
    private let ends: [Duration]
    /// 0 for ever.
    private let loopCount: Int

    /// Nil where nothing moves.
    init?(delays: [Duration], loopCount: Int) {
        var end = Duration.zero
        ends = delays.map { delay in
            end += delay
            return end
        }
        self.loopCount = loopCount
        guard delays.count > 1, end > .zero else { return nil }
    }

    /// What is shown so long after the start.
    struct Position: Equatable {
        let frame: Int
        /// Until the next frame; nil where this one stays.
        let remaining: Duration?
    }

    func position(after elapsed: Duration) -> Position {
        let round = ends[ends.count - 1]
        let rounds = Int(elapsed / round)
        guard loopCount == 0 || rounds < loopCount else {
            return Position(frame: ends.count - 1, remaining: nil)
        }
        let time = elapsed - round * rounds
        let frame = ends.firstIndex { $0 > time } ?? ends.count - 1
        let isLast = frame == ends.count - 1 && rounds + 1 == loopCount
        return Position(frame: frame, remaining: isLast ? nil : ends[frame] - time)
    }
}
