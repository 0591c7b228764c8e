// SPDX-License-Identifier: GPL-3.0-or-later
// albumenctl date shift, zone, set: corrects when photos were taken, of many at once.

import AlbumenKit

enum DateCommand {
    private static let preview = OptionSpec(
        "--preview", nil, "Only show what the times would be")

    static let spec = CommandSpec(
        name: "date", summary: "Correct when photos were taken",
        subcommands: [
            CommandSpec(
                name: "shift", operands: "ID…", operandCount: 1...Int.max,
                summary: "Move the times of photos, as where the camera's clock was wrong",
                options: [
                    OptionSpec("--by", "TIME", "How far: 1h30m, -2d, 45s; a minus moves them back"), preview,
                ],
                run: { invocation in
                    let text = try value("--by", invocation)
                    guard let seconds = ShiftParser.seconds(text) else {
                        throw UsageError("--by takes a time such as 1h30m, -2d or 45s, not “\(text)”")
                    }
                    return try await run(invocation, .shift(seconds: seconds))
                }),
            CommandSpec(
                name: "zone", operands: "ID…", operandCount: 1...Int.max,
                summary: "Say in which time zone photos were taken",
                options: [
                    OptionSpec("--to", "ZONE", "The zone: +09:00, Z or Asia/Tokyo"),
                    OptionSpec(
                        "--keep-instant", nil,
                        "The camera's clock stood in another zone: move the time to this one"),
                    preview,
                ],
                run: { invocation in
                    let text = try value("--to", invocation)
                    guard let zone = PlaceZone(text) else {
                        throw UsageError("--to takes a zone such as +09:00, Z or Asia/Tokyo, not “\(text)”")
                    }
                    return try await run(
                        invocation, invocation.has("--keep-instant") ? .zoneKeepingInstant(zone) : .zone(zone)
                    )
                }),
            CommandSpec(
                name: "set", operands: "ID…", operandCount: 1...Int.max,
                summary: "Give photos this time",
                options: [
                    OptionSpec("--to", "TIME", "The time: 2019-01-02T03:04:05, perhaps with a zone: +09:00"),
                    preview,
                ],
                run: { invocation in
                    let text = try value("--to", invocation)
                    guard let time = CaptureTime(text) else {
                        throw UsageError("--to takes a time such as 2019-01-02T03:04:05+09:00, not “\(text)”")
                    }
                    return try await run(invocation, .set(time))
                }),
        ])

    private static func value(_ option: String, _ invocation: Invocation) throws(UsageError) -> String {
        guard let word = invocation.value(option) else { throw UsageError("This needs \(option)") }
        return try word.text(for: option)
    }

    private static func run(_ invocation: Invocation, _ adjustment: DateAdjustment) async throws -> ExitStatus
    {
        let library = try await Session.authorized(invocation)
        let (found, foundStatus) = try await Session.namedAssets(invocation, library)
        var status = foundStatus
        var table = Table(["ID", "BEFORE", "AFTER", "NAME"])
        for asset in found.objects {
            let after = adjustment.applied(to: asset.captureTime)
            if after == nil {
                let name = Console.visible(asset.path.lastComponent.displayString)
                Console.fail("\(name) has no time that could be moved so")
                status = .someFailed
            }
            if invocation.wantsJSON {
                Console.print(json(asset, after).text)
            } else {
                table.add([
                    asset.localIdentifier, words(asset.captureTime), words(after ?? asset.captureTime),
                    asset.path.lastComponent.displayString,
                ])
            }
        }
        if !invocation.wantsJSON { table.lines.forEach(Console.print) }
        if invocation.has("--preview") { return status }
        let count = try await library.performChanges { changes in
            try changes.adjustDates(of: found.objects, adjustment)
        }.result
        if !invocation.wantsJSON { Console.note(count == 1 ? "1 photo changed" : "\(count) photos changed") }
        return status
    }

    private static func words(_ time: CaptureTime?) -> String {
        guard let time else { return "" }
        return time.wallString + (time.utcOffset.map { CaptureTime.offsetString($0) } ?? "")
    }

    private static func json(_ asset: Asset, _ after: CaptureTime?) -> JSONValue {
        let before = asset.captureTime
        let now = after ?? before
        return .object([
            ("id", .string(asset.localIdentifier)),
            ("captureTimeBefore", JSONValue(before?.wallString)),
            ("utcOffsetBefore", JSONValue(before?.utcOffset)),
            ("captureTime", JSONValue(now?.wallString)),
            ("utcOffset", JSONValue(now?.utcOffset)),
        ])
    }
}

/// `1d2h`, `-90m`: whole numbers with a unit each, the sign in front.
enum ShiftParser {
    private static let units: [Character: Int64] = ["d": 86_400, "h": 3_600, "m": 60, "s": 1]

    /// Nil for what is no such time, or none that anybody means.
    static func seconds(_ text: String) -> Int64? {
        var rest = Substring(text)
        let sign: Int64 = rest.first == "-" ? -1 : 1
        if rest.first == "-" || rest.first == "+" { rest.removeFirst() }
        var total: Int64 = 0
        if rest.isEmpty { return nil }
        while !rest.isEmpty {
            let digits = rest.prefix { ("0"..."9").contains($0) }
            rest = rest.dropFirst(digits.count)
            guard digits.count <= 9, let number = Int64(digits), let unit = rest.popFirst(),
                let seconds = units[unit]
            else { return nil }
            total += number * seconds
        }
        return sign * total
    }
}
