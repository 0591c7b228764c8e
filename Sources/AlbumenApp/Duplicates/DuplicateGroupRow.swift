// SPDX-License-Identifier: GPL-3.0-or-later
// One group of duplicates: how alike they are, the photos, and the button that makes one of them.

import AlbumenKit
import CAdwaita
import GTKBridge

/// A row of the duplicates page, which shows one group after another as the list scrolls.
@MainActor
final class DuplicateGroupRow {
    private let title: Widget
    private let tiles: Widget
    private let mergeButton: Widget
    private var group: DuplicateGroup?
    private var shown: [DuplicateTile] = []

    /// The person wants one of the group: the photo to keep, and the others.
    var onMerge: (_ kept: Asset, _ others: [Asset]) -> Void = { _, _ in }

    init(item: ListItem) {
        title = makeLabel("", classes: "title-4")
        gtk_widget_set_hexpand(title, 1)
        mergeButton = makeTextButton(tr("Merge"))
        gtk_widget_set_valign(mergeButton, GTK_ALIGN_CENTER)
        let header = makeBox(GTK_ORIENTATION_HORIZONTAL, spacing: 12, title, mergeButton)
        tiles = gtk_flow_box_new()
        gtk_flow_box_set_selection_mode(tiles.opaque, GTK_SELECTION_NONE)
        gtk_flow_box_set_max_children_per_line(tiles.opaque, 12)
        gtk_flow_box_set_homogeneous(tiles.opaque, 1)
        gtk_widget_set_halign(tiles, GTK_ALIGN_START)
        let box = makeBox(GTK_ORIENTATION_VERTICAL, spacing: 6, header, tiles)
        box.setMargins(vertical: 12, horizontal: 18)
        item.child = box
        connect(mergeButton, "clicked") { [weak self] in self?.merge() }
    }

    func show(_ group: DuplicateGroup, with loader: TileLoader) {
        guard group != self.group else { return }
        clear()
        self.group = group
        let count = group.assets.count
        let text =
            switch group.likeness {
            case .identical: ntr("{count} identical photo", "{count} identical photos", count)
            case .similar: ntr("{count} similar photo", "{count} similar photos", count)
            }
        gtk_label_set_text(title.opaque, text)
        setAccessibleLabel(mergeButton, tr("Merge {photos}", ["photos": text]))
        for asset in group.assets {
            let tile = DuplicateTile(asset, group: shown.first)
            shown.append(tile)
            gtk_flow_box_append(tiles.opaque, tile.widget)
            // The tile is the stop of the keyboard, not the flow box's own wrapper.
            gtk_widget_set_focusable(gtk_widget_get_parent(tile.widget), 0)
            tile.load(with: loader)
        }
        shown.first?.isKept = true
    }

    func receive(_ delivery: TileDelivery) {
        for tile in shown { tile.receive(delivery) }
    }

    /// The row goes back to the list.
    func clear() {
        for tile in shown {
            tile.cancel()
            if let child = gtk_widget_get_parent(tile.widget) { gtk_flow_box_remove(tiles.opaque, child) }
        }
        shown = []
        group = nil
    }

    private func merge() {
        guard let kept = shown.first(where: \.isKept)?.asset else { return }
        onMerge(kept, shown.map(\.asset).filter { $0 != kept })
    }
}
