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

/// Whether the widget is busy loading what it shows.
@MainActor
public func setAccessibleBusy(_ widget: Widget, _ isBusy: Bool) {
    var state = GTK_ACCESSIBLE_STATE_BUSY
    var value = GValue()
    gtk_accessible_state_init_value(state, &value)
    g_value_set_boolean(&value, isBusy.gboolean)
    gtk_accessible_update_state_value(widget.opaque, 1, &state, &value)
    g_value_unset(&value)
}
