# SPDX-License-Identifier: GPL-3.0-or-later
"""A catalog that cannot be read is kept aside, told, and made anew from the files."""

import glob
import os

import photos
from albumen_ui import ALLOW_ALL, PICTURES, App, run

DATA = os.path.join(os.environ["XDG_DATA_HOME"], "albumen")
RUBBISH = b"this is not a database\n" * 400


def scenario():
    photos.make(PICTURES, 4)
    with App() as app:
        app.answer(ALLOW_ALL)
        app.wait_for_count("All Photos", 4)
    catalogs = [p for p in glob.glob(os.path.join(DATA, "**"), recursive=True)
                if os.path.isfile(p) and open(p, "rb").read(16) == b"SQLite format 3\0"]
    assert len(catalogs) == 1, f"one catalog in {DATA}: {catalogs}"
    for side in ("-wal", "-shm"):
        if os.path.exists(catalogs[0] + side):
            os.remove(catalogs[0] + side)
    with open(catalogs[0], "wb") as file:
        file.write(RUBBISH)

    with App() as app:
        app.says("catalog", "damaged")
        app.find("Continue").press()
        app.answer(ALLOW_ALL)  # the answer stood in the catalog that was lost
        app.wait_for_count("All Photos", 4)
    aside = [p for p in glob.glob(os.path.join(DATA, "**"), recursive=True)
             if os.path.isfile(p) and open(p, "rb").read().startswith(RUBBISH[:100])]
    assert aside, f"the broken catalog is gone from {DATA}: {os.listdir(DATA)}"


run(scenario)
