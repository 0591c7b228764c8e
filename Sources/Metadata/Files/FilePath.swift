// SPDX-License-Identifier: GPL-3.0-or-later
// A path on disk as the bytes it is. Nothing here assumes text: names that are not UTF-8, or that hold
// newlines, survive every round trip.

/// A path: bytes, not text.
///
/// Equality is equality of bytes; no normalisation of dots, slashes or Unicode takes place.
public struct FilePath: Hashable, Sendable, Codable {
    /// The bytes as the kernel takes them, without the terminating zero.
    public let bytes: [UInt8]

    /// The path that a string spells in UTF-8.
    public init(_ string: String) {
        bytes = Array(string.utf8)
    }

    /// The path of these bytes, up to a zero byte, which no path can hold.
    public init(bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes.prefix { $0 != 0 })
    }

    /// The path of a C string.
    public init(cString: UnsafePointer<CChar>) {
        var bytes: [UInt8] = []
        var cursor = cString
        while cursor.pointee != 0 {
            bytes.append(UInt8(bitPattern: cursor.pointee))
            cursor += 1
        }
        self.bytes = bytes
    }

    /// The path of an entry of this directory.
    public func appending(_ component: String) -> FilePath {
        appending(Array(component.utf8))
    }

    /// The path of an entry of this directory, by the bytes of its name.
    public func appending(_ component: [UInt8]) -> FilePath {
        if bytes.isEmpty { return FilePath(bytes: component) }
        let separator: [UInt8] = bytes.last == Self.slash ? [] : [Self.slash]
        return FilePath(bytes: bytes + separator + component)
    }

    /// The bytes after the last slash, trailing slashes aside; "/" for the root.
    public var lastComponent: FilePath {
        let end = trimmedEnd
        guard end > 0 else { return FilePath(bytes: bytes.prefix(1)) }
        let start = bytes[..<end].lastIndex(of: Self.slash).map { $0 + 1 } ?? 0
        return FilePath(bytes: bytes[start..<end])
    }

    /// The directory that holds this entry; nil for the root and for a bare name.
    public var parent: FilePath? {
        let end = trimmedEnd
        guard end > 0, let slash = bytes[..<end].lastIndex(of: Self.slash) else { return nil }
        return FilePath(bytes: slash == 0 ? bytes[..<1] : bytes[..<slash])
    }

    /// For people: UTF-8, with U+FFFD where the bytes are not. Never to be opened.
    public var displayString: String {
        String(decoding: bytes, as: UTF8.self)
    }

    /// The path as text, or nil where the bytes are not UTF-8.
    public var string: String? {
        String(validating: bytes, as: UTF8.self)
    }

    /// The path as a C string for the duration of `body`.
    public func withCString<R>(_ body: (UnsafePointer<CChar>) throws -> R) rethrows -> R {
        try (bytes.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { try body($0.baseAddress!) }
    }

    private static let slash = UInt8(ascii: "/")

    /// The end of the path without its trailing slashes; 0 for the root and for nothing at all.
    private var trimmedEnd: Int {
        bytes.lastIndex { $0 != Self.slash }.map { $0 + 1 } ?? 0
    }
}

extension FilePath: CustomStringConvertible {
    public var description: String { displayString }
}
