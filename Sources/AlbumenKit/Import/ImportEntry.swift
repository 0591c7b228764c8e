// SPDX-License-Identifier: GPL-3.0-or-later
// A verdict that waits for its batch to be in the catalog.

import Imaging
import Metadata

struct ImportEntry: Sendable {
    let item: Int64
    /// Bytes of the file.
    let size: Int64
    var result: ImportResult
    /// What to enter, if anything.
    var record: FileRecord?
    /// Its copy, which has still to get its name.
    var copy: StagedOriginal?
    var hash: ContentHash?
    var thumbnail: InspectedThumbnail?
    /// The item of the same batch whose content this one has.
    var twin: Int64?
    /// The asset, once it is known.
    var rowID: Int64?
    /// Whether the asset has to come into the client's view.
    var isClaim = false
    /// Whether a copy of the file is the asset's.
    var isCopy = false
    /// Whether the file itself lies in the library's folder.
    var isInPlace = false
    var effect: ImportEffect = []
}
