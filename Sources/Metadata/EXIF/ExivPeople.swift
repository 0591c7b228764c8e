// SPDX-License-Identifier: GPL-3.0-or-later
// Who is in a picture, and where: face regions as the Metadata Working Group has them, Microsoft's, and IPTC's list of
// names. (MWG Guidelines for handling image metadata 2.0, section 5.11.)

/// Fills the people from the tags of one document.
struct ExivPeople {
    let document: ExivDocument
    /// How stored pixels are turned to be shown.
    let orientation: Orientation

    /// Regions come before names without one.
    func describe(_ facts: inout FileFacts) {
        var seen = Set(facts.people.map(\.name))
        let named = document.strings("Xmp.iptcExt.PersonInImage").map { PersonInPicture(name: $0) }
        for person in faces(in: facts.storedSize) + microsoftFaces + named
        where seen.insert(person.name).inserted {
            facts.people.append(person)
        }
    }

    // MARK: MWG

    /// Regions of pets, focus points and bar codes have names too, and are no people.
    private func faces(in size: PixelSize) -> [PersonInPicture] {
        let name = "/Name"
        let isOfPicture = isOfPicture(size)
        return document.nestedPaths(in: "Xmp.mwg-rs.Regions/RegionList", endingIn: name).compactMap {
            tag in
            let region = tag.dropLast(name.count)
            guard document.nestedString("\(region)/Type") == "Face", let name = document.nestedString(tag)
            else {
                return nil
            }
            return PersonInPicture(name: name, region: isOfPicture ? area("\(region)/Area") : nil)
        }
    }

    /// Whether the regions are of the picture as it is: one that was cropped since has other proportions.
    private func isOfPicture(_ size: PixelSize) -> Bool {
        let dimensions = "Xmp.mwg-rs.Regions/AppliedToDimensions/"
        guard let width = number("\(dimensions)w"), let height = number("\(dimensions)h"), width > 0,
            height > 0,
            !size.isEmpty
        else { return true }
        let tolerance = 0.02
        let (said, stored) = (width / height, Double(size.width) / Double(size.height))
        return abs(said / stored - 1) <= tolerance
    }

    /// Normalised, by its middle, in the picture as stored.
    private func area(_ tag: String) -> UnitRect? {
        guard document.nestedString("\(tag)/unit") ?? "normalized" == "normalized",
            let x = number("\(tag)/x"), let y = number("\(tag)/y"),
            let width = number("\(tag)/w"), let height = number("\(tag)/h")
        else { return nil }
        return shown(UnitRect(x: x - width / 2, y: y - height / 2, width: width, height: height))
    }

    // MARK: Microsoft

    private var microsoftFaces: [PersonInPicture] {
        let name = "/PersonDisplayName"
        return document.nestedPaths(in: "Xmp.MP.RegionInfo/Regions", endingIn: name).compactMap { tag in
            document.nestedString(tag).map { text in
                PersonInPicture(name: text, region: rectangle("\(tag.dropLast(name.count))/Rectangle"))
            }
        }
    }

    /// Left, top, width and height, normalised, with commas.
    private func rectangle(_ tag: String) -> UnitRect? {
        let numbers = (document.nestedString(tag) ?? "").split(separator: ",").compactMap {
            Double($0.filter { !$0.isWhitespace })
        }
        guard numbers.count == 4 else { return nil }
        return shown(UnitRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
    }

    // MARK: Both

    private func number(_ tag: String) -> Double? { document.nestedString(tag).flatMap { Double($0) } }

    /// From the picture as stored to the picture as shown, by way of pixels too small to matter.
    private func shown(_ region: UnitRect?) -> UnitRect? {
        let grid = PixelSize(width: 1 << 20, height: 1 << 20)
        return region.flatMap {
            UnitRect(
                orientation.displayRect(of: $0.pixels(of: grid), in: grid),
                of: orientation.displaySize(of: grid))
        }
    }
}
