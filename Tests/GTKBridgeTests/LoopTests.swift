// SPDX-License-Identifier: GPL-3.0-or-later
// The main actor on GLib's loop. No time is asserted, only order, threads and counts.

import Testing

extension GTKBridgeTests {
    @Suite("Main loop")
    struct LoopTests {
        @Test func mainActorRunsOnGLibsLoopAndSleepsWhenIdle() async throws {
            // Given 10,000 posts from another thread, tasks of every kind, and two seconds of nothing
            let report = try await Probe.run("loop")
            // Then all posts arrive, in order, and the queue is drained about once for each
            #expect(report["posts_done"] == "true")
            #expect(report["posts_ordered"] == "true")
            #expect((10_000...20_000).contains(report.number("post_drains") ?? 0))
            // And each kind of job runs once, where it belongs
            for step in ["task", "sleep", "detached", "continuation", "after", "timeout", "idle"] {
                #expect(report.number("ran_\(step)") == 1, "\(step)")
            }
            #expect(report.number("ran_others") == 0)
            // And no closure is left
            #expect(report.number("loop_boxes") == 0)
            // And nothing is drained, and nobody woken but by the end of the two seconds
            #expect(report.number("idle_drains") == 0)
            #expect((report.number("idle_turns") ?? 99) <= 3)
            print(
                "latency of a post: p50 \(report["latency_p50_us"] ?? "?") µs, p99 \(report["latency_p99_us"] ?? "?") µs"
            )
        }

        @Test func neitherJobsNorFramesStarve() async throws {
            // Given jobs that each post the next, beside an animation of quick frames, then of slow ones
            let report = try await Probe.run("fairness")
            // Then both get on
            #expect(report["quick_both"] == "true", "\(report.values)")
            #expect(report["slow_both"] == "true", "\(report.values)")
        }
    }
}
