// SPDX-License-Identifier: GPL-3.0-or-later
// What a client may see, in the form that every query takes it. A query cannot be built without one.

/// The view that reads go through.
enum Viewer: Sendable, Hashable {
    case everything
    /// What the person chose for this client, and what it added itself.
    case limited(ClientIdentifier)
    case nothing

    init(_ client: ClientIdentifier, _ status: AuthorizationStatus) {
        self =
            switch status {
            case .authorized: .everything
            case .limited: .limited(client)
            case .notDetermined, .restricted, .denied: .nothing
            }
    }
}

extension PhotoLibrary {
    /// The view of this client, as of now.
    var viewer: Viewer { catalog.viewer(of: client) }
}

extension Catalog {
    /// The view of a client, as of now.
    func viewer(of client: ClientIdentifier) -> Viewer {
        Viewer(client, access.status(of: client, for: .readWrite))
    }
}
