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
            dragging: { [weak self] isDragging in if !isDragging { self?.session.dragged = [] } }
        ) { [weak self, weak cell] _, _ in
            guard let self, let cell, let asset = cell.asset else { return [] }
            session.dragged = selectedCache.contains(asset) ? selectedCache : [asset]
            return session.dragged.map(\.path.bytes)
        }
    }

    /// Takes dropped files into the library.
    func connectDrop() {
        widget.onFileDrop(
            // What comes from this grid is in the library.
            accepts: { [weak self] _, _ in self?.session.dragged.isEmpty == true },
            hovering: { [weak self] place in self?.widget.setClass("drop-here", place != nil) }
        ) { [weak self] paths, _, _ in
            guard let self else { return false }
            widget.setClass("drop-here", false)
            guard !paths.isEmpty else { return false }
            onDrop(paths.map { FilePath(bytes: $0) })
            return true
        }
    }
}
