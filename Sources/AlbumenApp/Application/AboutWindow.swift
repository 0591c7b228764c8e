// SPDX-License-Identifier: GPL-3.0-or-later
// What Albumen is, and under which licence; under Troubleshooting, what a report of an error should say.

import CAdwaita
import GTKBridge
import Imaging

/// `decoder` is nil where none has been started yet.
@MainActor
func showAboutWindow(over window: Widget?, decoder: DecoderConfinement?) {
    let about = adw_about_window_new()!
    let target = about.opaque
    adw_about_window_set_application_name(target, "Albumen")
    adw_about_window_set_application_icon(target, LibraryPlaces.applicationID)
    adw_about_window_set_version(target, LaunchOptions.version)
    adw_about_window_set_developer_name(target, tr("The Albumen authors"))
    adw_about_window_set_license_type(target, GTK_LICENSE_GPL_3_0)
    adw_about_window_set_comments(
        target, tr("Your photos and videos, found by themselves, shown at once, and left as they are."))
    adw_about_window_set_debug_info(target, troubleshooting(decoder))
    adw_about_window_set_debug_info_filename(target, "albumen.txt")
    if let window { gtk_window_set_transient_for(about.as(GtkWindow.self), window.as(GtkWindow.self)) }
    gtk_window_set_modal(about.as(GtkWindow.self), 1)
    gtk_window_present(about.as(GtkWindow.self))
}

/// In English, because it is made to be sent.
@MainActor
private func troubleshooting(_ decoder: DecoderConfinement?) -> String {
    let gtk = [gtk_get_major_version(), gtk_get_minor_version(), gtk_get_micro_version()]
    let adwaita = [adw_get_major_version(), adw_get_minor_version(), adw_get_micro_version()]
    return """
        Albumen: \(LaunchOptions.version)
        GTK: \(gtk.map(String.init).joined(separator: "."))
        libadwaita: \(adwaita.map(String.init).joined(separator: "."))
        Decoder: \(decoder?.description ?? "not started")
        """
}
