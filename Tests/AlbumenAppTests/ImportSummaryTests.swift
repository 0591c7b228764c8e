// SPDX-License-Identifier: GPL-3.0-or-later
// What people read of an import.

import Testing

@testable import AlbumenApp
@testable import AlbumenKit

struct ImportSummaryTests {
    private func progress(_ change: (inout ImportProgress) -> Void) -> ImportProgress {
        var progress = ImportProgress()
        change(&progress)
        return progress
    }

    @Test("While files are being found their number is told, and no part of it")
    func listing() {
        let summary = ImportSummary(progress { $0.found = 1 })
        #expect(summary.text == "Importing… 1 file found")
        #expect(summary.fraction == nil)
        #expect(!summary.isPaused)
    }

    @Test("Then how many of how many, and how long it will take")
    func working() {
        let summary = ImportSummary(
            progress {
                $0.isListingComplete = true
                ($0.found, $0.done) = (2_000, 500)
                $0.timeLeft = .seconds(150)
            })
        #expect(summary.text == "Importing 500 of 2,000")
        #expect(summary.fraction == 0.25)
        #expect(summary.details == "About 3 minutes left")
    }

    @Test("Why it rests stands where the time stood")
    func paused() {
        let byPerson = ImportSummary(progress { $0.state = .paused(.byPerson) })
        #expect(byPerson.isPaused)
        #expect(byPerson.details == "Paused")
        let full = ImportSummary(
            progress { $0.state = .paused(.noSpace(folder: FilePath("/disk"), file: nil, missingBytes: nil)) }
        )
        #expect(full.details?.contains("/disk") == true)
    }

    @Test(
        "Times are rounded as people say them",
        arguments: [
            (1, "Less than a minute left"), (59, "Less than a minute left"), (60, "About 1 minute left"),
            (89, "About 1 minute left"), (90, "About 2 minutes left"), (3_600, "About 1 hour left"),
            (9_000, "About 3 hours left"),
        ])
    func times(seconds: Int, words: String) {
        #expect(ImportSummary.words(for: .seconds(seconds)) == words)
    }

    @Test("What came of it: what came in, what was there, what could not be read and why")
    func outcome() {
        func result(_ name: String, _ verdict: ImportVerdict, _ reason: String? = nil) -> ImportResult {
            ImportResult(path: FilePath("/card/" + name), verdict: verdict, reason: reason)
        }
        let outcome = ImportOutcome([
            result("a.jpg", .imported), result("b.jpg", .imported), result("c.jpg", .duplicate),
            result("notes.txt", .skipped), result("d.jpg", .corrupt, "It is cut short"),
        ])
        #expect(outcome.text == "2 photos imported; 1 was in the library already; not imported: d.jpg")
        #expect(outcome.problems.map(\.message) == ["It is cut short"])
        #expect(outcome.hasImported)
        let names = (1...5).map { result("\($0).jpg", .unreadable) }
        #expect(ImportOutcome(names).text == "not imported: 1.jpg, 2.jpg, 3.jpg and 2 more")
        #expect(ImportOutcome([result("notes.txt", .skipped)]).text == "There was no photo to import")
        #expect(ImportOutcome([]).text == nil)
    }
}
