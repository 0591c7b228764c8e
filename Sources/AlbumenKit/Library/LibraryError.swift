// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that can go wrong between a client and the library.

import Imaging
import Metadata
import SQLite

/// Why a file could not be opened, and which.
public typealias FileError = Metadata.FileError

/// The closed list of a library's failures. Each names the thing and the check.
public enum LibraryError: Error, Sendable {
    /// The client may not do this; `status` says where it stands.
    case notAuthorized(AuthorizationStatus)
    /// These local identifiers name nothing the client can see.
    case identifiersNotFound([String])
    /// A request that this object does not allow, and why.
    case notAllowed(String)
    /// The catalog was written by a newer Albumen; it is left untouched.
    case catalogNewer(version: Int)
    /// A file could not be opened.
    case file(FileError)
    /// A picture could not be decoded.
    case decoding(DecodeFailure, FilePath)
    /// No room on the file system that holds this path.
    case noSpace(FilePath)
    /// The catalog answered with an error.
    case database(SQLiteError)
}
