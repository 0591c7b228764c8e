// SPDX-License-Identifier: GPL-3.0-or-later
// The items of a HEIF or AVIF file: the primary picture's size and rotation, and where EXIF and XMP lie.
// Nothing is decoded.

/// What the `meta` box of a HEIF file says.
struct HEIFStructure {
    /// The primary item's pixels before `irot`, `imir` and `clap`.
    private(set) var storedSize: PixelSize?
    /// As libheif shows it: cropped and turned.
    private(set) var displaySize: PixelSize?
    /// A TIFF stream.
    private(set) var exif: UnsafeRawBufferPointer?
    private(set) var xmp: UnsafeRawBufferPointer?
    /// Of any of the pictures in the file: it has one that is shown.
    private(set) var auxiliaryImages: AuxiliaryImages = []

    /// Whether it is a pair of pictures for both eyes that says where the cameras stood: to be stereo alone is not enough for
    /// Apple's spatial photos.
    var isSpatial: Bool {
        let groups = boxes["grpl"]?.children ?? []
        let properties = boxes["iprp"]?.children["ipco"]?.children ?? []
        return groups["ster"] != nil && properties["cmex"] != nil && properties["cmin"] != nil
    }

    /// Items looked at; a grid of a 100-megapixel picture has some hundreds.
    private static let itemLimit = 20_000

    private let file: ByteReader
    private let boxes: [Box]

    /// Nil without a `meta` box, as in pure image sequences.
    init?(_ bytes: UnsafeRawBufferPointer) {
        file = ByteReader(bytes)
        guard let meta = Box.all(in: file)["meta"] else { return nil }
        boxes = meta.fullChildren
        if let primary = primaryItem { readSize(of: primary) }
        readAuxiliaryTypes()
        readMetadataItems()
    }

    private var primaryItem: UInt32? {
        guard let content = boxes["pitm"]?.content, let version = content.u8(0) else { return nil }
        return version == 0 ? content.u16(4).map(UInt32.init) : content.u32(4)
    }

    // MARK: Properties

    private mutating func readSize(of item: UInt32) {
        guard let container = boxes["iprp"]?.children, let properties = container["ipco"]?.children else {
            return
        }
        var size: PixelSize?
        for index in container.filter({ $0.type == "ipma" }).flatMap({
            Self.associations(of: item, in: $0.content)
        }) {
            guard index >= 1, index <= properties.count else { continue }
            let property = properties[index - 1]
            switch property.type {
            case "ispe":
                guard let width = property.content.u32(4), let height = property.content.u32(8) else { break }
                // Some encoders add a second one, of the size as shown.
                storedSize = storedSize ?? PixelSize(width: Int(width), height: Int(height))
                size = size ?? storedSize
            case "clap": size = Self.crop(property.content) ?? size
            case "irot": if let angle = property.content.u8(0), angle & 1 == 1 { size = size?.transposed }
            default: break
            }
        }
        displaySize = size
    }

    /// `auxC` names what a picture is in place of showing something.
    private mutating func readAuxiliaryTypes() {
        for property in boxes["iprp"]?.children["ipco"]?.children ?? [] where property.type == "auxC" {
            let text = property.content.bytes.dropFirst(4).prefix(Self.urnLimit).prefix { $0 != 0 }
            auxiliaryImages.formUnion(AuxiliaryImages(urn: String(decoding: text, as: UTF8.self)))
        }
    }

    /// Bytes; the names that are known have some fifty.
    private static let urnLimit = 128

    /// The property numbers of an item, from 1, in the order they apply.
    private static func associations(of item: UInt32, in content: ByteReader) -> [Int] {
        guard let version = content.u8(0), let flags = content.u8(3), let count = content.u32(4) else {
            return []
        }
        var offset = 8
        for _ in 0..<min(Int(count), itemLimit) {
            let identifier = version < 1 ? content.u16(offset).map(UInt32.init) : content.u32(offset)
            offset += version < 1 ? 2 : 4
            guard let identifier, let associationCount = content.u8(offset) else { return [] }
            offset += 1
            let isWide = flags & 1 == 1
            let width = isWide ? 2 : 1
            if identifier == item {
                return (0..<Int(associationCount)).compactMap { index in
                    isWide
                        ? content.u16(offset + index * 2).map { Int($0 & 0x7FFF) }
                        : content.u8(offset + index).map { Int($0 & 0x7F) }
                }
            }
            offset += Int(associationCount) * width
        }
        return []
    }

    private static func crop(_ content: ByteReader) -> PixelSize? {
        guard let width = content.u32(0), let widthDivisor = content.u32(4), let height = content.u32(8),
            let heightDivisor = content.u32(12), widthDivisor > 0, heightDivisor > 0
        else { return nil }
        let size = PixelSize(width: Int(width / widthDivisor), height: Int(height / heightDivisor))
        return size.isEmpty ? nil : size
    }

    // MARK: Metadata items

    private mutating func readMetadataItems() {
        guard let information = boxes["iinf"]?.content, let version = information.u8(0) else { return }
        for entry in Box.all(in: information, from: version == 0 ? 6 : 8).prefix(Self.itemLimit)
        where entry.type == "infe" {
            guard let version = entry.content.u8(0), version >= 2 else { continue }
            let isWide = version > 2
            guard let item = isWide ? entry.content.u32(4) : entry.content.u16(4).map(UInt32.init) else {
                continue
            }
            let typeOffset = isWide ? 10 : 8
            // A picture that is another one with a gain map applied to it.
            if entry.content.matches("tmap", at: typeOffset) { auxiliaryImages.insert(.gainMap) }
            if entry.content.matches("Exif", at: typeOffset), exif == nil {
                exif = bytes(of: item).flatMap(Self.tiff)
            } else if entry.content.matches("mime", at: typeOffset), xmp == nil,
                Self.isXMP(entry.content, from: typeOffset + 4)
            {
                xmp = bytes(of: item)?.bytes
            }
        }
    }

    /// Whether a `mime` entry, after its name, is of XMP's type.
    private static func isXMP(_ entry: ByteReader, from offset: Int) -> Bool {
        guard let nameEnd = (offset..<entry.count).first(where: { entry.bytes[$0] == 0 }) else {
            return false
        }
        return entry.matches("application/rdf+xml", at: nameEnd + 1)
    }

    /// The TIFF stream of an Exif item, behind a four-byte offset to it.
    static func tiff(_ item: ByteReader) -> UnsafeRawBufferPointer? {
        guard let skip = item.u32(0) else { return nil }
        let start = 4 + Int(skip)
        return item.window(at: start, length: item.count - start)?.bytes
    }

    /// The bytes of an item that lies in one piece, in the file or in `idat`.
    private func bytes(of item: UInt32) -> ByteReader? {
        guard let content = boxes["iloc"]?.content, let version = content.u8(0), let sizes = content.u8(4),
            let moreSizes = content.u8(5)
        else { return nil }
        let offsetWidth = Int(sizes >> 4), lengthWidth = Int(sizes & 15), baseWidth = Int(moreSizes >> 4)
        let indexWidth = version > 0 ? Int(moreSizes & 15) : 0
        let identifierWidth = version < 2 ? 2 : 4
        guard let count = content.unsigned(6, width: identifierWidth) else { return nil }
        var cursor = 6 + identifierWidth
        for _ in 0..<min(Int(clamping: count), Self.itemLimit) {
            guard let identifier = content.unsigned(cursor, width: identifierWidth) else { return nil }
            cursor += identifierWidth
            let method = version > 0 ? content.u16(cursor).map { $0 & 15 } : 0
            cursor += version > 0 ? 4 : 2
            guard let base = content.unsigned(cursor, width: baseWidth),
                let extents = content.u16(cursor + baseWidth)
            else { return nil }
            cursor += baseWidth + 2
            if identifier == UInt64(item) {
                guard extents == 1,
                    let offset = content.unsigned(cursor + indexWidth, width: offsetWidth),
                    let length = content.unsigned(cursor + indexWidth + offsetWidth, width: lengthWidth)
                else { return nil }
                let source = method == 1 ? boxes["idat"]?.content : file
                return source?.window(at: Int(clamping: base &+ offset), length: Int(clamping: length))
            }
            cursor += Int(extents) * (indexWidth + offsetWidth + lengthWidth)
        }
        return nil
    }
}
