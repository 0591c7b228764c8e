// SPDX-License-Identifier: GPL-3.0-or-later
// C strings and errors, freed exactly once.

import CAdwaita

/// A GError as a Swift error.
public struct GLibError: Error, CustomStringConvertible, Sendable {
    public let domain: String
    public let code: Int
    public let message: String
    public var description: String { message }

    /// Takes over the error (transfer full).
    init(adopting error: UnsafeMutablePointer<GError>) {
        domain = g_quark_to_string(error.pointee.domain).map { String(cString: $0) } ?? ""
        code = Int(error.pointee.code)
        message = String(cString: error.pointee.message)
        g_error_free(error)
    }
}

/// Calls `body` with a place for an error and throws what was put there.
public func withGError<Result>(
    _ body: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) throws -> Result
) throws -> Result {
    var error: UnsafeMutablePointer<GError>?
    let result = try body(&error)
    if let error { throw GLibError(adopting: error) }
    return result
}

/// A string that the caller owns (transfer full).
public func takeString(_ string: UnsafeMutablePointer<CChar>?) -> String {
    guard let string else { return "" }
    defer { g_free(string) }
    return String(cString: string)
}

/// The strings as a null-terminated array, valid during `body`.
public func withCStringArray<Result>(
    _ strings: [String], _ body: (UnsafeMutablePointer<UnsafePointer<CChar>?>) -> Result
) -> Result {
    var copies: [UnsafePointer<CChar>?] = strings.map { UnsafePointer(g_strdup($0)) }
    copies.append(nil)
    defer { for copy in copies { g_free(UnsafeMutableRawPointer(mutating: copy)) } }
    return copies.withUnsafeMutableBufferPointer { buffer in
        guard let base = buffer.baseAddress else { preconditionFailure("the array holds its terminator") }
        return body(base)
    }
}

extension Bool {
    public init(_ value: gboolean) { self = value != 0 }
    public var gboolean: Int32 { self ? 1 : 0 }
}
