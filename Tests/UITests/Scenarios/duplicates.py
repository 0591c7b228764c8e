# SPDX-License-Identifier: GPL-3.0-or-later
"""Photos that are there twice are found and merged from the sidebar; what was said of a copy is not lost, and Undo
brings it back."""

import json
import os
import shutil
import subprocess

import photos
from albumen_ui import ALLOW_ALL, PICTURES, WAIT, App, albumenctl, run, wait_for
from gi.repository import Atspi

COUNT = 3


def scenario():
    photos.make(PICTURES, COUNT)
    shutil.copy(os.path.join(PICTURES, photos.file_name(1)), os.path.join(PICTURES, "Z copy.JPG"))
    plasma = os.path.join(PICTURES, "plasma.png")
    subprocess.run(["convert", "-size", "640x480", "-seed", "4", "plasma:fractal", plasma], check=True, timeout=WAIT)
    subprocess.run(
        ["convert", plasma, "-resize", "50%", "-quality", "70", os.path.join(PICTURES, "small.jpg")],
        check=True, timeout=WAIT)
    with App() as app:
        app.answer(ALLOW_ALL)
        app.wait_for_count("All Photos", COUNT + 3)
        app.go_to_cell("Photo, Z copy.JPG")
        app.keys("f")
        app.wait_for_count("Favourites", 1)

        def is_kept(name):
            return app.find(name=f"Keep {name}").has_state(Atspi.StateType.PRESSED)

        def choose_duplicates():
            app.keys("Down")
            return app.find_all(name="Merge 2 identical photos")

        wait_for("the keyboard is in the sidebar", lambda: app.keys("shift+Tab") or app.albums().has_keyboard)
        wait_for("the duplicates are shown", choose_duplicates)
        app.find(name="Merge 2 similar photos")
        assert is_kept("plasma.png"), "the larger one is kept"
        assert not is_kept("small.jpg")

        app.find(name="Merge 2 identical photos").press()
        app.says("Duplicate moved to Recently Deleted")
        app.gone("Merge 2 identical photos")
        app.wait_for_count("All Photos", COUNT + 2)
        app.wait_for_count("Recently Deleted", 1)
        # The heart of the copy is the kept one's now.
        app.wait_for_count("Favourites", 1)

        app.find(name="Undo").press()
        app.wait_for_count("All Photos", COUNT + 3)
        app.find(name="Merge 2 identical photos")

        app.find(name="Keep small.jpg").press()
        app.find(name="Merge 2 similar photos").press()
        app.gone("Merge 2 similar photos")
        app.wait_for_count("Recently Deleted", 1)
        names = {json.loads(line)["filename"] for line in albumenctl("--json", "assets").splitlines()}
        assert "small.jpg" in names and "plasma.png" not in names, names


run(scenario)
