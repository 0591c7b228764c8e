// SPDX-License-Identifier: GPL-3.0-or-later
// The few widgets that every view builds, in one line each. All are floating until a container takes them.

import CAdwaita
import GTKBridge

@MainActor
extension Widget {
    func addClasses(_ names: String...) {
        for name in names { gtk_widget_add_css_class(self, name) }
    }

    func setClass(_ name: String, _ isSet: Bool) {
        if isSet {
            gtk_widget_add_css_class(self, name)
        } else {
            gtk_widget_remove_css_class(self, name)
        }
    }

    /// Margins in logical pixels.
    func setMargins(vertical: Int32, horizontal: Int32) {
        gtk_widget_set_margin_top(self, vertical)
        gtk_widget_set_margin_bottom(self, vertical)
        gtk_widget_set_margin_start(self, horizontal)
        gtk_widget_set_margin_end(self, horizontal)
    }
}

@MainActor
func makeBox(_ orientation: GtkOrientation, spacing: Int32 = 0, _ children: Widget...) -> Widget {
    let box = gtk_box_new(orientation, spacing)!
    for child in children { gtk_box_append(box.as(GtkBox.self), child) }
    return box
}

/// A label that starts at the leading edge and shortens its end where there is no room.
@MainActor
func makeLabel(_ text: String, classes: String...) -> Widget {
    let label = gtk_label_new(text)!
    gtk_label_set_xalign(label.opaque, 0)
    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    for name in classes { gtk_widget_add_css_class(label, name) }
    return label
}

/// A flat button of one symbol; `name` is its tooltip and its accessible name.
@MainActor
func makeIconButton(_ iconName: String, name: String, action: String? = nil) -> Widget {
    let button = gtk_button_new_from_icon_name(iconName)!
    button.addClasses("flat")
    describe(button, name)
    if let action { gtk_actionable_set_action_name(button.opaque, action) }
    return button
}

/// A button of words, without a mnemonic: GTK 4.8 would read the underscore out to the blind.
@MainActor
func makeTextButton(_ text: String, action: String? = nil, classes: String...) -> Widget {
    let button = gtk_button_new_with_label(text)!
    for name in classes { gtk_widget_add_css_class(button, name) }
    if let action { gtk_actionable_set_action_name(button.opaque, action) }
    return button
}

/// A row of two lines whose words may hold any character.
@MainActor
func makeFileRow(title: String, subtitle: String) -> Widget {
    let row = adw_action_row_new()!
    // The subtitle is markup in libadwaita 1.2 whatever `use-markup` says of the title: both are escaped.
    adw_preferences_row_set_title(row.as(AdwPreferencesRow.self), takeString(g_markup_escape_text(title, -1)))
    adw_action_row_set_subtitle(row.as(AdwActionRow.self), takeString(g_markup_escape_text(subtitle, -1)))
    adw_action_row_set_subtitle_lines(row.as(AdwActionRow.self), 3)
    return row
}

/// Gives a widget that shows no words its name, for the eye (tooltip) and for the screen reader.
@MainActor
func describe(_ widget: Widget, _ name: String) {
    gtk_widget_set_tooltip_text(widget, name)
    setAccessibleLabel(widget, name)
}
