// SPDX-License-Identifier: GPL-3.0-or-later
// The life of a decoder process: load, lock down, then one thread, one question after the other on descriptor 3, until
// its end is closed. Everything here may crash on a bad file; that costs the parent one request.

import CShims
import Glibc
import Metadata

/// The main loop of `albumen-decoder`.
public enum DecoderProcess {
    /// The socket that the parent gives it.
    private static let socket: Int32 = 3

    /// Bytes that stay with an idle process at most, and the block from which on memory is not kept.
    private static let keptMemory: Int32 = 32 << 20

    /// Serves until the parent is gone; the exit status.
    public static func run() -> Int32 { serve { _ in } }

    /// The same, with `rehearse` called on the bytes of each file before it is looked at, inside the lockdown: for the
    /// program that tests what that lets through.
    package static func serve(
        rehearse: (UnsafeRawBufferPointer) throws(DecodeFailure) -> Void
    ) -> Int32 {
        guard CommandLine.arguments.count == 2,
            let profile = DecoderProfile(rawValue: CommandLine.arguments[1])
        else { return 2 }
        albumen_die_with_parent()
        DecoderLockdown.limitMemory()
        // Buffers of several megabytes for every picture: kept, rather than had anew from the kernel page by
        // page.
        albumen_keep_memory(keptMemory)
        var buffer = [UInt8](repeating: 0, count: DecoderMessage.capacity)
        DecoderWarmUp.run(profile)
        let confinement = DecoderLockdown.begin(profile, socket: socket)
        guard send(DecoderGreeting(confinement: confinement), -1) else { return 3 }
        while true {
            var file: Int32 = -1
            let count = albumen_receive(socket, &buffer, buffer.count, &file)
            guard count > 0 else { return count == 0 ? 0 : 1 }
            guard file >= 0,
                let question = DecoderMessage.decode(DecoderQuestion.self, from: buffer[..<count])
            else { return 2 }
            let (answer, memory) = DecoderService.answer(
                question, descriptor: file, profile: profile, rehearse: rehearse)
            close(file)
            let isSent = send(answer, memory)
            if memory >= 0 { close(memory) }
            guard isSent else { return 3 }
        }
    }

    private static func send(_ message: some Encodable, _ memory: Int32) -> Bool {
        guard let bytes = DecoderMessage.encode(message) else { return false }
        return albumen_send(socket, bytes, bytes.count, memory) == bytes.count
    }
}
