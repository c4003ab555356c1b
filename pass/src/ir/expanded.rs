//! Calls into the languages' own libraries that are read as what they do.

use inkwell::llvm_sys::core as llvm;
use inkwell::llvm_sys::prelude::LLVMValueRef;
use lockstep_core::program::{BinaryOperator, Comparison, Event, Value, ValueId};
use lockstep_core::value::fortran;

use super::descriptors;

/// Width of the numbers in flang's descriptors.
const BITS: u8 = 64;

/// Adds what a call does to its function's values and events; `false`: it is another function.
pub fn read(
    (instruction, name): (LLVMValueRef, &str),
    arguments: &[ValueId],
    result: Option<ValueId>,
    values: &mut Vec<Value>,
    events: &mut Vec<Event>,
) -> bool {
    match (name, arguments, result) {
        // What guards a variable of a C++ function, which is initialised by the first call that comes to it (Itanium C++
        // ABI, 3.3.3): who finds it not initialised does it, and then it is.
        ("__cxa_guard_acquire", [_], Some(result)) => {
            values[result.index()] = Value::Integer(1);
        }
        ("__cxa_guard_release", [address], _) => {
            let value = push(values, Value::Integer(1));
            events.push(Event::Store { address: *address, value });
        }
        ("__cxa_guard_abort", [_], _) => {}
        ("_FortranAIsContiguous", [descriptor], Some(result)) => {
            // SAFETY: an operand of a live call.
            let variable = unsafe { llvm::LLVMGetOperand(instruction, 0) };
            let Some(dimensions) = descriptors::own_dimensions(variable) else { return false };
            values[result.index()] = contiguity(*descriptor, dimensions, values, events);
        }
        // The copy of an array that does not stand in one piece is taken to be where the array is, as what is written to it
        // is copied back. To which elements the runtime's calls tell: nothing is known of them.
        ("_FortranACopyInAssign", [copy, array, ..], _) => {
            // SAFETY: an operand of a live call.
            let variable = unsafe { llvm::LLVMGetOperand(instruction, 1) };
            if let Some(dimensions) = descriptors::own_dimensions(variable) {
                let bytes = Some(fortran::bytes_of_descriptor(dimensions));
                events.push(Event::Copy { to: *copy, from: *array, bytes });
            }
            return false;
        }
        _ => return false,
    }
    true
}

fn push(values: &mut Vec<Value>, value: Value) -> ValueId {
    values.push(value);
    ValueId::new(values.len() - 1)
}

fn load(values: &mut Vec<Value>, events: &mut Vec<Event>, address: ValueId) -> ValueId {
    let loaded = push(values, Value::Load { address });
    events.push(Event::Load(loaded));
    loaded
}

/// Does what an array's descriptor describes stand in one piece? flang asks before it hands an array of unknown strides to
/// somebody who takes an address: what does not is copied, and copied back. Each dimension's stride is how far the
/// one before goes. (flang's own answer leaves out dimensions of one element, and empty arrays.)
fn contiguity(
    descriptor: ValueId,
    dimensions: i64,
    values: &mut Vec<Value>,
    events: &mut Vec<Event>,
) -> Value {
    let mut part = |values: &mut Vec<Value>, bytes| {
        let address = push(values, Value::Offset { base: descriptor, bytes });
        load(values, events, address)
    };
    let mut so_far = Value::Integer(1);
    let mut due = part(values, fortran::ELEMENT_OFFSET);
    for number in 0..dimensions {
        let stride = part(values, fortran::stride(number));
        let comparison = Comparison::Equal;
        let fits = push(values, Value::Compare { comparison, bits: BITS, operands: [stride, due] });
        let before = push(values, so_far);
        so_far = Value::Binary { operator: BinaryOperator::And, bits: 1, operands: [before, fits] };
        let [_, extent] = fortran::bounds(number);
        let operands = [stride, part(values, extent)];
        due = push(
            values,
            Value::Binary { operator: BinaryOperator::Multiply, bits: BITS, operands },
        );
    }
    so_far
}
