//! What all ranks have after a broadcast, where that is known of its root.
//!
//! The root keeps what it has sent, the others take it out of the buffer: `if (rank != 0) n = buffer;` leaves
//! the same on all ranks. So it is noted what the root had where a broadcast writes.

use std::hash::BuildHasher;

use rustc_hash::{FxBuildHasher, FxHashMap};

use super::expression::{Dependence, Expression, ExpressionId, Expressions};
use super::function::{Builder, Target};
use super::memory::{Node, NodeId};
use super::place::{Place, Root};
use super::solver::Solver;
use crate::program::{BlockId, Comparison};

impl Builder<'_, '_> {
    /// Is it what a broadcast leaves? In a loop, what stood there before may be what the same call left the last
    /// time.
    pub(super) fn is_sent(&mut self, written: NodeId) -> bool {
        let Node::Mpi { site, .. } = self.memory.nodes[written.index()] else { return false };
        let site = &self.sites[site];
        let Target::Mpi(call) = site.target else { return false };
        let block = site.block;
        call.procedure.name == "MPI_Bcast" && !self.is_looping(block)
    }

    /// What has to be known before it is known what a broadcast leaves.
    pub(super) fn before_sent(&self, written: NodeId) -> Vec<NodeId> {
        let Some(before) = self.sent.get(&written) else { return Vec::new() };
        let call = match self.memory.nodes[written.index()] {
            Node::Part { of } => of,
            _ => written,
        };
        let Node::Mpi { site, .. } = self.memory.nodes[call.index()] else { return vec![*before] };
        let parameters = self.sites[site].parameters.iter().copied().flatten();
        parameters.chain([*before]).collect()
    }

    /// Keeps what stands in a place before a broadcast writes there.
    pub(super) fn note_sent(
        &mut self,
        (block, event): (BlockId, usize),
        place: Place,
        written: NodeId,
    ) {
        if !place.array {
            let place = self.note_place(place);
            let before = self.read_lazily(place, block, event);
            self.sent.insert(written, before);
        }
    }
}

/// What a broadcast sent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sent {
    /// Is the caller the root?
    is_root: ExpressionId,
    /// What the root had.
    by_root: ExpressionId,
    /// What all have afterwards.
    agreed: ExpressionId,
    /// Sent as `MPI_PACKED`.
    is_packed: bool,
}

impl Solver<'_, '_, '_> {
    /// A part of what a call writes.
    pub(super) fn part(&mut self, node: NodeId, of: NodeId) -> ExpressionId {
        let whole = self.get(of);
        let key = self.key(node);
        let part = self.builder.context.expressions.opaque(key, [whole]);
        if let Node::Mpi { site, .. } = self.builder.memory.nodes[of.index()] {
            self.note_root(node, site, part);
        }
        part
    }

    /// Notes what the root of a broadcast has. What all have afterwards is not said to be that: what was written
    /// through pointers that are not followed may be missing from what is known of the root.
    pub(super) fn note_root(
        &mut self,
        node: NodeId,
        site: usize,
        agreed: ExpressionId,
    ) -> Option<()> {
        let before = *self.builder.sent.get(&node)?;
        let before = self.alias(before);
        if matches!(self.builder.memory.nodes[before.index()], Node::Undefined) {
            return None;
        }
        let before = self.known(before)?;
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
        let by_root = all.replace(before, &of_root, &mut FxHashMap::default());
        let datatype = call.procedure.param("datatype").and_then(|at| self.parameter(site, at));
        let is_packed = datatype.is_some_and(|datatype| self.is_packed(datatype));
        self.known_sent.push(Sent { is_root, by_root, agreed, is_packed });
        Some(())
    }

    /// Is it `MPI_PACKED`?
    fn is_packed(&self, datatype: ExpressionId) -> bool {
        let context = &self.builder.context;
        match context.expressions.get(datatype) {
            // MPICH's handle, and Open MPI's in Fortran.
            Expression::Integer(value) => matches!(value, 0x4c00_010f | 2),
            Expression::Address(place) => match context.places.get(*place).root {
                Root::Global(global) => {
                    context.program.globals[global.index()].name == "ompi_mpi_packed"
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Is it made of what is the same on all ranks whatever happens, and of what ranks agree on?
    pub(super) fn is_same_for_all(&self, expression: ExpressionId) -> bool {
        let context = &self.builder.context;
        let mut leaves = Vec::new();
        context.expressions.leaves(expression, &mut leaves);
        let is_same = |leaf: &ExpressionId| match context.expressions.get(*leaf) {
            Expression::Size(_) | Expression::Agreed(..) | Expression::Address(_) => true,
            Expression::Origin(origin) => {
                context.origin_of(*origin).dependence == Dependence::Uniform
            }
            _ => false,
        };
        leaves.iter().all(is_same)
    }

    /// A choice by the rank between what the root of a broadcast keeps and what the others were sent: what the
    /// others have, if the root has made its own of what it sent in the same way, and something that is not
    /// known if nobody can tell. `None`: it is no such choice.
    pub(super) fn kept_by_root(
        &mut self,
        condition: ExpressionId,
        then: ExpressionId,
        otherwise: ExpressionId,
    ) -> Option<ExpressionId> {
        let all = &mut self.builder.context.expressions;
        let mut is_root = self.known_sent.iter().map(|sent| sent.is_root);
        let is_root = is_root
            .find(|is_root| *is_root == condition || all.are_opposite(*is_root, condition))?;
        let [root, others] = match is_root == condition {
            true => [then, otherwise],
            false => [otherwise, then],
        };
        let root = all.where_it_holds(root, &[(is_root, true)], &mut FxHashMap::default());
        let others = all.where_it_holds(others, &[(is_root, false)], &mut FxHashMap::default());
        let (mut kept, mut sent_back, mut is_certain) = (root, others, true);
        let mut parts = [root, others].map(|way| all.parts(way));
        for sent in self.known_sent.iter().filter(|sent| sent.is_root == is_root) {
            if parts[1].contains(&sent.agreed) {
                let before = sent_back;
                sent_back = all.exchange(sent_back, sent.agreed, sent.by_root);
                is_certain &= sent_back == before || all.is_one_value(sent.by_root);
                parts[1].extend(all.parts(sent.by_root));
            }
            // A number may stand anywhere.
            if parts[0].contains(&sent.by_root) && all.as_integer(sent.by_root).is_none() {
                kept = all.exchange(kept, sent.by_root, sent.agreed);
                parts[0].extend(all.parts(sent.agreed));
            }
        }
        if sent_back == root && sent_back != others {
            return Some(if is_certain { others } else { self.perhaps_kept(kept, others) });
        }
        if kept == root {
            return self.unpacked(is_root, root, others);
        }
        // Of what is opaque nobody can tell whether both made the same of it.
        let is_open = kept == others
            || [kept, others].iter().any(|way| all.has_opaque(*way))
                && self.is_same_for_all(kept)
                && self.is_same_for_all(others);
        is_open.then(|| self.perhaps_kept(kept, others))
    }

    /// What the others make of what was packed may be what the root has.
    fn unpacked(
        &mut self,
        is_root: ExpressionId,
        root: ExpressionId,
        others: ExpressionId,
    ) -> Option<ExpressionId> {
        let all = &self.builder.context.expressions;
        let leaves_of = |id: ExpressionId| {
            let mut leaves = Vec::new();
            all.leaves(id, &mut leaves);
            leaves
        };
        let unpacked = leaves_of(others);
        let is_packed = |sent: &Sent| {
            let from = leaves_of(sent.agreed);
            sent.is_packed
                && sent.is_root == is_root
                && from.iter().any(|leaf| unpacked.contains(leaf))
        };
        let is_open = all.has_opaque(others)
            && self.is_same_for_all(root)
            && self.is_same_for_all(others)
            && self.known_sent.iter().any(is_packed);
        is_open.then(|| self.perhaps_kept(root, others))
    }

    fn perhaps_kept(&mut self, kept: ExpressionId, others: ExpressionId) -> ExpressionId {
        let key = FxBuildHasher.hash_one((kept, others)) | (1 << 57);
        let whether = self.unknown(key as u32, "what the root of a broadcast has kept");
        self.builder.context.expressions.opaque(key, [kept, others, whether])
    }
}
