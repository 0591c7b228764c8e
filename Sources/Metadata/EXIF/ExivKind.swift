// SPDX-License-Identifier: GPL-3.0-or-later
// What kind of photo it is: how phones mark bursts, Live Photos, portraits, selfies and panoramas.

/// Fills the kind of a photo from the tags of one document.
struct ExivKind {
    let document: ExivDocument

    /// What is known stays.
    func describe(_ facts: inout FileFacts) {
        noteRendering(&facts)
        notePanorama(&facts)
        if hasSpecialType("SpecialType-PORTRAIT") {
            facts.note(.depthEffect, .certain, "GCamera SpecialTypeID PORTRAIT")
        }
        if document.string("Xmp.MiCamera.XMPMeta")?.contains("<depthmap") == true {
            facts.note(.depthEffect, .likely, "MiCamera XMPMeta with a depth map")
        }
        if document.comment("Exif.Photo.UserComment") == "Screenshot"
            || document.alternative("Xmp.exif.UserComment") == "Screenshot"
        {
            facts.note(.screenshots, .certain, "EXIF UserComment Screenshot")
        }
        describeGoogleBurst(&facts)
        if facts.lensModel?.lowercased().contains("front") == true {
            facts.note(.selfPortraits, .certain, "a lens that says it is at the front")
        }
        let note = document.raw("Exif.Photo.MakerNote") { AppleMakerNote($0) }
        if let note { describe(note, &facts) }
    }

    private func describe(_ note: AppleMakerNote, _ facts: inout FileFacts) {
        facts.contentIdentifier = facts.contentIdentifier ?? note.contentIdentifier
        facts.burstIdentifier = facts.burstIdentifier ?? note.burstIdentifier
        let (merged, portrait, frontCamera) = (3, 2, 6)
        if note.hdrImageType == merged { facts.note(.hdr, .certain, "Apple HDRImageType 3") }
        if note.captureType == portrait { facts.note(.depthEffect, .certain, "Apple ImageCaptureType 2") }
        if note.cameraType == frontCamera { facts.note(.selfPortraits, .certain, "Apple CameraType 6") }
    }

    private func describeGoogleBurst(_ facts: inout FileFacts) {
        guard facts.burstIdentifier == nil else { return }
        facts.burstIdentifier =
            document.string("Xmp.GCamera.BurstID") ?? document.string("Xmp.GCreations.CameraBurstID")
        if facts.burstIdentifier != nil, document.integer("Xmp.GCamera.BurstPrimary") == 1 {
            facts.note(.bursts, .certain, "GCamera BurstPrimary")
        }
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
        let semantic = "Semantic"
        let paths = document.nestedPaths(in: "Xmp.Container.Directory", endingIn: "/Item/\(semantic)")
        guard let path = paths.first(where: { document.nestedString($0) == "MotionPhoto" }) else {
            return nil
        }
        let item = path.dropLast(semantic.count)
        func number(_ name: String) -> Int? { document.nestedString("\(item)\(name)").flatMap { Int($0) } }
        return MotionClaim(length: number("Length"), padding: number("Padding") ?? 0)
    }

    /// Apple's own values of EXIF CustomRendered.
    private func noteRendering(_ facts: inout FileFacts) {
        guard let rendered = document.integer("Exif.Photo.CustomRendered") else { return }
        let words = "EXIF CustomRendered \(rendered)"
        switch rendered {
        case 2, 3: facts.note(.hdr, .certain, words)
        case 6: facts.note(.panoramas, .certain, words)
        case 7:
            facts.note(.hdr, .certain, words)
            facts.note(.depthEffect, .certain, words)
        case 8, 9: facts.note(.depthEffect, .certain, words)
        default: break
        }
    }

    /// GPano is Google's vocabulary for panoramas.
    private func notePanorama(_ facts: inout FileFacts) {
        if document.string("Xmp.GPano.UsePanoramaViewer")?.lowercased() == "true"
            || document.has("Xmp.GPano.ProjectionType")
            || document.integer("Xmp.GPano.FullPanoWidthPixels").map({ $0 > 0 }) ?? false
        {
            facts.note(.panoramas, .certain, "XMP GPano")
        } else if hasSpecialType("SpecialType-PHOTOSPHERE") {
            facts.note(.panoramas, .likely, "GCamera SpecialTypeID PHOTOSPHERE")
        } else if isSonyPanorama {
            facts.note(.panoramas, .likely, "Sony's maker note has a panorama")
        }
    }

    /// Sony's tag 0x1003 describes a panorama; in other photos it is zeros.
    private var isSonyPanorama: Bool {
        document.raw("Exif.Sony1.Panorama") { $0.starts(with: [1, 1]) } ?? false
    }

    private func hasSpecialType(_ ending: String) -> Bool {
        document.strings("Xmp.GCamera.SpecialTypeID").contains { $0.hasSuffix(ending) }
    }
}
