//! Addresses with as few steps as they can have.

use crate::program::{Event, Function, Value, ValueId};

/// Offsets on offsets become one, and where an address is followed an offset of nothing is left out.
/// As a value of its own it stays: the address of the first field is no copy of the pointer.
pub fn fold(function: &mut Function) {
    for index in 0..function.values.len() {
        if let Value::Offset { base, bytes } = function.values[index] {
            let (base, bytes) = folded(function, base, bytes);
            function.values[index] = Value::Offset { base, bytes };
        }
    }
    for index in 0..function.values.len() {
        let address = match function.values[index] {
            Value::Element { base: address, .. } | Value::Load { address } => address,
            _ => continue,
        };
        let followed = followed(function, address);
        if let Value::Element { base: address, .. } | Value::Load { address } =
            &mut function.values[index]
        {
            *address = followed;
        }
    }
    for block in 0..function.blocks.len() {
        for event in 0..function.blocks[block].events.len() {
            match function.blocks[block].events[event].clone() {
                Event::Store { address, value } => {
                    let address = followed(function, address);
                    function.blocks[block].events[event] = Event::Store { address, value };
                }
                Event::Copy { to, from, bytes } => {
                    let (to, from) = (followed(function, to), followed(function, from));
                    function.blocks[block].events[event] = Event::Copy { to, from, bytes };
                }
                Event::Load(_) | Event::Call(_) => {}
            }
        }
    }
}

fn folded(function: &Function, mut base: ValueId, mut bytes: i64) -> (ValueId, i64) {
    /// Offsets on offsets that are folded at once; those of earlier values are folded already.
    const LIMIT: usize = 64;
    for _ in 0..LIMIT {
        match function.value(base) {
            Value::Offset { base: next, bytes: more } => {
                bytes = bytes.wrapping_add(*more);
                base = *next;
            }
            _ => break,
        }
    }
    (base, bytes)
}

fn followed(function: &Function, address: ValueId) -> ValueId {
    match function.value(address) {
        Value::Offset { base, bytes: 0 } if is_address(function.value(*base)) => *base,
        _ => address,
    }
}

/// Is it something whose place an offset of nothing does not change?
fn is_address(value: &Value) -> bool {
    matches!(
        value,
        Value::Parameter(_)
            | Value::Stack
            | Value::Global(_)
            | Value::Load { .. }
            | Value::Offset { .. }
            | Value::Element { .. }
            | Value::Phi { .. }
            | Value::Result { .. }
            | Value::Select { .. }
    )
}
