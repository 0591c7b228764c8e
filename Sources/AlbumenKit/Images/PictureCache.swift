// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures in memory, never more than a number of bytes, the least recently used going first. A value: its
// owner guards it with a lock, and lets evicted pictures go outside of it, because unmapping memory takes
// time.

import Imaging
import Metadata

/// Pictures by their slots.
struct PictureCache {
    private struct Entry {
        let pixels: PixelBuffer
        /// The size that was asked for when this was decoded: it is the answer, even where the file had less.
        let answers: PixelSize
        var lastUse: UInt64
    }

    private var entries: [PictureSlot: Entry] = [:]
    private var clock: UInt64 = 0
    private(set) var byteCount = 0
    let limit: Int

    var count: Int { entries.count }

    init(limit: Int) { self.limit = limit }

    /// The picture in a slot, and whether it is final where `needed` is.
    mutating func picture(in slot: PictureSlot, needed: PixelSize) -> (pixels: PixelBuffer, isFinal: Bool)? {
        guard let index = entries.index(forKey: slot) else { return nil }
        clock += 1
        entries.values[index].lastUse = clock
        let entry = entries.values[index]
        let isFinal = slot.tile != nil || entry.answers.covers(needed) || entry.pixels.size.covers(needed)
        return (entry.pixels, isFinal)
    }

    /// Takes a picture in; returns what it displaced, for the caller to let go of. `isKept` slots go last.
    mutating func insert(
        _ pixels: PixelBuffer, in slot: PictureSlot, answers: PixelSize, isKept: (PictureSlot) -> Bool
    ) -> [PixelBuffer] {
        guard pixels.byteCount <= limit else { return [] }
        clock += 1
        var displaced: [PixelBuffer] = []
        if let old = entries.updateValue(
            Entry(pixels: pixels, answers: answers, lastUse: clock), forKey: slot)
        {
            byteCount -= old.pixels.byteCount
            displaced.append(old.pixels)
        }
        byteCount += pixels.byteCount
        // Some more than needed, so that the sorting is not done at each insertion. The newest is the last to
        // go.
        if byteCount > limit {
            displaced += trim(to: max(pixels.byteCount, limit / 10 * 9)) { $0 == slot || isKept($0) }
        }
        return displaced
    }

    /// Evicts until at most `bytes` are left.
    mutating func trim(to bytes: Int, isKept: (PictureSlot) -> Bool = { _ in false }) -> [PixelBuffer] {
        guard byteCount > bytes else { return [] }
        let order = entries.map { (slot: $0.key, isKept: isKept($0.key), lastUse: $0.value.lastUse) }
            .sorted { ($0.isKept ? 1 : 0, $0.lastUse) < ($1.isKept ? 1 : 0, $1.lastUse) }
        var displaced: [PixelBuffer] = []
        for candidate in order where byteCount > bytes {
            guard let entry = entries.removeValue(forKey: candidate.slot) else { continue }
            byteCount -= entry.pixels.byteCount
            displaced.append(entry.pixels)
        }
        return displaced
    }
}
