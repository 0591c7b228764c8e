// SPDX-License-Identifier: GPL-3.0-or-later
// Paths are bytes.

import Metadata
import Testing

@Suite("Paths")
struct PathTests {
    @Test(
        "Parent and last component",
        arguments: [
            ("/a/b.jpg", "/a", "b.jpg"), ("/a", "/", "a"), ("a/b//", "a", "b"), ("/", nil, "/"),
            ("a", nil, "a"),
        ] as [(String, String?, String)])
    func parts(path: String, parent: String?, last: String) {
        #expect(FilePath(path).parent == parent.map { FilePath($0) })
        #expect(FilePath(path).lastComponent == FilePath(last))
    }

    @Test("Appending puts one slash between")
    func appending() {
        #expect(FilePath("/").appending("a") == FilePath("/a"))
        #expect(FilePath("/a").appending("b") == FilePath("/a/b"))
    }

    @Test("Bytes that are not UTF-8 survive, and have no text")
    func bytes() {
        let path = FilePath(bytes: [0x2F, 0xFF, 0x0A, 0x61])
        #expect(path.string == nil)
        #expect(path.displayString == "/\u{FFFD}\na")
        #expect(path.withCString { FilePath(cString: $0) } == path)
        #expect(FilePath("/ä").string == "/ä")
    }
}
