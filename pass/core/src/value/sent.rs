//! What all ranks have after a broadcast, where that is known of its root.

use rustc_hash::FxHashMap;

use super::expression::{Dependence, Expression, ExpressionId, Expressions};
use super::function::{Builder, Target};
use super::memory::NodeId;
use super::place::Place;
use super::solver::Solver;
use crate::mpi;
use crate::program::{BlockId, Comparison};

impl Builder<'_, '_> {
    /// Keeps what stands where a broadcast of one number writes, as it is before the call.
    pub(super) fn note_sent(
        &mut self,
        (block, event): (BlockId, usize),
        call: mpi::Call,
        place: Place,
        written: NodeId,
    ) {
        if call.procedure.name == "MPI_Bcast" && !place.array {
            let place = self.note_place(place);
            let before = self.read_lazily(place, block, event);
            self.sent.insert(written, before);
        }
    }
}

impl Solver<'_, '_, '_> {
    /// What a broadcast leaves: a number that the root is known to send, and what is the same on all ranks
    /// anyway. `None`: only that all have the same is known.
    pub(super) fn sent(&mut self, node: NodeId, site: usize) -> Option<ExpressionId> {
        let before = self.builder.sent.get(&node).copied().and_then(|before| self.known(before))?;
        let Target::Mpi(call) = self.builder.sites[site].target else { return None };
        let communicator = self.communicator(site, call.procedure.param("comm")?);
        let root = self.parameter(site, call.procedure.param("root")?)?;
        let all = &mut self.builder.context.expressions;
        let rank = all.rank(communicator);
        let number = all.as_integer(root);
        let is_root = all.compare(Comparison::Equal, 32, rank, root);
        let of_root = |all: &Expressions, part: ExpressionId| match part {
            part if part == rank => number,
            part if part == is_root => Some(1),
            part => all.are_opposite(part, is_root).then_some(0),
        };
        let sent = all.replace(before, &of_root, &mut FxHashMap::default());
        let group = all.group_of(communicator);
        let mut leaves = Vec::new();
        all.leaves(sent, &mut leaves);
        let context = &self.builder.context;
        let is_same = |leaf: &ExpressionId| match context.expressions.get(*leaf) {
            Expression::Size(of) => *of == group,
            Expression::Origin(origin) => {
                context.origin_of(*origin).dependence == Dependence::Uniform
            }
            _ => false,
        };
        leaves.iter().all(is_same).then_some(sent)
    }
}
