// SPDX-License-Identifier: GPL-3.0-or-later
// Version 7 of the catalog: places that people set.

extension CatalogSchema {
    static let version7 = """
        -- 1: the place is the person's, and stays when the file is read again.
        ALTER TABLE asset ADD COLUMN is_own_place INTEGER NOT NULL DEFAULT 0;
        """
}
