// SPDX-License-Identifier: GPL-3.0-or-later
// The requests about several assets.

extension ChangeRequests {
    /// Moves to Recently Deleted; album memberships and their order are kept for `restoreAssets`. No file is touched.
    public func deleteAssets(_ assets: [any AssetReference]) throws {
        try perform { for row in try rows(assets) { request(forRow: row).isTrashed = true } }
    }

    /// Takes assets out of Recently Deleted; they are where they were.
    public func restoreAssets(_ assets: [any AssetReference]) throws {
        try perform { for row in try rows(assets) { request(forRow: row).isTrashed = false } }
    }
}
