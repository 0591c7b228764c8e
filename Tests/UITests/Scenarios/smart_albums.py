# SPDX-License-Identifier: GPL-3.0-or-later
"""A smart album that albumenctl makes is in the sidebar, and what is in it follows what its search finds. Of the media
types, those are shown that there are."""

import json
import os
import subprocess

import photos
from albumen_ui import ALLOW_ALL, PICTURES, WAIT, App, albumenctl, run, wait_for
from photos import cell_name

COUNT = 4


def scenario():
    photos.make(PICTURES, COUNT)
    with App() as app:
        app.answer(ALLOW_ALL)
        app.wait_for_count("All Photos", COUNT)
        assert app.album_count("Screenshots") is None, app.albums().texts()

        lines = albumenctl("--json", "assets").splitlines()
        ids = {asset["filename"]: asset["id"] for asset in map(json.loads, lines)}
        albumenctl("album", "create", "Starred", "--query", "rating:>=4")
        app.wait_for_count("Starred", 0)
        albumenctl("rate", "4", ids[photos.file_name(1)])
        app.wait_for_count("Starred", 1)

        # As a person does: Shift+Tab into the sidebar from the photos, and to its last album.
        app.go_to_first_cell()
        wait_for("the keyboard is in the sidebar", lambda: app.keys("shift+Tab") or app.albums().has_keyboard)
        wait_for("the album's photos are shown", lambda: app.keys("Down") or app.cells() == [cell_name(1)])
        albumenctl("rate", "5", ids[photos.file_name(3)])
        wait_for("the second comes by itself", lambda: sorted(app.cells()) == sorted([cell_name(1), cell_name(3)]))
        app.wait_for_count("Starred", 2)

        # A media type comes with its first photo.
        picture = os.path.join(PICTURES, "Screenshot from 2021-06-12 10-00-00.png")
        subprocess.run(["convert", "-size", "320x200", "gradient:navy-teal", picture], check=True, timeout=WAIT)
        app.wait_for_count("Screenshots", 1)


run(scenario)
