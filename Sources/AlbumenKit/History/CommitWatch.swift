// SPDX-License-Identifier: GPL-3.0-or-later
// Wakes when some process has written to the catalog. The kernel tells (inotify(7)): nothing is polled, and an idle
// library costs nothing.

@preconcurrency import Dispatch
import Glibc
import Metadata
import Synchronization

/// Watches a catalog's write-ahead log, which every commit of every process goes through.
final class CommitWatch: Sendable {
    private let watcher: FolderWatcher
    private let listener: FolderWatcher.Listener

    /// - Parameter onCommit: called on a queue of the watch's own, some time after the log grew; by our own commits too.
    ///
    /// Nil where the system has no watch left.
    init?(catalog: FilePath, onCommit: @escaping @Sendable () -> Void) {
        // The folder, not the file: the log is made anew whenever the last process has closed the catalog.
        let folder = catalog.parent ?? FilePath(".")
        let log = catalog.lastComponent.bytes + Array("-wal".utf8)
        guard let watcher = FolderWatcher.shared,
            let listener = watcher.listen(in: folder, name: log, onCommit)
        else { return nil }
        self.watcher = watcher
        self.listener = listener
    }

    deinit { watcher.remove(listener) }
}

/// One inotify instance for all catalogs of the process: the system allows a person few of them.
private final class FolderWatcher: Sendable {
    /// Nil where the system has none left.
    static let shared = FolderWatcher()

    /// How long events are gathered before they are told: a commit is several writes.
    private static let gatheringMilliseconds = 50

    struct Listener: Hashable {
        let watch: Int32
        let id: Int
    }

    private struct Call {
        let name: [UInt8]
        let body: @Sendable () -> Void
        /// Whether it is on its way.
        var isWaiting = false
    }

    private struct State {
        var calls: [Listener: Call] = [:]
        var lastID = 0
    }

    private let descriptor: Int32
    private let queue = DispatchQueue(label: "albumen-commits", qos: .utility)
    private let source: any DispatchSourceRead
    private let state = Mutex(State())

    private init?() {
        descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard descriptor >= 0 else { return nil }
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        // As long as the process: there is one.
        source.setEventHandler { [self] in readEvents() }
        source.resume()
    }

    func listen(in folder: FilePath, name: [UInt8], _ body: @escaping @Sendable () -> Void) -> Listener? {
        let mask = UInt32(IN_MODIFY) | UInt32(IN_CREATE) | UInt32(IN_MOVED_TO)
        return state.withLock { state in
            // A folder that is watched already gives the same watch again.
            let watch = folder.withCString { inotify_add_watch(descriptor, $0, mask) }
            guard watch >= 0 else { return nil }
            state.lastID += 1
            let listener = Listener(watch: watch, id: state.lastID)
            state.calls[listener] = Call(name: name, body: body)
            return listener
        }
    }

    func remove(_ listener: Listener) {
        state.withLock { state in
            state.calls[listener] = nil
            if !state.calls.keys.contains(where: { $0.watch == listener.watch }) {
                inotify_rm_watch(descriptor, listener.watch)
            }
        }
    }

    /// Takes every waiting event. On the queue.
    private func readEvents() {
        // Room for some dozens of events: a header and a name that is padded to its size.
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let length = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            guard length > 0 else { return }
            var offset = 0
            while offset + MemoryLayout<inotify_event>.size <= length {
                let event = buffer.withUnsafeBytes {
                    $0.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                }
                offset += MemoryLayout<inotify_event>.size
                let end = min(length, offset + Int(event.len))
                note(event, name: Array(buffer[offset..<end].prefix { $0 != 0 }))
                offset = end
            }
        }
    }

    private func note(_ event: inotify_event, name: [UInt8]) {
        // Events that were lost may have been anybody's.
        let concernsAll = event.mask & UInt32(IN_Q_OVERFLOW) != 0
        let concerned = state.withLock { state in
            let concerned = state.calls.filter { listener, call in
                !call.isWaiting && (concernsAll || listener.watch == event.wd && call.name == name)
            }.keys
            for listener in concerned { state.calls[listener]?.isWaiting = true }
            return Array(concerned)
        }
        for listener in concerned {
            queue.asyncAfter(deadline: .now() + .milliseconds(Self.gatheringMilliseconds)) { [self] in
                let body = state.withLock { state in
                    state.calls[listener]?.isWaiting = false
                    return state.calls[listener]?.body
                }
                body?()
            }
        }
    }
}
