// SPDX-License-Identifier: GPL-3.0-or-later
// One file's EXIF, IPTC and XMP, read by exiv2 through gexiv2 from memory. Missing and malformed tags are
// nil.

import CExiv2
import CExivGuard
import Foundation

/// The metadata that exiv2 finds. One thread at a time.
final class ExivDocument {
    /// Adopted from `gexiv2_metadata_new`; released in deinit.
    private let metadata: UnsafeMutablePointer<GExiv2Metadata>

    /// Once per process: exiv2's XMP parser must be set up before threads use it, and its complaints about
    /// damaged files would fill standard error.
    private static let isReady: Bool = {
        gexiv2_log_set_level(GEXIV2_LOG_LEVEL_MUTE)
        guard gexiv2_initialize() != 0 else { return false }
        // By their addresses, whatever prefix a file gives them.
        for (name, prefix) in phoneNamespaces {
            _ = gexiv2_metadata_try_register_xmp_namespace("http://ns.\(name)/", prefix, nil)
        }
        return true
    }()

    private static let phoneNamespaces = [
        ("google.com/photos/1.0/camera", "GCamera"), ("google.com/photos/1.0/creations", "GCreations"),
        ("google.com/photos/1.0/container", "Container"),
        ("google.com/photos/1.0/container/item", "Item"), ("xiaomi.com/photos/1.0/camera", "MiCamera"),
    ]

    /// Reads `bytes`, which must outlive this object; nil where exiv2 knows no such file.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard Self.isReady, let metadata = gexiv2_metadata_new() else { return nil }
        let data = bytes.bindMemory(to: guint8.self).baseAddress
        guard albumen_exiv_open(metadata, data, glong(bytes.count)) != 0 else {
            g_object_unref(metadata)
            return nil
        }
        self.metadata = metadata
    }

    deinit {
        g_object_unref(metadata)
    }

    /// The size that the file's own structure declares.
    var pixelSize: PixelSize? {
        let width = Int(gexiv2_metadata_get_pixel_width(metadata))
        let height = Int(gexiv2_metadata_get_pixel_height(metadata))
        return width > 0 && height > 0 ? PixelSize(width: width, height: height) : nil
    }

    func has(_ tag: String) -> Bool {
        gexiv2_metadata_try_has_tag(metadata, tag, nil) != 0
    }

    /// A tag's text without surrounding blanks; nil when missing or blank.
    func string(_ tag: String) -> String? {
        // Transferred: freed here.
        guard has(tag), let text = gexiv2_metadata_try_get_tag_string(metadata, tag, nil) else { return nil }
        defer { g_free(text) }
        return String(cString: text).trimmedForPeople
    }

    /// All values of a repeatable tag.
    func strings(_ tag: String) -> [String] {
        guard has(tag), let list = gexiv2_metadata_try_get_tag_multiple(metadata, tag, nil) else { return [] }
        defer { g_strfreev(list) }
        var strings: [String] = []
        var cursor = list
        while let text = cursor.pointee {
            if let value = String(cString: text).trimmedForPeople { strings.append(value) }
            cursor += 1
        }
        return strings
    }

    /// Tags inside of structures, by their paths without prefixes: exiv2 knows the first part of a path by its namespace, and
    /// leaves the others as the file has them.
    private lazy var nested: [String: String] = {
        // Transferred: freed here.
        guard let all = gexiv2_metadata_get_xmp_tags(metadata) else { return [:] }
        defer { g_strfreev(all) }
        var tags: [String: String] = [:]
        var cursor = all
        while let text = cursor.pointee, tags.count < Self.nestedLimit {
            cursor += 1
            let tag = String(cString: text)
            let parts = tag.split(separator: "/")
            if parts.count > 1 {
                let local = parts.dropFirst().map { $0.split(separator: ":", maxSplits: 1).last ?? "" }
                tags["\(parts[0])/\(local.joined(separator: "/"))"] = tag
            }
        }
        return tags
    }()

    /// Tags inside of structures that are looked at; a photo of a crowd has some hundreds.
    private static let nestedLimit = 10_000

    /// The text of a tag inside of a structure, by its path without prefixes: `Xmp.mwg-rs.Regions/RegionList[1]/Name`.
    func nestedString(_ path: String) -> String? { nested[path].flatMap(string) }

    /// The paths of a list's members, `list[1]/…`, that have this ending, in the order of the list.
    func nestedPaths(in list: String, endingIn ending: String) -> [String] {
        nested.keys.compactMap { path -> (Int, String)? in
            guard path.hasPrefix("\(list)["), path.hasSuffix("]\(ending)"),
                let number = Int(path.dropFirst(list.count + 1).dropLast(ending.count + 1))
            else { return nil }
            return (number, path)
        }.sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// A comment's text without its character set, which exiv2 spells `charset=Ascii text`.
    func comment(_ tag: String) -> String? {
        guard let text = string(tag), text.hasPrefix("charset=") else { return string(tag) }
        return String(text.drop { $0 != " " }).trimmedForPeople
    }

    /// The default language's text of an XMP alternative, which exiv2 spells `lang="x-default" text,
    /// lang="de" …`.
    func alternative(_ tag: String) -> String? {
        guard let text = string(tag), text.hasPrefix("lang=\"") else { return string(tag) }
        let value = text.drop { $0 != " " }.dropFirst()
        let end = value.range(of: ", lang=\"")?.lowerBound ?? value.endIndex
        return String(value[..<end]).trimmedForPeople
    }

    /// What `read` makes of a tag's bytes; nil where it is missing.
    func raw<Result>(_ tag: String, _ read: (UnsafeRawBufferPointer) -> Result?) -> Result? {
        // Transferred: released here.
        guard has(tag), let bytes = gexiv2_metadata_try_get_tag_raw(metadata, tag, nil) else { return nil }
        defer { g_bytes_unref(bytes) }
        var count: gsize = 0
        let data = g_bytes_get_data(bytes, &count)
        return read(UnsafeRawBufferPointer(start: data, count: Int(count)))
    }

    /// The text of one of Windows's tags: UTF-16, the lower byte first.
    func windowsText(_ tag: String) -> String? {
        raw(tag) { bytes in
            let text = ByteReader(bytes)
            let units = (0..<bytes.count / 2).compactMap { text.u16($0 * 2, littleEndian: true) }
            return String(decoding: units.prefix { $0 != 0 }, as: UTF16.self).trimmedForPeople
        }
    }

    func integer(_ tag: String) -> Int? {
        string(tag).flatMap { Int($0) }
    }

    /// A tag of rationals, such as degrees, minutes and seconds; nil when any is malformed.
    func rationals(_ tag: String) -> [Double]? {
        guard let parts = string(tag)?.split(separator: " ") else { return nil }
        var values: [Double] = []
        for part in parts {
            let sides = part.split(separator: "/").map { Double($0) }
            guard let numerator = sides.first ?? nil else { return nil }
            let denominator = sides.count == 2 ? sides[1] ?? 0 : 1
            guard denominator != 0 else { return nil }
            values.append(numerator / denominator)
        }
        return values.isEmpty ? nil : values
    }

    /// What exiv2 says of a preview before it is asked for.
    struct PreviewProperties {
        fileprivate let pointer: UnsafeMutablePointer<GExiv2PreviewProperties>

        var size: PixelSize {
            PixelSize(
                width: Int(gexiv2_preview_properties_get_width(pointer)),
                height: Int(gexiv2_preview_properties_get_height(pointer)))
        }

        var isJPEG: Bool {
            // Not transferred.
            gexiv2_preview_properties_get_mime_type(pointer).map { String(cString: $0) } == "image/jpeg"
        }
    }

    /// The preview that `choose` takes of those there are, which come sorted by growing size.
    func preview(_ choose: ([PreviewProperties]) -> PreviewProperties?) -> EmbeddedPreview? {
        // Not transferred: the list belongs to `metadata`.
        guard let list = albumen_exiv_previews(metadata) else { return nil }
        var previews: [PreviewProperties] = []
        var cursor = list
        while let properties = cursor.pointee {
            previews.append(PreviewProperties(pointer: properties))
            cursor += 1
        }
        guard let chosen = choose(previews),
            let image = albumen_exiv_preview_image(metadata, chosen.pointer)
        else { return nil }
        defer { g_object_unref(image) }
        var length: guint32 = 0
        guard let data = gexiv2_preview_image_get_data(image, &length), length > 0 else { return nil }
        let size = chosen.size
        return EmbeddedPreview(
            bytes: Array(UnsafeBufferPointer(start: data, count: Int(length))),
            size: size.isEmpty ? nil : size)
    }
}

extension String {
    /// Without surrounding blanks and zeros; nil when nothing is left.
    var trimmedForPeople: String? {
        let isBlank: (Character) -> Bool = { $0.isWhitespace || $0 == "\0" }
        var text = drop(while: isBlank)
        while let last = text.last, isBlank(last) { text.removeLast() }
        return text.isEmpty ? nil : String(text)
    }
}
