// SPDX-License-Identifier: GPL-3.0-or-later
// What a HEIF picture says of its colours: an ICC profile (`prof`, `rICC`), or code points (`nclx`, or the bitstream's).

import CHeif

/// Reads the colours of HEIF pictures.
enum HEIFColor {
    /// Of the picture that was decoded, or of the primary one, for a small copy that says nothing.
    static func source(
        of handle: OpaquePointer?, _ primary: OpaquePointer?, _ image: OpaquePointer?
    ) -> ColorSource {
        for handle in [handle, primary] {
            if let profile = profile(of: handle) { return .profile(profile) }
            var codes: UnsafeMutablePointer<heif_color_profile_nclx>?
            if heif_image_handle_get_nclx_color_profile(handle, &codes).code == heif_error_Ok,
                let source = source(codes, image)
            {
                return source
            }
        }
        var codes: UnsafeMutablePointer<heif_color_profile_nclx>?
        guard heif_image_get_nclx_color_profile(image, &codes).code == heif_error_Ok else { return .sRGB }
        return source(codes, image) ?? .sRGB
    }

    private static func profile(of handle: OpaquePointer?) -> [UInt8]? {
        let type = heif_image_handle_get_color_profile_type(handle)
        guard type == heif_color_profile_type_prof || type == heif_color_profile_type_rICC else { return nil }
        let count = heif_image_handle_get_raw_color_profile_size(handle)
        guard count > 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        return heif_image_handle_get_raw_color_profile(handle, &bytes).code == heif_error_Ok ? bytes : nil
    }

    /// Frees `codes`, which libheif allocated.
    private static func source(
        _ codes: UnsafeMutablePointer<heif_color_profile_nclx>?, _ image: OpaquePointer?
    ) -> ColorSource? {
        guard let codes else { return nil }
        defer { heif_nclx_color_profile_free(codes) }
        return ColorSource(
            primariesCode: Int(codes.pointee.color_primaries.rawValue),
            transferCode: Int(codes.pointee.transfer_characteristics.rawValue), peak: peak(of: image))
    }

    /// The brightest light that an HDR picture says it has.
    private static func peak(of image: OpaquePointer?) -> Double {
        guard heif_image_has_content_light_level(image) != 0 else { return ToneMapping.customaryPeak }
        var level = heif_content_light_level()
        heif_image_get_content_light_level(image, &level)
        guard level.max_content_light_level > 0 else { return ToneMapping.customaryPeak }
        return min(Double(level.max_content_light_level), ToneMapping.quantizerPeak)
    }
}
