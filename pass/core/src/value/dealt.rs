//! What a collective deals out: of a rank's buffer each rank gets another part. Where all elements of the buffer were filled
//! with one value (`for (i = 0; i < size; i++) rounds[i] = n; MPI_Scatter(rounds, …)`), all ranks get the same.

use rustc_hash::FxHashSet;

use super::function::{Builder, Target};
use super::memory::{Node, NodeId};
use super::place::Place;
use super::solver::Solver;
use crate::mpi;
use crate::program::{BlockId, CallSite, Value};

/// Writes of elements, and joins of them, that are looked at.
const WRITES: usize = 64;

/// Values that an index is computed from.
const INDEX: usize = 32;

impl Builder<'_, '_> {
    /// The buffer that a call deals out, all of its elements as one, and what stands there.
    pub(super) fn dealt(
        &mut self,
        (block, event): (BlockId, usize),
        call: &CallSite,
        mpi: mpi::Call,
    ) -> Option<(Place, NodeId)> {
        let argument = mpi.argument(mpi::dealt(mpi.procedure)?)?;
        let start = self.address_argument(*call.arguments.get(argument)?)?;
        let elements = Place { array: true, ..start };
        let id = self.note_place(elements);
        Some((elements, self.read(id, block, event)))
    }
}

impl Solver<'_, '_, '_> {
    /// What is in the buffer that a call deals out.
    pub(super) fn dealt_operands(&self, site: usize) -> Vec<NodeId> {
        match (&self.builder.sites[site].target, self.builder.sites[site].dealt) {
            (Target::Mpi(_), Some((_, node))) => vec![node],
            _ => Vec::new(),
        }
    }

    /// Were all elements of the buffer that a call deals out filled with one value?
    pub(super) fn deals_alike(&self, site: usize) -> bool {
        let Some((place, node)) = self.builder.sites[site].dealt else { return false };
        let is_undefined = self.builder.is_undefined_before(place);
        let mut work = vec![self.alias(node)];
        let mut seen = FxHashSet::default();
        let mut found = None;
        while let Some(node) = work.pop() {
            if !seen.insert(node) {
                continue;
            }
            match &self.builder.memory.nodes[node.index()] {
                _ if seen.len() > WRITES => return false,
                Node::Phi { incoming, .. } => {
                    work.extend(incoming.iter().map(|(_, node)| self.alias(*node)));
                }
                Node::Written { old, new, indices, .. } => {
                    let value = self.known(*new);
                    let is_one = value.is_some() && found.is_none_or(|found| Some(found) == value);
                    if !is_one || !self.stays_while_moving(*new, indices) {
                        return false;
                    }
                    found = value;
                    work.push(self.alias(*old));
                }
                Node::Undefined | Node::New if is_undefined => {}
                _ => return false,
            }
        }
        found.is_some()
    }

    /// Is a value the same in each round of the loops that an index goes along with?
    fn stays_while_moving(&self, value: NodeId, indices: &[NodeId]) -> bool {
        let heads = self.loops_of(indices);
        heads.is_some_and(|heads| heads.iter().all(|head| self.is_left_before(*head, value)))
    }

    /// Heads of the loops that indices go along with. `None`: not all is known that they are computed from.
    fn loops_of(&self, indices: &[NodeId]) -> Option<Vec<BlockId>> {
        let mut work = indices.to_vec();
        let mut heads = Vec::new();
        for _ in 0..INDEX {
            let Some(node) = work.pop() else { return Some(heads) };
            let Node::Value(value) = self.builder.memory.nodes[self.alias(node).index()] else {
                return None;
            };
            match self.builder.function.value(value) {
                Value::Integer(_) | Value::Parameter(_) => {}
                Value::Cast { operand, .. } => work.push(NodeId::new(operand.index())),
                Value::Binary { operands, .. } => {
                    work.extend(operands.map(|operand| NodeId::new(operand.index())));
                }
                Value::Phi { block, .. } => heads.push(*block),
                _ => return None,
            }
        }
        None
    }
}
