// SPDX-License-Identifier: GPL-3.0-or-later
// Smart albums by their evidence: one file of our own making for each mark that phones leave, and what vetoes it.

import TestSupport
import Testing

@testable import Metadata

@Suite("Evidence of smart albums", .timeLimit(.minutes(30)))
struct KindTests {
    private static let google = "xmlns:q=\"http://ns.google.com/photos/1.0/camera/\""

    private func facts(_ bytes: [UInt8], name: String = "x") throws -> FileFacts {
        try bytes.withUnsafeBytes { try MetadataReader.facts(of: $0) }.completed(from: FilePath("/a/\(name)"))
    }

    private func words(_ facts: FileFacts) -> Set<String> { Set(facts.evidence.map(\.trait.rawValue)) }

    /// A photo of Apple's with one entry in its maker note.
    private func apple(_ entry: SampleTag) -> [UInt8] {
        SampleJPEG.bytes(image: [.text(0x010F, "Apple")], exif: [.appleNote([entry])])
    }

    @Test(
        "EXIF CustomRendered, as Apple uses it",
        arguments: [
            (1, MediaSubtypes()), (2, .hdr), (3, .hdr), (6, .panorama), (7, [.hdr, .depthEffect]),
            (8, .depthEffect), (9, .depthEffect),
        ] as [(Int, MediaSubtypes)])
    func rendered(value: Int, subtypes: MediaSubtypes) throws {
        #expect(try facts(SampleJPEG.bytes(exif: [.short(0xA401, value)])).subtypes == subtypes)
    }

    @Test("Apple's maker note")
    func appleNote() throws {
        #expect(try words(facts(apple(.long(0x0014, 2)))) == ["depthEffect"])
        #expect(try words(facts(apple(.long(0x0014, 10)))) == [])
        #expect(try words(facts(apple(.long(0x002E, 6)))) == ["selfPortraits"])
        #expect(try words(facts(apple(.long(0x002E, 1)))) == [])
        #expect(try facts(apple(.long(0x000A, 3))).subtypes == .hdr)
        #expect(try facts(apple(.text(0x000B, "B-1"))).burstIdentifier == "B-1")
        #expect(try facts(apple(.text(0x0011, "C-1"))).contentIdentifier == "C-1")
    }

    @Test("Whatever part of a maker note there is, it is read to its end and no further")
    func truncatedNote() {
        let whole = SampleTag.appleNote([.text(0x000B, "burst"), .text(0x0011, "content"), .long(0x0014, 2)])
        for length in 0...whole.bytes.count {
            _ = whole.bytes.prefix(length).withUnsafeBytes { AppleMakerNote($0) }
        }
        var counts = whole.bytes
        counts[14] = 0xFF
        counts[15] = 0xFF
        #expect(counts.withUnsafeBytes { AppleMakerNote($0) }?.captureType == 2)
    }

    @Test("Google's marks count by their namespace, whatever its prefix")
    func googleMarks() throws {
        let burst = try facts(
            SampleJPEG.bytes(xmp: "\(Self.google) q:BurstID=\"G1\" q:BurstPrimary=\"1\">"))
        #expect(burst.burstIdentifier == "G1" && words(burst) == ["bursts"])
        let types = """
            \(Self.google)><q:SpecialTypeID><rdf:Bag><rdf:li>com.google.android.apps.camera.gallery.specialtype.\
            SpecialType-PORTRAIT</rdf:li></rdf:Bag></q:SpecialTypeID>
            """
        #expect(try words(facts(SampleJPEG.bytes(xmp: types))) == ["depthEffect"])
    }

    @Test("Screenshots by their comment, their name and their folder; what a camera made is none")
    func screenshots() throws {
        let comment = SampleTag.undefined(0x9286, Array("ASCII\0\0\0Screenshot".utf8))
        #expect(try facts(SampleJPEG.bytes(exif: [comment])).subtypes == .screenshot)
        let made = SampleJPEG.bytes(image: [.text(0x010F, "Canon")], exif: [comment])
        #expect(try facts(made).subtypes == [])
        let plain = SampleJPEG.bytes(seed: 1)
        for name in [
            "Screenshot_1.png", "Bildschirmfoto 2024-01-02.png", "Screenshots/a.jpg", "Schermate/a.jpg",
        ] {
            #expect(try facts(plain, name: name).subtypes == .screenshot, "\(name)")
        }
        #expect(try facts(plain, name: "my Screenshot.jpg").subtypes == [])
    }

    @Test("Screen recordings by their author and by their name")
    func recordings() throws {
        let film = SampleMovie.bytes()
        #expect(try facts(film, name: "Screencast from 2024.webm").subtypes == .screenRecording)
        #expect(try facts(film, name: "Screencasts/a.mov").subtypes == .screenRecording)
        #expect(try facts(film).subtypes == [])
        let author = SampleMovie.bytes(
            keys: [("com.apple.quicktime.author", .text("ReplayKitRecording"))])
        #expect(try facts(author).subtypes == .screenRecording)
    }

    @Test("Slow motion by its rate and by Android's mark, unless its maker wants it at full speed")
    func slowMotion() throws {
        #expect(try facts(SampleMovie.bytes(rate: 120)).subtypes == .highFrameRate)
        #expect(try facts(SampleMovie.bytes(rate: 60)).subtypes == [])
        let android = SampleMovie.bytes(keys: [("com.android.capture.fps", .float(240))])
        #expect(try facts(android).evidence.map(\.confidence) == [.certain])
        let fast = SampleMovie.bytes(
            keys: [("com.apple.quicktime.full-frame-rate-playback-intent", .int(1))], rate: 120)
        #expect(try facts(fast).subtypes == [])
    }

    @Test("What tracks and keys of films say")
    func films() throws {
        let lapse = SampleMovie.bytes(trackKeys: [("com.apple.photos.captureMode", .text("Time-lapse"))])
        #expect(try facts(lapse).subtypes == .timelapse)
        let front = SampleMovie.bytes(
            trackKeys: [("com.apple.quicktime.camera.lens_model", .text("iPhone front camera"))])
        #expect(try words(facts(front)) == ["selfPortraits"])
        let cinematic = SampleMovie.bytes(keys: [("com.apple.quicktime.cinematic-video", .int(1))])
        #expect(try facts(cinematic).subtypes == .cinematic)
        #expect(try facts(SampleMovie.bytes(sample: "dish")).subtypes == .cinematic)
        let stereo = SampleMovie.bytes(inSample: SampleMovie.box("vexu", [0, 0, 0, 0]))
        #expect(try facts(stereo).subtypes == .spatial)
        let long = try facts(
            SampleMovie.bytes(keys: [
                ("com.apple.photos.variation-identifier", .int(3)),
                ("com.apple.quicktime.content.identifier", .text("L1")),
            ]))
        #expect(long.playbackVariation == .longExposure && words(long) == ["longExposures"])
        #expect(long.contentIdentifier == "L1")
    }

    @Test("Samsung's trailer: panoramas, selfies, depth, bursts")
    func samsung() throws {
        func facts(_ type: Int, _ data: String = "1") throws -> FileFacts {
            let trailer = SampleTrailer.bytes([(type, "Name", Array(data.utf8))])
            return try self.facts(SampleJPEG.bytes(tail: trailer))
        }
        #expect(try facts(0x08E0).subtypes == .panorama)
        #expect(try words(facts(0x0910)) == ["selfPortraits"])
        for depth in [0x0AB1, 0x0B41, 0x0BE0] { #expect(try facts(depth).subtypes == .depthEffect) }
        #expect(try facts(0x09E0, "S1").burstIdentifier == "S1")
        #expect(try facts(0x1234).evidence == [])
        // Whatever is missing in front of it or inside of it
        let whole = SampleTrailer.bytes([(0x0910, "Name", [1]), (0x0A30, "Film", [2, 3])])
        for length in 0..<whole.count {
            _ = Array(whole.suffix(length)).withUnsafeBytes { SamsungTrailer($0) }
        }
        for index in whole.indices {
            var damaged = whole
            damaged[index] = 0xFF
            _ = damaged.withUnsafeBytes { SamsungTrailer($0) }
        }
    }

    @Test("Bursts by their names")
    func burstNames() throws {
        let plain = SampleJPEG.bytes(seed: 1)
        let first = try facts(plain, name: "IMG_20190102_030405_BURST001_COVER.jpg")
        let second = try facts(plain, name: "IMG_20190102_030405_BURST002.jpg")
        #expect(first.burstIdentifier != nil && first.burstIdentifier == second.burstIdentifier)
        #expect(first.has(.bursts) && !second.has(.bursts))
        let google = try [3, 4].map {
            try facts(plain, name: "0000\($0)IMG_0000\($0)_BURST20190102030405123.jpg").burstIdentifier
        }
        #expect(google[0] == google[1] && google[0] != nil)
        #expect(try facts(plain, name: "sunburst_1.jpg").burstIdentifier == nil)
    }

    @Test("An evidence is weighed, and bounded")
    func weighing() throws {
        var facts = FileFacts(format: .jpeg)
        facts.note(.panoramas, .likely, "one")
        facts.note(.panoramas, .certain, "two")
        facts.note(.panoramas, .likely, "three")
        #expect(facts.evidence.map(\.words) == ["two"])
        for trait in PhotoTrait.allCases {
            facts.note(trait, .certain, String(repeating: "x", count: 10_000))
            facts.note(trait, .certain, "", by: .name)
            facts.note(trait, .certain, "", by: .sidecar)
        }
        #expect(facts.bounded().evidence.count == 32)
        #expect(facts.bounded().evidence.allSatisfy { $0.words.utf8.count <= 256 })
    }
}
