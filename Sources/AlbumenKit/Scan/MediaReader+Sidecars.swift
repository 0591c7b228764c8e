// SPDX-License-Identifier: GPL-3.0-or-later
// What of a file is not in the file: sidecars, extended attributes, and in the end its own time.

import CShims
import Glibc
import Imaging
import Metadata

extension MediaReader {
    /// The facts that a decoder found, with what is beside the file.
    func completed(_ facts: FileFacts, _ file: OpenFile) async throws(CancellationError) -> FileFacts {
        var facts = try await withSidecars(facts, of: file.path)
        if facts.captureTime?.source == .sidecar { facts = facts.completed(from: file.path) }
        if facts.make == nil, await queue.run({ file.isMarkedAsScreenCapture }) {
            facts.note(
                facts.mediaType == .video ? .screenRecordings : .screenshots, .certain,
                "marked as kMDItemIsScreenCapture", by: .name)
        }
        if facts.captureTime == nil { facts.captureTime = Self.captureTime(ofFile: file) }
        return facts
    }

    private func withSidecars(
        _ facts: FileFacts, of path: FilePath
    ) async throws(CancellationError) -> FileFacts {
        guard let folder = path.parent else { return facts }
        let found = await queue.run { Sidecar.find(beside: path) }
        var facts = facts
        facts.sidecars = found
        for sidecar in found where sidecar.size <= SidecarReader.longest {
            let open = await queue.run { try? OpenFile(path: folder.appending(sidecar.name)) }
            guard let open else { continue }
            do {
                let question = SidecarQuestion(kind: sidecar.kind, of: facts)
                guard let said = try await decoders.facts(ofSidecar: open, question) else { continue }
                facts = facts.adding(said, from: sidecar.kind)
            } catch {
                // One that cannot be read says nothing, and costs nothing.
                if case .cancelled = error { throw CancellationError() }
            }
        }
        return facts
    }
}

extension Sidecar {
    /// The sidecars of the file at a path. Blocking.
    static func find(beside path: FilePath) -> [Sidecar] {
        guard let folder = path.parent else { return [] }
        return find(for: path.lastComponent.bytes) { name in
            var status = stat()
            guard folder.appending(name).withCString({ stat($0, &status) }) == 0,
                status.st_mode & S_IFMT == S_IFREG, status.st_size > 0
            else { return nil }
            let stamp = FileStamp(status)
            return (stamp.size, stamp.modificationTime)
        }
    }
}

extension OpenFile {
    /// Whether macOS marked it as a picture of the screen: an attribute that some archives and file servers keep, with a
    /// property list of one boolean in it. Blocking.
    var isMarkedAsScreenCapture: Bool {
        let isTrue = Array("bplist00".utf8) + [0x09]
        return withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
            let count = albumen_get_attribute(
                descriptor, "user.com.apple.metadata:kMDItemIsScreenCapture", buffer.baseAddress,
                buffer.count)
            return count >= isTrue.count && buffer.prefix(isTrue.count).elementsEqual(isTrue)
        }
    }
}
