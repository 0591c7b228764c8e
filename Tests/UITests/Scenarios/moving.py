# SPDX-License-Identifier: GPL-3.0-or-later
"""Shotwell's library is found where it usually is, taken over from the menu with a report, and taken back."""

import os
import subprocess

import photos
from albumen_ui import ALLOW_ALL, PICTURES, WAIT, App, albumenctl, run

COUNT = 3
OLD = os.path.join(os.environ["XDG_DATA_HOME"], "shotwell", "data")


def shotwell_library():
    """The tables that Shotwell makes, as far as they are read."""
    os.makedirs(OLD)
    path = [os.path.join(PICTURES, photos.file_name(number)) for number in range(1, COUNT + 1)]
    subprocess.run(["sqlite3", os.path.join(OLD, "photo.db"), f"""
        CREATE TABLE VersionTable(id INTEGER PRIMARY KEY, schema_version INTEGER, app_version TEXT, user_data TEXT);
        CREATE TABLE PhotoTable(id INTEGER PRIMARY KEY, filename TEXT, event_id INTEGER, flags INTEGER, rating INTEGER,
            title TEXT, transformations TEXT);
        CREATE TABLE EventTable(id INTEGER PRIMARY KEY, name TEXT, time_created INTEGER, primary_source_id TEXT);
        CREATE TABLE FaceTable(id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE FaceLocationTable(id INTEGER PRIMARY KEY, face_id INTEGER, photo_id INTEGER, geometry TEXT);
        INSERT INTO FaceTable VALUES (1, 'Anna');
        INSERT INTO FaceLocationTable VALUES (1, 1, 2, 'Rectangle;0.5;0.5;0.1;0.1;');
        INSERT INTO VersionTable VALUES (1, 20, '0.30.17', NULL);
        INSERT INTO EventTable VALUES (1, 'By the sea', 0, NULL);
        INSERT INTO PhotoTable VALUES (1, '{path[0]}', 1, 16, 5, 'Waves', '[crop]'), (2, '{path[1]}', 1, 0, 0, NULL, NULL),
            (3, '/nowhere/gone.jpg', 1, 0, 0, NULL, NULL);
        """], check=True, timeout=WAIT)


def move(app):
    app.keys("F10")
    app.find("Move from Another Program…").press()


def scenario():
    photos.make(PICTURES, COUNT)
    shotwell_library()
    with App() as app:
        app.answer(ALLOW_ALL)
        app.wait_for_count("All Photos", COUNT)
        move(app)
        app.find("Shotwell")
        app.find("Continue").press()

        app.find("Moved from Shotwell")
        app.says("1 event came over")
        app.says("gone.jpg")
        app.find("Take Back").press()
        app.says("Moving in was taken back")
        app.wait_for_count("Favourites", 0)
        app.gone("By the sea, 2")
        app.wait_for_count("All Photos", COUNT)

        move(app)
        app.find("Continue").press()
        app.find("Moved from Shotwell")
        app.find("Done").press()
        app.gone("Moved from Shotwell")
        app.wait_for_count("By the sea", 2)
        app.wait_for_count("Anna", 1)
        app.wait_for_count("Favourites", 1)
        app.wait_for_count("All Photos", COUNT)
        assert "Waves" in albumenctl("--json", "assets")

        move(app)
        app.find("Continue").press()
        app.find("Moved from Shotwell")
        app.find("Done").press()
        app.gone("Moved from Shotwell")
        app.wait_for_count("By the sea", 2)


run(scenario)
