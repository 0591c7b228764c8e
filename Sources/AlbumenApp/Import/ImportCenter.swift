// SPDX-License-Identifier: GPL-3.0-or-later
// The imports of a window, from wherever the files came: one after another, with their progress and their outcome.

import AlbumenKit
import Foundation
import GTKBridge

/// Runs imports and shows how they go.
@MainActor
final class ImportCenter {
    private let session: LibrarySession
    private let status: ImportStatusView

    private struct Wish {
        let paths: [FilePath]
        let options: ImportOptions

        init(_ paths: [FilePath], album: String?) {
            self.paths = paths
            var options = ImportOptions()
            options.album = album
            options.waitsForRoom = true
            self.options = options
        }
    }

    private var waiting: [Wish] = []
    private var current: ImportSession?
    private var worker: Task<Void, Never>?
    /// One that was cut short: its identifier.
    private var interrupted: String?

    init(session: LibrarySession, status: ImportStatusView) {
        self.session = session
        self.status = status
    }

    /// Takes files and folders in, as copies; into the album of this title too where one is given.
    func take(_ paths: [FilePath], intoAlbum album: String? = nil) {
        guard !paths.isEmpty else { return }
        waiting.append(Wish(paths, album: album))
        work()
    }

    /// Takes in a picture that is no file, such as one that was copied in another program. `data` is a whole image file.
    func take(picture data: [UInt8], named name: String, intoAlbum album: String? = nil) async {
        do {
            try await session.library.save(image: Data(data), filename: name, toAlbum: album)
            session.toast(ntr("{count} photo imported", "{count} photos imported", 1))
        } catch {
            session.report(error, doing: tr("Could not import"))
        }
    }

    func pauseOrContinue() {
        guard let current else { return }
        if case .paused = current.currentProgress.state { current.resume() } else { current.pause() }
    }

    /// Ends what is at work, or forgets what was cut short. What came in stays.
    func stop() {
        waiting = []
        interrupted = nil
        current?.cancel()
        if current == nil { status.hide() }
    }

    /// Goes on with what was cut short.
    func continueInterrupted() {
        guard let identifier = interrupted, worker == nil else { return }
        interrupted = nil
        worker = Task {
            await run {
                try await $0.resumeImport(identifier, waitsForRoom: true)
            }
            worker = nil
            work()
        }
    }

    /// Looks for an import that ended with the program.
    func offerInterrupted() async {
        guard worker == nil, let records = try? await session.library.fetchImports(),
            let record = records.first(where: { $0.state == .interrupted && $0.left > 0 })
        else { return }
        interrupted = record.identifier
        status.showInterrupted(left: record.left)
    }

    /// The window is closed. What is at work goes on with the next start.
    func end() {
        waiting = []
        worker?.cancel()
        current?.cancel()
    }

    // MARK: - Working

    private func work() {
        guard worker == nil, !waiting.isEmpty else { return }
        worker = Task {
            while !waiting.isEmpty, !Task.isCancelled {
                let wish = waiting.removeFirst()
                await run { try await $0.startImport(wish.paths, options: wish.options) }
            }
            worker = nil
        }
    }

    private func run(
        _ begin: @escaping @Sendable (PhotoLibrary) async throws -> ImportSession
    ) async {
        do {
            let running = try await begin(session.library)
            current = running
            let updates = Task { [weak self] in
                for await progress in running.progress() {
                    // Most imports are over before anybody could read of them.
                    if progress.state != .finished { self?.status.show(ImportSummary(progress)) }
                }
            }
            defer {
                updates.cancel()
                current = nil
                status.hide()
            }
            var results: [ImportResult] = []
            for try await result in running.results { results.append(result) }
            let left = try await running.end().left
            tell(ImportOutcome(results, left: left), of: running.identifier)
        } catch {
            session.report(error, doing: tr("Could not import"))
        }
    }

    private func tell(_ outcome: ImportOutcome, of identifier: String) {
        guard let text = outcome.text, session.window != nil else { return }
        let undo = outcome.hasImported ? { [weak self] in self?.undo(identifier) ?? () } : nil
        session.presentToast(
            Toast(text: text, undo: undo) { [weak session] in
                Task { await session?.showImport(identifier) }
            })
        guard outcome.problems.count > 0, let window = session.window else { return }
        Task { await showImportProblems(outcome.problems, over: window) }
    }

    private func undo(_ identifier: String) {
        Task { [session] in
            do {
                try await session.library.undoImport(identifier)
            } catch {
                session.report(error, doing: tr("Could not undo"))
            }
        }
    }
}
