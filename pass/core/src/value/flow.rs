//! Where control goes within a function: behind calls that never come back nowhere, and never on a way that is chosen by
//! a number which is set nowhere control comes to.

use rustc_hash::FxHashSet;
use smallvec::{SmallVec, smallvec};

use super::Context;
use super::library::Departure;
use crate::graph::{Block as GraphBlock, FlowGraph};
use crate::program::{Block, BlockId, Function, Terminator, Value, ValueId};

/// Joins that are looked through for what one brings.
const JOINS: usize = 16;

/// The ways through a function. The block after the last one is its exit.
pub(super) struct Flow {
    pub graph: FlowGraph,
    /// By block: where control goes from it.
    pub successors: Vec<Vec<GraphBlock>>,
    /// By block: where control comes from, sorted. Blocks that are not reached (`for.inc` of a loop that always returns)
    /// bring no values.
    pub predecessors: Vec<Vec<BlockId>>,
}

impl Flow {
    pub fn new(context: &Context<'_>, function: &Function) -> Self {
        let count = function.blocks.len();
        let blocks = function.blocks.iter();
        let mut successors: Vec<Vec<GraphBlock>> = blocks
            .map(|block| {
                let targets = ways_on(context, function, block, count);
                targets.into_iter().map(|target| GraphBlock(target.0)).collect()
            })
            .collect();
        let ends_within = successors.iter().zip(&function.blocks).any(|(ways, block)| {
            ways.is_empty() && !matches!(block.terminator, Terminator::Unreachable)
        });
        successors.push(Vec::new());
        let mut flow = Self::along(successors);
        while ends_within && flow.leave_out_ways(function) {
            flow = Self::along(flow.successors);
        }
        flow
    }

    fn along(successors: Vec<Vec<GraphBlock>>) -> Self {
        let graph = FlowGraph::new(GraphBlock(0), &successors);
        let mut predecessors = vec![Vec::new(); successors.len()];
        for (index, targets) in successors.iter().enumerate() {
            if graph.is_reachable(GraphBlock::new(index)) {
                for target in targets {
                    predecessors[target.index()].push(BlockId::new(index));
                }
            }
        }
        Self { graph, successors, predecessors }
    }

    /// Leaves out ways that are taken for a number which is set nowhere control comes to: behind `MPI_Abort` clang still
    /// leaves a scope by `return` or `break`, through the end of what lives in it. False: there are none.
    fn leave_out_ways(&mut self, function: &Function) -> bool {
        let mut left_out = false;
        for (index, block) in function.blocks.iter().enumerate() {
            if self.successors[index].len() < 2 || !self.graph.is_reachable(GraphBlock::new(index))
            {
                continue;
            }
            let decides = block.terminator.condition();
            let Some(numbers) = decides.and_then(|value| self.numbers_of(function, value)) else {
                continue;
            };
            let taken: Vec<BlockId> =
                numbers.into_iter().filter_map(|number| block.terminator.way(number)).collect();
            let ways = &mut self.successors[index];
            let before = ways.len();
            ways.retain(|way| taken.iter().any(|taken| taken.0 == way.0));
            left_out |= ways.len() < before;
        }
        left_out
    }

    /// The numbers of which a join of nothing but numbers may be one.
    fn numbers_of(&self, function: &Function, joined: ValueId) -> Option<Vec<i64>> {
        if !matches!(function.value(joined), Value::Phi { .. }) {
            return None;
        }
        let (mut work, mut seen) = (vec![joined], FxHashSet::default());
        let mut numbers = Vec::new();
        while let Some(value) = work.pop() {
            match function.value(value) {
                Value::Integer(number) => numbers.push(*number),
                Value::Phi { block, incoming } if seen.len() < JOINS => {
                    if seen.insert(value) {
                        let before = &self.predecessors[block.index()];
                        let comes = |from: &BlockId| before.binary_search(from).is_ok();
                        let values = incoming.iter().filter(|(from, _)| comes(from));
                        work.extend(values.map(|(_, value)| *value));
                    }
                }
                _ => return None,
            }
        }
        (!numbers.is_empty()).then_some(numbers)
    }
}

/// Where control goes from a block that is left at its end or by a call that never returns; `exit` is
/// the number of the function's exit.
fn ways_on(
    context: &Context<'_>,
    function: &Function,
    block: &Block,
    exit: usize,
) -> SmallVec<[BlockId; 2]> {
    let departure = context.departure_of(block);
    let mut targets = match departure {
        // What follows a call that never returns is not reached.
        Some(Departure::Throws) => match block.terminator {
            Terminator::Invoke { unwind, .. } => smallvec![unwind],
            _ => SmallVec::new(),
        },
        Some(_) => SmallVec::new(),
        // Of a constant, as what stands for the question whether a `std::exception` was thrown, the other ways are
        // never taken.
        None => match function.constant_way(&block.terminator) {
            Some(way) => smallvec![way],
            None => block.terminator.successors(),
        },
    };
    let leaves = match (departure, &block.terminator) {
        // What nobody catches ends the job.
        (None, Terminator::Resume) => !function.is_main(),
        (None, Terminator::Return(_)) => true,
        (None, _) => false,
        // Thrown, and not caught in this function.
        (Some(departure), _) => departure == Departure::Throws && targets.is_empty(),
    };
    if leaves {
        targets.push(BlockId::new(exit));
    }
    targets.sort_unstable();
    targets.dedup();
    targets
}
