//! Programs that say how many ranks they are made for: `if (size != 4) puts("run me with 4 ranks");`, and go on.

use rustc_hash::FxHashSet;

use super::Context;
use crate::graph::{Block as GraphBlock, Dominators, FlowGraph};
use crate::mpi;
use crate::program::{
    Block, BlockId, CallSite, Callee, Comparison, Event, Function, FunctionId, GlobalId, Program,
    Terminator, Value, ValueId,
};

/// What writes to a terminal or a file, as C, C++ and Fortran call it. A name that ends in `*` is the beginning of
/// several.
const OUTPUT: &[&str] = &[
    "printf",
    "fprintf",
    "puts",
    "fputs",
    "fwrite",
    "putchar",
    "perror",
    "vprintf",
    "vfprintf",
    "_ZStls*",
    "_ZNSolsE*",
    "_FortranAioBeginExternalListOutput",
    "_FortranAioBeginExternalFormattedOutput",
];

impl Context<'_> {
    /// The number of ranks the program says it is made for; `None`: it says nothing, or several numbers.
    #[must_use]
    pub fn intended_size(&self) -> Option<i64> {
        let mut said = self.program.functions.iter().filter_map(|function| function.intended_size);
        let first = said.next()?;
        said.all(|other| other == first).then(|| i64::from(first))
    }
}

/// Notes with each function the number of ranks it says the program is made for.
pub fn note(program: &mut Program) {
    let sizes = Sizes::of(program);
    if sizes.local.is_empty() && sizes.variables.is_empty() {
        return;
    }
    let writers =
        program.function_ids().filter(|id| writes(program, program.function(*id))).collect();
    let reading = Reading { program, sizes, writers };
    let said: Vec<Option<u32>> = program.function_ids().map(|id| reading.said(id)).collect();
    for (function, said) in program.functions.iter_mut().zip(said) {
        function.intended_size = said;
    }
}

/// Does it write something, and make no MPI calls?
fn writes(program: &Program, function: &Function) -> bool {
    let all = || function.blocks.iter().flat_map(calls);
    all().any(|call| is_output(program, call))
        && !all().any(|call| procedure(program, call).is_some())
}

fn procedure(program: &Program, call: &CallSite) -> Option<&'static mpi::Procedure> {
    let Callee::Direct(callee) = call.callee else { return None };
    mpi::lookup(&program.function(callee).name).map(|call| call.procedure)
}

fn is_output(program: &Program, call: &CallSite) -> bool {
    let Callee::Direct(callee) = call.callee else { return false };
    let callee = program.function(callee);
    let is_called = |name: &&str| match name.strip_suffix('*') {
        Some(beginning) => callee.name.starts_with(beginning),
        None => callee.name == *name,
    };
    !callee.is_defined() && OUTPUT.iter().any(is_called)
}

fn calls(block: &Block) -> impl Iterator<Item = &CallSite> {
    block.events.iter().filter_map(|event| match event {
        Event::Call(call) => Some(call),
        _ => None,
    })
}

/// Where the number of ranks stands: in places of a function, and in variables of the program.
#[derive(Default)]
struct Sizes {
    local: FxHashSet<(FunctionId, ValueId)>,
    variables: FxHashSet<GlobalId>,
}

impl Sizes {
    fn of(program: &Program) -> Self {
        let mut found = Self::default();
        for id in program.function_ids() {
            let function = program.function(id);
            for call in function
                .blocks
                .iter()
                .flat_map(calls)
                .filter(|call| asks_size(program, function, call))
            {
                let address = call.arguments[1];
                match function.value(address) {
                    Value::Global(variable) => found.variables.insert(*variable),
                    _ => found.local.insert((id, address)),
                };
            }
        }
        found
    }

    /// Is it read from where the number of ranks stands?
    fn contains(&self, function: (FunctionId, &Function), value: ValueId) -> bool {
        let Value::Load { address } = function.1.value(value) else { return false };
        match function.1.value(*address) {
            Value::Global(variable) => self.variables.contains(variable),
            _ => self.local.contains(&(function.0, *address)),
        }
    }
}

/// Does it ask for the size of a communicator that has a name of its own, as the one of all ranks has?
fn asks_size(program: &Program, function: &Function, call: &CallSite) -> bool {
    call.arguments.len() > 1
        && is_named(function, call.arguments[0])
        && procedure(program, call).is_some_and(|procedure| procedure.name == "MPI_Comm_size")
}

/// Is it a handle that the program's text names, or, as Fortran hands it on, a variable of which it is the value?
fn is_named(function: &Function, handle: ValueId) -> bool {
    let is_constant =
        |id: &ValueId| matches!(function.value(*id), Value::Integer(_) | Value::Global(_));
    let events = function.blocks.iter().flat_map(|block| &block.events);
    let mut stored = events.filter_map(|event| match event {
        Event::Store { address, value } if *address == handle => Some(value),
        _ => None,
    });
    match function.value(handle) {
        Value::Stack => stored.next().is_some_and(is_constant) && stored.all(is_constant),
        _ => is_constant(&handle),
    }
}

struct Reading<'p> {
    program: &'p Program,
    sizes: Sizes,
    /// Functions that write something themselves.
    writers: FxHashSet<FunctionId>,
}

impl Reading<'_> {
    fn said(&self, id: FunctionId) -> Option<u32> {
        let function = self.program.function(id);
        let compared = function.blocks.iter().filter_map(|block| {
            let Terminator::Branch { condition, then, otherwise } = block.terminator else {
                return None;
            };
            let Value::Compare { comparison, operands: [a, b], .. } = *function.value(condition)
            else {
                return None;
            };
            let other = match comparison {
                Comparison::NotEqual => then,
                Comparison::Equal => otherwise,
                _ => return None,
            };
            let Value::Integer(number) = *function.value(b) else { return None };
            let number = u32::try_from(number).ok().filter(|number| *number > 1)?;
            self.sizes.contains((id, function), a).then_some((number, other))
        });
        let mut dominators = None;
        compared
            .filter(|(_, other)| {
                let dominators = dominators.get_or_insert_with(|| dominators_of(function));
                self.only_tells(function, dominators, *other)
            })
            .map(|(number, _)| number)
            .next()
    }

    /// Is something written on this way, and nothing else done before it joins others?
    fn only_tells(&self, function: &Function, dominators: &Dominators, way: BlockId) -> bool {
        let is_on_way =
            |block: BlockId| dominators.dominates(GraphBlock(way.0), GraphBlock(block.0));
        let blocks = (0..function.blocks.len()).map(BlockId::new).filter(|block| is_on_way(*block));
        let (mut writes, mut joins) = (false, false);
        for block in blocks.map(|block| &function.blocks[block.index()]) {
            joins |= block.terminator.successors().into_iter().any(|next| !is_on_way(next));
            for call in calls(block) {
                let Callee::Direct(callee) = call.callee else { return false };
                let writer = is_output(self.program, call) || self.writers.contains(&callee);
                let is_own = self.program.function(callee).is_defined();
                if !writer && (is_own || procedure(self.program, call).is_some()) {
                    return false;
                }
                writes |= writer;
            }
        }
        writes && joins
    }
}

fn dominators_of(function: &Function) -> Dominators {
    let successors: Vec<Vec<GraphBlock>> = function
        .blocks
        .iter()
        .map(|block| block.terminator.successors().iter().map(|next| GraphBlock(next.0)).collect())
        .collect();
    Dominators::new(&FlowGraph::new(GraphBlock(0), &successors))
}
