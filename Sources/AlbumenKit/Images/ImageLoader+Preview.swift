// SPDX-License-Identifier: GPL-3.0-or-later
// The degraded picture that is shown while the file is decoded: what Albumen, the desktop or the camera has made small
// already.

import Imaging
import Metadata

extension ImageLoader {
    /// A lesser picture, from wherever one is soonest had: memory, the stored tiles, the desktop's thumbnails, the
    /// file's own. Nil where there is none.
    func preview(_ question: ImageQuestion, priority: ImagePriority) async -> PixelBuffer? {
        if let image = memory.image(for: question) { return image.pixels }
        // Before all pictures of the same priority that take long.
        let load = ImageLoad(priority: ImagePriority(rawValue: priority.rawValue + 1) ?? .immediate)
        if let pixels = try? await storedPreview(question, load) { return pixels }
        if let pixels = try? await desktopPreview(question, load) { return pixels }
        return try? await embeddedPreview(question, load)
    }

    /// Pixels, either way: large enough to be looked at for the moment.
    private static let longestPreviewEdge = ThumbnailSize.large.edge

    private static func previewSize(_ question: ImageQuestion) -> PixelSize {
        let limit = PixelSize(width: longestPreviewEdge, height: longestPreviewEdge)
        return question.needed.isEmpty ? limit : question.needed.fitted(in: limit)
    }

    private func desktopPreview(_ question: ImageQuestion, _ load: ImageLoad) async throws -> PixelBuffer? {
        let asset = question.asset
        let target = Self.previewSize(question)
        guard let uri = DesktopThumbnails.uri(of: asset.path) else { return nil }
        let candidates = desktopThumbnails.candidates(
            for: uri, covering: max(target.width, target.height))
        return try await fileGate.pass(load) {
            guard let file = await openFirst(of: candidates) else { return nil }
            let source = DecodeSource.desktopThumbnail(
                uri: uri, modificationTime: asset.stamp.modificationSecond)
            return try await decoders.image(
                file, DecodeRequest(target: target, resizeMode: .fast, source: source),
                priority: load.priority.decoding, ticket: load.ticket)
        }
    }

    private func embeddedPreview(_ question: ImageQuestion, _ load: ImageLoad) async throws -> PixelBuffer? {
        guard question.asset.mediaType == .image else { return nil }
        return try await fileGate.pass(load) {
            let file = try await open(question.asset.path)
            return try await decoders.image(
                file,
                DecodeRequest(target: Self.previewSize(question), resizeMode: .fast, source: .embedded),
                priority: load.priority.decoding, ticket: load.ticket)
        }
    }
}

extension FileStamp {
    /// Whole seconds since 1970, UTC.
    fileprivate var modificationSecond: Int64 {
        let second: Int64 = 1_000_000_000
        return modificationTime / second - (modificationTime % second < 0 ? 1 : 0)
    }
}
