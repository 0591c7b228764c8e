// SPDX-License-Identifier: GPL-3.0-or-later
// Libraries on file systems of every size that is too small: whatever found no room is told, what was taken is whole, and
// with room again the import goes on. A few sizes; every sixteen kilobytes where ALBUMEN_STRESS is set.

import Foundation
import Glibc
import TestSupport
import Testing

/// A file system in memory, of a size that can be changed.
private final class SmallDisk {
    let path: String
    private let folder = TemporaryFolder()

    /// Nil where this process may make none.
    init?(kilobytes: Int) {
        path = folder.path("disk")
        mkdir(path, 0o755)
        guard mount("tmpfs", path, "tmpfs", 0, "size=\(kilobytes)k") == 0 else { return nil }
    }

    deinit { umount2(path, Int32(MNT_DETACH)) }

    func resize(kilobytes: Int) -> Bool {
        mount("tmpfs", path, "tmpfs", UInt(MS_REMOUNT), "size=\(kilobytes)k") == 0
    }

    static var isAllowed: Bool { SmallDisk(kilobytes: 64) != nil }
}

@Suite("Imports on a full disk", .serialized, .timeLimit(.minutes(60)))
struct ImportFullDiskTests {
    private static let isStress = ProcessInfo.processInfo.environment["ALBUMEN_STRESS"] != nil
    private static let step = isStress ? 16 : 200
    private static let files = 20
    private static let ample = 200_000
    private static let padding = [UInt8](repeating: 0x5A, count: 30_000)

    let ctl = Albumenctl()

    private func run(_ words: String..., on disk: SmallDisk) async throws -> ToolResult {
        try await ctl.run((["--library", disk.path + "/library"] + words).map { Array($0.utf8) })
    }

    @Test(
        "Each size ends well",
        .enabled(if: SmallDisk.isAllowed, "to mount a file system takes the administrator"))
    func sizes() async throws {
        for seed in 0..<Self.files {
            ctl.write(
                "\(seed).jpg", SampleJPEG.bytes(seed: seed, takenAt: "2020:05:05 10:11:12") + Self.padding)
        }
        // Given how much an import takes
        let needed = try await neededKilobytes()
        var met: Set<String> = []
        for size in stride(from: needed.empty, to: needed.full + Self.step, by: Self.step) {
            let disk = try #require(SmallDisk(kilobytes: size))
            // When it has less
            let answer = try await run("import", "--json", ctl.photos, on: disk)
            // Then each file that was told as imported is there, whole
            let told = try answer.objects
            let taken = told.filter { $0["verdict"] as? String == "imported" }
            met.formUnion(told.compactMap { $0["verdict"] as? String })
            for result in taken { try expectWhole(result, disk, "\(size) kB") }
            #expect(answer.status == (taken.count == Self.files ? 0 : 1), "\(size) kB: \(answer.messages)")
            // And with room again, the rest is taken, each once, and no rest lies about
            try #require(disk.resize(kilobytes: Self.ample))
            let open = try await run("imports", "list", "--json", on: disk).objects
                .contains { $0["state"] as? String == "interrupted" }
            let rest =
                open
                ? try await run("imports", "resume", "--json", on: disk)
                : try await run("import", "--json", ctl.photos, on: disk)
            #expect(rest.status == 0, "\(size) kB: \(rest.messages)")
            try await expectAll(disk, "\(size) kB")
        }
        // And there were disks that were too small
        #expect(met == ["imported", "noSpace"])
    }

    @Test(
        "Where not all can fit, nothing is copied before that is told",
        .enabled(if: SmallDisk.isAllowed, "as above"))
    func toldBefore() async throws {
        for seed in 0..<4 {
            ctl.write(
                "\(seed).jpg", SampleJPEG.bytes(seed: seed) + [UInt8](repeating: 0x5A, count: 2_000_000))
        }
        let disk = try #require(SmallDisk(kilobytes: 6_000))
        let answer = try await run("import", "--json", ctl.photos, on: disk)
        #expect(answer.status == 1)
        let told = try answer.objects
        #expect(told.count == 4)
        #expect(told.allSatisfy { $0["verdict"] as? String == "noSpace" })
        #expect(told.allSatisfy { ($0["reason"] as? String)?.contains("bytes more are needed") == true })
        #expect(answer.messages.contains("4 are left") && answer.messages.contains("imports resume"))
        #expect(!FileManager.default.fileExists(atPath: disk.path + "/library/Pictures/Albumen/2020"))
        // What is there already needs no room
        try #require(disk.resize(kilobytes: Self.ample))
        #expect(try await run("imports", "resume", on: disk).status == 0)
        try #require(disk.resize(kilobytes: 12_000))
        #expect(try await run("import", ctl.photos, on: disk).status == 0)
    }

    /// What an empty library takes, and one with all files.
    private func neededKilobytes() async throws -> (empty: Int, full: Int) {
        let disk = try #require(SmallDisk(kilobytes: Self.ample))
        func used() throws -> Int {
            var status = statvfs()
            try #require(statvfs(disk.path, &status) == 0)
            return Int((status.f_blocks - status.f_bfree) * status.f_frsize / 1_024)
        }
        #expect(try await run("albums", on: disk).status == 0)
        // While it is open it takes its log besides.
        let empty = try used() + 300
        #expect(try await run("import", ctl.photos, on: disk).status == 0)
        return (empty, try used() + 1_000)
    }

    private func expectWhole(_ result: [String: Any], _ disk: SmallDisk, _ moment: String) throws {
        let source = try #require(result["path"] as? String)
        let copy = disk.path + "/library/Pictures/Albumen/2020/05/" + (source as NSString).lastPathComponent
        let content = FileManager.default.contents(atPath: copy)
        #expect(
            content != nil && content == FileManager.default.contents(atPath: source), "\(moment): \(copy)")
    }

    private func expectAll(_ disk: SmallDisk, _ moment: String) async throws {
        let folder = disk.path + "/library/Pictures/Albumen/2020/05"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(names.sorted() == (0..<Self.files).map { "\($0).jpg" }.sorted(), "\(moment)")
        for name in names {
            #expect(
                FileManager.default.contents(atPath: folder + "/" + name)
                    == FileManager.default.contents(atPath: ctl.photos + "/" + name), "\(moment): \(name)")
        }
        #expect(try await run("assets", "--json", on: disk).objects.count == Self.files, "\(moment)")
        let doctor = try await run("doctor", on: disk)
        #expect(doctor.status == 0, "\(moment): \(doctor.text)")
    }
}
