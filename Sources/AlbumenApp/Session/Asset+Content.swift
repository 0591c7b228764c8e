// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a picture made of one reading of an asset may stand for another reading of it.

import AlbumenKit

extension Asset {
    /// Whether both are the same photo in the same state of its file, so that a picture of one is one of the other.
    func hasSameContent(as other: Asset?) -> Bool {
        rowID == other?.rowID && stamp == other?.stamp
    }
}
