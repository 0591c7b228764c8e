// SPDX-License-Identifier: GPL-3.0-or-later
// Where an album or a folder is to stand.

import AlbumenKit

struct Place: Sendable {
    static let into = OptionSpec(
        "--in", "FOLDER", "The folder, by its id or title; the top level if nothing is said")
    static let at = OptionSpec("--at", "N", "Its place there, from 1; the end if nothing is said")

    /// Nil for the top level.
    private let folder: CollectionList?
    /// From 0; nil for the end.
    private let index: Int?

    init(_ invocation: Invocation, _ library: PhotoLibrary) async throws {
        index = try Self.index(invocation)
        folder = try await Self.folder(invocation, library)
    }

    /// The folder of `--in`; nil for the top level.
    static func folder(_ invocation: Invocation, _ library: PhotoLibrary) async throws -> CollectionList? {
        guard let word = invocation.value("--in") else { return nil }
        return try await Albums.findFolder(word, library)
    }

    /// The place of `--at`, from 0; nil for the end.
    static func index(_ invocation: Invocation) throws(UsageError) -> Int? {
        guard let word = invocation.value("--at") else { return nil }
        return try word.number(for: "--at", atLeast: 1) - 1
    }

    /// Puts a collection there.
    func put(_ collection: any CollectionReference, _ changes: ChangeRequests) throws {
        let request =
            if let folder {
                try changes.request(forFolder: folder)
            } else {
                try changes.requestForTopLevelCollections()
            }
        if let index {
            try request.insertChildCollections([collection], at: index)
        } else {
            try request.addChildCollections([collection])
        }
    }
}
