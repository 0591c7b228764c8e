# SPDX-License-Identifier: GPL-3.0-or-later
"""Started by D-Bus, as the desktop does it: no window until it is asked for, then one, however often."""

import subprocess

import photos
from albumen_ui import ALLOW_ALL, PICTURES, WAIT, App, run, wait_for

CALL = ["gdbus", "call", "--session", "--dest", "org.albumen.Albumen", "--object-path", "/org/albumen/Albumen"]


def activate():
    done = subprocess.run(
        [*CALL, "--method", "org.freedesktop.Application.Activate", "{}"], capture_output=True, timeout=WAIT)
    return done.returncode == 0


def scenario():
    photos.make(PICTURES, 3)
    with App("--gapplication-service") as app:
        wait_for("the app answers on the bus", lambda: app.process.poll() is None and activate())
        activate()
        app.answer(ALLOW_ALL)
        app.wait_for_count("All Photos", 3)
        assert len(app.windows()) == 1, app.windows()


run(scenario)
