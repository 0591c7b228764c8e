// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the built albumenctl on a library and a folder of a test's own, with arguments as bytes.

import Foundation
import Glibc
import Subprocess
import TestSupport

/// Lines of `--json` as objects. A line that is none is a failure of the test.
func jsonLines(_ output: [UInt8]) throws -> [[String: Any]] {
    struct NoObject: Error { var line: String }
    return try output.split(separator: UInt8(ascii: "\n")).map { line in
        let object = try JSONSerialization.jsonObject(with: Data(line))
        guard let object = object as? [String: Any] else {
            throw NoObject(line: String(decoding: line, as: UTF8.self))
        }
        return object
    }
}

extension ToolResult {
    var objects: [[String: Any]] {
        get throws { try jsonLines(output) }
    }
}

/// A folder with photos and a library; both go with the test.
final class Albumenctl {
    private let folder = TemporaryFolder()
    var root: String { folder.path }
    var photos: String { root + "/photos" }
    var library: String { root + "/library" }
    /// Variables set for the commands.
    var environment: [String: String] = [:]

    init() {
        mkdir(root + "/photos", 0o755)
    }

    // MARK: Files

    @discardableResult
    func write(_ name: String, _ content: [UInt8]) -> String {
        write(Array(name.utf8), content)
        return photos + "/" + name
    }

    func write(_ name: [UInt8], _ content: [UInt8]) {
        let path = Array(photos.utf8) + [UInt8(ascii: "/")] + name
        if let slash = path.lastIndex(of: UInt8(ascii: "/")) {
            let folder = String(decoding: path[..<slash], as: UTF8.self)
            try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        let file = open(path.map { CChar(bitPattern: $0) } + [0], O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        precondition(file >= 0 && Glibc.write(file, content, content.count) == content.count)
        close(file)
    }

    func move(_ from: String, to: String) {
        precondition(rename(photos + "/" + from, photos + "/" + to) == 0)
    }

    func remove(_ name: String) { unlink(photos + "/" + name) }

    // MARK: Commands

    /// Runs a command on the library and waits for its end.
    func run(_ words: String..., within limit: Duration = toolLimit) async throws -> ToolResult {
        try await run(words.map { Array($0.utf8) }, within: limit)
    }

    func run(
        _ words: [[UInt8]], output: String? = nil, within limit: Duration = toolLimit
    ) async throws -> ToolResult {
        try await start(words, output: output).result(within: limit)
    }

    /// Lines of `assets --json`, by file name.
    func assets(_ more: String...) async throws -> [String: [String: Any]] {
        let answer = try await run((["assets", "--json"] + more).map { Array($0.utf8) })
        return try Dictionary(
            answer.objects.map { ($0["filename"] as? String ?? "", $0) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Verdicts of an import, by file name.
    func verdicts(_ words: String...) async throws -> [String: String] {
        let answer = try await run((["import", "--json"] + words).map { Array($0.utf8) })
        return try Dictionary(
            answer.objects.map { object in
                let path = object["path"] as? String ?? object["path_hex"] as? String ?? ""
                return ((path as NSString).lastPathComponent, object["verdict"] as? String ?? "")
            }, uniquingKeysWith: { first, _ in first })
    }

    /// - Parameter output: where standard output goes; a file of its own where nothing is said.
    func start(_ words: [[UInt8]], output: String? = nil) throws -> RunningCommand {
        let all = [Self.program, "--library", library].map { Array($0.utf8) } + words
        return try start(program: all, environment: environment, output: output)
    }

    /// Starts any program, whose absolute path is the first word, with files of its own for what it says.
    func start(
        program words: [[UInt8]], environment: [String: String] = [:], output: String? = nil
    ) throws -> RunningCommand {
        let id = UUID().uuidString
        return try RunningCommand(
            words, environment: environment, output: output ?? "\(root)/output-\(id)",
            messages: "\(root)/messages-\(id)")
    }

    /// Beside the test bundle, where it was built.
    static let program: String = {
        let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        // The bundle runs by itself, or inside the toolchain's test runner with its path among the arguments.
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? own ?? ""
        return (bundle as NSString).deletingLastPathComponent + "/albumenctl"
    }()
}
