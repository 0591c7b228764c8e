// SPDX-License-Identifier: GPL-3.0-or-later
// Where cameras and phones keep their pictures (JEITA CP-3461, Design rule for Camera File system, 3.2).

import AlbumenKit
import Foundation

enum CameraFolders {
    private static let name = "DCIM"

    /// The folders of pictures on a device: at its root, or, on phones, in each of its storages. All of the device where
    /// there is none. Not on the main thread: devices are slow.
    static func find(on root: FilePath) async -> [FilePath] {
        await Task.detached(priority: .userInitiated) {
            let storages = [root] + folders(in: root)
            let found = storages.map { $0.appending(name) }.filter(isFolder)
            return found.isEmpty ? [root] : found
        }.value
    }

    private static func folders(in root: FilePath) -> [FilePath] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root.displayString)) ?? []
        return names.sorted().map { root.appending($0) }.filter(isFolder)
    }

    private static func isFolder(_ path: FilePath) -> Bool {
        path.withCString { path in
            var status = stat()
            return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        }
    }
}
