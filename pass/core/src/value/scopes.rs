//! Ways out of scopes: clang leaves one by `break`, `continue` or `return` through the end of what lives in it, together
//! with all that go on, and tells them apart by a number behind it.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::{SmallVec, smallvec};

use super::expression::fold_compare;
use super::inside::Loop;
use super::memory::{Node, NodeId};
use super::solver::Solver;
use crate::program::{BlockId, Comparison, Terminator, Value, ValueId};

/// Blocks that are passed when scopes in each other are left at once.
const SCOPES: usize = 16;
/// Values that are looked at for what a number may be.
const VALUES: usize = 64;

/// Where control goes from a block, and to which.
type Edge = (BlockId, BlockId);
/// What a value may be.
type Numbers = SmallVec<[i64; 4]>;

impl Solver<'_, '_, '_> {
    /// Leaves out ways to joins of a loop on which it is left for good.
    pub(super) fn leave_out_ways_from(&mut self, blocks: &FxHashSet<BlockId>) {
        // What leaves one scope comes to the end of the next one by a way that nobody takes then.
        for _ in 0..SCOPES {
            let mut left_out = Vec::new();
            for join in blocks {
                let before = &self.builder.predecessors[join.index()];
                if before.len() > 1 {
                    let ways = before.iter().filter(|from| blocks.contains(from));
                    let ways = ways.map(|from| (*from, *join));
                    left_out.extend(ways.filter(|way| !self.may_be_taken(*way, blocks)));
                }
            }
            let known = self.not_taken.len();
            self.not_taken.extend(left_out);
            if self.not_taken.len() == known {
                break;
            }
        }
    }

    /// Where control goes on from blocks that lead out of loops, or would by a number that no way brings that is taken.
    pub(super) fn goes_on_in(&self, loops: &[&Loop]) -> FxHashMap<BlockId, Vec<BlockId>> {
        let mut goes_on: FxHashMap<BlockId, Vec<BlockId>> = FxHashMap::default();
        for Loop { blocks, .. } in loops {
            for block in blocks {
                let targets: Vec<BlockId> = self.builder.usual_targets(*block).collect();
                if targets.len() < 2 {
                    continue;
                }
                let may_be_taken = |to: &BlockId| self.may_be_taken((*block, *to), blocks);
                let on: Vec<BlockId> = targets.iter().copied().filter(may_be_taken).collect();
                if on.len() < targets.len() && !on.is_empty() {
                    goes_on.insert(*block, on);
                }
            }
        }
        goes_on
    }

    /// May those who stay in a loop take this way?
    fn may_be_taken(&self, way: Edge, blocks: &FxHashSet<BlockId>) -> bool {
        let ways = self.ways_by_number(way.0);
        ways.is_none_or(|ways| ways.contains(&way.1)) && !self.leaves_by(way, blocks)
    }

    /// Where a block leads whose branch is decided by a number that each way to it brings.
    pub(super) fn ways_by_number(&self, block: BlockId) -> Option<Vec<BlockId>> {
        let terminator = &self.builder.function.blocks.get(block.index())?.terminator;
        let decides = NodeId::new(terminator.condition()?.index());
        let numbers = self.numbers(decides, None, &mut { VALUES })?;
        numbers.into_iter().map(|number| terminator.way(number)).collect()
    }

    /// The numbers a node may be, where control has come by this edge; `None`: it may be anything.
    fn numbers(&self, node: NodeId, by: Option<Edge>, left: &mut usize) -> Option<Numbers> {
        *left = left.checked_sub(1)?;
        let node = self.alias(node);
        let mut found = self.numbers_of(node, left)?;
        if let Some((from, to)) = by {
            found.retain(|number| self.way_where(from, node, *number).is_none_or(|way| way == to));
        }
        found.sort_unstable();
        found.dedup();
        Some(found)
    }

    fn numbers_of(&self, node: NodeId, left: &mut usize) -> Option<Numbers> {
        if let Some(number) = self.number(node) {
            return Some(smallvec![number]);
        }
        if let Some((comparison, bits, operands)) = self.compared(node) {
            let [a, b] = operands;
            let (a, b) = (self.numbers(a, None, left)?, self.numbers(b, None, left)?);
            let of = |a: &i64| {
                let a = *a;
                b.iter().map(move |b| i64::from(fold_compare(comparison, bits, a, *b)))
            };
            return Some(a.iter().flat_map(of).collect());
        }
        let (block, incoming) = self.joined_by_edge(node)?;
        let mut found = Numbers::new();
        for (from, brought) in incoming {
            if self.only_way(from).is_some_and(|way| way != block) {
                continue;
            }
            found.extend(self.numbers(brought, Some((from, block)), left)?);
        }
        Some(found)
    }

    /// Where a block leads if a node is this number; `None`: that does not tell.
    fn way_where(&self, block: BlockId, node: NodeId, number: i64) -> Option<BlockId> {
        let terminator = &self.builder.function.blocks.get(block.index())?.terminator;
        let decides = self.alias(NodeId::new(terminator.condition()?.index()));
        if decides == node {
            return terminator.way(number);
        }
        let (comparison, bits, operands) = self.compared(decides)?;
        if !operands.contains(&node) {
            return None;
        }
        let of =
            |operand: NodeId| if operand == node { Some(number) } else { self.number(operand) };
        let [a, b] = operands.map(of);
        terminator.way(i64::from(fold_compare(comparison, bits, a?, b?)))
    }

    /// The number a node is known to be.
    fn number(&self, node: NodeId) -> Option<i64> {
        self.builder.context.expressions.as_integer(self.known(node)?)
    }

    /// What a comparison compares.
    fn compared(&self, node: NodeId) -> Option<(Comparison, u8, [NodeId; 2])> {
        let Node::Value(value) = self.builder.memory.nodes[node.index()] else { return None };
        match self.builder.function.value(value) {
            Value::Compare { comparison, bits, operands } => {
                let of = |value: ValueId| self.alias(NodeId::new(value.index()));
                Some((*comparison, *bits, operands.map(of)))
            }
            _ => None,
        }
    }

    /// Do numbers that are known on an edge lead out of a loop?
    fn leaves_by(&self, edge: Edge, blocks: &FxHashSet<BlockId>) -> bool {
        let mut edges = vec![edge];
        while let Some((_, to)) = edges.last().copied().filter(|_| edges.len() <= SCOPES) {
            let Some(block) = self.builder.function.blocks.get(to.index()) else { return true };
            if !blocks.contains(&to) {
                return true;
            }
            let way = match block.terminator {
                Terminator::Jump(on) => Some(on),
                ref decides => decides.condition().and_then(|condition| {
                    decides.way(self.number_behind(NodeId::new(condition.index()), &edges)?)
                }),
            };
            let Some(way) = way else { return false };
            edges.push((to, way));
        }
        false
    }

    /// The number that a node is where control has come by these edges, if that says it.
    fn number_behind(&self, node: NodeId, edges: &[Edge]) -> Option<i64> {
        let node = self.alias(node);
        if let Some(number) = self.number(node) {
            return Some(number);
        }
        if let Some((comparison, bits, operands)) = self.compared(node) {
            let [a, b] = operands.map(|operand| self.number_behind(operand, edges));
            return Some(i64::from(fold_compare(comparison, bits, a?, b?)));
        }
        let (block, incoming) = self.joined_by_edge(node)?;
        let at = edges.iter().rposition(|(_, to)| *to == block)?;
        let (_, brought) = incoming.into_iter().find(|(from, _)| *from == edges[at].0)?;
        self.number_behind(brought, &edges[..at])
    }
}
