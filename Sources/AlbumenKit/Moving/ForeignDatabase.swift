// SPDX-License-Identifier: GPL-3.0-or-later
// The database of another program, which is not ours: read, never written, and believed in nothing.

import CGio
import Glibc
import Metadata
import SQLite

/// An SQLite file opened so that neither it nor its folder changes, whatever is in it. Where its last changes are still in
/// a log beside it, a copy of both is read: SQLite would write them into the file. Blocking.
final class ForeignDatabase {
    let path: FilePath
    let program: PhotoProgram
    let connection: Connection
    private let stamp: FileStamp
    /// The folder of the copy; nil where the file itself is read.
    private let folder: FilePath?

    /// What every SQLite file begins with (sqlite.org/fileformat.html, 1.3).
    private static let magic = Array("SQLite format 3\0".utf8)
    /// Logs that SQLite leaves beside a database that was not closed.
    private static let logs = ["-wal", "-journal"]

    init(at path: FilePath, of program: PhotoProgram) throws {
        self.path = path
        self.program = program
        let file: OpenFile
        do { file = try OpenFile(path: path) } catch { throw MovingError.file(error) }
        stamp = file.stamp
        var head = [UInt8](repeating: 0, count: Self.magic.count)
        guard pread(file.descriptor, &head, head.count, 0) == head.count, head == Self.magic else {
            throw MovingError.noLibrary(path, program, missing: "SQLite database in it")
        }
        let logs = Self.logs.filter { Self.size(path.adding($0)) > 0 }
        do {
            if logs.isEmpty {
                folder = nil
                connection = try Connection(path: path.bytes, mode: .immutable)
            } else {
                let copy = try Self.copy(path, logs)
                folder = copy.parent
                connection = try Connection(path: copy.bytes)
            }
            // Nothing that its schema calls is run, and no page is believed to be what it says.
            for pragma in ["trusted_schema = OFF", "cell_size_check = ON", "query_only = ON"] {
                try connection.execute("PRAGMA \(pragma)")
            }
        } catch let error as SQLiteError {
            throw MovingError.database(path, error)
        }
    }

    deinit { if let folder { Self.remove(folder) } }

    /// Reads, with errors that name the file. Throws `changed` where somebody wrote to the file meanwhile.
    func read<T>(_ body: (Connection) throws -> T) throws -> T {
        do {
            let result = try body(connection)
            guard FileStamp(followingLinksAt: path)?.isUnchanged(since: stamp) == true else {
                throw MovingError.changed(path, program)
            }
            return result
        } catch let error as SQLiteError {
            throw MovingError.database(path, error)
        }
    }

    // MARK: Schema

    /// Columns of a table, in small letters; none where there is no such table. What only calls itself one is none.
    func columns(of table: String) throws -> Set<String> {
        try read { connection in
            let isTable = try connection.int64(
                "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ? COLLATE NOCASE", table)
            guard isTable != nil else { return [] }
            return Set(
                try connection.all("SELECT name FROM pragma_table_info(?)", table) {
                    $0.string(0).lowercased()
                })
        }
    }

    func has(_ table: String) throws -> Bool { try !columns(of: table).isEmpty }

    /// Throws `schema` where a table or one of its columns is not there.
    func require(_ table: String, _ columns: String...) throws {
        let found = try self.columns(of: table)
        guard !found.isEmpty else { throw MovingError.schema(path, program, missing: "table \(table)") }
        for column in columns where !found.contains(column.lowercased()) {
            throw MovingError.schema(path, program, missing: "column \(table).\(column)")
        }
    }

    /// SQL for columns of which some versions have not all: NULL for those that are not there.
    func select(_ columns: String..., from table: String) throws -> String {
        let found = try self.columns(of: table)
        let list = columns.map { found.contains($0.lowercased()) ? $0 : "NULL" }
        return "SELECT \(list.joined(separator: ", ")) FROM \(table)"
    }

    // MARK: Copy

    private static func size(_ path: FilePath) -> Int64 { FileStamp(followingLinksAt: path)?.size ?? 0 }

    private static func copy(_ path: FilePath, _ logs: [String]) throws -> FilePath {
        var template = FilePath(cString: g_get_tmp_dir()).appending("albumen-moving-XXXXXX").bytes
            .map { CChar(bitPattern: $0) }
        template.append(0)
        guard mkdtemp(&template) != nil else { throw MovingError.copy(path, errno: errno) }
        let folder = template.withUnsafeBufferPointer { FilePath(cString: $0.baseAddress!) }  // Not empty.
        let copy = folder.appending("copy.db")
        do {
            try write(path, to: copy)
            for log in logs { try write(path.adding(log), to: copy.adding(log)) }
        } catch {
            remove(folder)
            throw error
        }
        return copy
    }

    /// Bytes that are copied at once.
    private static let piece = 1 << 20

    private static func write(_ path: FilePath, to copy: FilePath) throws {
        let source: OpenFile
        do { source = try OpenFile(path: path) } catch { throw MovingError.file(error) }
        let target = copy.withCString { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
        guard target >= 0 else { throw MovingError.copy(path, errno: errno) }
        defer { close(target) }
        var buffer = [UInt8](repeating: 0, count: piece)
        var offset: off_t = 0
        while true {
            let count = pread(source.descriptor, &buffer, piece, offset)
            if count == 0 { return }
            guard count > 0, Glibc.write(target, buffer, count) == count else {
                throw MovingError.copy(path, errno: errno)
            }
            offset += off_t(count)
        }
    }

    private static func remove(_ folder: FilePath) {
        for name in ["copy.db"] + (logs + ["-shm"]).map({ "copy.db" + $0 }) {
            _ = folder.appending(name).withCString { unlink($0) }
        }
        _ = folder.withCString { rmdir($0) }
    }
}

extension FilePath {
    /// The same path with something at its end.
    fileprivate func adding(_ ending: String) -> FilePath { FilePath(bytes: bytes + Array(ending.utf8)) }
}

extension Row {
    /// A text that can be taken over.
    func foreignText(_ column: Int) -> String? { optionalString(column)?.foreignText }

    /// The path of a column that has one as text, with single slashes; nil for one that is not absolute.
    func absolutePath(_ column: Int) -> FilePath? {
        let slash = UInt8(ascii: "/")
        let bytes = bytes(column)
        guard bytes.first == slash, bytes.last != slash else { return nil }
        let parts = bytes.split(separator: slash)
        return FilePath(bytes: parts.flatMap { [slash] + $0 })
    }
}
