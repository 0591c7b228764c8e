// SPDX-License-Identifier: GPL-3.0-or-later
// What a file's place and name add to what its content says. Weaker evidence: never over the content's.

extension FileFacts {
    /// These facts with what only the path tells: screenshots by name, times in names. For the process that
    /// knows the path, which the decoder does not.
    public func completed(from path: FilePath) -> FileFacts {
        var facts = self
        if facts.captureTime == nil { facts.captureTime = TimeParser.time(fileName: path) }
        if facts.isScreenshot(named: path) { facts.subtypes.insert(.screenshot) }
        return facts
    }

    /// As desktop and phone tools name screenshots. A camera's photo never is one, wherever it lies.
    private func isScreenshot(named path: FilePath) -> Bool {
        guard mediaType == .image, make == nil else { return false }
        let name = path.lastComponent.displayString.lowercased()
        let prefixes = ["screenshot_", "screenshot-", "screenshot from ", "screenshot ", "screen shot "]
        if prefixes.contains(where: name.hasPrefix) { return true }
        return path.parent?.lastComponent.displayString.lowercased() == "screenshots"
    }
}
