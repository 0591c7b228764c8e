# SPDX-License-Identifier: GPL-3.0-or-later
"""No Pictures folder, then an empty one, then a photo in it: each time a clear word, then the photo."""

import os

import photos
from albumen_ui import ALLOW_ALL, PICTURES, App, run


def scenario():
    assert not os.path.exists(PICTURES)
    with App() as app:
        app.answer(ALLOW_ALL)
        app.says("Pictures")
        assert not app.cells()
    os.makedirs(PICTURES)
    with App() as app:
        app.says("no photos")
        photos.make(PICTURES, 1)
        app.wait_for_count("All Photos", 1)
        app.cell("Photo, IMG_0001.JPG, 12 June 2021")


run(scenario)
