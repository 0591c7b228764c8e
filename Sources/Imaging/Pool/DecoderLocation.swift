// SPDX-License-Identifier: GPL-3.0-or-later
// Where `albumen-decoder` is: beside the program that asks, where it was installed, or where it was built.

import Foundation
import Glibc
import Metadata

/// Finds the decoder program.
enum DecoderLocation {
    /// A path to another decoder, or `in-process` to decode in this process.
    static let variable = "ALBUMEN_DECODER"
    private static let program = "albumen-decoder"

    /// A worker that is not started yet.
    static func worker(_ executable: FilePath?) -> any AnsweringWorker {
        let chosen = getenv(variable).map { FilePath(cString: $0) }
        if executable == nil, chosen?.string == "in-process" { return InProcessWorker() }
        let path = executable ?? chosen ?? candidates.first(where: isExecutable)
        // A bare name is not searched for in PATH: starting it fails, and the failure says so.
        return DecoderWorker(executable: path ?? FilePath(program))
    }

    private static var candidates: [FilePath] {
        guard let own = ownDirectory else { return [] }
        let installed = own.parent.map { $0.appending("libexec").appending("albumen") }
        // A test bundle runs inside the toolchain's test runner; its own path is among the arguments.
        let built = CommandLine.arguments.compactMap { argument -> FilePath? in
            guard argument.hasSuffix(".xctest") else { return nil }
            return FilePath(argument).parent
        }
        return ([own] + [installed].compactMap { $0 } + built).map { $0.appending(program) }
    }

    /// The directory of the running program.
    private static var ownDirectory: FilePath? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        guard readlink("/proc/self/exe", &buffer, Int(PATH_MAX)) > 0 else { return nil }
        return FilePath(cString: buffer).parent
    }

    private static func isExecutable(_ path: FilePath) -> Bool {
        path.withCString { access($0, X_OK) == 0 }
    }
}
