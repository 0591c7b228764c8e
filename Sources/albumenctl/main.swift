// SPDX-License-Identifier: GPL-3.0-or-later
// albumenctl: the photo library for people and scripts, on the same framework as the window.

import Glibc

let status = await CommandLineTool.run(Argument.ofProcess())
exit(status.rawValue)
