// SPDX-License-Identifier: GPL-3.0-or-later
// An AdwApplication on the main actor: one instance a session, a second start raises the first.

import CAdwaita

/// Runs the program's loop. One a process.
@MainActor
public final class Application {
    public let reference: ObjectRef

    /// `identifier` is the application id; another process that has it already is activated instead of this one.
    public init(identifier: String) {
        guard let application = adw_application_new(identifier, G_APPLICATION_FLAGS_NONE) else {
            preconditionFailure("\(identifier) is no application id")
        }
        reference = ObjectRef(adopting: application)
    }

    public var gtk: UnsafeMutablePointer<GtkApplication> { reference.as(GtkApplication.self) }

    /// Once, before the first activation.
    public func onStartup(_ handler: @escaping @MainActor () -> Void) {
        connect(reference, "startup", handler)
    }
    /// Each time the program is started; may come twice at once from a launcher.
    public func onActivate(_ handler: @escaping @MainActor () -> Void) {
        connect(reference, "activate", handler)
    }
    public func onShutdown(_ handler: @escaping @MainActor () -> Void) {
        connect(reference, "shutdown", handler)
    }

    /// Connects the main actor to the loop and runs it until the last window is closed or `quit`. Returns the exit status.
    /// `arguments` are for GApplication itself and begin with the program's name.
    public func run(arguments: [String] = []) -> Int32 {
        MainLoop.install()
        return withCStringArray(arguments) { strings in
            strings.withMemoryRebound(to: UnsafeMutablePointer<CChar>?.self, capacity: arguments.count + 1) {
                g_application_run(reference.as(GApplication.self), Int32(arguments.count), $0)
            }
        }
    }

    public func quit() { g_application_quit(reference.as(GApplication.self)) }

    /// Adds an action `app.name`, with the keys that do it, in GTK's words.
    public func addAction(_ name: String, keys: [String] = [], _ handler: @escaping @MainActor () -> Void) {
        let action = SimpleAction(name, handler)
        g_action_map_add_action(reference.opaque, action.reference.opaque)
        if !keys.isEmpty { setKeys(keys, for: "app.\(name)") }
    }

    /// The keys of a detailed action name; none takes them away.
    public func setKeys(_ keys: [String], for action: String) {
        withCStringArray(keys) { gtk_application_set_accels_for_action(gtk, action, $0) }
    }
}
