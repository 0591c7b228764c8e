// swift-tools-version: 6.0
// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import PackageDescription

// libjxl is used where its development package is: Debian 12 and newer have it, other systems may not.
let hasJXL = ["/usr/include", "/usr/local/include"].contains {
    FileManager.default.fileExists(atPath: "\($0)/jxl/decode.h")
}
let jxlTargets: [Target] = hasJXL ? [.systemLibrary(name: "CJxl", pkgConfig: "libjxl")] : []
let jxlDependencies: [Target.Dependency] = hasJXL ? ["CJxl"] : []
let jxlSettings: [SwiftSetting] = hasJXL ? [.define("HAS_JXL")] : []

// Dependencies point one way (ARCHITECTURE.md, "Targets"): SQLite, Metadata and Imaging know no
// catalog and no GTK; AlbumenKit knows no GTK; only GTKBridge and AlbumenApp see CAdwaita.
let package = Package(
    name: "albumen",
    products: [
        .executable(name: "albumen", targets: ["albumen"]),
        .executable(name: "albumenctl", targets: ["albumenctl"]),
        .executable(name: "albumen-decoder", targets: ["albumen-decoder"]),
        .executable(name: "albumen-bench", targets: ["albumen-bench"]),
        .library(name: "AlbumenKit", targets: ["AlbumenKit"]),
    ],
    targets: jxlTargets + [
        // C libraries, one system-library target each.
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(
            name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
        .systemLibrary(name: "CHeif", pkgConfig: "libheif", providers: [.apt(["libheif-dev"])]),
        .systemLibrary(name: "CAvif", pkgConfig: "libavif", providers: [.apt(["libavif-dev"])]),
        .systemLibrary(
            name: "CPixbuf", pkgConfig: "gdk-pixbuf-2.0", providers: [.apt(["libgdk-pixbuf-2.0-dev"])]),
        .systemLibrary(name: "CJPEG", pkgConfig: "libjpeg", providers: [.apt(["libjpeg62-turbo-dev"])]),
        .systemLibrary(name: "CPng", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
        .systemLibrary(name: "CTiff", pkgConfig: "libtiff-4", providers: [.apt(["libtiff-dev"])]),
        .systemLibrary(name: "CWebP", pkgConfig: "libwebpdemux", providers: [.apt(["libwebp-dev"])]),
        .systemLibrary(name: "CRaw", pkgConfig: "libraw", providers: [.apt(["libraw-dev"])]),
        .systemLibrary(
            name: "CGStreamer", pkgConfig: "gstreamer-app-1.0",
            providers: [.apt(["libgstreamer-plugins-base1.0-dev"])]),
        .systemLibrary(name: "CLcms", pkgConfig: "lcms2", providers: [.apt(["liblcms2-dev"])]),
        .systemLibrary(name: "CExiv2", pkgConfig: "gexiv2", providers: [.apt(["libgexiv2-dev"])]),
        .systemLibrary(name: "CGio", pkgConfig: "gio-unix-2.0", providers: [.apt(["libglib2.0-dev"])]),
        .systemLibrary(name: "CSeccomp", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),
        .systemLibrary(
            name: "CAdwaita", pkgConfig: "libadwaita-1", providers: [.apt(["libadwaita-1-dev"])]),

        // Small C of our own.
        .target(name: "CShims"),
        .target(name: "CExivGuard", dependencies: ["CExiv2"]),
        .target(name: "CCodecs", dependencies: ["CShims", "CJPEG", "CPng", "CTiff"]),
        .target(name: "CSandbox", dependencies: ["CSeccomp"]),
        .target(name: "CListModel", dependencies: ["CAdwaita"]),

        // The library, from the bottom up.
        .target(name: "SQLite", dependencies: ["CSQLite"]),
        .target(name: "Metadata", dependencies: ["CExiv2", "CExivGuard", "CShims"]),
        .target(
            name: "Imaging",
            dependencies: [
                "Metadata", "SQLite", "CCodecs", "CTurboJPEG", "CHeif", "CAvif", "CWebP", "CRaw", "CPixbuf",
                "CLcms", "CGStreamer", "CSandbox", "CShims",
            ] + jxlDependencies,
            swiftSettings: jxlSettings),
        .target(
            name: "AlbumenKit",
            dependencies: ["SQLite", "Metadata", "Imaging", "CGio", "CShims"]),

        // The shell.
        .target(name: "GTKBridge", dependencies: ["CAdwaita", "CListModel", "CShims"]),
        .target(name: "AlbumenApp", dependencies: ["AlbumenKit", "GTKBridge", "CAdwaita"]),

        // Starting other programs, for benches and tests.
        .target(name: "Subprocess", dependencies: ["CShims"]),

        // Programs.
        .executableTarget(name: "albumen", dependencies: ["AlbumenApp"]),
        .executableTarget(name: "albumenctl", dependencies: ["AlbumenKit"]),
        .executableTarget(name: "examples", dependencies: ["AlbumenKit"], path: "Examples"),
        .executableTarget(name: "albumen-decoder", dependencies: ["Imaging"]),
        .executableTarget(
            name: "albumen-bench",
            dependencies: [
                "AlbumenKit", "Imaging", "SQLite", "CSQLite", "CCodecs", "CTurboJPEG", "CHeif", "CRaw",
                "CLcms",
                "Subprocess",
            ]),

        // Tests: one target per module. The probes are programs of their own: GTK has to run on a
        // process's main thread, where a test runner does not put it, and a sandbox is left by ending.
        .executableTarget(
            name: "GTKBridgeProbe", dependencies: ["AlbumenApp", "AlbumenKit", "GTKBridge", "CAdwaita"],
            path: "Tests/GTKBridgeProbe"),
        .executableTarget(
            name: "DecoderProbe", dependencies: ["CSeccomp", "Imaging"], path: "Tests/DecoderProbe"),
        .target(name: "TestSupport", dependencies: ["Subprocess"], path: "Tests/TestSupport"),
        .testTarget(name: "SQLiteTests", dependencies: ["SQLite", "TestSupport"]),
        .testTarget(name: "MetadataTests", dependencies: ["Metadata", "TestSupport"]),
        .testTarget(
            name: "ImagingTests",
            dependencies: ["Imaging", "albumen-decoder", "DecoderProbe", "TestSupport"],
            swiftSettings: jxlSettings),
        .testTarget(name: "AlbumenKitTests", dependencies: ["AlbumenKit", "albumen-decoder", "TestSupport"]),
        .testTarget(name: "AlbumenAppTests", dependencies: ["AlbumenApp", "AlbumenKit"]),
        .testTarget(name: "GTKBridgeTests", dependencies: ["GTKBridge", "GTKBridgeProbe", "TestSupport"]),
        .testTarget(
            name: "CommandLineTests",
            dependencies: ["albumenctl", "albumen-decoder", "examples", "Subprocess", "TestSupport"],
            exclude: ["accounts-service.py"]),
        .testTarget(
            name: "UITests", dependencies: ["albumen", "albumenctl", "albumen-decoder", "TestSupport"],
            exclude: [
                "session.sh", "albumen_ui.py", "photos.py", "pointer.py", "other_program.py", "Scenarios",
            ]),
    ],
    swiftLanguageModes: [.v6]
)

// Only `make fuzz` sets this: no other build has a use for libFuzzer's main.
if Context.environment["ALBUMEN_FUZZ"] != nil {
    package.products.append(.executable(name: "albumen-fuzz", targets: ["Fuzz"]))
    package.targets.append(
        .executableTarget(
            name: "Fuzz", dependencies: ["AlbumenKit", "Imaging", "Metadata"], path: "Tests/Fuzz",
            swiftSettings: [.unsafeFlags(["-parse-as-library"])],
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]))
}
