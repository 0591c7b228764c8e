// SPDX-License-Identifier: GPL-3.0-or-later
// The desktop's parental controls (malcontent), which decide over the person's head whether a program may be used. They
// are kept by AccountsService on the system bus; where there is none, nothing is restricted.

import CGio
@preconcurrency import Dispatch
import Glibc
import Synchronization

/// The app filter of the person who runs this process.
///
/// Facts: malcontent's `com.endlessm.ParentalControls.AppFilter` interface, property `AppFilter` of type `(bas)`:
/// whether the list names what is allowed (else what is not), and the list, of paths and Flatpak references.
struct AppFilter: Sendable, Hashable {
    var isAllowList = false
    var entries: [String] = []

    /// Whether the filter keeps a program out, by its application id and the path of its executable.
    func restricts(_ client: ClientIdentifier, executable: String?) -> Bool {
        isAllowList
            != entries.contains { entry in
                entry == executable || entry == client.rawValue
                    || Self.application(ofReference: entry) == client.rawValue
            }
    }

    /// The id in a Flatpak reference such as `app/org.albumen.Albumen/x86_64/stable`; nil where it is none.
    private static func application(ofReference entry: String) -> String? {
        let parts = entry.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "app" ? String(parts[1]) : nil
    }
}

/// Asks for the filter, and again whenever it changes.
final class ParentalControls: Sendable {
    private static let service = "org.freedesktop.Accounts"
    private static let interface = "com.endlessm.ParentalControls.AppFilter"
    private static let properties = "org.freedesktop.DBus.Properties"
    /// How long opening a library waits for a service that must be started first, in milliseconds.
    private static let patienceMilliseconds = 500

    /// GDBus's word for it: a late answer must not be lost.
    private static let noTimeLimit = Int32.max

    private let thread = MonitorThread(name: "albumen-parental")
    private let subscription = Mutex<Subscription?>(nil)

    /// `@unchecked Sendable`: GDBusConnection may be used from any thread; made and ended on the monitor's.
    private struct Subscription: @unchecked Sendable {
        /// Owned until `end`.
        let bus: OpaquePointer
        let id: UInt32

        func end() {
            g_dbus_connection_signal_unsubscribe(bus, id)
            g_object_unref(UnsafeMutableRawPointer(bus))
        }
    }

    /// Asks for the filter and returns once it was told, or after half a second: then it is told when it comes.
    ///
    /// - Parameter onChange: called on a thread of its own with the filter and each new one, in order, while this object
    ///   lives. Never called where there are no parental controls.
    func start(onChange: @escaping @Sendable (AppFilter) -> Void) async {
        await withCheckedContinuation { continuation in
            let isResumed = Atomic(false)
            let resume = { @Sendable in
                if !isResumed.exchange(true, ordering: .relaxed) { continuation.resume() }
            }
            thread.perform { [self] in
                ask(onChange)
                resume()
            }
            let patience = DispatchTimeInterval.milliseconds(Self.patienceMilliseconds)
            DispatchQueue.global().asyncAfter(deadline: .now() + patience, execute: resume)
        }
    }

    /// On the monitor's thread, which may wait for bus and service as long as they take.
    private func ask(_ onChange: @escaping @Sendable (AppFilter) -> Void) {
        // transfer full: the subscription owns the connection.
        guard let bus = g_bus_get_sync(G_BUS_TYPE_SYSTEM, nil, nil) else { return }
        // A shared connection ends its process with the bus, unless told otherwise.
        g_dbus_connection_set_exit_on_close(bus, 0)
        let box = Unmanaged.passRetained(FilterBox(onChange))
        let id = g_dbus_connection_signal_subscribe(
            bus, Self.service, Self.properties, "PropertiesChanged", Self.objectPath, Self.interface,
            G_DBUS_SIGNAL_FLAGS_NONE, filterChanged, box.toOpaque(), releaseMonitorBox)
        subscription.withLock { $0 = Subscription(bus: bus, id: id) }
        if let filter = Self.filter(on: bus) { onChange(filter) }
    }

    deinit {
        if let subscription = subscription.withLock({ $0 }) { thread.perform { subscription.end() } }
        thread.stop()
    }

    /// AccountsService names a person's object after the user id.
    private static var objectPath: String { "/org/freedesktop/Accounts/User\(getuid())" }

    /// The filter as it is now; nil where the service does not say. Blocks: on the monitor's thread only.
    fileprivate static func filter(on bus: OpaquePointer?) -> AppFilter? {
        var words = [g_variant_new_string(interface), g_variant_new_string("AppFilter")]
        // Floating throughout: the call consumes the tuple, the tuple its strings. transfer full: the answer is ours.
        let answer = g_dbus_connection_call_sync(
            bus, service, objectPath, properties, "Get", g_variant_new_tuple(&words, gsize(words.count)), nil,
            G_DBUS_CALL_FLAGS_NONE, noTimeLimit, nil, nil)
        guard let answer else { return nil }
        defer { g_variant_unref(answer) }
        return AppFilter(answer: answer)
    }
}

/// What the subscription carries.
private final class FilterBox {
    let onChange: @Sendable (AppFilter) -> Void
    init(_ onChange: @escaping @Sendable (AppFilter) -> Void) { self.onChange = onChange }
}

/// GDBusSignalCallback. The signal may or may not carry the new value, so it is asked for.
private func filterChanged(
    _ bus: OpaquePointer?, _ sender: UnsafePointer<CChar>?, _ path: UnsafePointer<CChar>?,
    _ interface: UnsafePointer<CChar>?, _ signal: UnsafePointer<CChar>?, _ parameters: OpaquePointer?,
    _ data: gpointer?
) {
    guard let data, let filter = ParentalControls.filter(on: bus) else { return }
    Unmanaged<FilterBox>.fromOpaque(data).takeUnretainedValue().onChange(filter)
}

extension AppFilter {
    /// Reads `(v)` of `(bas)`; nil for any other answer.
    fileprivate init?(answer: OpaquePointer) {
        guard let boxed = child(answer, 0, type: "v") else { return nil }
        defer { g_variant_unref(boxed) }
        guard let value = g_variant_get_variant(boxed) else { return nil }
        defer { g_variant_unref(value) }
        guard let isAllowList = child(value, 0, type: "b") else { return nil }
        defer { g_variant_unref(isAllowList) }
        guard let list = child(value, 1, type: "as") else { return nil }
        defer { g_variant_unref(list) }
        self.isAllowList = g_variant_get_boolean(isAllowList) != 0
        entries = (0..<g_variant_n_children(list)).map { index in
            let entry = g_variant_get_child_value(list, index)
            defer { g_variant_unref(entry) }
            return String(cString: g_variant_get_string(entry, nil))
        }
    }
}

/// A member of a tuple, if it is there and of this type. transfer full.
private func child(_ tuple: OpaquePointer, _ index: Int, type: String) -> OpaquePointer? {
    guard g_variant_is_container(tuple) != 0, g_variant_n_children(tuple) > index,
        let child = g_variant_get_child_value(tuple, gsize(index))
    else { return nil }
    if String(cString: g_variant_get_type_string(child)) == type { return child }
    g_variant_unref(child)
    return nil
}
