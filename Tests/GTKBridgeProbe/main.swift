// SPDX-License-Identifier: GPL-3.0-or-later
// Checks of GTKBridge that need GTK on the process's main thread, where a test runner does not put it. One check a run:
// it prints key=value lines, and GTKBridgeTests says what they have to be.

import CAdwaita
import GTKBridge
import Glibc

let checks: [String: @MainActor () -> Void] = [
    "loop": checkLoop,
    "fairness": checkFairness,
    "windows": checkWindows,
    "references": checkReferences,
    "signals": checkSignals,
    "unknown-signal": checkUnknownSignal,
    "unknown-property": checkUnknownProperty,
    "drop": checkDrop,
    "actions": checkActions,
    "list": checkList,
    "moves": checkMoves,
    "selection": checkSelection,
    "errors": checkErrors,
    "textures": checkTextures,
    "accessibility": checkAccessibility,
    "screenshot": checkScreenshot,
    "resources": checkResources,
    "application": checkApplication,
    "session": checkSession,
]

guard CommandLine.arguments.count > 1, let check = checks[CommandLine.arguments[1]] else {
    fail("usage: GTKBridgeProbe \(checks.keys.sorted().joined(separator: "|")) [ARGUMENT]", 2)
}
check()
exit(0)
