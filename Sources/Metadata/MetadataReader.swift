// SPDX-License-Identifier: GPL-3.0-or-later
// The one entry to this module's reading: bytes of a file in, facts out. Parses untrusted bytes, and so
// runs in the decoder process.

/// Why a file has no facts.
public enum MetadataError: Error, Sendable, Codable, Hashable {
    /// The first bytes are of no known format.
    case unknownFormat
}

extension MetadataError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unknownFormat: "The content is of no known photo or video format."
        }
    }
}

/// Reads facts out of files.
public enum MetadataReader {
    /// The facts in the bytes of a whole file. Damage costs the facts that are damaged, not the others.
    public static func facts(of bytes: UnsafeRawBufferPointer) throws(MetadataError) -> FileFacts {
        let format = FormatSniffer.format(of: bytes)
        guard format != .unknown else { throw .unknownFormat }
        return FileFacts(format: format)
    }
}
