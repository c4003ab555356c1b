//! What threads read in turns: the next one finds what the one before has left.
//!
//! A ticket, the next piece of work, a count of those who have arrived, a flag one of them sets meanwhile: they
//! are shared, and two threads need not read the same. The program reads and updates them atomically, or under
//! a lock.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::program::{Callee, Event, Function, Program, Value, ValueId};
use crate::threads::facts::address;
use crate::threads::openmp::{self, Construct};

/// The loads of a function that are made in turns, as far as it shows.
pub fn loads_in_turns(program: &Program, function: &Function) -> FxHashSet<ValueId> {
    let mut found = updated(function);
    let (loads, stores) = under_locks(program, function);
    if stores {
        found.extend(loads);
    }
    found
}

/// Is what stands there the function's own?
fn is_own(function: &Function, pointer: ValueId) -> bool {
    matches!(function.value(address(function, pointer).root), Value::Stack)
}

/// Loads of what is stored again, computed from that: of the updates, those are left that need no lock.
fn updated(function: &Function) -> FxHashSet<ValueId> {
    let mut found = FxHashSet::default();
    for block in &function.blocks {
        // By address: what was loaded from there last.
        let mut loaded: FxHashMap<ValueId, ValueId> = FxHashMap::default();
        for event in &block.events {
            match event {
                Event::Load(load) => {
                    if let Value::Load { address } = function.value(*load)
                        && !is_own(function, *address)
                    {
                        loaded.insert(*address, *load);
                    }
                }
                Event::Store { address, value } => {
                    let before = loaded.remove(address);
                    found.extend(before.filter(|load| is_made_of(function, *value, *load)));
                }
                Event::Copy { .. } | Event::Call(_) => {}
            }
        }
    }
    found
}

/// Is a value another one, or computed from it directly?
fn is_made_of(function: &Function, value: ValueId, part: ValueId) -> bool {
    match function.value(value) {
        Value::Binary { operands, .. } => operands.contains(&part),
        Value::Opaque(inputs) => inputs.contains(&part),
        _ => value == part,
    }
}

/// The loads of shared objects that are made under a lock, and whether anything shared is stored under one.
fn under_locks(program: &Program, function: &Function) -> (Vec<ValueId>, bool) {
    let (mut loads, mut stores) = (Vec::new(), false);
    let mut entered: Vec<Option<bool>> = vec![None; function.blocks.len()];
    let mut work = vec![(0, false)];
    while let Some((at, held)) = work.pop() {
        let Some(block) = function.blocks.get(at) else { continue };
        if entered[at].is_some_and(|before| before || !held) {
            continue;
        }
        entered[at] = Some(held);
        let mut held = held;
        for event in &block.events {
            match event {
                Event::Call(call) => {
                    let Callee::Direct(callee) = call.callee else { continue };
                    let callee = program.function(callee);
                    match openmp::construct_of(callee, function, &call.arguments) {
                        Some(
                            Construct::Critical
                            | Construct::Lock(_)
                            | Construct::TestLock(_)
                            | Construct::MayLock,
                        ) => held = true,
                        Some(Construct::EndCritical | Construct::Unlock(_)) => held = false,
                        _ => {}
                    }
                }
                Event::Load(load) if held => {
                    let Value::Load { address } = function.value(*load) else { continue };
                    loads.extend((!is_own(function, *address)).then_some(*load));
                }
                Event::Store { address, .. } if held => stores |= !is_own(function, *address),
                _ => {}
            }
        }
        work.extend(block.terminator.successors().iter().map(|next| (next.index(), held)));
    }
    (loads, stores)
}
