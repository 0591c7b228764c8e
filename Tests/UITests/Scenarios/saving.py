# SPDX-License-Identifier: GPL-3.0-or-later
"""Photos are saved by other programs while the app watches: each stays one photo, and keeps its favourite."""

import datetime
import os
import subprocess

import photos
from albumen_ui import ALLOW_ALL, PICTURES, WAIT, App, run
from photos import cell_name

COUNT = 5


def save(number, day):
    """Gives the photo another date, as editors save: written anew beside itself, then put in its own place."""
    path = os.path.join(PICTURES, photos.file_name(number))
    subprocess.run(
        ["exiftool", "-q", "-overwrite_original", f"-DateTimeOriginal={day:%Y:%m:%d %H:%M:%S}", path],
        check=True, timeout=WAIT)


def save_through_hidden_file(number):
    """The same content with a byte more, through a hidden file, as GLib saves."""
    path = os.path.join(PICTURES, photos.file_name(number))
    hidden = os.path.join(PICTURES, f".goutputstream-{number}.jpg")
    with open(path, "rb") as file:
        content = file.read()
    with open(hidden, "wb") as file:
        file.write(content + b"\0")
    os.replace(hidden, path)


def scenario():
    photos.make(PICTURES, COUNT)
    with App() as app:
        app.answer(ALLOW_ALL)
        app.wait_for_count("All Photos", COUNT)
        app.go_to_cell(cell_name(COUNT))
        app.keys("f")
        app.cell(cell_name(COUNT) + ", favourite")

        days = {}
        for number in range(1, COUNT + 1):
            save_through_hidden_file(number)
            days[number] = datetime.datetime(2022, 3, number, 12)
            save(number, days[number])

        for number, day in days.items():
            mark = ", favourite" if number == COUNT else ""
            app.cell(f"Photo, {photos.file_name(number)}, {photos.spoken(day)}{mark}")
        app.wait_for_count("All Photos", COUNT)
        app.wait_for_count("Favourites", 1)
        app.wait_for_count("Recently Deleted", 0)
        assert len(app.cells()) == COUNT, app.cells()


run(scenario)
