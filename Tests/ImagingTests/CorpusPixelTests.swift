// SPDX-License-Identifier: GPL-3.0-or-later
// The pixels of real files, beside what vips or ImageMagick make of them: upright, as sRGB, of the same size.
// Set ALBUMEN_CORPUS to the folder that holds manifest.jsonl.

import Foundation
import Metadata
import TestSupport
import Testing

@testable import Imaging

private let corpus = ProcessInfo.processInfo.environment["ALBUMEN_CORPUS"].map { FilePath($0) }

@Suite("Pixels of real files", .enabled(if: corpus != nil, "ALBUMEN_CORPUS is not set"))
struct CorpusPixelTests {
    private let folder = corpus ?? FilePath("")
    private let fixture = Fixture()

    /// What differs for a reason. The beginning of the path, and why.
    private static let exceptions: [(path: String, reason: String)] = [
        // High dynamic range: brought to the screen's by BT.2390 here, shown as if it were sRGB there.
        ("avif/libavif/cosmos1650_yuv444_10bpc_p3pq.avif", hdr),
        ("color_icc_cmyk_16bit/libavif/colors_hdr_srgb.avif", hdr),
        ("color_icc_cmyk_16bit/libavif/colors_text_hdr_rec2020.avif", hdr),
        ("color_icc_cmyk_16bit/libavif/colors_text_wcg_hdr_rec2020.avif", hdr),
        ("color_icc_cmyk_16bit/libavif/colors_wcg_hdr_rec2020.avif", hdr),
        ("color_icc_cmyk_16bit/libavif/seine_hdr_srgb.avif", hdr),
        ("dates_timezone/exiv2/Canon.HIF", hdr),
        ("depth_hdr_gainmap/libavif/color_grid_alpha_grid_gainmap_nogrid.avif", hdr),
        ("depth_hdr_gainmap/libavif/color_nogrid_alpha_nogrid_gainmap_grid.avif", hdr),
        ("depth_hdr_gainmap/libavif/seine_hdr_gainmap", hdr),
        ("depth_hdr_gainmap/libavif/supported_gainmap_writer_version_with_extra_bytes.avif", hdr),
        ("depth_hdr_gainmap/libavif/unsupported_gainmap_", hdr),
        // What vips does not read of a file.
        ("jpeg_camera/metadata-extractor-images/Olympus PEN E-P3.jpg", adobe),
        ("metadata_minimal/exiftool/NikonD70.jpg", adobe),
        (
            "color_icc_cmyk_16bit/kimageformats/testcard_rgb",
            "vips takes floats for light, whatever the profile"
        ),
        ("jxl/kimageformats/framenumbers.jxl", "vips shows the last frame"),
        // Where there is no right answer.
        ("png/metadata-extractor-images/g03n3p04.png", "ImageMagick takes a screen for an exponent of 2.2"),
        ("color_icc_cmyk_16bit/pillow/tiff_strip_cmyk_16l_jpeg.tif", "CMYK without a profile"),
        ("color_icc_cmyk_16bit/pillow/lab-green.tif", "L*a*b* as libtiff converts it"),
        ("tiff/pillow/child_ifd.tiff", "vips and ImageMagick show a small copy of the page"),
        ("other_formats/metadata-extractor-images/pal4rletrns.bmp", "gdk-pixbuf knows no alpha in BMP"),
        ("other_formats/metadata-extractor-images/rgba16-5551.bmp", "gdk-pixbuf knows no alpha in BMP"),
        // Formats that nothing here reads.
        ("color_icc_cmyk_16bit/kimageformats/cmyk16_testcard.psd", "PSD"),
        ("color_icc_cmyk_16bit/kimageformats/cmyk8_testcard.psd", "PSD"),
        ("color_icc_cmyk_16bit/pillow/negative_top_left_layer.psd", "PSD"),
        ("orientation/kimageformats/orientation1.psd", "PSD"),
        ("other_formats/kimageformats/duotone.psb", "PSD"),
        ("other_formats/libavif/colors.psd", "PSD"),
        ("color_icc_cmyk_16bit/kimageformats/testcard_gray16.jp2", "JPEG 2000"),
        ("color_icc_cmyk_16bit/pillow/16bit.cropped.jp2", "JPEG 2000"),
        ("orientation/libavif/clap_irot_imir_non_essential.avif", "libheif 1.15 refuses its properties"),
    ]

    private static let hdr = "HDR, which the other program shows as if it were sRGB"
    private static let adobe = "EXIF says Adobe RGB, which vips does not look at"

    /// Pixels of the longer edge.
    private static let edge = 256

    /// What one file came to.
    private enum Verdict {
        /// It looks as the other program shows it.
        case equal
        /// Nobody could decode it, or only we.
        case alone
        case different(String)
    }

    @Test("They look as another program shows them", .timeLimit(.minutes(60)))
    func pictures() async throws {
        // Given
        let pool = DecoderPool()
        defer { pool.shutdown() }
        let paths = try stills()
        let tagged = folder.appending("color_icc_cmyk_16bit/libavif/paris_icc_exif_xmp_at_end.png")
        let profile = try await fixture.run("exiftool", ["-b", "-icc_profile", tagged.displayString])
        _ = try fixture.write(profile, to: "srgb.icc")

        // When
        var verdicts: [String: Verdict] = [:]
        for path in paths { verdicts[path] = try await verdict(on: path, pool) }

        // Then
        var counts = (equal: 0, alone: 0, excepted: 0)
        for (path, verdict) in verdicts.sorted(by: { $0.key < $1.key }) {
            switch verdict {
            case .equal: counts.equal += 1
            case .alone: counts.alone += 1
            case .different(let how):
                if let exception = Self.exceptions.first(where: { path.hasPrefix($0.path) }) {
                    counts.excepted += 1
                    print("\(path): \(how): \(exception.reason)")
                } else {
                    Issue.record("\(path): \(how)")
                }
            }
        }
        print(
            "\(counts.equal) equal, \(counts.excepted) differ for a reason, \(counts.alone) without an oracle"
        )
        #expect(counts.equal > 200)
    }

    /// The paths of pictures that honest programs wrote.
    private func stills() throws -> [String] {
        struct Entry: Decodable { var path: String }
        let text = try String(
            contentsOfFile: folder.appending("manifest.jsonl").displayString, encoding: .utf8)
        return try text.split(separator: "\n")
            .map { try JSONDecoder().decode(Entry.self, from: Data($0.utf8)).path }
            .filter { !$0.hasPrefix("corrupt_hostile") && !$0.hasPrefix("video") && !$0.hasSuffix(".xmp") }
    }

    private func verdict(on path: String, _ pool: DecoderPool) async throws -> Verdict {
        guard let file = try? OpenFile(path: folder.appending(path)) else { return .alone }
        let request = DecodeRequest(target: PixelSize(width: Self.edge, height: Self.edge))
        let ours: Codes
        do {
            let inspection = try await pool.inspect(file, thumbnail: request)
            guard inspection.facts?.mediaType == .image else { return .alone }
            guard let pixels = inspection.thumbnail?.pixels else {
                let reason = inspection.failure.map { "\($0)" } ?? "no picture"
                return try await oracle(path, nil) == nil ? .alone : .different(reason)
            }
            ours = Codes(pixels)
        } catch {
            return .different("\(error)")
        }
        guard let (theirs, size) = try await oracle(path, PixelSize(width: ours.width, height: ours.height))
        else {
            return .alone
        }
        // Each rounds its own way.
        guard abs(size.width - ours.width) <= 1, abs(size.height - ours.height) <= 1 else {
            return .different("\(ours.width)×\(ours.height), not \(size.width)×\(size.height)")
        }
        let distance = ours.distance(to: theirs)
        let psnr = ours.psnr(to: theirs)
        guard distance.mean < 2, distance.worst < 12, psnr > 20 else {
            return .different(
                String(format: "ΔE %.1f, at worst %.1f; %.1f dB", distance.mean, distance.worst, psnr))
        }
        return .equal
    }

    /// The picture as vips shows it, or ImageMagick where vips cannot, on white, in our size, and its own size.
    private func oracle(_ path: String, _ size: PixelSize?) async throws -> (Codes, PixelSize)? {
        let source = folder.appending(path).displayString
        let edge = String(Self.edge)
        var thumbnail = ["thumbnail", source, "oracle.tif", edge, "--height", edge, "--size", "down"]
        let space = try await run("vipsheader", ["-f", "interpretation", source])
        if let space, String(decoding: space, as: UTF8.self).uppercased().contains("CMYK") {
            // Not for others: the black of vips' own sRGB is not black.
            thumbnail += ["--export-profile", "srgb", "--intent", "relative"]
        }
        // vips knows no gAMA.
        let isPNG = path.hasSuffix(".png")
        let byVips = isPNG ? nil : try await run("vips", thumbnail)
        if byVips == nil {
            let convert = [
                source + "[0]", "-auto-orient", "-colorspace", "sRGB", "-filter", "Box", "-resize",
                "\(edge)x\(edge)>", "TIFF:oracle.tif",
            ]
            guard try await run("convert", convert) != nil else { return nil }
        }
        guard let text = try await run("identify", ["-format", "%w %h\n", "oracle.tif[0]"]) else {
            return nil
        }
        let numbers = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isWhitespace)
            .compactMap { Int($0) }
        guard numbers.count == 2 else { return nil }
        let own = PixelSize(width: numbers[0], height: numbers[1])
        let shown = size ?? own
        let codes = try await run(
            "convert",
            [
                "oracle.tif[0]", "-intent", "relative", "-black-point-compensation", "-profile", "srgb.icc",
                "-background", "white", "-alpha", "remove", "-alpha", "off", "-colorspace", "sRGB",
                "-resize", "\(shown.width)x\(shown.height)!", "-depth", "8", "rgb:-",
            ])
        guard let codes, codes.count == shown.width * shown.height * 3 else { return nil }
        return (Codes(width: shown.width, height: shown.height, bytes: codes), own)
    }

    /// What a program wrote; nil where it failed.
    private func run(_ tool: String, _ arguments: [String]) async throws -> [UInt8]? {
        let folder = URL(fileURLWithPath: fixture.folder.displayString)
        let result = try await runTool(tool, arguments, in: folder, mayFail: true)
        return result.status == 0 ? result.output : nil
    }
}
