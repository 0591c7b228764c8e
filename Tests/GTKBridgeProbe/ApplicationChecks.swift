// SPDX-License-Identifier: GPL-3.0-or-later
// One instance a session: a second start activates the first and ends by itself. Needs a session bus.

import CAdwaita
import GTKBridge
import Glibc

/// Starts itself a second time once it is active, and ends when that activation arrives.
@MainActor
func checkApplication() {
    let isSecond = CommandLine.arguments.count > 2
    let application = Application(identifier: "org.albumen.GTKBridgeProbe")
    var startups = 0
    var activations = 0
    var shutdowns = 0
    var secondProcess: pid_t = 0
    application.onStartup { startups += 1 }
    application.onShutdown { shutdowns += 1 }
    application.onActivate {
        activations += 1
        if activations == 1 {
            let window = gtk_application_window_new(application.gtk)!
            gtk_window_present(window.as(GtkWindow.self))
            // The main actor runs here too.
            Task { secondProcess = startSecond() }
        } else {
            application.quit()
        }
    }
    let status = application.run()
    if isSecond {
        // Its activation went to the first: nothing of it ran here.
        exit(activations == 0 && status == 0 ? 0 : 1)
    }
    var secondStatus: Int32 = -1
    waitpid(secondProcess, &secondStatus, 0)
    report("status", status)
    report("startups", startups)
    report("activations", activations)
    report("shutdowns", shutdowns)
    report("second_status", secondStatus)
}

private func startSecond() -> pid_t {
    var process: pid_t = 0
    withCStringArray(["GTKBridgeProbe", "application", "second"]) { arguments in
        arguments.withMemoryRebound(to: UnsafeMutablePointer<CChar>?.self, capacity: 4) {
            _ = posix_spawn(&process, "/proc/self/exe", nil, nil, $0, environ)
        }
    }
    return process
}
