//! Whether MPI is used at all: `if (parallel) { MPI_Init(&argc, &argv); MPI_Comm_size(MPI_COMM_WORLD, &size); }`
//!
//! A process that does not initialise MPI is no rank: nobody waits for it, and it may make no other call (MPI 4.0,
//! 11.2.1). So where `main` decides first whether to do so, ranks are those that do.

use rustc_hash::FxHashMap;

use super::expression::Expression;
use super::function::Builder;
use super::memory::NodeId;
use super::solver::Solver;
use crate::components::reachable;
use crate::program::{Block, BlockId, CallSite, Callee, Event, Terminator};

impl Builder<'_, '_> {
    /// By block that decides whether MPI is initialised: where those go that do.
    fn ways_to_initialise(&self) -> &FxHashMap<BlockId, BlockId> {
        self.initialising.get_or_init(|| self.find_ways_to_initialise())
    }

    fn find_ways_to_initialise(&self) -> FxHashMap<BlockId, BlockId> {
        // What is called more than once may have initialised MPI before.
        if !self.function.is_main() {
            return FxHashMap::default();
        }
        let blocks = self.function.blocks.iter().enumerate();
        let those = |asked: &dyn Fn(&CallSite) -> bool| -> Vec<usize> {
            let calls = |block: &Block| {
                let mut events = block.events.iter();
                events.any(|event| matches!(event, Event::Call(call) if asked(call)))
            };
            blocks.clone().filter(|(_, block)| calls(block)).map(|(at, _)| at).collect()
        };
        let initialising = those(&|call| match call.callee {
            Callee::Direct(callee) => self.context.initialises[callee.index()],
            Callee::Indirect { .. } | Callee::Assembly => false,
        });
        if initialising.is_empty() {
            return FxHashMap::default();
        }
        let successors = |block: &Block| -> Vec<usize> {
            block.terminator.successors().iter().map(|to| to.index()).collect()
        };
        let after: Vec<Vec<usize>> = self.function.blocks.iter().map(successors).collect();
        let mut before = vec![Vec::new(); after.len()];
        for (from, targets) in after.iter().enumerate() {
            targets.iter().for_each(|to| before[*to].push(from));
        }
        let comes_to_it = reachable(initialising, &before);
        let using = those(&|call| self.may_use_mpi(call));
        let behind_use = reachable(using.clone(), &after);
        let way = |(at, block): (usize, &Block)| {
            // Who has used MPI has initialised it already.
            if behind_use[at] {
                return None;
            }
            let Terminator::Branch { then, otherwise, .. } = block.terminator else { return None };
            let (way, other) = match [then, otherwise].map(|to| comes_to_it[to.index()]) {
                [true, false] => (then, otherwise),
                [false, true] => (otherwise, then),
                _ => return None,
            };
            // So has who uses it on the other way.
            let of_others = reachable(vec![other.index()], &after);
            let of_these = reachable(vec![way.index()], &after);
            let uses_it = |block: &usize| of_others[*block] && !of_these[*block];
            (!using.iter().any(uses_it)).then_some((BlockId::new(at), way))
        };
        blocks.clone().filter_map(way).collect()
    }

    /// May a call use MPI, or what is called?
    fn may_use_mpi(&self, call: &CallSite) -> bool {
        match call.callee {
            Callee::Direct(callee) => self.context.uses_mpi[callee.index()],
            Callee::Indirect { .. } | Callee::Assembly => true,
        }
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
