// SPDX-License-Identifier: GPL-3.0-or-later
// Which page stands where photos would.

import AlbumenKit
import Testing

@testable import AlbumenApp

@Suite(.timeLimit(.minutes(30)))
struct ContentStateTests {
    private var state = ContentState(
        status: .authorized, target: SidebarItem.allPhotos, count: 0, libraryCount: 0, isScanning: false)
    private static let folder = FilePath("/home/someone/Pictures")

    @Test func photosLeaveNoRoomForAPage() {
        var state = state
        state.count = 3
        state.libraryCount = 3
        state.isScanning = true
        state.folderProblem = .missing(Self.folder)
        #expect(state.page == nil)
    }

    @Test(arguments: [
        (AuthorizationStatus.denied, StatusPage.denied), (.restricted, .restricted),
        (.notDetermined, .undecided),
    ])
    func withoutAccessNothingElseMatters(status: AuthorizationStatus, page: StatusPage) {
        var state = state
        state.status = status
        state.count = 3
        #expect(state.page == page)
    }

    @Test func aFolderThatIsGoneIsNamed() {
        var state = state
        state.folderProblem = .missing(Self.folder)
        #expect(state.page == .folderMissing(Self.folder))
        state.folderProblem = .unreadable(Self.folder, reason: "no")
        #expect(state.page == .folderUnreadable(Self.folder, reason: "no"))
    }

    @Test func aFirstScanIsNotAnEmptyLibrary() {
        var state = state
        state.isScanning = true
        #expect(state.page == .scanning)
        state.isScanning = false
        #expect(state.page == .noPhotos)
    }

    @Test func anEmptyCollectionOfAFullLibrarySaysWhatGoesThere() {
        var state = state
        state.libraryCount = 10
        state.target = .smartAlbum(.smartAlbumFavorites)
        #expect(state.page == .emptyCollection(.smartAlbum(.smartAlbumFavorites)))
    }

    @Test func limitedAccessToNothingOffersToSelect() {
        var state = state
        state.status = .limited
        #expect(state.page == .noSelectedPhotos)
    }

    @Test func everyPageHasWords() {
        let pages: [StatusPage] = [
            .opening, .undecided, .denied, .restricted, .folderMissing(Self.folder), .scanning, .noPhotos,
            .folderUnreadable(Self.folder, reason: "no"), .noSelectedPhotos, .emptyCollection(.album("x")),
            .emptyCollection(.search("x")), .emptyCollection(.imported("x")),
        ]
        for page in pages { #expect(!page.text.title.isEmpty) }
    }
}
