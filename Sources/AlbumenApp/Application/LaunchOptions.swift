// SPDX-License-Identifier: GPL-3.0-or-later
// What the command line asks of the app. Parsed before GTK starts, so that --help and --version need no display.

import AlbumenKit
import Glibc

/// The app's arguments.
struct LaunchOptions: Equatable {
    /// Where the library is kept, made absolute; nil for the person's own.
    var library: FilePath?
    /// D-Bus started the app to have it at hand: no window until it is activated.
    var isService = false

    /// What `main` has to do.
    enum Request: Equatable {
        case run(LaunchOptions)
        /// Text for standard output.
        case print(String)
        /// Text for standard error, and exit status 2.
        case usage(String)
    }

    static let version = "0.1.0"

    static let help = """
        Usage: albumen [--library DIR]

        Browses the photos in your Pictures folder.

          --library DIR   work on the library kept under DIR, not your own
          --version       print the version
          --help          print this

        """

    /// Reads the arguments after the program's name. They are bytes: a folder's name need not be UTF-8.
    static func parse(_ arguments: [FilePath]) -> Request {
        var options = LaunchOptions()
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument.displayString {
            case "--help", "-h": return .print(help)
            case "--gapplication-service": options.isService = true
            case "--version": return .print("albumen \(version)\n")
            case "--library":
                guard let folder = rest.popFirst(), !folder.bytes.isEmpty else {
                    return .usage("albumen: --library needs a folder\n")
                }
                options.library = absolute(folder)
            case let text where text.hasPrefix("--library="):
                let folder = FilePath(bytes: argument.bytes.dropFirst("--library=".utf8.count))
                guard !folder.bytes.isEmpty else { return .usage("albumen: --library needs a folder\n") }
                options.library = absolute(folder)
            case let text: return .usage("albumen: unknown argument “\(text)”; see albumen --help\n")
            }
        }
        return .run(options)
    }

    /// Two names of one folder must be one library: the application's id comes from the path.
    private static func absolute(_ path: FilePath) -> FilePath {
        if let resolved = path.withCString({ realpath($0, nil) }) {
            defer { free(resolved) }
            return FilePath(cString: resolved)
        }
        if path.bytes.first == UInt8(ascii: "/") { return path }
        guard let current = getcwd(nil, 0) else { return path }
        defer { free(current) }
        return FilePath(cString: current).appending(path.bytes)
    }
}
