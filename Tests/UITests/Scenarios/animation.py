# SPDX-License-Identifier: GPL-3.0-or-later
"""Photos that move play in the viewer while they are looked at, pause with the space bar, and rest where the desktop wants
nothing to move."""

import os
import subprocess

import photos
from albumen_ui import ALLOW_ALL, PICTURES, App, colour_at, near, run, wait_for

RED, GREEN = (200, 40, 40), (40, 160, 40)
FRAME = 30  # hundredths of a second
LOOKS = 25  # at the screen, which take several frames' time together
MIDDLE = (640, 420)


def make_moving(name, *coding):
    """Two colours in turn, by ImageMagick; newer than the other photo."""
    path = os.path.join(PICTURES, name)
    moving = os.path.join(PICTURES, "moving.gif")
    subprocess.run(
        ["convert", "-size", "320x240", "-delay", str(FRAME), "xc:rgb(%d,%d,%d)" % RED, "xc:rgb(%d,%d,%d)" % GREEN,
         "-loop", "0", moving], check=True)
    if coding:
        subprocess.run([*coding, moving, "-o", path], check=True)
        os.remove(moving)


def shown():
    """Which of the two the middle of the window has; None for neither."""
    colour = colour_at(*MIDDLE)
    for name, wanted in (("red", RED), ("green", GREEN)):
        if near(colour, wanted):
            return name
    return None


def want_nothing_to_move():
    """As the desktop's settings for people whom movement disturbs."""
    folder = os.path.join(os.environ["XDG_CONFIG_HOME"], "gtk-4.0")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "settings.ini"), "w", encoding="ascii") as file:
        file.write("[Settings]\ngtk-enable-animations=false\n")


def moves():
    wait_for("one frame is shown", lambda: shown() == "red")
    wait_for("the other frame is shown", lambda: shown() == "green")
    wait_for("the first frame is shown again", lambda: shown() == "red")


def rests():
    seen = {shown() for _ in range(LOOKS)}
    assert len(seen) == 1 and None not in seen, f"it moves while it is paused: {seen}"


def scenario():
    photos.make(PICTURES, 1)
    make_moving("moving.webp", "gif2webp", "-quiet")
    make_moving("moving.gif")
    with App() as app:
        app.answer(ALLOW_ALL)
        app.wait_for_count("All Photos", 3)
        for name in ("moving.gif", "moving.webp"):
            app.go_to_cell(f"Photo, {name}")
            app.keys("Return")
            app.find("Pause")
            moves()
            app.keys("space")
            app.find("Play")
            rests()
            app.find("Play").press()
            app.find("Pause")
            moves()
            app.keys("Escape")
            app.find("Albums")
        app.go_to_cell(photos.cell_name(1))
        app.keys("Return")
        app.find("Photo")
        assert not app.find_all("Pause") and not app.find_all("Play"), "a still can be paused"
    want_nothing_to_move()
    with App() as app:
        app.wait_for_count("All Photos", 3)
        app.go_to_cell("Photo, moving.gif")
        app.keys("Return")
        app.find("Play")
        wait_for("the still is shown", lambda: shown() == "red")
        rests()
        app.keys("space")
        moves()


run(scenario)
