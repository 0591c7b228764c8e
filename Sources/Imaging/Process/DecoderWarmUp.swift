// SPDX-License-Identifier: GPL-3.0-or-later
// What libraries load when they are first used, loaded while it still can be: after the lockdown nothing is opened by
// name any more. A decoder whose library has plug-ins, tables or settings in files adds a closure here.

import CHeif
import CPixbuf
import Glibc
import Metadata

/// The last preparations before the lockdown. Nothing here sees a file that people own.
enum DecoderWarmUp {
    static func run(_ profile: DecoderProfile) {
        for step in steps(of: profile) { step() }
    }

    /// One closure for each library that has something to load.
    private static func steps(of profile: DecoderProfile) -> [() -> Void] {
        switch profile {
        case .still: [timeZone, characterSets, codecs, loaders]
        case .drawing: [timeZone, characterSets, drawing]
        case .film: [timeZone, characterSets, codecs, VideoDecoder.warmUp]
        }
    }

    private static func timeZone() { tzset() }

    /// exiv2 and libxml2 convert texts of these; the C library keeps their tables in modules, loaded as long as
    /// a conversion is open.
    private static func characterSets() {
        for name in ["ISO-8859-1", "UTF-16LE", "UTF-16BE", "UCS-2LE", "UCS-2BE", "WINDOWS-1252", "SHIFT_JIS"]
        {
            _ = iconv_open("UTF-8", name)
        }
    }

    /// libheif's decoders, where they are plug-ins.
    private static func codecs() { _ = heif_init(nil) }

    /// gdk-pixbuf's loaders of formats that come to this process. Others are not asked for: they may be anything.
    private static func loaders() {
        let formats = FileFormat.allCases.filter {
            $0.mediaType == .image && DecoderProfile(for: $0) == .still
        }
        // Its loader would leave a temporary file behind, had it not the time to clean up.
        for format in formats where format != .xpm { load(format.mimeType) }
        XPMDecoder.warmUp()
    }

    private static func load(_ mimeType: String) {
        var error: UnsafeMutablePointer<GError>?
        // Adopted; made only to be let go. Nil where there is no such loader.
        guard let loader = gdk_pixbuf_loader_new_with_mime_type(mimeType, &error) else {
            return g_clear_error(&error)
        }
        gdk_pixbuf_loader_close(loader, nil)
        g_object_unref(loader)
    }

    /// Has text drawn in the fonts that stand for the families that drawings name: fontconfig's settings and those files
    /// are open then. A font that a drawing names besides is replaced by one of these.
    private static func drawing() {
        let texts = ["sans-serif", "serif", "monospace"].flatMap { family in
            ["normal", "bold"].map { "<text y='9' font-family='\(family)' font-weight='\($0)'>Aß</text>" }
        }
        let source = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>\(texts.joined())</svg>"
        Array(source.utf8).withUnsafeBytes { bytes in
            _ = try? Decoder.decode(
                bytes, facts: FileFacts(format: .svg), request: DecodeRequest(target: nil), place: .heap)
        }
    }
}
