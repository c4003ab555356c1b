//! What is written at a moment of its own: by handlers of signals, by threads beside MPI's, by functions that MPI calls back
//! where something fails or an attribute is deleted. `while (!stop) MPI_Barrier(…)` ends in another round on each rank.

use rustc_hash::FxHashSet;

use crate::program::{Callee, Event, Function, FunctionId, GlobalId, Program, Value, ValueId};

/// Functions that are handed another one, which is entered when its time comes.
const ENTERING: [&str; 15] = [
    "signal",
    "sigaction",
    "sigset",
    "bsd_signal",
    "pthread_create",
    "thrd_create",
    "timer_create",
    "MPI_Comm_create_errhandler",
    "MPI_Errhandler_create",
    "MPI_File_create_errhandler",
    "MPI_Win_create_errhandler",
    "MPI_Comm_create_keyval",
    "MPI_Keyval_create",
    "MPI_Type_create_keyval",
    "MPI_Win_create_keyval",
];

/// Is the function of this symbol handed another one that is entered when its time comes?
#[must_use]
pub fn is_entering(symbol: &str) -> bool {
    ENTERING.contains(&symbol)
}

/// The variables that functions write which are entered when their time comes, or functions they call by name.
pub(super) fn written(program: &Program) -> FxHashSet<GlobalId> {
    if !program.functions.iter().any(|function| is_entering(&function.name)) {
        return FxHashSet::default();
    }
    let mut work: Vec<FunctionId> =
        program.functions.iter().flat_map(|f| entered(program, f)).collect();
    let mut seen = FxHashSet::default();
    let mut found = FxHashSet::default();
    while let Some(id) = work.pop() {
        if !seen.insert(id) {
            continue;
        }
        let function = program.function(id);
        for event in function.blocks.iter().flat_map(|block| &block.events) {
            match event {
                Event::Store { address, .. } => found.extend(variable(function, *address)),
                Event::Call(call) => {
                    if let Callee::Direct(callee) = call.callee {
                        work.push(callee);
                    }
                }
                _ => {}
            }
        }
    }
    found
}

/// The functions that a function hands to one that enters them: by name, or in an object (`sigaction`).
fn entered(program: &Program, function: &Function) -> Vec<FunctionId> {
    let events = || function.blocks.iter().flat_map(|block| &block.events);
    let named = |value: &ValueId| match function.value(*value) {
        Value::Function(id) => Some(*id),
        _ => None,
    };
    let mut found = Vec::new();
    for event in events() {
        let Event::Call(call) = event else { continue };
        let Callee::Direct(callee) = call.callee else { continue };
        if is_entering(&program.function(callee).name) {
            found.extend(call.arguments.iter().filter_map(named));
            let stored = events().filter_map(|event| match event {
                Event::Store { value, .. } => named(value),
                _ => None,
            });
            found.extend(stored);
        }
    }
    found
}

/// The variable that an address lies in.
fn variable(function: &Function, mut address: ValueId) -> Option<GlobalId> {
    loop {
        match function.value(address) {
            Value::Global(variable) => return Some(*variable),
            Value::Offset { base, .. } | Value::Element { base, .. } => address = *base,
            _ => return None,
        }
    }
}
