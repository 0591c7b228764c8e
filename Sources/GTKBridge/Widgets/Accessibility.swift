// SPDX-License-Identifier: GPL-3.0-or-later
// What a screen reader is told. GTK's own calls are variadic; these go through GValues.

import CAdwaita

/// The name that is read for the widget.
@MainActor
public func setAccessibleLabel(_ widget: Widget, _ label: String) {
    setAccessibleText(widget, GTK_ACCESSIBLE_PROPERTY_LABEL, label)
}

/// What is read after the name.
@MainActor
public func setAccessibleDescription(_ widget: Widget, _ description: String) {
    setAccessibleText(widget, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description)
}

@MainActor
private func setAccessibleText(_ widget: Widget, _ property: GtkAccessibleProperty, _ text: String) {
    var property = property
    var value = GValue()
    gtk_accessible_property_init_value(property, &value)
    g_value_set_string(&value, text)
    gtk_accessible_update_property_value(widget.opaque, 1, &property, &value)
    g_value_unset(&value)
}

/// A state that is announced with the widget's name.
public enum AccessibleState: Sendable {
    /// Loading what it shows.
    case busy
    case disabled
    case hidden
    /// Defined for things that can be selected or unfolded; unknown until it is set.
    case selected, expanded

    fileprivate var gtkState: GtkAccessibleState {
        switch self {
        case .busy: GTK_ACCESSIBLE_STATE_BUSY
        case .disabled: GTK_ACCESSIBLE_STATE_DISABLED
        case .hidden: GTK_ACCESSIBLE_STATE_HIDDEN
        case .selected: GTK_ACCESSIBLE_STATE_SELECTED
        case .expanded: GTK_ACCESSIBLE_STATE_EXPANDED
        }
    }
}

/// Says whether the widget is in a state. GTK's own widgets say theirs themselves.
@MainActor
public func setAccessibleState(_ widget: Widget, _ state: AccessibleState, _ isOn: Bool) {
    var gtkState = state.gtkState
    var value = GValue()
    gtk_accessible_state_init_value(gtkState, &value)
    defer { g_value_unset(&value) }
    // A boolean that may be undefined is an int. (The tristates, checked and pressed, are left out: GTK 4.8 prepares an
    // enumeration for them and then reads an int. GTK's own buttons say theirs themselves.)
    if albumen_value_holds(&value, albumen_type_boolean()) {
        g_value_set_boolean(&value, isOn.gboolean)
    } else {
        g_value_set_int(&value, isOn.gboolean)
    }
    gtk_accessible_update_state_value(widget.opaque, 1, &gtkState, &value)
}

/// What kind of thing the widget is. Only before it is shown for the first time.
@MainActor
public func setAccessibleRole(_ widget: Widget, _ role: GtkAccessibleRole) {
    var value = GValue()
    g_value_init(&value, gtk_accessible_role_get_type())
    defer { g_value_unset(&value) }
    g_value_set_enum(&value, Int32(role.rawValue))
    g_object_set_property(widget.as(GObject.self), "accessible-role", &value)
}
