//! What is asked for until it is so: requests that a loop tests until they are complete.
//!
//! In which round a request is found complete differs between ranks; that it is found in some round does
//! not, as the loop ends by nothing else. A call that is made once in such a loop (a non-blocking barrier,
//! when all that was sent has arrived) is made by all ranks, in rounds of their own. Whether they make others
//! in each round, only the run knows. So the answer of such a test is not known to differ between ranks.

use rustc_hash::FxHashSet;

use super::function::{Builder, Target};
use super::place::PlaceId;
use crate::program::BlockId;

/// Procedures that answer whether requests are complete.
const TESTS: [&str; 4] = ["MPI_Test", "MPI_Testall", "MPI_Testany", "MPI_Testsome"];

impl Builder<'_, '_> {
    /// Finds the tests in loops that end by what such a test in them answers.
    pub(super) fn find_polled(&mut self) {
        let tests: Vec<usize> = (0..self.sites.len()).filter(|site| self.is_test(*site)).collect();
        for test in &tests {
            if self.polled.contains(test) {
                continue;
            }
            let around = self.cycle_of(self.sites[*test].block);
            let inside: Vec<usize> = tests
                .iter()
                .copied()
                .filter(|other| around.contains(&self.sites[*other].block))
                .collect();
            let answers: Vec<PlaceId> =
                inside.iter().filter_map(|test| self.answer(*test)).collect();
            if self.ends_by(&around, &answers) {
                self.polled.extend(inside);
            }
        }
    }

    fn is_test(&self, site: usize) -> bool {
        let Target::Mpi(mpi) = self.sites[site].target else { return false };
        TESTS.contains(&mpi.procedure.name)
    }

    /// Where a test writes whether requests are complete.
    fn answer(&mut self, test: usize) -> Option<PlaceId> {
        let Target::Mpi(mpi) = self.sites[test].target else { return None };
        let flag = mpi.procedure.param("flag").or_else(|| mpi.procedure.param("outcount"))?;
        let call = self.call(self.sites[test].block, self.sites[test].event);
        let place = self.resolve(*call.arguments.get(mpi.argument(flag)?)?)?;
        Some(self.context.places.intern(place))
    }

    /// The blocks that control comes to from a block and comes back from.
    fn cycle_of(&self, block: BlockId) -> FxHashSet<BlockId> {
        let count = self.function.blocks.len();
        let reached = |next: &dyn Fn(BlockId) -> Vec<BlockId>| {
            let mut seen = FxHashSet::default();
            let mut work = next(block);
            while let Some(at) = work.pop() {
                if at.index() < count && seen.insert(at) {
                    work.extend(next(at));
                }
            }
            seen
        };
        let ahead = reached(&|at| {
            self.successors[at.index()].iter().map(|to| BlockId::new(to.index())).collect()
        });
        let behind = reached(&|at| self.predecessors[at.index()].clone());
        ahead.intersection(&behind).copied().collect()
    }

    /// Is a loop left by a condition on one of these places?
    fn ends_by(&mut self, around: &FxHashSet<BlockId>, places: &[PlaceId]) -> bool {
        let function = self.function;
        around.iter().any(|block| {
            let terminator = &function.blocks[block.index()].terminator;
            let leaves = terminator.successors().iter().any(|to| !around.contains(to));
            let condition = terminator.condition().filter(|_| leaves);
            condition.is_some_and(|condition| {
                places.iter().any(|place| self.is_computed_from(condition, *place))
            })
        })
    }
}
