# SPDX-License-Identifier: GPL-3.0-or-later
"""What a scenario needs to use Albumen as a person does: start it, find things by their accessible names,
press buttons and keys, wait for what should be seen, and look at the screen.

Only names that DESIGN fixes are relied on. Nothing clicks at coordinates: buttons are pressed through
AT-SPI actions, keys go to the focused window. Every wait has a deadline; what did not come is an
AssertionError that says what was there instead.
"""

import functools
import os
import re
import signal
import subprocess
import sys
import time
import traceback

import pyatspi  # noqa: F401  (its import readies the accessibility bus)
from gi.repository import Atspi, GLib

PROGRAMS = os.environ["ALBUMEN_UI_PROGRAMS"]
EVIDENCE = os.environ["ALBUMEN_UI_EVIDENCE"]
HOME = os.environ["HOME"]
PICTURES = os.path.join(HOME, "Pictures")
WAIT = 120  # seconds until a thing that should appear counts as missing; long, for machines with other work
POLL = 0.2  # seconds between two looks

# Debian 12's GTK, which says less about what is on the screen.
GTK_IS_OLD = subprocess.run(["pkg-config", "--atleast-version=4.10", "gtk4"]).returncode != 0

GRID = "Photos"
ALLOW_ALL = "Allow Access to All Photos"
SELECT = "Select Photos…"
DENY = "Don’t Allow"

# A message of these from GTK and its friends is a bug of ours.
COMPLAINT = re.compile(r"(Gtk|Gdk|Gsk|GLib|GLib-GObject|GLib-GIO|Adwaita|Pango|GdkPixbuf)-(CRITICAL|WARNING) \*\*")
# Not ours: AdwMessageDialog measures its own heading too narrow with GTK 4.18 (a program of ten lines shows it).
NOT_OURS = re.compile(
    r"Trying to measure GtkLabel \w+ for width of \d+, but it needs at least|"
    r"(AdwGizmo|GtkBox) \w+ reports a minimum height of \d+, but minimum height for width of 1048576 is")
SWIFT_TRAP = re.compile(r"Fatal error:|Illegal instruction|\*\*\* Signal")


def wait_for(what, condition, timeout=WAIT):
    """The first true value of condition(), or an AssertionError saying that `what` did not happen."""
    deadline = time.monotonic() + timeout
    while True:
        try:
            value = condition()
        except GLib.Error:  # the object went away between two calls
            value = None
        if value:
            return value
        if time.monotonic() > deadline:
            raise AssertionError(f"did not happen within {timeout} s: {what}")
        time.sleep(POLL)


def plain(text):
    """Text for comparing: typographic and plain apostrophes and ellipses are the same."""
    return (text or "").replace("’", "'").replace("...", "…").strip()


def once(text):
    """A name said once. GTK 4.8 gives a button with a label both as its own name and its label's."""
    text = text or ""
    half = (len(text) - 1) // 2
    return text[:half] if text and text[:half] + " " + text[:half] == text else text


class Node:
    """An accessible object, with the few questions a scenario asks of it."""

    def __init__(self, accessible):
        self.accessible = accessible

    @functools.cached_property
    def name(self):
        """As it was when first asked for; every look makes new nodes."""
        return once(self.accessible.get_name())

    @property
    def role(self):
        return self.accessible.get_role_name() or ""

    def has_state(self, state):
        return self.accessible.get_state_set().contains(state)

    @property
    def is_showing(self):
        """Whether it is on the screen. GTK 4.8 tells this of windows only; there, what has a size counts."""
        if self.has_state(Atspi.StateType.SHOWING):
            return True
        if not GTK_IS_OLD or not self.has_state(Atspi.StateType.VISIBLE):
            return False
        component = self.accessible.get_component_iface()
        size = component.get_size() if component else None
        return bool(size and size.x > 0 and size.y > 0)

    def children(self):
        for index in range(self.accessible.get_child_count()):
            child = self.accessible.get_child_at_index(index)
            if child is not None:
                yield Node(child)

    def descendants(self):
        """This object and all below it, top down. What vanishes meanwhile is left out. From outside, the grid is
        not entered: its hundreds of cells, at several calls each, are looked at only when asked for."""
        yield self
        try:
            children = list(self.children())
        except GLib.Error:
            return
        for child in children:
            try:
                is_grid = child.name == GRID
            except GLib.Error:
                continue
            if is_grid:
                yield child
            else:
                yield from child.descendants()

    def all(self, name=None, role=None, startswith=None, showing=True):
        """Every object below with that name (or beginning) and role, as far as it can be seen."""
        found = []
        for node in self.descendants():
            try:
                if name is not None and plain(node.name) != plain(name):
                    continue
                if startswith is not None and not plain(node.name).startswith(plain(startswith)):
                    continue
                if role is not None and node.role != role:
                    continue
                if showing and not node.is_showing:
                    continue
            except GLib.Error:
                continue
            found.append(node)
        return found

    def texts(self):
        """The names of this object and of all below it that can be seen: what a reader would hear."""
        return [node.name for node in self.all() if node.name]

    def actions(self):
        action = self.accessible.get_action_iface()
        return [Atspi.Action.get_action_name(action, i) for i in range(action.get_n_actions())] if action else []

    def press(self):
        """Does what a click does: the object's own action, or that of the nearest one around it."""
        node = self.accessible
        for _ in range(4):
            # A label's own actions are those of its context menu.
            action = None if node.get_role() == Atspi.Role.LABEL else node.get_action_iface()
            if action and action.get_n_actions() > 0:
                assert action.do_action(0), f"{self!r} refused its action"
                return
            node = node.get_parent()
            if node is None:
                break
        raise AssertionError(f"{self!r} has no action")

    @property
    def has_keyboard(self):
        """Whether this object, or one inside it, has the keyboard."""
        return any(node.has_state(Atspi.StateType.FOCUSED) for node in self.descendants())

    def outline(self, depth=0):
        """The tree below as text, for the report of a failure."""
        lines = [f"{'  ' * depth}{self.role}: {self.name!r}{'' if self.is_showing else ' (hidden)'}"]
        if depth < 25:
            for child in self.children():
                try:
                    lines.append(child.outline(depth + 1))
                except GLib.Error:
                    continue
        return "\n".join(lines)

    def __repr__(self):
        try:
            return f"{self.role} {self.name!r}"
        except GLib.Error:
            return "an object that is gone"


class App:
    """A running Albumen. `with App() as app:` ends it, and fails if it crashed or GTK complained."""

    def __init__(self, *arguments, env=None):
        self.log_path = os.path.join(EVIDENCE, f"albumen-{time.monotonic_ns()}.log")
        with open(self.log_path, "wb") as log:
            self.process = subprocess.Popen(
                [os.path.join(PROGRAMS, "albumen"), *arguments],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env={**os.environ, **(env or {})})

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        if kind is not None:
            self.keep_evidence()
            self.stop()
        else:
            status = self.stop()
            assert status in (0, -signal.SIGTERM), f"albumen ended with {status}:\n{self.messages()}"
            complaints = [
                line for line in self.messages().splitlines()
                if SWIFT_TRAP.search(line) or (
                    COMPLAINT.search(line) and (GTK_IS_OLD or not NOT_OURS.search(line)))]
            assert not complaints, "the app's messages hold complaints:\n" + "\n".join(complaints)

    def messages(self):
        with open(self.log_path, encoding="utf-8", errors="replace") as log:
            return log.read()

    def stop(self):
        """Asks the app to end, and makes it if it does not. The exit status; negative: a signal."""
        if self.process.poll() is None:
            self.process.terminate()
        try:
            return self.process.wait(timeout=WAIT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise AssertionError(f"albumen did not end within {WAIT} s of SIGTERM") from None

    def keep_evidence(self):
        screenshot(os.path.join(EVIDENCE, "failure.png"))
        try:
            root = self.root()
            text = root.outline() if root else "(not on the accessibility bus)"
        except (GLib.Error, AssertionError) as error:
            text = str(error)
        with open(os.path.join(EVIDENCE, "tree.txt"), "w", encoding="utf-8") as file:
            file.write(text + "\n")
        print(f"--- what could be seen\n{text}\n--- messages of the app\n{self.messages()}", file=sys.stderr)

    def root(self):
        """The app's object on the accessibility bus, by process id; None until it is there."""
        if self.process.poll() is not None:
            raise AssertionError(f"albumen ended with {self.process.returncode}:\n{self.messages()}")
        desktop = Atspi.get_desktop(0)
        desktop.clear_cache()
        for index in range(desktop.get_child_count()):
            child = desktop.get_child_at_index(index)
            if child is not None and child.get_process_id() == self.process.pid:
                # Nothing is remembered: no loop runs here that would hear what changed.
                child.set_cache_mask(Atspi.Cache.NONE)
                return Node(child)
        return None

    def windows(self):
        root = self.root()
        return [node for node in root.children() if node.is_showing] if root else []

    def find_all(self, name=None, role=None, startswith=None):
        root = self.root()
        return root.all(name=name, role=role, startswith=startswith) if root else []

    def find(self, name=None, role=None, startswith=None, timeout=WAIT):
        """The first object that can be seen and has this name; waits for it."""
        what = f"{role or 'an object'} named {name or (startswith + '…')!r}"
        return wait_for(what, lambda: self.find_all(name, role, startswith), timeout)[0]

    def gone(self, name, timeout=WAIT):
        """Waits until nothing with this name can be seen."""
        wait_for(f"{name!r} goes away", lambda: self.root() and not self.find_all(name), timeout)

    def says(self, *words, timeout=WAIT):
        """Waits until some text that can be seen holds all these words (case does not matter)."""
        def look():
            root = self.root()
            return root and [t for t in root.texts() if all(plain(w).lower() in plain(t).lower() for w in words)]
        return wait_for(f"a text with {words}", look, timeout)[0]

    def keys(self, *names):
        """Presses keys, by their X names, in the app's topmost window."""
        self.focus_window()
        for name in names:
            subprocess.run(["xdotool", "key", "--clearmodifiers", name], check=True)

    def hold(self, name, times):
        """A key held down: as many presses, as fast as a keyboard repeats them."""
        self.focus_window()
        subprocess.run(["xdotool", "key", "--repeat", str(times), "--delay", "33", name], check=True)

    def focus_window(self):
        """Gives the keyboard to the topmost window of the app: there is no window manager to do it."""
        found = wait_for("the app has a window on the display", lambda: subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--pid", str(self.process.pid)],
            capture_output=True, text=True).stdout.split())
        subprocess.run(["xdotool", "windowfocus", "--sync", found[-1]], check=False, timeout=WAIT,
                       stderr=subprocess.DEVNULL)

    # Albumen's own screens.

    def answer(self, button):
        """Answers the authorization dialog."""
        self.find(button).press()
        self.gone(button)

    def albums(self):
        return self.find("Albums")

    def album_count(self, title):
        """The number the sidebar shows beside a title, or None while there is no such row."""
        for sidebar in self.find_all("Albums"):
            for row in sidebar.all(startswith=title):
                around = row
                for _ in range(4):
                    for text in around.texts():
                        rest = text[len(title):] if text.startswith(title) else text
                        if found := re.fullmatch(r"[\s,:]*([\d,.\u202f\u00a0 ]*\d)(?:\s+\w+)?", rest):
                            return int(re.sub(r"\D", "", found.group(1)))
                    if around.role in ("list item", "table row", "tree item"):
                        break
                    around = Node(around.accessible.get_parent())
        return None

    def wait_for_count(self, title, count, timeout=WAIT):
        last = [None]

        def same():
            last[0] = self.album_count(title)
            return last[0] == count
        try:
            wait_for(f"{title} counts {count}", same, timeout)
        except AssertionError as error:
            raise AssertionError(f"{error} (it counts {last[0]})") from None

    def grids(self):
        """The grid, once it is there: an object with that name which holds something."""
        return [g for g in self.find_all(GRID) if g.accessible.get_child_count() > 0]

    def cells(self):
        """The names of the grid's cells that exist, in order, each once."""
        names = []
        for grid in self.grids():
            for node in grid.all(showing=False):
                name = node.name
                if re.match(r"(Photo|Video|Live Photo|Panorama|Screenshot|[A-Z][\w ]+), ", name) and name not in names:
                    names.append(name)
        return names

    def cell(self, beginning, timeout=WAIT):
        """The cell whose name begins so."""
        def look():
            return [n for g in self.grids() for n in g.all(startswith=beginning, showing=False)]
        return wait_for(f"a cell {beginning!r}…", look, timeout)[0]

    def go_to_first_cell(self):
        """Moves the keyboard into the grid, to its beginning; that cell's name."""
        first = wait_for("the grid has cells", self.cells)[0]
        self.go_to_cell(first)
        return first

    def is_at(self, beginning):
        """Whether the keyboard is at a cell whose name begins so."""
        return any(
            node.has_keyboard or Node(node.accessible.get_parent()).has_state(Atspi.StateType.FOCUSED)
            for grid in self.grids() for node in grid.all(startswith=beginning, showing=False))

    def go_to_cell(self, beginning, furthest=12):
        """Moves the keyboard to a cell as a person does: Tab into the grid, Home, then the arrow. A key that the app
        has not come round to yet looks like one too few, and then the cell is overstepped: so it starts again."""
        def walk():
            for _ in range(20):
                if self.grids()[0].has_keyboard:
                    break
                self.keys("Tab")
                time.sleep(POLL)
            else:
                return False
            self.keys("Home")
            for _ in range(furthest):
                time.sleep(POLL)
                # Twice: what a late key still moves is not there yet.
                if self.is_at(beginning):
                    time.sleep(POLL)
                    if self.is_at(beginning):
                        return True
                self.keys("Right")
            return False
        self.cell(beginning)
        wait_for(f"the arrow reaches {beginning!r}", walk)


def albumenctl(*arguments, check=True):
    """Runs albumenctl on the same library, as the app's own client. Its standard output."""
    done = subprocess.run(
        [os.path.join(PROGRAMS, "albumenctl"), "--client", "org.albumen.Albumen", *arguments],
        capture_output=True, text=True, timeout=WAIT)
    assert not check or done.returncode == 0, f"albumenctl {arguments}: {done.returncode}\n{done.stderr}"
    return done.stdout


def screenshot(path):
    """The whole display as a PNG."""
    subprocess.run(["import", "-window", "root", path], check=True, timeout=WAIT)


def colour_at(x, y):
    """What the display shows at this pixel: (red, green, blue), 0–255."""
    out = subprocess.run(
        ["import", "-window", "root", "-crop", f"1x1+{x}+{y}", "-depth", "8", "rgb:-"],
        check=True, capture_output=True, timeout=WAIT).stdout
    return tuple(out[:3])


def near(a, b, tolerance=24):
    """Whether two colours are the same but for what JPEG and scaling do to them."""
    return all(abs(x - y) <= tolerance for x, y in zip(a, b))


def run(scenario):
    """Runs a scenario's function; prints PASS or what went wrong, and ends the process accordingly."""
    try:
        scenario()
    except BaseException:
        traceback.print_exc()
        sys.exit(1)
    print("PASS")
    sys.exit(0)
