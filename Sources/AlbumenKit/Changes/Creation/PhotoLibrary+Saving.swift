// SPDX-License-Identifier: GPL-3.0-or-later
// Saving in one call: access is asked for, the file is read and copied, and asset and album are made in one change.

import Foundation
import Metadata

extension PhotoLibrary {
    /// Asks the person for access; returns the answer, which is kept. Set by the client, which alone has windows.
    public typealias AuthorizationPrompt = @Sendable (AccessLevel) async -> AuthorizationStatus

    /// Called where access is not yet determined and something needs it.
    public var authorizationPrompt: AuthorizationPrompt? {
        get { prompt.withLock { $0 } }
        set { prompt.withLock { $0 = newValue } }
    }

    /// Asks the person where nobody has been asked yet. Returns where the client stands then.
    @discardableResult
    public func requestAuthorization(for level: AccessLevel) async throws -> AuthorizationStatus {
        let status = authorizationStatus(for: level)
        guard status == .notDetermined, let prompt = authorizationPrompt else { return status }
        let answer = await prompt(level)
        if answer != .notDetermined { try await setAuthorization(answer, for: level) }
        return authorizationStatus(for: level)
    }

    /// Saves a copy of a photo or video, in the album with exactly this title where one is given; it is made if there is
    /// none. Returns the asset's local identifier; no right to read is needed for that, but an album needs it.
    ///
    /// Asset and album come in one change: both, or neither.
    @discardableResult
    public func save(fileAt path: FilePath, toAlbum title: String? = nil) async throws -> String {
        try await requireSaving(toAlbum: title)
        return try await save(try await creationRequest(forFileAt: path), toAlbum: title)
    }

    /// The same for a whole file in memory, with its metadata in it: photo or video.
    @discardableResult
    public func save(
        image data: Data, filename: String, toAlbum title: String? = nil
    ) async throws -> String {
        try await requireSaving(toAlbum: title)
        return try await save(try await creationRequest(forData: data, filename: filename), toAlbum: title)
    }

    /// Asks where nobody was asked yet; throws what the answer means for this act.
    private func requireSaving(toAlbum title: String?) async throws {
        let status = try await requestAuthorization(for: title == nil ? .addOnly : .readWrite)
        guard status == .authorized || status == .limited else { throw LibraryError.notAuthorized(status) }
    }

    private func save(_ request: AssetCreationRequest, toAlbum title: String?) async throws -> String {
        try await performChanges { changes in
            let asset = try changes.create(request)
            if let title {
                let album = try changes.findOrCreateAlbum(title: title)
                try changes.request(forAlbum: album).addAssets([asset])
            }
            return asset.localIdentifier
        }.result
    }
}
