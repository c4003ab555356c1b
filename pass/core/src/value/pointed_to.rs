//! Which functions a pointer may lead to, by where it comes from or by its type.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Context;
use crate::mpi;
use crate::program::{
    CallSite, Callee, Event, Function, FunctionId, GlobalId, InitialAddress, Program, Value,
    ValueId,
};

/// Functions of the program a pointer may lead to at most.
const CANDIDATE_LIMIT: usize = 64;
/// Values looked through for the functions a pointer is chosen among.
const POINTER_LIMIT: usize = 64;

/// The functions of a program whose addresses are taken, by their types.
#[derive(Debug)]
pub struct PointedTo {
    by_signature: FxHashMap<u64, Vec<FunctionId>>,
}

impl PointedTo {
    /// Those of this program.
    #[must_use]
    pub fn new(program: &Program) -> Self {
        let mut by_signature: FxHashMap<u64, Vec<FunctionId>> = FxHashMap::default();
        for id in program.function_ids() {
            let function = program.function(id);
            let is_mpi = || mpi::lookup(&function.name).is_some();
            if function.address_taken && (function.is_defined() || is_mpi()) {
                by_signature.entry(function.signature).or_default().push(id);
            }
        }
        Self { by_signature }
    }

    /// Functions of the program a pointer to this type of function may lead to; none are named where they
    /// cannot be followed.
    #[must_use]
    pub fn candidates(&self, program: &Program, signature: u64) -> &[FunctionId] {
        let found = self.by_signature.get(&signature).map_or(&[][..], Vec::as_slice);
        if are_followed(program, found) { found } else { &[] }
    }
}

/// Can a call of any of these functions be followed? They may be too many, and the procedures of MPI are
/// followed only where they are called by name.
#[must_use]
pub fn are_followed(program: &Program, functions: &[FunctionId]) -> bool {
    let is_mpi = |id: &FunctionId| {
        let function = program.function(*id);
        !function.is_defined() && mpi::lookup(&function.name).is_some()
    };
    functions.len() <= CANDIDATE_LIMIT && !functions.iter().any(is_mpi)
}

/// Was a function's address read from an exception that was caught? What they tell of themselves takes no
/// communication, and throws nothing.
#[must_use]
pub fn is_of_exception(program: &Program, function: &Function, pointer: ValueId) -> bool {
    let mut at = pointer;
    for _ in 0..8 {
        at = match function.value(at) {
            Value::Load { address } => *address,
            Value::Offset { base, .. } | Value::Element { base, .. } => *base,
            Value::Result { block, event } => {
                let events = &function.blocks[block.index()].events;
                let Some(Event::Call(call)) = events.get(*event as usize) else { return false };
                return matches!(call.callee, Callee::Direct(callee)
                    if program.function(callee).name == "__cxa_begin_catch");
            }
            _ => return false,
        };
    }
    false
}

/// Functions an indirect call may reach: those the pointer is chosen among, or all of the type whose address
/// is taken; none where that cannot be followed, and none of those that may have this type by chance where
/// an exception is asked.
pub(super) fn candidates(
    context: &Context<'_>,
    function: &Function,
    pointer: ValueId,
    signature: u64,
) -> Vec<FunctionId> {
    match chosen_functions(context.program, function, pointer) {
        Some(known) if known.len() == 1 || are_followed(context.program, &known) => known,
        Some(_) => Vec::new(),
        None if is_of_exception(context.program, function, pointer) => Vec::new(),
        None => context.candidates(signature).to_vec(),
    }
}

/// May a call reach other functions than are known?
pub(super) fn may_call_others(context: &Context<'_>, function: &Function, call: &CallSite) -> bool {
    match call.callee {
        Callee::Indirect { pointer, .. } => {
            !context.complete && chosen_functions(context.program, function, pointer).is_none()
        }
        Callee::Direct(_) | Callee::Assembly => false,
    }
}

/// The functions of which a pointer is the address of one, whatever else there is: it is chosen among them, or stands
/// in a table that nobody writes. `None`: not known.
#[must_use]
pub fn chosen_functions(
    program: &Program,
    function: &Function,
    pointer: ValueId,
) -> Option<Vec<FunctionId>> {
    let (mut work, mut seen, mut found) = (vec![pointer], FxHashSet::default(), Vec::new());
    while let Some(value) = work.pop() {
        if !seen.insert(value) {
            continue;
        }
        match function.value(value) {
            Value::Function(chosen) => found.push(*chosen),
            Value::Select { then, otherwise, .. } => work.extend([*then, *otherwise]),
            Value::Phi { incoming, .. } => work.extend(incoming.iter().map(|(_, value)| *value)),
            Value::Load { address } => found.extend(functions_at(program, function, *address)?),
            _ => return None,
        }
        if seen.len() > POINTER_LIMIT {
            return None;
        }
    }
    found.sort_unstable();
    found.dedup();
    (!found.is_empty()).then_some(found)
}

/// The functions whose addresses may stand at an address in a variable that nobody writes; `None`: not all are known.
fn functions_at(
    program: &Program,
    function: &Function,
    address: ValueId,
) -> Option<Vec<FunctionId>> {
    let (variable, offset, stride) = place_in_variable(function, address)?;
    let global = &program.globals[variable.index()];
    if !(global.constant && global.defined && global.initial_known) {
        return None;
    }
    let may_be_read = |at: i64| match stride {
        0 => at == offset,
        stride => at.wrapping_sub(offset).rem_euclid(stride) == 0,
    };
    let mut found = Vec::new();
    for (_, there) in global.addresses.iter().filter(|(at, _)| may_be_read(*at)) {
        match there {
            InitialAddress::Function(id) => found.push(*id),
            // No function, whatever it is.
            InitialAddress::Global(..) | InitialAddress::Constant => {}
            InitialAddress::Other => return None,
        }
    }
    (!found.is_empty()).then_some(found)
}

/// The variable an address is in, and where: so many bytes behind its start, and from there any number of strides; a
/// stride of 0: just there.
fn place_in_variable(function: &Function, mut address: ValueId) -> Option<(GlobalId, i64, i64)> {
    let (mut offset, mut stride) = (0_i64, 0_i64);
    for _ in 0..POINTER_LIMIT {
        match function.value(address) {
            Value::Global(global) => return Some((*global, offset, stride)),
            Value::Offset { base, bytes } => {
                (address, offset) = (*base, offset.checked_add(*bytes)?);
            }
            Value::Element { base, elements, .. } => {
                // Of an array in an array, or of unknown elements: anywhere.
                let of_elements = if stride == 0 { i64::from(elements.stride).max(1) } else { 1 };
                (address, stride) = (*base, of_elements);
            }
            _ => return None,
        }
    }
    None
}
