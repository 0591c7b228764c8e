// SPDX-License-Identifier: GPL-3.0-or-later
// One reference to a GObject, owned by Swift. Whether it was given to us or has to be taken is said at each call.

import CAdwaita
import CShims
import Synchronization

/// Owns one reference to a GObject and gives it back when it goes, on the main thread.
///
/// For what Swift owns: models, actions, controllers before they are added, choosers. A widget in a container belongs to
/// the container and needs no `ObjectRef`.
@MainActor
public final class ObjectRef {
    // The address as a number, which deinit may read from any isolation.
    private nonisolated let address: UInt

    /// References held now; for tests.
    public nonisolated static var live: Int { liveCount.load(ordering: .relaxed) }
    private nonisolated static let liveCount = Atomic<Int>(0)

    /// Takes over a reference that the caller owns (transfer full); a floating one is sunk.
    public init(adoptingRaw pointer: UnsafeMutableRawPointer) {
        if g_object_is_floating(pointer) != 0 { g_object_ref_sink(pointer) }
        address = UInt(bitPattern: pointer)
        Self.liveCount.add(1, ordering: .relaxed)
    }

    /// Takes a reference of its own to something that belongs to someone else (transfer none).
    public init(retainingRaw pointer: UnsafeMutableRawPointer) {
        g_object_ref_sink(pointer)
        address = UInt(bitPattern: pointer)
        Self.liveCount.add(1, ordering: .relaxed)
    }

    public convenience init<T>(adopting pointer: UnsafeMutablePointer<T>) {
        self.init(adoptingRaw: UnsafeMutableRawPointer(pointer))
    }

    public convenience init(adopting pointer: OpaquePointer) {
        self.init(adoptingRaw: UnsafeMutableRawPointer(pointer))
    }

    public convenience init<T>(retaining pointer: UnsafeMutablePointer<T>) {
        self.init(retainingRaw: UnsafeMutableRawPointer(pointer))
    }

    public convenience init(retaining pointer: OpaquePointer) {
        self.init(retainingRaw: UnsafeMutableRawPointer(pointer))
    }

    deinit {
        Self.liveCount.add(-1, ordering: .relaxed)
        guard let pointer = UnsafeMutableRawPointer(bitPattern: address) else { return }
        releaseOnMainThread(pointer)
    }

    public var raw: UnsafeMutableRawPointer {
        guard let pointer = UnsafeMutableRawPointer(bitPattern: address) else {
            preconditionFailure("a reference is never to null")
        }
        return pointer
    }

    /// As a type whose structure is private.
    public var opaque: OpaquePointer { OpaquePointer(raw) }

    /// As a type whose structure is public. The caller knows the class.
    public func `as`<T>(_ type: T.Type) -> UnsafeMutablePointer<T> { raw.assumingMemoryBound(to: type) }
}

/// Gives a reference back, on the main thread wherever this is called: GTK's objects are finalised there only.
///
/// Not `g_main_context_invoke`: before and after the loop runs nobody owns the main context, and it would call at once,
/// on the wrong thread.
func releaseOnMainThread(_ object: UnsafeMutableRawPointer) {
    if albumen_is_main_thread() {
        g_object_unref(object)
    } else {
        g_idle_add_full(G_PRIORITY_DEFAULT, unrefLater, object, nil)
    }
}

private func unrefLater(object: gpointer?) -> gboolean {
    g_object_unref(object)
    return 0
}

/// A reference that does not keep its GObject alive and reads nil once the object is gone.
@MainActor
public final class WeakObjectRef {
    private let slot: UnsafeMutablePointer<GWeakRef>
    private nonisolated let slotAddress: UInt

    public init(_ object: some GObjectPointer) {
        slot = .allocate(capacity: 1)
        slot.initialize(to: GWeakRef())
        g_weak_ref_init(slot, object.rawObject)
        slotAddress = UInt(bitPattern: slot)
    }

    deinit {
        guard let slot = UnsafeMutablePointer<GWeakRef>(bitPattern: slotAddress) else { return }
        // GWeakRef is safe to clear from any thread.
        g_weak_ref_clear(slot)
        slot.deallocate()
    }

    /// The object while it lives, with a reference of our own.
    public var object: ObjectRef? {
        g_weak_ref_get(slot).map { ObjectRef(adoptingRaw: $0) }
    }
}
