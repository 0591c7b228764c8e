#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Another program with a window of its own: files can be dragged out of it and dropped on it. Prints the paths of what
is dropped, one a line. Its arguments are the files that it gives; after --copy follows a picture that it puts on the
clipboard."""

import sys

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, Gio, GLib, GObject, Gtk  # noqa: E402

TITLE = "Another Program"


def main():
    copied = sys.argv[2] if sys.argv[1] == "--copy" else None
    files = [Gio.File.new_for_path(path) for path in sys.argv[1:] if not copied]
    window = Gtk.Window(title=TITLE, default_width=200, default_height=200, decorated=False)
    label = Gtk.Label(label="Files", width_request=200, height_request=200)

    if files:
        source = Gtk.DragSource(actions=Gdk.DragAction.COPY)
        value = GObject.Value(Gdk.FileList, Gdk.FileList.new_from_list(files))
        source.connect("prepare", lambda *_: Gdk.ContentProvider.new_for_value(value))
        label.add_controller(source)

    def dropped(_target, value, _x, _y):
        for file in value.get_files():
            print(file.get_path(), flush=True)
        return True

    target = Gtk.DropTarget.new(Gdk.FileList, Gdk.DragAction.COPY)
    target.connect("drop", dropped)
    label.add_controller(target)

    window.set_child(label)
    if copied:
        with open(copied, "rb") as file:
            content = Gdk.ContentProvider.new_for_bytes("image/png", GLib.Bytes.new(file.read()))
        window.get_clipboard().set_content(content)
    loop = GLib.MainLoop()
    window.connect("close-request", lambda *_: loop.quit())
    window.present()
    loop.run()


main()
