// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that can go wrong between a client and the library.

import Imaging
import Metadata
import SQLite

/// Why a file could not be opened, and which.
public typealias FileError = Metadata.FileError

/// The closed list of a library's failures. Each names the thing and the check. In brackets the codes of PHPhotosError
/// that say the same with less.
public enum LibraryError: Error, Sendable {
    /// The client may not do this; `status` says where it stands (3310 accessRestricted, 3311 accessUserDenied).
    case notAuthorized(AuthorizationStatus)
    /// These local identifiers name nothing the client can see (3201 identifierNotFound).
    case identifiersNotFound([String])
    /// A request that this object does not allow, and why (3300 changeNotSupported, 3306 requestNotSupportedForAsset).
    case notAllowed(String)
    /// A file that no asset can be made of, and why (3302 invalidResource).
    case invalidResource(FilePath, reason: String)
    /// Nobody's fault, and may go well another time (3301 operationInterrupted).
    case operationInterrupted(String)
    /// The catalog was written by a newer Albumen; it is left untouched.
    case catalogNewer(version: Int)
    /// Something else is where the catalog's file belongs; it is left untouched.
    case catalogPlace(FilePath, CatalogObstacle)
    /// A file could not be opened (3303 missingResource).
    case file(FileError)
    /// A picture could not be decoded.
    case decoding(DecodeFailure, FilePath)
    /// No room on the file system that holds this path (3305 notEnoughSpace).
    case noSpace(FilePath)
    /// The catalog answered with an error.
    case database(SQLiteError)
}
