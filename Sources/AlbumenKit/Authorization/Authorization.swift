// SPDX-License-Identifier: GPL-3.0-or-later
// Who may see and change what.

/// PHAuthorizationStatus's raw values.
public enum AuthorizationStatus: Int, Sendable, Codable {
    case notDetermined = 0
    case restricted = 1
    case denied = 2
    case authorized = 3
    case limited = 4
}

/// PHAccessLevel's raw values.
public enum AccessLevel: Int, Sendable, Codable {
    case addOnly = 1
    case readWrite = 2
}

/// A program's application id, such as `org.albumen.Albumen`.
public struct ClientIdentifier: Sendable, Hashable, Codable {
    public let rawValue: String
    public init(_ rawValue: String) { self.rawValue = rawValue }
    public static let app = ClientIdentifier("org.albumen.Albumen")
    public static let commandLine = ClientIdentifier("org.albumen.albumenctl")
}
