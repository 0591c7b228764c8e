// SPDX-License-Identifier: GPL-3.0-or-later
// A scan whose steps a test takes itself, so that it knows what was seen between two of them.

import Metadata

@testable import AlbumenKit

/// A library in `home` that watches one folder and has scanned it once.
struct SteppedScan {
    let library: PhotoLibrary
    let scan: LibraryScan
    /// The test stops it in the end.
    let monitor: FolderMonitor
    private let folder: FilePath

    /// - Parameter quietTime: For how long a file has to be left alone before it is read.
    init(of folder: TemporaryFolder, home: TemporaryFolder, quietTime: Duration = .zero) async throws {
        library = try await PhotoLibrary.open(at: LibraryLocation(directory: home.path), client: .app)
        try await library.setAuthorization(.authorized, for: .readWrite)
        try await library.catalog.addWatchedFolder(folder.path)
        let inbox = ChangeInbox()
        monitor = FolderMonitor { inbox.add($0) }
        scan = LibraryScan(
            library: library, monitor: monitor, inbox: inbox, progress: ProgressHub(ScanProgress()),
            quietTime: quietTime)
        self.folder = folder.path
        await scan.scanEverything()
    }

    /// Looks at the watched folder again.
    func look() async { await scan.rescan([folder]) }
}
