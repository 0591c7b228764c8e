// SPDX-License-Identifier: GPL-3.0-or-later
// A film in memory, and its frames, through a pipeline of GStreamer's.

import CGStreamer
import Metadata

/// A film that stands at one frame, or goes from frame to frame. One thread at a time.
final class Film {
    /// A frame, as long as this object lives.
    final class Frame {
        let raster: Raster
        let color: ColorSource
        /// Nanoseconds that it is shown; nil where the film does not say.
        let duration: GstClockTime?
        /// Ours, and mapped; let go at the end.
        private let sample: OpaquePointer
        private var frame: GstVideoFrame

        /// Adopts the sample.
        fileprivate init(_ sample: OpaquePointer) throws(DecodeFailure) {
            var info = GstVideoInfo()
            var frame = GstVideoFrame()
            guard let caps = gst_sample_get_caps(sample), let buffer = gst_sample_get_buffer(sample),
                gst_video_info_from_caps(&info, caps) != 0, albumen_gst_map(&frame, &info, buffer) != 0
            else {
                Self.release(sample)
                throw .corrupt("a frame of it does not decode")
            }
            let size = PixelSize(width: Int(info.width), height: Int(info.height))
            do throws(DecodeFailure) {
                try DecodeLimits.check(size)
                guard let base = frame.data.0 else { throw .corrupt("a frame of it is empty") }
                raster = Raster(base: base, size: size, stride: Int(frame.info.stride.0), model: .rgb)
            } catch {
                gst_video_frame_unmap(&frame)
                Self.release(sample)
                throw error
            }
            let primaries = Int(albumen_gst_primaries(&info))
            color = ColorSource(
                primariesCode: Self.assumed.contains(primaries) ? Self.unspecified : primaries,
                transferCode: Int(albumen_gst_transfer(&info)))
            let length = buffer.pointee.duration
            duration = length == GstClockTime.max ? nil : length
            self.sample = sample
            self.frame = frame
        }

        /// BT.601's two, by ITU-T H.273: GStreamer says them of every small film that says nothing, and players show those
        /// as they are.
        private static let assumed = [5, 6]
        private static let unspecified = 2

        deinit {
            gst_video_frame_unmap(&frame)
            Self.release(sample)
        }

        private static func release(_ sample: OpaquePointer) {
            gst_mini_object_unref(
                UnsafeMutableRawPointer(sample).assumingMemoryBound(to: GstMiniObject.self))
        }
    }

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

    /// The frame that it stands at.
    func standing(within limit: GstClockTime) throws(DecodeFailure) -> Frame {
        guard let sample = gst_app_sink_try_pull_preroll(albumen_gst_app_sink(sink), limit) else {
            throw failure
        }
        return try Frame(sample)
    }

    /// From here on `next` gives one frame after the other.
    func play() {
        gst_element_set_state(pipeline, GST_STATE_PLAYING)
    }

    /// Nil after the last.
    func next(within limit: GstClockTime) throws(DecodeFailure) -> Frame? {
        let sink = albumen_gst_app_sink(sink)
        guard let sample = gst_app_sink_try_pull_sample(sink, limit) else {
            guard gst_app_sink_is_eos(sink) != 0 else { throw failure }
            return nil
        }
        return try Frame(sample)
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
