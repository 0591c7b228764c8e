// SPDX-License-Identifier: GPL-3.0-or-later
// What kind of photo it is: how phones mark bursts, Live Photos, portraits, selfies and panoramas.

/// Fills the kind of a photo from the tags of one document.
struct ExivKind {
    let document: ExivDocument

    /// What is known stays.
    func describe(_ facts: inout FileFacts) {
        facts.subtypes.formUnion(renderedSubtypes)
        if isGPanorama { facts.subtypes.insert(.panorama) }
        if isPortrait { facts.subtypes.insert(.depthEffect) }
        if document.comment("Exif.Photo.UserComment") == "Screenshot"
            || document.alternative("Xmp.exif.UserComment") == "Screenshot"
        {
            facts.subtypes.insert(.screenshot)
        }
        describeGoogleBurst(&facts)
        if facts.lensModel?.lowercased().contains("front") == true { facts.isSelfPortrait = true }
        let note = document.raw("Exif.Photo.MakerNote") { AppleMakerNote($0) }
        if let note { describe(note, &facts) }
    }

    private func describe(_ note: AppleMakerNote, _ facts: inout FileFacts) {
        facts.contentIdentifier = facts.contentIdentifier ?? note.contentIdentifier
        facts.burstIdentifier = facts.burstIdentifier ?? note.burstIdentifier
        let (merged, portrait, frontCamera) = (3, 2, 6)
        if note.hdrImageType == merged { facts.subtypes.insert(.hdr) }
        if note.captureType == portrait { facts.subtypes.insert(.depthEffect) }
        if note.cameraType == frontCamera { facts.isSelfPortrait = true }
    }

    private func describeGoogleBurst(_ facts: inout FileFacts) {
        guard facts.burstIdentifier == nil else { return }
        facts.burstIdentifier =
            document.string("Xmp.GCamera.BurstID") ?? document.string("Xmp.GCreations.CameraBurstID")
        facts.isBurstPrimary = document.integer("Xmp.GCamera.BurstPrimary") == 1
    }

    /// What is claimed about a film that is appended; nil where nothing is.
    var motionClaim: MotionClaim? {
        if document.integer("Xmp.GCamera.MotionPhoto") == 1 {
            return containerClaim ?? MotionClaim()
        }
        if document.integer("Xmp.GCamera.MicroVideo") == 1 {
            return MotionClaim(length: document.integer("Xmp.GCamera.MicroVideoOffset"))
        }
        return nil
    }

    /// The film among the items that the file is said to hold, of which it is the last.
    private var containerClaim: MotionClaim? {
        let semantic = "Item:Semantic"
        let tags = document.xmpTags(in: "Xmp.Container.Directory", endingIn: "/Container:Item/\(semantic)")
        guard let tag = tags.first(where: { document.string($0) == "MotionPhoto" }) else { return nil }
        let item = tag.dropLast(semantic.count)
        return MotionClaim(
            length: document.integer("\(item)Item:Length"),
            padding: document.integer("\(item)Item:Padding") ?? 0)
    }

    /// Apple's own values of EXIF CustomRendered.
    private var renderedSubtypes: MediaSubtypes {
        switch document.integer("Exif.Photo.CustomRendered") {
        case 2, 3: .hdr
        case 6: .panorama
        case 7: [.hdr, .depthEffect]
        case 8, 9: .depthEffect
        default: []
        }
    }

    /// GPano is Google's vocabulary for panoramas.
    private var isGPanorama: Bool {
        document.string("Xmp.GPano.UsePanoramaViewer")?.lowercased() == "true"
            || document.has("Xmp.GPano.ProjectionType")
            || document.integer("Xmp.GPano.FullPanoWidthPixels").map { $0 > 0 } ?? false
            || hasSpecialType("SpecialType-PHOTOSPHERE")
    }

    private var isPortrait: Bool { hasSpecialType("SpecialType-PORTRAIT") }

    private func hasSpecialType(_ ending: String) -> Bool {
        document.strings("Xmp.GCamera.SpecialTypeID").contains { $0.hasSuffix(ending) }
    }
}
