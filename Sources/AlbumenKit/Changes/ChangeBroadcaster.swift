// SPDX-License-Identifier: GPL-3.0-or-later
// From commits to observers. Each observer has a mailbox that merges what it has not taken yet: a slow one
// gets fewer, larger changes and never misses one.

import Synchronization

/// Sends each change to every observer.
final class ChangeBroadcaster: Sendable {
    private struct Observer {
        weak var mailbox: ChangeMailbox?
    }

    private let observers = Mutex<[Observer]>([])

    /// Ends every stream: after the library nothing more can come.
    deinit {
        for observer in observers.withLock({ $0 }) { observer.mailbox?.close() }
    }

    /// Called in the order of the commits.
    func send(_ change: LibraryChange) {
        let mailboxes = observers.withLock { observers in
            observers.removeAll { $0.mailbox == nil }
            return observers.compactMap(\.mailbox)
        }
        for mailbox in mailboxes { mailbox.put(change) }
    }

    /// Every change from now on, as `view` shows it. The observer ends with the stream.
    func stream(
        _ view: @escaping @Sendable (LibraryChange) async -> LibraryChange
    ) -> AsyncStream<LibraryChange> {
        let mailbox = ChangeMailbox()
        observers.withLock { $0.append(Observer(mailbox: mailbox)) }
        // The stream's closures own the mailbox.
        return AsyncStream {
            guard let change = await mailbox.take() else { return nil }
            return await view(change)
        } onCancel: {
            mailbox.close()
        }
    }
}

/// Holds at most one change: the sum of those not taken.
private final class ChangeMailbox: Sendable {
    private struct State {
        var pending: LibraryChange?
        var waiter: CheckedContinuation<LibraryChange?, Never>?
        var isClosed = false
    }

    private let state = Mutex(State())

    func put(_ change: LibraryChange) {
        let waiter = state.withLock { state -> CheckedContinuation<LibraryChange?, Never>? in
            if let waiter = state.waiter {
                state.waiter = nil
                return waiter
            }
            state.pending = state.pending?.merged(with: change) ?? change
            return nil
        }
        waiter?.resume(returning: change)
    }

    /// The next change, or nil once closed. One taker at a time, as the stream guarantees.
    func take() async -> LibraryChange? {
        await withCheckedContinuation { continuation in
            let answer = state.withLock { state -> LibraryChange?? in
                if state.isClosed { return .some(nil) }
                if let pending = state.pending {
                    state.pending = nil
                    return pending
                }
                state.waiter = continuation
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    func close() {
        let waiter = state.withLock { state in
            state.isClosed = true
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: nil)
    }
}
