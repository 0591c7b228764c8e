#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
#   session.sh SCENARIO [PROGRAMS]
#
# Runs one scenario in a session of its own: a private X display, a private D-Bus with its
# accessibility bus, a home and XDG folders that did not exist before and are gone after. Nothing of
# the person's own session is read or changed. PROGRAMS is the folder the programs were built in
# (.build/debug). A failed scenario leaves a screenshot and the app's messages in build/ui/SCENARIO/.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
scenario=$1
programs=$(cd "${2:-$root/.build/debug}" && pwd)
limit=${ALBUMEN_UI_LIMIT:-1080} # seconds for one scenario, set-up included
kept=$root/build/ui/$scenario
[ -f "$here/Scenarios/$scenario.py" ] || { echo "no scenario named $scenario" >&2; exit 2; }
for program in Xvfb xdotool dbus-run-session glib-compile-resources exiftool convert; do
    command -v "$program" >/dev/null || { echo "$program is missing: make deps installs it" >&2; exit 2; }
done

work=$(mktemp -d "${TMPDIR:-/tmp}/albumen-ui.XXXXXX")
evidence=$work/evidence
display_server=
cleanup() {
    local status=$?
    if [ -n "$display_server" ]; then
        kill -0 "$display_server" 2>/dev/null || { echo "Xvfb ended by itself:"; cat "$work/xvfb.log"; } >&2
        kill "$display_server" 2>/dev/null || true
        wait "$display_server" 2>/dev/null || true
    fi
    chmod -R u+rwX "$work" 2>/dev/null || true
    # The same scenario may run a second time beside this one: only a failure touches what both share.
    if [ "$status" -ne 0 ] && [ -d "$evidence" ]; then
        mkdir -p "${kept%/*}"
        rm -rf "$kept"
        cp -r "$evidence" "$kept" || true
    fi
    rm -rf "$work"
}
trap cleanup EXIT
mkdir -p "$work"/{evidence,home,config,data,cache,state,run,resources,schemas}
chmod 700 "$work/run"

glib-compile-resources --sourcedir="$root/resources" --target="$work/resources/albumen.gresource" \
    "$root/resources/albumen.gresource.xml"
glib-compile-schemas --targetdir="$work/schemas" "$root/data"

# No portals. GTK before 4.10 knows only the variable, and warns of the flag; later ones know only the flag.
no_portals=(GTK_USE_PORTAL=0)
pkg-config --atleast-version=4.10 gtk4 && no_portals+=(GDK_DEBUG=no-portals)

# A display number by process id: servers that look for a free one at the same moment take each other's sockets. The
# server writes the number when it is ready. Without -noreset it starts anew, and refuses connections meanwhile,
# whenever its last client leaves.
number=$((1000 + $$ % 50000))
: >"$work/display"
Xvfb ":$number" -displayfd 3 -screen 0 1280x800x24 -nolisten tcp -noreset 3>"$work/display" >"$work/xvfb.log" 2>&1 &
display_server=$!
for ((tries = 0; tries < 1200; tries++)); do
    [ -s "$work/display" ] && break
    kill -0 "$display_server" 2>/dev/null || break
    sleep 0.1
done
if ! [ -s "$work/display" ]; then
    echo "Xvfb did not start:" >&2
    cat "$work/xvfb.log" >&2
    exit 1
fi

# env -i: what is not named here does not reach the app.
env -i \
    PATH="$PATH" LANG=C.UTF-8 TZ=UTC \
    HOME="$work/home" XDG_CONFIG_HOME="$work/config" XDG_DATA_HOME="$work/data" \
    XDG_CACHE_HOME="$work/cache" XDG_STATE_HOME="$work/state" XDG_RUNTIME_DIR="$work/run" \
    XDG_DATA_DIRS=/usr/local/share:/usr/share TMPDIR="$work" \
    DISPLAY=":$number" GDK_BACKEND=x11 GSK_RENDERER=cairo GTK_A11Y=atspi \
    "${no_portals[@]}" GIO_USE_VFS=local GSETTINGS_BACKEND=memory \
    GSETTINGS_SCHEMA_DIR="$work/schemas" NO_AT_BRIDGE=1 \
    ALBUMEN_RESOURCE_DIR="$work/resources" ALBUMEN_CORPUS="${ALBUMEN_CORPUS:-}" \
    ALBUMEN_UI_PROGRAMS="$programs" ALBUMEN_UI_EVIDENCE="$evidence" \
    PYTHONPATH="$here" PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 \
    timeout --kill-after=10 "$limit" \
    dbus-run-session -- /usr/bin/python3 "$here/Scenarios/$scenario.py"
