// SPDX-License-Identifier: GPL-3.0-or-later
// Emits signals as GTK and GIO do, where no person and no system can be asked to.

import CAdwaita
import GTKBridge

enum SignalArgument {
    case double(Double)
    case enumeration(GType, Int32)
    /// A value within the value, as drop targets hand over what was dropped. It stays the caller's.
    case value(GValue)

    @MainActor
    fileprivate func store(in value: inout GValue) {
        switch self {
        case .double(let number):
            g_value_init(&value, albumen_type_double())
            g_value_set_double(&value, number)
        case .enumeration(let type, let number):
            g_value_init(&value, type)
            g_value_set_enum(&value, number)
        case .value(var inner):
            g_value_init(&value, albumen_type_value())
            g_value_set_boxed(&value, &inner)
        }
    }
}

/// Emits a signal that has no answer.
@MainActor
func emit(_ object: ObjectRef, _ signal: String, _ arguments: SignalArgument...) {
    emit(object, signal, arguments, answer: nil)
}

/// Emits a signal that asks, and reads the answer, of this type.
@MainActor
func emit<Answer>(
    _ object: ObjectRef, _ signal: String, _ arguments: SignalArgument..., answer type: GType,
    _ read: (UnsafePointer<GValue>) -> Answer
) -> Answer {
    var answer = GValue()
    g_value_init(&answer, type)
    defer { g_value_unset(&answer) }
    emit(object, signal, arguments, answer: &answer)
    return read(&answer)
}

@MainActor
private func emit(
    _ object: ObjectRef, _ signal: String, _ arguments: [SignalArgument],
    answer: UnsafeMutablePointer<GValue>?
) {
    let type = albumen_type_of(object.raw)
    var values = [GValue](repeating: GValue(), count: arguments.count + 1)
    g_value_init(&values[0], type)
    g_value_set_object(&values[0], object.raw)
    for (index, argument) in arguments.enumerated() { argument.store(in: &values[index + 1]) }
    g_signal_emitv(&values, g_signal_lookup(signal, type), 0, answer)
    for index in values.indices { g_value_unset(&values[index]) }
}
