// SPDX-License-Identifier: GPL-3.0-or-later
// Several textures as one picture: a coarse one of all of it, sharper ones of parts.

import CAdwaita

/// A texture and where it lies.
public struct TextureLayer {
    let texture: Texture
    let bounds: graphene_rect_t

    /// In the units of the whole.
    public init(_ texture: Texture, x: Double, y: Double, width: Double, height: Double) {
        self.texture = texture
        bounds = graphene_rect_t(
            origin: graphene_point_t(x: Float(x), y: Float(y)),
            size: graphene_size_t(width: Float(width), height: Float(height)))
    }
}

/// A paintable of this size, in any unit, with each layer over those before it. It is drawn at any scale without being
/// rendered first: what is out of sight costs nothing.
@MainActor
public func makePaintable(width: Double, height: Double, layers: [TextureLayer]) -> ObjectRef? {
    let snapshot = gtk_snapshot_new()
    for layer in layers {
        var bounds = layer.bounds
        gtk_snapshot_append_texture(snapshot, layer.texture.pointer, &bounds)
    }
    var size = graphene_size_t(width: Float(width), height: Float(height))
    // Frees the snapshot and gives the paintable to us.
    return gtk_snapshot_free_to_paintable(snapshot, &size).map { ObjectRef(adopting: $0) }
}
