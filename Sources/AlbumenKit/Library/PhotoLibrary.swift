// SPDX-License-Identifier: GPL-3.0-or-later
// The library as one client sees it: the front door of AlbumenKit. Every read and write of a client
// goes through here, so that none can forget what the client may see.

import Imaging
import Metadata
import SQLite
import Synchronization

/// A photo library, opened for one client.
///
/// Safe to use from any isolation; nothing here blocks the caller's thread.
public final class PhotoLibrary: Sendable {
    /// Who is asking. Authorization is kept per client.
    public let client: ClientIdentifier
    public let location: LibraryLocation
    /// Set where the catalog found on opening was damaged: it was kept aside and a new one begun.
    public let recovery: CatalogRecovery?
    /// Decodes and reads files in its own processes.
    public let decoders: DecoderPool
    /// Tiles on disk; whoever makes one stores it here.
    public let thumbnails: ThumbnailStore

    /// Where copies go.
    let originals: OriginalsFolder
    /// See `authorizationPrompt`.
    let prompt = Mutex<AuthorizationPrompt?>(nil)

    /// For this package's own programs (the benchmark fills it); clients have the methods of this class.
    package let catalog: Catalog

    /// Set by `open`, which asks them; nil for further clients of one catalog.
    let parentalControls: ParentalControls?

    init(
        client: ClientIdentifier, location: LibraryLocation, recovery: CatalogRecovery?,
        decoders: DecoderPool, catalog: Catalog, parentalControls: ParentalControls? = nil
    ) {
        self.client = client
        self.location = location
        self.recovery = recovery
        self.decoders = decoders
        thumbnails = ThumbnailStore(directory: location.cache)
        originals = OriginalsFolder(root: location.originals)
        self.catalog = catalog
        self.parentalControls = parentalControls
    }
}
