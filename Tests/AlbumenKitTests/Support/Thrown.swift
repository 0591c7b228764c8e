// SPDX-License-Identifier: GPL-3.0-or-later
// The error that a call throws, for looking into. `#expect(throws:)` gives it back only since Swift 6.1.

import Testing

/// The error of this type that `body` throws; a recorded issue and `nil` when it throws none or another.
func thrown<E: Error>(
    _ type: E.Type, sourceLocation: SourceLocation = #_sourceLocation, by body: () throws -> some Any
) -> E? {
    do {
        _ = try body()
        Issue.record("threw nothing, expected \(type)", sourceLocation: sourceLocation)
    } catch let error as E {
        return error
    } catch {
        Issue.record("threw \(error), expected \(type)", sourceLocation: sourceLocation)
    }
    return nil
}

/// The same, of an asynchronous call.
func thrown<E: Error>(
    _ type: E.Type, isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation, by body: () async throws -> some Sendable
) async -> E? {
    do {
        _ = try await body()
        Issue.record("threw nothing, expected \(type)", sourceLocation: sourceLocation)
    } catch let error as E {
        return error
    } catch {
        Issue.record("threw \(error), expected \(type)", sourceLocation: sourceLocation)
    }
    return nil
}
