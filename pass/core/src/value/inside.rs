//! What values are to those that still go round in a loop.
//!
//! `for (step = 0; step < steps; step++) { if (failed()) return; MPI_Bcast(…, step % size, …); }`: in which round a
//! rank leaves may be its own affair, and behind the loop `step` says so. In the loop it does not: whoever is still
//! there is in the same round as the others, or it is said where they parted. So what decides in a loop, and what is
//! handed over there, is looked at as if nobody had left.

use rustc_hash::{FxHashMap, FxHashSet};

use super::consensus::Learned;
use super::expression::{Dependence, ExpressionId};
use super::function::Builder;
use super::memory::NodeId;
use super::operands::Operands;
use super::region::Staying;
use super::solver::Solver;
use crate::components::reachable;
use crate::program::{Block, BlockId, Terminator};

/// Loops of one function that are looked at.
const LOOPS: usize = 8;

/// What nodes are inside of a loop.
#[derive(Clone, Debug)]
pub struct Inside {
    /// The blocks in which that holds: those of the loop, but for those of loops in it that are looked at by
    /// themselves, and for [`Self::left_from`].
    pub blocks: FxHashSet<BlockId>,
    /// The blocks from which the loop is left, sorted. What decides there follows from what decided there in earlier rounds:
    /// a loop in a loop, left earlier by some ranks, is one more round of the outer one for them.
    pub left_from: Vec<BlockId>,
    /// The nodes that are something else behind it.
    pub expressions: FxHashMap<NodeId, ExpressionId>,
}

/// A loop.
pub(super) struct Loop {
    head: BlockId,
    pub(super) blocks: FxHashSet<BlockId>,
    /// The blocks from which it is left, sorted.
    left_from: Vec<BlockId>,
}

impl Loop {
    /// Is this one in it?
    fn contains(&self, other: &Self) -> bool {
        self.blocks.contains(&other.head)
    }

    /// The blocks from which it is not left.
    fn stays(&self) -> impl Iterator<Item = BlockId> + '_ {
        self.blocks.iter().copied().filter(|block| self.left_from.binary_search(block).is_err())
    }
}

impl Solver<'_, '_, '_> {
    /// Solves once more what follows from how loops are left; inner loops come first. What all have learned there goes
    /// to `learned`.
    pub(super) fn solve_inside(
        &mut self,
        operands: &Operands<'_>,
        learned: &mut Vec<Learned>,
    ) -> Vec<Inside> {
        if !self.may_matter() {
            return Vec::new();
        }
        let loops = self.loops_left_early();
        if loops.is_empty() {
            return Vec::new();
        }
        let mut dependents = vec![Vec::new(); operands.len()];
        for node in 0..operands.len() {
            operands[node].iter().for_each(|operand| dependents[*operand].push(node));
        }
        let mut found: Vec<Inside> = Vec::new();
        for (at, this) in loops.iter().enumerate() {
            let around: Vec<&Loop> =
                loops[..=at].iter().filter(|around| around.contains(this)).collect();
            let taken = self.not_taken.clone();
            around.iter().for_each(|around| self.leave_out_ways_from(&around.blocks));
            let heads = around.iter().map(|around| around.head).collect();
            let goes_on = self.goes_on_in(&around);
            self.builder.staying = Staying { heads, goes_on };
            let solved = self.solve_staying(operands, &dependents, learned);
            self.not_taken = taken;
            if let Some(expressions) = solved {
                let outer = found.iter().find(|outer| outer.blocks.contains(&this.head));
                self.note_counted_inside(this.head, outer, &expressions);
                let inner = loops[at + 1..].iter().filter(|inner| this.contains(inner));
                let elsewhere: FxHashSet<BlockId> = inner.flat_map(Loop::stays).collect();
                let blocks = this.stays().filter(|block| !elsewhere.contains(block)).collect();
                let left_from = this.left_from.clone();
                found.insert(0, Inside { blocks, left_from, expressions });
            }
        }
        self.builder.staying = Staying::default();
        found
    }

    /// May other ranks notice what the function decides: does it lead to collectives, or end otherwise than by returning?
    fn may_matter(&self) -> bool {
        let Builder { context, function, id, thrown, .. } = &*self.builder;
        let ends = |block: &Block| {
            block.terminator == Terminator::Resume || context.departure_of(block).is_some()
        };
        context.may_make_collectives[id.index()]
            || !thrown.is_empty()
            || function.blocks.iter().any(ends)
    }

    /// The loops that ranks leave in different rounds, and those left at several places of which that is not known; outer
    /// ones come first.
    fn loops_left_early(&self) -> Vec<Loop> {
        let heads = (0..self.builder.function.blocks.len()).map(BlockId::new);
        let loops = heads.filter(|head| self.builder.predecessors[head.index()].len() > 1);
        let loops = loops.map(|head| {
            let blocks = self.builder.loop_of(head);
            let left_from = self.left_from(&blocks);
            Loop { head, blocks, left_from }
        });
        let loops: Vec<Loop> = loops.collect();
        let is_inner = |known: &&Loop| {
            loops.iter().any(|outer| outer.head != known.head && outer.blocks.contains(&known.head))
        };
        let inner: FxHashSet<BlockId> =
            loops.iter().filter(is_inner).map(|known| known.head).collect();
        let is_left_early = |known: &Loop| self.is_left_early(known, inner.contains(&known.head));
        let mut found: Vec<Loop> = loops.into_iter().filter(is_left_early).take(LOOPS).collect();
        found.sort_by_key(|known| std::cmp::Reverse(known.blocks.len()));
        found
    }

    /// The blocks from which a loop of these blocks is left, sorted.
    fn left_from(&self, blocks: &FxHashSet<BlockId>) -> Vec<BlockId> {
        let leaves = |block: &&BlockId| {
            let mut targets = self.builder.usual_targets(**block);
            targets.any(|to| !blocks.contains(&to) && !self.builder.dead_ends.contains(&to))
        };
        let mut left_from: Vec<BlockId> = blocks.iter().filter(leaves).copied().collect();
        left_from.sort_unstable();
        left_from
    }

    /// Is a loop left by ranks in different rounds? If it is left at its end alone, that has to be known, and it must not
    /// be one that they come back to: what they have counted up in it differs then.
    fn is_left_early(&self, known: &Loop, is_inner: bool) -> bool {
        let all = &self.builder.context.expressions;
        let several = known.left_from.len() > 1;
        let may_differ = |node: NodeId| match self.known(node) {
            Some(known) => {
                all.severity(known) != Dependence::Uniform || several && all.mentions_input(known)
            }
            None => several,
        };
        (several || !is_inner)
            && known
                .left_from
                .iter()
                .flat_map(|block| self.builder.decision_of(*block))
                .any(may_differ)
    }

    /// The joins that are made of something else if nobody has left the loops that [`Builder::staying`] names.
    fn moved_by_staying(&self, operands: &Operands<'_>) -> Vec<usize> {
        let Staying { heads, goes_on } = &self.builder.staying;
        let others: FxHashSet<BlockId> = self.not_taken.iter().map(|(_, join)| *join).collect();
        let is_left_out_of = |head: BlockId| {
            let mut before = self.builder.predecessors[head.index()].iter();
            before.any(|from| self.builder.is_in_loop_of(head, *from))
                && goes_on.keys().any(|block| self.builder.is_in_loop_of(head, *block))
        };
        let blocks = (0..self.builder.function.blocks.len()).map(BlockId::new);
        let left: FxHashSet<BlockId> = blocks.filter(|head| is_left_out_of(*head)).collect();
        let is_other =
            |join| heads.contains(&join) || others.contains(&join) || left.contains(&join);
        let is_moved = |node: &usize| {
            let joins_in = self.joins_in(NodeId::new(*node));
            operands[*node].len() > 1 && joins_in.is_some_and(is_other)
        };
        (0..operands.len()).filter(is_moved).collect()
    }

    /// What nodes are if nobody has left the loops that [`Builder::staying`] names, as far
    /// as they are something else then. `None`: that is too much to find out.
    fn solve_staying(
        &mut self,
        operands: &Operands<'_>,
        dependents: &[Vec<usize>],
        learned: &mut Vec<Learned>,
    ) -> Option<FxHashMap<NodeId, ExpressionId>> {
        let moved = self.moved_by_staying(operands);
        let affected = reachable(moved.clone(), dependents);
        let affected: Vec<usize> = (0..operands.len()).filter(|node| affected[*node]).collect();
        if !self.spend(operands.len()) {
            return None;
        }
        let mut operands = operands.clone();
        for node in moved.into_iter().map(NodeId::new) {
            let now = self.operands_now(node);
            operands.change(node, now);
        }
        let before: Vec<Option<ExpressionId>> =
            affected.iter().map(|node| self.expressions[*node].take()).collect();
        let (bound, sent) = (std::mem::take(&mut self.bound), self.known_sent.len());
        self.solve_among(affected.clone(), &operands);
        let now: Vec<Option<ExpressionId>> =
            affected.iter().map(|node| self.expressions[*node]).collect();
        let known = self.steps_left();
        if known {
            for found in self.learned(None) {
                if !learned.contains(&found) {
                    learned.push(found);
                }
            }
        }
        self.known_sent.truncate(sent);
        self.kept.clear();
        self.bound = bound;
        let mut found = FxHashMap::default();
        for (node, (before, now)) in affected.into_iter().zip(before.into_iter().zip(now)) {
            self.expressions[node] = before;
            if let (Some(before), Some(now)) = (before, now)
                && before != now
            {
                found.insert(NodeId::new(node), now);
            }
        }
        known.then_some(found)
    }

    /// What a loop counts is another number in it than to those around it.
    fn note_counted_inside(
        &mut self,
        head: BlockId,
        outer: Option<&Inside>,
        inside: &FxHashMap<NodeId, ExpressionId>,
    ) {
        for (node, now) in inside {
            let around = outer.and_then(|outer| outer.expressions.get(node)).copied();
            let Some(around) = around.or_else(|| self.known(*node)) else { continue };
            let moved = self.counted.get(now).map(|counted| counted.moved[0]);
            if let (Some(moved), Some(counted)) = (moved, self.counted.get_mut(&around))
                && counted.head == head
            {
                counted.moved[0] = moved;
            }
        }
    }
}
