// SPDX-License-Identifier: GPL-3.0-or-later
// Selecting in a lazy list: no items are made, the selection follows its rows, and each change is told once.

import CAdwaita
import GTKBridge

private let itemCount = 1_000_000

/// The ranges that selection-changed named, as `position+count`.
@MainActor
private final class Told {
    private var ranges: [String] = []

    init(_ model: LazyListModel) {
        connectSignal(model.opaque, "selection-changed") { [weak self] arguments in
            self?.ranges.append("\(arguments.uint(0))+\(arguments.uint(1))")
            return .none
        }
    }

    /// What was told since the last time.
    func take() -> String {
        defer { ranges = [] }
        return ranges.joined(separator: " ")
    }
}

@MainActor
func checkSelection() {
    startGTK()
    let model = LazyListModel { Int64($0) + 1 }
    let told = Told(model)
    model.itemsChanged(at: 0, removed: 0, added: itemCount)

    report("first_of_none", model.firstSelected ?? -1)
    model.selectAll()
    report("all_told", told.take())
    report("first_of_all", model.firstSelected ?? -1)
    report("all", model.selectedRanges)
    model.selectAll()
    report("again_told", told.take())

    // A hole, which goes where its rows go.
    gtk_selection_model_unselect_range(model.opaque, 100, 10)
    report("hole_told", told.take())
    model.itemsChanged(at: 50, removed: 0, added: 5)
    model.itemsChanged(at: 0, removed: 20, added: 0)
    report("shifted_told", told.take())
    report("shifted", model.selectedRanges)

    // Everything said to be replaced; three runs stay, two of them change places, ten rows are gone.
    let count = model.count
    model.itemsChanged(
        at: 0, removed: count, added: count - 10,
        kept: [
            ListRun(before: 0, after: 100, count: 30), ListRun(before: 30, after: 0, count: 100),
            ListRun(before: 140, after: 130, count: count - 140),
        ])
    report("replaced", model.selectedRanges)

    // As a rubber band does it: these and no others among those.
    _ = told.take()
    let (selected, mask) = (gtk_bitset_new_range(10, 5), gtk_bitset_new_range(0, 1_000))
    gtk_selection_model_set_selection(model.opaque, selected, mask)
    for set in [selected, mask] { gtk_bitset_unref(set) }
    report("masked_told", told.take())
    report("masked", model.selectedRanges.prefix(2).map { $0 })
    report("masked_first", model.firstSelected ?? -1)

    // Beyond the end there is nothing.
    model.selectOnly(count)
    report("beyond_told", told.take())
    report("beyond", model.selectedCount)
    report("made", LazyListModel.itemsMade)
    report("chance", chance())
}

/// Any changes, any selections: the rows that are selected are those of a plain set. Returns the first step that differs.
@MainActor
private func chance() -> String {
    var state: UInt64 = 1
    func random(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % max(1, bound)
    }
    var rows: [Int64] = []
    var next: Int64 = 1
    var selected: Set<Int64> = []
    let model = LazyListModel { position in rows[position] }
    for step in 0..<3_000 {
        let position = random(rows.count + 1)
        let removed = random(min(8, rows.count - position + 1))
        switch random(4) {
        case 0 where position < rows.count:
            gtk_selection_model_select_range(model.opaque, UInt32(position), UInt32(removed), 0)
            selected.formUnion(rows[position..<position + removed])
        case 1 where position < rows.count:
            gtk_selection_model_unselect_item(model.opaque, UInt32(position))
            selected.remove(rows[position])
        case 2:
            // Shuffled, one put in: all replaced, all kept.
            let range = position..<position + removed
            let places = range.map { $0 }.sorted { rows[$0] &* 7919 % 13 < rows[$1] &* 7919 % 13 }
            let shuffled = places.map { rows[$0] } + [next]
            next += 1
            rows.replaceSubrange(range, with: shuffled)
            model.itemsChanged(
                at: position, removed: removed, added: removed + 1,
                kept: places.enumerated().map {
                    ListRun(before: $0.element, after: position + $0.offset, count: 1)
                })
        default:
            let added = random(6)
            selected.subtract(rows[position..<position + removed])
            rows.replaceSubrange(position..<position + removed, with: (0..<added).map { next + Int64($0) })
            next += Int64(added)
            model.itemsChanged(at: position, removed: removed, added: added)
        }
        let now = Set(model.selectedRanges.joined().map { rows[$0] })
        if now != selected || model.count != rows.count { return "step \(step)" }
    }
    return selected.isEmpty ? "nothing was selected" : "same"
}
