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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sent {
    /// Is the caller the root?
    is_root: ExpressionId,
    /// What the root had, where that is one value that is known.
    by_root: Option<ExpressionId>,
    /// What all have afterwards.
    agreed: ExpressionId,
    /// Sent as `MPI_PACKED`.
    is_packed: bool,
}

/// What two ways of a choice by the root are, once what was sent stands for what the root had.
struct Exchanged {
    /// What the root has, with what all have afterwards in the place of what it sent.
    kept: ExpressionId,
    /// What the others have, with what the root had in the place of what it sent.
    sent_back: ExpressionId,
    /// All that was put there is one value.
    is_certain: bool,
    /// What the root had is known, and not what it keeps.
    is_known: bool,
}

/// What the root of a broadcast keeps.
enum Kept {
    /// The same as this, which the others have.
    Surely(ExpressionId),
    /// This, or the other thing, which the others have.
    Perhaps(ExpressionId, ExpressionId),
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
        let Target::Mpi(call) = self.builder.sites[site].target else { return None };
        if !matches!(call.procedure.name, "MPI_Bcast" | "MPI_Ibcast") {
            return None;
        }
        let before = self.builder.sent.get(&node).map(|before| self.alias(*before));
        let before = before
            .filter(|before| !matches!(self.builder.memory.nodes[before.index()], Node::Undefined));
        let before = before.and_then(|before| self.known(before));
        let communicator = self.communicator(site, call.procedure.param("comm")?);
        let root = self.parameter(site, call.procedure.param("root")?)?;
        let all = &mut self.builder.context.expressions;
        let rank = all.rank(communicator);
        let number = all.as_integer(root);
        let is_root = all.compare(Comparison::Equal, 32, rank, root);
        let of_root = |all: &Expressions, part: ExpressionId| match part {
            part if part == rank => number,
            part => says_who_is_root(all, part, is_root).map(i64::from),
        };
        let by_root = before.map(|before| all.replace(before, &of_root, &mut FxHashMap::default()));
        let datatype = call.procedure.param("datatype").and_then(|at| self.parameter(site, at));
        let is_packed = datatype.is_some_and(|datatype| self.is_packed(datatype));
        let sent = Sent { is_root, by_root, agreed, is_packed };
        // In a cycle it is looked at several times.
        if !self.known_sent.contains(&sent) {
            self.known_sent.push(sent);
        }
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
            // The command line.
            Expression::Input(_) => self.builder.function.is_main(),
            _ => false,
        };
        leaves.iter().all(is_same)
    }

    /// Is it made of nothing that is known to differ between ranks?
    fn may_be_same_for_all(&self, expression: ExpressionId) -> bool {
        let mut leaves = Vec::new();
        self.builder.context.expressions.leaves(expression, &mut leaves);
        leaves.into_iter().all(|leaf| {
            self.severity(leaf) != Dependence::RankDependent || self.is_same_for_all(leaf)
        })
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
        // Values in a cycle are put together several times.
        let asked = ([condition, then, otherwise], self.known_sent.len());
        if let Some(known) = self.kept.get(&asked) {
            return *known;
        }
        let found = self.find_kept_by_root(condition, then, otherwise);
        self.kept.insert(asked, found);
        found
    }

    fn find_kept_by_root(
        &mut self,
        condition: ExpressionId,
        then: ExpressionId,
        otherwise: ExpressionId,
    ) -> Option<ExpressionId> {
        let all = &self.builder.context.expressions;
        let mut roots: Vec<ExpressionId> = Vec::new();
        for sent in &self.known_sent {
            if !roots.contains(&sent.is_root) {
                roots.push(sent.is_root);
            }
        }
        let told = roots
            .iter()
            .find_map(|is_root| Some((*is_root, says_who_is_root(all, condition, *is_root)?)));
        let ways_of = |says_so: bool| if says_so { [then, otherwise] } else { [otherwise, then] };
        if let Some((is_root, says_so)) = told {
            let way = self.kept_where(condition, (is_root, says_so), ways_of(says_so))?;
            return Some(match way {
                Kept::Surely(others) => others,
                Kept::Perhaps(kept, others) => self.perhaps_kept(kept, others),
            });
        }
        // A flag or a rank that was handed to the function: whether it says who is the root, its callers know.
        let mut leaves = Vec::new();
        all.leaves(condition, &mut leaves);
        let is_handed = |leaf: &ExpressionId| matches!(all.get(*leaf), Expression::Input(_));
        if leaves.is_empty() || !leaves.iter().all(is_handed) {
            return None;
        }
        for (is_root, says_so) in roots.into_iter().flat_map(|root| [(root, true), (root, false)]) {
            // What is not certain even then would only hide what callers know.
            let way = self.kept_where(condition, (is_root, says_so), ways_of(says_so));
            let Some(Kept::Surely(others)) = way else { continue };
            let all = &mut self.builder.context.expressions;
            let comparison = if says_so { Comparison::Equal } else { Comparison::NotEqual };
            let is_so = all.compare(comparison, 1, condition, is_root);
            let choice = all.select(condition, then, otherwise);
            return Some(all.select(is_so, others, choice));
        }
        None
    }

    /// What is kept of what the root has and what the others have, where a condition says who is the root, or who is not.
    fn kept_where(
        &mut self,
        condition: ExpressionId,
        (is_root, says_so): (ExpressionId, bool),
        [root, others]: [ExpressionId; 2],
    ) -> Option<Kept> {
        let all = &mut self.builder.context.expressions;
        // Joins in one place share much of what they are made of.
        let caches = &mut self.known_where;
        let mut at_root = |all: &mut Expressions, way: ExpressionId, holds: bool| {
            let known = [(is_root, holds), (condition, holds == says_so)];
            all.where_it_holds(way, &known, caches.entry(known).or_default())
        };
        let root = at_root(all, root, true);
        let others = at_root(all, others, false);
        let Exchanged { kept, sent_back, is_certain, is_known } =
            self.exchange_sent(condition, (is_root, says_so), [root, others]);
        let all = &self.builder.context.expressions;
        if sent_back == root && sent_back != others {
            return Some(if is_certain {
                Kept::Surely(others)
            } else {
                Kept::Perhaps(kept, others)
            });
        }
        // No array has less than no element: it has as many as were sent if that is no negative number.
        if sent_back != others && unclamped(all, sent_back) == unclamped(all, root) {
            return Some(Kept::Perhaps(kept, others));
        }
        if kept == root {
            return self.taken_out(is_root, [root, others], !is_known);
        }
        // Of what is opaque nobody can tell whether both made the same of it.
        let is_open = kept == others
            || [kept, others].iter().any(|way| all.has_opaque(*way))
                && self.may_be_same_for_all(kept)
                && self.may_be_same_for_all(others);
        is_open.then_some(Kept::Perhaps(kept, others))
    }

    /// What the root has and the others have, with what broadcasts of this root sent in the place of what it had, and the
    /// other way round.
    fn exchange_sent(
        &mut self,
        condition: ExpressionId,
        (is_root, says_so): (ExpressionId, bool),
        [root, others]: [ExpressionId; 2],
    ) -> Exchanged {
        let all = &mut self.builder.context.expressions;
        let known = [(is_root, true), (condition, says_so)];
        let cache = self.known_where.entry(known).or_default();
        let (mut kept, mut sent_back) = (root, others);
        let (mut is_certain, mut is_known) = (true, false);
        let mut parts = std::mem::take(&mut self.builder.context.parts_of_ways);
        for (way, parts) in [root, others].into_iter().zip(&mut parts) {
            parts.begin(all.len());
            all.mark_parts(way, parts);
        }
        for sent in self.known_sent.iter().filter(|sent| sent.is_root == is_root) {
            let Some(by_root) = sent.by_root else { continue };
            let by_root = all.where_it_holds(by_root, &known, cache);
            if parts[1].contains(sent.agreed.index()) {
                let before = sent_back;
                sent_back = all.exchange(sent_back, sent.agreed, by_root);
                is_certain &= sent_back == before || all.is_one_value(by_root);
                is_known |= all.is_one_value(by_root) && !may_be_kept(all, by_root, root);
                all.mark_parts(by_root, &mut parts[1]);
            }
            // A number may stand anywhere.
            if parts[0].contains(by_root.index()) && all.as_integer(by_root).is_none() {
                kept = all.exchange(kept, by_root, sent.agreed);
                all.mark_parts(sent.agreed, &mut parts[0]);
            }
        }
        self.builder.context.parts_of_ways = parts;
        Exchanged { kept, sent_back, is_certain, is_known }
    }

    /// What the others take out of what was sent, may be what the root has: where that was packed, or where it is not known
    /// what the root had in its buffer.
    fn taken_out(
        &mut self,
        is_root: ExpressionId,
        [root, others]: [ExpressionId; 2],
        is_unknown: bool,
    ) -> Option<Kept> {
        let all = &self.builder.context.expressions;
        // Also what is taken out perhaps.
        let taken = all.parts(others);
        let is_source = |sent: &Sent| {
            let mut from = Vec::new();
            all.leaves(sent.agreed, &mut from);
            (sent.is_packed || is_unknown)
                && sent.is_root == is_root
                && from.iter().any(|leaf| taken.contains(leaf))
        };
        let is_buffer = |sent: &Sent| {
            sent.is_root == is_root
                && sent.agreed == others
                && sent.by_root.is_none_or(|by_root| may_be_kept(all, by_root, root))
        };
        let is_open = (all.has_opaque(others) || self.known_sent.iter().any(is_buffer))
            && self.may_be_same_for_all(root)
            && self.may_be_same_for_all(others)
            && self.known_sent.iter().any(is_source);
        is_open.then_some(Kept::Perhaps(root, others))
    }

    /// The root alone has what is kept: that callers have something else there on other ranks is no reason to say that
    /// ranks differ.
    fn perhaps_kept(&mut self, kept: ExpressionId, others: ExpressionId) -> ExpressionId {
        let key = FxBuildHasher.hash_one((kept, others)) | (1 << 57);
        let whether = self.unknown(key as u32, "what the root of a broadcast has kept");
        let all = &mut self.builder.context.expressions;
        let kept = all.doubtful(kept);
        all.opaque(key, [kept, others, whether])
    }
}

/// A number in whatever width, without the zero that stands in the place of a negative one.
fn unclamped(all: &Expressions, id: ExpressionId) -> ExpressionId {
    let id = all.without_casts(id);
    if let Expression::Select(condition, number, otherwise) = *all.get(id)
        && all.as_integer(otherwise) == Some(0)
        && let Expression::Compare(comparison, _, compared, zero) = *all.get(condition)
        && matches!(comparison, Comparison::Greater | Comparison::GreaterEqual)
        && all.as_integer(zero) == Some(0)
        && all.without_casts(compared) == all.without_casts(number)
    {
        return all.without_casts(number);
    }
    id
}

/// May what is sent be what is kept? It is made of that, or both of the same, in a way that is not followed; a number may
/// be what is made of numbers alone.
fn may_be_kept(all: &Expressions, sent: ExpressionId, kept: ExpressionId) -> bool {
    if !all.has_opaque(sent) {
        return false;
    }
    match all.as_integer(kept) {
        Some(_) => {
            let mut leaves = Vec::new();
            all.leaves(sent, &mut leaves);
            leaves.iter().all(|leaf| matches!(all.get(*leaf), Expression::Address(_)))
        }
        None => all.parts(sent).contains(&kept) || are_made_of_the_same(all, sent, kept),
    }
}

/// Are both made, in ways that are not followed, of something that is the same?
fn are_made_of_the_same(all: &Expressions, one: ExpressionId, other: ExpressionId) -> bool {
    let mut leaves = Vec::new();
    all.leaves(one, &mut leaves);
    let mut is_same = false;
    all.each_leaf(other, |leaf| is_same |= leaves.contains(&leaf));
    is_same && all.has_opaque(other)
}

/// Does a condition hold for the root of a broadcast, and for nobody else (`true`), or for all but the root (`false`)?
/// `is_root`: its rank is that of the root. `None`: neither is known.
fn says_who_is_root(
    all: &Expressions,
    condition: ExpressionId,
    is_root: ExpressionId,
) -> Option<bool> {
    if condition == is_root || all.are_opposite(condition, is_root) {
        return Some(condition == is_root);
    }
    let (
        Expression::Compare(comparison, _, rank, limit),
        Expression::Compare(_, _, rank_of_root, root),
    ) = (all.get(condition), all.get(is_root))
    else {
        return None;
    };
    // No rank is below 0.
    if rank != rank_of_root || all.as_integer(*root) != Some(0) {
        return None;
    }
    match (comparison.of_signed(), all.as_integer(*limit)?) {
        (Comparison::Less, 1) | (Comparison::LessEqual, 0) => Some(true),
        (Comparison::Greater, 0) | (Comparison::GreaterEqual, 1) => Some(false),
        _ => None,
    }
}
