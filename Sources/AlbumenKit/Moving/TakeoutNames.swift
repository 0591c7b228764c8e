// SPDX-License-Identifier: GPL-3.0-or-later
// Which JSON file of a Takeout folder is about which photo. Google cuts long names, and counts equal ones in another place
// than the photos'.

import Metadata

/// The JSON files of one folder.
struct TakeoutNames {
    /// What stands between a photo's name and `.json`, all of it or its beginning; none in older exports.
    private static let supplement = ".supplemental-metadata"
    /// To how many characters Google cuts the name without `.json`.
    private static let longest = 46
    /// What an edited copy has at the end of its name, in the languages that Google writes it in most.
    private static let edited = [
        "-edited", "-bearbeitet", "-modifié", "-editado", "-modificato", "-bewerkt", "-redigerad",
        "-edytowane",
    ]
    /// What the photo of a Live Photo may end in, whose film has no file of its own.
    private static let stills = ["HEIC", "heic", "JPG", "jpg", "JPEG", "jpeg", "PNG", "png"]
    private static let films: Set<String> = ["mp4", "mov", "mp", "m4v"]

    private struct Name: Hashable {
        var stem: String
        var counter: String?
    }

    private var files: [Name: [UInt8]] = [:]
    private var used: Set<[UInt8]> = []
    private let names: [[UInt8]]

    init(_ names: [[UInt8]]) {
        self.names = names
        for name in names {
            let stem = String(decoding: name.dropLast(".json".utf8.count), as: UTF8.self)
            files[Name(stem: stem, counter: nil)] = name
            let (rest, counter) = Self.counted(stem[...])
            if let counter { files[Name(stem: String(rest), counter: counter)] = name }
        }
    }

    /// Those that were found for no photo.
    var unused: [[UInt8]] { names.filter { !used.contains($0) } }

    /// The file about a photo, and whether it is about the original of which this photo is an edited copy.
    mutating func find(for photo: [UInt8]) -> (sidecar: [UInt8], isOfOriginal: Bool)? {
        let name = String(decoding: photo, as: UTF8.self)
        if let found = look(for: name) { return (found, false) }
        let (stem, ending) = Self.divided(name)
        for mark in Self.edited {
            let (plain, counter) = Self.counted(stem)
            guard plain.hasSuffix(mark) else { continue }
            let original = "\(plain.dropLast(mark.count))\(counter.map { "(\($0))" } ?? "")\(ending)"
            if let found = look(for: original) { return (found, true) }
        }
        guard Self.films.contains(ending.dropFirst().lowercased()) else { return nil }
        for still in Self.stills {
            if let found = look(for: "\(stem).\(still)") { return (found, false) }
        }
        return nil
    }

    private mutating func look(for name: String) -> [UInt8]? {
        guard let found = match(name, nil) ?? counted(name) else { return nil }
        used.insert(found)
        return found
    }

    /// `IMG(1).jpg` goes with `IMG.jpg(1).json`.
    private func counted(_ name: String) -> [UInt8]? {
        let (stem, ending) = Self.divided(name)
        let (rest, counter) = Self.counted(stem)
        guard let counter else { return nil }
        return match("\(rest)\(ending)", counter)
    }

    private func match(_ name: String, _ counter: String?) -> [UInt8]? {
        let shortest = min(name.count, Self.longest)
        var whole = name + Self.supplement
        while whole.count >= shortest {
            if let found = files[Name(stem: whole, counter: counter)] { return found }
            whole.removeLast()
        }
        return nil
    }

    /// A name and its ending, with the dot.
    private static func divided(_ name: String) -> (stem: Substring, ending: Substring) {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return (name[...], "") }
        return (name[..<dot], name[dot...])
    }

    /// A text and the number in brackets at its end.
    private static func counted(_ text: Substring) -> (Substring, counter: String?) {
        guard text.last == ")", let open = text.lastIndex(of: "(") else { return (text, nil) }
        let digits = text[text.index(after: open)...].dropLast()
        guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return (text, nil) }
        return (text[..<open], String(digits))
    }
}
