// SPDX-License-Identifier: GPL-3.0-or-later
// Why another program's library cannot be taken over. Nothing was imported then, and nothing changed.

import Glibc
import Metadata
import SQLite

/// Each case names the file and the check that it failed.
public enum MovingError: Error, Sendable {
    /// It cannot be opened.
    case file(FileError)
    /// A folder of it cannot be listed.
    case folder(FilePath, reason: String)
    /// It is no library of this program: what was looked for.
    case noLibrary(FilePath, PhotoProgram, missing: String)
    /// It is a database, and not as this program makes them: which table or column is not there.
    case schema(FilePath, PhotoProgram, missing: String)
    /// It was made by a newer version than the one that is known here.
    case newer(FilePath, PhotoProgram, version: Int64, known: Int64)
    /// SQLite cannot read it.
    case database(FilePath, SQLiteError)
    /// The program wrote to it meanwhile.
    case changed(FilePath, PhotoProgram)
    /// No copy could be made of it for reading.
    case copy(FilePath, errno: Int32)
}

extension MovingError: CustomStringConvertible {
    /// In words.
    public var description: String {
        switch self {
        case .file(let error): "\(error)"
        case .folder(let path, let reason): "“\(path)”: \(reason)"
        case .noLibrary(let path, let program, let missing):
            "“\(path)” is no library of \(program.name): it has no \(missing)"
        case .schema(let path, let program, let missing):
            "“\(path)” is not as \(program.name) makes it: it has no \(missing)"
        case .newer(let path, let program, let version, let known):
            "“\(path)” was made by a newer \(program.name) (its version is \(version), the newest known is \(known))"
        case .database(let path, let error):
            error.isCorruption
                ? "“\(path)” is damaged, or no database" : "“\(path)” cannot be read: \(error.message)"
        case .changed(let path, let program):
            "“\(path)” changed while it was read: end \(program.name) and try again"
        case .copy(let path, let code):
            "“\(path)” cannot be copied for reading: \(String(cString: strerror(code)))"
        }
    }
}
