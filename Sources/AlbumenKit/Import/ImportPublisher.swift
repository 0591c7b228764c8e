// SPDX-License-Identifier: GPL-3.0-or-later
// Copies get their names: first the catalog notes which, then the files get them, and then the catalog has the assets. So
// whenever a process ends, what it left is either an asset, or a file that is known for a copy nobody has told of.

import CShims
import Glibc
import Metadata

struct ImportPublisher: Sendable {
    let queue: ImportQueue
    private let disk = BlockingQueue(label: "albumen-import-names")

    init(queue: ImportQueue) { self.queue = queue }

    /// A copy and the name that it is to get.
    private struct Naming: Sendable {
        var index: Int
        var copy: StagedOriginal
        var name: [UInt8]
        var hash: ContentHash?
        /// A file of this name and content that is there already, left by an import that was cut short by a power cut.
        var adopted: FileStamp?
    }

    private enum Outcome: Sendable {
        case named(FileStamp)
        /// Somebody else has taken the name meanwhile.
        case taken
        case refused(CopyError)
    }

    /// Gives every copy a name: its own, or `name-1`, `name-2`, … where that is taken. Records say where it is then. A file
    /// whose name this disk does not take is told so; what would befall every other is thrown, and nothing has a name then.
    func publish(_ entries: [ImportEntry]) async throws -> [ImportEntry] {
        var entries = entries
        var open = entries.indices.filter { entries[$0].copy != nil }
        do {
            while !open.isEmpty {
                let namings = await disk.run { [entries, open] in Self.choose(entries, open) }
                try await queue.plan(try namings.map { try plan($0, entries[$0.index].item) })
                let outcomes = await disk.run { namings.map(Self.name) }
                open = []
                for (naming, outcome) in zip(namings, outcomes) {
                    switch outcome {
                    case .named(let stamp):
                        let entry = entries[naming.index]
                        entries[naming.index].record?.facts?.sidecars = await disk.run {
                            SidecarCopies.copy(of: entry, to: naming.copy.folder, as: naming.name)
                        }
                        entries[naming.index].record?.name = naming.name
                        entries[naming.index].record?.stamp = stamp
                        entries[naming.index].hash = entries[naming.index].hash ?? naming.hash
                        entries[naming.index].copy = nil
                    case .taken: open.append(naming.index)
                    case .refused(let error) where error.isOfDisk: throw error
                    case .refused(let error):
                        entries[naming.index].copy = nil
                        entries[naming.index].record = nil
                        entries[naming.index].isCopy = false
                        entries[naming.index].result.verdict = .unreadable
                        entries[naming.index].result.reason = error.message
                    }
                }
                try await disk.run { try Self.sync(namings) }
            }
            return entries
        } catch {
            await takeBack(entries)
            throw error
        }
    }

    /// Removes copies that got their names, where the catalog could not take them.
    func takeBack(_ entries: [ImportEntry]) async {
        let items = Set(entries.map(\.item))
        let copies = ((try? await queue.plannedCopies()) ?? []).filter { items.contains($0.item) }
        await disk.run {
            for copy in copies where copy.isThere { _ = copy.path.withCString { unlink($0) } }
        }
    }

    private func plan(_ naming: Naming, _ item: Int64) throws -> PlannedCopy {
        PlannedCopy(
            item: item, folder: naming.copy.folder.path, name: naming.name,
            stamp: try naming.copy.file.stamp())
    }

    // MARK: Disk

    /// A name and its folder.
    private struct Place: Hashable {
        var folder: FilePath
        var name: [UInt8]
    }

    /// Names that are free now and differ from each other. Blocking.
    private static func choose(_ entries: [ImportEntry], _ open: [Int]) -> [Naming] {
        var reserved: Set<Place> = []
        return open.compactMap { index in
            guard let copy = entries[index].copy else { return nil }
            var naming = Naming(index: index, copy: copy, name: copy.name, hash: entries[index].hash)
            var number = 0
            while true {
                naming.name = TemporaryFile.numbered(copy.name, number)
                number += 1
                let place = Place(folder: copy.folder.path, name: naming.name)
                if reserved.contains(place) { continue }
                let path = place.folder.appending(place.name)
                if let stamp = FileStamp(at: path) {
                    guard isSame(path, stamp, &naming) else { continue }
                    naming.adopted = stamp
                }
                reserved.insert(place)
                return naming
            }
        }
    }

    /// Whether the file at a path has a copy's content.
    private static func isSame(_ path: FilePath, _ stamp: FileStamp, _ naming: inout Naming) -> Bool {
        guard let ours = try? naming.copy.file.stamp(), ours.size == stamp.size,
            let theirs = try? OpenFile(path: path)
        else { return false }
        if naming.hash == nil, let copy = try? OpenFile(path: naming.copy.file.path) {
            naming.hash = try? ContentHash(of: copy)
        }
        guard let hash = naming.hash else { return false }
        return (try? ContentHash(of: theirs)) == hash
    }

    private static func name(_ naming: Naming) -> Outcome {
        if let adopted = naming.adopted { return .named(adopted) }
        do throws(CopyError) {
            guard let stamp = try naming.copy.file.tryPublish(as: naming.name) else { return .taken }
            return .named(stamp)
        } catch {
            return .refused(error)
        }
    }

    /// Waits until the names are on disk.
    private static func sync(_ namings: [Naming]) throws {
        var synced: Set<FilePath> = []
        for naming in namings where synced.insert(naming.copy.folder.path).inserted {
            try naming.copy.folder.sync()
        }
    }
}
