// SPDX-License-Identifier: GPL-3.0-or-later
// Errors, textures, accessibility, pictures of widgets, resources.

import CAdwaita
@preconcurrency import Dispatch
import GTKBridge
import Glibc
import Synchronization

@MainActor
func checkErrors() {
    do {
        let keys = g_key_file_new()
        defer { g_key_file_free(keys) }
        _ = try withGError { g_key_file_load_from_file(keys, "/nowhere/at all", G_KEY_FILE_NONE, $0) }
        report("thrown", false)
    } catch let error as GLibError {
        report("domain", error.domain)
        report("code", error.code == Int(G_FILE_ERROR_NOENT.rawValue) ? "NOENT" : "\(error.code)")
        report("message", error.message)
    } catch {
        report("thrown", "something else")
    }
    report("result", (try? withGError { _ in 42 }) ?? 0)
    report(
        "strings",
        withCStringArray(["a", "ü", ""]) { array in
            (0..<3).map { array[$0].map { String(cString: $0) } ?? "nil" }.joined(separator: "|")
                + (array[3] == nil ? "|end" : "")
        })
    report("taken", takeString(g_strdup("Größe")))
}

/// Bytes that a texture borrows.
private final class Pixels: Sendable {
    static let alive = Atomic<Int>(0)
    static let endedElsewhere = Atomic<Int>(0)
    let address: UInt
    static let side = 64
    static let count = side * side * 4

    init() {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: Self.count, alignment: 16)
        memset(memory, 0x80, Self.count)
        address = UInt(bitPattern: memory)
        Self.alive.add(1, ordering: .relaxed)
    }

    deinit {
        UnsafeMutableRawPointer(bitPattern: address)?.deallocate()
        Self.alive.subtract(1, ordering: .relaxed)
        if !isMainThread() { Self.endedElsewhere.add(1, ordering: .relaxed) }
    }
}

/// Textures that have arrived here.
@MainActor
private final class Arrived {
    var textures: [Texture] = []
}

/// Textures made on other threads, drawn here, and let go everywhere.
@MainActor
func checkTextures() {
    startGTK()
    MainLoop.install()
    let arrived = Arrived()
    DispatchQueue(label: "maker", attributes: .concurrent).async {
        DispatchQueue.concurrentPerform(iterations: 100) { _ in
            let pixels = Pixels()
            let texture = Texture(
                width: Pixels.side, height: Pixels.side, stride: Pixels.side * 4, format: .rgba8Premultiplied,
                bytes: UnsafeRawBufferPointer(
                    start: UnsafeRawPointer(bitPattern: pixels.address), count: Pixels.count),
                owner: pixels)
            DispatchQueue.main.async { MainActor.assumeIsolated { arrived.textures.append(texture) } }
        }
    }
    report("made", turn { arrived.textures.count == 100 })
    var textures = arrived.textures
    arrived.textures.removeAll()
    report("owners_held", Pixels.alive.load(ordering: .relaxed))
    report("size", "\(textures[0].width)x\(textures[0].height)")
    let picture = gtk_picture_new_for_paintable(textures[0].pointer)!
    let window = showWindow(picture)
    var frames = 0
    picture.onEachFrame {
        frames += 1
        return frames < 3
    }
    turn { frames == 3 }
    gtk_window_destroy(window.as(GtkWindow.self))
    // Each of them goes on another thread.
    let holder = Holder(textures)
    textures.removeAll()
    DispatchQueue(label: "dropper").async { holder.put([]) }
    report("all_freed", turn { Pixels.alive.load(ordering: .relaxed) == 0 })
    report("freed_elsewhere", Pixels.endedElsewhere.load(ordering: .relaxed))
    report("boxes", BoxCounter.live)
}

/// Run with GTK_A11Y=test. What another backend answers would read as a match: the backend is shown first.
@MainActor
func checkAccessibility() {
    startGTK()
    let label = ObjectRef(adopting: gtk_label_new("text"))
    report(
        "backend_without", gtk_test_accessible_has_property(label.opaque, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT))
    setAccessibleLabel(label.widget, "Photo, IMG_0001.JPG")
    setAccessibleDescription(label.widget, "Second line")
    report("has_label", gtk_test_accessible_has_property(label.opaque, GTK_ACCESSIBLE_PROPERTY_LABEL))
    report("label", difference(label, GTK_ACCESSIBLE_PROPERTY_LABEL, "Photo, IMG_0001.JPG"))
    report("wrong_label", difference(label, GTK_ACCESSIBLE_PROPERTY_LABEL, "Video"))
    report("description", difference(label, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "Second line"))
    for (name, state, gtkState) in [
        ("busy", AccessibleState.busy, GTK_ACCESSIBLE_STATE_BUSY),
        ("selected", .selected, GTK_ACCESSIBLE_STATE_SELECTED),
        ("expanded", .expanded, GTK_ACCESSIBLE_STATE_EXPANDED),
    ] {
        setAccessibleState(label.widget, state, true)
        report("\(name)_on", stateDifference(label, gtkState, 1))
        report("\(name)_off", stateDifference(label, gtkState, 0))
    }
    let box = ObjectRef(adopting: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    setAccessibleRole(box.widget, GTK_ACCESSIBLE_ROLE_IMG)
    report("role", gtk_test_accessible_has_role(box.opaque, GTK_ACCESSIBLE_ROLE_IMG))
}

@MainActor
private func difference(_ object: ObjectRef, _ property: GtkAccessibleProperty, _ text: String) -> String {
    albumen_accessible_difference(object.widget, property, text).map { takeString($0) } ?? "same"
}

@MainActor
private func stateDifference(_ object: ObjectRef, _ state: GtkAccessibleState, _ isOn: gboolean) -> String {
    albumen_accessible_state_difference(object.widget, state, isOn).map { takeString($0) } ?? "same"
}

/// Writes a picture of a red window to the file that the argument names.
@MainActor
func checkScreenshot() {
    startGTK()
    let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
    gtk_widget_add_css_class(box, "probe")
    let provider = ObjectRef(adopting: gtk_css_provider_new())
    gtk_css_provider_load_from_data(provider.as(GtkCssProvider.self), ".probe { background: #ff0000; }", -1)
    gtk_style_context_add_provider_for_display(
        gdk_display_get_default(), provider.opaque, guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    report("before_shown", saveScreenshot(of: box, to: argument()))
    let window = showWindow(box, width: 320, height: 200)
    report("saved", turn { gtk_widget_get_width(box) > 0 && saveScreenshot(of: box, to: argument()) })
    report("size", "\(gtk_widget_get_width(box))x\(gtk_widget_get_height(box))")
    gtk_window_destroy(window.as(GtkWindow.self))
}

/// Registers the bundle `probe.gresource` and reads `/probe/word` from it.
@MainActor
func checkResources() {
    do {
        let path = try Resources.register(
            bundle: "probe.gresource", application: "probe", variable: "PROBE_RESOURCES")
        report("found", path)
        let bytes = try withGError {
            g_resources_lookup_data("/probe/word", G_RESOURCE_LOOKUP_FLAGS_NONE, $0)
        }
        defer { g_bytes_unref(bytes) }
        var count: gsize = 0
        guard let data = g_bytes_get_data(bytes, &count) else { return report("word", "") }
        report(
            "word", String(decoding: UnsafeRawBufferPointer(start: data, count: Int(count)), as: UTF8.self))
    } catch {
        report("error", "\(error)")
    }
}
