// SPDX-License-Identifier: GPL-3.0-or-later
// From the process's first instruction to its exit status.

import AlbumenKit
import CAdwaita
import GTKBridge
import Glibc

/// Runs the app until its window is closed, and ends the process.
@MainActor
public func runAlbumen() -> Never {
    switch LaunchOptions.parse(processArguments()) {
    case .print(let text):
        write(text, to: STDOUT_FILENO)
        exit(0)
    case .usage(let text):
        write(text, to: STDERR_FILENO)
        exit(2)
    case .run(let options):
        exit(run(options))
    }
}

@MainActor
private func run(_ options: LaunchOptions) -> Int32 {
    setlocale(LC_ALL, "")
    g_set_application_name("Albumen")
    do {
        try Resources.register(
            bundle: "albumen.gresource", application: "albumen", variable: "ALBUMEN_RESOURCE_DIR")
    } catch {
        // The app works without its style and icons, only less prettily.
        printError(explanation(of: error))
    }
    return AlbumenApplication(options: options).run()
}

/// A remark for whoever reads the program's messages, where no window can tell it.
func printError(_ message: String) {
    write("albumen: \(message)\n", to: STDERR_FILENO)
}

/// Without C's streams, which are mutable globals.
private func write(_ text: String, to descriptor: Int32) {
    _ = text.withCString { Glibc.write(descriptor, $0, strlen($0)) }
}

/// The arguments after the program's name as the bytes they are: Swift's own repair what is not UTF-8.
private func processArguments() -> [FilePath] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
        CommandLine.unsafeArgv[index].map { FilePath(cString: $0) }
    }
}
