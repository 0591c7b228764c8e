// SPDX-License-Identifier: GPL-3.0-or-later
// Files in and out of the grid: photos dragged to other programs, files dropped in to be imported.

import AlbumenKit
import CAdwaita
import GTKBridge

extension PhotoGrid {
    /// Lets the photo of a cell be dragged out, with all selected ones if it is selected.
    func addDragSource(to cell: PhotoCell) {
        cell.widget.onFileDrag(
            icon: { [weak cell] in cell?.paintable },
            dragging: { [weak self] isDragging in self?.isDraggingOut = isDragging }
        ) { [weak self, weak cell] _, _ in
            guard let self, let cell, let asset = cell.asset else { return [] }
            let isOneOfMany = selectedCache.contains(asset)
            return (isOneOfMany ? selectedCache : [asset]).map(\.path.bytes)
        }
    }

    /// Takes dropped files into the library.
    func connectDrop() {
        widget.onFileDrop(
            // What comes from this grid is in the library.
            accepts: { [weak self] in self?.isDraggingOut == false },
            hovering: { [weak self] isHovering in self?.widget.setClass("drop-here", isHovering) }
        ) { [weak self] paths in
            guard let self else { return false }
            widget.setClass("drop-here", false)
            guard !paths.isEmpty else { return false }
            Task { await self.importFiles(paths.map { FilePath(bytes: $0) }) }
            return true
        }
    }

    /// Copies files into the library and says what became of them.
    private func importFiles(_ paths: [FilePath]) async {
        var imported = 0
        var known = 0
        var failed: [String] = []
        do {
            for try await result in session.library.importFiles(paths) {
                switch result.verdict {
                case .imported: imported += 1
                case .duplicate: known += 1
                case .skipped: break
                case .unsupported, .corrupt, .unreadable, .noSpace:
                    failed.append(result.path.lastComponent.displayString)
                }
            }
        } catch {
            session.report(error, doing: tr("Could not import"))
        }
        var sentences: [String] = []
        if imported > 0 {
            sentences.append(ntr("{count} photo imported", "{count} photos imported", imported))
        }
        if known > 0 {
            sentences.append(
                ntr("{count} was in the library already", "{count} were in the library already", known))
        }
        if !failed.isEmpty {
            sentences.append(tr("not imported: {files}", ["files": listWords(failed)]))
        }
        if !sentences.isEmpty { session.toast(sentences.joined(separator: "; ")) }
    }

    /// A few names, and how many more.
    private func listWords(_ names: [String]) -> String {
        let shown = names.prefix(3).joined(separator: ", ")
        let rest = names.count - 3
        return rest > 0
            ? ntr("{names} and {count} more", "{names} and {count} more", rest, ["names": shown]) : shown
    }
}
