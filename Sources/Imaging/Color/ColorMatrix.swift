// SPDX-License-Identifier: GPL-3.0-or-later
// Three by three numbers: from the light of one set of primaries to that of another.

/// A matrix by its columns: what red, green and blue light become.
struct ColorMatrix {
    var red: SIMD3<Double>
    var green: SIMD3<Double>
    var blue: SIMD3<Double>

    static let identity = ColorMatrix(
        red: SIMD3(1, 0, 0), green: SIMD3(0, 1, 0), blue: SIMD3(0, 0, 1))

    static func * (matrix: ColorMatrix, light: SIMD3<Double>) -> SIMD3<Double> {
        matrix.red * light.x + matrix.green * light.y + matrix.blue * light.z
    }

    static func * (left: ColorMatrix, right: ColorMatrix) -> ColorMatrix {
        ColorMatrix(red: left * right.red, green: left * right.green, blue: left * right.blue)
    }

    /// Nil where the columns lie in one plane.
    var inverse: ColorMatrix? {
        let rows = [Self.cross(green, blue), Self.cross(blue, red), Self.cross(red, green)]
        let determinant = (red * rows[0]).sum()
        guard abs(determinant) > 1e-9 else { return nil }
        func column(_ index: Int) -> SIMD3<Double> {
            SIMD3(rows[0][index], rows[1][index], rows[2][index]) / determinant
        }
        return ColorMatrix(red: column(0), green: column(1), blue: column(2))
    }

    private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
}
