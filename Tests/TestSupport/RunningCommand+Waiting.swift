// SPDX-License-Identifier: GPL-3.0-or-later
// What tests ask of a program that works beside them.

import Subprocess

extension RunningCommand {
    /// Waits for its end; then how it ended and what it said.
    public func result(within limit: Duration = toolLimit) async throws -> ToolResult {
        let status = try await end(within: limit)
        return ToolResult(status: status, output: output, messages: messages)
    }

    /// Lines written so far.
    public var lineCount: Int { output.count { $0 == UInt8(ascii: "\n") } }

    /// Waits until it has written so many lines; false where it ends before.
    public func hasWritten(lines count: Int) async -> Bool {
        _ = await eventually { lineCount >= count || status != nil }
        return lineCount >= count
    }
}
