// SPDX-License-Identifier: GPL-3.0-or-later
// The previews that cameras embed, found by exiv2.

import CExiv2

/// Pictures inside a file's metadata.
public enum EmbeddedPreview {
    /// The encoded bytes of the largest preview, or nil.
    public static func largest(in bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        guard let document = ExivDocument(bytes) else { return nil }
        return document.largestPreview()
    }
}
