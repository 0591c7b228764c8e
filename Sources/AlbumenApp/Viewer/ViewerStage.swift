// SPDX-License-Identifier: GPL-3.0-or-later
// What stands in the middle of the viewer: a picture, a playing video, or a page that says why there is neither.

import AlbumenKit
import CAdwaita
import GTKBridge

/// Switches between the three; knows no library.
@MainActor
final class ViewerStage {
    let widget: Widget
    let picture = PictureView()

    /// The play button of a video was pressed.
    var onPlay: () -> Void = {}

    private let stack: Widget
    private let page: Widget
    private let pageButton: Widget
    private let play: Widget
    private let note: Widget
    private let noteRevealer: Widget
    private let videoPlace: Widget
    private var media: ObjectRef?
    private var pageAct: () -> Void = {}

    init() {
        stack = gtk_stack_new()
        page = adw_status_page_new()
        pageButton = makeTextButton("", classes: "pill")
        gtk_widget_set_halign(pageButton, GTK_ALIGN_CENTER)
        adw_status_page_set_child(page.opaque, pageButton)
        videoPlace = makeBox(GTK_ORIENTATION_VERTICAL)
        for (child, name) in [(picture.widget, "picture"), (videoPlace, "video"), (page, "page")] {
            gtk_stack_add_named(stack.opaque, child, name)
        }
        play = makeIconButton("media-playback-start-symbolic", name: tr("Play"))
        play.setClass("flat", false)
        play.addClasses("circular", "osd", "play-button")
        note = gtk_label_new(nil)
        gtk_label_set_wrap(note.opaque, 1)
        note.addClasses("viewer-note")
        noteRevealer = gtk_revealer_new()
        gtk_revealer_set_child(noteRevealer.opaque, note)
        gtk_revealer_set_transition_type(noteRevealer.opaque, GTK_REVEALER_TRANSITION_TYPE_CROSSFADE)
        gtk_widget_set_can_target(noteRevealer, 0)
        gtk_widget_set_halign(noteRevealer, GTK_ALIGN_CENTER)
        gtk_widget_set_valign(noteRevealer, GTK_ALIGN_END)
        widget = gtk_overlay_new()
        gtk_overlay_set_child(widget.opaque, stack)
        gtk_widget_set_halign(play, GTK_ALIGN_CENTER)
        gtk_widget_set_valign(play, GTK_ALIGN_CENTER)
        gtk_overlay_add_overlay(widget.opaque, play)
        gtk_overlay_add_overlay(widget.opaque, noteRevealer)
        connect(play, "clicked") { [weak self] in self?.onPlay() }
        connect(pageButton, "clicked") { [weak self] in self?.pageAct() }
        gtk_widget_set_visible(play, 0)
    }

    /// The picture, with the play button of a video over it, or with words under it.
    func showPicture(canPlay: Bool = false, note words: String? = nil) {
        stopVideo()
        gtk_stack_set_visible_child_name(stack.opaque, "picture")
        gtk_widget_set_visible(play, canPlay.gboolean)
        setNote(words)
    }

    func showPage(
        icon: String, title: String, description: String, button: (label: String, act: () -> Void)? = nil
    ) {
        stopVideo()
        gtk_widget_set_visible(play, 0)
        setNote(nil)
        adw_status_page_set_icon_name(page.opaque, icon)
        adw_status_page_set_title(page.opaque, takeString(g_markup_escape_text(title, -1)))
        adw_status_page_set_description(page.opaque, takeString(g_markup_escape_text(description, -1)))
        gtk_widget_set_visible(pageButton, (button != nil).gboolean)
        if let button { gtk_button_set_label(pageButton.as(GtkButton.self), button.label) }
        pageAct = button?.act ?? {}
        gtk_stack_set_visible_child_name(stack.opaque, "page")
    }

    var isShowingPicture: Bool { gtk_stack_get_visible_child(stack.opaque) == picture.widget }

    func setNote(_ words: String?) {
        if let words { gtk_label_set_text(note.opaque, words) }
        gtk_revealer_set_reveal_child(noteRevealer.opaque, (words != nil).gboolean)
    }

    // MARK: - Video

    /// Plays a file with GTK's controls. `failed` is called with the reason where there is no way to play it.
    func playVideo(_ path: FilePath, failed: @escaping @MainActor (String) -> Void) {
        stopVideo()
        let file = ObjectRef(adopting: path.withCString { g_file_new_for_path($0) })
        let stream = ObjectRef(adopting: gtk_media_file_new_for_file(file.opaque))
        if let reason = Self.failure(of: stream) { return failed(reason) }
        media = stream
        connectNotify(stream, "error") { [weak self, weak stream] in
            guard let self, let stream, media === stream, let reason = Self.failure(of: stream) else {
                return
            }
            failed(reason)
        }
        let video = gtk_video_new_for_media_stream(stream.as(GtkMediaStream.self))!
        gtk_widget_set_vexpand(video, 1)
        gtk_box_append(videoPlace.as(GtkBox.self), video)
        gtk_widget_set_visible(play, 0)
        setNote(nil)
        gtk_stack_set_visible_child_name(stack.opaque, "video")
        gtk_media_stream_play(stream.as(GtkMediaStream.self))
        gtk_widget_grab_focus(video)
    }

    func togglePlaying() {
        guard let stream = media?.as(GtkMediaStream.self) else { return onPlay() }
        gtk_media_stream_set_playing(stream, (gtk_media_stream_get_playing(stream) == 0).gboolean)
    }

    func stopVideo() {
        guard let stream = media else { return }
        media = nil
        gtk_media_stream_pause(stream.as(GtkMediaStream.self))
        while let child = gtk_widget_get_first_child(videoPlace) {
            gtk_box_remove(videoPlace.as(GtkBox.self), child)
        }
    }

    private static func failure(of stream: ObjectRef) -> String? {
        gtk_media_stream_get_error(stream.as(GtkMediaStream.self)).map { String(cString: $0.pointee.message) }
    }
}
