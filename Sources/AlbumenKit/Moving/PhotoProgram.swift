// SPDX-License-Identifier: GPL-3.0-or-later
// The programs that people come from, and where each keeps what it knows.

import CGio
import Metadata

/// A program whose library can be taken over. Raw values are the command line's words, and part of the keys by which
/// collections are found again: they never change.
public enum PhotoProgram: String, Sendable, CaseIterable {
    case shotwell, digikam
    /// What Google Takeout gave of Google Photos.
    case takeout
    /// What osxphotos, or Photos itself, exported from Apple Photos.
    case apple

    /// Its own name, the same in every language.
    public var name: String {
        switch self {
        case .shotwell: "Shotwell"
        case .digikam: "digiKam"
        case .takeout: "Google Takeout"
        case .apple: "Apple Photos"
        }
    }

    /// Whether its library is one file, a database; a folder otherwise.
    public var hasDatabase: Bool { self == .shotwell || self == .digikam }

    /// The name of that file.
    var databaseName: String? {
        switch self {
        case .shotwell: "photo.db"
        case .digikam: "digikam4.db"
        case .takeout, .apple: nil
        }
    }

    /// The library of the person, where it usually is; nil where there is none.
    public func findLibrary() async -> FilePath? {
        await Catalog.disk.run { usualPlaces.first { FileStamp(followingLinksAt: $0) != nil } }
    }

    private var usualPlaces: [FilePath] {
        let data = FilePath(cString: g_get_user_data_dir())
        let home = FilePath(cString: g_get_home_dir())
        switch self {
        case .shotwell:
            return [data, home.appending(".local").appending("share")].map {
                $0.appending("shotwell").appending("data").appending("photo.db")
            }
        case .digikam:
            let databases = data.appending("digikam")
            return [LibraryLocation.picturesFolder, databases, home].map { $0.appending("digikam4.db") }
        case .takeout:
            let downloads = g_get_user_special_dir(G_USER_DIRECTORY_DOWNLOAD).map(FilePath.init(cString:))
            return [downloads, home].compactMap { $0?.appending("Takeout") }
        case .apple:
            return []
        }
    }
}
