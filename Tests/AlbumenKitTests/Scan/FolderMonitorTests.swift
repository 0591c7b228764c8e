// SPDX-License-Identifier: GPL-3.0-or-later

import Metadata
import Synchronization
import TestSupport
import Testing

@testable import AlbumenKit

@Suite(.timeLimit(.minutes(30)), .serialized)
struct FolderMonitorTests {
    /// Folders reported so far.
    private final class Reports: Sendable {
        private let folders = Mutex<[FilePath]>([])
        func add(_ changed: Set<FilePath>) { folders.withLock { $0 += changed } }
        func contains(_ folder: FilePath) -> Bool { folders.withLock { $0.contains(folder) } }
        func count(_ folder: FilePath) -> Int { folders.withLock { $0.count { $0 == folder } } }
        func forget() { folders.withLock { $0 = [] } }
    }

    @Test func everyKindOfChangeIsReportedWithItsFolder() async {
        // Given two watched folders
        let folder = TemporaryFolder()
        let a = folder.folder("a")
        let b = folder.folder("b")
        let reports = Reports()
        let monitor = FolderMonitor { reports.add($0) }
        #expect(await monitor.watch([a, b, a]).isEmpty)
        // When something is made, moved, removed in them
        folder.write("a/one.jpg")
        #expect(await eventually { reports.contains(a) })
        #expect(!reports.contains(b))
        reports.forget()
        folder.move("a/one.jpg", to: "b/two.jpg")
        // Then each folder concerned is named
        #expect(await eventually { reports.contains(a) && reports.contains(b) })
        reports.forget()
        folder.remove("b/two.jpg")
        #expect(await eventually { reports.contains(b) })
        reports.forget()
        folder.folder("a/new")
        #expect(await eventually { reports.contains(a) })
        monitor.stop()
    }

    @Test func manyChangesAreOneReport() async {
        let folder = TemporaryFolder()
        let reports = Reports()
        let monitor = FolderMonitor { reports.add($0) }
        _ = await monitor.watch([folder.path])
        // Given two hundred files written at once
        for number in 0..<200 { folder.write("\(number).jpg") }
        // Then the folder is named a few times, not two hundred
        #expect(await eventually { reports.contains(folder.path) })
        #expect(reports.count(folder.path) < 10)
        monitor.stop()
    }

    @Test func watchesAndTheirBoxesEnd() async {
        // Given monitors on fifty folders
        let before = FolderMonitor.liveBoxes.load(ordering: .relaxed)
        let folder = TemporaryFolder()
        let folders = (0..<50).map { folder.folder("f\($0)") }
        let monitor = FolderMonitor { _ in }
        _ = await monitor.watch(folders)
        // Other tests' monitors come and go meanwhile: theirs are the few that the count may be off by.
        #expect(FolderMonitor.liveBoxes.load(ordering: .relaxed) >= 50)
        // When half are unwatched and the rest is stopped
        monitor.unwatch(Array(folders.prefix(25)))
        monitor.stop()
        // Then every box that a signal held is released
        #expect(await eventually { FolderMonitor.liveBoxes.load(ordering: .relaxed) <= max(before, 40) })
    }
}
