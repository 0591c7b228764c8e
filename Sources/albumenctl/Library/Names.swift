// SPDX-License-Identifier: GPL-3.0-or-later
// The command line's words for the kinds of things in a library.

import AlbumenKit

extension MediaType {
    var name: String {
        switch self {
        case .unknown: "unknown"
        case .image: "image"
        case .video: "video"
        case .audio: "audio"
        }
    }
}

extension AssetState {
    var name: String {
        switch self {
        case .ok: "ok"
        case .broken: "broken"
        case .offline: "offline"
        }
    }

    var reason: String? {
        if case .broken(let reason) = self { reason } else { nil }
    }
}

extension AssetCollectionType {
    var name: String {
        switch self {
        case .album: "album"
        case .smartAlbum: "smartAlbum"
        case .moment: "moment"
        }
    }
}

extension CollectionListType {
    var name: String {
        switch self {
        case .folder: "folder"
        }
    }
}

extension CollectionListSubtype {
    var name: String {
        switch self {
        case .regularFolder: "regularFolder"
        case .rootFolder: "rootFolder"
        }
    }
}

extension AssetCollectionSubtype {
    /// PhotoKit's name in lower camel case; smart albums without their prefix.
    var name: String {
        let name = "\(self)"
        let prefix = "smartAlbum"
        guard name.hasPrefix(prefix) else { return name }
        let rest = name.dropFirst(prefix.count)
        return rest == "RAW" ? "raw" : rest.prefix(1).lowercased() + rest.dropFirst()
    }

    /// The smart album of a name such as `selfPortraits`.
    init?(smartAlbum name: String) {
        guard let match = Self.allCases.first(where: { $0.isSmartAlbum && $0.name == name }) else {
            return nil
        }
        self = match
    }

    /// Whether it is one of the library's own; those that people make have titles and queries.
    private var isSmartAlbum: Bool { rawValue > Self.smartAlbumGeneric.rawValue && self != .any }

    static var smartAlbumNames: [String] { allCases.filter(\.isSmartAlbum).map(\.name) }

    /// What people call a smart album.
    var title: String? {
        switch self {
        case .smartAlbumPanoramas: "Panoramas"
        case .smartAlbumVideos: "Videos"
        case .smartAlbumFavorites: "Favourites"
        case .smartAlbumTimelapses: "Time-lapses"
        case .smartAlbumAllHidden: "Hidden"
        case .smartAlbumRecentlyAdded: "Recently Added"
        case .smartAlbumBursts: "Bursts"
        case .smartAlbumSlomoVideos: "Slo-mo"
        case .smartAlbumUserLibrary: "All Photos"
        case .smartAlbumSelfPortraits: "Selfies"
        case .smartAlbumScreenshots: "Screenshots"
        case .smartAlbumDepthEffect: "Portrait"
        case .smartAlbumLivePhotos: "Live Photos"
        case .smartAlbumAnimated: "Animated"
        case .smartAlbumLongExposures: "Long Exposure"
        case .smartAlbumUnableToUpload: "Unable to Upload"
        case .smartAlbumRAW: "RAW"
        case .smartAlbumCinematic: "Cinematic"
        case .smartAlbumSpatial: "Spatial"
        case .smartAlbumScreenRecordings: "Screen Recordings"
        case .smartAlbumRecentlyDeleted: "Recently Deleted"
        default: nil
        }
    }
}

extension FilePath {
    /// `path`, or `path_hex` with the bytes in hexadecimal where the path is not UTF-8.
    var json: [(String, JSONValue)] {
        if let text = string { return [("path", .string(text))] }
        return [("path", .null), ("path_hex", .string(hexadecimal))]
    }

    private var hexadecimal: String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
