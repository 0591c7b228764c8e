// SPDX-License-Identifier: GPL-3.0-or-later
// How far the decoder processes are shut in, as people may read it.

import Glibc

/// What keeps a decoder process from doing anything but decoding. Told by each process when it starts.
public struct DecoderConfinement: Sendable, Codable, Hashable {
    /// Why the system calls are not restricted; nil where they are.
    public var seccompProblem: String?
    /// Why the kernel does not keep the process from files besides; nil where it does.
    public var landlockProblem: String?

    public init(seccompProblem: String?, landlockProblem: String?) {
        self.seccompProblem = seccompProblem
        self.landlockProblem = landlockProblem
    }

    /// Whether a file that takes over its decoder is still shut in.
    public var isSandboxed: Bool { seccompProblem == nil }

    /// Decoding in this very process, as `ALBUMEN_DECODER=in-process` asks for.
    static let inProcess = DecoderConfinement(
        seccompProblem: "files are decoded in this process", landlockProblem: nil)
}

extension DecoderConfinement: CustomStringConvertible {
    public var description: String {
        switch (seccompProblem, landlockProblem) {
        case (nil, nil): "sandboxed (seccomp, Landlock)"
        case (nil, let problem?): "sandboxed (seccomp; no Landlock: \(problem))"
        case (let problem?, _): "not sandboxed: \(problem)"
        }
    }
}
