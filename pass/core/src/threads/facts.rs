//! What is asked of single functions again and again: which branches decide about a block, and who
//! writes the function's own objects.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::graph::{Block as GraphBlock, ControlDependence, Dominators, FlowGraph, PostDominators};
use crate::program::{
    Block, BlockId, CallSite, Event, Function, FunctionId, Program, Terminator, Value, ValueId,
};
use crate::threads::turns;

/// Where an address leads: the value it starts from, and the bytes behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// What it is computed from: an object, a parameter, a pointer.
    pub root: ValueId,
    /// How far behind; `None`: only the run knows.
    pub offset: Option<i64>,
    /// What the distance is computed from.
    pub indices: Vec<ValueId>,
}

/// Something that may write an object of the function's own.
#[derive(Clone, Debug)]
pub struct Write {
    /// Where.
    pub block: BlockId,
    /// The event there.
    pub event: u32,
    /// How far behind the object's start; `None`: anywhere in it.
    pub offset: Option<i64>,
    /// What is stored; `None`: the event is a call that is handed the address, or a copy.
    pub value: Option<ValueId>,
}

/// Facts of one function.
pub struct FunctionFacts {
    flow: FlowGraph,
    dominators: Dominators,
    writes: FxHashMap<ValueId, Vec<Write>>,
    loads_in_turns: FxHashSet<ValueId>,
    deciders: RefCell<FxHashMap<Vec<BlockId>, Rc<Vec<BlockId>>>>,
}

impl FunctionFacts {
    fn new(program: &Program, function: &Function) -> Self {
        let successors = successors_that_return(function);
        let flow = FlowGraph::new(GraphBlock::new(0), successors);
        let dominators = Dominators::new(&flow);
        Self {
            dominators,
            flow,
            writes: writes(function),
            loads_in_turns: turns::loads_in_turns(program, function),
            deciders: RefCell::default(),
        }
    }

    /// What may write the object that this value is the address of.
    pub fn writes(&self, object: ValueId) -> &[Write] {
        self.writes.get(&object).map_or(&[], Vec::as_slice)
    }

    /// Does each thread that makes this load find there what another has left?
    pub fn is_in_turns(&self, load: ValueId) -> bool {
        self.loads_in_turns.contains(&load)
    }

    /// Does one write come before another on every way to that?
    pub fn comes_before(&self, first: &Write, second: &Write) -> bool {
        match first.block == second.block {
            true => first.event < second.event,
            false => self.dominators.dominates(first.block, second.block),
        }
    }

    /// May control come to a block, but by exceptions?
    pub fn is_reached(&self, block: BlockId) -> bool {
        self.flow.is_reachable(block)
    }

    /// Edges that control surely takes before it comes to a block, the last of them first.
    pub fn only_ways_to(&self, block: BlockId) -> impl Iterator<Item = (BlockId, BlockId)> {
        let before = |block: &BlockId| self.dominators.immediate(*block);
        let above = std::iter::successors(Some(block), before);
        above.filter_map(|to| match self.flow.predecessors(to) {
            [only] => Some((*only, to)),
            _ => None,
        })
    }

    /// The branches that decide whether control comes to one of the blocks.
    pub fn deciders(&self, blocks: &[BlockId]) -> Rc<Vec<BlockId>> {
        if let Some(known) = self.deciders.borrow().get(blocks) {
            return Rc::clone(known);
        }
        let post_dominators = PostDominators::new(&self.flow);
        let mut control = ControlDependence::new(&self.flow, &post_dominators);
        let found = Rc::new(control.iterated_frontier_of_nodes(blocks));
        self.deciders.borrow_mut().insert(blocks.to_vec(), Rc::clone(&found));
        found
    }

    /// The branches that decide over which edge control comes to a join.
    pub fn deciders_of_join(&self, block: BlockId, incoming: &[BlockId]) -> Vec<BlockId> {
        let above = self.dominators.immediate(block);
        let decide = self.deciders(incoming);
        let below = |decider: &BlockId| {
            above.is_some_and(|above| self.dominators.dominates(above, *decider))
        };
        decide.iter().copied().filter(below).collect()
    }
}

/// Facts of all functions, found out when they are asked for.
pub struct Facts<'p> {
    /// The program.
    pub program: &'p Program,
    functions: RefCell<FxHashMap<FunctionId, Rc<FunctionFacts>>>,
}

impl<'p> Facts<'p> {
    /// Of this program.
    pub fn new(program: &'p Program) -> Self {
        Self { program, functions: RefCell::default() }
    }

    /// Of a function that is defined.
    pub fn of(&self, id: FunctionId) -> Rc<FunctionFacts> {
        let mut functions = self.functions.borrow_mut();
        let fresh = || Rc::new(FunctionFacts::new(self.program, self.program.function(id)));
        Rc::clone(functions.entry(id).or_insert_with(fresh))
    }
}

/// Where an address leads.
pub fn address(function: &Function, value: ValueId) -> Address {
    /// Offsets on offsets; a cycle of values that is no join does not exist, but input may be broken.
    const LIMIT: usize = 64;
    let mut found = Address { root: value, offset: Some(0), indices: Vec::new() };
    for _ in 0..LIMIT {
        match function.value(found.root) {
            Value::Offset { base, bytes } => {
                found.root = *base;
                found.offset = found.offset.and_then(|offset| offset.checked_add(*bytes));
            }
            Value::Element { base, indices, .. } => {
                found.root = *base;
                found.offset = None;
                found.indices.extend(indices.iter().copied());
            }
            _ => break,
        }
    }
    found
}

/// By block: where control may go and still come back to the caller. What only leads to the end of the
/// process decides about nothing that a thread does afterwards. Nor do exceptions, as the graph of a team has none: where
/// one is caught, the run is looked at.
fn successors_that_return(function: &Function) -> Vec<Vec<GraphBlock>> {
    let usual = |block: &Block| match block.terminator {
        Terminator::Invoke { normal, .. } => vec![normal],
        ref other => other.successors().to_vec(),
    };
    let all: Vec<Vec<GraphBlock>> = function.blocks.iter().map(usual).collect();
    let mut predecessors: Vec<Vec<usize>> = vec![Vec::new(); all.len()];
    for (from, targets) in all.iter().enumerate() {
        targets.iter().for_each(|target| predecessors[target.index()].push(from));
    }
    let mut returns = vec![false; all.len()];
    let ends = |block: &usize| {
        matches!(function.blocks[*block].terminator, Terminator::Return(_) | Terminator::Resume)
    };
    let mut work: Vec<usize> = (0..all.len()).filter(ends).collect();
    while let Some(block) = work.pop() {
        if !std::mem::replace(&mut returns[block], true) {
            work.extend(predecessors[block].iter().copied());
        }
    }
    let kept = |targets: Vec<GraphBlock>| -> Vec<GraphBlock> {
        let kept: Vec<GraphBlock> =
            targets.iter().copied().filter(|target| returns[target.index()]).collect();
        if kept.is_empty() { targets } else { kept }
    };
    all.into_iter().map(kept).collect()
}

fn writes(function: &Function) -> FxHashMap<ValueId, Vec<Write>> {
    let mut writes: FxHashMap<ValueId, Vec<Write>> = FxHashMap::default();
    let mut add = |pointer: ValueId, block: usize, event: usize, value: Option<ValueId>| {
        let at = address(function, pointer);
        if matches!(function.value(at.root), Value::Stack | Value::Result { .. }) {
            writes.entry(at.root).or_default().push(Write {
                block: BlockId::new(block),
                event: u32::try_from(event).unwrap_or(u32::MAX),
                offset: at.offset,
                value,
            });
        }
    };
    for (block, contents) in function.blocks.iter().enumerate() {
        for (event, what) in contents.events.iter().enumerate() {
            match what {
                Event::Load(_) => {}
                Event::Store { address, value } => {
                    add(*address, block, event, Some(*value));
                    // Whoever reads the pointer may write what it leads to.
                    add(*value, block, event, None);
                }
                Event::Copy { to, .. } => add(*to, block, event, None),
                Event::Call(call) => {
                    call.arguments.iter().for_each(|argument| add(*argument, block, event, None));
                }
            }
        }
    }
    writes
}

/// The functions whose addresses a call hands over.
pub(super) fn handed_over<'c>(
    caller: &'c Function,
    call: &'c CallSite,
) -> impl Iterator<Item = FunctionId> + 'c {
    call.arguments.iter().filter_map(|argument| match caller.value(*argument) {
        Value::Function(handed) => Some(*handed),
        _ => None,
    })
}
