// SPDX-License-Identifier: GPL-3.0-or-later
// Where a collection of digiKam's is: it names the file system it lies on, and the folder in that.

import Glibc
import Metadata

/// One row of AlbumRoots.
struct DigikamRoot {
    private let scheme: String
    private let items: [(name: String, value: [UInt8])]
    private let specificPath: [UInt8]

    /// - Parameters:
    ///   - identifier: `volumeid:?path=…`, `volumeid:?uuid=…`, `volumeid:?mountpath=…`, `networkshareid:?mountpath=…`.
    ///   - specificPath: the folder below that, beginning with a slash.
    init(identifier: String, specificPath: [UInt8]) {
        let parts = identifier.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        scheme = String(parts[0])
        items = (parts.count > 1 ? parts[1] : "").split(separator: "&").compactMap { item in
            let sides = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2 else { return nil }
            return (String(sides[0]), Self.unescaped(Array(sides[1].utf8)))
        }
        self.specificPath = specificPath
    }

    /// The folder, where it is here now. Blocking.
    func find(mounts: String = "/proc/self/mountinfo", devices: String = "/dev/disk/by-uuid") -> FilePath? {
        candidates(mounts, devices).lazy.map(folder).first { path in FolderIdentity(at: path) != nil }
    }

    private func folder(below base: FilePath) -> FilePath {
        let below = specificPath.drop { $0 == UInt8(ascii: "/") }
        return below.isEmpty ? base : base.appending(Array(below))
    }

    private func candidates(_ mounts: String, _ devices: String) -> [FilePath] {
        guard scheme == "volumeid:" || scheme == "networkshareid:" else { return [] }
        let paths = items.filter { $0.name == "path" || $0.name == "mountpath" }.map {
            FilePath(bytes: $0.value)
        }
        let volumes = items.filter { $0.name == "uuid" }.flatMap { item in
            Self.mountPoints(ofVolume: String(decoding: item.value, as: UTF8.self), mounts, devices)
        }
        return paths.filter { $0.bytes.first == UInt8(ascii: "/") } + volumes
    }

    /// Where the file system with this identifier is mounted, in whatever case its letters are.
    private static func mountPoints(ofVolume uuid: String, _ mounts: String, _ devices: String) -> [FilePath]
    {
        let names = (try? DirectoryListing(of: FilePath(devices)).entries.map(\.name)) ?? []
        let name = names.first { String(decoding: $0, as: UTF8.self).lowercased() == uuid.lowercased() }
        guard let name else { return [] }
        var status = stat()
        guard FilePath(devices).appending(name).withCString({ stat($0, &status) }) == 0 else { return [] }
        let device = status.st_rdev
        return MountTable(mounts).mountPoints(of: device, major: major(device), minor: minor(device))
    }

    // gnu_dev_major and gnu_dev_minor of glibc's <sys/sysmacros.h>, which Swift does not import.
    private static func major(_ device: dev_t) -> UInt64 {
        UInt64(device >> 8 & 0xFFF | device >> 32 & ~0xFFF)
    }
    private static func minor(_ device: dev_t) -> UInt64 { UInt64(device & 0xFF | device >> 12 & ~0xFF) }

    /// Percent signs undone.
    private static func unescaped(_ text: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        var index = 0
        while index < text.count {
            if text[index] == UInt8(ascii: "%"), index + 2 < text.count,
                let byte = UInt8(String(decoding: text[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
            {
                bytes.append(byte)
                index += 3
            } else {
                bytes.append(text[index])
                index += 1
            }
        }
        return bytes
    }
}

/// What is mounted where, as the kernel tells it (proc_pid_mountinfo(5)).
struct MountTable {
    private let lines: [[Substring]]

    /// Blocking.
    init(_ path: String) {
        var text: [UInt8] = []
        let file = open(path, O_RDONLY | O_CLOEXEC)
        if file >= 0 {
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while case let count = read(file, &buffer, buffer.count), count > 0 { text += buffer[..<count] }
            close(file)
        }
        lines = String(decoding: text, as: UTF8.self).split(separator: "\n").map { $0.split(separator: " ") }
    }

    /// Where a device, or a part of it, is mounted. Some file systems have numbers of their own, and only name the device.
    /// Blocking.
    func mountPoints(of device: dev_t, major: UInt64, minor: UInt64) -> [FilePath] {
        lines.filter { line in
            guard line.count > 4, let dash = line.firstIndex(of: "-") else { return false }
            if line[2] == "\(major):\(minor)" { return true }
            guard dash + 2 < line.count else { return false }
            var status = stat()
            return FilePath(bytes: Self.unescaped(Array(line[dash + 2].utf8)))
                .withCString { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFBLK
                && status.st_rdev == device
        }.map { FilePath(bytes: Self.unescaped(Array($0[4].utf8))) }
    }

    /// Blanks and backslashes are written as a backslash and three octal digits.
    private static func unescaped(_ text: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        var index = 0
        while index < text.count {
            if text[index] == UInt8(ascii: "\\"), index + 3 < text.count,
                let byte = UInt8(String(decoding: text[(index + 1)...(index + 3)], as: UTF8.self), radix: 8)
            {
                bytes.append(byte)
                index += 4
            } else {
                bytes.append(text[index])
                index += 1
            }
        }
        return bytes
    }
}
