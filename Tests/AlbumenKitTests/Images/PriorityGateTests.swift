// SPDX-License-Identifier: GPL-3.0-or-later
// The order in which waiting loads are let in.

import Synchronization
import TestSupport
import Testing

@testable import AlbumenKit

@Suite(.timeLimit(.minutes(30)))
struct PriorityGateTests {
    private final class Log: Sendable {
        private let storage = Mutex<[String]>([])
        var names: [String] { storage.withLock { $0 } }
        func append(_ name: String) { storage.withLock { $0.append(name) } }
    }

    @Test("The most urgent goes first, equals in order; raised ones pass, cancelled ones never enter")
    func order() async throws {
        let gate = PriorityGate { $0 == .immediate ? 2 : 1 }
        let log = Log()
        let (blocked, unblock) = AsyncStream<Void>.makeStream()
        let blocker = Task {
            try await gate.pass(ImageLoad(priority: .visible)) {
                log.append("blocker")
                for await _ in blocked {}
            }
        }
        #expect(await eventually { log.names == ["blocker"] })
        let raised = ImageLoad(priority: .background)
        var tasks: [String: Task<Void, any Error>] = [:]
        let loads = [
            ("prefetch 1", ImageLoad(priority: .prefetch)), ("prefetch 2", ImageLoad(priority: .prefetch)),
            ("cancelled", ImageLoad(priority: .visible)), ("raised", raised),
        ]
        for (number, (name, load)) in loads.enumerated() {
            tasks[name] = Task { try await gate.pass(load) { log.append(name) } }
            #expect(await eventually { gate.waitingCount == number + 1 })
        }
        // The urgent find room that others may not take.
        try await gate.pass(ImageLoad(priority: .immediate)) { log.append("immediate") }
        tasks["cancelled"]?.cancel()
        await #expect(throws: CancellationError.self) { try await tasks["cancelled"]?.value }
        _ = raised.setPriority(.visible)
        gate.reprioritize(raised.ticket, to: .visible)
        unblock.finish()
        for name in ["raised", "prefetch 1", "prefetch 2"] { try await tasks[name]?.value }
        try await blocker.value
        #expect(log.names == ["blocker", "immediate", "raised", "prefetch 1", "prefetch 2"])
    }
}
