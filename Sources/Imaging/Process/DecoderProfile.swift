// SPDX-License-Identifier: GPL-3.0-or-later
// What a decoder process is for. What is loaded before the lockdown, and what may be done after it, follow from that:
// so a photo's decoder neither waits for fonts and film plug-ins nor has the freedom that they need.

import Metadata

/// A kind of decoder process. Raw values are the program's argument.
enum DecoderProfile: String, Sendable, Codable, CaseIterable {
    /// Photos, and the facts of every file.
    case still
    /// Drawings: with fonts, which cannot be opened later.
    case drawing
    /// Films, and sequences of pictures that are coded as films are: pipelines of threads, and loops that are compiled at run time.
    case film

    /// The kind that decodes pictures of this format.
    init(for format: FileFormat) {
        switch format.mediaType {
        case .video: self = .film
        default:
            switch format {
            case .svg: self = .drawing
            // Film by another name.
            case .heicSequence: self = .film
            default: self = .still
            }
        }
    }
}
