//! The types of C++'s exceptions, as the Itanium C++ ABI describes them (section 2.9.5): what they derive from, and which
//! of them a program catches by name.

use rustc_hash::FxHashSet;

use crate::program::{Callee, Event, Function, GlobalId, InitialAddress, Program, Value};

/// C++'s exceptions for mistakes of the program. What a user writes may be an `std::invalid_argument`.
const LOGIC_ERRORS: [&str; 4] =
    ["_ZTISt11logic_error", "_ZTISt12domain_error", "_ZTISt12length_error", "_ZTISt12out_of_range"];

/// Types that derive from each other.
const TYPES: usize = 8;

/// Does the variable describe a type of C++?
#[must_use]
pub fn is_type(program: &Program, variable: GlobalId) -> bool {
    name_of(program, variable).starts_with("_ZTI")
}

/// Is it the type of one of C++'s exceptions for mistakes of the program, or of one that derives from them?
#[must_use]
pub fn is_logic_error(program: &Program, of_type: GlobalId) -> bool {
    lineage(program, of_type).any(|of_type| LOGIC_ERRORS.contains(&name_of(program, of_type)))
}

/// Does the program say what it does where this exception is thrown in a function: does that function catch it by its
/// name, or any function if it, or what it derives from, is a type of the program's own? What catches `std::exception`
/// only says that something failed.
#[must_use]
pub fn is_expected(
    program: &Program,
    function: &Function,
    of_type: GlobalId,
    caught: &FxHashSet<GlobalId>,
) -> bool {
    let is_own = |of_type: &GlobalId| !name_of(program, *of_type).starts_with("_ZTISt");
    caught.contains(&of_type) && named_in(program, function).any(|named| named == of_type)
        || lineage(program, of_type).filter(is_own).any(|own| caught.contains(&own))
}

/// The types that `catch` clauses of the program name.
#[must_use]
pub fn caught_by_name(program: &Program) -> FxHashSet<GlobalId> {
    if !program.functions.iter().any(|function| asks_for_type(&function.name)) {
        return FxHashSet::default();
    }
    program.functions.iter().flat_map(|function| named_in(program, function)).collect()
}

/// The types that `catch` clauses of a function name.
fn named_in(program: &Program, function: &Function) -> impl Iterator<Item = GlobalId> {
    let events = function.blocks.iter().flat_map(|block| &block.events);
    events.filter_map(move |event| {
        let Event::Call(call) = event else { return None };
        let Callee::Direct(callee) = call.callee else { return None };
        let of_type = call.arguments.first()?;
        match *function.value(*of_type) {
            Value::Global(of_type) if asks_for_type(&program.function(callee).name) => {
                Some(of_type)
            }
            _ => None,
        }
    })
}

/// The types of exceptions that the program throws.
#[must_use]
pub fn thrown(program: &Program) -> Vec<GlobalId> {
    let Some(throws) = program.functions.iter().position(|function| function.name == "__cxa_throw")
    else {
        return Vec::new();
    };
    let events = program.functions.iter().flat_map(|function| {
        let events = function.blocks.iter().flat_map(|block| &block.events);
        events.map(move |event| (function, event))
    });
    let types = events.filter_map(|(function, event)| {
        let Event::Call(call) = event else { return None };
        match (&call.callee, function.value(*call.arguments.get(1)?)) {
            (Callee::Direct(callee), Value::Global(of_type)) if callee.index() == throws => {
                Some(*of_type)
            }
            _ => None,
        }
    });
    let mut types: Vec<GlobalId> = types.collect();
    types.sort_unstable();
    types.dedup();
    types
}

/// Do the `catch` clauses of a function tell exceptions of these types apart? `std::exception` is taken to catch
/// whatever is thrown.
#[must_use]
pub fn are_told_apart(program: &Program, function: &Function, thrown: &[GlobalId]) -> bool {
    let named: FxHashSet<GlobalId> = named_in(program, function)
        .filter(|of_type| name_of(program, *of_type) != "_ZTISt9exception")
        .collect();
    let mut caught_by = thrown.iter().map(|of_type| {
        let mut all: Vec<GlobalId> =
            lineage(program, *of_type).filter(|base| named.contains(base)).collect();
        all.sort_unstable();
        all
    });
    let first = caught_by.next();
    !named.is_empty() && caught_by.any(|other| Some(other) != first)
}

/// LLVM's intrinsic function that a handler compares the type of an exception with.
#[must_use]
pub fn asks_for_type(symbol: &str) -> bool {
    symbol.starts_with("llvm.eh.typeid.for")
}

/// The type, and types that it derives from.
fn lineage(program: &Program, of_type: GlobalId) -> impl Iterator<Item = GlobalId> {
    let mut work = vec![of_type];
    std::iter::from_fn(move || {
        let id = work.pop()?;
        // A type names its bases.
        let addresses = &program.globals[id.index()].addresses;
        work.extend(addresses.iter().filter_map(|(_, address)| match address {
            InitialAddress::Global(base, _) if is_type(program, *base) => Some(*base),
            _ => None,
        }));
        Some(id)
    })
    .take(TYPES)
}

fn name_of(program: &Program, variable: GlobalId) -> &str {
    &program.globals[variable.index()].name
}
