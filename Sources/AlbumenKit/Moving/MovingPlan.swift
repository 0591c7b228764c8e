// SPDX-License-Identifier: GPL-3.0-or-later
// What another program's library says, in our words: the photos with all that is known of them, the collections they are
// in, and what of it cannot come over.

import Metadata

/// What a reader makes of a library.
struct MovingPlan: Sendable {
    var photos: [ForeignPhoto] = []
    var collections: [ForeignCollection] = []
    var report = MovingReport.Tally()

    /// Appends a photo; returns its place.
    mutating func add(_ photo: ForeignPhoto) -> Int {
        photos.append(photo)
        return photos.count - 1
    }

    /// Makes a collection for everybody who is in a photo. Names are the same person's in every program.
    mutating func addPeople() {
        var members: [String: [Int]] = [:]
        for (index, photo) in photos.enumerated() {
            for name in Set(photo.people.map(\.name.nfc)) { members[name, default: []].append(index) }
        }
        for (name, photos) in members.sorted(by: { $0.key < $1.key }) {
            collections.append(
                ForeignCollection(.albumSyncedFaces, key: "person/\(name)", title: name, members: photos))
        }
    }
}

/// A photo or video of another program.
struct ForeignPhoto: Sendable {
    var path: FilePath
    var keywords: [String] = []
    /// 1–5.
    var rating: Int?
    var title: String?
    var caption: String?
    var isFavorite = false
    var isHidden = false
    var isTrashed = false
    var people: [ForeignPerson] = []
    var location: Location?

    init(path: FilePath) { self.path = path }
}

/// Somebody in a photo.
struct ForeignPerson: Sendable {
    /// Where the face is, as the program keeps it.
    enum Region: Sendable {
        /// Of the picture as it is stored, not turned.
        case ofStored(UnitRect)
        /// Pixels of the picture as shown.
        case pixelsShown(PixelRect)
    }

    var name: String
    var region: Region?
}

/// An event, an album or a person of another program.
struct ForeignCollection: Sendable {
    var subtype: AssetCollectionSubtype
    /// Names it for good among all that any program has.
    var key: String
    /// Nil: the day of its first photo.
    var title: String?
    /// Titles of the folders it is in, the outermost first.
    var folders: [String] = []
    /// Places in the plan's photos, in order.
    var members: [Int]
    /// The one of them that stands for it.
    var keyPhoto: Int?

    init(
        _ subtype: AssetCollectionSubtype, key: String, title: String?, folders: [String] = [],
        members: [Int],
        keyPhoto: Int? = nil
    ) {
        self.subtype = subtype
        self.key = key
        self.title = title
        self.folders = folders
        self.members = members
        self.keyPhoto = keyPhoto
    }
}

extension String {
    /// The longest text that is taken from another program, in Unicode scalars: what nobody wrote by hand.
    private static let longestForeignText = 65_536

    /// The text as it can be taken over: to the first zero, which no text holds, without blanks around it, and no longer than
    /// anybody writes; nil where nothing is left.
    var foreignText: String? {
        var text = prefix { $0 != "\0" }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        text = text.drop { $0.isWhitespace }
        if text.unicodeScalars.count > Self.longestForeignText {
            return String(String.UnicodeScalarView(text.unicodeScalars.prefix(Self.longestForeignText)))
        }
        return text.isEmpty ? nil : String(text)
    }
}
