//! What ranks hand on to each other by messages: broadcasts and reductions by hand.
//!
//! A function that receives messages in a place and sends messages from the very same place spreads
//! what stands there. Behind that, ranks may well hold the same, though they came by it on different
//! ways; whether they do, only the run knows. So nothing there is known to differ between ranks: that
//! is an answer for the run, not a warning. The same holds of what is received to be combined with what is
//! sent: `any |= received;`.

use rustc_hash::{FxHashMap, FxHashSet};

use super::function::{Builder, Target};
use super::memory::{Node, NodeId};
use super::place::PlaceId;
use crate::mpi::{ParamKind, Procedure};
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
/// Procedures that do both.
const EXCHANGES: [&str; 2] = ["MPI_Sendrecv", "MPI_Isendrecv"];

/// What stands in a place is computed anew, from what stands in these; `None`: in any.
struct Change {
    place: PlaceId,
    from: Option<Vec<PlaceId>>,
}

impl Change {
    fn reads(&self, place: PlaceId) -> bool {
        self.from.as_ref().is_none_or(|from| from.contains(&place))
    }
}

/// Does the procedure send to one rank from a buffer of its own?
#[must_use]
pub fn sends_to_one(procedure: &Procedure) -> bool {
    SENDS.contains(&procedure.name)
}

/// Is the parameter the buffer a procedure sends to one rank from?
#[must_use]
pub fn is_sent_from(procedure: &Procedure, parameter: usize) -> bool {
    (sends_to_one(procedure) || EXCHANGES.contains(&procedure.name))
        && procedure.params.get(parameter).is_some_and(|param| param.kind == ParamKind::Buffer)
}

impl Builder<'_, '_> {
    /// Finds the places, and the calls that receive in them, before what they write is defined.
    pub(super) fn find_handed_on(&mut self) {
        let (sent, mut received) = self.messages();
        if sent.is_empty() || received.is_empty() {
            return;
        }
        let changes = self.changes(&sent);
        let is_combined = |change: &Change| {
            let mut others = change.from.iter().flatten().filter(|from| **from != change.place);
            others.any(|from| received.contains_key(from))
        };
        let combined: Vec<PlaceId> = changes
            .iter()
            .filter(|change| is_combined(change))
            .flat_map(|change| {
                change.from.iter().flatten().copied().filter(|from| *from != change.place)
            })
            .collect();
        // A token that grows on its way is another one for each rank.
        let grows = |place: PlaceId| {
            changes.iter().any(|change| change.place == place && !is_combined(change))
        };
        let is_handed_on =
            |place: &PlaceId| sent.contains(place) && !grows(*place) || combined.contains(place);
        let kept: FxHashSet<PlaceId> = received.keys().copied().filter(is_handed_on).collect();
        received.retain(|place, _| kept.contains(place));
        self.memory.handed_on = received.keys().map(|place| (*place, Vec::new())).collect();
        self.handing_on = received.into_values().flatten().collect();
    }

    /// The places messages are sent from, and those they are received in, with the calls that do.
    fn messages(&mut self) -> (FxHashSet<PlaceId>, FxHashMap<PlaceId, Vec<usize>>) {
        let mut sent: FxHashSet<PlaceId> = FxHashSet::default();
        let mut received: FxHashMap<PlaceId, Vec<usize>> = FxHashMap::default();
        for site in 0..self.sites.len() {
            let Target::Mpi(mpi) = self.sites[site].target else { continue };
            let name = mpi.procedure.name;
            let (sends, receives) = (sends_to_one(mpi.procedure), RECEIVES.contains(&name));
            let exchanges = EXCHANGES.contains(&name);
            if !sends && !receives && !exchanges {
                continue;
            }
            let call = self.call(self.sites[site].block, self.sites[site].event);
            for (index, param) in mpi.procedure.params.iter().enumerate() {
                if param.kind != ParamKind::Buffer {
                    continue;
                }
                // Elements of an array may be others than those that are sent.
                let argument = mpi.argument(index).and_then(|at| call.arguments.get(at));
                let place = argument.and_then(|argument| self.resolve(*argument));
                let Some(place) = place.filter(|place| !place.array) else { continue };
                let place = self.context.places.intern(place);
                if receives || exchanges && param.is_written() {
                    received.entry(place).or_default().push(site);
                }
                if sends || exchanges && !param.is_written() {
                    sent.insert(place);
                }
            }
        }
        (sent, received)
    }

    /// Where the function puts into one of the places what it computes from what stood there.
    fn changes(&mut self, places: &FxHashSet<PlaceId>) -> Vec<Change> {
        let mut changes = Vec::new();
        for (_, _, what) in self.events() {
            let Event::Store { address, value } = what else { continue };
            let Some(place) = self.resolve(*address) else { continue };
            let place = self.context.places.intern(place);
            if places.contains(&place) {
                let from = self.computed_from(*value);
                let change = Change { place, from };
                changes.extend(change.reads(place).then_some(change));
            }
        }
        changes
    }

    /// Is a value computed from what stands in a place? Where that takes long to find out, it is.
    pub(super) fn is_computed_from(&mut self, value: ValueId, place: PlaceId) -> bool {
        Change { place, from: self.computed_from(value) }.reads(place)
    }

    /// The places a value is computed from; `None`: that takes long to find out.
    fn computed_from(&mut self, value: ValueId) -> Option<Vec<PlaceId>> {
        const STEPS: usize = 64;
        let mut found = Vec::new();
        let mut work = vec![value];
        let mut seen = FxHashSet::default();
        while let Some(value) = work.pop() {
            if !seen.insert(value) {
                continue;
            }
            if seen.len() > STEPS {
                return None;
            }
            let function = self.function;
            match function.value(value) {
                Value::Load { address } => {
                    let from = self.resolve(*address);
                    found.extend(from.map(|from| self.context.places.intern(from)));
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
        Some(found)
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
