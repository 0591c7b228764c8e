// SPDX-License-Identifier: GPL-3.0-or-later
// Uniform type identifiers, for programs that know formats by Apple's names.

extension FileFormat {
    /// Apple's identifier of the format, or of the widest kind that it belongs to where Apple has none.
    public var uniformTypeIdentifier: String {
        switch self {
        case .jpeg: "public.jpeg"
        case .png: "public.png"
        case .gif: "com.compuserve.gif"
        case .webp: "org.webmproject.webp"
        case .tiff: "public.tiff"
        case .bmp: "com.microsoft.bmp"
        case .heic: "public.heic"
        case .heicSequence: "public.heics"
        case .avif: "public.avif"
        case .avifSequence: "public.avis"
        case .jxl: "public.jpeg-xl"
        case .jpeg2000: "public.jpeg-2000"
        case .svg: "public.svg-image"
        case .psd: "com.adobe.photoshop-image"
        case .ico: "com.microsoft.ico"
        case .tga: "com.truevision.tga-image"
        case .pnm, .xpm, .qoi: "public.image"
        case .dng: "com.adobe.raw-image"
        case .crw: "com.canon.crw-raw-image"
        case .cr2: "com.canon.cr2-raw-image"
        case .cr3: "com.canon.cr3-raw-image"
        case .nef: "com.nikon.raw-image"
        case .arw: "com.sony.arw-raw-image"
        case .raf: "com.fuji.raw-image"
        case .orf: "com.olympus.or-raw-image"
        case .rw2: "com.panasonic.rw2-raw-image"
        case .pef: "com.pentax.raw-image"
        case .mrw, .x3f: "public.camera-raw-image"
        case .mp4: "public.mpeg-4"
        case .quickTime: "com.apple.quicktime-movie"
        case .threeGP: "public.3gpp"
        case .matroska: "org.matroska.mkv"
        case .webm: "org.webmproject.webm"
        case .avi: "public.avi"
        case .mpegTransportStream: "public.mpeg-2-transport-stream"
        case .mpegProgramStream: "public.mpeg"
        case .ogg, .flv, .asf: "public.movie"
        case .mp3: "public.mp3"
        case .flac: "org.xiph.flac"
        case .wav: "com.microsoft.waveform-audio"
        case .m4a: "com.apple.m4a-audio"
        case .unknown: "public.data"
        }
    }
}
