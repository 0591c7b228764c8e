#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A stand-in for AccountsService with parental controls, on a bus of its own.

    accounts-service.py ADDRESS FILTER

FILTER is a file: its first line is "allow" or "block", the others are the list. It is read again on SIGHUP, as a parent
would change it. "ready" is printed once the service can be asked.
"""

import os
import signal
import subprocess
import sys

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

INTERFACE = "com.endlessm.ParentalControls.AppFilter"
XML = f"<node><interface name='{INTERFACE}'><property name='AppFilter' type='(bas)' access='read'/></interface></node>"


def read_filter(path):
    lines = open(path, encoding="utf-8").read().split()
    return GLib.Variant("(bas)", (lines[0] == "allow", lines[1:]))


def main(address, path):
    bus = subprocess.Popen(["dbus-daemon", "--session", "--nofork", "--print-address", "--address", address],
                           stdout=subprocess.PIPE)
    address = bus.stdout.readline().decode().strip()
    connection = Gio.DBusConnection.new_for_address_sync(
        address, Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION,
        None, None)
    user = f"/org/freedesktop/Accounts/User{os.getuid()}"
    info = Gio.DBusNodeInfo.new_for_xml(XML).interfaces[0]
    connection.register_object(user, info, None, lambda *_: read_filter(path), None)
    Gio.bus_own_name_on_connection(
        connection, "org.freedesktop.Accounts", Gio.BusNameOwnerFlags.NONE, lambda *_: print("ready", flush=True), None)

    def changed():
        body = GLib.Variant("(sa{sv}as)", (INTERFACE, {"AppFilter": read_filter(path)}, []))
        connection.emit_signal(None, user, "org.freedesktop.DBus.Properties", "PropertiesChanged", body)
        return True

    loop = GLib.MainLoop()
    GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGHUP, changed)
    GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGTERM, loop.quit)
    try:
        loop.run()
    finally:
        bus.kill()


main(*sys.argv[1:])
