// SPDX-License-Identifier: GPL-3.0-or-later
// An import's progress, and what came of it, in words.

import AlbumenKit

/// What the foot of the sidebar says about an import that is at work.
struct ImportSummary: Equatable {
    var text: String
    /// Rate and time left, or why it rests; nil where neither is known.
    var details: String?
    /// 0…1; nil while the number of files is not known.
    var fraction: Double?
    var isPaused: Bool

    init(_ progress: ImportProgress) {
        if progress.isListingComplete {
            text = tr(
                "Importing {done} of {found}",
                ["done": formatted(progress.done), "found": formatted(progress.found)])
            fraction = progress.found > 0 ? Double(progress.done) / Double(progress.found) : nil
        } else {
            text = ntr("Importing… {count} file found", "Importing… {count} files found", progress.found)
        }
        if case .paused(let pause) = progress.state {
            isPaused = true
            details = pause == .byPerson ? tr("Paused") : pause.message
        } else {
            isPaused = false
            details = progress.timeLeft.map(Self.words)
        }
    }

    /// A time that is left, rounded as people say it.
    static func words(for time: Duration) -> String {
        let seconds = max(1, Int(time.components.seconds))
        let minute = 60
        let hour = 60 * minute
        if seconds < minute { return tr("Less than a minute left") }
        if seconds < hour {
            return ntr(
                "About {count} minute left", "About {count} minutes left", (seconds + minute / 2) / minute)
        }
        return ntr("About {count} hour left", "About {count} hours left", (seconds + hour / 2) / hour)
    }
}

/// What a toast says of an import that has ended.
struct ImportOutcome: Equatable {
    /// Nil where nothing was found at all.
    var text: String?
    /// Files that were not taken, and why.
    var problems: [FileProblem] = []
    /// Whether anything came into the library by it.
    var hasImported: Bool

    init(_ results: [ImportResult], left: Int = 0) {
        func count(_ verdicts: ImportVerdict...) -> Int { results.count { verdicts.contains($0.verdict) } }
        let failed = results.filter {
            [.unsupported, .corrupt, .unreadable, .noSpace].contains($0.verdict)
        }
        problems = failed.map {
            FileProblem(path: $0.path, message: $0.reason ?? tr("It could not be imported."))
        }
        let (imported, known) = (count(.imported), count(.duplicate))
        hasImported = imported > 0
        var sentences: [String] = []
        if imported > 0 {
            sentences.append(ntr("{count} photo imported", "{count} photos imported", imported))
        }
        if known > 0 {
            sentences.append(
                ntr("{count} was in the library already", "{count} were in the library already", known))
        }
        if !failed.isEmpty {
            let names = failed.map { $0.path.lastComponent.displayString }
            sentences.append(tr("not imported: {files}", ["files": Self.list(names)]))
        }
        if left > 0 { sentences.append(ntr("{count} is left", "{count} are left", left)) }
        if sentences.isEmpty, !results.isEmpty { sentences.append(tr("There was no photo to import")) }
        text = sentences.isEmpty ? nil : sentences.joined(separator: "; ")
    }

    /// A few names, and how many more.
    private static func list(_ names: [String]) -> String {
        let limit = 3
        let shown = names.prefix(limit).joined(separator: ", ")
        let rest = names.count - limit
        return rest > 0
            ? ntr("{names} and {count} more", "{names} and {count} more", rest, ["names": shown]) : shown
    }
}
