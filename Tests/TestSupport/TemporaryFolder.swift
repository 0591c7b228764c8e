// SPDX-License-Identifier: GPL-3.0-or-later
// A folder of a test's own.

import Foundation

/// A fresh folder, empty, that goes with this object.
public final class TemporaryFolder: Sendable {
    /// Without a slash at its end, and short: sockets in it have little room for their names.
    public let path: String
    public var url: URL { URL(fileURLWithPath: path, isDirectory: true) }

    public init() {
        var template = Array("\(FileManager.default.temporaryDirectory.path)/albumen-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { fatalError("no folder in \(NSTemporaryDirectory())") }
        path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }  // Not empty.
    }

    deinit { removeFolder(path) }

    public func path(_ name: String) -> String { path + "/" + name }
}

/// Removes a folder and all in it. What still closes a database there takes files away meanwhile, which ends a removal
/// half-way: it is begun again.
public func removeFolder(_ path: String) {
    for _ in 0..<10 where FileManager.default.fileExists(atPath: path) {
        try? FileManager.default.removeItem(atPath: path)
    }
}
