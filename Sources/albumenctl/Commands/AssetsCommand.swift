// SPDX-License-Identifier: GPL-3.0-or-later
// albumenctl assets: what is in the library, an album or a smart album, newest first.

import AlbumenKit

enum AssetsCommand {
    /// Assets fetched, and printed, at a time.
    private static let pageSize = 500

    static let spec = CommandSpec(
        name: "assets", summary: "List photos and videos, newest first",
        options: [
            OptionSpec("--album", "TITLE", "Those of this album"),
            OptionSpec("--query", "Q", "Those that a search finds, such as “beach rating:>=3 june 2021”"),
            OptionSpec("--smart", "NAME", "Those of this smart album, such as videos or screenshots"),
            OptionSpec("--limit", "N", "At most N of them"),
            OptionSpec("--offset", "N", "Leave out the first N"),
        ],
        run: run)

    private static func run(_ invocation: Invocation) async throws -> ExitStatus {
        var options = FetchOptions()
        if let limit = invocation.value("--limit") {
            options.fetchLimit = try limit.number(for: "--limit", atLeast: 1)
        }
        if let offset = invocation.value("--offset") {
            options.fetchOffset = try offset.number(for: "--offset", atLeast: 0)
        }
        let query = try query(invocation)
        let smartAlbum = try smartAlbum(invocation)
        let library = try await Session.authorized(invocation)
        let result =
            if let query {
                try await library.fetchAssets(matching: query, options: options)
            } else {
                try await fetch(invocation.value("--album"), smartAlbum, library, options)
            }
        var table = Table(["ID", "TAKEN", "KIND", "SIZE", "NAME", ""])
        for start in stride(from: 0, to: result.count, by: pageSize) {
            let page = try await result.objects(at: start..<min(start + pageSize, result.count))
            guard invocation.wantsJSON else {
                for asset in page { table.add(row(asset)) }
                continue
            }
            let keywords = try await library.fetchKeywords(of: page)
            let people = try await library.fetchPeople(of: page)
            for (index, asset) in page.enumerated() {
                Console.print(try await json(asset, keywords[index], people[index], library).text)
            }
        }
        if !invocation.wantsJSON {
            table.lines.forEach(Console.print)
            Console.note(result.count == 1 ? "1 asset" : "\(result.count) assets")
        }
        return .done
    }

    /// A query that cannot be understood is shown with a mark under the term that is meant.
    private static func query(_ invocation: Invocation) throws(UsageError) -> SearchQuery? {
        guard let text = try invocation.value("--query")?.text(for: "--query") else { return nil }
        if invocation.value("--album") != nil || invocation.value("--smart") != nil {
            throw UsageError("--query excludes --album and --smart; the query itself knows album: and type:")
        }
        do throws(SearchError) {
            return try SearchQuery(parsing: text)
        } catch {
            let before = Console.visible(String(text[..<error.range.lowerBound]))
            let term = Console.visible(String(text[error.range]))
            // A line that would fill the screen tells less than the error's own words.
            guard before.count + term.count <= longestMarkedLine else { throw UsageError("\(error)") }
            Console.note(Console.visible(text))
            Console.note(
                String(repeating: " ", count: before.count) + "^"
                    + String(repeating: "~", count: max(0, term.count - 1)))
            throw UsageError("\(error)")
        }
    }

    private static let longestMarkedLine = 400

    private static func smartAlbum(_ invocation: Invocation) throws(UsageError) -> AssetCollectionSubtype? {
        guard let name = try invocation.value("--smart")?.text(for: "--smart") else { return nil }
        if invocation.value("--album") != nil { throw UsageError("--album and --smart exclude each other") }
        guard let subtype = AssetCollectionSubtype(smartAlbum: name) else {
            let names = AssetCollectionSubtype.smartAlbumNames.joined(separator: ", ")
            throw UsageError("There is no smart album “\(name)”; there are: \(names)")
        }
        return subtype
    }

    private static func fetch(
        _ album: Argument?, _ smartAlbum: AssetCollectionSubtype?, _ library: PhotoLibrary,
        _ options: FetchOptions
    ) async throws -> FetchResult<Asset> {
        if let album {
            return try await library.fetchAssets(in: Albums.find(album, library), options: options)
        }
        if let smartAlbum {
            return try await library.fetchAssets(in: library.fetchSmartAlbum(smartAlbum), options: options)
        }
        var options = options
        options.includeHiddenAssets = true
        options.includeAllBurstAssets = true
        return try await library.fetchAssets(options: options)
    }

    private static func row(_ asset: Asset) -> [String] {
        let states = [
            asset.isFavorite ? "favourite" : nil, asset.isHidden ? "hidden" : nil,
            asset.state == .ok ? nil : asset.state.name,
        ]
        return [
            asset.localIdentifier, asset.captureTime?.wallString ?? "", asset.mediaType.name,
            asset.pixelSize.isEmpty ? "" : asset.pixelSize.description,
            asset.path.lastComponent.displayString, states.compactMap { $0 }.joined(separator: ", "),
        ]
    }

    private static func json(_ person: PersonInPicture) -> JSONValue {
        var members: [(String, JSONValue)] = [("name", .string(person.name))]
        if let region = person.region {
            members += [
                ("x", .double(region.x)), ("y", .double(region.y)), ("w", .double(region.width)),
                ("h", .double(region.height)),
            ]
        }
        return .object(members)
    }

    private static func json(
        _ asset: Asset, _ keywords: [String], _ people: [PersonInPicture], _ library: PhotoLibrary
    ) async throws -> JSONValue {
        let albums = try await library.fetchAssetCollections(containing: asset).compactMap(\.title)
        let time = asset.captureTime
        var members: [(String, JSONValue)] = [
            ("id", .string(asset.localIdentifier)),
            ("filename", .string(asset.path.lastComponent.displayString)),
        ]
        members += asset.path.json
        members += [
            ("mediaType", .string(asset.mediaType.name)),
            ("subtypes", .array(asset.mediaSubtypes.names.map(JSONValue.string))),
            ("pixelWidth", .int(Int64(asset.pixelSize.width))),
            ("pixelHeight", .int(Int64(asset.pixelSize.height))),
            ("orientation", .int(Int64(asset.orientation))),
            ("captureTime", JSONValue(time?.wallString)),
            ("utcOffset", JSONValue(time?.utcOffset)),
            ("timeSource", JSONValue(time?.source.name)),
            ("latitude", JSONValue(asset.location?.latitude)),
            ("longitude", JSONValue(asset.location?.longitude)),
            ("duration", .double(asset.duration)),
            ("favorite", .bool(asset.isFavorite)),
            ("hidden", .bool(asset.isHidden)),
            ("rating", .int(Int64(asset.rating))),
            ("title", JSONValue(asset.title)),
            ("caption", JSONValue(asset.caption)),
            ("keywords", .array(keywords.map(JSONValue.string))),
            ("people", .array(people.map(json))),
            ("burstId", JSONValue(asset.burstIdentifier)),
            ("livePhoto", .bool(asset.mediaSubtypes.contains(.live))),
            ("state", .string(asset.state.name)),
            ("stateReason", JSONValue(asset.state.reason)),
            ("albums", .array(albums.map(JSONValue.string))),
        ]
        return .object(members)
    }
}
