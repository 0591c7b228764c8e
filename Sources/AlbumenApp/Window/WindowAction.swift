// SPDX-License-Identifier: GPL-3.0-or-later
// Every action of the window, with its keys, in one table. Menus, buttons and keys name actions; nothing else acts.

import CAdwaita
import GTKBridge

/// An action in the window's `win.` group.
enum WindowAction: String, CaseIterable {
    case newAlbum = "new-album"
    case renameAlbum = "rename-album"
    case deleteAlbum = "delete-album"
    case addFolder = "add-folder"
    case moveIn = "move-in"
    case importFiles = "import-files"
    case importFolder = "import-folder"
    case importDevice = "import-device"
    case paste
    case pauseImport = "pause-import"
    case stopImport = "stop-import"
    case continueImport = "continue-import"
    case changeAccess = "change-access"
    case selectPhotos = "select-photos"
    case manageAccess = "manage-access"
    case allowAll = "allow-all"
    case retry
    case scanProblems = "scan-problems"
    case favorite
    case delete
    case restore
    case saveToAlbum = "save-to-album"
    case copy
    case showInFiles = "show-in-files"
    case selectAll = "select-all"
    case clearSelection = "clear-selection"
    case zoomIn = "zoom-in"
    case zoomOut = "zoom-out"
    case fullscreen
    case toggleSidebar = "toggle-sidebar"
    case back

    /// Keys that act wherever the focus is, in GTK's words.
    var accelerators: [String] {
        switch self {
        case .newAlbum: ["<Control>n"]
        case .importFiles: ["<Control>i"]
        case .saveToAlbum: ["<Control>s"]
        case .showInFiles: ["<Control><Shift>o"]
        case .zoomIn: ["<Control>plus", "<Control>equal", "<Control>KP_Add"]
        case .zoomOut: ["<Control>minus", "<Control>KP_Subtract"]
        case .fullscreen: ["F11"]
        case .toggleSidebar: ["F9"]
        case .back: ["<Alt>Left"]
        default: []
        }
    }

    /// Keys that act while the focus is among the photos, but not in an entry or the sidebar, where they mean
    /// something else.
    var photoKeys: [String] {
        switch self {
        case .favorite: ["f"]
        case .delete: ["Delete", "KP_Delete"]
        case .copy: ["<Control>c"]
        case .paste: ["<Control>v"]
        case .selectAll: ["<Control>a"]
        case .clearSelection: ["Escape"]
        default: []
        }
    }
}

/// The actions of one window: what each does, and whether it can be done now.
@MainActor
final class WindowActions {
    private var actions: [WindowAction: SimpleAction] = [:]
    private var handlers: [WindowAction: () -> Void] = [:]

    init(window: Widget) {
        for action in WindowAction.allCases {
            let simple = SimpleAction(action.rawValue) { [weak self] in self?.handlers[action]?() }
            simple.isEnabled = false
            actions[action] = simple
            g_action_map_add_action(window.opaque, simple.reference.opaque)
        }
    }

    /// What an action does from now on; it can be done from now on.
    func set(_ action: WindowAction, _ handler: @escaping () -> Void) {
        handlers[action] = handler
        setEnabled(action, true)
    }

    func setEnabled(_ action: WindowAction, _ isEnabled: Bool) {
        actions[action]?.isEnabled = isEnabled
    }

    /// Sets the keys that act wherever the focus is.
    static func bindKeys(of application: Application) {
        for action in WindowAction.allCases where !action.accelerators.isEmpty {
            application.setKeys(action.accelerators, for: "win.\(action.rawValue)")
        }
    }

    /// Makes `photoKeys` act while the focus is in `widget`, after the focused widget had its chance.
    static func addPhotoKeys(to widget: Widget) {
        let controller = gtk_shortcut_controller_new()!
        for action in WindowAction.allCases {
            // Menus show the last key that was added: the first comes last.
            for key in action.photoKeys.reversed() {
                gtk_shortcut_controller_add_shortcut(
                    controller,
                    gtk_shortcut_new(
                        gtk_shortcut_trigger_parse_string(key), gtk_named_action_new("win.\(action.rawValue)")
                    ))
            }
        }
        gtk_widget_add_controller(widget, controller)
    }
}
