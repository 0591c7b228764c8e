// SPDX-License-Identifier: GPL-3.0-or-later
// One frame of a film, upright, and how long the film is, through GStreamer. The film is read from memory: nothing is
// opened by name, and no two decoders share a descriptor's position.

import CGStreamer
import Metadata

/// Films.
enum VideoDecoder {
    /// How far into a film its picture is taken from: beginnings are black.
    private static let posterShare: GstClockTime = 10
    /// Nanoseconds.
    private static let latestPoster: GstClockTime = 10_000_000_000
    static let patience: GstClockTime = 20_000_000_000

    /// Once a process. In this process: what looks for plug-ins otherwise is another program.
    static let isReady: Bool = {
        gst_registry_fork_set_enabled(0)
        return gst_init_check(nil, nil, nil) != 0
    }()

    /// Loads what a film may need, in software: devices are out of a decoder's reach, and plug-ins cannot be opened later.
    static func warmUp() {
        guard isReady else { return }
        let kinds = albumen_gst_film_elements()
        // Transferred: the list and what is in it.
        let factories = gst_element_factory_list_get_elements(kinds, GST_RANK_MARGINAL)
        load(factories) { factory in
            gst_element_factory_list_is_type(OpaquePointer(factory), albumen_gst_hardware()) == 0
        }
        load(gst_type_find_factory_get_list()) { _ in true }
        // The pipeline's own, and what decodebin puts between.
        gst_parse_launch("giostreamsrc ! decodebin ! videoconvert ! multiqueue ! queue ! appsink", nil)
            .map { gst_object_unref($0) }
    }

    private static func load(_ features: UnsafeMutablePointer<GList>?, where isWanted: (gpointer) -> Bool) {
        defer { gst_plugin_feature_list_free(features) }
        var next = features
        while let entry = next {
            next = entry.pointee.next
            guard let data = entry.pointee.data, isWanted(data) else { continue }
            // Another reference, which is let go: what is loaded stays.
            if let loaded = gst_plugin_feature_load(OpaquePointer(data)) {
                gst_object_unref(UnsafeMutableRawPointer(loaded))
            }
        }
    }

    static func poster(
        _ bytes: UnsafeRawBufferPointer, format: FileFormat, plan: DecodePlan
    ) throws(DecodeFailure) -> DecodedPicture {
        guard isReady else { throw .unsupported(format) }
        let film = try Film(bytes, format: format)
        try film.preroll(within: patience)
        let length = film.duration
        if let length, length > 0 {
            film.seek(to: min(length / posterShare, latestPoster), within: patience)
        }
        let frame = try film.standing(within: patience)
        var picture = try plan.picture(frame.raster, stored: frame.raster.size, color: frame.color)
        picture.duration = length.map { Double($0) / 1_000_000_000 }
        return picture
    }
}
