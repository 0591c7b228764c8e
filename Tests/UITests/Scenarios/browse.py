# SPDX-License-Identifier: GPL-3.0-or-later
"""From the first start to undo: allow access, see counts and cells, open, step, favourite, delete, undo."""

import json
import os
import shutil

import photos
from albumen_ui import ALLOW_ALL, PICTURES, App, albumenctl, colour_at, near, run, wait_for
from photos import cell_name

COUNT = 56


def shows(number):
    """Waits until the middle of the display has the colour of that photo's middle."""
    wait_for(f"{photos.file_name(number)} is on the screen", lambda: near(colour_at(640, 420), photos.colour(number)))


def own_files():
    """Real files from ALBUMEN_CORPUS, beside the made ones; how many."""
    corpus = os.environ.get("ALBUMEN_CORPUS")
    if not corpus:
        return 0
    folder = os.path.join(corpus, "jpeg_camera")
    target = os.path.join(PICTURES, "Camera")
    os.makedirs(target)
    names = sorted(n for n in os.listdir(folder) if n.lower().endswith((".jpg", ".jpeg")))[:20]
    for name in names:
        shutil.copy(os.path.join(folder, name), target)
    return len(names)


def scenario():
    photos.make(PICTURES, COUNT)
    total = COUNT + own_files()
    with App() as app:
        # Nothing is read before the person answers.
        app.find(ALLOW_ALL)
        assert not app.cells(), "photos are shown before access was given"
        app.answer(ALLOW_ALL)

        # The sidebar counts every file; the grid has them, newest first.
        app.wait_for_count("All Photos", total)
        app.wait_for_count("Favourites", 0)
        app.cell(cell_name(COUNT))
        made = [name for name in app.cells() if "IMG_" in name and "2021" in name]
        assert made[:5] == [cell_name(n) for n in range(COUNT, COUNT - 5, -1)], f"newest first? {made[:5]}"

        # Return opens the viewer on the photo that has the keyboard; the arrows step.
        app.go_to_cell(cell_name(COUNT))
        app.keys("Return")
        app.find("Photo")
        shows(COUNT)
        app.keys("Right")
        shows(COUNT - 1)
        app.keys("Right")
        shows(COUNT - 2)
        app.keys("Left")
        shows(COUNT - 1)

        # F makes a favourite: the sidebar counts it, the cell says so, the catalog has it.
        app.keys("f")
        app.keys("Escape")
        app.wait_for_count("Favourites", 1)
        app.cell(cell_name(COUNT - 1) + ", favourite")
        kept = [json.loads(line) for line in albumenctl("--json", "assets", "--smart", "favorites").splitlines()]
        assert [asset["filename"] for asset in kept] == [photos.file_name(COUNT - 1)], kept

        # Delete moves to Recently Deleted, and the viewer goes on to the next; Undo brings the photo back.
        app.go_to_cell(cell_name(COUNT))
        app.keys("Return")
        shows(COUNT)
        app.keys("Delete")
        app.find("Undo").press()
        app.gone("Undo")
        app.keys("Escape")
        app.cell(cell_name(COUNT))
        app.wait_for_count("Recently Deleted", 0)
        app.wait_for_count("All Photos", total)

        # Without Undo it stays there. The file was never touched.
        app.go_to_cell(cell_name(COUNT))
        app.keys("Delete")
        app.wait_for_count("Recently Deleted", 1)
        app.wait_for_count("All Photos", total - 1)
        assert cell_name(COUNT) not in app.cells(), "the deleted photo is still in the grid"
        assert os.path.exists(os.path.join(PICTURES, photos.file_name(COUNT)))

    # All of it is kept: the second start asks nothing.
    with App() as app:
        app.wait_for_count("All Photos", total - 1)
        app.wait_for_count("Favourites", 1)
        app.wait_for_count("Recently Deleted", 1)
        assert not app.find_all(ALLOW_ALL), "the second start asks again"


run(scenario)
