// SPDX-License-Identifier: GPL-3.0-or-later
// From a row of the catalog to an `Asset`.

import Foundation
import Imaging
import Metadata
import SQLite

/// Raw values of `asset.state`.
enum StoredState: Int64, Sendable {
    case ok = 0
    case broken = 1
    case offline = 2

    func assetState(reason: String?) -> AssetState {
        switch self {
        case .ok: .ok
        case .broken: .broken(reason: reason ?? "")
        case .offline: .offline
        }
    }
}

extension AssetState {
    var stored: StoredState {
        switch self {
        case .ok: .ok
        case .broken: .broken
        case .offline: .offline
        }
    }

    /// Why it is broken; nil in every other state.
    var reason: String? {
        if case .broken(let reason) = self { reason } else { nil }
    }
}

extension Asset {
    /// Columns that `init(row:)` reads, from `asset JOIN folder`.
    private static let columns = """
        asset.id, uuid, media_type, media_subtypes, width, height, orientation, wall_seconds, wall_ms, utc_offset,
        time_source, offset_source, added_at, modified_at, duration, latitude, longitude, is_favorite, is_hidden,
        trashed_at, rating, title, caption, burst_id, format, folder.path, name, device, inode, size, mtime_ns,
        ctime_ns, state, state_reason, altitude, burst_selection, traits, adjustment_format, motion_offset,
        motion_length
        """

    /// A query for whole assets; a condition on `asset` has to follow.
    static let selectSQL = "SELECT \(columns) FROM asset JOIN folder ON folder.id = folder_id WHERE "

    init(row: Row) {
        rowID = row.int64(0)
        localIdentifier = LocalIdentifier.text(row.bytes(1))
        mediaType = MediaType(rawValue: row.int(2)) ?? .unknown
        mediaSubtypes = MediaSubtypes(rawValue: UInt(bitPattern: row.int(3)))
        pixelSize = PixelSize(width: row.int(4), height: row.int(5))
        orientation = row.int(6)
        captureTime = row.optionalInt64(7).map { wall in
            CaptureTime(
                wallSeconds: wall, milliseconds: row.int(8), utcOffset: row.optionalInt(9),
                source: TimeSource(rawValue: row.int(10)) ?? .file,
                offsetSource: row.optionalInt(11).flatMap(TimeSource.init(rawValue:)))
        }
        addedDate = Date(milliseconds: row.int64(12))
        modificationDate = Date(milliseconds: row.int64(13))
        duration = row.double(14)
        location = row.optionalDouble(15).flatMap { latitude in
            row.optionalDouble(16).flatMap { longitude in
                Location(latitude: latitude, longitude: longitude, altitude: row.optionalDouble(34))
            }
        }
        isFavorite = row.bool(17)
        isHidden = row.bool(18)
        trashedDate = row.optionalInt64(19).map(Date.init(milliseconds:))
        rating = row.int(20)
        title = row.optionalString(21)
        caption = row.optionalString(22)
        burstIdentifier = row.optionalString(23)
        burstSelectionTypes = BurstSelectionTypes(rawValue: UInt(bitPattern: row.int(35)))
        let traits = AssetTraits(rawValue: row.int64(36))
        representsBurst = traits.contains(.burstRepresentative)
        playbackVariation = traits.playbackVariation
        adjustmentFormatIdentifier = row.optionalString(37)
        motionVideo = row.optionalInt64(38).flatMap { offset in
            row.optionalInt64(39).map { FileRange(offset: offset, length: $0) }
        }
        format = FileFormat(rawValue: row.string(24)) ?? .unknown
        path = FilePath(bytes: row.bytes(25)).appending(row.bytes(26))
        stamp = FileStamp(
            device: UInt64(bitPattern: row.int64(27)), inode: UInt64(bitPattern: row.int64(28)),
            size: row.int64(29), modificationTime: row.int64(30), changeTime: row.int64(31))
        state = (StoredState(rawValue: row.int64(32)) ?? .ok).assetState(reason: row.optionalString(33))
    }
}

extension Connection {
    /// The assets of these rows, in their order; nil for a row that is gone.
    func assets(rows: some Sequence<Int64>) throws -> [Asset?] {
        try withStatement(Asset.selectSQL + "asset.id = ?", [nil]) { statement in
            try rows.map { row in
                defer { statement.reset() }
                try statement.bind(.integer(row), at: 0)
                return try statement.step() ? Asset(row: statement.row) : nil
            }
        }
    }

    /// Rows of local identifiers, in their order; nil for one that names no asset.
    func assetRows(identifiers: [String]) throws -> [Int64?] {
        try identifiers.map { identifier in
            guard let uuid = LocalIdentifier.bytes(identifier) else { return nil }
            return try int64("SELECT id FROM asset WHERE uuid = ?", uuid)
        }
    }

    /// The catalog's generation in this transaction.
    func generation() throws -> Int64 {
        try int64("SELECT generation FROM catalog_state") ?? 0
    }
}
