// SPDX-License-Identifier: GPL-3.0-or-later
// A file's bytes in pieces, each read when it is asked for: a slow reader holds one in memory, not the file.

import Glibc
import Metadata

/// The bytes of a resource, in order. Iterating opens the file; dropping the iterator closes it.
///
/// Throws `LibraryError`: where the client may not see the asset, where the file cannot be opened or read to its end,
/// and `invalidResource` where it was changed while it was being read. Cancelling the task that iterates throws
/// `CancellationError` at the next piece.
public struct AssetResourceData: AsyncSequence, Sendable {
    public typealias Element = [UInt8]
    /// Bytes of all pieces but the last.
    public static let pieceLength = 256 << 10

    let resource: AssetResource
    let access: ImageAccess

    public func makeAsyncIterator() -> Iterator { Iterator(resource: resource, access: access) }

    public struct Iterator: AsyncIteratorProtocol {
        let resource: AssetResource
        let access: ImageAccess
        private var file: OpenFile?
        private var offset: Int64 = 0

        init(resource: AssetResource, access: @escaping ImageAccess) {
            self.resource = resource
            self.access = access
        }

        public mutating func next() async throws -> [UInt8]? {
            try Task.checkCancellation()
            let file = try await opened()
            let range = resource.range ?? FileRange(offset: 0, length: file.size)
            guard offset < range.length else { return nil }
            let start = range.offset + offset
            let length = Swift.min(Int64(pieceLength), range.length - offset)
            let piece = try await resourceQueue.run { try Self.read(file, at: start, Int(length)) }
            offset += Int64(piece.count)
            return piece
        }

        private mutating func opened() async throws -> OpenFile {
            if let file { return file }
            try await access(resource.asset)
            let path = resource.path
            let file = try await resourceQueue.run { try OpenFile(path: path, throwing: LibraryError.file) }
            self.file = file
            return file
        }

        /// Blocking.
        private static func read(
            _ file: OpenFile, at offset: Int64, _ wanted: Int
        ) throws(LibraryError) -> [UInt8] {
            let piece = try file.bytes(at: offset, count: wanted)
            var status = stat()
            guard fstat(file.descriptor, &status) == 0 else { throw .file(.io(file.path, errno: errno)) }
            let now = FileStamp(status)
            guard piece.count == wanted, now.size == file.size,
                now.modificationTime == file.stamp.modificationTime
            else {
                throw .invalidResource(file.path, reason: "It was changed while it was being read")
            }
            return piece
        }
    }
}

/// Reading waits for disks: several at once.
let resourceQueue = BlockingQueue(label: "albumen.resources", concurrent: true)

extension OpenFile {
    /// Opens a file, its errors as another kind. Blocking.
    convenience init(path: FilePath, throwing wrap: (FileError) -> LibraryError) throws(LibraryError) {
        do { try self.init(path: path) } catch { throw wrap(error) }
    }

    /// So many bytes, or fewer where the file ends. Blocking.
    func bytes(at offset: Int64, count: Int) throws(LibraryError) -> [UInt8] {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            while initialized < count {
                let read = pread(
                    descriptor, buffer.baseAddress! + initialized, count - initialized,
                    off_t(offset) + off_t(initialized))
                if read < 0, errno == EINTR { continue }
                if read < 0 { failure = errno }
                if read <= 0 { return }
                initialized += read
            }
        }
        guard failure == 0 else { throw .file(.io(path, errno: failure)) }
        return bytes
    }
}
