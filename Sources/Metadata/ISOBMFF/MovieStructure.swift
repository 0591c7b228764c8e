// SPDX-License-Identifier: GPL-3.0-or-later
// The header of an MP4 or QuickTime movie: length, size as shown, when it was made. No frame is decoded.

/// What the `moov` box says.
struct MovieStructure {
    /// Seconds.
    private(set) var duration: Double = 0
    /// The picture before the track's matrix.
    private(set) var storedSize: PixelSize?
    private(set) var orientation = Orientation.up
    /// QuickTime's own date, which knows its zone; else the movie header's, which is UTC.
    private(set) var captureTime: CaptureTime?
    /// QuickTime metadata by key (`com.apple.quicktime.make`), of the film and of its picture's track, where it is text.
    private(set) var metadata: [String: String] = [:]
    /// The same where it is a number, or a text that is one.
    private(set) var numbers: [String: Double] = [:]
    /// Keys whose values are of any kind.
    private var keys: Set<String> = []
    /// Frames a second of the picture's track, on average.
    private(set) var frameRate: Double?
    /// Whether there is a track of how far things are, as Apple's cinematic mode records it.
    private(set) var hasDisparityTrack = false
    /// QuickTime's older texts by their type (`©xyz`).
    private(set) var userData: [String: String] = [:]
    private(set) var xmp: UnsafeRawBufferPointer?
    /// 3GPP's place.
    private(set) var location: Location?
    /// Whether the picture's track has views for two eyes (`vexu`, Apple's stereo video extension).
    private(set) var isStereo = false

    func has(_ key: String) -> Bool { keys.contains(key) }

    var displaySize: PixelSize? { storedSize.map(orientation.displaySize) }

    /// Nil without a `moov` box.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard let movie = Box.all(in: ByteReader(bytes))["moov"]?.children else { return nil }
        if let header = movie["mvhd"]?.content { readHeader(header) }
        for track in movie where track.type == "trak" {
            let track = track.children
            if Self.sampleType(track["mdia"]?.children ?? []) == Self.disparity { hasDisparityTrack = true }
            if storedSize == nil { readTrack(track) }
        }
        // Apple's place, and that of others.
        let user = movie["udta"]?.children ?? []
        for meta in [movie["meta"], user["meta"]] {
            if let meta { readMetadata(meta) }
        }
        readUserData(user)
        location = user["loci"].flatMap { Self.location($0.content) }
        xmp = user["XMP_"]?.content.bytes ?? Self.xmp(in: bytes)
        if let dated = metadata["com.apple.quicktime.creationdate"],
            let time = TimeParser.time(dated, source: .container)
        {
            captureTime = time
        }
    }

    /// Seconds from 1904, QuickTime's epoch, to 1970.
    private static let epoch: Int64 = 2_082_844_800

    private mutating func readHeader(_ content: ByteReader) {
        let isLong = content.u8(0) == 1
        let created = isLong ? content.u64(4) : content.u32(4).map(UInt64.init)
        let scale = content.u32(isLong ? 20 : 12)
        let length = isLong ? content.u64(24) : content.u32(16).map(UInt64.init)
        let isUnknown = length == (isLong ? UInt64.max : UInt64(UInt32.max))
        if let scale, scale > 0, let length, !isUnknown {
            duration = Double(length) / Double(scale)
        }
        // Zero, and anything before 1970, is a clock that was not set or another epoch.
        if let created, created < UInt64(Self.latest), Int64(created) > Self.epoch {
            captureTime = CaptureTime(
                wallSeconds: Int64(created) - Self.epoch, utcOffset: 0, source: .container)
        }
    }

    /// The year 9999, in seconds from 1904: beyond lies nonsense.
    private static let latest: Int64 = 255_485_232_000

    private mutating func readTrack(_ boxes: [Box]) {
        let media = boxes["mdia"]?.children ?? []
        // Image sequences are tracks of pictures.
        guard let handler = media["hdlr"]?.content,
            handler.matches("vide", at: 8) || handler.matches("pict", at: 8),
            let header = boxes["tkhd"]?.content
        else { return }
        // The matrix stands before the two 16.16 numbers that end the box.
        let matrix = header.u8(0) == 1 ? 52 : 40
        guard let width = header.u32(matrix + 36), let height = header.u32(matrix + 40) else { return }
        let size = PixelSize(width: Int(width >> 16), height: Int(height >> 16))
        storedSize = size.isEmpty ? Self.sampleSize(media) : size
        frameRate = Self.frameRate(media)
        isStereo = Self.hasTwoViews(media)
        if let meta = boxes["meta"] { readMetadata(meta) }
        let terms = [0, 4, 12, 16].map { header.u32(matrix + $0).map { Int32(bitPattern: $0).signum() } ?? 0 }
        switch (terms[0], terms[1], terms[2], terms[3]) {
        case (0, 1, -1, 0): orientation = .right
        case (-1, 0, 0, -1): orientation = .down
        case (0, -1, 1, 0): orientation = .left
        case (-1, 0, 0, 1): orientation = .upMirrored
        case (1, 0, 0, -1): orientation = .downMirrored
        case (0, 1, 1, 0): orientation = .leftMirrored
        case (0, -1, -1, 0): orientation = .rightMirrored
        default: orientation = .up
        }
    }

    /// The size in the first sample description, for tracks that leave their own empty.
    private static func sampleSize(_ media: [Box]) -> PixelSize? {
        guard let table = media["minf"]?.children["stbl"]?.children["stsd"]?.content,
            let width = table.u16(8 + 32), let height = table.u16(8 + 34), width > 0, height > 0
        else { return nil }
        return PixelSize(width: Int(width), height: Int(height))
    }

    /// From the table of how long frames last; its last entries suffice for no film that is longer than the limit.
    private static func frameRate(_ media: [Box]) -> Double? {
        guard let header = media["mdhd"]?.content,
            let scale = header.u32(header.u8(0) == 1 ? 20 : 12), scale > 0,
            let table = media["minf"]?.children["stbl"]?.children["stts"]?.content, let count = table.u32(4)
        else { return nil }
        var frames: UInt64 = 0
        var ticks: UInt64 = 0
        for index in 0..<min(Int(count), frameEntryLimit) {
            guard let repeated = table.u32(8 + index * 8), let length = table.u32(12 + index * 8) else {
                break
            }
            frames += UInt64(repeated)
            let (product, isTooLong) = UInt64(repeated).multipliedReportingOverflow(by: UInt64(length))
            ticks =
                isTooLong ? .max : ticks.addingReportingOverflow(product).overflow ? .max : ticks + product
        }
        guard ticks > 0, ticks < .max else { return nil }
        return Double(frames) * Double(scale) / Double(ticks)
    }

    /// Entries of different lengths looked at; films of changing rates have one a frame.
    private static let frameEntryLimit = 100_000

    /// In the first sample description, behind the 78 bytes of a picture's.
    private static func hasTwoViews(_ media: [Box]) -> Bool {
        guard let table = media["minf"]?.children["stbl"]?.children["stsd"]?.content,
            let sample = Box.all(in: table, from: 8).first
        else { return false }
        return Box.all(in: sample.content, from: 78)["vexu"] != nil
    }

    private static let disparity = "dish"

    private static func sampleType(_ media: [Box]) -> String? {
        media["minf"]?.children["stbl"]?.children["stsd"].flatMap {
            Box.all(in: $0.content, from: 8).first?.type
        }
    }

    // MARK: Metadata

    /// A text behind its length and its language (QuickTime File Format, “User data atoms”).
    private mutating func readUserData(_ boxes: [Box]) {
        for box in boxes.prefix(Self.entryLimit) where box.type.first == "©" {
            guard let length = box.content.u16(0),
                let text = box.content.text(4, length: min(Int(length), box.content.count - 4))
            else { continue }
            userData[box.type] = userData[box.type] ?? text.trimmedForPeople
        }
    }

    /// Behind a language and a name: what it is the place of, then longitude, latitude and height as 16.16 numbers (3GPP TS
    /// 26.244, 8.10).
    private static func location(_ content: ByteReader) -> Location? {
        let nameStart = 6
        guard
            let nameEnd = (nameStart..<max(nameStart, content.count)).first(where: { content.bytes[$0] == 0 })
        else { return nil }
        let numbers = (0..<3).compactMap { index in
            content.u32(nameEnd + 2 + index * 4).map { Double(Int32(bitPattern: $0)) / 65_536 }
        }
        guard numbers.count == 3, numbers[0] != 0 || numbers[1] != 0 else { return nil }
        return Location(latitude: numbers[1], longitude: numbers[0], altitude: numbers[2])
    }

    /// Adobe's place for XMP in MP4 (XMP specification part 3): a box of this UUID beside `moov`.
    private static func xmp(in bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        let uuid: [UInt8] = [
            0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
        ]
        for box in Box.all(in: ByteReader(bytes)) where box.type == "uuid" {
            // The identifier stands in front of the content.
            guard let content = box.content.bytes.baseAddress, let start = bytes.baseAddress else { continue }
            let offset = content - start - uuid.count
            if offset >= 0, bytes[offset..<(offset + uuid.count)].elementsEqual(uuid) {
                return box.content.bytes
            }
        }
        return nil
    }

    /// Metadata entries read at most; cameras write a dozen.
    private static let entryLimit = 256

    /// `keys` names the entries of `ilst` by number. QuickTime's `meta` has no version, MP4's has.
    private mutating func readMetadata(_ meta: Box) {
        let plain = meta.children
        let boxes = plain["keys"] != nil ? plain : meta.fullChildren
        guard let keys = boxes["keys"]?.content, let count = keys.u32(4) else { return readNamed(boxes) }
        let names = Box.all(in: keys, from: 8).prefix(min(Int(count), Self.entryLimit)).map {
            $0.content.text(0, length: $0.content.count) ?? ""
        }
        for entry in (boxes["ilst"]?.children ?? []).prefix(Self.entryLimit) {
            // The number is where other boxes have their type.
            let number = entry.type.unicodeScalars.reduce(0) { $0 << 8 | Int($1.value) }
            guard number >= 1, number <= names.count, let data = entry.children["data"]?.content else {
                continue
            }
            read(data, of: names[number - 1])
        }
    }

    /// Without `keys`, entries have their types for names, as iTunes has them (`©nam`).
    private mutating func readNamed(_ boxes: [Box]) {
        for entry in (boxes["ilst"]?.children ?? []).prefix(Self.entryLimit) {
            guard userData[entry.type] == nil, let data = entry.children["data"]?.content,
                data.u32(0) == ValueType.utf8
            else { continue }
            userData[entry.type] = data.text(8, length: data.count - 8)?.trimmedForPeople
        }
    }

    /// Types of values (QuickTime File Format, “Well-known types”).
    private enum ValueType {
        static let utf8: UInt32 = 1
        static let signed: UInt32 = 21
        static let unsigned: UInt32 = 22
        static let float: UInt32 = 23
        static let double: UInt32 = 24
        static let int8: UInt32 = 65
        static let int16: UInt32 = 66
        static let int32: UInt32 = 67
        static let uint8: UInt32 = 75
        static let uint16: UInt32 = 76
        static let uint32: UInt32 = 77
    }

    /// A value behind its type and its locale. The first of a key counts.
    private mutating func read(_ data: ByteReader, of key: String) {
        guard keys.insert(key).inserted, let value = data.window(at: 8, length: data.count - 8) else {
            return
        }
        switch data.u32(0) {
        case ValueType.utf8:
            metadata[key] = value.text(0, length: value.count)?.trimmedForPeople
            numbers[key] = metadata[key].flatMap { Double($0) }
        case ValueType.float: numbers[key] = value.u32(0).map { Double(Float(bitPattern: $0)) }
        case ValueType.double: numbers[key] = value.u64(0).map { Double(bitPattern: $0) }
        case ValueType.signed, ValueType.unsigned, ValueType.int8, ValueType.int16, ValueType.int32,
            ValueType.uint8,
            ValueType.uint16, ValueType.uint32:
            // As long as it is; the few that matter are small and not below zero.
            numbers[key] = value.unsigned(0, width: value.count).map { Double($0) }
        default: break
        }
    }
}
