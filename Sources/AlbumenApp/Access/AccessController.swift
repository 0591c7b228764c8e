// SPDX-License-Identifier: GPL-3.0-or-later
// Asks the person which photos Albumen may see, keeps the answer, and lets it be changed. Nothing is read before.

import AlbumenKit
import CAdwaita
import GTKBridge

/// The person's say in what the app sees. Each method returns when the answer is kept.
@MainActor
final class AccessController {
    private let session: LibrarySession
    private var isAsking = false
    /// The answer that the scanner goes by.
    private var followed = AuthorizationStatus.notDetermined
    private var following: Task<Void, Never>?
    /// Access, or what is scanned, has changed.
    var onChange: () -> Void = {}

    init(session: LibrarySession) {
        self.session = session
    }

    var status: AuthorizationStatus { session.library.authorizationStatus(for: .readWrite) }

    /// Asks on the first start; on every other, goes by the answer that was kept.
    func begin() async {
        if status == .notDetermined { await ask() }
        await follow()
    }

    /// Brings the scan to what may be seen now, whoever changed that: it runs where everything may be, and else not at all.
    func follow() async {
        if let following { return await following.value }
        let task = Task {
            while followed != status {
                let before = followed
                followed = status
                // What may no longer be seen is no longer read either.
                if before == .authorized { await session.renewScanner() }
                if followed == .authorized { await scan() }
            }
            following = nil
        }
        following = task
        await task.value
    }

    /// The question itself; again and again until the chooser it may lead to was answered too.
    func ask() async {
        guard !isAsking else { return }
        isAsking = true
        defer { isAsking = false }
        while let window = session.window {
            let answer = await AlbumenApp.ask(
                over: window, heading: tr("Let Albumen See Your Photos?"),
                body: tr(
                    """
                    Albumen shows the photos and videos in “{folder}”. They stay where they are, \
                    nothing in them is changed, and nothing leaves this computer.
                    """, ["folder": LibraryLocation.picturesFolder.displayString]),
                answers: [
                    DialogAnswer(id: "none", label: tr("Don’t Allow")),
                    DialogAnswer(id: "some", label: tr("Select Photos…")),
                    DialogAnswer(
                        id: "all", label: tr("Allow Access to All Photos"),
                        appearance: ADW_RESPONSE_SUGGESTED),
                ],
                preferred: "all", closing: "later")
            switch answer {
            case "all": await allowAll()
            case "some": guard await selectPhotos() else { continue }
            case "none": await deny()
            default: break
            }
            return
        }
    }

    /// All photos in the Pictures folder and in the folders that were added.
    func allowAll() async {
        do {
            try await session.library.setAuthorization(.authorized, for: .readWrite)
            await follow()
        } catch {
            session.report(error, doing: tr("Could not change access"))
        }
        onChange()
    }

    func deny() async {
        do {
            try await session.library.setAuthorization(.denied, for: .readWrite)
            await follow()
        } catch {
            session.report(error, doing: tr("Could not change access"))
        }
        onChange()
    }

    /// Lets the person choose files, takes them in where they are, and limits access to them and those chosen before.
    /// Returns false when the person cancels.
    func selectPhotos() async -> Bool {
        guard let window = session.window else { return false }
        let files = await choosePhotos(over: window, in: LibraryLocation.picturesFolder)
        guard !files.isEmpty else { return false }
        do {
            let library = session.library
            let before = status == .limited ? try await library.limitedSelection() : []
            try await library.setAuthorization(.limited, for: .readWrite)
            await follow()
            var options = ImportOptions()
            options.mode = .reference
            options.isSelection = true
            var chosen = before
            var failures: [ImportResult] = []
            for try await result in library.importFiles(files, options: options) {
                if let identifier = result.localIdentifier {
                    if !chosen.contains(identifier) { chosen.append(identifier) }
                } else {
                    failures.append(result)
                }
            }
            try await library.setLimitedSelection(chosen)
            reportFailures(failures)
        } catch {
            session.report(error, doing: tr("Could not add the photos"))
        }
        onChange()
        return true
    }

    /// Takes photos out of what Albumen may see. The files stay.
    func unselect(_ identifiers: Set<String>) async {
        do {
            let kept = try await session.library.limitedSelection().filter { !identifiers.contains($0) }
            try await session.library.setLimitedSelection(kept)
        } catch {
            session.report(error, doing: tr("Could not change access"))
        }
        onChange()
    }

    /// Adds a folder to those that are watched. Where not everything may be seen, asks for that first.
    func addFolder() async {
        if status != .authorized { await ask() }
        guard status == .authorized, let window = session.window,
            let folder = await chooseFolder(over: window)
        else { return }
        do {
            try await session.scanner.watch(folder)
            await session.scanner.start()
        } catch {
            session.report(error, doing: tr("Could not add the folder"))
        }
        onChange()
    }

    /// Scans what is watched; the Pictures folder where nothing is yet and everything may be seen.
    private func scan() async {
        let scanner = session.scanner
        do {
            if status == .authorized, try await scanner.watchedFolders().isEmpty {
                try await scanner.watch(LibraryLocation.picturesFolder)
            }
        } catch LibraryError.file {
            // The page in the content says which folder is not there; the scan of others goes on.
        } catch {
            session.report(error, doing: tr("Could not watch the Pictures folder"))
        }
        await scanner.start()
    }

    private func reportFailures(_ failures: [ImportResult]) {
        guard let first = failures.first else { return }
        let name = first.path.lastComponent.displayString
        session.toast(
            failures.count == 1
                ? tr(
                    "“{file}” was not added: {reason}",
                    ["file": name, "reason": first.reason ?? first.verdict.rawValue])
                : ntr("{count} file was not added", "{count} files were not added", failures.count))
    }
}
