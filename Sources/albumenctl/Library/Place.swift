// SPDX-License-Identifier: GPL-3.0-or-later
// Where an album or a folder is to stand.

import AlbumenKit

struct Place: Sendable {
    static let into = OptionSpec(
        "--in", "FOLDER", "The folder, by its id or title; the top level if nothing is said")
    static let at = OptionSpec("--at", "N", "Its place there, from 1; the end if nothing is said")

    /// Nil for the top level.
    let folder: String?
    /// From 0; nil for the end.
    let index: Int?

    init(_ invocation: Invocation) throws(UsageError) {
        folder = try invocation.value("--in").map { word throws(UsageError) in try word.text(for: "--in") }
        index = try invocation.value("--at").map { word throws(UsageError) in
            try word.number(for: "--at", atLeast: 1) - 1
        }
    }

    /// Puts a collection there.
    func put(_ collection: String, _ changes: ChangeRequests) throws {
        let request =
            if let folder {
                try changes.request(forFolder: try changes.folder(folder))
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

extension ChangeRequests {
    /// The identifier of a folder named by it, or by its exact title where only one has it.
    func folder(_ name: String) throws -> String {
        let titled = try folderIdentifiers(titled: name)
        if titled.count == 1 { return titled[0] }
        guard titled.isEmpty else {
            throw LibraryError.notAllowed(
                "\(titled.count) folders are called “\(name)”: name one by its id, "
                    + titled.joined(separator: " or "))
        }
        return name
    }
}
