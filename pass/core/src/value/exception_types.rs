//! The types of C++'s exceptions, as the Itanium C++ ABI describes them (section 2.9.5): what they derive from, and which
//! of them a program catches by name.

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use crate::program::{
    CallSite, Callee, Event, Function, GlobalId, InitialAddress, Program, Value, ValueId,
};

/// What `throw` becomes: it is handed the exception, and what describes its type.
pub const THROW: &str = "__cxa_throw";

/// C++'s exceptions for mistakes of the program. What a user writes may be an `std::invalid_argument`.
const LOGIC_ERRORS: [&str; 4] =
    ["_ZTISt11logic_error", "_ZTISt12domain_error", "_ZTISt12length_error", "_ZTISt12out_of_range"];

/// Types that derive from each other.
const TYPES: usize = 8;

/// The exceptions of C++'s library, each with the one it derives from: what describes them is in that library, not in
/// programs (ISO C++, [std.exceptions], and where each is defined).
const STANDARD: [(&str, &str); 24] = [
    ("_ZTISt9exception", ""),
    ("_ZTISt11logic_error", "_ZTISt9exception"),
    ("_ZTISt12domain_error", "_ZTISt11logic_error"),
    ("_ZTISt16invalid_argument", "_ZTISt11logic_error"),
    ("_ZTISt12length_error", "_ZTISt11logic_error"),
    ("_ZTISt12out_of_range", "_ZTISt11logic_error"),
    ("_ZTISt12future_error", "_ZTISt11logic_error"),
    ("_ZTISt13runtime_error", "_ZTISt9exception"),
    ("_ZTISt11range_error", "_ZTISt13runtime_error"),
    ("_ZTISt14overflow_error", "_ZTISt13runtime_error"),
    ("_ZTISt15underflow_error", "_ZTISt13runtime_error"),
    ("_ZTISt11regex_error", "_ZTISt13runtime_error"),
    ("_ZTISt12system_error", "_ZTISt13runtime_error"),
    ("_ZTINSt8ios_base7failureB5cxx11E", "_ZTISt12system_error"),
    ("_ZTINSt10filesystem7__cxx1116filesystem_errorE", "_ZTISt12system_error"),
    ("_ZTISt9bad_alloc", "_ZTISt9exception"),
    ("_ZTISt20bad_array_new_length", "_ZTISt9bad_alloc"),
    ("_ZTISt8bad_cast", "_ZTISt9exception"),
    ("_ZTISt12bad_any_cast", "_ZTISt8bad_cast"),
    ("_ZTISt10bad_typeid", "_ZTISt9exception"),
    ("_ZTISt13bad_exception", "_ZTISt9exception"),
    ("_ZTISt17bad_function_call", "_ZTISt9exception"),
    ("_ZTISt12bad_weak_ptr", "_ZTISt9exception"),
    ("_ZTISt19bad_optional_access", "_ZTISt9exception"),
];

/// What libstdc++'s functions throw that exist to throw: the end of their name, and the type.
const THROWN_BY_LIBRARY: [(&str, &str); 14] = [
    ("__cxa_bad_cast", "_ZTISt8bad_cast"),
    ("__cxa_bad_typeid", "_ZTISt10bad_typeid"),
    ("__throw_bad_exception", "_ZTISt13bad_exception"),
    ("__throw_bad_typeid", "_ZTISt10bad_typeid"),
    ("__throw_logic_error", "_ZTISt11logic_error"),
    ("__throw_domain_error", "_ZTISt12domain_error"),
    ("__throw_invalid_argument", "_ZTISt16invalid_argument"),
    ("__throw_out_of_range", "_ZTISt12out_of_range"),
    ("__throw_runtime_error", "_ZTISt13runtime_error"),
    ("__throw_range_error", "_ZTISt11range_error"),
    ("__throw_overflow_error", "_ZTISt14overflow_error"),
    ("__throw_underflow_error", "_ZTISt15underflow_error"),
    ("__throw_bad_function_call", "_ZTISt17bad_function_call"),
    ("__throw_bad_optional_access", "_ZTISt19bad_optional_access"),
];

/// The type of an exception.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Type {
    /// One that this variable describes.
    Own(GlobalId),
    /// One of C++'s library: its place in the table.
    Standard(usize),
}

impl Type {
    /// The type that this variable describes. Records do not name what only its own unit can refer to.
    #[must_use]
    pub fn described_by(program: &Program, variable: GlobalId) -> Self {
        Self::of_library(name_of(program, variable)).unwrap_or(Self::Own(variable))
    }

    /// What this function of libstdc++ throws. `None`: not known.
    #[must_use]
    pub fn thrown_by(symbol: &str) -> Option<Self> {
        let (_, name) = THROWN_BY_LIBRARY.iter().find(|(function, _)| symbol.contains(function))?;
        Self::of_library(name)
    }

    /// `std::exception`, which whoever catches it takes for everything.
    #[must_use]
    pub fn is_root(self) -> bool {
        self == Self::Standard(0)
    }

    /// Is it known to be none of a pointer?
    fn is_no_pointer(self, program: &Program) -> bool {
        match self {
            Self::Standard(_) => true,
            Self::Own(own) => {
                Kind::of(program, own).is_some_and(|kind| kind != Kind::Pointer)
                    || is_class_name(name_of(program, own))
            }
        }
    }

    fn of_library(name: &str) -> Option<Self> {
        STANDARD.iter().position(|(standard, _)| *standard == name).map(Self::Standard)
    }

    /// Does a handler for `base` catch exceptions of this type (ISO C++, [except.handle])? `None`: not known, as of
    /// pointers, which are converted, and of types that are described elsewhere.
    #[must_use]
    pub fn is_caught_as(self, program: &Program, base: Self) -> Option<bool> {
        self.is_below(program, base, TYPES)
    }

    fn is_below(self, program: &Program, base: Self, left: usize) -> Option<bool> {
        if self == base {
            return Some(true);
        }
        let own = match self {
            Self::Standard(at) => {
                return match Self::of_library(STANDARD[at].1) {
                    Some(next) => next.is_below(program, base, left.checked_sub(1)?),
                    None => Some(false),
                };
            }
            Self::Own(own) => own,
        };
        match Kind::of(program, own)? {
            Kind::Plain => return Some(false),
            // Pointers are converted when they are caught, but only to pointers.
            Kind::Pointer => return base.is_no_pointer(program).then_some(false),
            Kind::Class => {}
        }
        let Bases { public, are_once } = bases(program, own)?;
        let mut answer = Some(false);
        for next in public {
            match next.is_below(program, base, left.checked_sub(1)?) {
                Some(false) => {}
                Some(true) if are_once => return Some(true),
                _ => answer = None,
            }
        }
        answer
    }
}

/// What kind of type it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A number, `bool` or an enumeration: caught as what it is.
    Plain,
    /// An address, that of a member, or `nullptr`.
    Pointer,
    /// A class of which the description is seen.
    Class,
}

impl Kind {
    /// As the class of C++'s library says that the description is of, or, where the description is in a library, its
    /// name. `None`: not known.
    fn of(program: &Program, of_type: GlobalId) -> Option<Self> {
        let described = &program.globals[of_type.index()];
        let class = described.addresses.iter().find_map(|(offset, address)| match address {
            InitialAddress::Global(table, _) if *offset == 0 => Some(name_of(program, *table)),
            _ => None,
        });
        let name = described.name.strip_prefix("_ZTI").unwrap_or_default();
        match class {
            Some(class) if class.contains("class_type_info") => Some(Self::Class),
            Some(class) if class.contains("enum_type_info") => Some(Self::Plain),
            Some(class) if class.contains("pointer") => Some(Self::Pointer),
            // A number: one letter (Itanium C++ ABI, section 5.1.5.2).
            _ if name.len() == 1 => Some(Self::Plain),
            _ if ["P", "M", "Dn"].iter().any(|start| name.starts_with(start)) => {
                Some(Self::Pointer)
            }
            _ => None,
        }
    }
}

/// Is it the name of what describes a class, or of an enumeration: its length and itself, or those of the scopes that it
/// is in?
fn is_class_name(name: &str) -> bool {
    let named = name.strip_prefix("_ZTI").and_then(|rest| rest.chars().next());
    named.is_some_and(|first| first.is_ascii_digit() || matches!(first, 'N' | 'S'))
}

/// The types that a class derives from.
struct Bases {
    public: Vec<Type>,
    /// None of them is there twice, by different ways.
    are_once: bool,
}

/// The types that a class derives from, as its description says them: of one that is public behind its own name, of
/// several each with what it is. `None`: it is not known.
fn bases(program: &Program, class: GlobalId) -> Option<Bases> {
    /// Where the description of a class with one base names it, where one with several begins to, and how far they are
    /// from each other.
    const ONLY: i64 = 16;
    const FIRST: i64 = 24;
    const NEXT: i64 = 16;
    const IS_PUBLIC: i64 = 2;
    let described = &program.globals[class.index()];
    let number = |at: i64| {
        described.initial.iter().find(|(offset, _)| *offset == at).map_or(0, |(_, number)| *number)
    };
    let mut result = Bases { public: Vec::new(), are_once: true };
    for (offset, address) in &described.addresses {
        if *offset < ONLY {
            continue;
        }
        let InitialAddress::Global(base, _) = address else { return None };
        if *offset != ONLY {
            if (*offset - FIRST) % NEXT != 0 || !described.initial_known {
                return None;
            }
            // What stands where the only base would says that one is there twice.
            result.are_once &= number(ONLY) == 0;
            if number(*offset + 8) & IS_PUBLIC == 0 {
                continue;
            }
        }
        result.public.push(Type::described_by(program, *base));
    }
    Some(result)
}

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

/// The type that a call asks for, which a handler makes before it takes an exception. `None`: another call.
#[must_use]
pub fn asked_for(program: &Program, function: &Function, event: &Event) -> Option<GlobalId> {
    let Event::Call(call) = event else { return None };
    let Callee::Direct(callee) = call.callee else { return None };
    match *function.value(*call.arguments.first()?) {
        Value::Global(of_type) if asks_for_type(&program.function(callee).name) => Some(of_type),
        _ => None,
    }
}

/// The types that `catch` clauses of a function name.
fn named_in(program: &Program, function: &Function) -> impl Iterator<Item = GlobalId> {
    let events = function.blocks.iter().flat_map(|block| &block.events);
    events.filter_map(move |event| asked_for(program, function, event))
}

/// The types of exceptions that the program throws by `throw`.
#[must_use]
pub fn thrown(program: &Program) -> Vec<Type> {
    let mut types: Vec<Type> = Vec::new();
    for function in &program.functions {
        for event in function.blocks.iter().flat_map(|block| &block.events) {
            let Event::Call(CallSite { callee: Callee::Direct(callee), .. }) = event else {
                continue;
            };
            if program.function(*callee).name == THROW {
                types.extend(thrown_at(program, function, event).into_iter().flatten());
            }
        }
    }
    types.sort_unstable();
    types.dedup();
    types
}

/// The types of which what a call of [`THROW`] throws has one: optimised code throws at one place what the source throws
/// at several. `None`: not known.
#[must_use]
pub fn thrown_at(
    program: &Program,
    function: &Function,
    event: &Event,
) -> Option<SmallVec<[Type; 2]>> {
    let Event::Call(call) = event else { return None };
    let mut types = SmallVec::new();
    let mut seen: SmallVec<[ValueId; 4]> = SmallVec::from_slice(&[*call.arguments.get(1)?]);
    let mut next = 0;
    while let Some(at) = seen.get(next).copied() {
        next += 1;
        let add = |value: ValueId, seen: &mut SmallVec<[ValueId; 4]>| {
            if !seen.contains(&value) {
                seen.push(value);
            }
        };
        match function.value(at) {
            Value::Global(of_type) => types.push(Type::described_by(program, *of_type)),
            Value::Phi { incoming, .. } if seen.len() <= TYPES => {
                incoming.iter().for_each(|(_, value)| add(*value, &mut seen));
            }
            Value::Select { then, otherwise, .. } if seen.len() <= TYPES => {
                [then, otherwise].into_iter().for_each(|value| add(*value, &mut seen));
            }
            _ => return None,
        }
    }
    Some(types)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::Global;

    /// Where the class of C++'s library stands in `caught` that descriptions of this kind are of.
    const CLASS: u32 = 20;

    fn described(name: &str, numbers: &[(i64, i64)], bases: &[(i64, u32)]) -> Global {
        let base = |(at, base): &(i64, u32)| (*at, InitialAddress::Global(GlobalId(*base), 0));
        Global {
            name: name.to_owned(),
            constant: true,
            defined: true,
            initial: numbers.to_vec(),
            addresses: [(0, CLASS)].iter().chain(bases).map(base).collect(),
            initial_known: true,
            ..Global::default()
        }
    }

    fn elsewhere(name: &str) -> Global {
        Global { name: name.to_owned(), ..Global::default() }
    }

    /// The first variable's type, caught as the type that each of them describes.
    fn caught(mut globals: Vec<Global>) -> Vec<Option<bool>> {
        let count = globals.len();
        globals.resize_with(CLASS as usize, Global::default);
        globals.push(elsewhere("_ZTVN10__cxxabiv120__si_class_type_infoE"));
        let program = Program { globals, ..Program::default() };
        let described_by = |index| Type::described_by(&program, GlobalId::new(index));
        let first = described_by(0);
        (0..count).map(|base| first.is_caught_as(&program, described_by(base))).collect()
    }

    #[test]
    fn classes_are_caught_as_what_they_derive_from() {
        let globals = vec![
            described("_ZTI1A", &[], &[(16, 1)]),
            described("_ZTI1B", &[], &[(16, 2)]),
            elsewhere("_ZTISt11range_error"),
            elsewhere("_ZTISt13runtime_error"),
            elsewhere("_ZTISt9exception"),
            elsewhere("_ZTISt11logic_error"),
            described("_ZTI1C", &[], &[]),
        ];
        let (yes, no) = (Some(true), Some(false));
        assert_eq!(caught(globals), [yes, yes, yes, yes, yes, no, no]);
    }

    #[test]
    fn of_several_bases_public_ones_count() {
        let of = |flags, numbers: [i64; 2]| {
            let initial = [(16, flags), (20, 2), (32, numbers[0]), (48, numbers[1])];
            let own = described("_ZTI1A", &initial, &[(24, 1), (40, 2)]);
            caught(vec![own, described("_ZTI1B", &[], &[]), described("_ZTI1C", &[], &[])])
        };
        assert_eq!(of(0, [2, 2050]), [Some(true); 3]);
        assert_eq!(of(0, [2, 2048]), [Some(true), Some(true), Some(false)]);
        assert_eq!(of(1, [2, 2050]), [Some(true), None, None]);
    }

    #[test]
    fn what_is_converted_or_described_elsewhere_is_not_known() {
        let numbers = vec![elsewhere("_ZTIi"), elsewhere("_ZTIl"), elsewhere("_ZTISt9exception")];
        assert_eq!(caught(numbers), [Some(true), Some(false), Some(false)]);
        let pointers = vec![elsewhere("_ZTIPc"), elsewhere("_ZTIPKc"), elsewhere("_ZTIPv")];
        assert_eq!(caught(pointers), [Some(true), None, None]);
        let pointer =
            vec![elsewhere("_ZTIPKc"), elsewhere("_ZTISt9exception"), elsewhere("_ZTI1B")];
        assert_eq!(caught(pointer), [Some(true), Some(false), Some(false)]);
        let unseen = vec![elsewhere("_ZTI1A"), described("_ZTI1B", &[], &[])];
        assert_eq!(caught(unseen), [Some(true), None]);
    }

    #[test]
    fn functions_that_exist_to_throw_say_what() {
        let out_of_range = Type::of_library("_ZTISt12out_of_range");
        assert!(out_of_range.is_some());
        assert_eq!(Type::thrown_by("_ZSt24__throw_out_of_range_fmtPKcz"), out_of_range);
        assert_eq!(
            Type::thrown_by("_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE"),
            None
        );
        let known = |name: &str| Type::of_library(name).is_some();
        assert!(THROWN_BY_LIBRARY.iter().all(|(_, name)| known(name)));
        assert!(STANDARD.iter().all(|(_, base)| base.is_empty() || known(base)));
    }
}
