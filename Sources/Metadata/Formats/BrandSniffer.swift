// SPDX-License-Identifier: GPL-3.0-or-later
// Tells the ISO-BMFF family apart by the brands in `ftyp`.

/// What a file with an `ftyp` box is.
enum BrandSniffer {
    /// Brands read at most; real files have fewer than ten.
    private static let brandLimit = 64

    static func format(of head: ByteReader) -> FileFormat {
        let boxSize = Int(head.u32(0) ?? 0)
        let major = head.text(8, length: 4) ?? ""
        var brands = [major]
        var offset = 16
        while offset + 4 <= boxSize, brands.count < brandLimit, let brand = head.text(offset, length: 4) {
            brands.append(brand)
            offset += 4
        }
        // The major brand says which player the author had in mind; compatible ones only break the tie.
        switch major {
        case "avis": return .avifSequence
        case "avif": return brands.contains("avis") && !brands.contains("mif1") ? .avifSequence : .avif
        case "heic", "heix", "heim", "heis": return .heic
        case "hevc", "hevx", "hevm", "hevs", "msf1":
            return brands.contains("avis") ? .avifSequence : .heicSequence
        case "mif1", "mif2", "miaf", "heif", "1pic": return brands.contains("avif") ? .avif : .heic
        case "crx ": return .cr3
        case "qt  ": return .quickTime
        case "M4A ", "M4B ", "M4P ", "F4A ": return .m4a
        case _ where major.hasPrefix("3g"): return .threeGP
        default: break
        }
        if brands.contains("avif") { return .avif }
        if brands.contains("heic") || brands.contains("mif1") { return .heic }
        return .mp4
    }
}
