// SPDX-License-Identifier: GPL-3.0-or-later
// albumenctl save: "save to album", one file at a time.

import AlbumenKit

enum SaveCommand {
    static let spec = CommandSpec(
        name: "save", operands: "FILE", operandCount: 1...1,
        summary: "Add a file to an album, made if there is none",
        options: [OptionSpec("--album", "TITLE", "The album's title")],
        run: { invocation in
            guard let album = invocation.value("--album") else {
                throw UsageError("save needs --album TITLE")
            }
            var options = ImportOptions()
            options.album = try album.text(for: "--album")
            return try await ImportCommand.run(invocation, options)
        })
}
