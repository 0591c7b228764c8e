// SPDX-License-Identifier: GPL-3.0-or-later
// Cells of a list or grid: made once, bound and unbound as they scroll.

import CAdwaita
import CListModel

/// A place in a list widget: one child, bound to one item after another.
@MainActor
public struct ListItem {
    let pointer: OpaquePointer

    /// The cell's content.
    public var child: Widget? {
        get { gtk_list_item_get_child(pointer) }
        nonmutating set { gtk_list_item_set_child(pointer, newValue) }
    }

    /// The position of the bound item now; nil while unbound.
    public var position: Int? {
        let position = gtk_list_item_get_position(pointer)
        return position == GTK_INVALID_LIST_POSITION ? nil : Int(position)
    }

    /// The key that the bound item was made with; 0 while unbound, and for items of another kind of model.
    public var key: Int64 {
        guard let item = gtk_list_item_get_item(pointer), albumen_list_item_check(item) else { return 0 }
        return albumen_list_item_key(item)
    }

    /// For connecting to `notify::selected` and the like.
    public var object: OpaquePointer { pointer }
}

/// Makes a factory from four closures. The list widget that gets it takes the reference over.
@MainActor
public func makeListItemFactory(
    setup: @escaping @MainActor (ListItem) -> Void,
    bind: @escaping @MainActor (ListItem) -> Void,
    unbind: @escaping @MainActor (ListItem) -> Void = { _ in },
    teardown: @escaping @MainActor (ListItem) -> Void = { _ in }
) -> OpaquePointer {
    guard let factory = gtk_signal_list_item_factory_new() else {
        preconditionFailure("GObject makes what it is asked for, or aborts")
    }
    for (signal, handler) in [("setup", setup), ("bind", bind), ("unbind", unbind), ("teardown", teardown)] {
        connectSignal(factory, signal) { arguments in
            if let item = arguments.object(0) { handler(ListItem(pointer: OpaquePointer(item))) }
            return .none
        }
    }
    return factory
}
