// SPDX-License-Identifier: GPL-3.0-or-later
// Makes a picture that is large enough as large as it was asked for, to the pixel.

import Imaging
import Metadata

/// What an exact request does to the picture that serves it.
struct ExactFitting: Sendable {
    let target: PixelSize
    let mode: ImageContentMode
    /// All of the picture (or of the part asked for), as the catalog reckons it.
    let size: PixelSize

    /// The size that all of a picture of `given` pixels is reduced to.
    func whole(of given: PixelSize) -> PixelSize {
        let fitted = mode == .aspectFit ? given.fitted(in: target) : given.filling(target)
        // The same but for rounding: the original's shape is the better one to round.
        let isRounding = abs(fitted.width - size.width) <= 1 && abs(fitted.height - size.height) <= 1
        return isRounding && given.covers(size) ? size : fitted
    }

    /// The part of it that is delivered: of the target's shape, in the middle, where the target is to be filled.
    func part(of whole: PixelSize) -> PixelRect {
        guard mode == .aspectFill else { return PixelRect(all: whole) }
        // Smaller than the target, it has at least the target's shape.
        return PixelRect(middle: whole.covers(target) ? target : target.fitted(in: whole), of: whole)
    }

    func isFulfilled(by size: PixelSize) -> Bool { whole(of: size) == size && part(of: size).size == size }

    /// Computes for some milliseconds: not for the main thread.
    func apply(to pixels: PixelBuffer) throws(DecodeFailure) -> PixelBuffer {
        let whole = whole(of: pixels.size)
        let reduced = whole == pixels.size ? pixels : try pixels.reduced(to: whole)
        let part = part(of: whole)
        return part.size == whole ? reduced : try reduced.cropped(to: part)
    }
}
