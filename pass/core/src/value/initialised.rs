//! Whether MPI is used at all: `if (parallel) { MPI_Init(&argc, &argv); MPI_Comm_size(MPI_COMM_WORLD, &size); }`
//!
//! A process that does not initialise MPI is no rank: nobody waits for it, and it may make no other call (MPI 4.0,
//! 11.2.1). So where a function decides whether to do so, ranks are those that do.

use rustc_hash::FxHashMap;

use super::expression::Expression;
use super::function::Builder;
use super::memory::NodeId;
use super::solver::Solver;
use crate::components::reachable;
use crate::program::{Block, BlockId, Callee, Event, Terminator};

impl Builder<'_, '_> {
    /// By block that decides whether MPI is initialised: where those go that do.
    fn ways_to_initialise(&self) -> &FxHashMap<BlockId, BlockId> {
        self.initialising.get_or_init(|| self.find_ways_to_initialise())
    }

    fn find_ways_to_initialise(&self) -> FxHashMap<BlockId, BlockId> {
        let initialises = |block: &Block| {
            let mut events = block.events.iter();
            events.any(|event| match event {
                Event::Call(call) => match call.callee {
                    Callee::Direct(callee) => self.context.initialises[callee.index()],
                    Callee::Indirect { .. } | Callee::Assembly => false,
                },
                _ => false,
            })
        };
        let blocks = self.function.blocks.iter().enumerate();
        let from: Vec<usize> =
            blocks.clone().filter(|(_, block)| initialises(block)).map(|(at, _)| at).collect();
        if from.is_empty() {
            return FxHashMap::default();
        }
        let before: Vec<Vec<usize>> = (0..self.function.blocks.len())
            .map(|block| self.predecessors[block].iter().map(|from| from.index()).collect())
            .collect();
        let comes_to_it = reachable(from, &before);
        let way = |(at, block): (usize, &Block)| {
            let Terminator::Branch { then, otherwise, .. } = block.terminator else { return None };
            let way = match [then, otherwise].map(|to| comes_to_it[to.index()]) {
                [true, false] => then,
                [false, true] => otherwise,
                _ => return None,
            };
            Some((BlockId::new(at), way))
        };
        blocks.filter_map(way).collect()
    }
}

impl Solver<'_, '_, '_> {
    /// Where ranks go on from a block that decides whether MPI is initialised, unless by what MPI says: another library may
    /// have done it.
    pub(super) fn way_to_initialise(&self, from: BlockId) -> Option<BlockId> {
        let way = *self.builder.ways_to_initialise().get(&from)?;
        let condition = self.builder.function.blocks[from.index()].terminator.condition()?;
        let known = self.known(NodeId::new(condition.index()))?;
        let mut leaves = Vec::new();
        self.builder.context.expressions.leaves(known, &mut leaves);
        let is_of_mpi = |leaf| match self.builder.context.expressions.get(leaf) {
            Expression::Rank(_)
            | Expression::Size(_)
            | Expression::Agreed(..)
            | Expression::Communicator { .. } => true,
            Expression::Origin(origin) => {
                self.builder.context.origin_of(*origin).text.contains("MPI_")
            }
            _ => false,
        };
        (!leaves.into_iter().any(is_of_mpi)).then_some(way)
    }
}
