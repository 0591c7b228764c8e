// SPDX-License-Identifier: GPL-3.0-or-later
// Who is in a picture: names of face regions as the Metadata Working Group has them, Microsoft's, and IPTC's
// list. (MWG Guidelines for handling image metadata 2.0, section 5.11.)

/// Fills the names of people from the tags of one document.
struct ExivPeople {
    let document: ExivDocument

    func describe(_ facts: inout FileFacts) {
        var seen = Set(facts.people)
        for name in document.strings("Xmp.iptcExt.PersonInImage") + faces + microsoftFaces
        where seen.insert(name).inserted {
            facts.people.append(name)
        }
    }

    /// Regions of pets, focus points and bar codes have names too, and are no people.
    private var faces: [String] {
        let name = "/mwg-rs:Name"
        return document.xmpTags(in: "Xmp.mwg-rs.Regions/mwg-rs:RegionList", endingIn: name).compactMap {
            tag in
            let region = tag.dropLast(name.count)
            return document.string("\(region)/mwg-rs:Type") == "Face" ? document.string(tag) : nil
        }
    }

    private var microsoftFaces: [String] {
        document.xmpTags(in: "Xmp.MP.RegionInfo/MPRI:Regions", endingIn: "/MPReg:PersonDisplayName")
            .compactMap(document.string)
    }
}
