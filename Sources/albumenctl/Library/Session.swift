// SPDX-License-Identifier: GPL-3.0-or-later
// The library of a command, opened for the program that the command acts as, if the person lets that program in.

import AlbumenKit
import Glibc
import Imaging

/// The client may not do what was asked. Exit status 3.
struct NotAuthorized: Error {
    let message: String
}

/// From a command's options to the library it works on. An open library is whole or an error: every call either returns one
/// that the client may use for what it asks, or throws what to tell the person.
enum Session {
    /// The program the command acts as.
    static func client(_ invocation: Invocation) throws(UsageError) -> ClientIdentifier {
        guard let word = invocation.value("--client") else { return .commandLine }
        let name = try word.text(for: "--client")
        if name.isEmpty { throw UsageError("--client is empty") }
        return ClientIdentifier(name)
    }

    static var workingFolder: FilePath {
        guard let path = getcwd(nil, 0) else { return FilePath("/") }
        defer { free(path) }
        return FilePath(cString: path)
    }

    static func location(_ invocation: Invocation) throws(UsageError) -> LibraryLocation {
        guard let word = invocation.value("--library") else { return .standard }
        return LibraryLocation(directory: try word.path(for: "--library", relativeTo: workingFolder))
    }

    /// Opens the library without asking who may see it: for commands about access itself.
    static func open(_ invocation: Invocation) async throws -> PhotoLibrary {
        let library = try await openFiles(at: location(invocation), for: client(invocation))
        if let recovery = library.recovery {
            Console.note(Console.visible(Explanation.of(recovery)))
        }
        return library
    }

    private static func openFiles(
        at location: LibraryLocation, for client: ClientIdentifier
    ) async throws -> PhotoLibrary {
        do {
            let decoders = DecoderPool(
                configuration: .init(onConfinement: { confinement in
                    guard !confinement.isSandboxed else { return }
                    Console.fail("the decoder is \(confinement)")
                }))
            return try await PhotoLibrary.open(at: location, client: client, decoders: decoders)
        } catch LibraryError.file(.permissionDenied(let path)) {
            throw LibraryError.notAllowed(
                "“\(path)” cannot be written. Allow it (chmod u+w), or name another library with --library")
        }
    }

    /// Opens the library for reading and writing; for adding, `level` is `.addOnly`.
    ///
    /// Whoever types a command has the person's say: `albumenctl` itself, not yet asked about, lets itself in and
    /// says so. Other programs have to be let in first.
    static func authorized(
        _ invocation: Invocation, level: AccessLevel = .readWrite
    ) async throws -> PhotoLibrary {
        let library = try await open(invocation)
        let status = library.authorizationStatus(for: .readWrite)
        if status == .notDetermined, library.client == .commandLine {
            try await library.setAuthorization(.authorized, for: .readWrite)
            Console.note(
                "albumenctl may see and change all photos now (“albumenctl authorization deny” takes it back)."
            )
            return library
        }
        let statuses = [status, level == .addOnly ? library.authorizationStatus(for: .addOnly) : status]
        guard statuses.contains(.authorized) || statuses.contains(.limited) else {
            throw NotAuthorized(
                message: "\(library.client.rawValue) may not use this library: access is \(status.name). "
                    + "“albumenctl authorization grant --client \(library.client.rawValue)” allows it.")
        }
        return library
    }
}
