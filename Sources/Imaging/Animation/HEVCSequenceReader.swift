// SPDX-License-Identifier: GPL-3.0-or-later
// HEVC image sequences, which are films by other names (ISO/IEC 23008-12, 7): libheif plays them only from its version
// 1.20 on, GStreamer once they have a film's names.

import Metadata

/// Reads the frames of a HEVC image sequence.
final class HEVCSequenceReader: AnimationReader {
    let size: PixelSize
    let color: ColorSource
    let loopCount = 0
    /// Nil only at the end: it borrows the copy.
    private var film: Film?
    private let copy: UnsafeMutableRawBufferPointer
    /// Read last.
    private var frame: Film.Frame?

    /// Copies the bytes, to give them other names.
    init(_ bytes: UnsafeRawBufferPointer) throws(DecodeFailure) {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        self.copy = copy
        copy.copyMemory(from: bytes)
        do throws(DecodeFailure) {
            guard VideoDecoder.isReady, ImageSequence.nameAsFilm(copy) else {
                throw .unsupported(.heicSequence)
            }
            let film = try Film(UnsafeRawBufferPointer(copy), format: .heicSequence)
            try film.preroll(within: VideoDecoder.patience)
            let first = try film.standing(within: VideoDecoder.patience)
            size = first.raster.size
            color = first.color
            film.play()
            self.film = film
        } catch {
            copy.deallocate()
            throw error
        }
    }

    deinit {
        frame = nil
        film = nil
        copy.deallocate()
    }

    func next() throws(DecodeFailure) -> (Raster, delay: Duration)? {
        frame = try film?.next(within: VideoDecoder.patience)
        return frame.map { ($0.raster, .nanoseconds(Int64(clamping: $0.duration ?? 0))) }
    }
}
