// SPDX-License-Identifier: GPL-3.0-or-later
// A GListModel of any length, whose items exist only where GTK asks for them.

import CAdwaita
import CListModel

/// Neighbours that stay neighbours while a list changes.
public struct ListRun: Equatable, Sendable {
    /// Position of the first in the list before the change.
    public var before: Int
    /// Position of the first in the list after the change.
    public var after: Int
    public var count: Int

    public init(before: Int, after: Int, count: Int) {
        self.before = before
        self.after = after
        self.count = count
    }
}

/// Drives a GListModel by count and index. Items carry a key and nothing else; what they stand for is looked up by the
/// position or key they are bound with. It is a GtkSelectionModel too: see `LazyListModel+Selection`.
@MainActor
public final class LazyListModel {
    private let reference: ObjectRef

    private final class KeyBox {
        let key: @MainActor (Int) -> Int64
        init(_ key: @escaping @MainActor (Int) -> Int64) { self.key = key }
    }

    /// - Parameter key: the key of the item at an index; asked each time GTK wants an item, so it must be quick. A
    ///   positive key names a row and is unique in the list: while the row's item lives, GTK gets the same object
    ///   for it, and keeps cell and focus of a row that only moved. Others (0, negative) name nothing and may
    ///   repeat. GTK may keep the model, and with it `key`, longer than this object lives.
    public init(key: @escaping @MainActor (Int) -> Int64) {
        BoxCounter.add(1)
        // Retained here, released by `releaseKeyBox` when the model is finalised.
        let box = Unmanaged.passRetained(KeyBox(key)).toOpaque()
        guard
            let model = albumen_list_model_new(
                LazyListModel.keyTrampoline, box, LazyListModel.releaseTrampoline)
        else { preconditionFailure("GObject makes what it is asked for, or aborts") }
        reference = ObjectRef(adoptingRaw: model)
    }

    private nonisolated static let keyTrampoline: AlbumenListKey = keyOfItem
    private nonisolated static let releaseTrampoline: @convention(c) (UnsafeMutableRawPointer?) -> Void =
        releaseKeyBox

    fileprivate nonisolated static func key(in box: UInt, at position: UInt32) -> Int64 {
        MainActor.assumeIsolated {
            guard let pointer = UnsafeRawPointer(bitPattern: box) else { return 0 }
            return Unmanaged<KeyBox>.fromOpaque(pointer).takeUnretainedValue().key(Int(position))
        }
    }

    fileprivate nonisolated static func release(_ box: UnsafeMutableRawPointer) {
        BoxCounter.add(-1)
        Unmanaged<KeyBox>.fromOpaque(box).release()
    }

    /// The GListModel and GtkSelectionModel.
    public var opaque: OpaquePointer { reference.opaque }

    /// The same with a new reference for a callee that takes one over.
    public func retained() -> OpaquePointer { OpaquePointer(g_object_ref(reference.raw)) }

    public var count: Int { Int(albumen_list_model_count(reference.raw)) }

    /// Says that `removed` items from `position` on gave way to `added` ones. `key` must answer for the list as it is
    /// after this change and before the next one: GTK reads it at once.
    ///
    /// - Parameter kept: items that are announced as removed and added though they stay: they stay selected.
    public func itemsChanged(at position: Int, removed: Int, added: Int, kept: [ListRun] = []) {
        precondition(
            position >= 0 && removed >= 0 && added >= 0 && position + removed <= count,
            "a change of \(removed) items at \(position) is outside of a list of \(count)")
        precondition(count - removed + added < Int(UInt32.max), "a list has fewer than 2^32 - 1 items")
        guard removed != 0 || added != 0 else { return }
        let (range, end) = (position..<position + removed, position + added)
        let runs = kept.map { run in
            precondition(
                range.lowerBound <= run.before && run.before + run.count <= range.upperBound
                    && position <= run.after && run.after + run.count <= end && run.count >= 0,
                "\(run) is outside of a change of \(range)")
            return AlbumenListRun(
                before: UInt32(run.before), after: UInt32(run.after), count: UInt32(run.count))
        }
        albumen_list_model_items_changed(
            reference.raw, UInt32(position), UInt32(removed), UInt32(added), runs, runs.count)
    }

    /// Items made since the start, and those alive now; for tests.
    public static var itemsMade: Int { Int(albumen_list_items_made()) }
    public static var itemsAlive: Int { Int(albumen_list_items_alive()) }
    /// Models alive now; for tests.
    public static var modelsAlive: Int { Int(albumen_list_models_alive()) }
}

private func keyOfItem(context: UnsafeMutableRawPointer?, position: UInt32) -> Int64 {
    LazyListModel.key(in: UInt(bitPattern: context), at: position)
}

private func releaseKeyBox(context: UnsafeMutableRawPointer?) {
    guard let context else { return }
    LazyListModel.release(context)
}
