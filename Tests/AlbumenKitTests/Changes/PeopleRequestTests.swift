// SPDX-License-Identifier: GPL-3.0-or-later

import Metadata
import Testing

@testable import AlbumenKit

@Suite("Requests about people", .timeLimit(.minutes(30)))
struct PeopleRequestTests {
    private let region = UnitRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)

    private func people(_ test: TestLibrary) async throws -> [PersonInPicture] {
        let assets = try await test.library.fetchAssets()
        return try await test.library.fetchPeople(of: [assets.objects(at: 0..<1)[0]])[0]
    }

    /// A photo whose file names Ben.
    private func photo(_ test: TestLibrary, name: String? = nil) async throws -> Int64 {
        try await test.record([.photo(1, name: name) { $0.people = [PersonInPicture(name: "Ben")] }])[0]
    }

    @Test func whoIsAddedOutlivesANewReadingOfTheFile() async throws {
        // Given a photo with somebody who was added, and one of whom only now is known where
        let test = try await TestLibrary()
        let row = try await photo(test)
        let region = region
        let done = try await test.library.performChanges { changes in
            try changes.request(forRow: row).addPerson("Anna", region: region)
            try changes.request(forRow: row).addPerson("Ben", region: region)
            try changes.request(forRow: row).addPerson("Ben", region: nil)
        }
        let both = [
            PersonInPicture(name: "Anna", region: region), PersonInPicture(name: "Ben", region: region),
        ]
        #expect(try await people(test) == both)
        // When its file is read again
        _ = try await photo(test)
        // Then both are there
        #expect(try await people(test) == both)
        // When it is taken back, then whom the file names stays
        let redo = try await test.library.undo(done.undo)
        #expect(try await people(test) == [PersonInPicture(name: "Ben")])
        try await test.library.undo(redo)
        #expect(try await people(test) == both)
    }

    @Test func whoIsAddedComesBackWithItsPhoto() async throws {
        // Given a photo that was added to, and forgotten
        let test = try await TestLibrary()
        let row = try await photo(test)
        let region = region
        try await test.library.performChanges {
            try $0.request(forRow: row).addPerson("Anna", region: region)
        }
        let forgotten = try await test.library.performChanges { try $0.forgetAsset(row) }
        // When it is remembered
        try await test.library.undo(forgotten.undo)
        // Then it is as it was
        #expect(try await people(test).map(\.name) == ["Anna", "Ben"])
    }
}
