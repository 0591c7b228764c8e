// SPDX-License-Identifier: GPL-3.0-or-later
// Errors in words for people: what happened, to which file, and nothing of how the program is made.

import AlbumenKit
import GTKBridge

/// One sentence for a failure.
func explanation(of error: any Error) -> String {
    switch error {
    case let error as LibraryError: explanation(of: error)
    case let error as FileError: error.description
    case let error as GLibError: error.message
    case is CancellationError: tr("It was cancelled.")
    default: String(describing: error)
    }
}

private func explanation(of error: LibraryError) -> String {
    switch error {
    case .notAuthorized: tr("Albumen has no access to photos.")
    case .identifiersNotFound: tr("The photo is no longer in the library.")
    case .notAllowed(let reason), .operationInterrupted(let reason): reason
    case .invalidResource(let path, let reason):
        tr(
            "“{file}” cannot be shown: {reason}",
            ["file": path.lastComponent.displayString, "reason": reason])
    case .catalogNewer(let version):
        tr("The catalog was written by a newer Albumen (format {version}).", ["version": String(version)])
    case .catalogPlace(let path, .directory):
        tr(
            "“{file}” is a folder, where the catalog’s file belongs. Move it away.",
            ["file": path.displayString])
    case .catalogPlace(let path, .special):
        tr(
            "“{file}” is no regular file, where the catalog belongs. Move it away.",
            ["file": path.displayString])
    case .catalogPlace(let path, .danglingLink):
        tr(
            "“{file}” is a link to a file that is not there. Bring that file back, or remove the link.",
            ["file": path.displayString])
    case .file(let error): error.description
    case .decoding(let failure, let path):
        tr(
            "“{file}” cannot be shown: {reason}",
            ["file": path.lastComponent.displayString, "reason": "\(failure)"])
    case .noSpace(let path): tr("There is no space left for “{path}”.", ["path": path.displayString])
    case .database(let error):
        // The statement is for the log, not for people.
        tr("The catalog reported an error: {reason}.", ["reason": error.message])
    }
}
