// SPDX-License-Identifier: GPL-3.0-or-later
// The pages that stand where photos would: each says what is so, why, and offers the way on.

import AlbumenKit
import CAdwaita
import GTKBridge

/// What the content pane says when it shows no photos.
enum StatusPage: Equatable {
    /// The library is being opened.
    case opening
    case failure(OpeningFailure)
    /// The person closed the question without an answer.
    case undecided
    /// The person said no.
    case denied
    /// Access is kept from this account by someone else.
    case restricted
    case folderMissing(FilePath)
    case folderUnreadable(FilePath, reason: String)
    /// A first scan is running and has found nothing yet.
    case scanning
    /// Everything was scanned; there are no photos.
    case noPhotos
    case noSelectedPhotos
    /// A camera, phone or card.
    case device
    case emptyCollection(SidebarTarget)
}

/// Draws one `StatusPage` at a time.
@MainActor
final class StatusPageView {
    let widget: Widget
    private var shown: StatusPage?

    init() {
        widget = adw_bin_new()
        gtk_widget_set_hexpand(widget, 1)
        gtk_widget_set_vexpand(widget, 1)
    }

    func show(_ page: StatusPage) {
        guard page != shown else { return }
        shown = page
        adw_bin_set_child(widget.as(AdwBin.self), makePage(page))
    }

    /// Takes the page away: a spinner that nobody sees turns all the same, and wakes the window for each frame.
    func clear() {
        shown = nil
        adw_bin_set_child(widget.as(AdwBin.self), nil)
    }

    private func makePage(_ page: StatusPage) -> Widget {
        let text = page.text
        let status = adw_status_page_new()!
        if let icon = text.iconName { adw_status_page_set_icon_name(status.opaque, icon) }
        adw_status_page_set_title(status.opaque, text.title)
        // The description is markup; a folder's name may hold any character.
        adw_status_page_set_description(status.opaque, takeString(g_markup_escape_text(text.description, -1)))
        gtk_widget_set_vexpand(status, 1)
        if page == .opening || page == .scanning {
            let spinner = gtk_spinner_new()!
            gtk_widget_set_size_request(spinner, 32, 32)
            gtk_widget_set_halign(spinner, GTK_ALIGN_CENTER)
            gtk_spinner_start(spinner.opaque)
            setAccessibleLabel(spinner, text.title)
            adw_status_page_set_child(status.opaque, spinner)
        } else if !text.buttons.isEmpty {
            let buttons = makeBox(GTK_ORIENTATION_VERTICAL, spacing: 12)
            gtk_widget_set_halign(buttons, GTK_ALIGN_CENTER)
            for (index, button) in text.buttons.enumerated() {
                let widget = makeTextButton(button.label, action: button.action, classes: "pill")
                if index == 0 { widget.addClasses("suggested-action") }
                gtk_box_append(buttons.as(GtkBox.self), widget)
            }
            adw_status_page_set_child(status.opaque, buttons)
        }
        return status
    }
}

extension StatusPage {
    /// A page's words, and its buttons with the window action that each runs.
    struct Text {
        var iconName: String?
        var title: String
        var description: String
        var buttons: [(label: String, action: String)] = []
    }

    var text: Text {
        switch self {
        case .opening:
            Text(title: tr("Opening the Library…"), description: "")
        case .failure(let failure):
            Text(
                iconName: failure.iconName, title: failure.title, description: failure.description,
                buttons: failure.canRetry ? [(tr("Try Again"), "win.retry")] : [])
        case .undecided:
            Text(
                iconName: "system-lock-screen-symbolic", title: tr("Which Photos May Albumen See?"),
                description: tr("Nothing is read before you answer."),
                buttons: [(tr("Choose Access…"), "win.change-access")])
        case .denied:
            Text(
                iconName: "system-lock-screen-symbolic", title: tr("No Access to Photos"),
                description: tr(
                    "You chose not to let Albumen see your photos, so it shows none. Your files were not touched."
                ),
                buttons: [(tr("Change Access…"), "win.change-access")])
        case .restricted:
            Text(
                iconName: "system-lock-screen-symbolic", title: tr("Access to Photos Is Restricted"),
                description: tr("Whoever manages this computer does not let Albumen see photos."))
        case .folderMissing(let path):
            Text(
                iconName: "folder-pictures-symbolic", title: tr("Pictures Folder Not Found"),
                description: tr(
                    "There is no folder “{folder}”. Choose where your photos are, or connect the drive they are on.",
                    ["folder": path.displayString]),
                buttons: [(tr("Choose Folder…"), "win.add-folder")])
        case .folderUnreadable(let path, let reason):
            Text(
                iconName: "folder-pictures-symbolic", title: tr("Pictures Folder Cannot Be Read"),
                description: tr("“{folder}”: {reason}", ["folder": path.displayString, "reason": reason]),
                buttons: [(tr("Choose Folder…"), "win.add-folder")])
        case .scanning:
            Text(title: tr("Looking for Photos…"), description: tr("They appear here as they are found."))
        case .noPhotos:
            Text(
                iconName: "albumen-photos-symbolic", title: tr("No Photos Yet"),
                description: tr(
                    "Photos and videos that you put in your Pictures folder appear here by themselves."),
                buttons: [(tr("Choose Folder…"), "win.add-folder")])
        case .noSelectedPhotos:
            Text(
                iconName: "albumen-photos-symbolic", title: tr("No Photos Selected"),
                description: tr("Albumen sees only the photos that you select."),
                buttons: [
                    (tr("Select Photos…"), "win.select-photos"),
                    (tr("Change Access…"), "win.change-access"),
                ])
        case .device:
            Text(
                iconName: "camera-photo-symbolic", title: tr("Import from This Device"),
                description: tr(
                    "Photos and videos that are in the library already are left out. Nothing on the device is changed."
                ),
                buttons: [(tr("Import New Photos"), "win.import-device")])
        case .emptyCollection(let target): emptyCollection(target)
        }
    }

    private func emptyCollection(_ target: SidebarTarget) -> Text {
        switch target {
        case .album:
            Text(
                iconName: "albumen-album-symbolic", title: tr("Empty Album"),
                description: tr("Select photos anywhere and save them to this album with Ctrl+S."))
        case .imported:
            Text(
                iconName: "folder-download-symbolic", title: tr("Nothing Left"),
                description: tr("Photos of this import that are not deleted or hidden appear here."))
        case .search:
            Text(
                iconName: "folder-saved-search-symbolic", title: tr("Nothing Found"),
                description: tr("Photos that this album’s search finds appear here by themselves."))
        case .smartAlbum(let subtype): emptySmartAlbum(subtype)
        case .duplicates, .device: emptySmartAlbum(.smartAlbumGeneric)
        }
    }

    private func emptySmartAlbum(_ subtype: AssetCollectionSubtype) -> Text {
        switch subtype {
        case .smartAlbumFavorites:
            Text(
                iconName: "albumen-not-favorite-symbolic", title: tr("No Favourites"),
                description: tr("Press F on a photo you love."))
        case .smartAlbumVideos:
            Text(
                iconName: "albumen-video-symbolic", title: tr("No Videos"),
                description: tr("Videos in your library appear here."))
        case .smartAlbumScreenshots:
            Text(
                iconName: "albumen-screenshot-symbolic", title: tr("No Screenshots"),
                description: tr("Pictures of your screen appear here."))
        case .smartAlbumRecentlyDeleted:
            Text(
                iconName: "user-trash-symbolic", title: tr("Nothing Deleted"),
                description: tr("Photos that you delete are kept here, and can be restored."))
        case .smartAlbumRecentlyAdded:
            Text(
                iconName: "document-open-recent-symbolic", title: tr("Nothing Recent"),
                description: tr("Photos added lately appear here."))
        default:
            Text(
                iconName: "albumen-photos-symbolic", title: tr("Nothing Here"),
                description: tr("Photos and videos of this kind appear here."))
        }
    }
}
