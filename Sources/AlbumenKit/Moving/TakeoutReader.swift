// SPDX-License-Identifier: GPL-3.0-or-later
// What Google Takeout gives of Google Photos: folders of years and of albums, a JSON file beside each photo, and one that
// names the album. A photo of an album lies in both folders; the import knows it by its content.

import Metadata

/// Reads one export: the folder `Takeout`, that of Google Photos in it, or one that holds it. Blocking.
///
/// Date, place and caption are read by the import itself, from the same files.
struct TakeoutReader {
    /// What begins the names of the folders of years, in the languages that Google writes them in most.
    private static let yearFolders = [
        "Photos from", "Fotos von", "Fotos aus", "Photos de", "Fotos de", "Foto del", "Foto's uit",
        "Fotos fra",
        "Foton från", "Zdjęcia z",
    ]

    private var plan = MovingPlan()

    static func read(_ path: FilePath) throws -> MovingPlan {
        var reader = TakeoutReader()
        let folders = try ExportFolders.list(path, &reader.plan.report)
        for folder in folders { reader.read(folder) }
        guard folders.contains(where: { !$0.media.isEmpty }) else {
            throw MovingError.noLibrary(path, .takeout, missing: "photos in it")
        }
        reader.plan.addPeople()
        return reader.plan
    }

    private mutating func read(_ folder: ExportFolder) {
        var sidecars = TakeoutNames(folder.sidecars)
        var members: [Int] = []
        for name in folder.media {
            var photo = ForeignPhoto(path: folder.path.appending(name))
            let match = sidecars.find(for: name)
            if match?.isOfOriginal == true {
                plan.report.left(
                    .edits, because: "an edited copy came as a photo of its own", path: photo.path)
            }
            if let found = match?.sidecar, let json = SidecarJSON(folder.path.appending(found)) {
                describe(&photo, json)
            }
            members.append(plan.add(photo))
        }
        for name in sidecars.unused { readAlbum(folder, folder.path.appending(name), members) }
    }

    private func describe(_ photo: inout ForeignPhoto, _ json: SidecarJSON) {
        photo.isFavorite = json.isTrue("favorited")
        photo.isTrashed = json.isTrue("trashed")
        photo.caption = json.text("description")
        photo.people = json.objects("people").compactMap { $0.text("name") }.map { ForeignPerson(name: $0) }
        // Both keep a photo out of sight, and both are taken back easily; nothing here is nearer to it.
        photo.isHidden = json.isTrue("archived")
    }

    /// A JSON file that is about no photo names the album, or had a photo once.
    private mutating func readAlbum(_ folder: ExportFolder, _ path: FilePath, _ members: [Int]) {
        guard let json = SidecarJSON(path) else {
            plan.report.left(.sidecars, because: "it cannot be read", path: path)
            return
        }
        if json.has("photoTakenTime") || json.has("imageViews") {
            plan.report.left(.sidecars, because: "the photo that it is about is not beside it", path: path)
            return
        }
        // Others are about Google Photos as a whole: prints, shared albums, subscriptions.
        guard let title = json.text("title"), !members.isEmpty, !isYear(title), !isYear(folder.names.last)
        else {
            return
        }
        let key = "takeout/album/\(title.nfc)"
        if let index = plan.collections.firstIndex(where: { $0.key == key }) {
            // A large album comes in several archives, each with its part of the folder.
            plan.collections[index].members += members
            return
        }
        plan.collections.append(
            ForeignCollection(.albumSyncedAlbum, key: key, title: title, members: members))
    }

    private func isYear(_ name: String?) -> Bool {
        guard let name, name.suffix(4).allSatisfy(\.isNumber) else { return false }
        let beginning = name.dropLast(4).trimmingSuffix { $0.isWhitespace }
        return Self.yearFolders.contains { $0 == beginning }
    }
}

extension Substring {
    fileprivate func trimmingSuffix(_ isTrimmed: (Character) -> Bool) -> Substring {
        var text = self
        while let last = text.last, isTrimmed(last) { text.removeLast() }
        return text
    }
}
