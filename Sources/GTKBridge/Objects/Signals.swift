// SPDX-License-Identifier: GPL-3.0-or-later
// Signals as closures. One marshaller serves every signature; the box of a closure is retained once and released by
// GLib, when the connection ends, and by nobody else.

import CAdwaita

/// The arguments of one emission, the emitter first, as GLib hands them over. Valid during the handler only.
@MainActor
public struct SignalArguments {
    let values: UnsafePointer<GValue>
    let count: Int

    /// An argument of a type. GLib reads a wrong one as zero; a handler that asks for it is a mistake of the programmer.
    private func value(_ index: Int, _ type: GType) -> UnsafePointer<GValue> {
        precondition(index + 1 < count, "the signal has no argument \(index)")
        let value = values + index + 1
        precondition(
            albumen_value_holds(value, type),
            "argument \(index) of the signal is a \(String(cString: g_type_name(value.pointee.g_type)))")
        return value
    }

    /// Arguments are counted from 0, after the emitter.
    public func bool(_ index: Int) -> Bool { g_value_get_boolean(value(index, albumen_type_boolean())) != 0 }
    public func int(_ index: Int) -> Int32 { g_value_get_int(value(index, albumen_type_int())) }
    public func uint(_ index: Int) -> UInt32 { g_value_get_uint(value(index, albumen_type_uint())) }
    public func double(_ index: Int) -> Double { g_value_get_double(value(index, albumen_type_double())) }
    public func flags(_ index: Int) -> UInt32 { g_value_get_flags(value(index, albumen_type_flags())) }
    public func enumeration(_ index: Int) -> Int32 { g_value_get_enum(value(index, albumen_type_enum())) }
    public func string(_ index: Int) -> String? {
        g_value_get_string(value(index, albumen_type_string())).map { String(cString: $0) }
    }
    /// Belongs to the emitter.
    public func object(_ index: Int) -> UnsafeMutableRawPointer? {
        g_value_get_object(value(index, albumen_type_object()))
    }
    public func boxed(_ index: Int) -> UnsafeMutableRawPointer? {
        g_value_get_boxed(value(index, albumen_type_boxed()))
    }
    /// A GVariant, such as an action's parameter.
    public func variant(_ index: Int) -> OpaquePointer? {
        g_value_get_variant(value(index, albumen_type_variant()))
    }
    /// For arguments that are GValues themselves, such as what is dropped: the value in the argument.
    public func gvalue(_ index: Int) -> UnsafePointer<GValue>? {
        g_value_get_boxed(value(index, albumen_type_value())).map {
            UnsafePointer($0.assumingMemoryBound(to: GValue.self))
        }
    }
}

/// What a handler gives back to the emitter.
public enum SignalResult {
    case none
    /// For signals that ask whether the event was handled.
    case handled(Bool)
    /// A GObject whose reference passes to the emitter, or nil.
    case object(UnsafeMutableRawPointer?)
    /// For signals that answer with flags, such as the action of a drop.
    case flags(UInt32)
}

/// A connection that can be ended before its emitter goes.
@MainActor
public struct SignalConnection {
    private let emitter: WeakObjectRef
    private let identifier: gulong

    fileprivate init(emitter: some GObjectPointer, identifier: gulong) {
        self.emitter = WeakObjectRef(emitter)
        self.identifier = identifier
    }

    public func disconnect() {
        guard let object = emitter.object else { return }
        if g_signal_handler_is_connected(object.raw, identifier) != 0 {
            g_signal_handler_disconnect(object.raw, identifier)
        }
    }
}

private final class SignalBox {
    let handler: @MainActor (SignalArguments) -> SignalResult
    init(_ handler: @escaping @MainActor (SignalArguments) -> SignalResult) { self.handler = handler }
}

/// Connects a handler that reads the arguments itself; the shorter forms below are built on it.
///
/// The handler must hold the emitter and its ancestors weakly. A signal that the object does not have is a mistake of
/// the programmer, and stops the program with its name.
@MainActor @discardableResult
public func connectSignal(
    _ emitter: some GObjectPointer, _ signal: String,
    _ handler: @escaping @MainActor (SignalArguments) -> SignalResult
) -> SignalConnection {
    let type = albumen_type_of(emitter.rawObject)
    var signalIdentifier: guint = 0
    var detail: GQuark = 0
    guard g_signal_parse_name(signal, type, &signalIdentifier, &detail, 1) != 0 else {
        preconditionFailure("\(String(cString: g_type_name(type))) has no signal \(signal)")
    }
    BoxCounter.add(1)
    // Retained here, released by `releaseSignalBox` when GLib drops the closure.
    let box = Unmanaged.passRetained(SignalBox(handler)).toOpaque()
    let closure = g_closure_new_simple(guint(MemoryLayout<GClosure>.size), box)!
    g_closure_add_finalize_notifier(closure, box, releaseSignalBox)
    g_closure_set_marshal(closure, marshalSignal)
    let identifier = g_signal_connect_closure_by_id(emitter.rawObject, signalIdentifier, detail, closure, 0)
    return SignalConnection(emitter: emitter, identifier: identifier)
}

private func marshalSignal(
    closure: UnsafeMutablePointer<GClosure>?, result: UnsafeMutablePointer<GValue>?, count: guint,
    values: UnsafePointer<GValue>?, hint: gpointer?, data: gpointer?
) {
    guard let box = closure?.pointee.data, let values else { return }
    let boxAddress = UInt(bitPattern: box)
    let valuesAddress = UInt(bitPattern: values)
    let resultAddress = UInt(bitPattern: result)
    MainActor.assumeIsolated {
        guard let box = UnsafeRawPointer(bitPattern: boxAddress),
            let values = UnsafePointer<GValue>(bitPattern: valuesAddress)
        else { return }
        let arguments = SignalArguments(values: values, count: Int(count))
        let answer = Unmanaged<SignalBox>.fromOpaque(box).takeUnretainedValue().handler(arguments)
        guard let result = UnsafeMutablePointer<GValue>(bitPattern: resultAddress) else { return }
        switch answer {
        case .none: break
        case .handled(let handled): g_value_set_boolean(result, handled ? 1 : 0)
        case .object(let object): g_value_take_object(result, object)
        case .flags(let flags): g_value_set_flags(result, flags)
        }
    }
}

private func releaseSignalBox(data: gpointer?, closure: UnsafeMutablePointer<GClosure>?) {
    guard let data else { return }
    BoxCounter.add(-1)
    Unmanaged<SignalBox>.fromOpaque(data).release()
}

/// A handler that needs no argument.
@MainActor @discardableResult
public func connect(
    _ emitter: some GObjectPointer, _ signal: String, _ handler: @escaping @MainActor () -> Void
) -> SignalConnection {
    connectSignal(emitter, signal) { _ in
        handler()
        return .none
    }
}

/// A handler that says whether it dealt with the event, such as `close-request`.
@MainActor @discardableResult
public func connect(
    _ emitter: some GObjectPointer, _ signal: String, handling handler: @escaping @MainActor () -> Bool
) -> SignalConnection {
    connectSignal(emitter, signal) { _ in .handled(handler()) }
}

/// A handler whose first argument is text, such as a dialog's `response`.
@MainActor @discardableResult
public func connect(
    _ emitter: some GObjectPointer, _ signal: String, text handler: @escaping @MainActor (String) -> Void
) -> SignalConnection {
    connectSignal(emitter, signal) {
        handler($0.string(0) ?? "")
        return .none
    }
}

/// A handler whose first argument is a number, such as a native dialog's `response`.
@MainActor @discardableResult
public func connect(
    _ emitter: some GObjectPointer, _ signal: String, number handler: @escaping @MainActor (Int32) -> Void
) -> SignalConnection {
    connectSignal(emitter, signal) {
        handler($0.int(0))
        return .none
    }
}

/// Tells when a property changed.
@MainActor @discardableResult
public func connectNotify(
    _ emitter: some GObjectPointer, _ property: String, _ handler: @escaping @MainActor () -> Void
) -> SignalConnection {
    // GLib takes any name after "notify::".
    guard albumen_has_property(emitter.rawObject, property) else {
        preconditionFailure(
            "\(String(cString: g_type_name(albumen_type_of(emitter.rawObject)))) has no \(property)")
    }
    return connect(emitter, "notify::\(property)", handler)
}
