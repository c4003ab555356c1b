//! Collectives that ranks come to by ways of their own on which they also wait for messages.
//!
//! ```c
//! if (rank == 0) { MPI_Barrier(comm); MPI_Send(…, 1, …); }
//! else           { MPI_Recv(…, 0, …); MPI_Barrier(comm); }
//! ```
//!
//! All ranks call the same collectives in the same order, and yet nobody comes through: the message is sent behind
//! the barrier that waits for its receiver. Which message meets which receive is not followed here, so
//! such collectives are left to the run, which sees who waits for whom. Where the ways have no collectives, or no
//! receives that wait, the order is the same for all ranks, and nothing is left to look at.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Behaviour, CollectiveCall, Decision, Step, StepId};
use crate::graph::{Block as GraphBlock, FlowGraph, PostDominators};
use crate::mpi::{self, Procedure};
use crate::program::{BlockId, Callee, Event, Function, FunctionId, Program};
use crate::value::Context;
use crate::value::expression::{Dependence, Expression, ExpressionId};

/// Steps of one decision's ways that are looked at.
const STEP_LIMIT: usize = 4096;
/// Blocks that are looked at behind all decisions of one behaviour.
const BLOCK_LIMIT: usize = 1 << 20;

/// Which functions wait for messages, themselves or in what they call by name.
pub struct MessageWaits {
    by_function: Vec<bool>,
}

impl MessageWaits {
    /// Those of a program.
    #[must_use]
    pub fn new(program: &Program) -> Self {
        let procedures: Vec<Option<&Procedure>> = program
            .functions
            .iter()
            .map(|found| mpi::lookup(&found.name).filter(|_| !found.is_defined()))
            .map(|call| call.map(|call| call.procedure))
            .collect();
        // Without a receive that was begun, what is waited for is something else.
        let receives_begin = procedures.iter().flatten().any(|found| found.begins_receive());
        let waits = |found: &Procedure| found.receives() || receives_begin && found.completes();
        let mut by_function: Vec<bool> =
            procedures.iter().map(|found| found.is_some_and(waits)).collect();
        let mut callers: FxHashMap<FunctionId, Vec<usize>> = FxHashMap::default();
        for (index, function) in program.functions.iter().enumerate() {
            for callee in function.blocks.iter().flat_map(|block| callees(&block.events)) {
                callers.entry(callee).or_default().push(index);
            }
        }
        let mut work: Vec<usize> = (0..by_function.len()).filter(|id| by_function[*id]).collect();
        while let Some(callee) = work.pop() {
            for caller in callers.get(&FunctionId::new(callee)).into_iter().flatten() {
                if !std::mem::replace(&mut by_function[*caller], true) {
                    work.push(*caller);
                }
            }
        }
        Self { by_function }
    }

    /// Does no function wait for messages?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.by_function.contains(&true)
    }

    fn waits(&self, function: FunctionId) -> bool {
        self.by_function[function.index()]
    }
}

/// The control flow of a function, for what stands behind its branches.
struct Flow<'p> {
    function: &'p Function,
    successors: Vec<Vec<GraphBlock>>,
    post_dominators: PostDominators,
}

impl<'p> Flow<'p> {
    fn new(function: &'p Function) -> Self {
        let successors: Vec<Vec<GraphBlock>> = function
            .blocks
            .iter()
            .map(|block| {
                let targets = block.terminator.successors();
                targets.iter().map(|to| GraphBlock::new(to.index())).collect()
            })
            .collect();
        let graph = FlowGraph::new(GraphBlock(0), &successors);
        Self { function, post_dominators: PostDominators::new(&graph), successors }
    }

    /// Is a message waited for on some way from a block's end to where all its ways meet again? Yes if that
    /// would take more `steps` than are left.
    fn waits_behind(&self, waits: &MessageWaits, block: BlockId, steps: &mut usize) -> bool {
        let meet = self.post_dominators.immediate(GraphBlock::new(block.index()));
        let mut seen = FxHashSet::default();
        let mut work = self.successors[block.index()].clone();
        while let Some(at) = work.pop() {
            if Some(at) == meet || !seen.insert(at) {
                continue;
            }
            let events = &self.function.blocks[at.index()].events;
            if *steps == 0 || callees(events).any(|callee| waits.waits(callee)) {
                return true;
            }
            *steps -= 1;
            work.extend(&self.successors[at.index()]);
        }
        false
    }
}

fn callees(events: &[Event]) -> impl Iterator<Item = FunctionId> + '_ {
    events.iter().filter_map(|event| match event {
        Event::Call(call) => match call.callee {
            Callee::Direct(callee) => Some(callee),
            _ => None,
        },
        _ => None,
    })
}

/// The collectives of a behaviour that stand beside receives that wait, behind a condition at which ranks part,
/// and that condition.
#[must_use]
pub fn beside_messages<'b>(
    context: &Context<'_>,
    behaviour: &'b Behaviour,
    waits: &MessageWaits,
) -> Vec<(&'b Decision, &'b CollectiveCall)> {
    let mut found = Vec::new();
    if waits.is_empty() {
        return found;
    }
    let mut ways = None;
    let mut flows: FxHashMap<FunctionId, Flow<'_>> = FxHashMap::default();
    let mut blocks = BLOCK_LIMIT;
    for (index, step) in behaviour.steps.iter().enumerate() {
        let Step::Decide(decision) = step else { continue };
        if !waits.waits(decision.function) || !is_of_rank(context, decision.condition) {
            continue;
        }
        let post_dominators = ways.get_or_insert_with(|| post_dominators(behaviour));
        let calls = calls_behind(behaviour, post_dominators, StepId::new(index));
        let function = context.program.function(decision.function);
        let block = BlockId(decision.block);
        if calls.is_empty() || block.index() >= function.blocks.len() {
            continue;
        }
        let flow = flows.entry(decision.function).or_insert_with(|| Flow::new(function));
        if flow.waits_behind(waits, block, &mut blocks) {
            found.extend(calls.into_iter().map(|call| (decision.as_ref(), call)));
        }
    }
    found
}

/// Does the rank have a part in a condition, or something else of which each rank has its own?
fn is_of_rank(context: &Context<'_>, condition: ExpressionId) -> bool {
    let all = &context.expressions;
    let mut leaves = Vec::new();
    all.leaves(condition, &mut leaves);
    leaves.iter().any(|leaf| match all.get(*leaf) {
        Expression::Rank(_) => true,
        Expression::Origin(origin) => {
            context.origin_of(*origin).dependence == Dependence::RankDependent
        }
        _ => false,
    })
}

fn post_dominators(behaviour: &Behaviour) -> PostDominators {
    let successors: Vec<Vec<GraphBlock>> = behaviour
        .steps
        .iter()
        .map(|step| step.targets().iter().map(|to| GraphBlock::new(to.index())).collect())
        .collect();
    PostDominators::new(&FlowGraph::new(GraphBlock(behaviour.entry.0), &successors))
}

/// The collectives on the ways from a decision to where they meet again.
fn calls_behind<'b>(
    behaviour: &'b Behaviour,
    post_dominators: &PostDominators,
    decision: StepId,
) -> Vec<&'b CollectiveCall> {
    let meet = post_dominators.immediate(GraphBlock(decision.0)).map(|at| StepId(at.0));
    let mut seen = FxHashSet::default();
    let mut work = behaviour.step(decision).targets().to_vec();
    let mut calls = Vec::new();
    while let Some(at) = work.pop() {
        if Some(at) == meet || seen.len() > STEP_LIMIT || !seen.insert(at) {
            continue;
        }
        let step = behaviour.step(at);
        if let Step::Collective(call, _) = step {
            calls.push(call.as_ref());
        }
        work.extend(step.targets());
    }
    calls
}
