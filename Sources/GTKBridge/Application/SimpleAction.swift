// SPDX-License-Identifier: GPL-3.0-or-later
// Actions with closures: what menus, buttons and keys name, as `win.delete` or `app.quit`.

import CAdwaita

/// A GSimpleAction. The map it is added to keeps it alive; keep this object only to change it later.
@MainActor
public final class SimpleAction {
    public let reference: ObjectRef

    /// An action without a parameter.
    public init(_ name: String, _ handler: @escaping @MainActor () -> Void) {
        reference = ObjectRef(adopting: g_simple_action_new(name, nil))
        connect(reference, "activate", handler)
    }

    /// An action that is named with text, as `win.show-album('id')`.
    public init(_ name: String, text handler: @escaping @MainActor (String) -> Void) {
        let type = g_variant_type_new("s")
        // The action copies the type.
        defer { g_variant_type_free(type) }
        reference = ObjectRef(adopting: g_simple_action_new(name, type))
        connectSignal(reference, "activate") { arguments in
            if let text = arguments.variant(0) { handler(String(cString: g_variant_get_string(text, nil))) }
            return .none
        }
    }

    /// An action that is on or off; menus draw it as a check mark. The handler is told what the person made of it.
    public init(_ name: String, isOn: Bool, _ handler: @escaping @MainActor (Bool) -> Void) {
        // The action sinks the floating variant.
        reference = ObjectRef(
            adopting: g_simple_action_new_stateful(name, nil, g_variant_new_boolean(isOn.gboolean)))
        // The emitter is the action itself, which the handler must not keep alive.
        let action = reference.opaque
        connectSignal(reference, "change-state") { arguments in
            if let state = arguments.variant(0) {
                g_simple_action_set_state(action, state)
                handler(Bool(g_variant_get_boolean(state)))
            }
            return .none
        }
    }

    public var isEnabled: Bool {
        get { Bool(g_action_get_enabled(reference.opaque)) }
        set { g_simple_action_set_enabled(reference.opaque, newValue.gboolean) }
    }

    /// Whether an action with a state is on. Setting it does not call the handler.
    public var isOn: Bool {
        get {
            guard let state = g_action_get_state(reference.opaque) else { return false }
            defer { g_variant_unref(state) }
            return Bool(g_variant_get_boolean(state))
        }
        set { g_simple_action_set_state(reference.opaque, g_variant_new_boolean(newValue.gboolean)) }
    }

    /// Adds it to a window (`win.`), an application (`app.`) or an action group.
    public func add(to map: some GObjectPointer) {
        g_action_map_add_action(map.opaque, reference.opaque)
    }
}
