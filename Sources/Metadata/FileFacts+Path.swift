// SPDX-License-Identifier: GPL-3.0-or-later
// What a file's place and name add to what its content says. Weaker evidence: never over the content's.

import Foundation

extension FileFacts {
    /// These facts with what only the path tells: times, screenshots, recordings and bursts in names. For the process that
    /// knows the path, which the decoder does not.
    public func completed(from path: FilePath) -> FileFacts {
        var facts = self
        facts.completeTime(TimeParser.time(fileName: path))
        let name = MediaFileName(path)
        if let words = name.screenshot, mediaType == .image {
            facts.note(.screenshots, .likely, words, by: .name)
        }
        if let words = name.screenRecording, mediaType == .video {
            facts.note(.screenRecordings, .likely, words, by: .name)
        }
        // A camera's photo never is one, wherever it lies.
        if make != nil { facts.veto(.screenshots) }
        if burstIdentifier == nil, mediaType == .image, let burst = name.burst {
            facts.burstIdentifier = burst.identifier
            if burst.isCover { facts.note(.bursts, .likely, "a name that says COVER", by: .name) }
        }
        return facts
    }

    /// A name's time where nothing else says one. Where a film knows the instant and its name the wall clock, the
    /// difference is the offset, as phones name films by the clock that people see.
    private mutating func completeTime(_ named: CaptureTime?) {
        guard let named else { return }
        guard let time = captureTime else {
            captureTime = named
            return
        }
        guard time.source == .container || time.source == .sidecar, time.offsetSource == time.source,
            time.utcOffset == 0
        else { return }
        let quarter: Int64 = 15 * 60
        let difference = named.wallSeconds - time.wallSeconds
        let offset = Int64((Double(difference) / Double(quarter)).rounded()) * quarter
        guard offset != 0, abs(offset) <= Self.longestOffset, abs(difference - offset) <= Self.nameLag else {
            return
        }
        captureTime?.wallSeconds += offset
        captureTime?.utcOffset = Int(offset)
        captureTime?.offsetSource = .fileName
    }

    /// Seconds.
    private static let longestOffset: Int64 = 14 * 3600
    /// Seconds between the start of a film, which names tell, and its end, which some headers do.
    private static let nameLag: Int64 = 3 * 60
}

/// What a name says by the customs of phones and desktops.
struct MediaFileName {
    /// In lower case.
    private let name: String
    private let folder: String

    init(_ path: FilePath) {
        name = path.lastComponent.displayString.lowercased()
        folder = path.parent?.lastComponent.displayString.lowercased() ?? ""
    }

    /// Why it is a screenshot, in words; nil where it is none.
    var screenshot: String? {
        if Self.screenshotNames.contains(where: name.hasPrefix) { return "its name is a screenshot's" }
        return Self.screenshotFolders.contains(folder) ? "it lies in a folder of screenshots" : nil
    }

    /// Android, GNOME, macOS; then GNOME and KDE in other languages.
    private static let screenshotNames = [
        "screenshot_", "screenshot-", "screenshot from ", "screenshot ", "screen shot ", "bildschirmfoto ",
        "capture d’écran ", "capture d'écran ", "captura de pantalla ", "captura de tela ", "schermata ",
        "schermafdruk ", "skärmbild ", "skærmbillede ", "zrzut ekranu ", "снимок экрана ",
        "スクリーンショット ", "截图 ", "截屏 ",
    ]

    private static let screenshotFolders: Set = [
        "screenshots", "bildschirmfotos", "captures d’écran", "captures d'écran", "capturas de pantalla",
        "capturas de tela", "schermate", "schermafdrukken", "skärmbilder", "skærmbilleder",
        "zrzuty ekranu", "снимки экрана", "スクリーンショット", "截图",
    ]

    /// The same for films of the screen.
    var screenRecording: String? {
        if Self.recordingNames.contains(where: name.hasPrefix) { return "its name is a screen recording's" }
        return Self.recordingFolders.contains(folder) ? "it lies in a folder of screen recordings" : nil
    }

    private static let recordingNames = [
        "screen_recording_", "screen-recording-", "screenrecord", "screencast from ", "screencast_",
        "screen recording ", "bildschirmaufzeichnung ", "bildschirmaufnahme ", "simplescreenrecorder-",
    ]

    private static let recordingFolders: Set = [
        "screencasts", "screen recordings", "screenrecorder", "bildschirmaufzeichnungen",
    ]

    /// The burst that a name counts in: `IMG_20190102_030405_BURST003.jpg`, with `_COVER` behind it for the one that stands
    /// for all; or, with the time behind the word, `00003IMG_00003_BURST20190102030405123_COVER.jpg`.
    var burst: (identifier: String, isCover: Bool)? {
        guard let found = name.range(of: "_burst", options: .backwards) else { return nil }
        let digits = name[found.upperBound...].prefix { ("0"..."9").contains($0) }
        guard !digits.isEmpty else { return nil }
        let rest = name[found.upperBound...].dropFirst(digits.count)
        let isCover = rest.hasPrefix("_cover")
        guard isCover || rest.isEmpty || rest.hasPrefix(".") else { return nil }
        // A number that counts is short; one that stands for the burst is a time.
        let shared = digits.count >= Self.timeLength ? String(digits) : String(name[..<found.lowerBound])
        return shared.isEmpty ? nil : ("\(folder)/\(shared)", isCover)
    }

    private static let timeLength = 12
}
