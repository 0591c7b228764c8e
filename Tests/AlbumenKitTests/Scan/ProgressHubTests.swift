// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import AlbumenKit

@Suite(.timeLimit(.minutes(30)))
struct ProgressHubTests {
    @Test func manyUpdatesAreFewTellingsAndTheLastOneIsTold() async {
        // Given a listener
        let hub = ProgressHub(ScanProgress())
        let stream = hub.stream()
        let listener = Task {
            var told: [ScanProgress] = []
            for await progress in stream { told.append(progress) }
            return told
        }
        // When ten thousand changes are made and the hub ends
        for _ in 0..<10_000 { hub.update { $0.done += 1 } }
        hub.end()
        // Then it heard few, and the last
        let told = await listener.value
        #expect(told.count < 100)
        #expect(told.last?.done == 10_000)
    }

    @Test func aStreamAfterTheEndEnds() async {
        let hub = ProgressHub(ScanProgress())
        hub.end()
        var count = 0
        for await _ in hub.stream() { count += 1 }
        #expect(count == 1)
    }
}
