// SPDX-License-Identifier: GPL-3.0-or-later
// Decides between photos and a page that says why there are none. Pure: the same state gives the same page.

import AlbumenKit

/// All that the choice of a page depends on.
struct ContentState: Equatable {
    var status: AuthorizationStatus
    /// The collection that is shown, and how many photos it has.
    var target: SidebarTarget
    var count: Int
    /// Photos in the whole library.
    var libraryCount: Int
    /// Whether the scan that began with this run has not ended.
    var isScanning: Bool
    /// A watched folder that is not to be read, the first one.
    var folderProblem: FolderProblem?

    /// What stands where the photos would; nil where there are photos.
    var page: StatusPage? {
        switch status {
        case .denied: return .denied
        case .restricted: return .restricted
        case .notDetermined: return .undecided
        case .authorized, .limited: break
        }
        if case .device = target { return .device }
        if count > 0 { return nil }
        if libraryCount > 0 { return .emptyCollection(target) }
        if target != SidebarItem.allPhotos, folderProblem == nil, !isScanning {
            return .emptyCollection(target)
        }
        if status == .limited { return .noSelectedPhotos }
        switch folderProblem {
        case .missing(let path): return .folderMissing(path)
        case .unreadable(let path, let reason): return .folderUnreadable(path, reason: reason)
        case nil: return isScanning ? .scanning : .noPhotos
        }
    }
}

/// Why a folder cannot be watched.
enum FolderProblem: Equatable, Sendable {
    case missing(FilePath)
    case unreadable(FilePath, reason: String)
}
