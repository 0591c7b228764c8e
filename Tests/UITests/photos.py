# SPDX-License-Identifier: GPL-3.0-or-later
"""Real photos for the scenarios, made by ImageMagick and dated by exiftool, so that no code of ours has a
part in them. Each has a middle of its own colour, by which a scenario knows it again on the screen."""

import colorsys
import csv
import datetime
import os
import subprocess

MONTHS = "January February March April May June July August September October November December".split()
FIRST_DAY = datetime.datetime(2021, 6, 12, 9, 30, 0)


def colour(number):
    """The colour in the middle of photo `number`: neighbours differ clearly."""
    red, green, blue = colorsys.hsv_to_rgb((number * 0.381966) % 1.0, 0.85, 0.9)
    return round(red * 255), round(green * 255), round(blue * 255)


def taken(number):
    """When photo `number` was taken: a day and a minute after the one before."""
    return FIRST_DAY + datetime.timedelta(days=number - 1, minutes=number)


def file_name(number):
    return f"IMG_{number:04}.JPG"


def spoken(day):
    """A date as a cell says it: 12 June 2021."""
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def cell_name(number):
    return f"Photo, {file_name(number)}, {spoken(taken(number))}"


def make(folder, count, first=1):
    """Writes `count` photos into `folder`, IMG_0001.JPG the oldest. Returns their names, newest first."""
    os.makedirs(folder, exist_ok=True)
    command = ["convert"]
    rows = []
    for number in range(first, first + count):
        red, green, blue = colour(number)
        width, height = (960, 640) if number % 4 else (640, 960)
        command += [
            "(", "-size", f"{width}x{height}", "-seed", str(number),
            "gradient:" + ("#3a5a8c-#f0d8b0" if number % 2 else "#2f6b4f-#d8e8f8"), "-fill",
            f"rgb({red},{green},{blue})", "-draw",
            f"rectangle {width // 4},{height // 4} {width * 3 // 4},{height * 3 // 4}",
            "-quality", "90", "-write", os.path.join(folder, file_name(number)), "+delete", ")"]
        rows.append({
            "SourceFile": os.path.join(folder, file_name(number)),
            "DateTimeOriginal": taken(number).strftime("%Y:%m:%d %H:%M:%S"),
            "OffsetTimeOriginal": "+02:00", "Make": "Albumen", "Model": "Test"})
    subprocess.run([*command, "-size", "1x1", "xc:black", "null:"], check=True, timeout=300)
    tags = os.path.join(os.environ.get("TMPDIR", "/tmp"), "photos.csv")
    with open(tags, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, fieldnames=list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    subprocess.run(
        ["exiftool", "-q", "-overwrite_original", f"-csv={tags}", *[row["SourceFile"] for row in rows]],
        check=True, timeout=300)
    return [file_name(number) for number in range(first + count - 1, first - 1, -1)]
