// SPDX-License-Identifier: GPL-3.0-or-later
// GIO's "start now, call back later" as an await.

import CAdwaita

/// Starts a GIO operation and waits for its result. `start` gets the callback and its data; pass both on, once.
@MainActor
public func asyncResult(
    _ start: (@escaping GAsyncReadyCallback, gpointer) -> Void
) async -> ObjectRef {
    await withCheckedContinuation { continuation in
        BoxCounter.add(1)
        // Retained here, released by `deliverResult`, which GIO calls once.
        start(deliverResult, Unmanaged.passRetained(ResultBox(continuation)).toOpaque())
    }
}

private final class ResultBox {
    let continuation: CheckedContinuation<ObjectRef, Never>
    init(_ continuation: CheckedContinuation<ObjectRef, Never>) { self.continuation = continuation }
}

/// Called once, in the main context the operation was started in.
private func deliverResult(
    _ source: UnsafeMutablePointer<GObject>?, _ result: OpaquePointer?, _ data: gpointer?
) {
    let addresses = (UInt(bitPattern: result), UInt(bitPattern: data))
    MainActor.assumeIsolated {
        guard let data = UnsafeRawPointer(bitPattern: addresses.1),
            let result = UnsafeMutableRawPointer(bitPattern: addresses.0)
        else { return }
        BoxCounter.add(-1)
        let box = Unmanaged<ResultBox>.fromOpaque(data).takeRetainedValue()
        box.continuation.resume(returning: ObjectRef(retainingRaw: result))
    }
}
