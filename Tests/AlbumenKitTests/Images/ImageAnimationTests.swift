// SPDX-License-Identifier: GPL-3.0-or-later
// The frames of photos that move, through the image manager: their size, what keeps them from being had, cancellation.

import Foundation
import Imaging
import Metadata
import TestSupport
import Testing

@testable import AlbumenKit

@Suite(.timeLimit(.minutes(30)))
struct ImageAnimationTests {
    let fixture: ImageFixture
    var decoder: ScriptedDecoder { fixture.decoder }

    init() throws { fixture = try ImageFixture() }

    @Test("Frames come in the size asked for, and are kept nowhere")
    func frames() async throws {
        let asset = try fixture.asset()
        for _ in 0..<2 {
            let animation = try await fixture.manager.animation(
                for: asset, size: PixelSize(width: 300, height: 300))
            #expect(animation.frames.count == 2)
            #expect(animation.frames.allSatisfy { $0.pixels.size == PixelSize(width: 300, height: 200) })
        }
        #expect(decoder.calls.count == 2 && fixture.manager.memoryByteCount == 0)
        let whole = try await fixture.manager.animation(for: asset, size: .zero)
        #expect(whole.frames[0].pixels.size == decoder.shape)
    }

    @Test("A file that does not move is named, one that is gone too; who may not see the asset gets nothing")
    func failures() async throws {
        let asset = try fixture.asset()
        decoder.fail(with: .unsupported(.jpeg))
        let manager = fixture.manager
        let still = await thrown(LibraryError.self) { try await manager.animation(for: asset, size: .zero) }
        guard case .decoding(.unsupported(.jpeg), asset.path)? = still else {
            Issue.record("\(String(describing: still))")
            return
        }
        decoder.fail(with: nil)
        let barred = ImageManager(
            store: fixture.store, decoders: decoder, desktopThumbnails: fixture.desktopThumbnails
        ) { _ in throw LibraryError.notAllowed("no") }
        let calls = decoder.calls.count
        let refusal = await thrown(LibraryError.self) { try await barred.animation(for: asset, size: .zero) }
        guard case .notAllowed? = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        try FileManager.default.removeItem(atPath: asset.path.displayString)
        await #expect(throws: LibraryError.self) { try await manager.animation(for: asset, size: .zero) }
        #expect(decoder.calls.count == calls)
    }

    @Test("Cancelling the task cancels the decode")
    func cancellation() async throws {
        let asset = try fixture.asset()
        decoder.hold()
        let manager = fixture.manager
        let task = Task { try await manager.animation(for: asset, size: .zero) }
        #expect(await eventually { decoder.heldCount == 1 })
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(decoder.cancelledCount == 1)
    }
}
