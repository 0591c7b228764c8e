// SPDX-License-Identifier: GPL-3.0-or-later
// A folder for one test, gone with it.

import Glibc
import Metadata

@testable import AlbumenKit

final class TemporaryFolder: Sendable {
    let path: FilePath

    init() {
        var template = Array("/tmp/albumen-test-XXXXXX".utf8CString)
        path = FilePath(cString: mkdtemp(&template)!)
    }

    deinit { Self.remove(path) }

    /// Writes a file below the folder, with the folders that it needs.
    @discardableResult
    func write(_ name: String, _ content: String = "content") -> FilePath {
        write(Array(name.utf8), Array(content.utf8))
    }

    @discardableResult
    func write(_ name: [UInt8], _ content: [UInt8]) -> FilePath {
        let file = path.appending(name)
        makeFolder(file.parent!)
        let descriptor = file.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC, 0o644) }
        precondition(descriptor >= 0, "\(file) cannot be written")
        precondition(Glibc.write(descriptor, content, content.count) == content.count)
        close(descriptor)
        return file
    }

    @discardableResult
    func folder(_ name: String) -> FilePath {
        let folder = path.appending(name)
        makeFolder(folder)
        return folder
    }

    @discardableResult
    func link(_ name: String, to target: String) -> FilePath {
        let link = path.appending(name)
        makeFolder(link.parent!)
        precondition(link.withCString { symlink(target, $0) } == 0)
        return link
    }

    @discardableResult
    func pipe(_ name: String) -> FilePath {
        let pipe = path.appending(name)
        makeFolder(pipe.parent!)
        precondition(pipe.withCString { mkfifo($0, 0o644) } == 0)
        return pipe
    }

    func move(_ from: String, to: String) {
        makeFolder(path.appending(to).parent!)
        precondition(rename("\(path)/\(from)", "\(path)/\(to)") == 0)
    }

    func remove(_ name: String) { Self.remove(path.appending(name)) }

    private func makeFolder(_ folder: FilePath) {
        if folder.withCString({ mkdir($0, 0o755) }) == 0 || errno == EEXIST { return }
        if let parent = folder.parent { makeFolder(parent) }
        _ = folder.withCString { mkdir($0, 0o755) }
    }

    private static func remove(_ path: FilePath) {
        if let listing = try? DirectoryListing(of: path), FileStamp(at: path)?.inode == listing.identity.inode
        {
            for entry in listing.entries { remove(path.appending(entry.name)) }
        }
        _ = path.withCString { Glibc.remove($0) }
    }
}
