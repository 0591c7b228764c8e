# SPDX-License-Identifier: GPL-3.0-or-later
"""Two hundred megapixels in the viewer: sharp at 100 % and beyond, wherever one looks, in memory for a window."""

import os
import subprocess

from albumen_ui import ALLOW_ALL, PICTURES, App, colour_at, run, wait_for

BAND = 40  # pixels of a stripe: seen as one only where the picture is sharp
MOST_MEMORY = 450  # MiB; the picture's own pixels are 600
ROW = 420
LEFT = 560


def make_panorama():
    """Red and blue stripes, 40,000 by 5,200, made by vips."""
    os.makedirs(PICTURES, exist_ok=True)
    stripes = os.path.join(PICTURES, "stripes.png")
    subprocess.run(
        ["convert", "-size", f"{BAND}x400", "xc:rgb(220,30,30)", "xc:rgb(30,30,220)", "+append", stripes], check=True)
    subprocess.run(
        ["vips", "replicate", stripes, os.path.join(PICTURES, "panorama.jpg[Q=90]"), str(40_000 // (2 * BAND)), "13"],
        check=True)
    os.remove(stripes)


def is_pure(colour):
    red, green, blue = colour
    return green < 70 and (red > 180 and blue < 70 or blue > 180 and red < 70)


def stripes(width):
    """Whether over this many screen pixels both colours are seen, and hardly anything between them."""
    seen = [colour_at(x, ROW) for x in range(LEFT, LEFT + 2 * width, max(1, width // 4))]
    pure = [colour for colour in seen if is_pure(colour)]
    return len(pure) >= len(seen) - 3 and len({colour[0] > colour[2] for colour in pure}) == 2


def memory(app):
    """What the app has resident, in MiB."""
    with open(f"/proc/{app.process.pid}/status", encoding="ascii") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS:")) // 1024


def scenario():
    make_panorama()
    with App() as app:
        app.answer(ALLOW_ALL)
        app.wait_for_count("All Photos", 1)
        app.go_to_first_cell()
        app.keys("Return")
        app.find("Photo")
        assert not stripes(BAND), "the whole panorama cannot show its stripes"
        app.keys("1")
        wait_for("it is sharp at 100 %", lambda: stripes(BAND))
        most = memory(app)
        for _ in range(10):
            app.keys("plus")
        wait_for("it is sharp at 800 %", lambda: stripes(8 * BAND))
        most = max(most, memory(app))
        app.keys("0")
        wait_for("all of it is shown again", lambda: not stripes(BAND))
        app.keys("Escape")
        app.find("Albums")
        print(f"memory at most {most} MiB")
        assert most < MOST_MEMORY, f"{most} MiB for a window's pixels"


run(scenario)
