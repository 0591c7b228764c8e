// SPDX-License-Identifier: GPL-3.0-or-later
// The decoded pictures. Tiles and screen-size pictures have budgets of their own: a picture of the viewer
// displaces no grid, and a grid no neighbour of the picture in the viewer.

import Imaging
import Metadata
import Synchronization

/// Bounds of the pictures in memory.
public struct ImageMemoryLimits: Sendable {
    /// Bytes; 270 tiles of 384 × 256.
    public var tileBytes = 80 << 20
    /// Bytes; a picture on a screen of 3840 × 2160 and its four neighbours.
    public var screenBytes = 144 << 20

    public init() {}
}

/// Decoded pictures, for any thread. Locks are held for look-ups only.
final class ImageMemory: Sendable {
    private struct State {
        var tiles: PictureCache
        var screens: PictureCache
        /// How many cachings keep a slot.
        var kept: [PictureSlot: Int] = [:]
    }

    private let state: Mutex<State>

    init(limits: ImageMemoryLimits) {
        state = Mutex(
            State(
                tiles: PictureCache(limit: limits.tileBytes), screens: PictureCache(limit: limits.screenBytes)
            ))
    }

    var byteCount: Int { state.withLock { $0.tiles.byteCount + $0.screens.byteCount } }

    /// The final picture, which is the nearest larger one, or the best that there is, marked degraded. Nil for a
    /// part of a picture.
    func image(for question: ImageQuestion) -> LibraryImage? {
        guard question.key.crop == nil else { return nil }
        return state.withLock { state in
            let asset = question.key.asset
            var best: PixelBuffer?
            // From small to large: the first that is large enough, or the last.
            let wanted = question.key.tile?.rawValue ?? .max
            for tile in TileClass.allCases {
                let slot = PictureSlot(asset: asset, tile: tile)
                guard let hit = state.tiles.picture(in: slot, needed: question.needed) else { continue }
                if tile.rawValue >= wanted { return LibraryImage(pixels: hit.pixels, isDegraded: false) }
                best = hit.pixels
            }
            let slot = PictureSlot(asset: asset, tile: nil)
            if let screen = state.screens.picture(in: slot, needed: question.needed) {
                if screen.isFinal { return LibraryImage(pixels: screen.pixels, isDegraded: false) }
                if screen.pixels.byteCount > best?.byteCount ?? 0 { best = screen.pixels }
            }
            return best.map { LibraryImage(pixels: $0, isDegraded: true) }
        }
    }

    /// Takes a picture in; `answers` is the size it was asked for.
    func insert(_ pixels: PixelBuffer, in slot: PictureSlot, answers: PixelSize) {
        let displaced = state.withLock { state in
            let kept = state.kept
            return slot.tile == nil
                ? state.screens.insert(pixels, in: slot, answers: answers) { kept[$0] != nil }
                : state.tiles.insert(pixels, in: slot, answers: answers) { kept[$0] != nil }
        }
        // Let go of here, outside the lock.
        _ = consume displaced
    }

    /// Evicts until at most `bytes` are left, screen-size pictures first.
    func trim(toBytes bytes: Int) {
        let displaced = state.withLock { state in
            let screens = state.screens.trim(to: max(0, bytes - state.tiles.byteCount))
            return screens + state.tiles.trim(to: max(0, bytes - state.screens.byteCount))
        }
        _ = consume displaced
    }

    func keep(_ slot: PictureSlot) {
        state.withLock { $0.kept[slot, default: 0] += 1 }
    }

    func release(_ slot: PictureSlot) {
        state.withLock { state in
            guard let count = state.kept[slot] else { return }
            state.kept[slot] = count > 1 ? count - 1 : nil
        }
    }
}
