// SPDX-License-Identifier: GPL-3.0-or-later
// What parental controls decide reaches a client's view at once, and observers as a change of access.

import Glibc
import Metadata

extension Catalog {
    /// Lets a client in or keeps it out, as the filter says. Nothing is written: the controls are the truth.
    func apply(_ filter: AppFilter, to client: ClientIdentifier) {
        let isRestricted = filter.restricts(client, executable: Self.executable)
        guard access.setRestricted(isRestricted, client: client) else { return }
        Task { await tellOfAccess() }
    }

    /// The path of this program, which a filter may name; nil where it is not text.
    private static let executable: String? = {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        return length > 0 ? FilePath(cString: buffer).string : nil
    }()
}
