# SPDX-License-Identifier: GPL-3.0-or-later
"""Files that hurt: each costs itself at most, the photos beside them are shown, the window answers."""

import os

import photos
from albumen_ui import ALLOW_ALL, PICTURES, App, run, wait_for

GOOD = 6


def make_bad_files():
    """How many of them are assets: what is a file and claims to be a photo."""
    open(os.path.join(PICTURES, "EMPTY.JPG"), "wb").close()
    whole = open(os.path.join(PICTURES, photos.file_name(1)), "rb").read()
    with open(os.path.join(PICTURES, "HALF.JPG"), "wb") as file:
        file.write(whole[:300])
    with open(os.path.join(PICTURES, "REALLY_JPEG.PNG"), "wb") as file:
        file.write(whole + b"\0")  # not the same file a second time
    with open(os.path.join(os.fsencode(PICTURES), b"not-utf8-\xff\xfe.jpg"), "wb") as file:
        file.write(whole + b"\0\0")
    os.mkfifo(os.path.join(PICTURES, "pipe.jpg"))
    os.makedirs(os.path.join(PICTURES, "loop"))
    os.symlink("..", os.path.join(PICTURES, "loop", "again"))
    os.symlink("self.jpg", os.path.join(PICTURES, "self.jpg"))
    return 4


def scenario():
    photos.make(PICTURES, GOOD)
    bad = make_bad_files()
    with App() as app:
        app.answer(ALLOW_ALL)
        app.wait_for_count("All Photos", GOOD + bad)
        for number in range(1, GOOD + 1):
            app.cell(f"Photo, {photos.file_name(number)}, ")
        app.cell("Photo, REALLY_JPEG.PNG, ")
        wait_for("EMPTY.JPG is called broken", lambda: "broken" in app.cell("Photo, EMPTY.JPG, ").name)


run(scenario)
