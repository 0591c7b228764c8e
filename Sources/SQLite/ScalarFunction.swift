// SPDX-License-Identifier: GPL-3.0-or-later
// SQL functions written in Swift: deterministic ones, of a fixed number of arguments, that answer with an integer.

import CSQLite

/// A function for SQL text. Statements call it by name; views, triggers and indexes of a file cannot.
public struct ScalarFunction: Sendable {
    /// The arguments of one call; do not keep them.
    public struct Arguments {
        fileprivate let context: OpaquePointer?
        fileprivate let values: UnsafeMutablePointer<OpaquePointer?>

        public func isNull(_ index: Int) -> Bool { sqlite3_value_type(values[index]) == SQLITE_NULL }
        public func int(_ index: Int) -> Int { Int(sqlite3_value_int64(values[index])) }

        /// The bytes of a text or blob, valid within `body`.
        public func withBytes<T>(_ index: Int, _ body: (UnsafeRawBufferPointer) -> T) -> T {
            let base = sqlite3_value_blob(values[index])
            return body(
                UnsafeRawBufferPointer(
                    start: base, count: base == nil ? 0 : Int(sqlite3_value_bytes(values[index]))))
        }

        /// What `make` makes of an argument. For one that is the same on every row, a literal or a parameter, it is made once
        /// and kept until the statement is reset; for any other at each call.
        public func kept<Object: AnyObject>(_ index: Int, _ make: () -> Object) -> Object {
            // Borrowed: SQLite has the reference.
            if let pointer = sqlite3_get_auxdata(context, Int32(index)),
                let object = Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue() as? Object
            {
                return object
            }
            let object = make()
            // Given to SQLite, which may release it at once; the caller's is another reference.
            let pointer = Unmanaged<AnyObject>.passRetained(object).toOpaque()
            sqlite3_set_auxdata(context, Int32(index), pointer, releaseKept)
            return object
        }
    }

    public let name: String
    public let argumentCount: Int
    let body: @Sendable (Arguments) -> Int64

    public init(_ name: String, argumentCount: Int, body: @escaping @Sendable (Arguments) -> Int64) {
        self.name = name
        self.argumentCount = argumentCount
        self.body = body
    }

    private final class Box {
        let body: @Sendable (Arguments) -> Int64
        init(_ body: @escaping @Sendable (Arguments) -> Int64) { self.body = body }
    }

    /// Adds the function to a connection, which keeps it to its end.
    func register(on connection: OpaquePointer) -> Int32 {
        // Given to SQLite, which calls `releaseBox` also where it refuses.
        let box = Unmanaged.passRetained(Box(body)).toOpaque()
        return sqlite3_create_function_v2(
            connection, name, Int32(argumentCount), SQLITE_UTF8 | SQLITE_DIRECTONLY | SQLITE_DETERMINISTIC,
            box,
            callBox, nil, nil, releaseBox)
    }

    fileprivate static func call(
        _ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>
    ) -> Int64 {
        guard let data = sqlite3_user_data(context) else { return 0 }
        return Unmanaged<Box>.fromOpaque(data).takeUnretainedValue()
            .body(Arguments(context: context, values: values))
    }

    fileprivate static func release(_ box: UnsafeMutableRawPointer) {
        Unmanaged<Box>.fromOpaque(box).release()
    }
}

private func callBox(
    _ context: OpaquePointer?, _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
) {
    guard let values else { return sqlite3_result_null(context) }
    sqlite3_result_int64(context, ScalarFunction.call(context, values))
}

private func releaseKept(_ object: UnsafeMutableRawPointer?) {
    if let object { Unmanaged<AnyObject>.fromOpaque(object).release() }
}

private func releaseBox(_ box: UnsafeMutableRawPointer?) {
    if let box { ScalarFunction.release(box) }
}
