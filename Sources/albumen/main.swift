// SPDX-License-Identifier: GPL-3.0-or-later
// The app's entry point.

import AlbumenApp

runAlbumen()
