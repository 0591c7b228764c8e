// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a command line: parses, calls the command, and turns what went wrong into words and an exit status.

import AlbumenKit

enum CommandLineTool {
    static let root = CommandSpec(
        name: "albumenctl", summary: "Albumen's photo library on the command line",
        subcommands: [
            ImportCommand.spec, ImportsCommand.spec, MigrateCommand.spec, AssetsCommand.spec,
            AlbumsCommand.spec,
            AlbumCommand.spec, FolderCommand.spec,
            SaveCommand.spec, RatingCommands.rate, RatingCommands.keyword,
            DateCommand.spec,
            FlagCommands.favorite, FlagCommands.hide, FlagCommands.trash, FlagCommands.restore,
            DuplicatesCommand.spec, ThumbnailCommand.spec, ExportCommand.spec, AuthorizationCommand.spec,
            HistoryCommands.history,
            HistoryCommands.watch,
            DoctorCommand.spec, BackupCommand.spec,
        ])

    static func run(_ words: [Argument]) async -> ExitStatus {
        let status = await answer(words)
        return status == .done && Console.outputFailed ? .someFailed : status
    }

    private static func answer(_ words: [Argument]) async -> ExitStatus {
        do {
            let invocation = try Invocation(words, root: root)
            if invocation.wantsHelp {
                Console.print(Help.text(for: invocation.spec, path: invocation.path))
                return .done
            }
            return try await invocation.spec.run(invocation)
        } catch let error as UsageError {
            Console.fail(Console.visible(error.message))
            Console.note("Try “albumenctl --help”.")
            return .usage
        } catch let error as NotAuthorized {
            Console.fail(error.message)
            return .notAuthorized
        } catch LibraryError.notAuthorized(let status) {
            Console.fail("The program may not do this; its access is \(status.name)")
            return .notAuthorized
        } catch {
            Console.fail(Console.visible(Explanation.of(error)))
            return .someFailed
        }
    }
}
