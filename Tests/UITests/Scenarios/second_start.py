# SPDX-License-Identifier: GPL-3.0-or-later
"""A second start ends at once and leaves one window, the first's."""

import photos
from albumen_ui import ALLOW_ALL, PICTURES, WAIT, App, run


def scenario():
    photos.make(PICTURES, 3)
    with App() as first:
        first.answer(ALLOW_ALL)
        first.wait_for_count("All Photos", 3)
        second = App()
        assert second.process.wait(timeout=WAIT) == 0, second.messages()
        assert len(first.windows()) == 1, first.windows()
        first.wait_for_count("All Photos", 3)


run(scenario)
