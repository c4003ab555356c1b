//! What a value may follow from, or not: it is no reason to say that ranks differ.
//!
//! A function that is not seen (`if (rank == 0) print(&grid)`) may write what it is handed, or leave it as it was. Two
//! calls of one operation, one in either arm of a condition, may be one call of all ranks. And in a loop in which each rank comes to its turn (`for (i = 0; i < size; i++)
//! if (rank == i) ...`) all ranks do alike, one after the other, if it goes on for long enough. Whether that is
//! so, only the run knows.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Context;
use super::expression::{Dependence, Expression, ExpressionId, operands};
use super::fortran::Writes;
use super::function::{Builder, Target};
use super::library::Effect;
use super::memory::{ElementWrite, Node, NodeId};
use super::solver::Solver;
use crate::components::strongly_connected;
use crate::graph::Block as GraphBlock;
use crate::program::{BinaryOperator, BlockId, Comparison, Value, ValueId};

/// How much of what a function makes is looked at.
const PARTS: usize = 256;

impl Solver<'_, '_, '_> {
    /// What stands in memory that a call was handed: what a function leaves that is not seen may be what stood
    /// there before.
    pub(super) fn left_by(
        &mut self,
        node: NodeId,
        site: usize,
        argument: ValueId,
        behind: bool,
    ) -> ExpressionId {
        match self.builder.sites[site].target {
            Target::Library(Effect::Fills) if self.writes_elements(site) => self.left(site),
            Target::Library(Effect::Fills) => {
                self.computed_from_arguments(site, self.key(node), Some((argument, behind)))
            }
            Target::Unknown | Target::Candidates(_) => {
                let left = self.left(site);
                self.builder.context.expressions.doubtful(left)
            }
            _ => self.left(site),
        }
    }

    /// Does a call of Fortran's runtime write elements of which nobody knows which?
    fn writes_elements(&self, site: usize) -> bool {
        let at = &self.builder.sites[site];
        let call = self.builder.call(at.block, at.event);
        self.builder.runtime_writes(call) == Some(Writes::Behind)
    }

    /// What is the same for all ranks whichever elements are written, if the old and the new ones are: else it
    /// may be or not.
    pub(super) fn partly(&mut self, node: NodeId, old: NodeId, new: NodeId) -> ExpressionId {
        let key = self.key(node);
        let parts = [old, new].map(|part| {
            let part = self.get(part);
            self.builder.context.expressions.doubtful(part)
        });
        self.builder.context.expressions.opaque(key, parts)
    }

    /// Something unknown if what is written, or where, may differ between ranks; else what it is computed
    /// from.
    pub(super) fn compute_disturbance(
        &mut self,
        node: NodeId,
        new: NodeId,
        mut indices: Vec<NodeId>,
    ) -> ExpressionId {
        indices.push(new);
        let mut parts: Vec<ExpressionId> = Vec::new();
        for node in indices {
            let part = self.get(node);
            self.deciding_where(part, 0, &mut parts);
        }
        let all = &mut self.builder.context.expressions;
        if parts.iter().any(|part| all.severity(*part) == Dependence::RankDependent) {
            if !parts.iter().any(|part| all.mentions_input(*part)) {
                return self.disturbance(node);
            }
            // The callers know.
            parts.iter_mut().for_each(|part| *part = all.doubtful(*part));
        }
        let key = self.key(node);
        self.builder.context.expressions.opaque(key, parts)
    }

    /// What decides which place it is the address of: each rank's objects lie where they do.
    fn deciding_where(&self, address: ExpressionId, depth: u32, parts: &mut Vec<ExpressionId>) {
        const DEPTH: u32 = 8;
        match *self.builder.context.expressions.get(address) {
            Expression::Address(_) => {}
            Expression::Offset(base, bytes) if depth < DEPTH => {
                parts.push(bytes);
                self.deciding_where(base, depth + 1, parts);
            }
            Expression::Select(condition, then, otherwise) if depth < DEPTH => {
                parts.push(condition);
                self.deciding_where(then, depth + 1, parts);
                self.deciding_where(otherwise, depth + 1, parts);
            }
            _ => parts.push(address),
        }
    }

    pub(super) fn disturbance(&mut self, node: NodeId) -> ExpressionId {
        self.unknown(node.0, "an element of an array")
    }

    /// What of a cycle of values follows from the others only perhaps: what is written in part, what a write adds that
    /// may be another element's or object's, what MPI may write anew, and the joins that join nothing but each other, what was
    /// there before, and what is doubtful. What decides is no reason then to say that they differ. `entering`: what the cycle
    /// depends on.
    pub(super) fn doubtful_in(
        &self,
        cycle: &[usize],
        inside: &FxHashSet<usize>,
        entering: &[ExpressionId],
    ) -> FxHashSet<usize> {
        let all = &self.builder.context.expressions;
        let differs = entering.iter().any(|part| all.severity(*part) == Dependence::RankDependent);
        let is_perhaps = |node: &usize| match &self.builder.memory.nodes[*node] {
            Node::Partly { new, .. } => !inside.contains(&self.alias(*new).index()),
            Node::External { .. } => true,
            // What stood where something is copied to, and what may be meant for another object.
            Node::Disturbance { indices, .. } if indices.is_empty() => true,
            Node::Disturbance { is_lent, .. } => *is_lent && differs,
            Node::Disturbed { by, .. } => self.is_lent(*by) && differs,
            _ => self.is_perhaps_made_of(NodeId::new(*node), inside),
        };
        let mut found: FxHashSet<usize> = cycle.iter().copied().filter(is_perhaps).collect();
        let replaced = cycle.iter().filter_map(|node| self.replaced(NodeId::new(*node)));
        found.extend(replaced.map(NodeId::index).filter(|node| inside.contains(node)));
        found.extend(self.doubtful_joins(cycle, inside));
        found
    }

    /// Is it what a write adds of which nobody knows that it is meant for this object?
    fn is_lent(&self, node: NodeId) -> bool {
        let node = &self.builder.memory.nodes[self.alias(node).index()];
        matches!(node, Node::Disturbance { is_lent: true, .. })
    }

    /// An element, or an object, where one of several is written; perhaps only, where what is written differs and nobody
    /// knows that it is meant for this object.
    pub(super) fn disturbed_perhaps(
        &mut self,
        node: NodeId,
        (old, by): (NodeId, NodeId),
        write: Option<ElementWrite>,
    ) -> ExpressionId {
        let disturbed = self.disturbed(node, old, by, write);
        match self.is_lent(by) && self.may_differ(by) {
            true => self.builder.context.expressions.doubtful(disturbed),
            false => disturbed,
        }
    }

    /// Is it what a write adds that differs between ranks, or that goes elsewhere on others?
    fn may_differ(&self, disturbance: NodeId) -> bool {
        let all = &self.builder.context.expressions;
        self.known(disturbance).is_some_and(|known| {
            matches!(all.get(known), Expression::Origin(_))
                && all.severity(known) != Dependence::Uniform
        })
    }

    /// Does what a known function answers or leaves follow from these values only perhaps, as what it overwrites
    /// does?
    fn is_perhaps_made_of(&self, node: NodeId, values: &FxHashSet<usize>) -> bool {
        let Some((site, Some(made))) = self.made_by_known(node) else { return false };
        let all = &self.builder.context.expressions;
        let bindings = &self.builder.sites[site].bindings;
        let (mut seen, mut work) = (FxHashSet::default(), vec![made]);
        let mut is_doubtful = false;
        while let Some(part) = work.pop().filter(|_| seen.len() < PARTS) {
            if !seen.insert(part) {
                continue;
            }
            match all.get(part) {
                Expression::Doubtful(_) => is_doubtful = true,
                Expression::Input(input) => {
                    let bound = bindings.get(input).map(|node| self.alias(*node).index());
                    if bound.is_none_or(|node| values.contains(&node)) {
                        return false;
                    }
                }
                other => work.extend(operands(other)),
            }
        }
        is_doubtful && work.is_empty() && seen.len() < PARTS
    }

    fn doubtful_joins(&self, cycle: &[usize], inside: &FxHashSet<usize>) -> FxHashSet<usize> {
        let mut joined: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
        for node in cycle {
            if let Some(values) = self.joined(NodeId::new(*node)) {
                joined.insert(*node, values.into_iter().map(NodeId::index).collect());
            }
        }
        loop {
            let kept: FxHashSet<usize> = joined.keys().copied().collect();
            let is_kept = |value: &usize| !inside.contains(value) || kept.contains(value);
            joined.retain(|_, values| values.iter().all(is_kept));
            if joined.len() == kept.len() {
                break;
            }
        }
        let mut found = FxHashSet::default();
        for joins in connected(&joined) {
            if self.joins_doubtful(joins.iter().flat_map(|join| &joined[join]), inside) {
                found.extend(joins);
            }
        }
        found
    }

    /// Does a join of a cycle of values join nothing from outside but what is doubtful?
    pub(super) fn joins_only_doubtful(&self, node: NodeId, inside: &FxHashSet<usize>) -> bool {
        let Some(joined) = self.joined(node) else { return false };
        let outside = joined.into_iter().filter(|value| !inside.contains(&value.index()));
        let known: Vec<_> = outside.map(|value| self.known(value)).collect();
        let all = &self.builder.context.expressions;
        !known.is_empty() && known.iter().all(|known| known.is_some_and(|id| all.is_doubtful(id)))
    }

    /// Is one of these values from outside doubtful, and are the others one and the same?
    fn joins_doubtful<'v>(
        &self,
        values: impl Iterator<Item = &'v usize>,
        inside: &FxHashSet<usize>,
    ) -> bool {
        let (mut before, mut is_doubtful) = (None, false);
        for value in values.filter(|value| !inside.contains(value)) {
            let known = self.known(NodeId::new(*value));
            match known {
                Some(known) if self.builder.context.expressions.is_doubtful(known) => {
                    is_doubtful = true;
                }
                _ if *before.get_or_insert(known) == known => {}
                _ => return false,
            }
        }
        is_doubtful
    }

    /// Where a loop may have written all elements of an array, and has not where it goes round no time.
    pub(super) fn overwritten_or_not(
        &mut self,
        condition: ExpressionId,
        then: ExpressionId,
        otherwise: ExpressionId,
    ) -> Option<ExpressionId> {
        let all = &mut self.builder.context.expressions;
        if all.follows_perhaps_from(then, otherwise) {
            let otherwise = all.doubtful(otherwise);
            return Some(all.select(condition, then, otherwise));
        }
        if all.follows_perhaps_from(otherwise, then) {
            let then = all.doubtful(then);
            return Some(all.select(condition, then, otherwise));
        }
        None
    }

    /// The choice between results of two calls of one operation that may be the same call, made in either arm: `if (rank
    /// == 0) { read(&n); MPI_Bcast(&n, …); } else MPI_Bcast(&n, …);`.
    pub(super) fn of_one_call(
        &mut self,
        condition: ExpressionId,
        then: ExpressionId,
        otherwise: ExpressionId,
    ) -> Option<ExpressionId> {
        if !self.may_part(condition) {
            return None;
        }
        let all = &self.builder.context.expressions;
        let is_agreed = |leaf: &Expression| matches!(leaf, Expression::Agreed(..));
        let [here, there] = [then, otherwise].map(|arm| all.leaves_of_kind(arm, is_agreed));
        let only = |leaves: &[ExpressionId], others: &[ExpressionId]| -> Vec<ExpressionId> {
            leaves.iter().copied().filter(|leaf| !others.contains(leaf)).collect()
        };
        let (only_here, only_there) = (only(&here, &there), only(&there, &here));
        let may_be_one =
            |one: &ExpressionId| only_there.iter().any(|other| self.may_be_one_call(*one, *other));
        if !only_here.iter().any(may_be_one) {
            return None;
        }
        let all = &mut self.builder.context.expressions;
        let condition = all.doubtful(condition);
        Some(all.select(condition, then, otherwise))
    }

    /// Does a condition depend on the rank, or may it, for all that is known without the callers?
    fn may_part(&self, condition: ExpressionId) -> bool {
        let all = &self.builder.context.expressions;
        let mut is_open = false;
        all.each_leaf(condition, |leaf| {
            let is_same = matches!(all.get(leaf), Expression::Agreed(..) | Expression::Size(_));
            is_open |= !is_same && all.mentions_input(leaf);
        });
        is_open || self.severity(condition) == Dependence::RankDependent
    }

    /// Are these results of one operation on one communicator, and of calls of which no rank makes both, as far as this
    /// function tells?
    fn may_be_one_call(&self, one: ExpressionId, other: ExpressionId) -> bool {
        let context = &self.builder.context;
        let call = |leaf: ExpressionId| match *context.expressions.get(leaf) {
            Expression::Agreed(origin, on) => Some((context.origin_of(origin), on)),
            _ => None,
        };
        let (Some((one, on)), Some((other, also_on))) = (call(one), call(other)) else {
            return false;
        };
        if one.text != other.text || on != also_on {
            return false;
        }
        let [one, other] = [one, other].map(|origin| self.block_of(origin.site));
        let before = |a: BlockId, b: BlockId| {
            self.builder.dominators.dominates(GraphBlock(a.0), GraphBlock(b.0))
        };
        !one.zip(other).is_some_and(|(one, other)| before(one, other) || before(other, one))
    }

    /// The block of the call that has a key, if this function makes it.
    fn block_of(&self, key: u64) -> Option<BlockId> {
        let site = self.builder.sites.iter().find(|site| {
            let tag = self.builder.call(site.block, site.event).tag;
            Context::site_key(self.builder.id, tag) == key
        });
        site.map(|site| site.block)
    }

    /// What enters a cycle of values, with conditions that it is somebody's turn as far as they tell: where
    /// something is compared with what a loop about the cycle counts.
    pub(super) fn in_turns(&mut self, entering: &mut [ExpressionId], cycle: &[usize]) {
        /// Parts of an expression that are looked at, on average.
        const LIMIT: usize = 64;
        let joins: Vec<BlockId> =
            cycle.iter().filter_map(|node| self.joins_in(NodeId::new(*node))).collect();
        let by_rank = |id: &&mut ExpressionId| self.severity(**id) == Dependence::RankDependent;
        let mut differing: Vec<&mut ExpressionId> = entering.iter_mut().filter(by_rank).collect();
        let all = &self.builder.context.expressions;
        let parts = all.some_parts(differing.iter().map(|id| **id), LIMIT * differing.len());
        let mut turns: Vec<ExpressionId> =
            parts.into_iter().filter(|part| self.is_turn(*part, &joins)).collect();
        turns.sort_unstable();
        for turn in turns {
            let all = &mut self.builder.context.expressions;
            let doubtful = all.doubtful(turn);
            for expression in &mut differing {
                **expression = all.exchange(**expression, turn, doubtful);
            }
        }
    }

    fn is_turn(&self, condition: ExpressionId, joins: &[BlockId]) -> bool {
        match *self.builder.context.expressions.get(condition) {
            Expression::Compare(Comparison::Equal | Comparison::NotEqual, _, a, b) => {
                [a, b].into_iter().any(|number| self.is_counted(number, joins))
            }
            _ => false,
        }
    }

    /// Is a number one that a loop about one of the joins counts, with something added?
    fn is_counted(&self, number: ExpressionId, joins: &[BlockId]) -> bool {
        /// Operations that are looked through.
        const LIMIT: usize = 8;
        let mut work = vec![number];
        for _ in 0..LIMIT {
            let Some(next) = work.pop() else { break };
            match *self.builder.context.expressions.get(next) {
                Expression::Cast(_, _, _, operand) => work.push(operand),
                Expression::Binary(BinaryOperator::Add | BinaryOperator::Subtract, _, a, b) => {
                    work.extend([a, b]);
                }
                Expression::Opaque { key, .. } => {
                    let head = self.node_of(key).and_then(|node| self.joins_in(node));
                    let is_around = |head: BlockId| {
                        joins.iter().any(|join| self.builder.is_in_loop_of(head, *join))
                    };
                    if head.is_some_and(is_around) {
                        return true;
                    }
                }
                _ => {}
            }
        }
        false
    }

    /// The block in which a node joins values.
    pub(super) fn joins_in(&self, node: NodeId) -> Option<BlockId> {
        match self.builder.memory.nodes.get(node.index())? {
            Node::Phi { block, .. } => Some(*block),
            Node::Value(value) => match self.builder.function.value(*value) {
                Value::Phi { block, .. } => Some(*block),
                _ => None,
            },
            _ => None,
        }
    }
}

/// Joins of joins, together.
fn connected(joined: &FxHashMap<usize, Vec<usize>>) -> Vec<Vec<usize>> {
    let mut joins: Vec<usize> = joined.keys().copied().collect();
    joins.sort_unstable();
    let index: FxHashMap<usize, usize> =
        joins.iter().enumerate().map(|(at, join)| (*join, at)).collect();
    let mut edges = vec![Vec::new(); joins.len()];
    for (at, join) in joins.iter().enumerate() {
        for other in joined[join].iter().filter_map(|value| index.get(value)) {
            edges[at].push(*other);
            edges[*other].push(at);
        }
    }
    let components = strongly_connected(&edges).into_iter();
    components.map(|component| component.into_iter().map(|at| joins[at]).collect()).collect()
}

impl Builder<'_, '_> {
    /// Is the block in the loop that has this head?
    pub(super) fn is_in_loop_of(&self, head: BlockId, block: BlockId) -> bool {
        self.dominators.dominates(GraphBlock(head.0), GraphBlock(block.0))
            && self.loop_of(head).contains(&block)
    }

    /// The blocks of the loop that has this head; none: it has no loop.
    pub(super) fn loop_of(&self, head: BlockId) -> FxHashSet<BlockId> {
        let dominates =
            |from: &BlockId| self.dominators.dominates(GraphBlock(head.0), GraphBlock(from.0));
        let ends = self.predecessors[head.index()].iter().copied();
        let mut work: Vec<BlockId> = ends.filter(dominates).collect();
        let mut inside = FxHashSet::default();
        if !work.is_empty() {
            inside.insert(head);
        }
        while let Some(at) = work.pop() {
            if inside.insert(at) {
                work.extend(&self.predecessors[at.index()]);
            }
        }
        inside
    }
}
