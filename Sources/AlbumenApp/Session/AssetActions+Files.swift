// SPDX-License-Identifier: GPL-3.0-or-later
// Acts on the files behind photos: copying them to the clipboard, showing them in the file manager.

import AlbumenKit
import CAdwaita
import GTKBridge

extension AssetActions {
    /// Puts the files on the clipboard, as a file manager would.
    func copyFiles(_ assets: [Asset]) async {
        guard !assets.isEmpty, let window = session.window else { return }
        window.copyToClipboard(files: assets.map(\.path.bytes))
        session.toast(ntr("Photo copied", "{count} photos copied", assets.count))
    }

    /// Opens the folder of the photos with them selected; the folder alone where the desktop's file manager cannot.
    func showInFiles(_ assets: [Asset]) async {
        guard let first = assets.first else { return }
        if await askFileManager(toShow: assets.map { fileURI($0.path) }) { return }
        guard let folder = first.path.parent else { return }
        do {
            _ = try withGError { g_app_info_launch_default_for_uri(fileURI(folder), nil, $0) }
        } catch {
            session.report(error, doing: tr("Could not show the folder"))
        }
    }

    /// org.freedesktop.FileManager1, which most file managers answer to. False where none does.
    private func askFileManager(toShow uris: [String]) async -> Bool {
        guard let application = g_application_get_default(),
            let bus = g_application_get_dbus_connection(application)
        else { return false }
        let items = withCStringArray(uris) { g_variant_new_strv($0, gssize(uris.count)) }
        var parts = [items, g_variant_new_string("")]
        let parameters = g_variant_new_tuple(&parts, gsize(parts.count))
        let result = await asyncResult { callback, data in
            g_dbus_connection_call(
                bus, "org.freedesktop.FileManager1", "/org/freedesktop/FileManager1",
                "org.freedesktop.FileManager1", "ShowItems", parameters, nil, GDBusCallFlags(rawValue: 0), -1,
                nil,
                callback, data)
        }
        guard let reply = g_dbus_connection_call_finish(bus, result.opaque, nil) else { return false }
        g_variant_unref(reply)
        return true
    }
}

/// A file's address as desktops exchange it.
@MainActor
private func fileURI(_ path: FilePath) -> String {
    let file = ObjectRef(adopting: path.withCString { g_file_new_for_path($0) })
    return takeString(g_file_get_uri(file.opaque))
}
