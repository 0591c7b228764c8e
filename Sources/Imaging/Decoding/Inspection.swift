// SPDX-License-Identifier: GPL-3.0-or-later
// What one reading of a file gives: its facts and, if asked for, its tile. An import reads each file once.

import Metadata

/// A tile: pixels to show and the JPEG to store.
public struct InspectedThumbnail: Sendable {
    public let pixels: PixelBuffer
    /// Transparent pictures lie on white here.
    public let jpeg: [UInt8]
}

/// What one reading of a file gave.
public struct Inspection: Sendable {
    /// Nil when not even the kind of file could be told.
    public let facts: FileFacts?
    /// Present when asked for and to be had; videos have none.
    public let thumbnail: InspectedThumbnail?
    /// Why there are no facts, or why the pixels asked for do not decode. Facts and failure together: a file
    /// that says what it is and is broken inside.
    public let failure: DecodeFailure?
    /// What the decoder complained about while still giving a picture, such as a truncated JPEG.
    public let warning: String?

    public init(
        facts: FileFacts?, thumbnail: InspectedThumbnail? = nil, failure: DecodeFailure? = nil,
        warning: String? = nil
    ) {
        self.facts = facts
        self.thumbnail = thumbnail
        self.failure = failure
        self.warning = warning
    }
}
