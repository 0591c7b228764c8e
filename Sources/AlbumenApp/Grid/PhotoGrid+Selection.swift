// SPDX-License-Identifier: GPL-3.0-or-later
// What is selected in the grid.

import AlbumenKit
import CAdwaita
import GTKBridge

extension PhotoGrid {
    /// Selected photos whose files are kept at hand for dragging.
    private static let draggable = 2000

    func selectAll() { list?.model.selectAll() }

    func clearSelection() { list?.model.unselectAll() }

    var selectedCount: Int { list?.model.selectedCount ?? 0 }

    func isSelected(_ index: Int) -> Bool { list?.model.isSelected(index) ?? false }

    func selectOnly(_ index: Int) { list?.model.selectOnly(index) }

    /// The lowest selected index.
    var firstSelected: Int? { list?.model.firstSelected }

    /// The selected photos, in the grid's order.
    func selectedAssets() async -> [Asset] {
        guard let list else { return [] }
        return await list.assets(at: list.model.selectedRanges)
    }

    /// Lets the view's rubber band begin between tiles and beside them only: a drag that begins on a tile drags the
    /// photo out, and GTK would do both.
    func keepRubberBandOffTiles() {
        let controllers = ObjectRef(adopting: gtk_widget_observe_controllers(view))
        for index in 0..<g_list_model_get_n_items(controllers.opaque) {
            guard let item = g_list_model_get_item(controllers.opaque, index) else { continue }
            // The view keeps its controllers; the list gave us a reference of our own.
            defer { g_object_unref(item) }
            let gesture = OpaquePointer(item)
            guard g_type_check_instance_is_a(gesture.as(GTypeInstance.self), gtk_gesture_drag_get_type()) != 0
            else { continue }
            connectSignal(gesture, "drag-begin") { [weak self] arguments in
                if self?.isTile(atX: arguments.double(0), y: arguments.double(1)) ?? false {
                    gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_DENIED)
                }
                return .none
            }
        }
    }

    private func isTile(atX x: Double, y: Double) -> Bool {
        guard let cell = cell(atX: x, y: y), let picked = gtk_widget_pick(view, x, y, GTK_PICK_DEFAULT) else {
            return false
        }
        return picked == cell.widget || gtk_widget_is_ancestor(picked, cell.widget) != 0
    }

    func selectionChanged() {
        onSelectionChange(selectedCount)
        selectedReading?.cancel()
        selectedCache = []
        guard selectedCount > 0, selectedCount <= Self.draggable else { return }
        selectedReading = Task { [weak self] in
            guard let assets = await self?.selectedAssets(), !Task.isCancelled else { return }
            self?.selectedCache = assets
        }
    }
}
