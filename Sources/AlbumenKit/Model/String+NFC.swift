// SPDX-License-Identifier: GPL-3.0-or-later
// Titles are compared and stored in Unicode's composed form, so that "é" is "é" however it was typed.

import Foundation

extension String {
    /// Unicode normalization form C.
    var nfc: String { precomposedStringWithCanonicalMapping }
}
