// SPDX-License-Identifier: GPL-3.0-or-later
// What lies beside a photo goes with its copy: without it a later reading would not find what the first one did.

import Metadata

enum SidecarCopies {
    /// Copies the sidecars of an entry's file beside its copy, under the names that they have to have there; returns those
    /// that are there then. None is written over anything. Blocking.
    static func copy(of entry: ImportEntry, to folder: OriginalsFolder.Folder, as name: [UInt8]) -> [Sidecar]
    {
        guard let source = entry.result.path.parent else { return [] }
        let original = entry.result.path.lastComponent.bytes
        return (entry.record?.facts?.sidecars ?? []).compactMap { sidecar in
            guard let place = sidecar.kind.names(for: original).firstIndex(of: sidecar.name) else {
                return nil
            }
            let names = sidecar.kind.names(for: name)
            // A photo whose copy got a number has lost some of the customs that its sidecar followed.
            guard place < names.count, let file = try? OpenFile(path: source.appending(sidecar.name)) else {
                return nil
            }
            var copy = sidecar
            copy.name = names[place]
            let target = folder.path.appending(copy.name)
            do throws(CopyError) {
                let temporary = try TemporaryFile(in: folder)
                try temporary.copy(from: file)
                if let stamp = try temporary.tryPublish(as: copy.name) {
                    (copy.size, copy.modificationTime) = (stamp.size, stamp.modificationTime)
                    return copy
                }
            } catch {
                // The photo is there all the same.
                return nil
            }
            // One that an import which was cut short has left is as good.
            guard let there = FileStamp(at: target), there.size == file.size,
                there.modificationTime == file.stamp.modificationTime
            else { return nil }
            return copy
        }
    }
}
