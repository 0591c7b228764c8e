// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are not what they seem. Each gets a word that names the check; none blocks, none crashes
// anything.

import Foundation
import Glibc
import Metadata
import TestSupport
import Testing

@testable import Imaging

@Suite("Bad files", .timeLimit(.minutes(30)))
struct BadFileTests {
    private let fixture = Fixture()
    private let pool = DecoderPool(configuration: .init(workerCount: 1))
    private let tile = DecodeRequest(target: PixelSize(width: 40, height: 40))

    @Test("What cannot be opened says which file and why")
    func unopenable() throws {
        let pipe = fixture.path("pipe.jpg")
        #expect(pipe.withCString { mkfifo($0, 0o600) } == 0)
        #expect(throws: FileError.notRegularFile(pipe)) { try OpenFile(path: pipe) }
        #expect(throws: FileError.notRegularFile(fixture.folder)) { try OpenFile(path: fixture.folder) }
        let missing = fixture.path("missing.jpg")
        #expect(throws: FileError.notFound(missing)) { try OpenFile(path: missing) }
        let empty = try fixture.write([], to: "empty.jpg")
        #expect(throws: FileError.empty(empty)) { try OpenFile(path: empty) }
        #expect(FileError.empty(empty).description == "“\(empty)” is empty.")
    }

    @Test("Names that are not UTF-8, or hold newlines, work")
    func oddNames() async throws {
        let plain = try await fixture.quadrants("photo.jpg")
        let odd = fixture.folder.appending([0x66, 0xFF, 0x0A, 0x2E, 0x6A])
        #expect(plain.withCString { from in odd.withCString { link(from, $0) } } == 0)
        let inspection = try await pool.inspect(OpenFile(path: odd), thumbnail: tile)
        #expect(inspection.thumbnail != nil)
        #expect(odd.string == nil)
    }

    @Test("A truncated JPEG shows what is there, with the decoder's complaint")
    func truncated() async throws {
        _ = try await fixture.quadrants("photo.jpg", "-scale", "1000%")
        let bytes = try fixture.read("photo.jpg")
        let path = try fixture.write(bytes.prefix(bytes.count * 3 / 4), to: "cut.jpg")
        let inspection = try await pool.inspect(OpenFile(path: path), thumbnail: tile)
        #expect(inspection.warning != nil)
        #expect(inspection.thumbnail?.pixels.quadrants.prefix(2) == [.red, .green])
    }

    @Test("A JPEG that ends before its pixels has facts and a failure")
    func headerOnly() async throws {
        _ = try await fixture.quadrants("photo.png")
        let path = try fixture.write(try fixture.read("photo.png").prefix(40), to: "head.png")
        let inspection = try await pool.inspect(OpenFile(path: path), thumbnail: tile)
        #expect(inspection.facts?.displaySize == PixelSize(width: 64, height: 48))
        #expect(inspection.thumbnail == nil)
        guard case .corrupt = inspection.failure else {
            Issue.record("\(String(describing: inspection.failure))")
            return
        }
    }

    @Test(
        "Noise and text are of no known format",
        arguments: ["no photo at all", "\u{0}\u{1}\u{2}\u{3}", "<html></html>"])
    func unknown(content: String) async throws {
        let path = try fixture.write(content.utf8, to: "photo.jpg")
        let inspection = try await pool.inspect(OpenFile(path: path), thumbnail: tile)
        #expect(inspection.facts == nil)
        #expect(inspection.failure == .unsupported(.unknown))
    }

    @Test("A bomb is refused on its own declaration")
    func bomb() async throws {
        _ = try await fixture.quadrants("photo.png")
        var bytes = try fixture.read("photo.png")
        // Width and height stand behind the signature and the chunk's name; the checksum is not looked at
        // first.
        bytes.replaceSubrange(16..<24, with: [0, 0, 0xFF, 0, 0, 0, 0xFF, 0])
        let path = try fixture.write(bytes, to: "bomb.png")
        let inspection = try await pool.inspect(OpenFile(path: path), thumbnail: tile)
        #expect(inspection.failure == .tooLarge(PixelSize(width: 65_280, height: 65_280)))
    }

    @Test(
        "An XPM whose strings are fewer or shorter than its first one says is damaged",
        arguments: [
            ["9 9 1 1", "a c #000000", "aaaaaaaaa"], ["3 1 1 1", "a c #000000", "aa"],
            ["1 1 9 1", "a c red", "a"], ["1 1 1 40", "a c red", "a"], ["1 1 1 2", "a", "aa"],
            ["9223372036854775807 1 9223372036854775807 31", "a", "a"], ["1 1 1"], ["", ""], [],
        ])
    func shortXPM(strings: [String]) async throws {
        let body = strings.map { "\"\($0)\"" }.joined(separator: ",\n")
        let source = "/* XPM */\nstatic char *x[] = { /* \"no\" */\n\(body)\n};\n"
        let path = try fixture.write(source.utf8, to: "icon.xpm")
        let failure = await thrown(DecodeFailure.self) {
            try await pool.image(OpenFile(path: path), DecodeRequest(target: nil))
        }
        switch failure {
        case .corrupt, .tooLarge: break
        default: Issue.record("\(String(describing: failure))")
        }
    }
}
