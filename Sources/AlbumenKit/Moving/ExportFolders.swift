// SPDX-License-Identifier: GPL-3.0-or-later
// The folders that another program exported to: their names, and small JSON files in them.

import Foundation
import Metadata

/// One folder of an export.
struct ExportFolder: Sendable {
    var path: FilePath
    /// Names of the folders between the export and this one, with its own; none for the export itself.
    var names: [String]
    /// Names of what may be photos and videos, in byte order.
    var media: [[UInt8]] = []
    /// Names of `.json` files, in byte order.
    var sidecars: [[UInt8]] = []
}

enum ExportFolders {
    /// All folders of an export, each before those in it, links to folders not followed. What is hidden is left out, and
    /// folders that cannot be listed are told. Throws `MovingError.folder` where the export itself cannot be. Blocking.
    static func list(_ root: FilePath, _ report: inout MovingReport.Tally) throws -> [ExportFolder] {
        var folders: [ExportFolder] = []
        // The next one is the last.
        var pending = [ExportFolder(path: root, names: [])]
        while var folder = pending.popLast() {
            let listing: DirectoryListing
            do { listing = try DirectoryListing(of: folder.path) } catch {
                if folder.names.isEmpty { throw MovingError.folder(error.path, reason: error.message) }
                report.left(.folders, because: error.message, path: error.path)
                continue
            }
            var below: [ExportFolder] = []
            for entry in listing.entries where !entry.isHidden {
                switch entry.kind {
                case .folder where !entry.isLink:
                    let name = String(decoding: entry.name, as: UTF8.self)
                    below.append(
                        ExportFolder(path: folder.path.appending(entry.name), names: folder.names + [name]))
                case .file:
                    if entry.name.hasExtension("json") {
                        folder.sidecars.append(entry.name)
                    } else if MediaName(entry.name) != .other {
                        folder.media.append(entry.name)
                    }
                default: break
                }
            }
            folders.append(folder)
            pending += below.reversed()
        }
        return folders
    }
}

/// A small JSON file of another program: an object, whatever is in it.
struct SidecarJSON {
    /// The largest that is read, in bytes: many times what any program writes about one photo.
    private static let largest: Int64 = 4 << 20

    private let values: [String: Any]

    /// Nil where it is none: too large, unreadable, no JSON, no object, nor a list of one. Blocking.
    init?(_ path: FilePath) {
        guard let file = try? OpenFile(path: path), file.size <= Self.largest else { return nil }
        let data = FileHandle(fileDescriptor: file.descriptor, closeOnDealloc: false).readDataToEndOfFile()
        guard let json = try? JSONSerialization.jsonObject(with: data) else { return nil }
        guard let values = json as? [String: Any] ?? (json as? [Any])?.first as? [String: Any] else {
            return nil
        }
        self.values = values
    }

    init(_ values: [String: Any]) { self.values = values }

    func has(_ key: String) -> Bool { values[key] != nil }

    /// The text of the first of these keys that has one.
    func text(_ keys: String...) -> String? {
        keys.lazy.compactMap { (values[$0] as? String)?.foreignText }.first
    }

    /// The texts of all these keys, each once; a key may have one or a list. A number is a text that looks like one.
    func texts(_ keys: String...) -> [String] {
        var seen: Set<String> = []
        return keys.flatMap { key -> [String] in
            let list = values[key] as? [Any] ?? values[key].map { [$0] } ?? []
            return list.compactMap { ($0 as? String ?? ($0 as? NSNumber)?.stringValue)?.foreignText }
        }.filter { seen.insert($0).inserted }
    }

    func isTrue(_ keys: String...) -> Bool { keys.contains { (values[$0] as? Bool) == true } }

    func number(_ keys: String...) -> Double? {
        keys.lazy.compactMap { key in
            (values[key] as? NSNumber)?.doubleValue ?? (values[key] as? String).flatMap { Double($0) }
        }.first
    }

    /// The objects of a list.
    func objects(_ key: String) -> [SidecarJSON] {
        (values[key] as? [Any] ?? []).compactMap { ($0 as? [String: Any]).map(SidecarJSON.init) }
    }
}

extension [UInt8] {
    /// Whether a name ends in a dot and these small letters, in whatever case.
    func hasExtension(_ ending: String) -> Bool {
        let ending = Array(".\(ending)".utf8)
        guard count > ending.count else { return false }
        return suffix(ending.count).elementsEqual(ending) { $0 == $1 || $0 | 0x20 == $1 }
    }
}
