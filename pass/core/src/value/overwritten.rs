//! Elements that were something else before: a loop that writes the elements of an array may write all of them, as
//! when work space is filled again, and a write of an element replaces what was just written to it.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Context;
use super::address::before_offsets;
use super::expression::{Expression, ExpressionId, Input};
use super::fortran::Extent;
use super::function::Target;
use super::memory::{ElementWrite, Node, NodeId};
use super::operands::Operands;
use super::solver::Solver;
use crate::graph::Block as GraphBlock;
use crate::program::{BlockId, FunctionId, Value, ValueId};

/// Values that are looked at for each of a cycle, on average, to find the loops that overwrite.
const STEPS: usize = 64;

/// How much of what a function leaves is looked at.
const PARTS: usize = 256;

/// How deep addresses are compared.
pub(super) const DEPTH: u32 = 8;

/// A loop of a cycle, seen from the join of an array's elements at its head.
struct Loop {
    join: NodeId,
    head: BlockId,
    /// What the elements were before the loop.
    before: Vec<NodeId>,
    /// What they are behind a round.
    behind: Vec<NodeId>,
}

impl Solver<'_, '_, '_> {
    /// Does a loop write elements of an array again and again, without a look at what they were?
    pub(super) fn overwrites(&self, cycle: &[usize], inside: &FxHashSet<usize>) -> bool {
        let is_inside = |node: NodeId| inside.contains(&self.alias(node).index());
        let mut overwrites = false;
        for node in cycle {
            let (old, new) = match &self.builder.memory.nodes[*node] {
                Node::Written { old, new, to, .. } => (self.before_written(*old, *to), *new),
                Node::Disturbed { old, by, write } => (*old, self.disturbing(*by, *write)),
                _ => continue,
            };
            if is_inside(new) {
                return false;
            }
            overwrites |= is_inside(old);
        }
        overwrites
    }

    /// What is written, maybe to the place that is looked at.
    fn disturbing(&self, by: NodeId, write: Option<ElementWrite>) -> NodeId {
        match (write, &self.builder.memory.nodes[by.index()]) {
            (Some(write), _) => write.new,
            (None, Node::Disturbance { new, .. }) => *new,
            _ => by,
        }
    }

    /// Is it what a known function leaves in an array whose elements it may all overwrite?
    pub(super) fn may_be_overwritten(&mut self, by: NodeId) -> bool {
        let new = self.alias(self.disturbing(by, None));
        let Node::Output { site, output } = self.builder.memory.nodes[new.index()] else {
            return false;
        };
        let Target::Known(callee) = self.builder.sites[site].target else { return false };
        if let Some(known) = self.overwriting.get(&(callee, output)) {
            return *known;
        }
        let overwrites = self.may_overwrite(callee, output);
        self.overwriting.insert((callee, output), overwrites);
        overwrites
    }

    fn may_overwrite(&self, callee: FunctionId, output: usize) -> bool {
        let context = &self.builder.context;
        let summary = context.summaries[callee.index()].as_ref();
        let Some((place, left)) = summary.and_then(|summary| summary.outputs.get(output)) else {
            return false;
        };
        let all = &context.expressions;
        let is_what_it_was =
            |part: &ExpressionId| *all.get(*part) == Expression::Input(Input::Memory(*place));
        let mut doubtful = all.some_parts([*left], PARTS);
        doubtful.retain(|part| matches!(all.get(*part), Expression::Doubtful(_)));
        all.some_parts(doubtful, PARTS).iter().any(is_what_it_was)
    }

    /// What the elements were that a node of such a loop joins with what they are, or writes one of.
    pub(super) fn old_elements(&self, node: NodeId) -> Vec<NodeId> {
        match &self.builder.memory.nodes[node.index()] {
            Node::Written { old, to, .. } => vec![self.alias(self.before_written(*old, *to))],
            Node::Disturbed { old, .. } => vec![self.alias(*old)],
            Node::Phi { .. } => self.joined(node).unwrap_or_default(),
            _ => Vec::new(),
        }
    }

    /// What the elements were, but for the one with this address, when it is written.
    pub(super) fn before_written(&self, old: NodeId, to: ValueId) -> NodeId {
        // Where nobody ever comes, writes may follow each other in a circle.
        let mut before = old;
        for _ in 0..DEPTH {
            match self.builder.memory.nodes[self.alias(before).index()] {
                Node::Written { old, to: other, .. } if self.is_same(to, other, DEPTH) => {
                    before = old
                }
                _ => break,
            }
        }
        before
    }

    /// What the elements are when one is written, `which` tells which one.
    pub(super) fn written(
        &mut self,
        node: NodeId,
        (old, new): (NodeId, NodeId),
        which: Vec<ExpressionId>,
    ) -> ExpressionId {
        let (old, new) = (self.get_replaced(node, old), self.get(new));
        if which.is_empty() && old == new {
            return old;
        }
        let key = self.key(node);
        self.builder.context.expressions.opaque(key, which.into_iter().chain([old, new]))
    }

    /// What was written last, if it was to this address, where elements are read.
    pub(super) fn just_written(&self, elements: NodeId, address: ValueId) -> Option<NodeId> {
        match self.builder.memory.nodes[self.alias(elements).index()] {
            Node::Written { new, to, .. } if self.is_one_element(to, address) => Some(new),
            _ => None,
        }
    }

    /// What was written last on each way to a block, if it was to this address on all of them, where elements are read.
    pub(super) fn written_on_all_ways(
        &self,
        elements: NodeId,
        address: ValueId,
    ) -> Option<(BlockId, Vec<(BlockId, NodeId)>)> {
        let Node::Phi { block, incoming } =
            &self.builder.memory.nodes[self.alias(elements).index()]
        else {
            return None;
        };
        let written =
            |(from, node): &(BlockId, NodeId)| Some((*from, self.just_written(*node, address)?));
        let written: Option<Vec<_>> = incoming.iter().map(written).collect();
        written.filter(|_| self.stays_before(*block, address, DEPTH)).map(|all| (*block, all))
    }

    /// Do two addresses, of the same place as far as that is told, lead to one element?
    pub(super) fn is_one_element(&self, a: ValueId, b: ValueId) -> bool {
        let [a, b] = [a, b].map(|address| before_offsets(self.builder.function, address));
        self.is_same(a, b, DEPTH)
    }

    /// Was a value known before a block, also one at the head of a loop, and is it the same in each round of that?
    fn stays_before(&self, block: BlockId, value: ValueId, depth: u32) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        let stays = |value: &ValueId| self.stays_before(block, *value, depth);
        let is_before = |at: BlockId| self.is_passed_before(at, block);
        match self.builder.function.value(value) {
            Value::Integer(_) | Value::Global(_) | Value::Parameter(_) | Value::Stack => true,
            Value::Offset { base, .. } => stays(base),
            Value::Element { base, indices, .. } => stays(base) && indices.iter().all(stays),
            Value::Cast { operand, .. } => stays(operand),
            Value::Binary { operands, .. } => operands.iter().all(stays),
            Value::Result { block, .. } | Value::Phi { block, .. } => is_before(*block),
            Value::Load { .. } => {
                let read = self.builder.loads.get(&value);
                read.is_some_and(|read| self.is_left_before_to(block, *read, depth))
            }
            _ => false,
        }
    }

    /// Is a block passed on each way to another one, and not only there?
    fn is_passed_before(&self, at: BlockId, block: BlockId) -> bool {
        at != block && self.builder.dominators.dominates(GraphBlock(at.0), GraphBlock(block.0))
    }

    /// Was it left in memory before a block, and is it the same in each round of a loop that has that as its head?
    pub(super) fn is_left_before(&self, block: BlockId, node: NodeId) -> bool {
        self.is_left_before_to(block, node, DEPTH)
    }

    fn is_left_before_to(&self, block: BlockId, node: NodeId, depth: u32) -> bool {
        let is_before = |at: BlockId| self.is_passed_before(at, block);
        match &self.builder.memory.nodes[self.alias(node).index()] {
            Node::Value(value) => self.stays_before(block, *value, depth),
            Node::Entry(_) => true,
            Node::Part { of } => self.is_left_before_to(block, *of, depth),
            Node::Mpi { site, .. } | Node::Output { site, .. } | Node::External { site, .. } => {
                is_before(self.builder.sites[*site].block)
            }
            Node::Phi { block: joined, .. } => is_before(*joined),
            _ => false,
        }
    }

    /// What the elements were when one is written.
    fn get_replaced(&mut self, node: NodeId, old: NodeId) -> ExpressionId {
        let known = self.get(old);
        match self.replaced(node) {
            Some(_) => self.builder.context.expressions.doubtful(known),
            None => known,
        }
    }

    /// What the elements were that what MPI writes, or a function leaves, may replace: what was written to one just before,
    /// as by `*p = own; MPI_Allreduce(MPI_IN_PLACE, p, …)` with addresses of which no more is known, and all of them where
    /// MPI writes more than one.
    pub(super) fn replaced(&self, node: NodeId) -> Option<NodeId> {
        let nodes = &self.builder.memory.nodes;
        let node_of = |id: NodeId| &nodes[self.alias(id).index()];
        let (old, new, replaces) = match nodes[node.index()] {
            Node::Written { old, new, to, .. } => {
                let before = self.before_written(old, to);
                (before, new, matches!(node_of(new), Node::Mpi { .. }))
            }
            Node::Either(old, new) => {
                (old, new, matches!(node_of(new), Node::Mpi { .. } | Node::Output { .. }))
            }
            _ => return None,
        };
        let is_write = matches!(node_of(old), Node::Written { .. } | Node::Either(..));
        (replaces && is_write || self.writes_several(new)).then(|| self.alias(old))
    }

    /// Is it what MPI writes to a buffer of more than one number, as far as is known, here or in a function that is called?
    /// Not if it is stored elsewhere afterwards.
    pub(super) fn writes_several(&self, new: NodeId) -> bool {
        let context = &self.builder.context;
        match self.builder.memory.nodes[new.index()] {
            Node::Mpi { site, .. } => {
                let at = &self.builder.sites[site];
                let tag = self.builder.call(at.block, at.event).tag;
                !context.one_number.contains(&Context::site_key(self.builder.id, tag))
            }
            Node::Output { site, output } => {
                let Target::Known(callee) = self.builder.sites[site].target else { return false };
                let Some(summary) = &context.summaries[callee.index()] else { return false };
                let Some((written, _)) = summary.outputs.get(output) else { return false };
                // What is told of as the beginning of more.
                summary.wholes.iter().any(|whole| {
                    let is_many = matches!(whole.extent, Extent::Beginning | Extent::Counted(_));
                    is_many && !whole.behind && whole.place == *written
                })
            }
            _ => false,
        }
    }

    /// Are these values of the function the same, whenever both are known?
    pub(super) fn is_same(&self, a: ValueId, b: ValueId, depth: u32) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        let same = |a: &ValueId, b: &ValueId| self.is_same(*a, *b, depth);
        let all_same = |a: &[ValueId], b: &[ValueId]| {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        };
        let node = |value: ValueId| self.alias(NodeId::new(value.index()));
        if a == b || node(a) == node(b) {
            return true;
        }
        match (self.builder.function.value(a), self.builder.function.value(b)) {
            (Value::Integer(a), Value::Integer(b)) => a == b,
            (Value::Global(a), Value::Global(b)) => a == b,
            (Value::Offset { base: a, bytes }, Value::Offset { base: b, bytes: other }) => {
                bytes == other && same(a, b)
            }
            (
                Value::Element { base: a, indices, elements },
                Value::Element { base: b, indices: others, elements: like },
            ) => elements == like && same(a, b) && all_same(indices, others),
            (
                Value::Binary { operator, bits, operands },
                Value::Binary { operator: other, bits: width, operands: others },
            ) => (operator, bits) == (other, width) && all_same(operands, others),
            (
                Value::Cast { cast, from, to, operand: a },
                Value::Cast { cast: other, from: before, to: behind, operand: b },
            ) => (cast, from, to) == (other, before, behind) && same(a, b),
            (Value::Load { address: from }, Value::Load { address: other }) => {
                let read = |value| self.builder.loads.get(&value).map(|node| self.alias(*node));
                read(a).is_some() && read(a) == read(b) && same(from, other)
            }
            _ => false,
        }
    }

    /// Tells what a loop about a cycle carries from what a loop in it overwrites: `for (;;) { for (i…) a[i] = own;
    /// MPI_Allreduce(a, b, …); for (i…) a[i] = b[i]; }`. If there is any such loop: what the values are made of now,
    /// by node; what the elements were before it is noted ([`Self::stood_there`]) as something they may still be.
    pub(super) fn overwrite<'o>(
        &mut self,
        cycle: &[usize],
        inside: &FxHashSet<usize>,
        operands: &Operands<'o>,
    ) -> Option<Operands<'o>> {
        let loops = self.overwriting_loops(cycle, inside, operands);
        if loops.is_empty() || !self.spend(operands.len()) {
            return None;
        }
        let mut parts = self.entering(cycle, inside, operands);
        self.add_own_leaves(cycle, &mut parts);
        let key = self.key(NodeId::new(cycle[0]));
        let all = &mut self.builder.context.expressions;
        parts.iter_mut().for_each(|part| *part = all.doubtful(*part));
        let before = all.opaque(key, parts);
        let mut operands = operands.clone();
        for join in loops {
            self.stood_there.insert(join, before);
            let mut left = operands[join.index()].to_vec();
            self.leave_out_old(join, &mut left);
            operands.change(join, left);
        }
        Some(operands)
    }

    /// What a loop that overwrites elements leaves, if that is no cycle of values any more.
    pub(super) fn join_overwritten(
        &mut self,
        node: NodeId,
        before: ExpressionId,
        block: BlockId,
        incoming: &[(BlockId, NodeId)],
    ) -> ExpressionId {
        let incoming = self.taken_edges(block, incoming);
        let deciding = self.builder.deciding_nodes(block, &incoming);
        let of = incoming.into_iter().map(|(_, from)| from).chain(deciding);
        let known = of.filter_map(|node| self.known(node));
        let parts: Vec<ExpressionId> = known.chain([before]).collect();
        let key = self.key(node);
        self.builder.context.expressions.opaque(key, parts)
    }

    /// The loops in a cycle that write elements in each round and look at none of what they were before the loop.
    fn overwriting_loops(
        &self,
        cycle: &[usize],
        inside: &FxHashSet<usize>,
        operands: &Operands<'_>,
    ) -> Vec<NodeId> {
        let mut left = STEPS.saturating_mul(cycle.len());
        let mut candidates: Vec<Loop> =
            cycle.iter().filter_map(|node| self.loop_at(NodeId::new(*node))).collect();
        let mut loops: Vec<Loop> = Vec::new();
        let mut written: FxHashMap<NodeId, Vec<NodeId>> = FxHashMap::default();
        // A loop about others writes in each round what they do.
        loop {
            let mut others = Vec::new();
            let known = loops.len();
            for candidate in candidates {
                let of_round = self.written_in_each_round(&candidate, &written, &mut left);
                let looks =
                    |new: &NodeId| self.looks_at(*new, &candidate, inside, operands, &mut left);
                match of_round.filter(|of_round| !of_round.iter().any(looks)) {
                    Some(of_round) => {
                        written.insert(candidate.join, of_round);
                        loops.push(candidate);
                    }
                    None => others.push(candidate),
                }
            }
            if loops.len() == known || left == 0 {
                break;
            }
            candidates = others;
        }
        let is_carried =
            |found: &Loop| found.before.iter().any(|old| inside.contains(&old.index()));
        loops.into_iter().filter(is_carried).map(|found| found.join).collect()
    }

    /// The loop whose head joins these elements.
    fn loop_at(&self, join: NodeId) -> Option<Loop> {
        if self.stood_there.contains_key(&join) || self.alias(join) != join {
            return None;
        }
        let Node::Phi { block: head, .. } = self.builder.memory.nodes[join.index()] else {
            return None;
        };
        let (before, behind) = self.before_and_behind(join)?;
        (!behind.is_empty() && !before.is_empty()).then_some(Loop { join, head, before, behind })
    }

    /// What a join at the head of a loop joins: what comes from before the loop, and from behind a round.
    fn before_and_behind(&self, join: NodeId) -> Option<(Vec<NodeId>, Vec<NodeId>)> {
        let (head, incoming) = self.joined_by_edge(join)?;
        let (behind, before): (Vec<_>, Vec<_>) =
            incoming.into_iter().partition(|(edge, _)| self.is_within(*edge, head));
        let nodes =
            |edges: Vec<(BlockId, NodeId)>| edges.into_iter().map(|(_, node)| node).collect();
        Some((nodes(before), nodes(behind)))
    }

    /// Takes what elements were before a loop out of what they are made of at its head.
    pub(super) fn leave_out_old(&self, join: NodeId, operands: &mut Vec<usize>) {
        let Some((before, behind)) = self.before_and_behind(join) else { return };
        operands.retain(|operand| {
            let operand = NodeId::new(*operand);
            behind.contains(&operand) || !before.contains(&operand)
        });
    }

    /// What is written to elements in each round of a loop; `None`: there may be rounds in which nothing is.
    fn written_in_each_round(
        &self,
        candidate: &Loop,
        found: &FxHashMap<NodeId, Vec<NodeId>>,
        left: &mut usize,
    ) -> Option<Vec<NodeId>> {
        let mut written = Vec::new();
        let mut overwrites = false;
        let mut seen = FxHashSet::default();
        let mut work: Vec<NodeId> = candidate.behind.clone();
        while let Some(node) = work.pop().map(|node| self.alias(node)) {
            if node == candidate.join {
                return None;
            }
            if !seen.insert(node) {
                continue;
            }
            *left = left.checked_sub(1)?;
            match &self.builder.memory.nodes[node.index()] {
                Node::Written { new, .. } => {
                    overwrites = true;
                    written.push(self.alias(*new));
                }
                Node::Disturbed { by, write, .. } => {
                    overwrites = true;
                    written.push(self.alias(write.map_or(*by, |write| write.new)));
                }
                Node::Phi { .. } if found.contains_key(&node) => {
                    overwrites = true;
                    written.extend(&found[&node]);
                }
                Node::Phi { block, incoming } if self.is_within(*block, candidate.head) => {
                    work.extend(incoming.iter().map(|(_, node)| *node));
                }
                _ => return None,
            }
        }
        overwrites.then_some(written)
    }

    /// Does a value that is written in a loop follow from what the elements are at its head, other than by way of a
    /// loop about it?
    fn looks_at(
        &self,
        new: NodeId,
        candidate: &Loop,
        inside: &FxHashSet<usize>,
        operands: &Operands<'_>,
        left: &mut usize,
    ) -> bool {
        let mut seen = FxHashSet::default();
        let mut work = vec![new.index()];
        while let Some(node) = work.pop() {
            if node == candidate.join.index() {
                return true;
            }
            let outside = self.joins_in(NodeId::new(node));
            if !inside.contains(&node)
                || !seen.insert(node)
                || outside.is_some_and(|block| !self.is_within(block, candidate.head))
            {
                continue;
            }
            let Some(rest) = left.checked_sub(1) else { return true };
            *left = rest;
            work.extend(&operands[node]);
        }
        false
    }

    fn is_within(&self, block: BlockId, head: BlockId) -> bool {
        self.builder.dominators.dominates(GraphBlock(head.0), GraphBlock(block.0))
    }
}
