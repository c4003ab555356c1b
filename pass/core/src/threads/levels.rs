//! Levels of thread support: what a program asks for, and what its calls need (MPI 4.0, 11.6; thesis,
//! section 2.1.2, Algorithms 4 to 9).

use rustc_hash::FxHashSet;

use crate::finding::Location;
use crate::mpi::{self, ParamKind};
use crate::program::{Callee, Event, FunctionId, Program, Value, ValueId};
use crate::threads::dependence::{Dependence, Evaluator, Thread};
use crate::threads::facts::{Facts, address};
use crate::threads::team::{Instance, InstanceId, Team};

/// A level of thread support.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// `MPI_THREAD_SINGLE`.
    Single,
    /// `MPI_THREAD_FUNNELED`: only the thread that initialised MPI calls it.
    Funneled,
    /// `MPI_THREAD_SERIALIZED`: one thread at a time.
    Serialized,
    /// `MPI_THREAD_MULTIPLE`: any threads at any time.
    Multiple,
}

impl Level {
    /// The constant's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Single => "MPI_THREAD_SINGLE",
            Self::Funneled => "MPI_THREAD_FUNNELED",
            Self::Serialized => "MPI_THREAD_SERIALIZED",
            Self::Multiple => "MPI_THREAD_MULTIPLE",
        }
    }

    /// The level of a constant's value, the same in all implementations built on MPICH and Open MPI.
    const fn of_value(value: i64) -> Option<Self> {
        Some(match value {
            0 => Self::Single,
            1 => Self::Funneled,
            2 => Self::Serialized,
            3 => Self::Multiple,
            _ => return None,
        })
    }
}

/// What a program asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// No part of it that was seen initialises MPI.
    Nowhere,
    /// This level, there, by this procedure; `true`: it looks at the level that is provided.
    Level(Level, Location, &'static str, bool),
    /// Only the run knows.
    Unknown,
}

/// What the program asks for: of several places the highest level.
#[must_use]
pub fn asked(facts: &Facts<'_>) -> Asked {
    let program = facts.program;
    let mut found = Asked::Nowhere;
    for id in program.function_ids() {
        for (block, contents) in program.function(id).blocks.iter().enumerate() {
            for (event, what) in contents.events.iter().enumerate() {
                let Event::Call(call) = what else { continue };
                let Callee::Direct(callee) = call.callee else { continue };
                let Some(mpi) = mpi::lookup(&program.function(callee).name) else { continue };
                let level = match mpi.procedure.name {
                    "MPI_Init" => Some(Level::Single),
                    "MPI_Init_thread" => level_of_call(facts, (id, block, event), &mpi),
                    _ => continue,
                };
                let Some(level) = level else { return Asked::Unknown };
                let looks = mpi.procedure.name == "MPI_Init" || looks_at(program, id, &mpi, call);
                let this = (level, call.location.clone(), mpi.procedure.name, looks);
                let higher = match &found {
                    Asked::Level(known, ..) => level > *known,
                    _ => true,
                };
                if higher {
                    found = Asked::Level(this.0, this.1, this.2, this.3);
                }
            }
        }
    }
    found
}

/// A call in a function: its block and event.
type CallPlace = (FunctionId, usize, usize);

fn level_of_call(facts: &Facts<'_>, at: CallPlace, mpi: &mpi::Call) -> Option<Level> {
    let required = mpi
        .procedure
        .params
        .iter()
        .position(|param| param.kind == ParamKind::ThreadLevel && !param.is_written())?;
    let position = mpi.argument(required)?;
    let mut values = Constants { facts, open: FxHashSet::default() };
    let value = values.argument(at, position, mpi.by_address(required))?;
    Level::of_value(value)
}

/// Is what `MPI_Init_thread` provides read anywhere?
fn looks_at(
    program: &Program,
    id: FunctionId,
    mpi: &mpi::Call,
    call: &crate::program::CallSite,
) -> bool {
    let function = program.function(id);
    let provided = mpi
        .procedure
        .params
        .iter()
        .position(|param| param.kind == ParamKind::ThreadLevel && param.is_written());
    let argument = provided.and_then(|param| mpi.argument(param));
    let Some(object) = argument.and_then(|at| call.arguments.get(at)) else { return true };
    let root = address(function, *object).root;
    let leads_there = |value: &ValueId| address(function, *value).root == root;
    let global = matches!(function.value(root), Value::Global(_) | Value::Parameter(_));
    global
        || function.blocks.iter().flat_map(|block| &block.events).any(|event| match event {
            Event::Load(value) => match function.value(*value) {
                Value::Load { address } => leads_there(address),
                _ => false,
            },
            Event::Call(other) => other != call && other.arguments.iter().any(leads_there),
            _ => false,
        })
}

/// Constants handed from function to function.
struct Constants<'f, 'p> {
    facts: &'f Facts<'p>,
    open: FxHashSet<(FunctionId, u32)>,
}

impl Constants<'_, '_> {
    /// The number an argument of a call is, or points to. `None`: not known.
    fn argument(&mut self, at: CallPlace, position: usize, by_address: bool) -> Option<i64> {
        let (id, block, event) = at;
        let function = self.facts.program.function(id);
        let Event::Call(call) = function.blocks.get(block)?.events.get(event)? else { return None };
        let value = *call.arguments.get(position)?;
        let root = address(function, value).root;
        if let Value::Parameter(index) = function.value(root) {
            return self.parameter(id, *index, by_address);
        }
        // The variable may hold what the function was handed.
        if by_address && let Some(index) = stored_parameter(function, root) {
            return self.parameter(id, index, false);
        }
        let team = Team { instances: vec![Instance::outside(id)], ..Team::default() };
        let values = Evaluator::new(self.facts, &team);
        let main = Thread { number: 0, of: 1 };
        let found = match by_address {
            true => values.read(InstanceId(0), value, main),
            false => values.evaluate(InstanceId(0), value, main),
        };
        match found {
            Dependence::Known { value, .. } => Some(value),
            _ => None,
        }
    }

    /// The largest number any caller hands over.
    fn parameter(&mut self, id: FunctionId, index: u32, by_address: bool) -> Option<i64> {
        if !self.open.insert((id, index)) {
            return None;
        }
        let program = self.facts.program;
        let mut found: Option<i64> = None;
        for caller in program.function_ids() {
            for (block, contents) in program.function(caller).blocks.iter().enumerate() {
                for (event, what) in contents.events.iter().enumerate() {
                    let Event::Call(call) = what else { continue };
                    if call.callee == Callee::Direct(id) {
                        let place = (caller, block, event);
                        let value = self.argument(place, index as usize, by_address)?;
                        found = found.max(Some(value));
                    }
                }
            }
        }
        found
    }
}

/// The parameter an object is written from, if that is all that is stored to it.
fn stored_parameter(function: &crate::program::Function, object: ValueId) -> Option<u32> {
    let mut stored =
        function.blocks.iter().flat_map(|block| &block.events).filter_map(|event| match event {
            Event::Store { address: to, value } if address(function, *to).root == object => {
                Some(*value)
            }
            _ => None,
        });
    let only = stored.next()?;
    match function.value(only) {
        Value::Parameter(index) if stored.next().is_none() => Some(*index),
        _ => None,
    }
}
