//! Memory that is copied or filled by LLVM's own functions (LLVM language reference, "Standard C/C++ Library
//! Intrinsics").

use lockstep_core::program::{Elements, Event, Global, GlobalId, Linkage, Program, Value, ValueId};

/// Variables that are full of one byte, which nobody wrote down: what memory is filled from. No variable of a
/// program has their names.
const ZEROES: &str = "lockstep.zeroes";
const BYTES: &str = "lockstep.bytes";

/// What an intrinsic function does to memory, with values it adds to a function; `None`: it is another function.
pub fn events(
    name: &str,
    arguments: &[ValueId],
    values: &mut Vec<Value>,
    program: &mut Program,
) -> Option<Vec<Event>> {
    let is_copy = name.starts_with("llvm.memcpy") || name.starts_with("llvm.memmove");
    if !is_copy && !name.starts_with("llvm.memset") {
        return None;
    }
    let [to, what, size, ..] = *arguments else { return Some(Vec::new()) };
    let number = |value: ValueId| match values[value.index()] {
        Value::Integer(number) => Some(number),
        _ => None,
    };
    let (byte, bytes) = (number(what), number(size));
    if is_copy {
        return Some(vec![Event::Copy { to, from: what, bytes }]);
    }
    let mut push = |value: Value| {
        values.push(value);
        ValueId::new(values.len() - 1)
    };
    let from = push(Value::Global(full_of(byte, program)));
    let mut events = vec![Event::Copy { to, from, bytes }];
    if byte.is_none() {
        // Any element behind the address follows from the byte.
        let elements = Elements::new(1, bytes.and_then(|bytes| bytes.try_into().ok()).unwrap_or(0));
        let address = push(Value::Element { base: to, indices: Vec::new(), elements });
        let value = push(Value::Opaque(vec![what]));
        events.push(Event::Store { address, value });
    }
    Some(events)
}

/// The variable of the program that is full of a byte: of zeroes, or of others, of which no more is known than
/// that they are the same everywhere.
fn full_of(byte: Option<i64>, program: &mut Program) -> GlobalId {
    let is_zero = byte == Some(0);
    let name = if is_zero { ZEROES } else { BYTES };
    // They are made last.
    let known = program.globals.iter().rev().take(2).position(|global| global.name == name);
    if let Some(behind) = known {
        return GlobalId::new(program.globals.len() - 1 - behind);
    }
    program.globals.push(Global {
        name: name.into(),
        linkage: Linkage::Internal,
        constant: true,
        defined: true,
        initial_known: is_zero,
        ..Global::default()
    });
    GlobalId::new(program.globals.len() - 1)
}
