// SPDX-License-Identifier: GPL-3.0-or-later
// A scan's progress in words.

import AlbumenKit

/// What the foot of the sidebar says about a scan.
struct ScanSummary: Equatable {
    /// Nil when there is nothing to say: no scan runs.
    var text: String?
    /// 0…1; nil while the number of files is not known.
    var fraction: Double?
    var problems: [ScanProblem]

    init(_ progress: ScanProgress) {
        problems = progress.problems
        guard progress.isScanning else { return }
        if progress.isListingComplete, progress.found > 0 {
            text = tr(
                "Reading photos… {done} of {found}",
                ["done": formatted(progress.done), "found": formatted(progress.found)])
            fraction = min(1, Double(progress.done) / Double(progress.found))
        } else {
            text =
                progress.found == 0
                ? tr("Looking for photos…")
                : ntr("Found {count} photo…", "Found {count} photos…", progress.found)
        }
    }

    /// The button that opens the list of problems; nil where there are none.
    var problemsLabel: String? {
        problems.isEmpty ? nil : ntr("{count} problem", "{count} problems", problems.count)
    }
}
