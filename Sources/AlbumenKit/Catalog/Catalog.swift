// SPDX-License-Identifier: GPL-3.0-or-later
// The catalog: the database of assets, folders and albums. OWNER: catalog.

import Metadata
import SQLite

/// The open catalog: one writer, several readers. Schema and SQL live in this folder and nowhere else.
final class Catalog: Sendable {
    init() {}
}
