# SPDX-License-Identifier: GPL-3.0-or-later
"""No is an answer: nothing is shown, the screen says so and offers to change it, a restart does not ask."""

import photos
from albumen_ui import ALLOW_ALL, DENY, PICTURES, App, run


def scenario():
    photos.make(PICTURES, 5)
    with App() as app:
        app.answer(DENY)
        app.says("access")
        assert not app.cells(), "photos are shown although access was denied"
    with App() as app:
        app.says("access")
        assert not app.find_all(ALLOW_ALL, role="dialog"), "the second start asks again"
        assert not app.cells(), "photos are shown although access was denied"


run(scenario)
