// SPDX-License-Identifier: GPL-3.0-or-later
// The ways a GObject looks from Swift, under one name, and the casts between them in one place.

import CAdwaita

/// Something that is a pointer to a GObject: a typed pointer, an opaque one, or a reference of ours.
@MainActor
public protocol GObjectPointer {
    var rawObject: UnsafeMutableRawPointer { get }
}

extension UnsafeMutablePointer: GObjectPointer {
    public var rawObject: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
}

extension OpaquePointer: GObjectPointer {
    public var rawObject: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
}

extension ObjectRef: GObjectPointer {
    public var rawObject: UnsafeMutableRawPointer { raw }
}

/// A widget, the one type that every GTK call takes or gives.
public typealias Widget = UnsafeMutablePointer<GtkWidget>

@MainActor
extension GObjectPointer {
    /// As a type whose structure is public. The caller knows the class.
    public func `as`<T>(_ type: T.Type) -> UnsafeMutablePointer<T> { rawObject.assumingMemoryBound(to: type) }

    /// As a type whose structure is private.
    public var opaque: OpaquePointer { OpaquePointer(rawObject) }

    /// As a widget. The caller knows that it is one.
    public var widget: Widget { rawObject.assumingMemoryBound(to: GtkWidget.self) }

    /// Keeps a Swift object alive as long as this GObject lives, under a name; replaces what had the name before.
    /// So a widget owns its controller.
    public func attach(_ owned: AnyObject, as name: String = "swift-controller") {
        BoxCounter.add(1)
        // Retained here, released by `releaseAttached`, GLib's destroy-notify.
        g_object_set_data_full(
            self.as(GObject.self), name, Unmanaged.passRetained(owned).toOpaque(), releaseAttached)
    }
}

private func releaseAttached(data: gpointer?) {
    guard let data else { return }
    BoxCounter.add(-1)
    Unmanaged<AnyObject>.fromOpaque(data).release()
}
