// SPDX-License-Identifier: GPL-3.0-or-later
// Everything handed to C comes back: closures, controllers, references, list items, after a hundred windows.

import CAdwaita
@preconcurrency import Dispatch
import GTKBridge
import Synchronization

private let windowCount = 100

/// A Swift object that a widget owns.
private final class Controller {
    static let alive = Atomic<Int>(0)
    let window: WeakObjectRef
    init(_ window: WeakObjectRef) {
        self.window = window
        Self.alive.add(1, ordering: .relaxed)
    }
    deinit { Self.alive.subtract(1, ordering: .relaxed) }
}

@MainActor
func checkWindows() {
    startGTK()
    MainLoop.install()
    var windows: [WeakObjectRef] = []
    var events = 0
    for _ in 0..<windowCount {
        let window = makeBusyWindow { events += 1 }
        windows.append(WeakObjectRef(window))
        gtk_window_present(window.as(GtkWindow.self))
        settle()
        gtk_window_destroy(window.as(GtkWindow.self))
    }
    report("boxes_seen", BoxCounter.live)
    report("back_to_zero", turn(atMost: 20) { BoxCounter.live == 0 && LazyListModel.itemsAlive == 0 })
    report("windows_closed", events)
    report("windows_alive", windows.filter { $0.object != nil }.count)
    windows.removeAll()
    report("boxes", BoxCounter.live)
    report("references", ObjectRef.live)
    report("controllers", Controller.alive.load(ordering: .relaxed))
    report("items", LazyListModel.itemsAlive)
    report("models", LazyListModel.modelsAlive)
    let toplevels = ObjectRef(retaining: gtk_window_get_toplevels())
    report("toplevels", g_list_model_get_n_items(toplevels.opaque))
}

/// A window with one of everything that holds a closure.
@MainActor
private func makeBusyWindow(closed: @escaping @MainActor () -> Void) -> Widget {
    let window = gtk_window_new()!
    gtk_window_set_default_size(window.as(GtkWindow.self), 300, 200)
    window.attach(Controller(WeakObjectRef(window)))
    connect(window, "destroy", closed)
    connect(window, "close-request", handling: { false })
    connectNotify(window, "title") {}
    window.onKey { _ in false }
    window.onPress { _, _, _ in }
    window.onScroll { _, _, _ in false }
    window.onPinch { _, _, _ in }
    window.onDrag(began: { _, _ in }, moved: { _, _ in })
    window.onSwipe { _, _ in }
    window.onMotion { _, _ in }
    window.onFocus {}
    window.onFileDrop { _, _, _ in false }
    window.onFileDrag { _, _ in [] }
    window.onEachFrame { true }

    let model = LazyListModel { Int64($0) + 1 }
    model.itemsChanged(at: 0, removed: 0, added: 1_000)
    let factory = makeListItemFactory(
        setup: { $0.child = gtk_label_new("") },
        bind: { gtk_label_set_text($0.child?.opaque, "\($0.key)") })
    model.onSelectionChange {}
    let grid = gtk_grid_view_new(model.retained(), factory)!
    let scroller = gtk_scrolled_window_new()!
    gtk_scrolled_window_set_child(scroller.opaque, grid)
    gtk_window_set_child(window.as(GtkWindow.self), scroller)

    let group = ObjectRef(adopting: g_simple_action_group_new())
    SimpleAction("plain") {}.add(to: group)
    SimpleAction("toggle", isOn: true) { _ in }.add(to: group)
    gtk_widget_insert_action_group(window, "probe", group.opaque)
    return window
}

/// Adopting, retaining, floating, weak, and a last reference that goes on another thread.
@MainActor
func checkReferences() {
    startGTK()
    // A plain object: new references are ours, added ones beside them.
    let action = ObjectRef(adopting: g_simple_action_new("one", nil))
    report("adopted_count", count(of: action))
    var second: ObjectRef? = ObjectRef(retaining: action.opaque)
    report("retained_count", count(of: action))
    report("references_two", ObjectRef.live)
    _ = second?.opaque
    second = nil
    report("released_count", count(of: action))

    // A floating one: sunk, once.
    let label = ObjectRef(adopting: gtk_label_new("x"))
    report("floating_after", g_object_is_floating(label.raw))
    report("sunk_count", count(of: label))

    // A weak one, whose object is finalised on this thread though it was let go on another.
    var doomed: ObjectRef? = ObjectRef(adopting: g_simple_action_new("two", nil))
    let weak = WeakObjectRef(doomed!.opaque)  // Set in the line above.
    report("weak_before", weak.object != nil)
    let finalised = FinalisedThread()
    watchEnd(of: doomed!.raw, finalised)  // Still set.
    let holder = Holder<ObjectRef?>(doomed)
    doomed = nil
    DispatchQueue(label: "other").async { holder.put(nil) }
    report("weak_after", turn { weak.object == nil })
    report("finalised_on_main", finalised.wasMain.load(ordering: .relaxed))
    report("references_left", ObjectRef.live)
}

@MainActor
private func count(of object: ObjectRef) -> UInt32 { object.as(GObject.self).pointee.ref_count }

/// Where an object met its end.
final class FinalisedThread: Sendable {
    let wasMain = Atomic<Bool>(false)
}

private func watchEnd(of object: UnsafeMutableRawPointer, _ finalised: FinalisedThread) {
    g_object_weak_ref(
        object.assumingMemoryBound(to: GObject.self), noteEnd, Unmanaged.passRetained(finalised).toOpaque())
}

/// A `GWeakNotify`.
private func noteEnd(_ data: gpointer?, _ object: UnsafeMutablePointer<GObject>?) {
    guard let data else { return }
    let finalised = Unmanaged<FinalisedThread>.fromOpaque(data).takeRetainedValue()
    finalised.wasMain.store(isMainThread(), ordering: .relaxed)
}
