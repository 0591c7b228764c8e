// SPDX-License-Identifier: GPL-3.0-or-later
// Animations, frame by frame, beside ImageMagick's and ffmpeg's idea of them; films' one frame, and JPEG XL.

import Foundation
import Metadata
import Testing

@testable import Imaging

@Suite("Animations and films", .timeLimit(.minutes(30)))
struct AnimationTests {
    private let fixture = Fixture()
    private let pool = DecoderPool(configuration: .init(workerCount: 1))
    private let whole = AnimationRequest(target: nil)

    private func frames(_ name: String) async throws -> AnimationFrames {
        try await pool.animation(OpenFile(path: fixture.path(name)), whole)
    }

    private func expect(_ animation: AnimationFrames, likeRGB oracle: [UInt8]) {
        let joined = animation.frames.flatMap { Codes($0.pixels).bytes }
        #expect(joined.count == oracle.count)
        // Rounding of transparency apart.
        #expect(zip(joined, oracle).allSatisfy { abs(Int($0) - Int($1)) <= 2 })
    }

    /// Three frames of 64×48, each with something of its own somewhere else, shown for 50, 200 and 100 ms.
    private func gif() async throws {
        try await fixture.run(
            "convert",
            [
                "-size", "64x48", "-dispose", "none", "-delay", "5", "xc:#c03030", "-delay", "20", "-page",
                "+8+8", "(", "-size", "20x20", "xc:#30c030", ")", "-delay", "10", "-page", "+30+20", "(",
                "-size", "10x10", "xc:#3030c0", ")", "-loop", "3", "moving.gif",
            ])
    }

    @Test("GIF: composed frames, delays, loops")
    func gifFrames() async throws {
        try await gif()
        let animation = try await frames("moving.gif")
        #expect(animation.frames.map(\.delay) == [50, 200, 100].map { .milliseconds($0) })
        #expect(animation.loopCount == 3 && animation.isComplete)
        expect(
            animation,
            likeRGB: try await fixture.run("convert", ["moving.gif", "-coalesce", "-depth", "8", "rgb:-"]))
    }

    @Test("WebP: composed frames, delays, loops")
    func webpFrames() async throws {
        try await gif()
        try await fixture.run("gif2webp", ["-quiet", "moving.gif", "-o", "moving.webp"])
        let animation = try await frames("moving.webp")
        #expect(animation.frames.map(\.delay) == [50, 200, 100].map { .milliseconds($0) })
        #expect(animation.loopCount == 3 && animation.isComplete)
        expect(
            animation,
            likeRGB: try await fixture.run("convert", ["moving.gif", "-coalesce", "-depth", "8", "rgb:-"]))
    }

    @Test("APNG: composed frames as ffmpeg composes them", arguments: ["rgb24", "rgba"])
    func apngFrames(format: String) async throws {
        try await fixture.run(
            "ffmpeg",
            [
                "-loglevel", "error", "-f", "lavfi", "-i", "testsrc=size=64x48:rate=10:duration=0.5",
                "-pix_fmt", format, "-plays", "2", "-f", "apng", "moving.png",
            ])
        let animation = try await frames("moving.png")
        #expect(animation.frames.count == 5 && animation.loopCount == 2 && animation.isComplete)
        #expect(animation.frames.allSatisfy { $0.delay == .milliseconds(100) })
        expect(
            animation,
            likeRGB: try await fixture.run(
                "ffmpeg",
                ["-loglevel", "error", "-i", "moving.png", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]))
    }

    /// Five frames of 64×48, each shown for 100 ms.
    private func film(_ name: String, _ coding: String...) async throws {
        try await fixture.run(
            "ffmpeg",
            ["-loglevel", "error", "-f", "lavfi", "-i", "testsrc=size=64x48:rate=10:duration=0.5"] + coding
                + [name])
    }

    /// What ffmpeg makes of the frames, beside ours, which may be rounded elsewhere.
    private func expectLikeFilm(_ animation: AnimationFrames, _ film: String) async throws {
        #expect(animation.frames.count == 5 && animation.isComplete && animation.loopCount == 0)
        #expect(animation.frames.allSatisfy { $0.delay == .milliseconds(100) })
        let oracle = try await fixture.run(
            "ffmpeg", ["-loglevel", "error", "-i", film, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"])
        let joined = animation.frames.flatMap { Codes($0.pixels).bytes }
        try #require(joined.count == oracle.count)
        let differences = zip(joined, oracle).map { abs(Int($0) - Int($1)) }
        #expect(Double(differences.reduce(0, +)) / Double(joined.count) < 2)
        // Frames in each other's place are far apart.
        let frame = joined.count / 5
        let swapped = zip(joined[..<frame], oracle[(joined.count - frame)...]).map { abs(Int($0) - Int($1)) }
        #expect(Double(swapped.reduce(0, +)) / Double(frame) > 3)
    }

    @Test("AVIF sequence: frames and delays as ffmpeg has them; the still is the first")
    func avifFrames() async throws {
        // The same film twice: of an AVIF, newer ffmpegs give the still alone.
        for name in ["moving.avif", "moving.mkv"] {
            try await film(
                name, "-c:v", "libaom-av1", "-cpu-used", "8", "-crf", "8", "-pix_fmt", "yuv444p")
        }
        let animation = try await frames("moving.avif")
        try await expectLikeFilm(animation, "moving.mkv")
        try await expectStill("moving.avif", isFirstOf: animation)
    }

    @Test("HEIF sequence, which no still stands for: frames and delays as ffmpeg has them of the same film")
    func heifFrames() async throws {
        // Given: a film, and the same under an image sequence's names
        try await film(
            "film.mp4", "-c:v", "libx265", "-x265-params", "log-level=error:crf=4", "-pix_fmt", "yuv444p",
            "-tag:v", "hvc1", "-movflags", "+faststart")
        var bytes = try fixture.read("film.mp4")
        for (old, new) in [("ftypisom", "ftyphevc"), ("vide", "pict")] {
            let place = try #require(bytes.firstRange(of: old.utf8))
            bytes.replaceSubrange(place, with: new.utf8)
        }
        _ = try fixture.write(bytes, to: "moving.heics")
        // When
        let animation = try await frames("moving.heics")
        // Then
        try await expectLikeFilm(animation, "film.mp4")
        try await expectStill("moving.heics", isFirstOf: animation)
    }

    private func expectStill(_ name: String, isFirstOf animation: AnimationFrames) async throws {
        let file = try OpenFile(path: fixture.path(name))
        let still = try await pool.image(file, DecodeRequest(target: nil))
        let differences = zip(Codes(still).bytes, Codes(animation.frames[0].pixels).bytes).map {
            abs(Int($0) - Int($1))
        }
        #expect(still.size == PixelSize(width: 64, height: 48))
        #expect(Double(differences.reduce(0, +)) / Double(differences.count) < 1.5)
        let facts = try #require(try await pool.inspect(file, thumbnail: nil).facts)
        #expect(facts.isAnimated && facts.displaySize == still.size)
    }

    @Test("Frames are reduced, and no more of them than there is room for")
    func bounds() async throws {
        try await gif()
        let file = try OpenFile(path: fixture.path("moving.gif"))
        let small = try await pool.animation(file, AnimationRequest(target: PixelSize(width: 32, height: 32)))
        #expect(small.frames.count == 3)
        #expect(small.frames.allSatisfy { $0.pixels.size == PixelSize(width: 32, height: 24) })
        let room = small.frames[0].pixels.byteCount * 2
        let cut = try await pool.animation(
            file, AnimationRequest(target: PixelSize(width: 32, height: 32), byteLimit: room))
        #expect(cut.frames.count == 2 && !cut.isComplete)
    }

    @Test("A file that moves nothing says so")
    func unsupported() async throws {
        let path = try await fixture.quadrants("still.jpg")
        await #expect(throws: DecodeFailure.unsupported(.jpeg)) {
            try await pool.animation(OpenFile(path: path), whole)
        }
    }

    @Test("A film's frame is upright, its length known, though its name says nothing", arguments: [0, 90])
    func film(rotation: Int) async throws {
        // Given
        _ = try await fixture.quadrants("source.png")
        try await fixture.run(
            "ffmpeg",
            [
                "-loglevel", "error", "-loop", "1", "-i", "source.png", "-t", "2", "-r", "10", "-pix_fmt",
                "yuv420p", "flat.mov",
            ])
        // ffmpeg before version 6 turns by a tag, and ignores it afterwards: then both are upright.
        try await fixture.run(
            "ffmpeg",
            [
                "-loglevel", "error", "-i", "flat.mov", "-c", "copy", "-metadata:s:v", "rotate=\(rotation)",
                "film.mov",
            ])
        try await fixture.run(
            "ffmpeg", ["-loglevel", "error", "-i", "film.mov", "-frames:v", "1", "oracle.png"])
        let oracle = try await pool.image(
            OpenFile(path: fixture.path("oracle.png")), DecodeRequest(target: nil))
        try await fixture.run("mv", ["film.mov", "film.jpg"])

        // When
        let file = try OpenFile(path: fixture.path("film.jpg"))
        let picture = try await pool.image(file, DecodeRequest(target: nil))
        let inspection = try await pool.inspect(
            file, thumbnail: DecodeRequest(target: PixelSize(width: 32, height: 32)))

        // Then
        #expect(picture.size == oracle.size)
        #expect(picture.quadrants == oracle.quadrants)
        #expect(inspection.thumbnail?.pixels.quadrants == oracle.quadrants)
        #expect(abs((inspection.facts?.duration ?? 0) - 2) < 0.2)
    }

    @Test("A film whose header says no length gets it from GStreamer")
    func length() async throws {
        try await fixture.run(
            "ffmpeg",
            [
                "-loglevel", "error", "-f", "lavfi", "-i", "testsrc=size=64x48:rate=10:duration=3",
                "-pix_fmt",
                "yuv420p", "film.mkv",
            ])
        let inspection = try await pool.inspect(
            OpenFile(path: fixture.path("film.mkv")),
            thumbnail: DecodeRequest(target: PixelSize(width: 32, height: 32)))
        #expect(abs((inspection.facts?.duration ?? 0) - 3) < 0.2)
        #expect(inspection.facts?.displaySize == PixelSize(width: 64, height: 48))
    }

    #if HAS_JXL
        @Test("JPEG XL: lossless and lossy, wide, turned, in another space", arguments: [0, 1])
        func jxl(distance: Int) async throws {
            _ = try await fixture.quadrants("source.png")
            try await fixture.run("cjxl", ["source.png", "photo.jxl", "-d", "\(distance)"])
            let file = try OpenFile(path: fixture.path("photo.jxl"))
            let inspection = try await pool.inspect(
                file, thumbnail: DecodeRequest(target: PixelSize(width: 32, height: 32)))
            #expect(inspection.facts?.displaySize == PixelSize(width: 64, height: 48))
            #expect(inspection.thumbnail?.pixels.quadrants == [.red, .green, .blue, .white])

            try await fixture.run(
                "vips", ["icc_transform", "source.png", "p3.png", "p3", "--input-profile", "srgb"])
            try await fixture.run("cjxl", ["p3.png", "p3.jxl", "-d", "\(distance)"])
            let expected = Codes(
                try await pool.image(
                    OpenFile(path: fixture.path("source.png")), DecodeRequest(target: nil)))
            let found = Codes(
                try await pool.image(OpenFile(path: fixture.path("p3.jxl")), DecodeRequest(target: nil)))
            #expect(found.distance(to: expected, blocks: 2).worst < 2.5)
        }

        @Test("JPEG XL: frames and delays")
        func jxlFrames() async throws {
            try await gif()
            try await fixture.run("cjxl", ["moving.gif", "moving.jxl", "-d", "0"])
            let animation = try await frames("moving.jxl")
            #expect(animation.frames.map(\.delay) == [50, 200, 100].map { .milliseconds($0) })
            expect(
                animation,
                likeRGB: try await fixture.run(
                    "convert", ["moving.gif", "-coalesce", "-depth", "8", "rgb:-"]))
        }
    #endif
}
