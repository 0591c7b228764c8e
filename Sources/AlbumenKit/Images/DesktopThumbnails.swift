// SPDX-License-Identifier: GPL-3.0-or-later
// Where the desktop keeps thumbnails of files (freedesktop.org's Thumbnail Managing Standard): file managers have made
// them of most photos. They are read, never written: what Albumen shows after the first moment are its own tiles.

import CGio
import Metadata

/// The desktop's thumbnails. What they say of themselves is checked by who decodes them.
struct DesktopThumbnails: Sendable {
    /// Holds a folder for each size.
    let directory: FilePath

    /// Where the desktop has them: `$XDG_CACHE_HOME/thumbnails`.
    static var ofDesktop: DesktopThumbnails {
        DesktopThumbnails(directory: FilePath(cString: g_get_user_cache_dir()).appending("thumbnails"))
    }

    /// The longest edge of what is in a folder, in pixels.
    private static let sizes = [("normal", 128), ("large", 256), ("x-large", 512), ("xx-large", 1024)]

    /// The URI that names a file there; nil for a path that is not absolute.
    static func uri(of path: FilePath) -> String? {
        guard let text = path.withCString({ g_filename_to_uri($0, nil, nil) }) else { return nil }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// Where a thumbnail may be: the smallest that is large enough first, then larger ones, then the largest of the
    /// others.
    func candidates(for uri: String, covering edge: Int) -> [FilePath] {
        guard let sum = g_compute_checksum_for_string(G_CHECKSUM_MD5, uri, -1) else { return [] }
        defer { g_free(sum) }
        let name = String(cString: sum) + ".png"
        let enough = Self.sizes.filter { $0.1 >= edge }
        let rest = Self.sizes.filter { $0.1 < edge }.reversed()
        return (enough + rest).map { directory.appending($0.0).appending(name) }
    }
}
