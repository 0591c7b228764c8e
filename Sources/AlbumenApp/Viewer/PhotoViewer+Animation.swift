// SPDX-License-Identifier: GPL-3.0-or-later
// Photos that move: they play while they are the current one, unless the desktop wants less of that.

import AlbumenKit
import CAdwaita
import GTKBridge

extension PhotoViewer {
    /// Asks for the frames of a photo whose still is on the screen.
    func loadAnimation(of asset: Asset) {
        endAnimation()
        guard asset.playbackStyle == .imageAnimated, asset.state == .ok else { return }
        let images = session.images
        let size = screenPixels
        animating = Task { [weak self] in
            // Without frames the still stays, which is all that there is to see.
            guard let frames = try? await images.animation(for: asset, size: size), let self, isShowing(asset)
            else { return }
            play(frames)
        }
    }

    private func play(_ frames: AnimationFrames) {
        let picture = stage.picture
        player = AnimationPlayer(frames, in: picture.widget) { picture.show($0) }
        player?.onChange = { [weak self] in
            guard let self else { return }
            header.setAnimation(isPlaying: player?.isPlaying)
        }
        header.setAnimation(isPlaying: player.map { _ in false })
        if Bool(adw_get_enable_animations(picture.widget)) { player?.play() }
    }

    /// Lets go of the frames.
    func endAnimation() {
        animating?.cancel()
        animating = nil
        player?.onChange = {}
        player?.pause()
        player = nil
    }
}
