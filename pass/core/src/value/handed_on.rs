//! What ranks hand on to each other by messages: broadcasts and reductions by hand.
//!
//! A function that receives messages in a place and sends messages from the very same place spreads
//! what stands there. Behind that, ranks may well hold the same, though they came by it on different
//! ways; whether they do, only the run knows. So nothing there is known to differ between ranks: that
//! is an answer for the run, not a warning.

use rustc_hash::{FxHashMap, FxHashSet};

use super::function::{Builder, Target};
use super::memory::{Node, NodeId};
use super::place::PlaceId;
use crate::mpi::{Param, ParamKind, Procedure};
use crate::program::{Event, Value, ValueId};

/// Procedures that send to one rank from a buffer of their own.
const SENDS: [&str; 8] = [
    "MPI_Send",
    "MPI_Bsend",
    "MPI_Rsend",
    "MPI_Ssend",
    "MPI_Isend",
    "MPI_Ibsend",
    "MPI_Irsend",
    "MPI_Issend",
];
/// Procedures that receive from one rank in a buffer of their own.
const RECEIVES: [&str; 4] = ["MPI_Recv", "MPI_Irecv", "MPI_Mrecv", "MPI_Imrecv"];

/// Does the procedure send to one rank from a buffer of its own?
#[must_use]
pub fn sends_to_one(procedure: &Procedure) -> bool {
    SENDS.contains(&procedure.name)
}

/// Is the parameter the buffer such a procedure sends from?
#[must_use]
pub fn is_sent_from(procedure: &Procedure, parameter: usize) -> bool {
    sends_to_one(procedure)
        && procedure.params.get(parameter).is_some_and(|param| param.kind == ParamKind::Buffer)
}

impl Builder<'_, '_> {
    /// Finds the places, and the calls that receive in them, before what they write is defined.
    pub(super) fn find_handed_on(&mut self) {
        let mut sent: FxHashSet<PlaceId> = FxHashSet::default();
        let mut received: FxHashMap<PlaceId, Vec<usize>> = FxHashMap::default();
        for site in 0..self.sites.len() {
            let Target::Mpi(mpi) = self.sites[site].target else { continue };
            let sends = sends_to_one(mpi.procedure);
            if !sends && !RECEIVES.contains(&mpi.procedure.name) {
                continue;
            }
            let is_buffer = |param: &Param| param.kind == ParamKind::Buffer;
            let call = self.call(self.sites[site].block, self.sites[site].event);
            let buffer = mpi.procedure.params.iter().position(is_buffer);
            let argument = buffer.and_then(|buffer| call.arguments.get(mpi.argument(buffer)?));
            // Elements of an array may be others than those that are sent.
            let place = argument.and_then(|argument| self.resolve(*argument));
            let Some(place) = place.filter(|place| !place.array) else { continue };
            let place = self.context.places.intern(place);
            match sends {
                true => {
                    sent.insert(place);
                }
                false => received.entry(place).or_default().push(site),
            }
        }
        received.retain(|place, _| sent.contains(place));
        for place in self.changed_by_itself(&received) {
            received.remove(&place);
        }
        self.memory.handed_on = received.keys().map(|place| (*place, Vec::new())).collect();
        self.handing_on = received.into_values().flatten().collect();
    }

    /// Places in which the function puts what it computes from what stood there: a token that grows on
    /// its way is another one for each rank.
    fn changed_by_itself(&mut self, places: &FxHashMap<PlaceId, Vec<usize>>) -> Vec<PlaceId> {
        let mut changed = Vec::new();
        if places.is_empty() {
            return changed;
        }
        for (_, _, what) in self.events() {
            let Event::Store { address, value } = what else { continue };
            let Some(place) = self.resolve(*address) else { continue };
            let place = self.context.places.intern(place);
            if places.contains_key(&place) && self.is_computed_from(*value, place) {
                changed.push(place);
            }
        }
        changed
    }

    /// Is a value computed from what stands in a place? Where that takes long to find out, it is.
    pub(super) fn is_computed_from(&mut self, value: ValueId, place: PlaceId) -> bool {
        const STEPS: usize = 64;
        let mut work = vec![value];
        let mut seen = FxHashSet::default();
        while let Some(value) = work.pop() {
            if !seen.insert(value) {
                continue;
            }
            if seen.len() > STEPS {
                return true;
            }
            let function = self.function;
            match function.value(value) {
                Value::Load { address } => {
                    let from = self.resolve(*address).map(|from| self.context.places.intern(from));
                    if from == Some(place) {
                        return true;
                    }
                }
                Value::Binary { operands, .. } | Value::Compare { operands, .. } => {
                    work.extend(operands);
                }
                Value::Cast { operand, .. } => work.push(*operand),
                Value::Select { condition, then, otherwise } => {
                    work.extend([*condition, *then, *otherwise]);
                }
                Value::Phi { incoming, .. } => work.extend(incoming.iter().map(|(_, v)| *v)),
                Value::Opaque(inputs) => work.extend(inputs),
                _ => {}
            }
        }
        false
    }

    /// Finds the joins of what was handed on with something else, when all reads are known.
    pub(super) fn join_handed_on(&mut self) {
        if self.handing_on.is_empty() {
            return;
        }
        let joins: Vec<NodeId> = self.memory.handed_on.values().flatten().copied().collect();
        loop {
            let before = self.handed_on.len();
            for join in &joins {
                let Node::Phi { incoming, .. } = &self.memory.nodes[join.index()] else { continue };
                if incoming.iter().any(|(_, node)| self.is_handed_on(*node)) {
                    self.handed_on.insert(*join);
                }
            }
            if self.handed_on.len() == before {
                return;
            }
        }
    }

    fn is_handed_on(&self, node: NodeId) -> bool {
        match self.memory.nodes[node.index()] {
            Node::Mpi { site, parameter } => {
                parameter != usize::MAX && self.handing_on.contains(&site)
            }
            Node::Part { of } if of != node => self.is_handed_on(of),
            _ => self.handed_on.contains(&node),
        }
    }
}
