// SPDX-License-Identifier: GPL-3.0-or-later
// Wakes when some process has written to the catalog. The kernel tells (inotify(7)): nothing is polled, and an idle
// library costs nothing.

@preconcurrency import Dispatch
import Glibc
import Metadata

/// Watches a catalog's write-ahead log, which every commit of every process goes through.
final class CommitWatch: Sendable {
    /// How long events are gathered before they are told: a commit is several writes.
    private static let gatheringMilliseconds = 50

    private let source: any DispatchSourceRead

    /// - Parameter onCommit: called on a queue of the watch's own, some time after the log grew; by our own commits too.
    ///
    /// Nil where the system has no watch left.
    init?(catalog: FilePath, onCommit: @escaping @Sendable () -> Void) {
        let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard descriptor >= 0 else { return nil }
        // The folder, not the file: the log is made anew whenever the last process has closed the catalog.
        let folder = catalog.parent ?? FilePath(".")
        let mask = UInt32(IN_MODIFY) | UInt32(IN_CREATE) | UInt32(IN_MOVED_TO)
        guard folder.withCString({ inotify_add_watch(descriptor, $0, mask) }) >= 0 else {
            close(descriptor)
            return nil
        }
        let log = catalog.lastComponent.bytes + Array("-wal".utf8)
        let queue = DispatchQueue(label: "albumen-commits", qos: .utility)
        let gathering = Gathering()
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler {
            guard readEvents(descriptor, naming: log), !gathering.isWaiting else { return }
            gathering.isWaiting = true
            queue.asyncAfter(deadline: .now() + .milliseconds(Self.gatheringMilliseconds)) {
                gathering.isWaiting = false
                onCommit()
            }
        }
        source.setCancelHandler { close(descriptor) }
        source.resume()
    }

    deinit { source.cancel() }

    /// Whether a call is on its way.
    ///
    /// `@unchecked Sendable`: touched on the watch's queue only.
    private final class Gathering: @unchecked Sendable {
        var isWaiting = false
    }
}

/// Takes every waiting event; whether one was about this file, or events were lost.
private func readEvents(_ descriptor: Int32, naming name: [UInt8]) -> Bool {
    var isAffected = false
    // Room for some dozens of events: a header and a name that is padded to its size.
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
        let length = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        guard length > 0 else { return isAffected }
        var offset = 0
        while offset + MemoryLayout<inotify_event>.size <= length {
            let event = buffer.withUnsafeBytes {
                $0.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
            }
            offset += MemoryLayout<inotify_event>.size
            let end = min(length, offset + Int(event.len))
            if event.mask & UInt32(IN_Q_OVERFLOW) != 0
                || buffer[offset..<end].prefix(while: { $0 != 0 }) == name[...]
            {
                isAffected = true
            }
            offset = end
        }
    }
}
