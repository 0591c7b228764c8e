// SPDX-License-Identifier: GPL-3.0-or-later
// The life of a decoder process: one thread, one question after the other on descriptor 3, until its end is
// closed. Everything here may crash on a bad file; that costs the parent one request.

import CShims
import Glibc

/// The main loop of `albumen-decoder`.
public enum DecoderProcess {
    /// The socket that the parent gives it.
    private static let socket: Int32 = 3
    /// Address space: room for the largest picture allowed, twice, and for the libraries; no more.
    private static let memoryLimit: rlim_t = 6 << 30

    /// Bytes that stay with an idle process at most, and the block from which on memory is not kept.
    private static let keptMemory: Int32 = 32 << 20

    /// Serves until the parent is gone; the exit status.
    public static func run() -> Int32 {
        albumen_die_with_parent()
        limit(RLIMIT_AS, to: memoryLimit)
        // A crash on a broken photo is no reason to write a core.
        limit(RLIMIT_CORE, to: 0)
        // Buffers of several megabytes for every picture: kept, rather than had anew from the kernel page by
        // page.
        albumen_keep_memory(keptMemory)
        var buffer = [UInt8](repeating: 0, count: DecoderMessage.capacity)
        while true {
            var file: Int32 = -1
            let count = albumen_receive(socket, &buffer, buffer.count, &file)
            guard count > 0 else { return count == 0 ? 0 : 1 }
            guard file >= 0,
                let question = DecoderMessage.decode(DecoderQuestion.self, from: buffer[..<count])
            else { return 2 }
            let (answer, memory) = DecoderService.answer(question, descriptor: file)
            close(file)
            let isSent = send(answer, memory)
            if memory >= 0 { close(memory) }
            guard isSent else { return 3 }
        }
    }

    private static func send(_ answer: DecoderAnswer, _ memory: Int32) -> Bool {
        guard let bytes = DecoderMessage.encode(answer) else { return false }
        return albumen_send(socket, bytes, bytes.count, memory) == bytes.count
    }

    private static func limit(_ resource: __rlimit_resource, to value: rlim_t) {
        var limit = rlimit(rlim_cur: value, rlim_max: value)
        setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
    }
}
