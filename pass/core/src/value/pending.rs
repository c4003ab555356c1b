//! What a non-blocking collective will leave in its buffer (6.12): nobody has it before the request is completed.
//! `MPI_Ibcast(&n, …); for (i = 0; i < n; i++) …; MPI_Wait(…)` reads what each rank had, or perhaps what was sent.

use rustc_hash::FxHashSet;

use super::Context;
use super::function::{Builder, Target};
use super::memory::{Node, NodeId};
use super::place::PlaceId;
use crate::mpi::{self, Direction, Mode, ParamKind};
use crate::program::{BlockId, Callee, Event, Function, Program};

/// Joins that are looked through for what they carry on.
const JOINS: usize = 16;

fn is_nonblocking(procedure: &mpi::Procedure) -> bool {
    procedure.collective().is_some_and(|collective| collective.mode == Mode::Nonblocking)
}

/// Does the program make non-blocking collective calls?
pub(super) fn has_nonblocking(program: &Program) -> bool {
    let is_one = |function: &Function| {
        mpi::lookup(&function.name).is_some_and(|mpi| is_nonblocking(mpi.procedure))
    };
    program.functions.iter().any(is_one)
}

/// Does a function itself make a call that may complete requests?
#[must_use]
pub fn completes(program: &Program, function: &Function) -> bool {
    function.blocks.iter().flat_map(|block| &block.events).any(|event| {
        let Event::Call(call) = event else { return false };
        let Callee::Direct(callee) = call.callee else { return true };
        mpi::lookup(&program.function(callee).name).is_some_and(|mpi| may_complete(mpi.procedure))
    })
}

/// `MPI_Wait`, `MPI_Test`, and what else is handed a request to look after.
fn may_complete(procedure: &mpi::Procedure) -> bool {
    let is_request = |param: &mpi::Param| {
        param.kind == ParamKind::Request && param.direction == Direction::InOut
    };
    procedure.params.iter().any(is_request)
}

impl Builder<'_, '_> {
    /// What a read sees of what a call writes: nothing that is known, if the call may not be completed yet.
    pub(super) fn unless_pending(
        &mut self,
        node: NodeId,
        place: PlaceId,
        at: (BlockId, usize),
    ) -> NodeId {
        if !self.context.has_nonblocking {
            return node;
        }
        let Some(only) = self.only_joined(node) else { return node };
        let written = match self.memory.nodes[only.index()] {
            Node::Part { of } => of,
            _ => only,
        };
        let Node::Mpi { site, .. } = self.memory.nodes[written.index()] else { return node };
        let Target::Mpi(mpi) = self.sites[site].target else { return node };
        let is_pending = is_nonblocking(mpi.procedure) && self.comes_to_uncompleted(site, at);
        if is_pending { self.memory.push(Node::Unknown(place)) } else { node }
    }

    /// What loops carry on that do not write it.
    fn only_joined(&self, node: NodeId) -> Option<NodeId> {
        let (mut found, mut seen, mut work) = (None, FxHashSet::default(), vec![node]);
        while let Some(at) = work.pop() {
            match &self.memory.nodes[at.index()] {
                Node::Phi { incoming, .. } => {
                    if seen.len() < JOINS && seen.insert(at) {
                        work.extend(incoming.iter().map(|(_, node)| *node));
                    }
                }
                _ if found.is_none_or(|found| found == at) => found = Some(at),
                _ => return None,
            }
        }
        found
    }

    /// Is there a way from a call to a place on which nothing may complete it?
    fn comes_to_uncompleted(&self, site: usize, (block, event): (BlockId, usize)) -> bool {
        let start = self.sites[site].block;
        // Of a block: how far it is gone through from an event on, or whether it completes before that.
        let is_passed = |at: BlockId, events: std::ops::Range<usize>| {
            !events.into_iter().any(|event| {
                self.site_at.get(&(at, event)).is_some_and(|site| self.may_complete(*site))
            })
        };
        let events = |at: BlockId| self.function.blocks[at.index()].events.len();
        let first = self.sites[site].event + 1;
        if start == block && event >= first {
            return is_passed(start, first..event);
        }
        let mut work = Vec::new();
        if is_passed(start, first..events(start)) {
            work.extend(self.usual_targets(start));
        }
        let mut seen = FxHashSet::default();
        while let Some(at) = work.pop() {
            if at.index() >= self.function.blocks.len() || !seen.insert(at) {
                continue;
            }
            if at == block && is_passed(at, 0..event.min(events(at))) {
                return true;
            }
            if is_passed(at, 0..events(at)) {
                work.extend(self.usual_targets(at));
            }
        }
        false
    }

    fn may_complete(&self, site: usize) -> bool {
        let Context { completes, .. } = &*self.context;
        match &self.sites[site].target {
            Target::Mpi(mpi) => may_complete(mpi.procedure),
            Target::Library(_) => false,
            Target::Unknown => true,
            target => target.callees().iter().any(|callee| completes[callee.index()]),
        }
    }
}
