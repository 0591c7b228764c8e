# SPDX-License-Identifier: GPL-3.0-or-later
"""The arrow is held down in the viewer, over good photos and bad files: no crash, no complaint, no memory without
bound, and the window answers afterwards."""

import os
import shutil
import time

import photos
from albumen_ui import ALLOW_ALL, PICTURES, App, run, wait_for

COUNT = 24
STEPS = 300
QUIET = 3  # seconds
MOST_MEMORY = 1200  # MiB; pictures in memory are bounded at far less, a leak of 300 screens is more


def bad_files():
    """Beginnings of a photo, and what only claims to be one."""
    whole = open(os.path.join(PICTURES, photos.file_name(1)), "rb").read()
    for number in range(12):
        with open(os.path.join(PICTURES, f"CUT_{number:02}.JPG"), "wb") as file:
            file.write(whole[:len(whole) * number // 12])
    with open(os.path.join(PICTURES, "NOISE.PNG"), "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + os.urandom(5000))


def corpus_files():
    """All of ALBUMEN_CORPUS besides, where it is set."""
    corpus = os.environ.get("ALBUMEN_CORPUS")
    if corpus:
        shutil.copytree(corpus, os.path.join(PICTURES, "Corpus"), symlinks=True)


def memory(app):
    """What the app has resident, in MiB."""
    with open(f"/proc/{app.process.pid}/status", encoding="ascii") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS:")) // 1024


def at_rest(app):
    """Whether no photo has come to the grid for some seconds: a key that meets a changing grid may be lost."""
    before = app.album_count("All Photos")
    time.sleep(QUIET)
    return before is not None and before >= COUNT and app.album_count("All Photos") == before


def scenario():
    photos.make(PICTURES, COUNT)
    bad_files()
    corpus_files()
    with App() as app:
        app.answer(ALLOW_ALL)
        app.wait_for_count("Favourites", 0)
        wait_for("the photos are counted", lambda: at_rest(app))
        first = app.go_to_first_cell()
        app.keys("Return")
        app.find("Back")  # not "Photo": the first file may be a bad one
        most = 0
        for _ in range(STEPS // 50):
            app.hold("Right", 50)
            assert app.root(), "the app does not answer"
            most = max(most, memory(app))
        app.keys("Escape")
        app.find("Albums")
        wait_for("the grid is back", app.cells)
        assert not app.is_at(first), "the arrow did not step"
        print(f"memory at most {most} MiB")
        assert most < MOST_MEMORY, f"{most} MiB after {STEPS} steps"


run(scenario)
