// SPDX-License-Identifier: GPL-3.0-or-later
// A million items under GtkGridView: only what GTK asks for is made, and rows keep their identity.

import CAdwaita
import GTKBridge

private let itemCount = 1_000_000

/// A grid on a model, on screen, and what its cells were bound to.
@MainActor
private final class Grid {
    let model: LazyListModel
    let widget: Widget
    let window: Widget
    private(set) var bound: [OpaquePointer: Int64] = [:]
    private(set) var binds = 0

    init(key: @escaping @MainActor (Int) -> Int64, count: Int) {
        model = LazyListModel(key: key)
        model.itemsChanged(at: 0, removed: 0, added: count)
        widget = gtk_grid_view_new(model.retained(), nil)
        gtk_grid_view_set_max_columns(widget.opaque, 6)
        let scroller = gtk_scrolled_window_new()!
        gtk_scrolled_window_set_child(scroller.opaque, widget)
        window = showWindow(scroller)
        let factory = makeListItemFactory(
            setup: {
                let label = gtk_label_new("")!
                gtk_widget_set_size_request(label, 100, 100)
                $0.child = label
            },
            bind: { [weak self] item in
                self?.binds += 1
                self?.bound[item.object] = item.key
                gtk_label_set_text(item.child?.opaque, "\(item.key) at \(item.position ?? -1)")
            },
            unbind: { [weak self] item in self?.bound[item.object] = nil })
        gtk_grid_view_set_factory(widget.opaque, factory)
        g_object_unref(UnsafeMutableRawPointer(factory))
    }

    func jump(to position: Int) {
        gtk_widget_activate_action_variant(
            widget, "list.scroll-to-item", g_variant_new_uint32(UInt32(position)))
    }

    func isBound(_ keys: ClosedRange<Int64>) -> Bool { bound.values.contains { keys.contains($0) } }
}

@MainActor
func checkList() {
    startGTK()
    var asked = 0
    let grid = Grid(
        key: {
            asked += 1
            return Int64($0) + 1
        }, count: itemCount)
    report("first_shown", turn { grid.isBound(1...1) })
    settle()
    report("made_at_start", LazyListModel.itemsMade)
    report("asked_at_start", asked)

    let middle = itemCount / 2
    grid.jump(to: middle)
    report("middle_shown", turn { grid.isBound(Int64(middle)...Int64(middle + 100)) })
    settle()
    report("made_after_jump", LazyListModel.itemsMade)
    report("alive_after_jump", LazyListModel.itemsAlive)

    // As Ctrl+A does it.
    let made = LazyListModel.itemsMade
    gtk_widget_activate_action_variant(grid.widget, "list.select-all", nil)
    settle()
    report("selected", grid.model.selectedCount)
    report("made_by_selecting", LazyListModel.itemsMade - made)

    gtk_window_destroy(grid.window.as(GtkWindow.self))
    settle()
    report("alive_after_close", LazyListModel.itemsAlive)
}

/// A list that the model reads.
@MainActor
private final class Rows {
    var rows: [Int64]
    init(_ rows: [Int64]) { self.rows = rows }
}

/// Rows that stay keep their cells when others come and go, also when everything is announced as replaced.
@MainActor
func checkMoves() {
    startGTK()
    let list = Rows((1...500).map { Int64($0) })
    let grid = Grid(key: { list.rows[$0] }, count: list.rows.count)
    turn { grid.isBound(1...1) }
    settle()
    let object = ObjectRef(adoptingRaw: g_list_model_get_item(grid.model.opaque, 0))

    // A new row at the front: the old first row is the same object, one further.
    list.rows.insert(1_000, at: 0)
    grid.model.itemsChanged(at: 0, removed: 0, added: 1)
    settle()
    let moved = ObjectRef(adoptingRaw: g_list_model_get_item(grid.model.opaque, 1))
    report("same_object", moved.raw == object.raw)
    report("new_row_shown", grid.isBound(1_000...1_000))

    // Everything said to be replaced, two rows swapped: what was selected is selected still, one place on.
    grid.model.selectOnly(3)
    let selected = list.rows[3]
    list.rows.swapAt(3, 4)
    let count = list.rows.count
    grid.model.itemsChanged(
        at: 0, removed: count, added: count,
        kept: [
            ListRun(before: 0, after: 0, count: 3), ListRun(before: 3, after: 4, count: 1),
            ListRun(before: 4, after: 3, count: 1), ListRun(before: 5, after: 5, count: count - 5),
        ])
    settle()
    report("count", grid.model.count)
    report("selection_followed", list.rows[4] == selected && grid.model.selectedRanges == [4..<5])

    // Keys that name nothing may repeat.
    list.rows = Array(repeating: 0, count: 100)
    grid.model.itemsChanged(at: 0, removed: grid.model.count, added: list.rows.count)
    settle()
    report("placeholders", grid.model.count)
    gtk_window_destroy(grid.window.as(GtkWindow.self))
    settle()
}
