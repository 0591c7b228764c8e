// SPDX-License-Identifier: GPL-3.0-or-later
// An import at work, for whoever started it: its verdicts, its progress, and how to pause, go on and stop.

import Metadata

/// One import, running in this process. It goes on whether or not anybody holds this object, until it is done, cancelled or
/// the process ends; then it can be resumed by `PhotoLibrary.resumeImport`.
///
/// Any isolation; no call blocks.
public final class ImportSession: Sendable {
    /// Stable: of this import in `PhotoLibrary.fetchImports`.
    public let identifier: String
    /// A verdict a file, each once, in order, when what it says is on disk. One reader; what is not read yet is kept. Ends
    /// when everything has its verdict, after `cancel()`, and, unless the import waits for room, where there is none; ends
    /// with an error where the catalog fails or the client's right was taken away. Who stops reading does not stop the
    /// import.
    public let results: AsyncThrowingStream<ImportResult, any Error>

    private let control: ImportControl
    private let meter: ImportMeter
    private let task: Task<Void, any Error>

    init(
        library: PhotoLibrary, options: ImportOptions, queue: ImportQueue, identifier: String,
        locks: ImportLocks, progress: ImportProgress
    ) {
        self.identifier = identifier
        let control = ImportControl()
        let meter = ImportMeter(progress, isCopying: options.mode == .copy)
        let (results, continuation) = AsyncThrowingStream<ImportResult, any Error>.makeStream()
        self.control = control
        self.meter = meter
        self.results = results
        task = Task {
            let run = ImportRun(
                library: library, options: options, queue: queue, locks: locks, control: control, meter: meter
            ) { continuation.yield($0) }
            do {
                try await run.run()
                locks.give(session: queue.session)
                meter.hub.end()
                continuation.finish()
            } catch {
                locks.give(session: queue.session)
                meter.hub.end()
                let isWanted = error is CancellationError && control.isCancelled
                continuation.finish(throwing: isWanted ? nil : error)
                if !isWanted { throw error }
            }
        }
    }

    /// How far it is now.
    public var currentProgress: ImportProgress { meter.hub.progress }

    /// How far it is now, then each change, at most about ten a second; ends with the import, whose last state is told.
    /// Any number of readers.
    public func progress() -> AsyncStream<ImportProgress> { meter.hub.stream() }

    /// Lets it rest once the files that are on their way are done: no file is left by half.
    public func pause() { control.pause() }

    /// Lets it go on after `pause()`, or after room was made; files that found no room are tried again.
    public func resume() { control.resume() }

    /// Ends it. What is done stays, what was begun leaves nothing; `end()` tells what is left, which waits on in the
    /// catalog for `PhotoLibrary.resumeImport`.
    public func cancel() {
        control.cancel()
        task.cancel()
    }

    /// Waits for its end, and tells what came of it. Throws the error that ended it.
    @discardableResult
    public func end() async throws -> ImportProgress {
        try await task.value
        return currentProgress
    }
}
