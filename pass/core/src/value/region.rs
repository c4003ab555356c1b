//! Which branches decide what is joined: the blocks between a join and its immediate dominator.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::function::Builder;
use super::memory::NodeId;
use crate::components::strongly_connected;
use crate::graph::Block as GraphBlock;
use crate::program::BlockId;

/// Blocks between a join and its dominator that are looked through for the conditions deciding it.
const REGION_LIMIT: usize = 4096;
/// Label of a way out of a loop.
const WAY_OUT: u64 = 1 << 63;
/// Label of a block that decides, with its number.
const DECIDES: u64 = 1 << 62;
/// Blocks between a join and its dominator whose paths are followed one by one.
const EXACT_LIMIT: usize = 2048;

/// The blocks between a join and its immediate dominator.
#[derive(Clone, Debug)]
pub(super) struct Region {
    pub(super) dominator: Option<BlockId>,
    pub(super) blocks: Vec<BlockId>,
    /// The dominator is the head of a loop that the join is behind; the loop is among the blocks.
    pub(super) behind_loop: bool,
    /// Without loops and small enough to follow the paths.
    pub(super) exact: bool,
}

impl Builder<'_, '_> {
    pub(super) fn region(&mut self, join: BlockId) -> Rc<Region> {
        if let Some(known) = self.regions.get(&join) {
            return known.clone();
        }
        let region = Rc::new(self.compute_region(join));
        self.regions.insert(join, region.clone());
        region
    }

    fn compute_region(&self, join: BlockId) -> Region {
        let dominator = self.dominators.immediate(GraphBlock(join.0)).map(|b| BlockId(b.0));
        let mut blocks = Vec::new();
        let mut seen = FxHashSet::default();
        let mut work: Vec<BlockId> = self.predecessors[join.index()].clone();
        let mut exact = dominator.is_some();
        // Backwards from the join to its dominator: the blocks whose branches choose the edge taken.
        while let Some(block) = work.pop() {
            if !seen.insert(block) {
                continue;
            }
            if block == join {
                // The head of a loop may be where it is left.
                exact = false;
                blocks.push(block);
                continue;
            }
            if blocks.len() >= REGION_LIMIT {
                exact = false;
                break;
            }
            blocks.push(block);
            if Some(block) != dominator {
                work.extend(self.predecessors[block.index()].iter().copied());
            }
        }
        exact = exact && blocks.len() <= EXACT_LIMIT && !self.has_cycle(&seen);
        let body = dominator.map_or_else(Vec::new, |head| self.loop_behind(head, join, &seen));
        let behind_loop = !body.is_empty() && blocks.len() + body.len() <= REGION_LIMIT;
        if behind_loop {
            blocks.extend(body);
        }
        Region { dominator, blocks, behind_loop, exact }
    }

    /// The blocks of the loop with this head that are not known yet, if the join is not one of them.
    fn loop_behind(
        &self,
        head: BlockId,
        join: BlockId,
        known: &FxHashSet<BlockId>,
    ) -> Vec<BlockId> {
        let in_loop =
            |from: &BlockId| self.dominators.dominates(GraphBlock(head.0), GraphBlock(from.0));
        let mut work: Vec<BlockId> =
            self.predecessors[head.index()].iter().copied().filter(in_loop).collect();
        let mut seen = FxHashSet::default();
        let mut body = Vec::new();
        while let Some(block) = work.pop() {
            if block == join || body.len() >= REGION_LIMIT {
                return Vec::new();
            }
            if block != head && seen.insert(block) {
                if !known.contains(&block) {
                    body.push(block);
                }
                work.extend(self.predecessors[block.index()].iter().copied());
            }
        }
        body
    }

    /// Is there a loop among the blocks?
    fn has_cycle(&self, blocks: &FxHashSet<BlockId>) -> bool {
        let mut order: Vec<BlockId> = blocks.iter().copied().collect();
        order.sort_unstable();
        let index: FxHashMap<BlockId, usize> =
            order.iter().enumerate().map(|(at, block)| (*block, at)).collect();
        let edges: Vec<Vec<usize>> = order
            .iter()
            .map(|block| {
                let targets = self.targets(*block).into_iter();
                targets.filter_map(|target| index.get(&target).copied()).collect()
            })
            .collect();
        strongly_connected(&edges)
            .iter()
            .any(|component| component.len() > 1 || edges[component[0]].contains(&component[0]))
    }

    /// Where control may go from a block; the function's exit is the block after the last one.
    fn targets(&self, block: BlockId) -> Vec<BlockId> {
        let Some(ends) = self.successors.get(block.index()) else { return Vec::new() };
        ends.iter().map(|target| BlockId(target.0)).collect()
    }

    /// The values whose branches decide which of the differing `values` enters a join: blocks from
    /// which control may come to the join with one value or another. At the head of a loop, leaving
    /// the loop counts as another value: how often it ran is part of what its variables are.
    pub(super) fn deciding_nodes(
        &mut self,
        join: BlockId,
        incoming: &[(BlockId, NodeId)],
    ) -> Vec<NodeId> {
        let blocks = self.deciding_blocks(join, incoming, &FxHashMap::default());
        let mut nodes: Vec<NodeId> =
            blocks.into_iter().flat_map(|block| self.decision_of(block)).collect();
        nodes.sort_unstable();
        nodes.dedup();
        nodes
    }

    /// The blocks that decide. Control is taken to go on from some only where `bound` says.
    pub(super) fn deciding_blocks(
        &mut self,
        join: BlockId,
        incoming: &[(BlockId, NodeId)],
        bound: &FxHashMap<BlockId, Vec<BlockId>>,
    ) -> Vec<BlockId> {
        let region = self.region(join);
        let mut numbers: FxHashMap<NodeId, u64> = FxHashMap::default();
        let mut label_of_edge: FxHashMap<BlockId, u64> = FxHashMap::default();
        for (from, node) in incoming {
            let next = numbers.len() as u64;
            let label = *numbers.entry(*node).or_insert(next);
            label_of_edge.insert(*from, label);
        }
        let is_loop = incoming
            .iter()
            .any(|(from, _)| self.dominators.dominates(GraphBlock(join.0), GraphBlock(from.0)));
        let inside: FxHashSet<BlockId> = region.blocks.iter().copied().collect();
        // What a block's ways lead to: one value, the way out, or the next block that decides.
        let mut labels: FxHashMap<BlockId, u64> = FxHashMap::default();
        let label_of = |this: &Self, labels: &FxHashMap<BlockId, u64>, block: BlockId| {
            let mut found = None;
            let targets = bound.get(&block).cloned().unwrap_or_else(|| this.targets(block));
            for target in targets {
                let label = match target {
                    _ if target == join => label_of_edge.get(&block).copied(),
                    _ if inside.contains(&target) => labels.get(&target).copied(),
                    _ if is_loop => Some(WAY_OUT),
                    _ => None,
                };
                match (found, label) {
                    (_, None) => {}
                    (None, Some(_)) => found = label,
                    (Some(known), Some(label)) if known == label => {}
                    _ => return Some(DECIDES | u64::from(block.0)),
                }
            }
            found
        };
        let mut work: Vec<BlockId> = region.blocks.clone();
        while let Some(block) = work.pop() {
            let decides = DECIDES | u64::from(block.0);
            if labels.get(&block) == Some(&decides) {
                continue;
            }
            let Some(label) = label_of(self, &labels, block) else { continue };
            if labels.insert(block, label) != Some(label) {
                let before = self.predecessors[block.index()].iter();
                work.extend(before.copied().filter(|from| inside.contains(from)));
            }
        }
        let decides = |block: &BlockId| labels.get(block) == Some(&(DECIDES | u64::from(block.0)));
        region.blocks.iter().copied().filter(decides).collect()
    }

    /// By block of some that may leave a loop before a join: where they go that stay in it.
    pub(super) fn stays_in_loops(
        &mut self,
        join: BlockId,
        blocks: &[BlockId],
    ) -> FxHashMap<BlockId, Vec<BlockId>> {
        let region = self.region(join);
        let index: FxHashMap<BlockId, usize> =
            region.blocks.iter().enumerate().map(|(at, block)| (*block, at)).collect();
        let edges: Vec<Vec<usize>> = region
            .blocks
            .iter()
            .map(|block| {
                let targets = self.targets(*block).into_iter().filter(|target| *target != join);
                targets.filter_map(|target| index.get(&target).copied()).collect()
            })
            .collect();
        let mut component_of = vec![0; edges.len()];
        for (number, component) in strongly_connected(&edges).iter().enumerate() {
            component.iter().for_each(|at| component_of[*at] = number);
        }
        let mut stays = FxHashMap::default();
        for block in blocks {
            let Some(own) = index.get(block).map(|at| component_of[*at]) else { continue };
            let targets = self.targets(*block);
            let inside = targets.iter().filter(|target| {
                **target != join && index.get(*target).is_some_and(|at| component_of[*at] == own)
            });
            let inside: Vec<BlockId> = inside.copied().collect();
            if !inside.is_empty() && inside.len() < targets.len() {
                stays.insert(*block, inside);
            }
        }
        stays
    }

    /// What a block's branch depends on: its condition, or whether its call throws.
    pub(super) fn decision_of(&self, block: BlockId) -> impl Iterator<Item = NodeId> + use<> {
        let ends = self.function.blocks.get(block.index());
        let condition = ends.and_then(|ends| ends.terminator.condition());
        let condition = condition.map(|value| NodeId::new(value.index()));
        condition.into_iter().chain(self.thrown.get(&block).copied())
    }
}
