# SPDX-License-Identifier: GPL-3.0-or-later
"""Photos come in by the menu's file chooser, by Paste of files and of a picture; an import is undone as one."""

import os
import subprocess

import photos
from albumen_ui import ALLOW_ALL, HOME, PICTURES, WAIT, App, run, wait_for
from pointer import OtherProgram


def scenario():
    photos.make(PICTURES, 2)
    card = os.path.join(HOME, "Card")
    photos.make(card, 3, first=3)
    picture = os.path.join(HOME, "picture.png")
    subprocess.run(["convert", "-size", "300x200", "gradient:red-yellow", picture], check=True, timeout=WAIT)
    with App() as app:
        app.answer(ALLOW_ALL)
        app.wait_for_count("All Photos", 2)

        # By the menu: a folder, with a file in it that is no photo.
        with open(os.path.join(card, "broken.jpg"), "w") as file:
            file.write("no photo")
        app.keys("F10")
        app.find("Import Folder…").press()
        app.find("Choose Folder")
        app.keys("ctrl+l")
        subprocess.run(["xdotool", "type", "--delay", "20", card], check=True, timeout=WAIT)
        app.keys("Return")
        app.says("3 photos imported", "not imported: broken.jpg")
        app.says("1 File Was Not Imported")
        app.keys("Escape")
        app.gone("1 File Was Not Imported")
        app.wait_for_count("All Photos", 5)
        copies = os.path.join(PICTURES, "Albumen")
        assert sum(len(names) for _, _, names in os.walk(copies)) == 3, list(os.walk(copies))

        # The import is undone as one.
        app.find("Undo").press()
        app.wait_for_count("Recently Deleted", 3)

        # Files that are copied in Albumen are here already.
        app.go_to_first_cell()
        app.keys("ctrl+c")
        app.says("Photo copied")
        app.keys("ctrl+v")
        app.says("1 was in the library already")

        # A picture that another program copied.
        with OtherProgram("--copy", picture):
            def pasted():
                app.keys("ctrl+v")
                return [name for name in app.cells() if name.startswith("Photo, Pasted Picture")]
            wait_for("the picture is pasted", pasted)


run(scenario)
