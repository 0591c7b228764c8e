// SPDX-License-Identifier: GPL-3.0-or-later
// How a photo comes onto the screen: what is in memory at once, then the screen's size, then more where it is zoomed.

import AlbumenKit
import CAdwaita
import GTKBridge

extension PhotoViewer {
    /// Shows a photo that just became the current one.
    func load(_ asset: Asset) {
        stage.picture.begin(size: asset.pixelSize)
        if case .broken(let reason) = asset.state { return showBroken(asset, reason: reason) }
        stage.showPicture(canPlay: asset.mediaType == .video, note: offlineNote(asset))
        loadForScreen(asset)
    }

    /// Takes what is in memory and asks for a picture as large as the screen needs it.
    private func loadForScreen(_ asset: Asset) {
        loading?.cancel()
        let picture = stage.picture
        let size = screenPixels
        loadedSize = size
        if let image = session.images.cachedImage(for: asset, size: size, mode: .aspectFit) {
            picture.show(Texture(image.pixels))
            if !image.isDegraded { return loadAnimation(of: asset) }
        }
        var options = ImageRequestOptions()
        options.priority = .immediate
        let images = session.images
        loading = Task { [weak self, options] in
            do {
                for try await texture in textures(of: images, asset, size: size, options: options) {
                    guard let self, isShowing(asset) else { return }
                    picture.show(texture)
                }
                self?.loadAnimation(of: asset)
            } catch {
                guard let self, isShowing(asset), !(error is CancellationError) else { return }
                showFailure(error, of: asset)
            }
        }
    }

    /// Device pixels that a picture is shown with; the same before the viewer is laid out for the first time.
    var screenPixels: PixelSize {
        let viewport = stage.picture.viewportPixels
        if !viewport.isEmpty { return viewport }
        // The container gives all of its room to the viewer, whose bar is outside of the viewport.
        guard let container = gtk_widget_get_parent(widget) else { return PixelSize(width: 1, height: 1) }
        let scale = gtk_widget_get_scale_factor(widget)
        let height = gtk_widget_get_height(container) - gtk_widget_get_margin_top(stage.widget)
        return PixelSize(
            width: Int(max(1, gtk_widget_get_width(container)) * scale), height: Int(max(1, height) * scale))
    }

    /// The picture is zoomed, or the viewport has another size.
    func pictureChanged() {
        guard let asset = currentAsset, stage.isShowingPicture else { return }
        let screen = screenPixels
        if screen.width > loadedSize.width || screen.height > loadedSize.height {
            loadForScreen(asset)
            keepNeighbours()
        } else {
            loadDetail(of: asset)
        }
    }

    /// Where the picture is larger than what came for the screen, the part that is seen is asked for as fine as it is shown:
    /// all of it, where that is not much.
    private func loadDetail(of asset: Asset) {
        let picture = stage.picture
        // The frames of a photo that moves are all as large as the screen needs them, and no larger.
        guard asset.mediaType == .image, player == nil, !asset.pixelSize.isEmpty,
            let region = picture.wantedDetail,
            detailRegion?.serves(picture.zoom) != true
        else { return }
        detail?.cancel()
        detailRegion = region
        var options = ImageRequestOptions(deliveryMode: .highQualityFormat, priority: .immediate)
        if !region.isWhole { options.normalizedCropRect = UnitRect(region.rect, of: asset.pixelSize) }
        let images = session.images
        detail = Task { [weak self, options] in
            do {
                for try await texture in textures(
                    of: images, asset, size: region.decodedSize, options: options)
                {
                    guard let self, isShowing(asset) else { return }
                    picture.show(texture, of: region)
                }
            } catch {
                // What is on the screen stays there: it is only less sharp than it could be.
                guard let self, isShowing(asset), !(error is CancellationError) else { return }
                stage.setNote(explanation(of: error))
            }
        }
    }

    /// Ends what brings more of the photo that was shown.
    func endDetail() {
        detail?.cancel()
        detail = nil
        detailRegion = nil
    }

    /// Sees to it that the photos around are decoded before they are asked for.
    func keepNeighbours() {
        guard let list, let current = currentAsset else { return }
        let around = NeighbourWindow.indexes(around: index, count: list.count, forward: isForward)
        let assets = around.compactMap { list.cachedAsset(at: $0) }
        neighbours.keep([current] + assets, size: screenPixels)
        // Pages are fetched a little ahead of the photos in them.
        if assets.count < around.count, let first = around.min(), let last = around.max() {
            list.load(min(first, index)..<max(last, index) + 1)
        }
    }

    func playVideo() {
        guard let asset = currentAsset, asset.mediaType == .video else { return }
        stage.playVideo(asset.path) { [weak self] reason in
            guard let self, isShowing(asset) else { return }
            stage.showPage(
                icon: "albumen-video-symbolic", title: tr("This Video Cannot Be Played Here"),
                description: tr("“{file}”: {reason}", ["file": asset.fileName, "reason": reason]),
                button: (tr("Open in Video Player"), { [weak self] in self?.openOutside(asset) }))
        }
    }

    private func openOutside(_ asset: Asset) {
        let file = ObjectRef(adopting: asset.path.withCString { g_file_new_for_path($0) })
        let window = gtk_widget_get_root(widget).map {
            UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkWindow.self)
        }
        gtk_show_uri(window, takeString(g_file_get_uri(file.opaque)), guint32(GDK_CURRENT_TIME))
    }

    func isShowing(_ asset: Asset) -> Bool {
        !Task.isCancelled && asset.hasSameContent(as: currentAsset)
    }

    // MARK: - What cannot be shown

    private func offlineNote(_ asset: Asset) -> String? {
        guard asset.state == .offline else { return nil }
        return tr("The file is not here now. This is what Albumen kept of it.")
    }

    private func showBroken(_ asset: Asset, reason: String) {
        stage.showPage(
            icon: "image-missing-symbolic", title: tr("This File Cannot Be Shown"),
            description: tr("“{file}”: {reason}", ["file": asset.fileName, "reason": reason]))
    }

    /// Why, without the file's name, which the page has already.
    private func reason(of error: any Error) -> String {
        if case LibraryError.decoding(let failure, _) = error { return "\(failure)" }
        return explanation(of: error)
    }

    private func showFailure(_ error: any Error, of asset: Asset) {
        if !stage.picture.isEmpty {
            // The thumbnail is better than a page without it.
            stage.setNote(offlineNote(asset) ?? reason(of: error))
        } else if asset.state == .offline {
            stage.showPage(
                icon: "drive-harddisk-symbolic", title: tr("The File Is Not Here Now"),
                description: tr(
                    "“{file}” is on a disk that is not connected, or was moved away.",
                    ["file": asset.path.displayString]))
        } else if asset.mediaType == .video {
            // A video without a still can be played all the same.
            return
        } else {
            showBroken(asset, reason: reason(of: error))
        }
    }
}

/// The pictures of an asset as textures, made off the main actor.
private func textures(
    of images: ImageManager, _ asset: Asset, size: PixelSize, options: ImageRequestOptions
) -> AsyncThrowingStream<Texture, any Error> {
    AsyncThrowingStream { continuation in
        let task = Task.detached {
            do {
                for try await image in images.images(
                    for: asset, size: size, mode: .aspectFit, options: options)
                {
                    continuation.yield(Texture(image.pixels))
                }
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        continuation.onTermination = { _ in task.cancel() }
    }
}
