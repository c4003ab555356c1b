//! What values a program computes: symbolic expressions of ranks, sizes, communicators and inputs,
//! followed through arithmetic, memory and calls.
//!
//! Per function ([`function::analyze`]): addresses are resolved to [`place::Place`]s, memory is put
//! in static single assignment form along with the values, and every value becomes an
//! [`expression::Expression`] in terms of the function's inputs. Callers bind the inputs.

pub mod address;
mod alternatives;
mod apart;
mod assumed;
mod before_main;
mod budget;
mod calls;
pub mod consensus;
mod containers;
mod copied;
pub mod counted;
pub mod cpp;
mod cycles;
mod dealt;
mod doubtful;
mod elements;
pub mod evaluate;
pub mod exception_types;
pub mod expression;
mod flow;
pub mod fortran;
pub mod function;
mod handed_on;
mod initialised;
pub mod inside;
pub mod intended_size;
pub mod interrupts;
mod joins;
mod kinds;
mod lent;
pub mod library;
mod loaded;
mod made;
pub mod memory;
mod operands;
mod origins;
mod overwritten;
pub mod pending;
pub mod place;
pub mod pointed_to;
mod polled;
mod received;
mod recursion;
mod region;
mod ruled_out;
mod scopes;
mod selected;
mod sent;
mod solver;
pub mod sources;
mod stored;
pub mod strings;
mod summary;
mod sums;
pub mod variables;
mod windows;
mod written;

pub use handed_on::{is_sent_from, sends_to_one};
pub use origins::{Origin, Origins, Sender};

use std::cell::{OnceCell, RefCell};
use std::hash::BuildHasher;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::marks::Marks;
use crate::program::{
    CallSite, Callee, Elements, Event, Function, FunctionId, GlobalId, InitialAddress, Program,
};
use budget::{Budget, Next};
use consensus::Reduction;
use expression::{Dependence, Expression, ExpressionId, Expressions, Input, OriginId};
use place::{Place, PlaceId, Places, Root};
use pointed_to::PointedTo;
use variables::Variables;

/// How the text of an origin begins that is data ranks hand on to each other by messages.
const HANDED_ON: &str = "data handed on by ";
/// The text of an origin that is what a broadcast gives all ranks.
const BROADCAST: &str = "a result of MPI_Bcast";

/// What a function writes to its callers' objects, of which it does not know the parts.
#[derive(Clone, Copy, Debug)]
pub struct Whole {
    /// Where that begins.
    pub place: PlaceId,
    /// How much of it.
    pub extent: fortran::Extent,
    /// Not there, but all that pointers there lead to.
    pub behind: bool,
    /// Something in it is written, nobody knows where.
    pub roughly: bool,
    /// What then stands there.
    pub content: ExpressionId,
}

/// Which element of an array.
#[derive(Clone, Copy, Debug)]
pub struct ElementOf {
    /// Where the elements lie.
    pub elements: Elements,
    /// Its index, or what that is computed from.
    pub index: ExpressionId,
    /// It is the index.
    pub is_exact: bool,
}

/// What callers need to know of a function's values.
#[derive(Clone, Debug, Default)]
pub struct ValueSummary {
    /// The inputs its expressions mention, sorted.
    pub inputs: Vec<Input>,
    /// Its result.
    pub result: Option<ExpressionId>,
    /// 1 where an exception leaves it, else 0; `None`: it never throws.
    pub thrown: Option<ExpressionId>,
    /// Its result is an object it allocated, or a structure by its address.
    pub returns_new_object: bool,
    /// In that nothing is written yet, but what the outputs name.
    pub returns_untouched: bool,
    /// It and what it calls write nothing but what is told here and its own objects.
    pub writes_by_name: bool,
    /// Its callers' pointers in which it leaves the addresses of such objects, whenever it returns.
    pub made: Vec<PlaceId>,
    /// What stands in places of its callers' when it returns.
    pub outputs: Vec<(PlaceId, ExpressionId)>,
    /// What stands in places when an exception leaves it, where that is something else.
    pub thrown_outputs: Vec<(PlaceId, ExpressionId)>,
    /// Where it writes objects whose parts it does not know: what then stands there and behind.
    pub wholes: Vec<Whole>,
    /// Global variables that it writes besides.
    pub variables: Variables,
    /// Objects whose parts it does not know and copies.
    pub copies: Vec<Copied<PlaceId>>,
    /// By array of its outputs: where the elements lie that it writes.
    pub elements: Vec<(PlaceId, Elements)>,
    /// The element its result is the address of, if it is one of an array.
    pub result_element: Option<ElementOf>,
    /// Numbers that it reduces for all, of which it tells its callers what all know.
    pub reductions: Vec<Reduction>,
    /// It writes more than is said here: it may be any global variable, and all that its arguments
    /// lead to.
    pub writes_anything: bool,
    /// Objects of its callers' whose addresses it puts where they are lost.
    pub lends: Vec<PlaceId>,
    /// It writes through pointers that it cannot tell its callers by name: any object that is lent.
    pub writes_lent: bool,
}

/// Memory that is copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Copied<P> {
    /// Where to.
    pub to: P,
    /// Where from.
    pub from: P,
    /// How many bytes; `None`: only the run knows.
    pub bytes: Option<i64>,
    /// It is on every way to the function's end.
    pub always: bool,
}

impl ValueSummary {
    /// What it writes without naming the parts, by itself or as a copy: where that begins, how much of it, and
    /// whether it is all that pointers there lead to.
    pub fn objects_written(&self) -> impl Iterator<Item = (PlaceId, fortran::Extent, bool)> {
        let wholes = self.wholes.iter().map(|told| (told.place, told.extent, told.behind));
        let copies = self.copies.iter().map(|copied| {
            (copied.to, copied.bytes.map_or(fortran::Extent::Object, fortran::Extent::Bytes), false)
        });
        wholes.chain(copies)
    }

    /// The places it writes by name, when it returns and when it throws.
    pub fn places_written(&self) -> impl Iterator<Item = PlaceId> {
        self.outputs.iter().chain(&self.thrown_outputs).map(|(place, _)| *place)
    }

    /// Those of the wholes in which something is written, nobody knows where.
    pub fn told_roughly(&self) -> impl Iterator<Item = &Whole> {
        self.wholes.iter().filter(|told| told.roughly)
    }

    /// What the function leaves behind: outputs, thrown outputs and wholes by one number.
    #[must_use]
    pub fn output(&self, index: usize) -> ExpressionId {
        let outputs = self.outputs.iter().chain(&self.thrown_outputs).map(|(_, content)| *content);
        let mut all = outputs.chain(self.wholes.iter().map(|whole| whole.content));
        all.nth(index).expect("outputs are counted")
    }
}

/// The tables one analysis works on.
#[derive(Debug)]
pub struct Context<'p> {
    /// The program.
    pub program: &'p Program,
    /// Types of exceptions that it catches by name.
    pub caught_by_name: FxHashSet<GlobalId>,
    /// All expressions.
    pub expressions: Expressions,
    /// All places.
    pub places: Places,
    /// All origins.
    pub origins: Origins,
    /// By function: in how many places it is called by its name.
    calls: Vec<u32>,
    /// Variables that something may set before `main`.
    constructed: OnceCell<FxHashSet<GlobalId>>,
    /// By pointer that was asked about: it follows from nothing but what all processes are started with.
    given_pointers: RefCell<FxHashMap<ExpressionId, bool>>,
    /// By variable that was asked about: the variables named in what it is initialised with.
    named_in: RefCell<FxHashMap<GlobalId, Rc<[Place]>>>,
    /// By function; `None`: not analysed (yet).
    pub summaries: Vec<Option<ValueSummary>>,
    /// By function that may call itself: what it writes, if that is known before its summary is.
    written_in_circle: Vec<Option<ValueSummary>>,
    /// The functions of which that was asked.
    asked_in_circle: RefCell<FxHashSet<FunctionId>>,
    /// By function: no call of it ever comes back.
    pub never_returns: Vec<bool>,
    /// By the fingerprint of its type: defined functions whose address is taken.
    pointed_to: PointedTo,
    /// What the analysis of a function may cost.
    budget: Budget,
    /// Something was too large to analyse: nothing may be called proven any more.
    pub gave_up: bool,
    /// What callers hand over is taken to be the same on all ranks: the callers are looked at for that.
    pub inputs_agree: bool,
    /// By function: it makes a collective call itself or in functions it calls by name.
    pub makes_collectives: Vec<bool>,
    /// By function: the same, or in functions that pointers it calls may lead to.
    pub may_make_collectives: Vec<bool>,
    /// By function: it initialises MPI, itself or in functions it calls by name.
    pub initialises: Vec<bool>,
    /// By function: it is of MPI or not known, or may call such a function, or anything through a pointer.
    pub uses_mpi: Vec<bool>,
    /// By function: it is a collective call that returns at once, or makes one, itself or in functions it calls by name.
    pub begins_collectives: Vec<bool>,
    /// By function: it communicates by MPI, itself or in functions it calls by name.
    pub communicates: Vec<bool>,
    /// By function: it, or one that it may call, makes a call that may complete requests.
    pub completes: Vec<bool>,
    /// Sites of MPI calls that answer one number, not an array of them.
    pub one_number: FxHashSet<u64>,
    /// All parts of the program that could be seen are in it.
    pub complete: bool,
    /// MPI calls answer `MPI_SUCCESS` or end the job: the program never changes an error handler.
    pub errors_are_fatal: bool,
    /// The program makes non-blocking collective calls.
    has_nonblocking: bool,
    /// What the two ways of a choice are made of, for one question after the other: by number of expression, of which
    /// there are many.
    parts_of_ways: [Marks; 2],
    /// Variables that are written at a moment of their own.
    interrupted: FxHashSet<GlobalId>,
    /// The program has intercommunicators.
    pub has_intercommunicators: bool,
    /// The program sets variables of its environment.
    sets_environment: bool,
}

impl<'p> Context<'p> {
    /// Is a function called in several places, or does nobody know where?
    fn is_called_often(&self, id: FunctionId) -> bool {
        self.calls[id.index()] > 1 || self.program.function(id).address_taken
    }

    /// A function is about to be looked at, where no more than `most` expressions may be made for all.
    pub fn begin(&mut self, id: FunctionId, most: usize) {
        let next = Next {
            function: self.program.function(id),
            calls: self.calls[id.index()] as usize,
            leads_to_collectives: self.may_make_collectives[id.index()],
        };
        self.budget.begin(next, self.expressions.len(), most);
    }

    /// Callers are told as little as there ever is room for.
    pub const fn tell_little(&mut self) {
        self.budget.be_meagre();
    }

    /// Was more spent than is due for the functions that were looked at?
    #[must_use]
    pub const fn is_frugal(&self) -> bool {
        self.budget.is_frugal
    }

    /// An empty context for a program.
    #[must_use]
    pub fn new(program: &'p Program) -> Self {
        let changes_handler = |name: &str| {
            crate::mpi::lookup(name).is_some_and(|call| {
                matches!(
                    call.procedure.name,
                    "MPI_Comm_set_errhandler" | "MPI_Errhandler_set" | "MPI_Win_set_errhandler"
                )
            })
        };
        // Handles of Fortran are numbers, also where C was handed them.
        let counts_handles = |name: &str| {
            crate::mpi::lookup(name).is_some_and(|call| {
                call.binding != crate::mpi::Binding::C || call.procedure.name == "MPI_Comm_f2c"
            })
        };
        let budget = Budget::new(program);
        let mut expressions = Expressions::new(budget.is_large);
        if program.functions.iter().any(|function| counts_handles(&function.name)) {
            expressions.count_handles();
        }
        expressions.define_functions(program.functions.iter().map(Function::is_defined).collect());
        Self {
            program,
            caught_by_name: exception_types::caught_by_name(program),
            pointed_to: PointedTo::new(program),
            expressions,
            places: Places::default(),
            origins: Origins::default(),
            calls: calls(program),
            constructed: OnceCell::new(),
            given_pointers: RefCell::default(),
            named_in: RefCell::default(),
            summaries: vec![None; program.functions.len()],
            written_in_circle: vec![None; program.functions.len()],
            asked_in_circle: RefCell::default(),
            never_returns: program.functions.iter().map(|f| f.never_returns).collect(),
            budget,
            gave_up: false,
            inputs_agree: false,
            makes_collectives: vec![false; program.functions.len()],
            may_make_collectives: vec![true; program.functions.len()],
            initialises: vec![false; program.functions.len()],
            begins_collectives: vec![false; program.functions.len()],
            uses_mpi: vec![true; program.functions.len()],
            communicates: vec![false; program.functions.len()],
            completes: vec![true; program.functions.len()],
            one_number: FxHashSet::default(),
            complete: false,
            interrupted: interrupts::written(program),
            has_nonblocking: pending::has_nonblocking(program),
            parts_of_ways: Default::default(),
            has_intercommunicators: consensus::has_intercommunicators(program),
            sets_environment: program.functions.iter().any(|f| library::sets_environment(&f.name)),
            errors_are_fatal: !program.functions.iter().any(|f| changes_handler(&f.name)),
        }
    }

    /// Functions of the program a pointer to this type of function may lead to; none are named where they
    /// cannot be followed.
    #[must_use]
    pub fn candidates(&self, signature: u64) -> &[FunctionId] {
        self.pointed_to.candidates(self.program, signature)
    }

    /// What a function writes, as far as that is known; of its values nothing else may be.
    #[must_use]
    pub fn written_by(&self, function: FunctionId) -> Option<&ValueSummary> {
        let summary = self.summaries[function.index()].as_ref();
        summary.or_else(|| {
            self.asked_in_circle.borrow_mut().insert(function);
            self.written_in_circle[function.index()].as_ref()
        })
    }

    /// How control leaves a block from within: a call in it never comes back.
    #[must_use]
    pub fn departure_of(&self, block: &crate::program::Block) -> Option<library::Departure> {
        block.events.iter().find_map(|event| {
            let crate::program::Event::Call(call) = event else { return None };
            let crate::program::Callee::Direct(callee) = call.callee else { return None };
            let name = &self.program.function(callee).name;
            let ends_job = || {
                crate::mpi::lookup(name).is_some_and(|call| crate::mpi::ends_job(call.procedure))
            };
            library::departure(name).or_else(|| {
                (self.never_returns[callee.index()] || ends_job())
                    .then_some(library::Departure::EndsJob)
            })
        })
    }

    /// What all processes of a job are started with alike.
    pub fn given(&mut self) -> ExpressionId {
        self.origin(Origin::memory(Dependence::Uniform, "the command line", u64::MAX))
    }

    /// Does a place never change, and holds the same on all ranks: a constant, or what constants point to
    /// that are all addresses of constants?
    #[must_use]
    pub fn is_constant(&self, place: Place) -> bool {
        let global = |id: GlobalId| &self.program.globals[id.index()];
        match place.root {
            Root::Global(id) => global(id).constant,
            Root::Pointee(pointer) => match self.places.get(pointer).root {
                Root::Global(id) if global(id).constant => {
                    let leads_to_constant = |(_, address): &(i64, InitialAddress)| match address {
                        InitialAddress::Global(target, _) => global(*target).constant,
                        InitialAddress::Constant => true,
                        InitialAddress::Function(_) | InitialAddress::Other => false,
                    };
                    let addresses = &global(id).addresses;
                    !addresses.is_empty() && addresses.iter().all(leads_to_constant)
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// The variables whose addresses a variable is initialised with, directly or in constants that it leads to: those of a
    /// table of options, and of a namelist.
    #[must_use]
    pub fn named_in(&self, variable: GlobalId) -> Rc<[Place]> {
        /// Variables and constants that are looked at.
        const LIMIT: usize = 4096;
        if let Some(known) = self.named_in.borrow().get(&variable) {
            return known.clone();
        }
        let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
        let mut work = vec![variable];
        while let Some(next) = work.pop() {
            for (_, address) in &self.program.globals[next.index()].addresses {
                let InitialAddress::Global(target, offset) = *address else { continue };
                if seen.len() == LIMIT || !seen.insert((target, offset)) {
                    continue;
                }
                let global = &self.program.globals[target.index()];
                if global.constant {
                    work.push(target);
                } else if !global.name.starts_with("_ZT") {
                    found.push(Place { offset, ..Place::start(Root::Global(target)) });
                }
            }
        }
        let found: Rc<[Place]> = found.into();
        self.named_in.borrow_mut().insert(variable, found.clone());
        found
    }

    /// Is what stands in a place part of what all processes are started with?
    #[must_use]
    pub fn is_given(&self, place: PlaceId) -> bool {
        let outermost = self.places.outermost(self.places.get(place));
        let Root::Global(global) = outermost else { return false };
        let global = &self.program.globals[global.index()];
        !global.defined && library::is_given(&global.name)
    }

    /// The id of an origin.
    pub fn origin_id(&mut self, origin: Origin) -> OriginId {
        let id = self.origins.intern(origin);
        self.expressions.know_origin(id, self.origins.get(id));
        id
    }

    /// The leaf of an origin.
    pub fn origin(&mut self, origin: Origin) -> ExpressionId {
        let id = self.origin_id(origin);
        self.expressions.leaf(Expression::Origin(id))
    }

    /// What stands for an input at a call that does not say what it is.
    pub fn unbound(&mut self, call: u64, input: Input) -> ExpressionId {
        // Each input is another value, or two of them would be taken to be equal.
        let site = rustc_hash::FxBuildHasher.hash_one((call, input));
        self.origin(Origin::memory(Dependence::Unknown, "memory the caller does not know", site))
    }

    /// The origin of this id.
    #[must_use]
    pub fn origin_of(&self, id: OriginId) -> &Origin {
        self.origins.get(id)
    }

    /// The address of a place.
    pub fn address(&mut self, place: PlaceId) -> ExpressionId {
        if let Place { root: Root::Global(global), offset: 0, .. } = self.places.get(place) {
            // Open MPI's handles are addresses of objects of its library.
            let communicator = match self.program.globals[global.index()].name.as_str() {
                "ompi_mpi_comm_world" => Some(Expression::World),
                "ompi_mpi_comm_self" => Some(Expression::OwnCommunicator),
                "ompi_mpi_comm_null" => Some(Expression::NullCommunicator),
                _ => None,
            };
            if let Some(communicator) = communicator {
                self.expressions.predefine(place, communicator);
            }
        }
        self.expressions.leaf(Expression::Address(place))
    }

    /// What a variable's initialiser holds there; `None`: not known.
    pub fn initial(&mut self, global: GlobalId, offset: i64) -> Option<ExpressionId> {
        let program = self.program;
        let global = &program.globals[global.index()];
        if let Some((_, address)) = global.addresses.iter().find(|(at, _)| *at == offset) {
            return match *address {
                InitialAddress::Function(function) => {
                    Some(self.expressions.leaf(Expression::Function(function)))
                }
                InitialAddress::Global(global, offset) => {
                    let place = Place { offset, ..Place::start(Root::Global(global)) };
                    let place = self.places.intern(place);
                    Some(self.address(place))
                }
                InitialAddress::Constant | InitialAddress::Other => None,
            };
        }
        let value = global.initial.iter().find(|(at, _)| *at == offset);
        // What is not named is zero, if that is known of all.
        let value = match value {
            Some((_, value)) => Some(*value),
            None => (global.defined && global.initial_known).then_some(0),
        };
        value.map(|value| self.expressions.integer(value))
    }

    /// A number that names a site of the program.
    #[must_use]
    pub fn site_key(function: FunctionId, tag: u32) -> u64 {
        (u64::from(function.0) << 32) | u64::from(tag)
    }
}

/// By function: in how many places it is called by its name.
fn calls(program: &Program) -> Vec<u32> {
    let mut times = vec![0_u32; program.functions.len()];
    for event in program.functions.iter().flat_map(|f| &f.blocks).flat_map(|block| &block.events) {
        if let Event::Call(CallSite { callee: Callee::Direct(callee), .. }) = event {
            times[callee.index()] += 1;
        }
    }
    times
}
