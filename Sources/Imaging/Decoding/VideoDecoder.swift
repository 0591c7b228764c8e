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
    private static let patience: GstClockTime = 20_000_000_000

    /// Once a process. In this process: what looks for plug-ins otherwise is another program.
    private static let isReady: Bool = {
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
        var picture = try film.picture(plan: plan, within: patience)
        picture.duration = length.map { Double($0) / 1_000_000_000 }
        return picture
    }
}

/// A film that stands at one frame.
private final class Film {
    private let format: FileFormat
    /// Ours, with everything in it; stopped and released at the end.
    private let pipeline: UnsafeMutablePointer<GstElement>
    private let sink: UnsafeMutablePointer<GstElement>

    /// Audio is not decoded.
    private static let description = """
        giostreamsrc name=source ! decodebin caps="video/x-raw(ANY)" expose-all-streams=false ! videoconvert \
        ! video/x-raw,format=RGB ! appsink name=sink sync=false max-buffers=1
        """

    /// The bytes must outlive the film.
    init(_ bytes: UnsafeRawBufferPointer, format: FileFormat) throws(DecodeFailure) {
        self.format = format
        guard let pipeline = gst_parse_launch(Self.description, nil) else { throw .unsupported(format) }
        let bin = albumen_gst_bin(pipeline)
        // Each is transferred to us.
        guard let source = gst_bin_get_by_name(bin, "source"), let sink = gst_bin_get_by_name(bin, "sink")
        else {
            gst_object_unref(pipeline)
            throw .unsupported(format)
        }
        self.pipeline = pipeline
        self.sink = sink
        // Borrows the bytes; the source holds a reference, ours goes here.
        let stream = g_memory_input_stream_new_from_data(bytes.baseAddress, gssize(bytes.count), nil)
        albumen_gst_set_object(source, "stream", stream)
        g_object_unref(stream)
        gst_object_unref(source)
    }

    deinit {
        gst_element_set_state(pipeline, GST_STATE_NULL)
        gst_object_unref(sink)
        gst_object_unref(pipeline)
    }

    func preroll(within limit: GstClockTime) throws(DecodeFailure) {
        gst_element_set_state(pipeline, GST_STATE_PAUSED)
        let result = gst_element_get_state(pipeline, nil, nil, limit)
        guard result == GST_STATE_CHANGE_SUCCESS || result == GST_STATE_CHANGE_NO_PREROLL else {
            throw failure
        }
    }

    /// Nanoseconds.
    var duration: GstClockTime? {
        var length: gint64 = 0
        guard gst_element_query_duration(pipeline, GST_FORMAT_TIME, &length) != 0, length > 0 else {
            return nil
        }
        return GstClockTime(length)
    }

    /// To a frame near by that needs no other. A film that does not seek stays where it is.
    func seek(to time: GstClockTime, within limit: GstClockTime) {
        let flags =
            GST_SEEK_FLAG_FLUSH.rawValue | GST_SEEK_FLAG_KEY_UNIT.rawValue
            | GST_SEEK_FLAG_SNAP_NEAREST.rawValue
        guard
            gst_element_seek_simple(
                pipeline, GST_FORMAT_TIME, GstSeekFlags(rawValue: flags), gint64(clamping: time)) != 0
        else { return }
        _ = gst_element_get_state(pipeline, nil, nil, limit)
    }

    func picture(plan: DecodePlan, within limit: GstClockTime) throws(DecodeFailure) -> DecodedPicture {
        // Transferred: released here.
        guard let sample = gst_app_sink_try_pull_preroll(albumen_gst_app_sink(sink), limit) else {
            throw failure
        }
        defer {
            gst_mini_object_unref(UnsafeMutableRawPointer(sample).assumingMemoryBound(to: GstMiniObject.self))
        }
        var info = GstVideoInfo()
        var frame = GstVideoFrame()
        guard let caps = gst_sample_get_caps(sample), let buffer = gst_sample_get_buffer(sample),
            gst_video_info_from_caps(&info, caps) != 0, albumen_gst_map(&frame, &info, buffer) != 0
        else { throw .corrupt("its first frame does not decode") }
        defer { gst_video_frame_unmap(&frame) }
        let size = PixelSize(width: Int(info.width), height: Int(info.height))
        try DecodeLimits.check(size)
        guard let base = frame.data.0 else { throw .corrupt("its first frame is empty") }
        let raster = Raster(base: base, size: size, stride: Int(frame.info.stride.0), model: .rgb)
        let color = ColorSource(
            primariesCode: Int(albumen_gst_primaries(&info)), transferCode: Int(albumen_gst_transfer(&info)))
        return try plan.picture(raster, stored: size, color: color)
    }

    /// Why there is no frame, in GStreamer's words.
    private var failure: DecodeFailure {
        guard let bus = gst_element_get_bus(pipeline) else { return .unsupported(format) }
        defer { gst_object_unref(bus) }
        guard let message = gst_bus_pop_filtered(bus, GST_MESSAGE_ERROR) else {
            return .corrupt("no frame of it can be had")
        }
        defer {
            gst_mini_object_unref(
                UnsafeMutableRawPointer(message).assumingMemoryBound(to: GstMiniObject.self))
        }
        var error: UnsafeMutablePointer<GError>?
        gst_message_parse_error(message, &error, nil)
        defer { g_clear_error(&error) }
        guard let error else { return .corrupt("no frame of it can be had") }
        let isMissing =
            error.pointee.domain == gst_core_error_quark()
            || (error.pointee.domain == gst_stream_error_quark()
                && error.pointee.code == Int32(GST_STREAM_ERROR_CODEC_NOT_FOUND.rawValue))
        return isMissing ? .unsupported(format) : .corrupt(libraryMessage: error.pointee.message)
    }
}
