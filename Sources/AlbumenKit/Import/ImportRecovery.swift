// SPDX-License-Identifier: GPL-3.0-or-later
// After imports that were cut short: copies that nobody has told of are removed, so that what is left to do is what the
// queue says, and nothing lies about that is no asset.

import Glibc
import Metadata

extension PhotoLibrary {
    /// Puts in order what imports have left whose process has ended. Does nothing about those at work. Without effect where
    /// the catalog cannot be read or written just now: the next import tries again.
    func recoverImports() async {
        let interrupted = try? await catalog.read { connection in
            try connection.all(
                "SELECT id FROM import_session WHERE state = ?", StoredImportState.running.rawValue
            ) { $0.int64(0) }
        }
        guard let interrupted, !interrupted.isEmpty else { return }
        let (locks, dead) = await Catalog.disk.run { [location] in
            let locks = ImportLocks(in: location.data)
            // Held until the end of this, so that nobody resumes one meanwhile.
            return (locks, interrupted.filter(locks.take))
        }
        guard !dead.isEmpty else { return }
        await Catalog.disk.run { [location] in
            locks.beginEntering()
            OriginalsFolder(root: location.originals).sweep()
        }
        for session in dead { try? await recover(ImportQueue(catalog: catalog, session: session)) }
        locks.endEntering()
        dead.forEach(locks.give)
    }

    private func recover(_ queue: ImportQueue) async throws {
        for copy in try await queue.plannedCopies() {
            // A scan may have found it: then it is an asset's, and the file that it was made of will be its duplicate.
            let known = try await catalog.knownFiles(in: copy.folder).contains { $0.name == copy.name }
            if known { continue }
            await Catalog.disk.run { if copy.isThere { _ = copy.path.withCString { unlink($0) } } }
        }
        try await queue.isRecovered()
    }
}
