// SPDX-License-Identifier: GPL-3.0-or-later
// Ownership of objects and closures, signals, actions, drops, errors.

import Testing

extension GTKBridgeTests {
    @Suite("Objects and signals")
    struct ObjectTests {
        @Test func aHundredWindowsLeaveNothingBehind() async throws {
            let report = try await Probe.run("windows")
            #expect(report.number("windows_closed") == 100)
            for key in [
                "windows_alive", "boxes", "references", "controllers", "items", "models", "toplevels",
            ] {
                #expect(report.number(key) == 0, "\(key)")
            }
        }

        @Test func referencesAreTakenOverOrAddedAndGivenBackOnTheMainThread() async throws {
            let report = try await Probe.run("references")
            #expect(report.number("adopted_count") == 1)
            #expect(report.number("retained_count") == 2)
            #expect(report.number("references_two") == 2)
            #expect(report.number("released_count") == 1)
            #expect(report.number("floating_after") == 0)
            #expect(report.number("sunk_count") == 1)
            #expect(report["weak_before"] == "true")
            #expect(report["weak_after"] == "true")
            #expect(report["finalised_on_main"] == "true")
            #expect(report.number("references_left") == 2)
        }

        @Test func signalsCarryArgumentsAndAnswers() async throws {
            let report = try await Probe.run("signals")
            #expect(report.number("boxes_connected") == 1)
            #expect(report.number("boxes_disconnected") == 0)
            #expect(report.number("clicks") == 1)
            #expect(report.number("notified") == 1)
            #expect(report["open_after_true"] == "true")
            #expect(report["open_after_false"] == "false")
            #expect(report["text"] == "yes")
            #expect(report["change_value"] == "1,2.5")
            #expect(report.number("handled") == 1)
        }

        @Test(arguments: [
            ("unknown-signal", "GtkButton has no signal clickd"), ("unknown-property", "lable"),
        ])
        func aWrongNameStopsTheProgramWithASentence(check: String, sentence: String) async throws {
            let report = try await Probe.run(check, mayFail: true)
            #expect(report.status != 0)
            #expect(report.messages.contains(sentence))
        }

        @Test func filesAreWelcomedWhereTheyAreAcceptedAndArriveAsBytes() async throws {
            let report = try await Probe.run("drop")
            #expect(report["entered"] == "true")
            #expect(report["moved"] == "true")
            #expect(report["hovering"] == "[true, false]")
            #expect(report.number("entered_refused") == 0)
            #expect(report.number("moved_refused") == 0)
            #expect(report.number("hovering_refused") == 2)
            #expect(report.number("accepted") == 1)
            #expect(report["same_paths"] == "true")
            #expect(report["place"] == "[3.0, 4.0]")
        }

        @Test func actionsActAndKeepTheirState() async throws {
            let report = try await Probe.run("actions")
            #expect(report.number("plain") == 1)
            #expect(report["shown"] == "Holiday")
            #expect(report["states"] == "[false]")
            #expect(report["is_on"] == "false")
        }

        @Test func errorsAndStringsCross() async throws {
            let report = try await Probe.run("errors")
            #expect(report["domain"] == "g-file-error-quark")
            #expect(report["code"] == "NOENT")
            #expect(report["message"]?.isEmpty == false)
            #expect(report.number("result") == 42)
            #expect(report["strings"] == "a|ü||end")
            #expect(report["taken"] == "Größe")
        }
    }
}
