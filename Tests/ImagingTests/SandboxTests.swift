// SPDX-License-Identifier: GPL-3.0-or-later
// Decoders that a file has taken over, played by `DecoderProbe`: whatever it tries fails, the request says so, and the
// next one works. And real ones, looked at from outside.

import Foundation
import Glibc
import Metadata
import TestSupport
import Testing

@testable import Imaging

@Suite("Sandbox", .timeLimit(.minutes(30)))
struct SandboxTests {
    private let fixture = Fixture()
    private let photo: FilePath
    private let tile = DecodeRequest(target: PixelSize(width: 40, height: 40))

    init() async throws {
        photo = try await fixture.quadrants("photo.jpg")
    }

    /// Built beside the decoder.
    private static let probe = FilePath(
        URL(
            fileURLWithPath: CommandLine.arguments.first { $0.hasSuffix(".xctest") }
                ?? CommandLine.arguments[0]
        )
        .deletingLastPathComponent().appendingPathComponent("DecoderProbe").path)

    private func probePool(timeout: Duration = .seconds(60)) -> DecoderPool {
        DecoderPool(configuration: .init(workerCount: 1, executable: Self.probe, timeout: timeout))
    }

    /// What comes of an act in a decoder that is one photo old; afterwards a photo decodes.
    private func outcome(of act: String, timeout: Duration = .seconds(60)) async throws -> DecodeFailure {
        let pool = probePool(timeout: timeout)
        defer { pool.shutdown() }
        #expect(try await pool.image(OpenFile(path: photo), tile).width == 40)
        let file = try OpenFile(path: fixture.write("act \(act)".utf8, to: "act.jpg"))
        let failure = await thrown(DecodeFailure.self) { try await pool.image(file, tile) }
        #expect(
            try await pool.image(OpenFile(path: photo), tile).quadrants == [.red, .green, .blue, .white])
        return try #require(failure)
    }

    @Test("No file opens, however it is named")
    func files() async throws {
        for path in [photo.displayString, "/etc/passwd", "/proc/self/environ", "/proc/self/fd/3"] {
            #expect(try await outcome(of: "open \(path)") == .corrupt("errno \(EACCES)"))
        }
    }

    @Test(
        "No socket, no signal to others, no code of its own, no file by another call",
        arguments: [
            "connect", "kill", "code", "call connect", "call bind", "call openat2", "call unlinkat",
            "call getdents64",
        ])
    func refusals(act: String) async throws {
        #expect(try await outcome(of: act) == .corrupt("errno \(EACCES)"))
    }

    @Test(
        "Starting a program, or reaching into another, ends the process",
        arguments: [
            "exec", "spawn", "clone", "call execveat", "call vfork", "call ptrace", "call process_vm_readv",
            "call process_vm_writev", "call unshare", "call setns", "call mount", "call bpf", "call keyctl",
            "call io_uring_setup", "call userfaultfd", "call perf_event_open", "call pidfd_getfd",
            "call seccomp", "call chroot",
        ])
    func fatalities(act: String) async throws {
        #expect(try await outcome(of: act) == .workerDied(.signal(SIGSYS)))
    }

    @Test("A call that nobody thought of is not there")
    func unknownCalls() async throws {
        #expect(try await outcome(of: "call landlock_create_ruleset") == .corrupt("errno \(ENOSYS)"))
        #expect(try await outcome(of: "call setpriority") == .corrupt("errno \(ENOSYS)"))
    }

    @Test("Memory, memory files and descriptors end somewhere")
    func limits() async throws {
        #expect(try await outcome(of: "allocate") == .corrupt("errno \(ENOMEM)"))
        #expect(try await outcome(of: "share") == .corrupt("errno \(ENOMEM)"))
        #expect(try await outcome(of: "fill") == .corrupt("errno \(EFBIG)"))
        #expect(try await outcome(of: "descriptors") == .corrupt("errno \(EMFILE)"))
    }

    @Test("Spinning ends with the time limit")
    func spinning() async throws {
        #expect(try await outcome(of: "spin", timeout: .seconds(8)) == .timedOut(seconds: 8))
    }

    @Test("Threads work, as codecs need them")
    func threads() async throws {
        #expect(try await outcome(of: "thread") == .corrupt("done"))
    }

    @Test("Each kind of process has a filter, and no privileges to gain")
    func status() async throws {
        // Given one process of each kind
        let pool = DecoderPool(configuration: .init(workerCount: 1))
        defer { pool.shutdown() }
        _ = try await pool.image(OpenFile(path: photo), tile)
        let drawing = try fixture.write(Self.drawing(Self.words), to: "drawing.svg")
        _ = try await pool.image(OpenFile(path: drawing), tile)
        let film = try OpenFile(path: try await makeFilm())
        _ = try? await pool.image(film, tile)

        // Then the kernel says so
        #expect(pool.processes.count == DecoderProfile.allCases.count)
        for process in pool.processes {
            let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
            #expect(status.contains("\nNoNewPrivs:\t1\n") && status.contains("\nSeccomp:\t2\n"))
            for thread in try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task") {
                let status = try String(
                    contentsOfFile: "/proc/\(process)/task/\(thread)/status", encoding: .utf8)
                #expect(status.contains("\nSeccomp:\t2\n"))
            }
            let score = try String(contentsOfFile: "/proc/\(process)/oom_score_adj", encoding: .utf8)
            #expect(score == "1000\n")
        }
        #expect(pool.confinement?.isSandboxed == true)
    }

    @Test("Where filters are forbidden, decoding works, and it is said once")
    func unconfined() async throws {
        let link = fixture.path("decoder-unfiltered")
        try FileManager.default.createSymbolicLink(
            atPath: link.displayString, withDestinationPath: Self.probe.displayString)
        let (words, said) = AsyncStream.makeStream(of: String.self)
        let pool = DecoderPool(
            configuration: .init(workerCount: 2, executable: link) { said.yield("\($0)") })
        let told = try await pool.prepare()
        let file = try OpenFile(path: photo)
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 { group.addTask { [tile] in try await pool.image(file, tile).width } }
            for try await width in group { #expect(width == 40) }
        }
        #expect(!told.isSandboxed && told == pool.confinement)
        #expect(told.description == "not sandboxed: the system forbids it")
        pool.shutdown()
        said.finish()
        var all: [String] = []
        for await word in words { all.append(word) }
        #expect(all == [told.description])
    }

    @Test("A decoder that is not there is said so before the first picture, too")
    func missing() async throws {
        let pool = DecoderPool(configuration: .init(executable: fixture.path("nothing")))
        for _ in 0..<2 {
            await #expect(throws: DecodeFailure.workerDied(.notStarted(ENOENT))) { try await pool.prepare() }
        }
        #expect(pool.confinement == nil)
        // Nor is a program that says nothing a decoder.
        let mute = DecoderPool(configuration: .init(executable: FilePath("/bin/true")))
        await #expect(throws: DecodeFailure.workerDied(.notStarted(ECONNRESET))) { try await mute.prepare() }
    }

    @Test(
        "Locked down, each format gives the pixels that it gives without",
        arguments: [
            "png", "gif", "tif", "webp", "bmp", "ico", "ppm", "tga", "xpm", "jp2", "jxl", "svg", "heic",
            "avif",
        ])
    func formats(suffix: String) async throws {
        // Given
        let path: FilePath
        switch suffix {
        case "svg":
            // Without words: which font stands for another is fontconfig's to say, and differs from process to process.
            path = try fixture.write(Self.drawing(""), to: "photo.svg")
        case "heic", "avif": path = Fixture.committed("quadrants-irot.\(suffix)")
        default:
            path = fixture.path("photo.\(suffix)")
            // ImageMagick may lack one; then there is nothing to compare.
            let made = try await runTool(
                "convert", [photo.displayString, path.displayString], mayFail: true)
            if made.status != 0 { return }
        }
        let file = try OpenFile(path: path)
        let question = DecoderQuestion(isInspection: false, picture: tile)
        let (free, memory) = DecoderService.answer(question, descriptor: file.descriptor)
        defer { if memory >= 0 { close(memory) } }

        // When
        let pool = DecoderPool(configuration: .init(workerCount: 1))
        defer { pool.shutdown() }
        let outcome: Result<PixelBuffer, DecodeFailure>
        do {
            outcome = .success(try await pool.image(file, tile))
        } catch {
            outcome = .failure(error)
        }

        // Then
        switch outcome {
        case .success(let picture):
            let geometry = try #require(free.pixels)
            let expected = try #require(PixelBuffer(sealedMemory: memory, geometry: geometry))
            #expect(picture.geometry == geometry)
            let isSame = picture.withUnsafeBytes { mine in expected.withUnsafeBytes { mine.elementsEqual($0) }
            }
            #expect(isSame)
        case .failure(let failure):
            #expect(free.failure == failure)
        }
    }

    @Test("Locked down, a drawing has its words, whatever font it names")
    func words() async throws {
        let pool = DecoderPool(configuration: .init(workerCount: 1))
        defer { pool.shutdown() }
        let file = try OpenFile(path: fixture.write(Self.drawing(Self.words), to: "words.svg"))
        let picture = try await pool.image(file, DecodeRequest(target: nil))
        var (white, red) = (0, 0)
        picture.withUnsafeBytes { bytes in
            let pixel = picture.layout.bytesPerPixel
            for row in 0..<picture.height {
                for column in 0..<picture.width {
                    let start = row * picture.stride + column * pixel
                    guard bytes[start] > 150 else { continue }
                    if bytes[start + 1] > 150 { white += 1 } else { red += 1 }
                }
            }
        }
        #expect(white > 5 && red > 5)
    }

    @Test("An old process knows the formats that it knew when it was young")
    func age() async throws {
        let pool = DecoderPool(configuration: .init(workerCount: 1))
        defer { pool.shutdown() }
        let file = try OpenFile(path: try await fixture.quadrants("photo.gif"))
        #expect(try await pool.image(file, tile).width == 40)
        let animation = try OpenFile(
            path: try await fixture.quadrants("moving.gif", "(", "+clone", "-rotate", "180", ")"))
        // GLib looks at its MIME types again when they are five seconds old.
        try await Task.sleep(for: .seconds(6))
        #expect(try await pool.image(file, tile).width == 40)
        #expect(try await pool.animation(animation, AnimationRequest(target: nil)).frames.count == 2)
    }

    @Test(
        "Processes killed at random cost some requests a typed error, none a wrong picture, and none for good"
    )
    func randomKills() async throws {
        let isLong = ProcessInfo.processInfo.environment["ALBUMEN_STRESS"] != nil
        let pool = DecoderPool(configuration: .init(workerCount: 2))
        defer { pool.shutdown() }
        let file = try OpenFile(path: photo)
        let killer = Task {
            while !Task.isCancelled {
                if let victim = pool.processes.randomElement() { kill(victim, SIGKILL) }
                try await Task.sleep(for: .milliseconds(.random(in: 1...120)))
            }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { [tile] in
                    for _ in 0..<(isLong ? 400 : 40) {
                        let colours = try await Self.patiently(pool, file, tile)
                        #expect(colours == [.red, .green, .blue, .white])
                    }
                }
            }
            try await group.waitForAll()
        }
        killer.cancel()
    }

    /// Asks again as long as the process was killed.
    private static func patiently(
        _ pool: DecoderPool, _ file: OpenFile, _ request: DecodeRequest
    ) async throws -> [Colour] {
        while true {
            do {
                return try await pool.image(file, request).quadrants
            } catch {
                guard killed.contains(error) else { throw error }
            }
        }
    }

    /// At its work, or before it had said that it is ready.
    private static let killed: Set<DecodeFailure> = [
        .workerDied(.signal(SIGKILL)), .workerDied(.notStarted(ECONNRESET)),
    ]

    private func makeFilm() async throws -> FilePath {
        try await fixture.run(
            "ffmpeg",
            [
                "-loglevel", "error", "-f", "lavfi", "-i", "testsrc=size=64x48:rate=10:duration=1",
                "-pix_fmt", "yuv420p", "film.mp4",
            ])
        return fixture.path("film.mp4")
    }

    /// With text, in a family that every system has something for and in one that none has.
    /// In a family that there is, and in one that there is not.
    private static let words = """
        <text y="12" font-family="serif" fill="white">Aß</text><text y="28" font-family="Nobody's" fill="red">Qq</text>
        """

    private static func drawing(_ content: String) -> String.UTF8View {
        """
        <?xml version="1.0"?>
        <svg xmlns="http://www.w3.org/2000/svg" width="40" height="30">
        <rect width="40" height="30" fill="#1e1edc"/><circle cx="30" cy="20" r="7" fill="lime"/>\(content)
        </svg>
        """.utf8
    }
}
