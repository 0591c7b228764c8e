// SPDX-License-Identifier: GPL-3.0-or-later
// The request of one asset. What is set already is no change; what is, is in the catalog when the setter returns.

import Foundation
import Metadata
import SQLite

/// Changes the properties of one asset. A property that cannot be set, such as a rating of 6, ends the change with
/// `notAllowed`.
public final class AssetChangeRequest {
    let changes: ChangeRequests
    let row: Int64
    /// Read when first needed.
    private var values: [AssetColumn: Value] = [:]

    init(changes: ChangeRequests, row: Int64) {
        self.changes = changes
        self.row = row
    }

    // MARK: Marks

    public var isFavorite: Bool {
        get { value(.isFavorite) == .integer(1) }
        set { set(.isFavorite, .integer(newValue ? 1 : 0)) }
    }

    /// Hidden assets are in no fetch but the hidden album's, and those that ask for them.
    public var isHidden: Bool {
        get { value(.isHidden) == .integer(1) }
        set { set(.isHidden, .integer(newValue ? 1 : 0)) }
    }

    /// 1–5, or 0 for none.
    public var rating: Int {
        get { Int(value(.rating).integerValue ?? 0) }
        set {
            changes.performDeferringErrors {
                guard (0...5).contains(newValue) else {
                    throw LibraryError.notAllowed("a rating is a number from 0 to 5, not \(newValue)")
                }
                try apply([(.rating, .integer(Int64(newValue)))])
            }
        }
    }

    // MARK: Words

    /// An empty text is no title.
    public var title: String? {
        get { value(.title).textValue }
        set { set(.title, Self.text(newValue)) }
    }

    /// An empty text is no caption.
    public var caption: String? {
        get { value(.caption).textValue }
        set { set(.caption, Self.text(newValue)) }
    }

    private static func text(_ text: String?) -> Value {
        guard let text, !text.isEmpty else { return .null }
        return .text(text.nfc)
    }

    // MARK: Time and place

    /// The wall clock of the place where it was taken; its source becomes the person. Nil: nobody knows, and the
    /// asset stands where its file's time puts it.
    public var captureTime: CaptureTime? {
        get {
            guard let wall = value(.wallSeconds).integerValue else { return nil }
            return CaptureTime(
                wallSeconds: wall, milliseconds: Int(value(.wallMilliseconds).integerValue ?? 0),
                utcOffset: value(.utcOffset).integerValue.map(Int.init),
                source: TimeSource(rawValue: Int(value(.timeSource).integerValue ?? 0)) ?? .file,
                offsetSource: value(.offsetSource).integerValue.flatMap { TimeSource(rawValue: Int($0)) })
        }
        set { changes.performDeferringErrors { try setCaptureTime(newValue) } }
    }

    /// The instant at which it was taken; nil where the offset is not known. Setting it keeps the offset of the place,
    /// or takes this machine's where none is known.
    public var creationDate: Date? {
        get {
            captureTime?.instantMilliseconds.map(Date.init(milliseconds:))
        }
        set {
            guard let date = newValue else {
                captureTime = nil
                return
            }
            let milliseconds = date.milliseconds
            let second = Int64((Double(milliseconds) / 1_000).rounded(.down))
            let offset = captureTime?.utcOffset ?? Clock.localOffset(at: second)
            captureTime = CaptureTime(
                wallSeconds: second + Int64(offset), milliseconds: Int(milliseconds - second * 1_000),
                utcOffset: offset, source: .person)
        }
    }

    /// Where it was taken. A place that was set, or taken away, outlives a new reading of the file.
    public var location: Location? {
        get {
            guard case .real(let latitude) = value(.latitude), case .real(let longitude) = value(.longitude)
            else { return nil }
            var altitude: Double?
            if case .real(let metres) = value(.altitude) { altitude = metres }
            return Location(latitude: latitude, longitude: longitude, altitude: altitude)
        }
        set {
            guard newValue != location else { return }
            changes.performDeferringErrors {
                try apply([
                    (.latitude, newValue.map { .real($0.latitude) } ?? .null),
                    (.longitude, newValue.map { .real($0.longitude) } ?? .null),
                    (.altitude, newValue?.altitude.map { .real($0) } ?? .null), (.isOwnPlace, .integer(1)),
                ])
            }
        }
    }

    private func setCaptureTime(_ time: CaptureTime?) throws {
        let sortKey: Int64
        if let time {
            sortKey = time.instantMilliseconds ?? time.wallMilliseconds
        } else {
            let file = try changes.connection.int64("SELECT mtime_ns FROM asset WHERE id = ?", row)
            sortKey = (file ?? 0) / 1_000_000
        }
        let person = Value.integer(Int64(TimeSource.person.rawValue))
        try apply([
            (.wallSeconds, time.map { .integer($0.wallSeconds) } ?? .null),
            (.wallMilliseconds, .integer(Int64(time?.milliseconds ?? 0))),
            (.utcOffset, time?.utcOffset.map { .integer(Int64($0)) } ?? .null), (.timeSource, person),
            (.offsetSource, time?.utcOffset == nil ? .null : person), (.sortKey, .integer(sortKey)),
        ])
    }

    // MARK: Deletion

    /// Whether it is in Recently Deleted.
    var isTrashed: Bool {
        get { value(.trashedAt) != .null }
        set {
            if newValue != isTrashed { set(.trashedAt, newValue ? .integer(changes.writer.now) : .null) }
        }
    }

    // MARK: Values

    func value(_ column: AssetColumn) -> Value {
        changes.performDeferringErrors { try load() }
        return values[column] ?? .null
    }

    func set(_ column: AssetColumn, _ value: Value) {
        changes.performDeferringErrors { try apply([(column, value)]) }
    }

    private func load() throws {
        guard values.isEmpty else { return }
        let found = try changes.connection.first(AssetColumn.selectSQL, row) { row in
            AssetColumn.allCases.enumerated().map { ($1, row.value($0)) }
        }
        guard let found else { throw LibraryError.identifiersNotFound([]) }
        values = Dictionary(uniqueKeysWithValues: found)
    }

    /// After something else than `apply` has written the row.
    func forgetValues() { values = [:] }

    /// Sets columns. An asset that has the values already is not a change of the library.
    func apply(_ wanted: [(column: AssetColumn, value: Value)]) throws {
        try load()
        let new = wanted.filter { values[$0.column] != $0.value }
        guard !new.isEmpty else { return }
        let assignments = new.map { "\($0.column.rawValue) = ?" }.joined(separator: ", ")
        let parameters = new.map(\.value) + [.integer(changes.writer.now), .integer(row)]
        try changes.connection.withStatement(
            "UPDATE asset SET \(assignments), modified_at = ? WHERE id = ?", parameters
        ) { while try $0.step() {} }
        var aspects: AssetAspects = []
        var edits: [UndoStep.ColumnEdit] = []
        for (column, value) in new {
            aspects.formUnion(column.aspect)
            edits.append(.init(column: column, before: values[column] ?? .null, after: value))
            values[column] = value
        }
        changes.record(.asset(row: row, edits))
        changes.writer.note(.asset, .updated, row: row, aspects: aspects)
    }

    /// The column's value now, for undoing.
    func current(_ column: AssetColumn) throws -> Value {
        try load()
        return values[column] ?? .null
    }

    // MARK: Keywords

    /// Sorted by their titles.
    public var keywords: [String] {
        get {
            var titles: [String] = []
            changes.performDeferringErrors {
                titles = try changes.connection.all(
                    """
                    SELECT title FROM asset_keyword JOIN keyword ON keyword.id = keyword_id WHERE asset_id = ?
                    ORDER BY title
                    """, row
                ) { $0.string(0) }
            }
            return titles
        }
        set {
            changes.performDeferringErrors {
                let before = Set(keywords)
                let after = Set(try newValue.map(Self.keyword))
                for title in before.subtracting(after) { try setKeyword(title, false) }
                for title in after.subtracting(before) { try setKeyword(title, true) }
            }
        }
    }

    /// No change where the asset has it. Keywords are compared whole, in NFC.
    public func addKeyword(_ title: String) throws {
        try changes.perform { try setKeyword(try Self.keyword(title), true) }
    }

    /// No change where the asset has it not.
    public func removeKeyword(_ title: String) throws {
        try changes.perform { try setKeyword(try Self.keyword(title), false) }
    }

    private static func keyword(_ title: String) throws -> String {
        guard title.contains(where: { !$0.isWhitespace }) else {
            throw LibraryError.notAllowed("a keyword needs a letter")
        }
        return title.nfc
    }

    private func setKeyword(_ title: String, _ isThere: Bool) throws {
        if isThere {
            try changes.connection.execute("INSERT OR IGNORE INTO keyword(title) VALUES (?)", title)
        }
        let found = try changes.connection.int64("SELECT id FROM keyword WHERE title = ?", title)
        if let keyword = found { try setKeyword(row: keyword, isThere) }
    }

    func setKeyword(row keyword: Int64, _ isThere: Bool) throws {
        let connection = changes.connection
        if isThere {
            try connection.execute("INSERT OR IGNORE INTO asset_keyword VALUES (?, ?)", row, keyword)
        } else {
            try connection.execute(
                "DELETE FROM asset_keyword WHERE asset_id = ? AND keyword_id = ?", row, keyword)
        }
        guard connection.changeCount > 0 else { return }
        try connection.execute("UPDATE asset SET modified_at = ? WHERE id = ?", changes.writer.now, row)
        changes.record(.keyword(asset: row, keyword: keyword, isAdded: isThere))
        changes.writer.note(.asset, .updated, row: row, aspects: .keywords)
    }
}

extension Value {
    var integerValue: Int64? {
        if case .integer(let number) = self { number } else { nil }
    }
    fileprivate var textValue: String? {
        if case .text(let text) = self { text } else { nil }
    }
}
