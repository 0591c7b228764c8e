// SPDX-License-Identifier: GPL-3.0-or-later
// What a photo is called: the name that a screen reader reads, and tests find it by. It stays stable.

import AlbumenKit

extension Asset {
    var fileName: String { path.lastComponent.displayString }

    /// Kind, file name, date, then states: `Photo, IMG_0001.JPG, 12 June 2021, favourite`.
    var accessibleName: String {
        var parts = [mediaType == .video ? tr("Video") : tr("Photo"), fileName]
        if let day = captureTime.flatMap(WallClock.init)?.dayWords { parts.append(day) }
        if isFavorite { parts.append(tr("favourite")) }
        switch state {
        case .ok: break
        case .broken: parts.append(tr("broken"))
        case .offline: parts.append(tr("offline"))
        }
        if isHidden { parts.append(tr("hidden")) }
        return parts.joined(separator: ", ")
    }

    /// Below the file name in the viewer; empty where no date is known.
    var dateWords: String { captureTime.flatMap(WallClock.init)?.minuteWords ?? "" }
}
