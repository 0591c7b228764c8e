// SPDX-License-Identifier: GPL-3.0-or-later
// albumen-bench: each command measures one thing beside the bare library that does it. Figures are ratios and
// counts first; times depend on the machine.

import Foundation

private let usage = """
    usage: albumen-bench COMMAND
      generate --assets N DIR          make a library of N assets in DIR
      fetch [--assets N] [--keep DIR]  first page, snapshot, counts and memory of fetches (default: 1000, 100000, 1000000)
      changes [--assets N] [--keep DIR]
                                       10,000 assets into an album; a favourite while all are open (default: 1000000)
      search [--assets N] [--keep DIR] first page and count of searches as they are typed, beside FTS5 (default: 1000000)
      import [--files N] [--rescan N] [--assets N] [--keep DIR]
                                       files a second beside exiftool and read(); a scan of unchanged files; files added to a
                                       large library (default: 10000, 100000, 1000000)
      startup [--assets N,N] [--rounds N] [--app PATH]
                                       start of the app to its first painted grid (default: 1000,100000)
      store [--tiles N] [--keep DIR]   stored tiles read back in random order: SQLite, a pack file, single files (default: 10000)
      parts --photo FILE [--rounds N]  a window's worth of a very large picture, beside all of it
      image [--raw FILE] [--rounds N] [--tiles N]
                                       all that is promised about pictures in one table, beside the bare libraries

    """

private let arguments = Array(CommandLine.arguments.dropFirst())

do {
    switch arguments.first {
    case "generate": try await runGenerator(arguments: Array(arguments.dropFirst()))
    case "fetch": try await runFetchBench(arguments: Array(arguments.dropFirst()))
    case "changes": try await runChangeBench(arguments: Array(arguments.dropFirst()))
    case "search": try await runSearchBench(arguments: Array(arguments.dropFirst()))
    case "import": try await runImportBench(arguments: Array(arguments.dropFirst()))
    case "startup": try await runStartupBench(arguments: Array(arguments.dropFirst()))
    case "store": try await runStoreBench(arguments: Array(arguments.dropFirst()))
    case "parts": try await runPartBench(arguments: Array(arguments.dropFirst()))
    case "image": try await runImageBench(arguments: Array(arguments.dropFirst()))
    default:
        FileHandle.standardError.write(Data(usage.utf8))
        exit(2)
    }
} catch {
    FileHandle.standardError.write(Data("albumen-bench: \(error)\n".utf8))
    exit(1)
}
