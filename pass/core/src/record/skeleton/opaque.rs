//! Values that are not evaluated, told by what they depend on: of what such a value is computed from
//! only the leaves matter.

use crate::program::{Function, Value, ValueId};
use crate::record::plan;

/// Inputs one value may get by taking in those of others.
const MOST_INPUTS: usize = 24;

/// Takes values that are computed from others into these.
pub fn merge(function: &mut Function) {
    let mut uses = vec![0_u32; function.values.len()];
    let used = plan::used(function);
    for (value, _) in function.values.iter().zip(&used).filter(|(_, used)| **used) {
        plan::operands(value).iter().for_each(|operand| uses[operand.index()] += 1);
    }
    for block in &function.blocks {
        let events = block.events.iter().flat_map(plan::operands_of_event);
        let end = plan::operand_of_terminator(&block.terminator);
        events.chain(end).for_each(|operand| uses[operand.index()] += 1);
    }
    // What is computed first comes first, but for what joins loops.
    for (index, used) in used.into_iter().enumerate() {
        if used && matches!(function.values[index], Value::Opaque(_)) {
            let inputs = inputs(function, ValueId::new(index), &uses);
            function.values[index] = Value::Opaque(inputs);
        }
    }
}

/// What the value depends on, through others of its kind.
fn inputs(function: &Function, value: ValueId, uses: &[u32]) -> Vec<ValueId> {
    let Value::Opaque(first) = function.value(value) else { return Vec::new() };
    let mut inputs: Vec<ValueId> = Vec::new();
    let mut work: Vec<ValueId> = first.iter().rev().copied().collect();
    let mut steps = 0;
    while let Some(input) = work.pop() {
        steps += 1;
        match function.value(input) {
            Value::Integer(_) | Value::Null | Value::Undefined | Value::Function(_) => {}
            Value::Opaque(inner)
                if input != value
                    && steps < 256
                    && (inner.len() <= 1 || uses[input.index()] == 1)
                    && inputs.len() + work.len() + inner.len() <= MOST_INPUTS =>
            {
                work.extend(inner.iter().rev());
            }
            _ if inputs.contains(&input) => {}
            _ => inputs.push(input),
        }
    }
    inputs
}
