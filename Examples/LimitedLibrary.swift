// SPDX-License-Identifier: GPL-3.0-or-later
// Shows what a program sees of a library: everything, some photos, or nothing and why.

import AlbumenKit

func showLimitedLibrary(in folder: String) async throws {
    let library = try await openLibrary(folder)
    let status = library.authorizationStatus(for: .readWrite)
    switch status {
    case .authorized, .limited:
        // The same fetches for both: a limited library is smaller, counts and smart albums included.
        let photos = try await library.fetchAssets()
        print("\(status)\t\(photos.count)")
        for try await photo in photos { print(photo.path.lastComponent.displayString) }
    case .notDetermined, .denied, .restricted:
        // Reads are empty, not errors; the status says why.
        print("\(status)\t\(try await library.fetchAssets().count)")
    }
}
