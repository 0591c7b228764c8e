// SPDX-License-Identifier: GPL-3.0-or-later
// Decoder processes on bad days: killed, hung, cancelled, busy. One request pays, the others do not notice.

import Foundation
import Glibc
import Metadata
import Synchronization
import TestSupport
import Testing

@testable import Imaging

@Suite("Decoder pool", .timeLimit(.minutes(30)))
struct DecoderPoolTests {
    private let fixture = Fixture()
    private let path: FilePath
    private let tile = DecodeRequest(target: PixelSize(width: 40, height: 40))

    init() async throws {
        path = try await fixture.quadrants("photo.jpg")
    }

    /// A pool of one process, started and idle.
    private func startedPool(timeout: Duration = .seconds(30)) async throws -> (DecoderPool, pid_t) {
        let pool = DecoderPool(configuration: .init(workerCount: 1, timeout: timeout))
        _ = try await pool.inspect(OpenFile(path: path))
        return (pool, try #require(pool.processes.first))
    }

    @Test("A process killed at work costs its request nothing but time: another one is asked")
    func killed() async throws {
        // Given a process that has a request and will not answer it
        let (pool, process) = try await startedPool()
        kill(process, SIGSTOP)
        let file = try OpenFile(path: path)
        let victim = Task { [tile] in try await pool.image(file, tile) }
        #expect(await eventually { pool.runningCount == 1 })
        let bystander = Task { [tile] in try await pool.image(file, tile) }

        // When
        kill(process, SIGKILL)

        // Then
        #expect(try await victim.value.quadrants == [.red, .green, .blue, .white])
        #expect(try await bystander.value.quadrants == [.red, .green, .blue, .white])
        #expect(pool.processes != [process])
    }

    @Test("A request whose processes are killed again and again fails, and may be asked again")
    func killedEachTime() async throws {
        // Given
        let (pool, process) = try await startedPool()
        kill(process, SIGSTOP)
        let file = try OpenFile(path: path)
        let victim = Task { [tile] in try await pool.image(file, tile) }
        #expect(await eventually { pool.runningCount == 1 })
        // When: each process that comes for it is killed, before it can have answered
        let killer = Task.detached {
            while !Task.isCancelled { for process in pool.processes { kill(process, SIGKILL) } }
        }
        // Then
        await #expect(throws: DecodeFailure.workerDied(.signal(SIGKILL))) { try await victim.value }
        killer.cancel()
        await killer.value
        #expect(try await pool.image(file, tile).quadrants == [.red, .green, .blue, .white])
    }

    @Test("A process that hangs costs its request after the time limit")
    func hung() async throws {
        let (pool, process) = try await startedPool(timeout: .seconds(8))
        kill(process, SIGSTOP)
        let file = try OpenFile(path: path)
        await #expect(throws: DecodeFailure.timedOut(seconds: 8)) { try await pool.image(file, tile) }
        #expect(try await pool.image(file, tile).quadrants == [.red, .green, .blue, .white])
        #expect(kill(process, 0) != 0, "The hung process is gone")
    }

    @Test("A process that died while idle costs nothing")
    func diedIdle() async throws {
        let (pool, process) = try await startedPool()
        kill(process, SIGKILL)
        #expect(await eventually { Self.hasEnded(process) })
        #expect(try await pool.image(OpenFile(path: path), tile).quadrants == [.red, .green, .blue, .white])
    }

    @Test("Cancelling takes a waiting request off the queue and ends the process of a running one")
    func cancelled() async throws {
        let (pool, process) = try await startedPool()
        kill(process, SIGSTOP)
        let (path, tile) = (path, tile)
        let running = Task { try await pool.image(OpenFile(path: path), tile) }
        #expect(await eventually { pool.runningCount == 1 })
        let waiting = Task { try await pool.image(OpenFile(path: path), tile) }
        #expect(await eventually { pool.waitingCount == 1 })

        waiting.cancel()
        await #expect(throws: DecodeFailure.cancelled) { try await waiting.value }
        #expect(pool.waitingCount == 0)
        running.cancel()
        await #expect(throws: DecodeFailure.cancelled) { try await running.value }
        #expect(try await pool.image(OpenFile(path: path), tile).width == 40)
    }

    @Test("The urgent are served first, and a waiting request can become urgent")
    func priorities() async throws {
        // Given a busy process and three requests that wait
        let (pool, process) = try await startedPool()
        kill(process, SIGSTOP)
        let file = try OpenFile(path: path)
        let order = Order()
        let raised = DecodeTicket()
        func request(_ name: String, _ priority: DecodePriority, _ ticket: DecodeTicket = .init()) -> Task<
            Void, Error
        > {
            Task {
                _ = try await pool.inspect(file, priority: priority, ticket: ticket)
                order.append(name)
            }
        }
        let blocker = request("blocker", .background)
        #expect(await eventually { pool.runningCount == 1 })
        let tasks = [
            request("background", .background), request("visible", .visible),
            request("raised", .background, raised),
        ]
        #expect(await eventually { pool.waitingCount == 3 })

        // When
        pool.reprioritize(raised, to: .immediate)
        kill(process, SIGCONT)
        for task in tasks + [blocker] { try await task.value }

        // Then
        #expect(order.names == ["blocker", "raised", "visible", "background"])
    }

    @Test("Requests may share a ticket")
    func sharedTicket() async throws {
        let pool = DecoderPool(configuration: .init(workerCount: 2))
        let file = try OpenFile(path: path)
        let ticket = DecodeTicket()
        let tasks = (0..<8).map { _ in Task { [tile] in try await pool.image(file, tile, ticket: ticket) } }
        for task in tasks { #expect(try await task.value.width == 40) }
    }

    @Test("Two hundred requests leave no descriptor behind, here or there")
    func descriptors() async throws {
        let (pool, process) = try await startedPool()
        let before = try Self.descriptors(of: process).count
        for _ in 0..<200 {
            _ = try await pool.inspect(OpenFile(path: path), thumbnail: tile)
        }
        #expect(await eventually { (try? Self.descriptors(of: process).count) == before })
        #expect(before == 4, "Only the null device and the socket")
        #expect(await eventually { Self.isReleased(path.displayString) && Self.isReleased("albumen-pixels") })
    }

    @Test("What codecs print does not reach our standard error")
    func messages() async throws {
        let (pool, process) = try await startedPool()
        defer { pool.shutdown() }
        let folder = "/proc/\(process)/fd"
        for number in 0...2 {
            #expect(
                try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(number)")
                    == "/dev/null")
        }
    }

    @Test("Shutting down ends the processes and refuses what waits")
    func shutdown() async throws {
        let (pool, process) = try await startedPool()
        pool.shutdown()
        #expect(await eventually { Self.hasEnded(process) })
        let file = try OpenFile(path: path)
        await #expect(throws: DecodeFailure.cancelled) { try await pool.image(file, tile) }
    }

    @Test(
        "Processes for drawings and films end when they have nothing to do, and start again; the one for photos stays"
    )
    func idle() async throws {
        // Given a pool that has shown a photo, a drawing and a film
        try await fixture.film("film.mp4")
        let drawing = try fixture.write(
            "<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'/>".utf8, to: "drawing.svg")
        func usedPool(idleTime: Duration) async throws -> (DecoderPool, photos: pid_t) {
            var configuration = DecoderPool.Configuration(workerCount: 1)
            configuration.idleTime = idleTime
            let pool = DecoderPool(configuration: configuration)
            _ = try await pool.inspect(OpenFile(path: path))
            let photos = try #require(pool.processes.first)
            for file in [drawing, fixture.path("film.mp4")] {
                _ = try await pool.image(OpenFile(path: file), tile)
            }
            return (pool, photos)
        }
        #expect(try await usedPool(idleTime: .seconds(3600)).0.processes.count == 3)

        // Then, with nothing asked, only the one for photos is left
        let (pool, photos) = try await usedPool(idleTime: .milliseconds(500))
        #expect(await eventually { pool.processes == [photos] })

        // And a drawing is drawn by another
        #expect(try await pool.image(OpenFile(path: drawing), tile).width == 8)

        // And it ends too while photos keep the thread from waiting long
        #expect(
            try await eventually {
                _ = try await pool.image(OpenFile(path: path), tile)
                return pool.processes == [photos]
            })
    }

    @Test("A decoder that is not there is said so")
    func missingDecoder() async throws {
        let pool = DecoderPool(configuration: .init(workerCount: 1, executable: fixture.path("nothing")))
        let file = try OpenFile(path: path)
        await #expect(throws: DecodeFailure.workerDied(.notStarted(ENOENT))) {
            try await pool.image(file, tile)
        }
    }

    /// True for a process that is gone or only waits to be waited for.
    private static func hasEnded(_ process: pid_t) -> Bool {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else {
            return true
        }
        return status.contains(") Z ")
    }

    /// Whether no descriptor of this process points at such a file. Other tests' come and go meanwhile.
    private static func isReleased(_ name: String) -> Bool {
        ((try? descriptors(of: getpid())) ?? [name]).allSatisfy { !$0.contains(name) }
    }

    /// What the descriptors of a process point at.
    private static func descriptors(of process: pid_t) throws -> [String] {
        let folder = "/proc/\(process)/fd"
        return try FileManager.default.contentsOfDirectory(atPath: folder).compactMap {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
        }
    }
}

/// The order in which things happened.
private final class Order: Sendable {
    private let storage = Mutex<[String]>([])

    var names: [String] { storage.withLock { $0 } }

    func append(_ name: String) {
        storage.withLock { $0.append(name) }
    }
}
