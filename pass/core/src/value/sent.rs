//! What all ranks have after a broadcast, where that is known of its root.
//!
//! The root keeps what it has sent, the others take it out of the buffer: `if (rank != 0) n = buffer;` leaves
//! the same on all ranks. So it is noted what the root had where a broadcast of one number writes.

use std::hash::BuildHasher;

use rustc_hash::{FxBuildHasher, FxHashMap};

use super::expression::{Dependence, Expression, ExpressionId, Expressions};
use super::function::{Builder, Target};
use super::memory::{Node, NodeId};
use super::place::Place;
use super::solver::Solver;
use crate::mpi;
use crate::program::{BlockId, Comparison};

impl Builder<'_, '_> {
    /// Keeps what stands where a broadcast of one number writes, as it is before the call. In a loop that may
    /// be what the same call left the last time.
    pub(super) fn note_sent(
        &mut self,
        (block, event): (BlockId, usize),
        call: mpi::Call,
        place: Place,
        written: NodeId,
    ) {
        if call.procedure.name == "MPI_Bcast" && !place.array && !self.is_looping(block) {
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
}

impl Solver<'_, '_, '_> {
    /// What an MPI call writes. A broadcast leaves what its root is known to send if that is the same on all
    /// ranks anyway.
    pub(super) fn sent(&mut self, node: NodeId, site: usize, parameter: usize) -> ExpressionId {
        let agreed = self.mpi_output(site, parameter);
        self.by_root(node, site, agreed).unwrap_or(agreed)
    }

    /// What the root of a broadcast sends, if all ranks know it; else what it has is noted.
    fn by_root(&mut self, node: NodeId, site: usize, agreed: ExpressionId) -> Option<ExpressionId> {
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
        let sent = all.replace(before, &of_root, &mut FxHashMap::default());
        let group = all.group_of(communicator);
        if self.is_same_for_all(sent, Some(group)) {
            return Some(sent);
        }
        self.known_sent.push(Sent { is_root, by_root: sent, agreed });
        None
    }

    /// Is it made of what is the same on all ranks whatever happens, and of the size of a communicator?
    fn is_same_for_all(&self, expression: ExpressionId, group: Option<ExpressionId>) -> bool {
        let context = &self.builder.context;
        let mut leaves = Vec::new();
        context.expressions.leaves(expression, &mut leaves);
        let is_same = |leaf: &ExpressionId| match context.expressions.get(*leaf) {
            Expression::Size(of) => group.is_none_or(|group| *of == group),
            Expression::Agreed(..) => group.is_none(),
            Expression::Origin(origin) => {
                context.origin_of(*origin).dependence == Dependence::Uniform
            }
            _ => false,
        };
        leaves.iter().all(is_same)
    }

    /// A choice by the rank between what the root of a broadcast keeps and what the others were sent: what all
    /// have, if both were made of it in the same way, and something that is not known if nobody can tell.
    /// `None`: it is no such choice.
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
        let mut kept = root;
        let mut unknown = false;
        for sent in self.known_sent.iter().filter(|sent| sent.is_root == is_root) {
            let all = &mut self.builder.context.expressions;
            let before = kept;
            kept = all.exchange(kept, sent.by_root, sent.agreed);
            unknown |= kept != before && !all.is_one_value(sent.by_root);
        }
        if kept == root {
            return None;
        }
        if kept == others && !unknown {
            return Some(others);
        }
        // Of what is opaque nobody can tell whether both made the same of it.
        let is_open = kept == others
            || [kept, others].iter().any(|way| self.builder.context.expressions.has_opaque(*way))
                && self.is_same_for_all(kept, None)
                && self.is_same_for_all(others, None);
        is_open.then(|| {
            let key = FxBuildHasher.hash_one((kept, others)) | (1 << 57);
            let whether = self.unknown(key as u32, "what the root of a broadcast has kept");
            self.builder.context.expressions.opaque(key, [kept, others, whether])
        })
    }
}
