// SPDX-License-Identifier: GPL-3.0-or-later
// Functions written in Swift: what they are given, and what they may keep between the rows of a statement.

import SQLite
import Synchronization
import Testing

@Suite("Scalar functions", .timeLimit(.minutes(30)))
struct ScalarFunctionTests {
    private final class Counter: Sendable {
        let made = Atomic(0)
        let living = Atomic(0)
    }

    private final class Needle {
        let text: String
        private let counter: Counter

        init(_ text: String, _ counter: Counter) {
            self.text = text
            self.counter = counter
            counter.made.add(1, ordering: .relaxed)
            counter.living.add(1, ordering: .relaxed)
        }

        deinit { counter.living.subtract(1, ordering: .relaxed) }
    }

    private let counter = Counter()
    private let connection: Connection

    /// Twenty texts, `word 0` to `word 19`, and `has_text(text, needle)`.
    init() throws {
        connection = try Connection(path: ":memory:")
        try connection.executeScript("CREATE TABLE item(text TEXT)")
        for number in 0..<20 { try connection.execute("INSERT INTO item VALUES (?)", "word \(number)") }
        try connection.add(
            ScalarFunction("has_text", argumentCount: 2) { [counter] arguments in
                func text(_ index: Int) -> String {
                    arguments.withBytes(index) { String(decoding: $0, as: UTF8.self) }
                }
                let needle = arguments.kept(1) { Needle(text(1), counter) }
                return text(0).contains(needle.text) ? 1 : 0
            })
    }

    private func count(_ needle: String) throws -> Int64? {
        try connection.int64("SELECT count(*) FROM item WHERE has_text(text, ?)", needle)
    }

    @Test("What is made of a parameter is made once for all rows, anew for the next value, and released")
    func keptForAStatement() throws {
        #expect(try count("word") == 20)
        #expect(counter.made.load(ordering: .relaxed) == 1)
        #expect(try count("9") == 2)
        #expect(counter.made.load(ordering: .relaxed) == 2)
        #expect(counter.living.load(ordering: .relaxed) == 0)
    }

    @Test("What is made of a column is each row's own, and released")
    func ownOfEachRow() throws {
        let found = try connection.int64("SELECT count(*) FROM item WHERE has_text('word 7, word 1', text)")
        #expect(found == 2)
        #expect(counter.made.load(ordering: .relaxed) == 20)
        #expect(counter.living.load(ordering: .relaxed) == 0)
    }
}
