// SPDX-License-Identifier: GPL-3.0-or-later
// The process in which every byte of a photo is parsed. Started by `DecoderPool`, never by hand.

import Glibc
import Imaging

exit(DecoderProcess.run())
