// SPDX-License-Identifier: GPL-3.0-or-later
// One instance a session, and resources that are found wherever the program was put.

import Foundation
import GTKBridge
import TestSupport
import Testing

extension GTKBridgeTests {
    @Suite("Application and resources")
    struct ApplicationTests {
        @Test func aSecondStartActivatesTheFirst() async throws {
            let report = try await Probe.run("application", withBus: true)
            #expect(report.number("status") == 0)
            #expect(report.number("startups") == 1)
            #expect(report.number("activations") == 2)
            #expect(report.number("shutdowns") == 1)
            #expect(report.number("second_status") == 0)
        }

        @Test func aClosedWindowFreesItsSession() async throws {
            // Given the app on a new library, in a process that goes on without a window
            let folder = TemporaryFolder()
            let report = try await Probe.run(
                "session", [folder.url.appendingPathComponent("library").path], withBus: true,
                environment: ["HOME": folder.url.path])
            // When its window is closed over the first question, without one, and over a dialog
            for dialog in ["dialog_asking", "dialog_managing"] { #expect(report[dialog] == "true") }
            // Then nothing of it is left, nor does the second time leave more than the first
            for life in ["0_asking", "1_denied", "2_managing", "3_denied", "4_managing"] {
                #expect(report["left_\(life)"] == "")
            }
            #expect(report["boxes_same"] == "true", "\(report["boxes"] ?? "")")
            #expect(report.number("status") == 0)
            // And half, a quarter and none of the pictures are kept where memory is short
            #expect(report["kept_under_pressure"] == "[500, 250, 0]")
        }

        @Test func candidatesFollowEnvironmentThenPrefixThenBuildTree() {
            let installed = ResourceLocator.candidates(
                bundle: "b.gresource", application: "app", environment: nil, executable: "/opt/x/bin/app")
            #expect(installed.first == "/opt/x/share/app/b.gresource")
            let named = ResourceLocator.candidates(
                bundle: "b.gresource", application: "app", environment: "/else", executable: "/opt/x/bin/app")
            #expect(named.first == "/else/b.gresource")
            #expect(named.dropFirst().elementsEqual(installed))
            let built = ResourceLocator.candidates(
                bundle: "b.gresource", application: "app", environment: "",
                executable: "/home/me/src/.build/debug/app")
            #expect(built.contains("/home/me/src/build/resources/b.gresource"))
        }

        @Test func resourcesAreFoundByEnvironmentAndAfterAMove() async throws {
            // Given a bundle in a folder of its own
            let folder = TemporaryFolder()
            try await makeBundle(in: folder.url.appendingPathComponent("named"), word: "named")
            // When the environment names the folder, then the bundle there is used
            let variable = folder.url.appendingPathComponent("named").path
            #expect(
                try await Probe.run("resources", environment: ["PROBE_RESOURCES": variable])["word"]
                    == "named")

            // Given the program installed under a prefix, and the prefix moved
            let first = folder.url.appendingPathComponent("first")
            try FileManager.default.createDirectory(
                at: first.appendingPathComponent("bin"), withIntermediateDirectories: true)
            try await makeBundle(in: first.appendingPathComponent("share/probe"), word: "installed")
            try FileManager.default.copyItem(
                at: try Probe.built(), to: first.appendingPathComponent("bin/probe"))
            let moved = folder.url.appendingPathComponent("moved")
            try FileManager.default.moveItem(at: first, to: moved)
            // Then the program finds the bundle that moved with it
            let program = moved.appendingPathComponent("bin/probe")
            #expect(try await Probe.run("resources", program: program)["word"] == "installed")

            // And without a bundle it says where it looked
            try FileManager.default.removeItem(at: moved.appendingPathComponent("share"))
            let error = try await Probe.run("resources", program: program)["error"]
            #expect(error?.contains("/moved/share/probe/probe.gresource") == true)
        }

        /// Compiles a bundle of one file.
        private func makeBundle(in folder: URL, word: String) async throws {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(word.utf8).write(to: folder.appendingPathComponent("word"))
            let description = folder.appendingPathComponent("probe.gresource.xml")
            let xml = "<gresources><gresource prefix=\"/probe\"><file>word</file></gresource></gresources>"
            try Data(xml.utf8).write(to: description)
            try await runTool(
                "glib-compile-resources", ["--target=probe.gresource", description.path], in: folder)
        }
    }
}
