// SPDX-License-Identifier: GPL-3.0-or-later
// The ICC profile of a JPEG, which lies in one or more APP2 segments, in any order.

import Metadata

/// Puts profiles together.
enum JPEGProfile {
    /// The name, the part's number from 1 and the number of parts.
    private static let prefix = Array("ICC_PROFILE\0".utf8)
    private static let headLength = prefix.count + 2

    /// The profile; nil where there is none, or where parts of it are missing.
    static func profile(in bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        var parts: [UInt8: UnsafeRawBufferPointer] = [:]
        var count: UInt8 = 0
        JPEGHeader.forEachSegment(of: bytes) { marker, content in
            guard marker == 0xE2, content.count > headLength, content.starts(with: prefix) else { return }
            let number = content[prefix.count]
            count = max(count, content[prefix.count + 1])
            // The first of two with one number, as libjpeg has it.
            if parts[number] == nil {
                parts[number] = UnsafeRawBufferPointer(rebasing: content.dropFirst(headLength))
            }
        }
        guard count > 0 else { return nil }
        var profile: [UInt8] = []
        for number in 1...count {
            guard let part = parts[number] else { return nil }
            profile += part
        }
        return profile
    }
}
