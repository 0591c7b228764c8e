// SPDX-License-Identifier: GPL-3.0-or-later
// The frames of an animation, as an app plays them: upright, sRGB, whole pictures.

import Metadata

/// The frames of an animation that are wanted.
public struct AnimationRequest: Sendable, Codable, Hashable {
    /// Pixels that each frame is fitted into; nil for the size as shown.
    public var target: PixelSize?
    /// Bytes of all frames together, at most: the frames behind are left out.
    public var byteLimit: Int

    /// Some hundred frames of the size of a screen's quarter.
    public static let customaryByteLimit = 256 << 20

    public init(target: PixelSize?, byteLimit: Int = customaryByteLimit) {
        self.target = target
        self.byteLimit = byteLimit
    }
}

/// The frames of an animation, all of one size and layout, in one piece of memory that goes with the last of them.
public struct AnimationFrames: Sendable {
    public struct Frame: Sendable {
        public let pixels: PixelBuffer
        /// How long it is shown.
        public let delay: Duration
    }

    public let frames: [Frame]
    /// How often all of it is shown; 0 for ever.
    public let loopCount: Int
    /// False where frames were left out for want of room, or are damaged.
    public let isComplete: Bool

    /// What is shown longer is a still, or was never meant.
    static let longestDelay = Duration.seconds(3600)
}

/// What a decoder process says of the frames in the memory that it hands over, one behind the other.
struct AnimationAnswer: Codable, Sendable {
    var geometry: PixelGeometry
    /// Milliseconds, one a frame.
    var delays: [Int]
    var loopCount: Int
    var isComplete: Bool
}

extension AnimationFrames {
    /// Nil where the memory is not what the answer says: it comes from a process that may have been taken over.
    init?(_ answer: AnimationAnswer, sealedMemory descriptor: Int32) {
        guard !answer.delays.isEmpty,
            let pixels = PixelBuffer.buffers(
                count: answer.delays.count, sealedMemory: descriptor, geometry: answer.geometry)
        else { return nil }
        frames = zip(pixels, answer.delays).map { pixels, delay in
            Frame(pixels: pixels, delay: min(max(.zero, .milliseconds(delay)), Self.longestDelay))
        }
        loopCount = max(0, answer.loopCount)
        isComplete = answer.isComplete
    }
}
