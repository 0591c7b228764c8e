// SPDX-License-Identifier: GPL-3.0-or-later
// Cards, cameras and drives that the desktop has mounted.

import CAdwaita

/// A mounted volume.
public struct MountedVolume: Sendable, Equatable {
    /// What the desktop calls it.
    public let name: String
    /// Its root, as bytes: a camera's or phone's files have one through GVfs.
    public let path: [UInt8]
    /// Whether it holds a camera's folder of pictures (DCIM, by the Design rule for Camera File system).
    public let hasPictures: Bool
}

/// Follows what is mounted.
@MainActor
public final class VolumeMonitor {
    /// GIO's one object for all of the program.
    private let monitor = ObjectRef(adopting: g_volume_monitor_get())
    private var connections: [SignalConnection] = []

    public init() {}

    /// Calls `handler` whenever a volume was mounted, unmounted or changed, until `end()`.
    public func onChange(_ handler: @escaping @MainActor () -> Void) {
        for signal in ["mount-added", "mount-removed", "mount-changed"] {
            connections.append(connect(monitor, signal, handler))
        }
    }

    public func end() {
        for connection in connections { connection.disconnect() }
        connections = []
    }

    /// Volumes that have a path. Looks at each for pictures, away from the main thread.
    public func volumes() async -> [MountedVolume] {
        var volumes: [MountedVolume] = []
        // The list and its elements are ours (transfer full).
        let list = g_volume_monitor_get_mounts(monitor.as(GVolumeMonitor.self))
        defer { g_list_free(list) }
        var mounts: [ObjectRef] = []
        var node = list
        while let current = node {
            if let mount = current.pointee.data { mounts.append(ObjectRef(adoptingRaw: mount)) }
            node = current.pointee.next
        }
        for mount in mounts where !Bool(g_mount_is_shadowed(mount.opaque)) {
            let root = ObjectRef(adopting: g_mount_get_root(mount.opaque))
            guard let path = g_file_get_path(root.opaque) else { continue }
            defer { g_free(path) }
            volumes.append(
                MountedVolume(
                    name: takeString(g_mount_get_name(mount.opaque)), path: bytes(of: path),
                    hasPictures: await holdsPictures(mount)))
        }
        return volumes
    }

    /// By GIO's guess of the content (shared-mime-info's `x-content/image-dcf`).
    private func holdsPictures(_ mount: ObjectRef) async -> Bool {
        let result = await asyncResult { callback, data in
            g_mount_guess_content_type(mount.opaque, 0, nil, callback, data)
        }
        guard let types = g_mount_guess_content_type_finish(mount.opaque, result.opaque, nil) else {
            return false
        }
        defer { g_strfreev(types) }
        var index = 0
        while let type = types[index] {
            if String(cString: type) == "x-content/image-dcf" { return true }
            index += 1
        }
        return false
    }
}
