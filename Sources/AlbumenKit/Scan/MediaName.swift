// SPDX-License-Identifier: GPL-3.0-or-later
// What a file's name promises. Content decides what a file is; the name only saves opening what nobody would call
// a photo, and says whether a file that is none was meant to be one.

/// What the extension of a name says.
enum MediaName: Sendable {
    /// A photo's or video's: what is not one inside is a broken one.
    case media
    /// Nothing: the first bytes have to be looked at.
    case unknown
    /// Something else: not opened.
    case other

    init(_ name: [UInt8]) {
        if Self.isTemporary(name) {
            self = .other
            return
        }
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0, name.count - dot <= 12 else {
            self = .unknown
            return
        }
        let suffix = String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
        self =
            Self.mediaSuffixes.contains(suffix)
            ? .media : Self.otherSuffixes.contains(suffix) ? .other : .unknown
    }

    /// Whether a name is one that programs give to a file while they write it, before it gets its real name.
    /// Names with a dot in front are left alone anyway.
    private static func isTemporary(_ name: [UInt8]) -> Bool {
        temporaryEndings.contains { name.count > $0.count && name.suffix($0.count).elementsEqual($0) }
    }

    /// Those that no suffix in `otherSuffixes` covers: editors' backups, exiftool.
    private static let temporaryEndings = ["~", "_exiftool_tmp"].map { Array($0.utf8) }

    private static let mediaSuffixes: Set<String> = [
        "jpg", "jpeg", "jpe", "jfif", "png", "apng", "gif", "webp", "tif", "tiff", "bmp", "dib", "heic",
        "heif", "hif",
        "heics", "heifs", "avif", "avifs", "jxl", "jp2", "j2k", "jpf", "svg", "psd", "ico", "ppm", "pgm",
        "pbm", "pnm",
        "tga", "xpm", "qoi", "dng", "crw", "cr2", "cr3", "nef", "nrw", "arw", "sr2", "srf", "raf", "orf",
        "rw2", "pef",
        "mrw", "x3f", "srw", "rwl", "3fr", "iiq", "mp4", "m4v", "mov", "qt", "3gp", "3g2", "mkv", "webm",
        "avi", "mts",
        "m2ts", "mpg", "mpeg", "m2v", "ogv", "flv", "wmv", "asf",
    ]

    private static let otherSuffixes: Set<String> = [
        "txt", "md", "html", "htm", "css", "js", "json", "jsonl", "xml", "xmp", "aae", "thm", "csv", "tsv",
        "ini",
        "conf", "yaml", "yml", "toml", "log", "pdf", "doc", "docx", "odt", "rtf", "xls", "xlsx", "ods", "ppt",
        "pptx",
        "odp", "epub", "zip", "tar", "gz", "xz", "bz2", "zst", "7z", "rar", "iso", "mp3", "m4a", "flac",
        "wav", "ogg",
        "opus", "aac", "mid", "midi", "srt", "vtt", "gpx", "kml", "db", "sqlite", "sqlite3", "part",
        "crdownload", "partial", "filepart", "download",
        "tmp", "bak", "py", "sh", "c", "h", "swift", "rs", "go", "java", "ttf", "otf", "woff", "woff2", "exe",
        "dll",
        "so", "o", "desktop", "torrent", "icc", "icm", "lrv", "sha1", "sha256", "md5",
    ]
}
