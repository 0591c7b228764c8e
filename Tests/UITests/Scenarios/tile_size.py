# SPDX-License-Identifier: GPL-3.0-or-later
"""The size of the tiles is kept over a restart."""

import photos
from albumen_ui import ALLOW_ALL, PICTURES, App, run, wait_for

# The session's settings are in memory and end with the app; these are a file in its XDG folders.
SETTINGS = {"GSETTINGS_BACKEND": "keyfile"}


def tile_width(app):
    """Logical pixels of the first cell, once it has been laid out."""
    name = wait_for("the grid has cells", app.cells)[0]
    return app.cell(name).accessible.get_component_iface().get_size().x


def scenario():
    photos.make(PICTURES, 6)
    with App(env=SETTINGS) as app:
        app.answer(ALLOW_ALL)
        app.wait_for_count("All Photos", 6)
        usual = wait_for("the tiles have a size", lambda: tile_width(app))
        app.find("Larger Tiles").press()
        larger = wait_for("the tiles are larger", lambda: tile_width(app) > usual and tile_width(app))
    with App(env=SETTINGS) as app:
        app.wait_for_count("All Photos", 6)
        wait_for(f"the tiles are as large as they were, {larger}", lambda: tile_width(app) == larger, timeout=20)


run(scenario)
