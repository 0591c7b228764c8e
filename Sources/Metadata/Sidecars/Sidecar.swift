// SPDX-License-Identifier: GPL-3.0-or-later
// The files beside a photo that say more of it: which names they have, and which they are.

/// What a file beside a photo is. Raw values are stored.
public enum SidecarKind: Int, Sendable, Codable, Hashable, CaseIterable {
    /// What editors and managers of photos write: `a.jpg.xmp`, `a.xmp`.
    case xmp = 1
    /// What Google Takeout puts beside a photo: `a.jpg.json`.
    case takeout = 2
    /// How Apple's Photos edited it: `a.AAE`.
    case adjustments = 3

    /// The names that the sidecar of a file may have, likeliest first.
    public func names(for file: [UInt8]) -> [[UInt8]] {
        let name = SidecarName(file)
        switch self {
        case .xmp: return [name.whole + ".xmp", name.whole + ".XMP", name.stem + ".xmp", name.stem + ".XMP"]
        case .takeout: return name.takeout
        case .adjustments: return [name.stem + ".AAE", name.stem + ".aae"]
        }
    }

    /// Whether a name can be a sidecar's at all.
    public static func mayBe(_ name: [UInt8]) -> Bool {
        let suffix = String(decoding: name.suffix(5), as: UTF8.self).lowercased()
        return suffix.hasSuffix(".xmp") || suffix.hasSuffix(".aae") || suffix == ".json"
    }
}

/// A sidecar that was found.
public struct Sidecar: Sendable, Hashable, Codable {
    public var kind: SidecarKind
    public var name: [UInt8]
    /// Bytes, and nanoseconds since 1970.
    public var size: Int64
    public var modificationTime: Int64

    public init(kind: SidecarKind, name: [UInt8], size: Int64, modificationTime: Int64) {
        self.kind = kind
        self.name = name
        self.size = size
        self.modificationTime = modificationTime
    }

    /// The sidecars of a file, one of each kind, in the order of the kinds.
    /// - Parameter look: size and modification time of the file of a name; nil where there is none.
    public static func find(
        for file: [UInt8], _ look: ([UInt8]) -> (size: Int64, modificationTime: Int64)?
    ) -> [Sidecar] {
        SidecarKind.allCases.compactMap { kind in
            for name in kind.names(for: file) {
                guard let found = look(name) else { continue }
                return Sidecar(
                    kind: kind, name: name, size: found.size, modificationTime: found.modificationTime)
            }
            return nil
        }
    }

    /// A number that is another one when a sidecar comes, goes or changes; 0 for none.
    public static func stamp(of sidecars: [Sidecar]) -> Int64 {
        // FNV-1a, word by word: it need not withstand anybody, only tell states apart.
        var stamp: UInt64 = 0
        for sidecar in sidecars {
            if stamp == 0 { stamp = 0xCBF2_9CE4_8422_2325 }
            for word in [Int64(sidecar.kind.rawValue), sidecar.size, sidecar.modificationTime] {
                stamp = (stamp ^ UInt64(bitPattern: word)) &* 0x100_0000_01B3
            }
        }
        return Int64(bitPattern: stamp)
    }
}

/// A photo's name, taken apart as its sidecars repeat it.
private struct SidecarName {
    let whole: [UInt8]
    let stem: [UInt8]
    /// With its dot; empty without one.
    let suffix: [UInt8]

    init(_ name: [UInt8]) {
        whole = name
        let dot = name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 ? $0 : nil } ?? name.count
        stem = Array(name[..<dot])
        suffix = Array(name[dot...])
    }

    /// Takeout cuts the name to this many bytes before it adds `.json`.
    private static let takeoutLength = 46
    private static let supplement = ".supplemental-metadata"

    /// `a.jpg.json`, since 2024 `a.jpg.supplemental-metadata.json`, each cut to length; of `a(1).jpg` `a.jpg(1).json`; and
    /// of an edited copy that of its original.
    var takeout: [[UInt8]] {
        var names = Self.takeout(whole, "")
        if let (base, number) = numbered { names += Self.takeout(base + suffix, number) }
        let edited = Array("-edited".utf8)
        if stem.count > edited.count, stem.suffix(edited.count).elementsEqual(edited) {
            names += Self.takeout(stem.dropLast(edited.count) + suffix, "")
        }
        return names
    }

    private static func takeout(_ name: [UInt8], _ number: String) -> [[UInt8]] {
        [name, name + supplement].map { Array($0.prefix(takeoutLength)) + number + ".json" }
    }

    /// `a(1)`: `a` and `(1)`.
    private var numbered: (base: [UInt8], number: String)? {
        guard stem.last == UInt8(ascii: ")"), let open = stem.lastIndex(of: UInt8(ascii: "(")), open > 0
        else {
            return nil
        }
        let digits = stem[(open + 1)...].dropLast()
        guard !digits.isEmpty, digits.count <= 4, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return (Array(stem[..<open]), String(decoding: stem[open...], as: UTF8.self))
    }
}

extension [UInt8] {
    fileprivate static func + (bytes: [UInt8], text: String) -> [UInt8] { bytes + Array(text.utf8) }
}
