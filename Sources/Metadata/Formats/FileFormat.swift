// SPDX-License-Identifier: GPL-3.0-or-later
// The formats that a file can be, decided by its content, never by its name. Raw values are stored.

/// What a file is, by its first bytes.
public enum FileFormat: String, Sendable, Codable, Hashable, CaseIterable {
    case jpeg, png, gif, webp, tiff, bmp
    case heic
    case heicSequence
    case avif
    case avifSequence
    case jxl, jpeg2000, svg, psd, ico, pnm, tga, xpm, qoi
    /// Digital negatives: Adobe's, Canon's three, Nikon's, Sony's, Fuji's, Olympus's, Panasonic's, …
    case dng, crw, cr2, cr3, nef, arw, raf, orf, rw2, pef, mrw, x3f
    /// MP4 and its kin.
    case mp4, quickTime, threeGP
    case matroska, webm, avi, mpegTransportStream, mpegProgramStream, ogg, flv, asf
    /// Sound without a picture.
    case mp3, flac, wav, m4a
    case unknown

    public var mediaType: MediaType {
        switch self {
        case .jpeg, .png, .gif, .webp, .tiff, .bmp, .heic, .heicSequence, .avif, .avifSequence, .jxl,
            .jpeg2000,
            .svg, .psd, .ico, .pnm, .tga, .xpm, .qoi, .dng, .crw, .cr2, .cr3, .nef, .arw, .raf, .orf, .rw2,
            .pef, .mrw, .x3f:
            .image
        case .mp4, .quickTime, .threeGP, .matroska, .webm, .avi, .mpegTransportStream, .mpegProgramStream,
            .ogg,
            .flv, .asf:
            .video
        case .mp3, .flac, .wav, .m4a: .audio
        case .unknown: .unknown
        }
    }

    /// True for digital negatives.
    public var isRaw: Bool {
        switch self {
        case .dng, .crw, .cr2, .cr3, .nef, .arw, .raf, .orf, .rw2, .pef, .mrw, .x3f: true
        default: false
        }
    }

    /// True for HEIC and AVIF, still or moving: their orientation is a property of the picture (`irot`,
    /// `imir`) that the decoder applies, and EXIF's copy of it must be ignored.
    public var isHEIF: Bool {
        switch self {
        case .heic, .heicSequence, .avif, .avifSequence: true
        default: false
        }
    }

    /// The registered media type, or the customary one where none is registered.
    public var mimeType: String {
        switch self {
        case .jpeg: "image/jpeg"
        case .png: "image/png"
        case .gif: "image/gif"
        case .webp: "image/webp"
        case .tiff: "image/tiff"
        case .bmp: "image/bmp"
        case .heic: "image/heic"
        case .heicSequence: "image/heic-sequence"
        case .avif: "image/avif"
        case .avifSequence: "image/avif-sequence"
        case .jxl: "image/jxl"
        case .jpeg2000: "image/jp2"
        case .svg: "image/svg+xml"
        case .psd: "image/vnd.adobe.photoshop"
        case .ico: "image/vnd.microsoft.icon"
        case .pnm: "image/x-portable-anymap"
        case .tga: "image/x-tga"
        case .xpm: "image/x-xpixmap"
        case .qoi: "image/qoi"
        case .dng: "image/x-adobe-dng"
        case .crw: "image/x-canon-crw"
        case .cr2: "image/x-canon-cr2"
        case .cr3: "image/x-canon-cr3"
        case .nef: "image/x-nikon-nef"
        case .arw: "image/x-sony-arw"
        case .raf: "image/x-fuji-raf"
        case .orf: "image/x-olympus-orf"
        case .rw2: "image/x-panasonic-rw2"
        case .pef: "image/x-pentax-pef"
        case .mrw: "image/x-minolta-mrw"
        case .x3f: "image/x-sigma-x3f"
        case .mp4: "video/mp4"
        case .quickTime: "video/quicktime"
        case .threeGP: "video/3gpp"
        case .matroska: "video/x-matroska"
        case .webm: "video/webm"
        case .avi: "video/vnd.avi"
        case .mpegTransportStream: "video/mp2t"
        case .mpegProgramStream: "video/mpeg"
        case .ogg: "video/ogg"
        case .flv: "video/x-flv"
        case .asf: "video/x-ms-asf"
        case .mp3: "audio/mpeg"
        case .flac: "audio/flac"
        case .wav: "audio/vnd.wave"
        case .m4a: "audio/mp4"
        case .unknown: "application/octet-stream"
        }
    }
}
