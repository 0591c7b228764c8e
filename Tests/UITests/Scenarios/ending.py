# SPDX-License-Identifier: GPL-3.0-or-later
"""A session that ends the app with SIGTERM, and one that ends it over a question, lose nothing: the size is kept."""

import os
import signal
import subprocess

from albumen_ui import ALLOW_ALL, WAIT, App, run, wait_for

SETTINGS = os.path.join(os.environ["XDG_CONFIG_HOME"], "glib-2.0", "settings", "keyfile")


def kept():
    """What is kept of the window, by name."""
    with open(SETTINGS, encoding="utf-8") as file:
        return dict(line.strip().split("=", 1) for line in file if "=" in line)


def scenario():
    for width, height in ((700, 500), (640, 520)):
        with App(env={"GSETTINGS_BACKEND": "keyfile"}) as app:
            app.find(ALLOW_ALL)
            window = subprocess.run(
                ["xdotool", "search", "--onlyvisible", "--pid", str(app.process.pid), "--name", "^Albumen$"],
                capture_output=True, text=True, check=True).stdout.split()[0]
            subprocess.run(["xdotool", "windowsize", window, str(width), str(height)], check=True)
            # The frame that a window draws itself is part of its size on the display, and not always of the widget's.
            wait_for("the window has the size", lambda: 0 <= width - size(app)[0] < 30 and height >= size(app)[1])
            app.process.send_signal(signal.SIGTERM)
            assert app.process.wait(timeout=WAIT) == 0, app.messages()
        assert (kept()["window-width"], kept()["window-height"]) == (str(width), str(height)), kept()


def size(app):
    """Of the main window, as the accessibility bus has it."""
    extents = app.find("Albumen", role="frame").accessible.get_component_iface().get_extents(1)
    return extents.width, extents.height


run(scenario)
