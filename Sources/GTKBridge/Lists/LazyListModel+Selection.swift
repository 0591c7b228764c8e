// SPDX-License-Identifier: GPL-3.0-or-later
// What is selected in a lazy list: positions, not items, so that a million of them cost nothing.

import CAdwaita

extension LazyListModel {
    public func selectAll() { gtk_selection_model_select_all(opaque) }

    public func unselectAll() { gtk_selection_model_unselect_all(opaque) }

    /// Selects one item and no other.
    public func selectOnly(_ position: Int) {
        gtk_selection_model_select_item(opaque, UInt32(position), 1)
    }

    public func isSelected(_ position: Int) -> Bool {
        gtk_selection_model_is_selected(opaque, UInt32(position)) != 0
    }

    public var selectedCount: Int { withSelection { Int(gtk_bitset_get_size($0)) } }

    /// The lowest selected position; nil where nothing is selected.
    public var firstSelected: Int? {
        withSelection { gtk_bitset_is_empty($0) != 0 ? nil : Int(gtk_bitset_get_minimum($0)) }
    }

    /// The selected positions, as few ranges as possible, ascending.
    public var selectedRanges: [Range<Int>] {
        withSelection { set in
            // All of them is what is most often selected of many, and needs no walk.
            let count = count
            if count > 0, gtk_bitset_get_size(set) == count { return [0..<count] }
            var ranges: [Range<Int>] = []
            var iterator = GtkBitsetIter()
            var value: guint = 0
            var isValid = gtk_bitset_iter_init_first(&iterator, set, &value) != 0
            while isValid {
                let position = Int(value)
                if let last = ranges.last, last.upperBound == position {
                    ranges[ranges.count - 1] = last.lowerBound..<position + 1
                } else {
                    ranges.append(position..<position + 1)
                }
                isValid = gtk_bitset_iter_next(&iterator, &value) != 0
            }
            return ranges
        }
    }

    /// Tells when what is selected among the items that are there changed; not when items came, went or moved.
    @discardableResult
    public func onSelectionChange(_ handler: @escaping @MainActor () -> Void) -> SignalConnection {
        connect(opaque, "selection-changed", handler)
    }

    private func withSelection<Result>(_ body: (OpaquePointer) -> Result) -> Result {
        guard let set = gtk_selection_model_get_selection(opaque) else {
            preconditionFailure("a selection model has a selection, or GLib aborts")
        }
        defer { gtk_bitset_unref(set) }
        return body(set)
    }
}
