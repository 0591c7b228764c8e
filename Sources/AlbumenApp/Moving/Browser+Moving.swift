// SPDX-License-Identifier: GPL-3.0-or-later
// The way of moving in from another program, from the menu to the report.

import AlbumenKit
import CAdwaita
import GTKBridge

extension Browser {
    func moveIn() async {
        var found: [PhotoProgram: FilePath] = [:]
        for program in PhotoProgram.allCases { found[program] = await program.findLibrary() }
        guard let window = session.window, let choice = await chooseProgram(over: window, found: found)
        else { return }
        var path = choice.path
        if path == nil, let window = session.window { path = await chooseFolder(over: window) }
        guard let path, let window = session.window else { return }
        guard let report = await moveIn(choice, at: path, over: window), let window = session.window,
            await showMovingReport(report, over: window)
        else { return }
        await takeBack(report)
    }

    /// Nil where it was cancelled, or could not be done, which was told then.
    private func moveIn(
        _ choice: MovingChoice, at path: FilePath, over window: Widget
    ) async -> MovingReport? {
        let dialog = MovingProgressDialog()
        let (moments, continuation) = AsyncStream<MovingProgress>.makeStream(
            bufferingPolicy: .bufferingNewest(1))
        var options = MovingOptions()
        options.mode = choice.mode
        let work = Task { [library = session.library, options] in
            defer { continuation.finish() }
            return try await library.moveIn(from: choice.program, at: path, options: options) {
                continuation.yield($0)
            }
        }
        let watching = Task {
            for await moment in moments { dialog.show(moment) }
            dialog.end()
        }
        if await dialog.run(over: window, program: choice.program) { work.cancel() }
        await watching.value
        do {
            return try await work.value
        } catch {
            session.report(
                error, doing: tr("Could not move from {program}", ["program": choice.program.name]))
            return nil
        }
    }

    /// What was known of the photos, and the files that were not here before.
    private func takeBack(_ report: MovingReport) async {
        do {
            try await session.library.undo(report.undo)
            if let identifier = report.importIdentifier {
                try await session.library.undoImport(identifier)
            }
            session.toast(tr("Moving in was taken back"))
        } catch {
            session.report(error, doing: tr("Could not take it back"))
        }
    }
}
