// SPDX-License-Identifier: GPL-3.0-or-later
// Which frame of an animation is shown when.

import Testing

@testable import AlbumenApp

@Suite("Animation clock")
struct AnimationClockTests {
    private typealias Position = AnimationClock.Position

    private func clock(_ delays: [Int], loops: Int = 0) throws -> AnimationClock {
        try #require(AnimationClock(delays: delays.map { .milliseconds($0) }, loopCount: loops))
    }

    @Test("Each frame is shown for its own time, then the next, for ever")
    func frames() throws {
        let clock = try clock([50, 200, 100])
        let expected: [(at: Int, frame: Int, left: Int)] = [
            (0, 0, 50), (49, 0, 1), (50, 1, 200), (249, 1, 1), (250, 2, 100), (350, 0, 50),
            (350 * 1_000_000 + 60, 1, 190),
        ]
        for (at, frame, left) in expected {
            #expect(
                clock.position(after: .milliseconds(at))
                    == Position(frame: frame, remaining: .milliseconds(left)), "after \(at) ms")
        }
    }

    @Test("After its last round it stays at the last frame, of which there is no end to wait for")
    func loops() throws {
        let clock = try clock([100, 100], loops: 2)
        #expect(clock.position(after: .milliseconds(250)) == Position(frame: 0, remaining: .milliseconds(50)))
        #expect(clock.position(after: .milliseconds(300)) == Position(frame: 1, remaining: nil))
        #expect(clock.position(after: .seconds(9)) == Position(frame: 1, remaining: nil))
    }

    @Test("One frame, or none that is ever shown, is no animation")
    func stills() {
        #expect(AnimationClock(delays: [.seconds(1)], loopCount: 0) == nil)
        #expect(AnimationClock(delays: [], loopCount: 0) == nil)
        #expect(AnimationClock(delays: [.zero, .zero], loopCount: 0) == nil)
    }

    @Test("A frame of no time is passed over")
    func emptyFrames() throws {
        let clock = try clock([0, 100, 0, 50])
        #expect(clock.position(after: .zero) == Position(frame: 1, remaining: .milliseconds(100)))
        #expect(clock.position(after: .milliseconds(100)) == Position(frame: 3, remaining: .milliseconds(50)))
    }
}
