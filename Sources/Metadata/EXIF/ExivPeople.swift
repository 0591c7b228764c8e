// SPDX-License-Identifier: GPL-3.0-or-later
// Who is in a picture: names of face regions as the Metadata Working Group has them, Microsoft's, and IPTC's
// list. (MWG Guidelines for handling image metadata 2.0, section 5.11.)

/// Fills the names of people from the tags of one document.
struct ExivPeople {
    let document: ExivDocument

    /// Regions looked at in one file; a crowd, and an end for a file that lies.
    private static let regionLimit = 256

    func describe(_ facts: inout FileFacts) {
        var seen = Set(facts.people)
        for name in document.strings("Xmp.iptcExt.PersonInImage") + faces + microsoftFaces
        where seen.insert(name).inserted {
            facts.people.append(name)
        }
    }

    /// Regions of pets, focus points and bar codes have names too, and are no people.
    private var faces: [String] {
        names(in: "Xmp.mwg-rs.Regions/mwg-rs:RegionList", name: "mwg-rs:Name") { region in
            document.string("\(region)/mwg-rs:Type") == "Face"
        }
    }

    private var microsoftFaces: [String] {
        names(in: "Xmp.MP.RegionInfo/MPRI:Regions", name: "MPReg:PersonDisplayName") { _ in true }
    }

    private func names(in list: String, name: String, where isFace: (String) -> Bool) -> [String] {
        guard document.has(list) else { return [] }
        return (1...Self.regionLimit).lazy.map { "\(list)[\($0)]" }
            .prefix(while: document.has)
            .compactMap { isFace($0) ? document.string("\($0)/\(name)") : nil }
    }
}
