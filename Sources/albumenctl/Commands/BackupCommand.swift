// SPDX-License-Identifier: GPL-3.0-or-later
// albumenctl backup: a copy of the catalog.

import AlbumenKit

enum BackupCommand {
    static let spec = CommandSpec(
        name: "backup", operands: "FILE", operandCount: 1...1,
        summary: "Write a copy of the catalog, which has all but the photos, to a new file",
        run: { invocation in
            let path = try invocation.operands[0].path(for: "backup", relativeTo: Session.workingFolder)
            let library = try await Session.authorized(invocation)
            try await library.backUp(to: path)
            return .done
        })
}
