// SPDX-License-Identifier: GPL-3.0-or-later
// Errors of the library in words.

import AlbumenKit

enum Explanation {
    static func of(_ error: any Error) -> String {
        switch error {
        case LibraryError.notAuthorized(let status): "Access is \(status.name)"
        case LibraryError.identifiersNotFound(let identifiers):
            "Nothing here has the id \(identifiers.joined(separator: ", "))"
        case LibraryError.notAllowed(let reason), LibraryError.operationInterrupted(let reason): reason
        case LibraryError.invalidResource(let path, let reason): "\(path): \(reason)"
        case LibraryError.catalogNewer(let version):
            "The catalog was written by a newer Albumen (version \(version)); it is left as it is"
        case LibraryError.catalogPlace(let path, let obstacle): "“\(path)” \(obstacle.words)"
        case LibraryError.file(let error): "\(error)"
        case LibraryError.decoding(let failure, let path): "\(path): \(failure)"
        case LibraryError.noSpace(let path): "There is no room left in “\(path)”"
        case LibraryError.database(let error): "The catalog cannot be used: \(error)"
        default: "\(error)"
        }
    }
}

extension Explanation {
    /// What became of a damaged catalog: what was saved, and what was lost.
    static func of(_ recovery: CatalogRecovery) -> String {
        let saved = CatalogRecovery.Part.allCases.map { "\(recovery.saved[$0] ?? 0) \($0.name)" }
        let lost = CatalogRecovery.Part.allCases.filter(recovery.lost.contains).map(\.name)
        return
            "The catalog was damaged (\(recovery.reason)). It was kept as \(recovery.keptAside), and a new one made "
            + "with what could be read: \(saved.joined(separator: ", ")). "
            + (lost.isEmpty
                ? "Nothing was lost." : "Not all could be read of: \(lost.joined(separator: ", ")).")
    }
}

extension CatalogRecovery.Part {
    fileprivate var name: String {
        switch self {
        case .watchedFolders: "watched folders"
        case .photos: "photos"
        case .albums: "albums"
        case .keywords: "keywords"
        case .access: "grants of access"
        }
    }
}

extension AuthorizationStatus {
    /// The command line's word.
    var name: String {
        switch self {
        case .notDetermined: "notDetermined"
        case .restricted: "restricted"
        case .denied: "denied"
        case .authorized: "authorized"
        case .limited: "limited"
        }
    }
}

extension AccessLevel {
    var name: String {
        switch self {
        case .addOnly: "addOnly"
        case .readWrite: "readWrite"
        }
    }

    static let all: [AccessLevel] = [.addOnly, .readWrite]
}
