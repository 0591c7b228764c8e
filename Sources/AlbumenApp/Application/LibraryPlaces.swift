// SPDX-License-Identifier: GPL-3.0-or-later
// Where this run keeps its library, and the application id that goes with it.

import AlbumenKit

enum LibraryPlaces {
    static let applicationID = "org.albumen.Albumen"
    /// Where the resources stand, whichever library is open.
    static let resourcePath = "/org/albumen/Albumen"

    /// A library of its own is an application of its own: a second start on the same library raises the first's
    /// window, a start on another one does not.
    static func applicationID(for library: FilePath?) -> String {
        guard let library else { return applicationID }
        return "\(applicationID).Library\(String(fingerprint(library.bytes), radix: 16))"
    }

    static func location(for library: FilePath?) -> LibraryLocation {
        library.map(LibraryLocation.init(directory:)) ?? .standard
    }

    /// FNV-1a, 64 bits: stable across runs, which Swift's own hash is not.
    private static func fingerprint(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
