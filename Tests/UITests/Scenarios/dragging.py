# SPDX-License-Identifier: GPL-3.0-or-later
"""Files are dragged between Albumen and another program's window with a real pointer, both ways."""

import os
import re

import photos
from albumen_ui import ALLOW_ALL, HOME, PICTURES, App, albumenctl, near, run, wait_for
from photos import cell_name
from pointer import OtherProgram, column, drag, place, place_of_colour

WINDOW = (0, 0, 1000, 780)
OTHER = (1040, 300)
OTHER_MIDDLE = (1140, 400)
PHOTOS = (600, 560)  # somewhere among the photos


def content(path):
    with open(path, "rb") as file:
        return file.read()


def show_empty_album(app):
    """Chooses the empty album, the last one, in the sidebar. Returns the middle of its row: what was drawn anew, lowest."""
    before = column(150, WINDOW[3])
    wait_for("the keyboard is in the sidebar", lambda: app.keys("shift+Tab") or app.albums().has_keyboard)
    wait_for("the album is shown", lambda: app.keys("Down") or app.find_all(name="Empty Album"))
    after = column(150, WINDOW[3])
    changed = [y for y in range(len(after)) if not near(before[y], after[y], tolerance=4)]
    first = last = changed[-1]
    while first - 1 in changed:
        first -= 1
    return 150, (first + last) // 2


def scenario():
    elsewhere = os.path.join(HOME, "Card")
    photos.make(PICTURES, 2)
    photos.make(elsewhere, 3, first=3)
    given = [os.path.join(elsewhere, photos.file_name(number)) for number in (3, 4, 5)]
    before = {path: (os.stat(path).st_mtime_ns, content(path)) for path in given}
    with App() as app, OtherProgram(*given) as other:
        app.answer(ALLOW_ALL)
        app.wait_for_count("All Photos", 2)
        place(app.process, *WINDOW)
        place(other.process, *OTHER)

        # In: copied into the library; the originals are as they were.
        drag(OTHER_MIDDLE, PHOTOS)
        app.says("3 photos imported")
        app.wait_for_count("All Photos", 5)
        for path, (time, bytes_before) in before.items():
            assert os.stat(path).st_mtime_ns == time, path
            assert content(path) == bytes_before, path

        # The sidebar has the import, by its date.
        wait_for("the import is in the sidebar", lambda: [
            text for text in app.albums().texts() if re.fullmatch(r"\d+ \w+ \d{4}, \d\d:\d\d, 3", text)])
        assert "Imports" in app.albums().texts(), app.albums().texts()

        # Once more: told, and nothing is there twice.
        drag(OTHER_MIDDLE, PHOTOS)
        app.says("3 were in the library already")
        app.wait_for_count("All Photos", 5)

        # On an album: what is there is filed there, a photo of the grid too.
        albumenctl("album", "create", "Trip")
        app.wait_for_count("Trip", 0)
        row = show_empty_album(app)
        wait_for("all photos are shown again", lambda: app.keys("Up") or cell_name(1) in app.cells())
        drag(OTHER_MIDDLE, row)
        app.wait_for_count("Trip", 3)
        app.wait_for_count("All Photos", 5)
        drag(wait_for("an old photo is drawn", lambda: place_of_colour(photos.colour(1), WINDOW)), row)
        app.says("Photo saved to “Trip”")
        app.wait_for_count("Trip", 4)

        # Out: the photo's own file, by its tile.
        tile = wait_for("the newest photo is drawn", lambda: place_of_colour(photos.colour(5), WINDOW))
        drag(tile, OTHER_MIDDLE)
        wait_for("the other program has a file", other.received)
        assert content(other.received()[-1]) == content(given[2]), other.received()


run(scenario)
