// SPDX-License-Identifier: GPL-3.0-or-later
// Finds and registers the program's GResource bundle, from an installed program and from a build tree alike.

import CAdwaita
import Glibc

/// Where a program's resource bundle may be.
public enum ResourceLocator {
    /// Candidates in order: the folder the environment names, `share/` beside the program's `bin/`, and `build/resources/`
    /// of each folder above the program, for a build tree. A pure function, so that it can be tested.
    public static func candidates(
        bundle: String, application: String, environment: String?, executable: String
    ) -> [String] {
        var paths: [String] = []
        if let environment, !environment.isEmpty { paths.append("\(environment)/\(bundle)") }
        var folder = parent(of: executable)
        paths.append("\(parent(of: folder))/share/\(application)/\(bundle)")
        while folder != "/" && !folder.isEmpty {
            paths.append("\(folder)/build/resources/\(bundle)")
            folder = parent(of: folder)
        }
        return paths
    }

    private static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "" }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}

/// What could not be done with the resource bundle.
public enum ResourceError: Error, CustomStringConvertible {
    /// None of these files exists.
    case notFound([String])
    case unreadable(path: String, GLibError)

    public var description: String {
        switch self {
        case .notFound(let paths): "no resource bundle; looked for \(paths.joined(separator: ", "))"
        case .unreadable(let path, let error): "\(path): \(error.message)"
        }
    }
}

/// The program's resources: styles, icons, builder files.
@MainActor
public enum Resources {
    /// Registers the bundle and returns where it was found. `variable` names the environment variable that may say where.
    @discardableResult
    public static func register(bundle: String, application: String, variable: String) throws -> String {
        let executable = takeString(g_file_read_link("/proc/self/exe", nil))
        let candidates = ResourceLocator.candidates(
            bundle: bundle, application: application,
            environment: getenv(variable).map { String(cString: $0) }, executable: executable)
        guard let path = candidates.first(where: { access($0, R_OK) == 0 }) else {
            throw ResourceError.notFound(candidates)
        }
        do {
            let resource = try withGError { g_resource_load(path, $0) }
            g_resources_register(resource)
            g_resource_unref(resource)
        } catch let error as GLibError {
            throw ResourceError.unreadable(path: path, error)
        }
        return path
    }
}
