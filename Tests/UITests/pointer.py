# SPDX-License-Identifier: GPL-3.0-or-later
"""The pointer: drags between windows, as a hand does them. What is dragged is found on the screen by its colour, because
accessible objects of GTK 4.8 do not say where they are."""

import os
import subprocess
import sys
import time

from albumen_ui import EVIDENCE, WAIT, near, wait_for

STEPS = 12  # moves of one drag; the windows under it hear of each
PAUSE = 0.05  # seconds between two moves


def xdotool(*arguments):
    return subprocess.run(
        ["xdotool", *map(str, arguments)], check=True, capture_output=True, text=True, timeout=WAIT).stdout


def window_of(process):
    """The topmost window of a process."""
    return wait_for("a window on the display", lambda: subprocess.run(
        ["xdotool", "search", "--onlyvisible", "--pid", str(process.pid)],
        capture_output=True, text=True, timeout=WAIT).stdout.split())[-1]


def place(process, x, y, width=None, height=None):
    """Puts a window where it is to be: there is no window manager to do it."""
    window = window_of(process)
    if width:
        xdotool("windowsize", "--sync", window, width, height)
    xdotool("windowmove", "--sync", window, x, y)


def drag(start, end):
    """Presses at one point of the display, goes to the other and lets go."""
    xdotool("mousemove", *start)
    time.sleep(PAUSE)
    xdotool("mousedown", 1)
    for step in range(1, STEPS + 1):
        part = step / STEPS
        xdotool("mousemove", *(round(a + (b - a) * part) for a, b in zip(start, end)))
        time.sleep(PAUSE)
    # The window below has to say that it takes what is dragged before the hand opens.
    for wiggle in (1, 0, 1, 0):
        xdotool("mousemove", end[0] + wiggle, end[1])
        time.sleep(4 * PAUSE)
    xdotool("mouseup", 1)


def place_of_colour(colour, region):
    """The middle of what shows this colour inside region (x, y, width, height); None where nothing does."""
    x, y, width, height = region
    pixels = subprocess.run(
        ["import", "-window", "root", "-crop", f"{width}x{height}+{x}+{y}", "+repage", "-depth", "8", "rgb:-"],
        check=True, capture_output=True, timeout=WAIT).stdout
    step = 6
    found = [
        (column, row) for row in range(0, height, step) for column in range(0, width, step)
        if near(tuple(pixels[(row * width + column) * 3:(row * width + column) * 3 + 3]), colour)]
    if len(found) < 9:
        return None
    columns, rows = sorted(c for c, _ in found), sorted(r for _, r in found)
    return x + columns[len(columns) // 2], y + rows[len(rows) // 2]


def column(x, height):
    """The colours of the display at x, from the top down."""
    pixels = subprocess.run(
        ["import", "-window", "root", "-crop", f"1x{height}+{x}+0", "+repage", "-depth", "8", "rgb:-"],
        check=True, capture_output=True, timeout=WAIT).stdout
    return [tuple(pixels[y * 3:y * 3 + 3]) for y in range(height)]


class OtherProgram:
    """A window of another program that gives files and takes files (other_program.py)."""

    def __init__(self, *files):
        self.log_path = os.path.join(EVIDENCE, f"other-{time.monotonic_ns()}.log")
        program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "other_program.py")
        with open(self.log_path, "wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, program, *files], stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def __enter__(self):
        window_of(self.process)
        return self

    def __exit__(self, kind, value, trace):
        self.process.kill()
        self.process.wait()

    def received(self):
        """The paths of what was dropped, in order."""
        with open(self.log_path, encoding="utf-8", errors="surrogateescape") as log:
            return log.read().splitlines()
