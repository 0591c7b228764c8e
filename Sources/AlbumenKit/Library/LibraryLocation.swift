// SPDX-License-Identifier: GPL-3.0-or-later
// Where a library keeps its catalog, its caches and its logs.

import Metadata

/// The three folders of one library. They are made on opening where they do not exist.
public struct LibraryLocation: Sendable, Hashable {
    /// Catalog and edits: what must not be lost.
    public var data: FilePath
    /// Thumbnails and previews: may vanish at any time.
    public var cache: FilePath
    /// Logs.
    public var state: FilePath

    public init(data: FilePath, cache: FilePath, state: FilePath) {
        self.data = data
        self.cache = cache
        self.state = state
    }

    /// Everything under one folder, as `--library DIR` asks.
    public init(directory: FilePath) {
        self.init(
            data: directory.appending("data"),
            cache: directory.appending("cache"),
            state: directory.appending("state"))
    }
}
