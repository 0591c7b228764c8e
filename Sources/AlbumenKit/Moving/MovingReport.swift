// SPDX-License-Identifier: GPL-3.0-or-later
// What came over of another program's library and what did not, and why.

import Metadata

/// The answer of `PhotoLibrary.moveIn`.
public struct MovingReport: Sendable {
    /// What a line is about. Raw values are the command line's words.
    public enum Topic: String, Sendable, CaseIterable {
        case photos, alreadyThere
        case events, albums, people, keywords, ratings, titles, captions, places, favorites, hidden, trash
        case folders, files, edits, rejected, colorLabels, pickLabels, groups, searches, faces, roots,
            sidecars
    }

    public enum Outcome: String, Sendable {
        case cameOver, leftBehind
    }

    public struct Line: Sendable, Equatable {
        public var topic: Topic
        public var outcome: Outcome
        /// Photos, or collections, or whatever the topic counts.
        public var count: Int
        /// Why it did not come over, or with a difference; nil where there is nothing to say.
        public var reason: String?
        /// Files it is about, where each is worth naming.
        public var paths: [FilePath] = []
    }

    public let program: PhotoProgram
    public let path: FilePath
    /// What came over, then what did not; each in the order of `Topic`.
    public let lines: [Line]
    /// Takes back what was done with the photos and the collections that were made, for `PhotoLibrary.undo`. The files
    /// that were imported are taken back by `PhotoLibrary.undoImport`.
    public let undo: UndoInformation
    /// The import, for `undoImport`; nil where it brought nothing.
    public let importIdentifier: String?

    public var isComplete: Bool { lines.allSatisfy { $0.outcome == .cameOver } }
}

extension MovingReport {
    /// A report being written.
    struct Tally: Sendable {
        private struct Key: Hashable {
            var topic: Topic
            var outcome: Outcome
            var reason: String?
        }

        private var found: [Key: (count: Int, paths: [FilePath])] = [:]

        mutating func came(_ topic: Topic, _ count: Int = 1, but reason: String? = nil) {
            add(Key(topic: topic, outcome: .cameOver, reason: reason), count, nil)
        }

        mutating func left(_ topic: Topic, _ count: Int = 1, because reason: String, path: FilePath? = nil) {
            add(Key(topic: topic, outcome: .leftBehind, reason: reason), count, path)
        }

        private mutating func add(_ key: Key, _ count: Int, _ path: FilePath?) {
            guard count > 0 else { return }
            var value = found[key] ?? (0, [])
            value.count += count
            if let path { value.paths.append(path) }
            found[key] = value
        }

        var lines: [Line] {
            let outcomes: [Outcome] = [.cameOver, .leftBehind]
            return outcomes.flatMap { outcome in
                Topic.allCases.flatMap { topic in
                    found.filter { $0.key.topic == topic && $0.key.outcome == outcome }
                        .sorted { $0.key.reason ?? "" < $1.key.reason ?? "" }
                        .map { key, value in
                            Line(
                                topic: topic, outcome: outcome, count: value.count, reason: key.reason,
                                paths: value.paths)
                        }
                }
            }
        }
    }
}

extension MovingReport.Line: CustomStringConvertible {
    /// In words, with the reason.
    public var description: String { summary + (reason.map { ": \($0)" } ?? "") }

    /// In words, without the reason.
    public var summary: String {
        if topic == .alreadyThere { return "\(count) \(topic.words(count)) here already" }
        return "\(count) \(topic.words(count)) \(outcome == .cameOver ? "came over" : "left behind")"
    }
}

extension MovingReport.Topic {
    func words(_ count: Int) -> String {
        let (one, many) = names
        return count == 1 ? one : many
    }

    private var names: (one: String, many: String) {
        switch self {
        case .photos: ("photo", "photos")
        case .alreadyThere: ("photo was", "photos were")
        case .events: ("event", "events")
        case .albums: ("album", "albums")
        case .people: ("person", "people")
        case .keywords: ("photo with keywords", "photos with keywords")
        case .ratings: ("rating", "ratings")
        case .titles: ("title", "titles")
        case .captions: ("caption", "captions")
        case .places: ("place", "places")
        case .favorites: ("favourite", "favourites")
        case .hidden: ("hidden photo", "hidden photos")
        case .trash: ("photo in the trash", "photos in the trash")
        case .folders: ("folder", "folders")
        case .files: ("file", "files")
        case .edits: ("edit", "edits")
        case .rejected: ("rejection", "rejections")
        case .colorLabels: ("colour label", "colour labels")
        case .pickLabels: ("pick label", "pick labels")
        case .groups: ("grouped photo", "grouped photos")
        case .searches: ("saved search", "saved searches")
        case .faces: ("face without a name", "faces without a name")
        case .roots: ("collection of folders", "collections of folders")
        case .sidecars: ("sidecar", "sidecars")
        }
    }
}
