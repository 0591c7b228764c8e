// SPDX-License-Identifier: GPL-3.0-or-later
// What a decoder process says when it is ready, what it is asked, what it answers. Messages are JSON: small, and a
// change of the types is a change of both ends, which are built together.

import Foundation
import Metadata

/// The first message of a process: loaded, locked down, ready.
struct DecoderGreeting: Codable, Sendable {
    var confinement: DecoderConfinement
}

/// A question about the file whose descriptor comes with it.
struct DecoderQuestion: Codable, Sendable {
    /// True to read the facts too, and to encode the picture as JPEG for storing.
    var isInspection: Bool
    /// The picture wanted; nil for facts alone.
    var picture: DecodeRequest?
    /// The frames wanted, of an animation; nothing else is answered then.
    var animation: AnimationRequest?
    /// The file is a sidecar: what it says is answered, and nothing else.
    var sidecar: SidecarQuestion?
}

/// The answer. With pixels comes a descriptor of a sealed memory file: pixels first, then the JPEG.
struct DecoderAnswer: Codable, Sendable {
    var facts: FileFacts?
    var failure: DecodeFailure?
    var warning: String?
    var pixels: PixelGeometry?
    /// Bytes after the pixels.
    var jpegLength = 0
    /// What the memory holds, where frames were asked for.
    var animation: AnimationAnswer?
    /// Nothing else is said then: a process of that kind has to be asked.
    var referral: DecoderProfile?
}

/// Encoding of messages.
enum DecoderMessage {
    /// Bytes of a message at most; below what a message socket buffers by default.
    static let capacity = 160 * 1024

    static func encode(_ message: some Encodable) -> [UInt8]? {
        guard let data = try? JSONEncoder().encode(message), data.count <= capacity else { return nil }
        return Array(data)
    }

    static func decode<M: Decodable>(_ type: M.Type, from bytes: some Sequence<UInt8>) -> M? {
        try? JSONDecoder().decode(type, from: Data(bytes))
    }
}
