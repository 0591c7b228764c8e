// SPDX-License-Identifier: GPL-3.0-or-later
// GStreamer, and what of it is macros.
#pragma once
#define GLIB_DISABLE_DEPRECATION_WARNINGS
#include <gio/gio.h>
#include <gst/app/gstappsink.h>
#include <gst/gst.h>
#include <gst/video/video.h>

static inline GstBin *albumen_gst_bin(GstElement *element) { return GST_BIN(element); }
static inline GstAppSink *albumen_gst_app_sink(GstElement *element) { return GST_APP_SINK(element); }

/// Sets a property that is an object.
static inline void albumen_gst_set_object(GstElement *element, const char *name, gpointer object) {
    g_object_set(element, name, object, NULL);
}

/// Whether so many pixels lie in memory, mapped for reading; unmapped with `gst_video_frame_unmap`.
static inline gboolean albumen_gst_map(GstVideoFrame *frame, const GstVideoInfo *info, GstBuffer *buffer) {
    return gst_video_frame_map(frame, info, buffer, GST_MAP_READ);
}

/// What stands between a film's bytes and its frames.
static inline GstElementFactoryListType albumen_gst_film_elements(void) {
    return GST_ELEMENT_FACTORY_TYPE_DEMUXER | GST_ELEMENT_FACTORY_TYPE_PARSER | GST_ELEMENT_FACTORY_TYPE_DECODER;
}
static inline GstElementFactoryListType albumen_gst_hardware(void) { return GST_ELEMENT_FACTORY_TYPE_HARDWARE; }

/// The code points of ITU-T H.273.
static inline guint albumen_gst_primaries(const GstVideoInfo *info) {
    return gst_video_color_primaries_to_iso(info->colorimetry.primaries);
}
static inline guint albumen_gst_transfer(const GstVideoInfo *info) {
    return gst_video_transfer_function_to_iso(info->colorimetry.transfer);
}
