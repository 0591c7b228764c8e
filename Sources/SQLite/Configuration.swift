// SPDX-License-Identifier: GPL-3.0-or-later
// How connections are set up. Every number has its unit and its reason here.

/// Settings of a database's connections.
public struct Configuration: Sendable {
    /// Connections that serve `read`; each is a thread that may be busy. Snapshots have connections of their
    /// own.
    public var readerCount = 4
    /// How long to wait for another process's lock before giving up with `busy`.
    public var busyTimeoutMilliseconds = 10_000
    /// Page cache of one connection. The operating system caches the file besides.
    public var cacheKibibytes = 8_192
    /// Page cache of the writer: every insert touches a page of each index.
    public var writerCacheKibibytes = 32_768
    /// How much of the file is read through a memory map instead of read calls. None: every connection's map would
    /// count as resident memory, and a failing disk would be a crash instead of an error.
    public var memoryMapBytes = 0
    /// Size to which the write-ahead log is cut after a checkpoint.
    public var journalSizeLimitBytes = 16 << 20
    /// `PRAGMA application_id` of files this program made; others are refused. 0 accepts any.
    public var applicationID: Int32 = 0

    /// Functions that the SQL of every connection may call.
    public var functions: [ScalarFunction] = []

    public init() {}

    /// Pragmas of every connection.
    var common: [String] {
        [
            "PRAGMA foreign_keys = ON",
            "PRAGMA cache_size = -\(cacheKibibytes)",
            "PRAGMA mmap_size = \(memoryMapBytes)",
            "PRAGMA temp_store = MEMORY",
        ]
    }

    /// Pragmas of the writer. NORMAL is safe in WAL mode: a power cut can lose the last commits, never
    /// consistency (https://sqlite.org/pragma.html#pragma_synchronous).
    var writer: [String] {
        common + [
            "PRAGMA cache_size = -\(writerCacheKibibytes)",
            "PRAGMA journal_mode = WAL",
            "PRAGMA synchronous = NORMAL",
            "PRAGMA journal_size_limit = \(journalSizeLimitBytes)",
        ]
    }

    /// Pragmas of a reader. It is opened for writing all the same, because WAL needs its shared-memory file.
    var reader: [String] { common + ["PRAGMA query_only = ON"] }
}
