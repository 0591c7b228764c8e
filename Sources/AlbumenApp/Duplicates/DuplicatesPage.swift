// SPDX-License-Identifier: GPL-3.0-or-later
// What is in the library twice, group by group. It looks while it is shown, and keeps what it found up to date.

import AlbumenKit
import CAdwaita
import GTKBridge

/// The page behind “Duplicates” in the sidebar.
@MainActor
final class DuplicatesPage {
    let widget: Widget
    /// Its title's second line changed.
    var onStatusChange: () -> Void = {}

    private let session: LibrarySession
    private let loader: TileLoader
    private let stack: Widget
    private let progressBar: Widget
    private let mergeAllBar: Widget
    private let mergeAllLabel: Widget
    private var model: LazyListModel?
    private var groups: [DuplicateGroup] = []
    private var rows: [OpaquePointer: DuplicateGroupRow] = [:]
    private var search: Task<Void, Never>?
    private var again: Coalescer?
    private var isShown = false
    private var hasLooked = false

    /// After a change it looks again, at most this often.
    private static let interval = Duration.seconds(1)

    init(session: LibrarySession) {
        self.session = session
        loader = TileLoader(images: session.images)
        progressBar = gtk_progress_bar_new()
        progressBar.addClasses("osd")
        mergeAllLabel = makeLabel("")
        gtk_widget_set_hexpand(mergeAllLabel, 1)
        let mergeAll = makeTextButton(tr("Merge All Identical"), classes: "suggested-action")
        mergeAllBar = makeBox(GTK_ORIENTATION_HORIZONTAL, spacing: 12, mergeAllLabel, mergeAll)
        mergeAllBar.addClasses("access-banner")
        stack = gtk_stack_new()
        widget = makeBox(GTK_ORIENTATION_VERTICAL, progressBar, mergeAllBar, stack)
        gtk_widget_set_vexpand(stack, 1)
        makeList()
        makePages()
        connect(mergeAll, "clicked") { [weak self] in self?.mergeIdentical() }
        loader.onArrival = { [weak self] in self?.deliver() }
        again = Coalescer(interval: Self.interval) { [weak self] in self?.look() }
        session.observeChanges(self) { [weak self] change in
            guard let self, isShown, change.accessChanged || change.assetRows?.isEmpty != true else { return }
            again?.request()
        }
        update(progress: nil)
    }

    /// What the title says beside “Duplicates”.
    var status: String {
        if groups.isEmpty { return search == nil ? "" : tr("Looking for duplicates…") }
        return ntr("{count} group", "{count} groups", groups.count)
    }

    /// The page came on the screen, or went.
    func setShown(_ isShown: Bool) {
        guard isShown != self.isShown else { return }
        self.isShown = isShown
        if isShown {
            look()
        } else {
            search?.cancel()
            search = nil
        }
    }

    func end() {
        setShown(false)
        again?.cancel()
    }

    // MARK: - Looking

    private func look() {
        guard isShown else { return }
        search?.cancel()
        update(progress: hasLooked ? nil : 0)
        let (progress, report) = AsyncStream.makeStream(of: Double.self, bufferingPolicy: .bufferingNewest(1))
        search = Task { [weak self, library = session.library] in
            let bar = Task { [weak self] in
                for await fraction in progress { self?.update(progress: fraction) }
            }
            defer {
                report.finish()
                bar.cancel()
            }
            do {
                let found = try await library.duplicates { report.yield($0) }
                guard !Task.isCancelled, let self else { return }
                search = nil
                hasLooked = true
                show(found)
            } catch {
                guard !Task.isCancelled, let self else { return }
                search = nil
                update(progress: nil)
                self.session.report(error, doing: tr("Could not look for duplicates"))
            }
        }
        onStatusChange()
    }

    private func show(_ found: [DuplicateGroup]) {
        if found != groups {
            let old = groups.count
            groups = found
            model?.itemsChanged(at: 0, removed: old, added: found.count)
        }
        update(progress: nil)
        onStatusChange()
    }

    private func update(progress: Double?) {
        gtk_widget_set_visible(progressBar, (progress != nil && search != nil).gboolean)
        gtk_progress_bar_set_fraction(progressBar.opaque, progress ?? 0)
        let identical = groups.filter { $0.likeness == .identical }
        let spare = identical.map { $0.assets.count - 1 }.reduce(0, +)
        gtk_widget_set_visible(mergeAllBar, (identical.count > 1).gboolean)
        gtk_label_set_text(
            mergeAllLabel.opaque,
            ntr("{count} photo is a copy of another", "{count} photos are copies of others", spare))
        let page = groups.isEmpty ? (hasLooked ? "none" : "looking") : "groups"
        gtk_stack_set_visible_child_name(stack.opaque, page)
    }

    // MARK: - Merging

    private func mergeIdentical() {
        let groups = groups.filter { $0.likeness == .identical }
        merge(groups.map { ($0.assets[0], Array($0.assets.dropFirst())) })
    }

    private func merge(_ merges: [(kept: Asset, others: [Asset])]) {
        Task { [session] in await session.actions.merge(merges) }
    }

    // MARK: - Widgets

    private func makeList() {
        let model = LazyListModel { [weak self] index in
            guard let self, index < groups.count else { return 0 }
            return groups[index].assets[0].rowID
        }
        self.model = model
        let factory = makeListItemFactory(
            setup: { [weak self] item in
                let row = DuplicateGroupRow(item: item)
                row.onMerge = { [weak self] kept, others in self?.merge([(kept, others)]) }
                self?.rows[item.object] = row
            },
            bind: { [weak self] item in
                guard let self, let position = item.position, position < groups.count else { return }
                rows[item.object]?.show(groups[position], with: loader)
            },
            unbind: { [weak self] item in self?.rows[item.object]?.clear() },
            teardown: { [weak self] item in self?.rows[item.object] = nil })
        // Both references are the list view's.
        let list = gtk_list_view_new(model.retained(), factory)!
        setAccessibleLabel(list, tr("Duplicates"))
        list.addClasses("duplicates")
        let scroller = gtk_scrolled_window_new()!
        gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(scroller.opaque, list)
        gtk_stack_add_named(stack.opaque, scroller, "groups")
    }

    private func makePages() {
        let none = adw_status_page_new()!
        adw_status_page_set_icon_name(none.opaque, "object-select-symbolic")
        adw_status_page_set_title(none.opaque, tr("No Duplicates"))
        adw_status_page_set_description(none.opaque, tr("Every photo is here once."))
        gtk_stack_add_named(stack.opaque, none, "none")
        let looking = adw_status_page_new()!
        adw_status_page_set_title(looking.opaque, tr("Looking for Duplicates…"))
        adw_status_page_set_description(
            looking.opaque, tr("Photos are compared by their content and by their looks."))
        gtk_stack_add_named(stack.opaque, looking, "looking")
    }

    private func deliver() {
        for delivery in loader.takeFinished() {
            for row in rows.values { row.receive(delivery) }
        }
    }
}
