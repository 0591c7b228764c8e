// SPDX-License-Identifier: GPL-3.0-or-later
// JPEG XL through libjxl, which turns pictures itself and gives grey as RGB. Built where libjxl's development package is.

#if HAS_JXL
    import CJxl
    import Metadata

    /// JPEG XL pictures; the first frame of an animation.
    enum JXLDecoder {
        static func decode(
            _ bytes: UnsafeRawBufferPointer, plan: DecodePlan
        ) throws(DecodeFailure) -> DecodedPicture {
            let reader = try JXLReader(bytes)
            guard let raster = try reader.nextFrame() else { throw .corrupt("it has no frames") }
            defer { withExtendedLifetime(reader) {} }
            return try plan.picture(
                raster, stored: reader.size, color: reader.color, warning: reader.warning)
        }
    }

    /// Decodes frame by frame, each as it is shown. One thread at a time.
    final class JXLReader: AnimationReader {
        /// Ours; destroyed at the end.
        private let decoder: OpaquePointer
        private var info = JxlBasicInfo()
        private var header = JxlFrameHeader()
        private var storage: PixelStorage?
        private(set) var color = ColorSource.sRGB
        private(set) var warning: String?

        /// The bytes must outlive the reader.
        init(_ bytes: UnsafeRawBufferPointer) throws(DecodeFailure) {
            guard let decoder = JxlDecoderCreate(nil) else { throw .outOfMemory }
            self.decoder = decoder
            let events = [JXL_DEC_BASIC_INFO, JXL_DEC_COLOR_ENCODING, JXL_DEC_FRAME, JXL_DEC_FULL_IMAGE]
            JxlDecoderSubscribeEvents(decoder, Int32(events.reduce(0) { $0 | $1.rawValue }))
            JxlDecoderSetInput(decoder, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
            JxlDecoderCloseInput(decoder)
        }

        deinit {
            JxlDecoderDestroy(decoder)
        }

        /// As shown: libjxl turns.
        var size: PixelSize { PixelSize(width: Int(info.xsize), height: Int(info.ysize)) }
        var isAnimated: Bool { info.have_animation != 0 }
        /// 0 for ever.
        var loopCount: Int { Int(info.animation.num_loops) }
        /// Of the frame that was read last.
        var delay: Duration {
            let ticks = info.animation.tps_numerator
            guard isAnimated, ticks > 0 else { return .zero }
            let seconds = Double(header.duration) * Double(info.animation.tps_denominator) / Double(ticks)
            return .seconds(seconds)
        }

        func next() throws(DecodeFailure) -> (Raster, delay: Duration)? {
            try nextFrame().map { ($0, delay) }
        }

        private var hasAlpha: Bool { info.alpha_bits > 0 }
        private var isWide: Bool { info.bits_per_sample > 8 }

        /// The next frame, good until the one after it; nil after the last.
        func nextFrame() throws(DecodeFailure) -> Raster? {
            while true {
                switch JxlDecoderProcessInput(decoder) {
                case JXL_DEC_BASIC_INFO:
                    guard JxlDecoderGetBasicInfo(decoder, &info) == JXL_DEC_SUCCESS else {
                        throw .corrupt("its header makes no sense")
                    }
                    try DecodeLimits.check(size)
                case JXL_DEC_COLOR_ENCODING: color = readColor()
                case JXL_DEC_FRAME: JxlDecoderGetFrameHeader(decoder, &header)
                case JXL_DEC_NEED_IMAGE_OUT_BUFFER: try supplyMemory()
                case JXL_DEC_FULL_IMAGE: return raster
                case JXL_DEC_SUCCESS: return nil
                case JXL_DEC_NEED_MORE_INPUT:
                    // What is there of a truncated picture, if it is any.
                    guard JxlDecoderFlushImage(decoder) == JXL_DEC_SUCCESS, let raster else {
                        throw .corrupt("it ends too early")
                    }
                    warning = "it ends too early"
                    return raster
                default: throw .corrupt("its bitstream makes no sense")
                }
            }
        }

        private var raster: Raster? {
            storage.map { storage in
                Raster(
                    base: storage.base, size: size, stride: size.width * bytesPerPixel,
                    model: !hasAlpha ? .rgb : info.alpha_premultiplied != 0 ? .rgbaPremultiplied : .rgba,
                    bits: isWide ? 16 : 8)
            }
        }

        private var bytesPerPixel: Int { (hasAlpha ? 4 : 3) * (isWide ? 2 : 1) }

        private func supplyMemory() throws(DecodeFailure) {
            var format = JxlPixelFormat(
                num_channels: hasAlpha ? 4 : 3, data_type: isWide ? JXL_TYPE_UINT16 : JXL_TYPE_UINT8,
                endianness: JXL_NATIVE_ENDIAN, align: 0)
            var count = 0
            guard JxlDecoderImageOutBufferSize(decoder, &format, &count) == JXL_DEC_SUCCESS,
                count == size.width * size.height * bytesPerPixel
            else { throw .unsupported(.jxl) }
            if storage == nil { storage = PixelStorage(heapBytes: count) }
            guard let storage else { throw .outOfMemory }
            guard JxlDecoderSetImageOutBuffer(decoder, &format, storage.base, count) == JXL_DEC_SUCCESS else {
                throw .unsupported(.jxl)
            }
        }

        private func readColor() -> ColorSource {
            var encoding = JxlColorEncoding()
            if albumen_jxl_encoding(decoder, &encoding) == JXL_DEC_SUCCESS,
                let source = Self.source(encoding, peak: Double(info.intensity_target))
            {
                return source
            }
            var count = 0
            guard albumen_jxl_profile_size(decoder, &count) == JXL_DEC_SUCCESS, count > 0 else {
                return .sRGB
            }
            var profile = [UInt8](repeating: 0, count: count)
            guard albumen_jxl_profile(decoder, &profile, count) == JXL_DEC_SUCCESS else { return .sRGB }
            return .profile(profile)
        }

        /// Nil for what has no code point: libjxl writes a profile for it.
        private static func source(_ encoding: JxlColorEncoding, peak: Double) -> ColorSource? {
            let transfer = encoding.transfer_function
            guard transfer != JXL_TRANSFER_FUNCTION_GAMMA, transfer != JXL_TRANSFER_FUNCTION_DCI,
                encoding.white_point == JXL_WHITE_POINT_D65
            else { return nil }
            let primaries: Int
            switch (encoding.color_space, encoding.primaries) {
            case (JXL_COLOR_SPACE_GRAY, _), (_, JXL_PRIMARIES_SRGB): primaries = 1
            case (_, JXL_PRIMARIES_2100): primaries = 9
            case (_, JXL_PRIMARIES_P3): primaries = 12
            default: return nil
            }
            return ColorSource(
                primariesCode: primaries, transferCode: Int(transfer.rawValue),
                peak: peak > 0 ? peak : ToneMapping.customaryPeak)
        }
    }
#endif
