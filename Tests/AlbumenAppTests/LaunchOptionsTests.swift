// SPDX-License-Identifier: GPL-3.0-or-later
// What the command line asks of the app.

import AlbumenKit
import Foundation
import Testing

@testable import AlbumenApp

@Suite(.timeLimit(.minutes(30)))
struct LaunchOptionsTests {
    private func parse(_ arguments: String...) -> LaunchOptions.Request {
        LaunchOptions.parse(arguments.map { FilePath($0) })
    }

    @Test func nothingIsThePersonsOwnLibrary() {
        #expect(parse() == .run(LaunchOptions()))
    }

    @Test func aLibraryIsTakenInBothSpellings() {
        let wanted = LaunchOptions.Request.run(LaunchOptions(library: FilePath("/no/such/library")))
        #expect(parse("--library", "/no/such/library") == wanted)
        #expect(parse("--library=/no/such/library") == wanted)
    }

    @Test func aFolderNameNeedNotBeText() {
        let name = FilePath(bytes: Array("/no/such/".utf8) + [0xff, 0xfe])
        let request = LaunchOptions.parse([FilePath("--library"), name])
        #expect(request == .run(LaunchOptions(library: name)))
    }

    @Test func twoNamesOfOneFolderAreOneLibrary() {
        #expect(parse("--library", "/usr/../usr/") == parse("--library", "/usr"))
    }

    @Test(arguments: ["--library", "--library=", "--nonsense", "photo.jpg"])
    func whatIsNotUnderstoodIsSaid(argument: String) {
        guard case .usage(let text) = parse(argument) else {
            Issue.record("\(argument) was taken")
            return
        }
        #expect(text.hasPrefix("albumen: "))
    }

    @Test func theManPageHasTheOptionsOfTheHelpAndNoOther() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../data/man/albumen.1")
        let page = try String(contentsOf: file, encoding: .utf8).replacing(#"\-"#, with: "-")
        func options(in text: String) -> Set<Substring> { Set(text.matches(of: #/--[a-z]+/#).map(\.output)) }
        #expect(options(in: page) == options(in: LaunchOptions.help))
        #expect(options(in: page).count == 3)
    }

    @Test func librariesOfTheirOwnAreApplicationsOfTheirOwn() {
        let ids = ["/a", "/b"].map { LibraryPlaces.applicationID(for: FilePath($0)) }
        #expect(Set(ids + [LibraryPlaces.applicationID(for: nil)]).count == 3)
        for id in ids { #expect(id.hasPrefix("org.albumen.Albumen.Library")) }
    }
}
