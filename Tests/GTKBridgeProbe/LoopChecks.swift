// SPDX-License-Identifier: GPL-3.0-or-later
// The main actor on GLib's loop: order, latency, threads, silence, and fairness towards frames.

import CAdwaita
@preconcurrency import Dispatch
import GTKBridge
import Glibc

private let postCount = 10_000

/// No display: the loop is GLib's, not GTK's.
@MainActor
func checkLoop() {
    MainLoop.install()
    checkPosts()
    checkTasks()
    checkIdle()
}

/// What the posts that arrived have shown.
@MainActor
private final class Arrivals {
    var latencies: [Int] = []
    var isOrdered = true

    func note(_ index: Int, posted: Int) {
        isOrdered = isOrdered && latencies.count == index
        latencies.append(monotonicMicroseconds() - posted)
    }
}

/// Posts from another thread, each after the one before has run.
@MainActor
private func checkPosts() {
    let arrivals = Arrivals()
    let drainsBefore = MainLoop.drains
    let answered = DispatchSemaphore(value: 0)
    DispatchQueue(label: "poster").async {
        for index in 0..<postCount {
            let posted = monotonicMicroseconds()
            DispatchQueue.main.async {
                MainActor.assumeIsolated { arrivals.note(index, posted: posted) }
                answered.signal()
            }
            answered.wait()
        }
    }
    report("posts_done", turn { arrivals.latencies.count == postCount })
    report("posts_ordered", arrivals.isOrdered)
    report("post_drains", MainLoop.drains - drainsBefore)
    let latencies = arrivals.latencies.sorted()
    report("latency_p50_us", latencies[latencies.count / 2])
    report("latency_p99_us", latencies[latencies.count * 99 / 100])
}

/// What Swift's concurrency does with the main actor.
@MainActor
private func checkTasks() {
    var steps: [String] = []
    func note(_ step: String) { steps.append(isMainThread() ? step : step + "-elsewhere") }
    Task { @MainActor in
        note("task")
        try? await Task.sleep(for: .milliseconds(5))
        note("sleep")
        let worker = await Task.detached { isMainThread() }.value
        note(worker ? "detached-on-main" : "detached")
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume() }
        }
        note("continuation")
        DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(5)) {
            MainActor.assumeIsolated { note("after") }
        }
    }
    MainLoop.after(milliseconds: 1) { note("timeout") }
    MainLoop.whenIdle { note("idle") }
    let cancelled = MainLoop.after(milliseconds: 1) { note("cancelled") }
    cancelled.cancel()
    cancelled.cancel()
    report(
        "tasks_done", turn { steps.contains("after") && steps.contains("timeout") && steps.contains("idle") })
    for step in ["task", "sleep", "detached", "continuation", "after", "timeout", "idle"] {
        report("ran_\(step)", steps.filter { $0 == step }.count)
    }
    report("ran_others", steps.count - 7)
    report("loop_boxes", BoxCounter.live)
}

/// Two seconds without work: how often the queue was drained, and the loop woken.
@MainActor
private func checkIdle() {
    settle()
    let drainsBefore = MainLoop.drains
    var isOver = false
    MainLoop.after(milliseconds: 2_000) { isOver = true }
    var turns = 0
    while !isOver {
        g_main_context_iteration(nil, 1)
        turns += 1
    }
    report("idle_drains", MainLoop.drains - drainsBefore)
    report("idle_turns", turns)
}

func isMainThread() -> Bool {
    var name = [CChar](repeating: 0, count: 64)
    guard readlink("/proc/thread-self", &name, name.count - 1) > 0 else { return false }
    let process = getpid()
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        == "\(process)/task/\(process)"
}

/// Enough to see that both sides get on.
private let fairTurns = 30
/// Longer than any screen's frame, as software rendering of a large window may take.
private let slowFrameMicroseconds = 30_000

/// A flood of jobs beside an animation: neither starves the other, with quick frames or slow ones.
@MainActor
func checkFairness() {
    startGTK()
    MainLoop.install()
    let label = gtk_label_new("0")!
    let window = showWindow(label)
    for (name, burn) in [("quick", 0), ("slow", slowFrameMicroseconds)] {
        var frames = 0
        var jobs = 0
        var isOver = false
        label.onEachFrame {
            frames += 1
            let end = monotonicMicroseconds() + burn
            while monotonicMicroseconds() < end {}
            gtk_label_set_text(label.opaque, "\(frames)")
            return !isOver
        }
        func post() {
            // Each job posts the next: the queue is never empty.
            DispatchQueue.main.async {
                MainActor.assumeIsolated {
                    jobs += 1
                    if !isOver { post() }
                }
            }
        }
        post()
        report("\(name)_both", turn(atMost: 60) { frames >= fairTurns && jobs >= fairTurns })
        report("\(name)_frames", frames)
        report("\(name)_jobs", jobs)
        isOver = true
        settle()
    }
    gtk_window_destroy(window.as(GtkWindow.self))
}
