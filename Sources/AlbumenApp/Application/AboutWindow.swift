// SPDX-License-Identifier: GPL-3.0-or-later
// What Albumen is, and under which licence.

import CAdwaita
import GTKBridge

@MainActor
func showAboutWindow(over window: Widget?) {
    let about = adw_about_window_new()!
    let target = about.opaque
    adw_about_window_set_application_name(target, "Albumen")
    adw_about_window_set_application_icon(target, LibraryPlaces.applicationID)
    adw_about_window_set_version(target, LaunchOptions.version)
    adw_about_window_set_developer_name(target, tr("The Albumen authors"))
    adw_about_window_set_license_type(target, GTK_LICENSE_GPL_3_0)
    adw_about_window_set_comments(
        target, tr("Your photos and videos, found by themselves, shown at once, and left as they are."))
    if let window { gtk_window_set_transient_for(about.as(GtkWindow.self), window.as(GtkWindow.self)) }
    gtk_window_set_modal(about.as(GtkWindow.self), 1)
    gtk_window_present(about.as(GtkWindow.self))
}
