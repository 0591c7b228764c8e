// SPDX-License-Identifier: GPL-3.0-or-later
// HDR and code points from file to screen, beside the formulas of the standards, written down here once more: SMPTE ST 2084
// (PQ), ARIB STD-B67 (HLG) with the OOTF of ITU-R BT.2100, the EETF of ITU-R BT.2390-10 section 5.4.1, the reference white
// of ITU-R BT.2408 and the matrices of ITU-R BT.2087 and CSS Color 4.

import Foundation
import Metadata
import Testing

@testable import Imaging

@Suite("HDR and code points", .timeLimit(.minutes(30)))
struct HDRTests {
    private let fixture = Fixture()
    private let pool = DecoderPool(configuration: .init(workerCount: 1))

    // MARK: The standards

    private static let white = 203.0
    private static let peak = 1000.0

    private static func pqCode(_ nits: Double) -> Double {
        let y = pow(nits / 10_000, 0.1593017578125)
        return pow((0.8359375 + 18.8515625 * y) / (1 + 18.6875 * y), 78.84375)
    }

    private static func pqNits(_ code: Double) -> Double {
        let e = pow(code, 1 / 78.84375)
        return 10_000 * pow(max(e - 0.8359375, 0) / (18.8515625 - 18.6875 * e), 1 / 0.1593017578125)
    }

    /// HLG's code by the light of the scene.
    private static func hlgCode(_ scene: Double) -> Double {
        scene <= 1.0 / 12 ? sqrt(3 * scene) : 0.17883277 * log(12 * scene - 0.28466892) + 0.55991073
    }

    /// BT.2390: what a mastering display of `peak` shows, on one of `white`.
    private static func eetf(_ nits: Double) -> Double {
        let (master, target) = (pqCode(peak), pqCode(white))
        let (e1, maxLum) = (pqCode(nits) / master, target / master)
        let ks = 1.5 * maxLum - 0.5
        guard e1 >= ks else { return nits }
        let t = (e1 - ks) / (1 - ks)
        let spline =
            (2 * pow(t, 3) - 3 * pow(t, 2) + 1) * ks + (pow(t, 3) - 2 * pow(t, 2) + t) * (1 - ks)
            + (-2 * pow(t, 3) + 3 * pow(t, 2)) * maxLum
        return pqNits(spline * master)
    }

    private static func srgb(_ light: Double) -> Double {
        let code = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
        return 255 * min(max(code, 0), 1)
    }

    private static func light(_ code: Double) -> Double {
        code <= 0.04045 ? code / 12.92 : pow((code + 0.055) / 1.055, 2.4)
    }

    private static func apply(_ matrix: [[Double]], _ colour: [Double]) -> [Double] {
        matrix.map { row in zip(row, colour).map(*).reduce(0, +) }
    }

    /// BT.2087's matrix from BT.709, which are sRGB's, to BT.2020.
    private static let to2020 = [
        [0.6274, 0.3293, 0.0433], [0.0691, 0.9195, 0.0114], [0.0164, 0.0880, 0.8956],
    ]
    private static let toP3 = [
        [0.82246197, 0.17753803, 0], [0.03319420, 0.96680580, 0], [0.01708263, 0.07239744, 0.91051993],
    ]

    // MARK: Files

    private static let patch = 16

    /// A row of flat patches, by their codes from 0 to 1, as a PNG of sixteen bits; with a cICP chunk before its pixels
    /// where code points are given (PNG, third edition, 11.3.2.6).
    private func png(_ patches: [[Double]], _ name: String, codePoints: [UInt8]? = nil) async throws {
        var samples: [UInt8] = []
        for _ in 0..<Self.patch {
            for colour in patches {
                for _ in 0..<Self.patch {
                    for code in colour {
                        let value = UInt16((min(max(code, 0), 1) * 65535).rounded())
                        samples += [UInt8(value >> 8), UInt8(value & 0xFF)]
                    }
                }
            }
        }
        _ = try fixture.write(samples, to: "patches.rgb")
        try await fixture.run(
            "convert",
            [
                "-size", "\(patches.count * Self.patch)x\(Self.patch)", "-depth", "16", "-endian", "MSB",
                "rgb:patches.rgb", "-depth", "16", "-define", "png:color-type=2", "-define",
                "png:exclude-chunks=all", name,
            ])
        guard let codePoints else { return }
        var bytes = try fixture.read(name)
        // Behind the signature and IHDR. Checksums are not looked at.
        bytes.insert(contentsOf: [0, 0, 0, 4] + Array("cICP".utf8) + codePoints + [0, 0, 0, 0], at: 8 + 25)
        _ = try fixture.write(bytes, to: name)
    }

    /// The codes in the middles of the patches, as they come to the screen.
    private func shown(_ name: String, count: Int) async throws -> [[Double]] {
        let pixels = try await pool.image(OpenFile(path: fixture.path(name)), DecodeRequest(target: nil))
        #expect(pixels.size == PixelSize(width: count * Self.patch, height: Self.patch))
        let codes = Codes(pixels)
        return (0..<count).map { patch in
            let start = (Self.patch / 2 * codes.width + patch * Self.patch + Self.patch / 2) * 3
            return (0..<3).map { Double(codes.bytes[start + $0]) }
        }
    }

    private func expect(_ shown: [[Double]], near expected: [[Double]], within tolerance: Double = 1.5) {
        for (index, (is_, wanted)) in zip(shown, expected).enumerated() {
            let distance = zip(is_, wanted).map { abs($0 - $1) }.max() ?? 0
            #expect(distance <= tolerance, "patch \(index): \(is_), and by the formula \(wanted)")
        }
    }

    // MARK: Tests

    private static let nits = [0.1, 1, 5, 20, 50, 90, 150, 203, 400, 700, 1000]

    @Test("PQ's greys come to the screen as BT.2390 and BT.2408 have them")
    func pqGreys() async throws {
        try await png(
            Self.nits.map { [Double](repeating: Self.pqCode($0), count: 3) }, "pq.png",
            codePoints: [9, 16, 0, 1])
        let shown = try await shown("pq.png", count: Self.nits.count)
        let expected = Self.nits.map { [Double](repeating: Self.srgb(Self.eetf($0) / Self.white), count: 3) }
        expect(shown, near: expected)
        // Not washed out: the darkest stay dark, the brightest are white, and paper white is nearly so.
        #expect(shown[0][0] < 5 && shown[Self.nits.count - 1][0] == 255)
        #expect(shown[7][0] > 200 && shown[7][0] < 250)
    }

    @Test("HLG's greys come to the screen through BT.2100's OOTF")
    func hlgGreys() async throws {
        let scenes = [0.001, 0.01, 0.05, 1.0 / 12, 0.15, 0.2650, 0.5, 0.8, 1]
        try await png(
            scenes.map { [Double](repeating: Self.hlgCode($0), count: 3) }, "hlg.png",
            codePoints: [9, 18, 0, 1])
        expect(
            try await shown("hlg.png", count: scenes.count),
            near: scenes.map {
                [Double](repeating: Self.srgb(Self.eetf(Self.peak * pow($0, 1.2)) / Self.white), count: 3)
            })
    }

    /// Colours of sRGB, no brighter than what is left as it is.
    private static let colours: [[Double]] = [
        [0.6, 0.1, 0.1], [0.1, 0.6, 0.1], [0.15, 0.15, 0.6], [0.6, 0.55, 0.3], [0.2, 0.3, 0.4],
        [0.5, 0.5, 0.5],
    ]

    private static var colourCodes: [[Double]] { colours.map { $0.map { $0 * 255 } } }

    /// As PQ of BT.2020, paper white at 203 cd/m².
    private static var asPQ: [[Double]] {
        colours.map { apply(to2020, $0.map(light)).map { pqCode($0 * white) } }
    }

    private static var asP3: [[Double]] {
        colours.map { apply(toP3, $0.map(light)).map { srgb($0) / 255 } }
    }

    @Test("What an sRGB picture is as PQ or in P3, is shown as that picture: hue, saturation and contrast")
    func colours() async throws {
        try await png(Self.asPQ, "pq.png", codePoints: [9, 16, 0, 1])
        expect(try await shown("pq.png", count: Self.colours.count), near: Self.colourCodes, within: 2)
        try await png(Self.asP3, "p3.png", codePoints: [12, 13, 0, 1])
        expect(try await shown("p3.png", count: Self.colours.count), near: Self.colourCodes)
    }

    @Test("HEIC's nclx counts", arguments: [("pq", 9, 16, 9), ("p3", 12, 13, 6), ("plain", 1, 13, 6)])
    func heicCodePoints(name: String, primaries: Int, transfer: Int, matrix: Int) async throws {
        // Given: the codes alone in a PNG, their meaning in the HEIC
        try await png(Self.codes(name), "codes.png")
        try await fixture.run(
            "heif-enc",
            [
                "-q", "97", "-b", "10", "-p", "chroma=444", "--matrix_coefficients", "\(matrix)",
                "--colour_primaries", "\(primaries)", "--transfer_characteristic", "\(transfer)",
                "--full_range_flag", "1", "codes.png", "-o", "\(name).heic",
            ])
        try stateCodePoints([primaries, transfer, matrix], in: "\(name).heic")
        // Then: to within what ten bits and their compression leave
        expect(
            try await shown("\(name).heic", count: Self.colours.count), near: Self.colourCodes, within: 8)
    }

    @Test(
        "AVIF's nclx counts", arguments: [("pq", "bt2020", "smpte2084"), ("p3", "smpte432", "iec61966-2-1")])
    func avifCodePoints(name: String, primaries: String, transfer: String) async throws {
        try await png(Self.codes(name), "codes.png")
        let matrix = name == "pq" ? "bt2020" : "bt709"
        try await fixture.run(
            "ffmpeg",
            [
                "-loglevel", "error", "-i", "codes.png", "-vf",
                "scale=out_color_matrix=\(matrix):out_range=pc,format=yuv444p10le", "-c:v", "libaom-av1",
                "-still-picture", "1", "-cpu-used", "8", "-crf", "2", "-colorspace",
                name == "pq" ? "bt2020nc" : "bt709", "-color_primaries", primaries, "-color_trc", transfer,
                "-color_range", "pc", "-f", "avif", "\(name).avif",
            ])
        expect(
            try await shown("\(name).avif", count: Self.colours.count), near: Self.colourCodes, within: 5)
    }

    private static func codes(_ name: String) -> [[Double]] {
        switch name {
        case "pq": asPQ
        case "p3": asP3
        default: colours
        }
    }

    /// Puts a `colr` box into a HEIC that has none, in its `pixi` box's place: heif-enc before libheif 1.16 leaves it out,
    /// for the sake of an old macOS.
    private func stateCodePoints(_ codes: [Int], in name: String) throws {
        var bytes = try fixture.read(name)
        func place(_ type: String) -> Int? {
            bytes.firstRange(of: Array(type.utf8)).map { $0.lowerBound - 4 }
        }
        func number(at offset: Int) -> Int { bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) } }
        func write(_ value: Int, at offset: Int) {
            for index in 0..<4 {
                bytes[offset + index] = UInt8(truncatingIfNeeded: value >> (24 - 8 * index))
            }
        }
        guard place("colr") == nil else { return }
        let old = try #require(place("pixi"))
        let location = try #require(place("iloc"))
        let data = try #require(place("mdat")) + 8
        var box: [UInt8] = [0, 0, 0, 19]
        box += Array("colrnclx".utf8)
        for code in codes { box += [0, UInt8(code)] }
        box.append(0x80)
        let growth = box.count - number(at: old)
        let end = location + number(at: location)
        let pointer = try #require((location..<(end - 3)).first { number(at: $0) == data })
        write(data + growth, at: pointer)
        for parent in ["meta", "iprp", "ipco"] {
            let offset = try #require(place(parent))
            write(number(at: offset) + growth, at: offset)
        }
        bytes.replaceSubrange(old..<(old + number(at: old)), with: box)
        _ = try fixture.write(bytes, to: name)
    }

    @Test("A gradient of PQ has no bands: no step back, and none wider than one code of the screen")
    func gradient() async throws {
        // Given: fine steps, from black to what is compressed
        let steps = 1200
        var samples: [UInt8] = []
        for _ in 0..<4 {
            for step in 0..<steps {
                let value = UInt16(Double(step) / Double(steps - 1) * Self.pqCode(Self.peak) * 65535)
                for _ in 0..<3 { samples += [UInt8(value >> 8), UInt8(value & 0xFF)] }
            }
        }
        _ = try fixture.write(samples, to: "ramp.rgb")
        try await fixture.run(
            "convert",
            [
                "-size", "\(steps)x4", "-depth", "16", "-endian", "MSB", "rgb:ramp.rgb", "-depth", "16",
                "ramp.png",
            ])
        var bytes = try fixture.read("ramp.png")
        bytes.insert(contentsOf: [0, 0, 0, 4] + Array("cICP".utf8) + [9, 16, 0, 1, 0, 0, 0, 0], at: 8 + 25)
        _ = try fixture.write(bytes, to: "ramp.png")
        // When
        let pixels = try await pool.image(
            OpenFile(path: fixture.path("ramp.png")), DecodeRequest(target: nil))
        // Then
        let greys = (0..<steps).map { Int(Codes(pixels).bytes[$0 * 3]) }
        #expect(greys.first == 0 && greys.last == 255)
        #expect(zip(greys, greys.dropFirst()).allSatisfy { (0...1).contains($1 - $0) })
    }
}
