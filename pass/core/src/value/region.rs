//! Which branches decide what is joined: the blocks between a join and its immediate dominator.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::function::Builder;
use super::memory::NodeId;
use crate::components::strongly_connected;
use crate::graph::Block as GraphBlock;
use crate::program::{BlockId, Terminator};

/// Blocks between a join and its dominator that are looked through for the conditions deciding it.
const REGION_LIMIT: usize = 4096;
/// Blocks between a join and its dominator whose paths are followed one by one.
const EXACT_LIMIT: usize = 2048;

/// The blocks between a join and its immediate dominator.
#[derive(Clone, Debug)]
pub(super) struct Region {
    pub(super) dominator: Option<BlockId>,
    pub(super) blocks: Vec<BlockId>,
    /// Where each of them stands there.
    position: FxHashMap<BlockId, usize>,
    /// By position: where control goes from there.
    steps: Vec<Steps>,
    /// By position: where it comes from, of the blocks here.
    before: Vec<SmallVec<[usize; 2]>>,
    /// The dominator is the head of a loop that the join is behind; the loop is among the blocks.
    pub(super) behind_loop: bool,
    /// Without loops and small enough to follow the paths.
    pub(super) exact: bool,
}

impl Region {
    pub(super) fn contains(&self, block: BlockId) -> bool {
        self.position.contains_key(&block)
    }
}

/// A join, whether its loop counts as one that is not left, the loop in which some ways are not gone for that, and of each
/// edge the first one that brings the same.
type Pattern = (BlockId, bool, Option<BlockId>, Vec<(BlockId, Option<usize>)>);

/// Loops that nobody is taken to have left.
#[derive(Debug, Default)]
pub(super) struct Staying {
    /// Their heads, the innermost one last.
    pub(super) heads: Vec<BlockId>,
    /// By block from which one of them may be left: where control goes on in them.
    pub(super) goes_on: FxHashMap<BlockId, Vec<BlockId>>,
}

impl Staying {
    /// The innermost of the loops, if some blocks in them lead out for good.
    fn of_ways(&self) -> Option<BlockId> {
        self.heads.last().copied().filter(|_| !self.goes_on.is_empty())
    }
}

/// What was found of the joins of a function.
#[derive(Debug, Default)]
pub(super) struct Regions {
    /// By join.
    known: FxHashMap<BlockId, Rc<Region>>,
    /// The blocks that decide what is joined.
    deciding: FxHashMap<Pattern, Rc<[BlockId]>>,
}

/// Where control goes from a block before a join, but for where the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Join,
    /// To the block of the region at this position.
    To(usize),
    Beyond,
}

type Steps = SmallVec<[Step; 2]>;

/// What the ways on from a block before a join lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// One of the joined values.
    To(NodeId),
    /// The next block that decides.
    Decided(BlockId),
    /// Out of the loop whose head the join is.
    Out,
}

/// What the ways from the blocks before a join lead to.
struct Ways<'r> {
    region: &'r Region,
    /// By block before the join: the value that comes from there.
    of_edge: FxHashMap<BlockId, NodeId>,
    /// What blocks outside lead to.
    beyond: Option<Way>,
    /// By position in the region.
    of_block: Vec<Option<Way>>,
    /// By position: the only ways that control is taken to go on.
    bound: FxHashMap<usize, Steps>,
}

impl Ways<'_> {
    /// What a step leads to; `None`: to nothing that is known yet, or nowhere.
    fn along(&self, from: usize, step: Step) -> Option<Way> {
        match step {
            Step::Join => self.of_edge.get(&self.region.blocks[from]).map(|node| Way::To(*node)),
            Step::To(block) => self.of_block[block],
            Step::Beyond => self.beyond,
        }
    }

    /// Where the ways on from a block lead that are known.
    fn on(&self, block: usize) -> impl Iterator<Item = Way> + '_ {
        let usual = &self.region.steps[block];
        let steps = match self.bound.is_empty() {
            true => usual,
            false => self.bound.get(&block).unwrap_or(usual),
        };
        steps.iter().filter_map(move |step| self.along(block, *step))
    }

    /// Does the block at this position decide?
    fn decides(&self, block: usize) -> bool {
        self.of_block[block] == Some(Way::Decided(self.region.blocks[block]))
    }

    /// Lets each block lead where one of those it goes to leads.
    fn follow(&mut self) {
        let mut work: Vec<usize> = (0..self.region.blocks.len()).collect();
        while let Some(block) = work.pop() {
            if self.of_block[block].is_some() {
                continue;
            }
            let Some(way) = self.on(block).next() else { continue };
            self.of_block[block] = Some(way);
            work.extend(&self.region.before[block]);
        }
    }
}

impl Builder<'_, '_> {
    /// Finds the blocks from which every way ends in a call that never returns, but where something throws of which that
    /// is not known.
    pub(super) fn find_dead_ends(&mut self) {
        let ends = self.function.blocks.len();
        let mut left: Vec<usize> =
            (0..ends).map(|block| self.usual_targets(BlockId::new(block)).count()).collect();
        let mut work: Vec<usize> = (0..ends).filter(|block| left[*block] == 0).collect();
        let mut found = FxHashSet::default();
        while let Some(block) = work.pop() {
            let block = BlockId::new(block);
            found.insert(block);
            for from in &self.predecessors[block.index()] {
                if self.usual_targets(*from).any(|target| target == block) {
                    left[from.index()] -= 1;
                    if left[from.index()] == 0 {
                        work.push(from.index());
                    }
                }
            }
        }
        self.dead_ends = Rc::new(found);
    }

    pub(super) fn region(&mut self, join: BlockId) -> Rc<Region> {
        if let Some(known) = self.regions.known.get(&join) {
            return known.clone();
        }
        let region = Rc::new(self.compute_region(join));
        self.regions.known.insert(join, region.clone());
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
        let position: FxHashMap<_, _> =
            blocks.iter().enumerate().map(|(at, block)| (*block, at)).collect();
        let steps = blocks.iter().map(|block| {
            let targets = self.usual_targets(*block);
            targets.filter_map(|target| self.step(&position, join, target)).collect()
        });
        let steps = steps.collect();
        let before = blocks.iter().map(|block| {
            let before = self.predecessors[block.index()].iter();
            before.filter_map(|from| position.get(from).copied()).collect()
        });
        let before = before.collect();
        Region { dominator, blocks, position, steps, before, behind_loop, exact }
    }

    /// The step to a block before a join, to it, or out.
    fn step(
        &self,
        position: &FxHashMap<BlockId, usize>,
        join: BlockId,
        target: BlockId,
    ) -> Option<Step> {
        if target == join {
            return Some(Step::Join);
        }
        let inside = position.get(&target).map(|at| Step::To(*at));
        // Whoever ends the program on the way out has no variables any more.
        inside.or_else(|| (!self.dead_ends.contains(&target)).then_some(Step::Beyond))
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
                let targets = self.targets(*block);
                targets.filter_map(|target| index.get(&target).copied()).collect()
            })
            .collect();
        strongly_connected(&edges)
            .iter()
            .any(|component| component.len() > 1 || edges[component[0]].contains(&component[0]))
    }

    /// Where control may go from a block; the function's exit is the block after the last one.
    fn targets(&self, block: BlockId) -> impl Iterator<Item = BlockId> + Clone + '_ {
        let ends = self.successors.get(block.index());
        ends.into_iter().flatten().map(|target| BlockId(target.0))
    }

    /// Where control goes from a block: a function of which nothing is known is taken not to throw.
    pub(super) fn usual_targets(
        &self,
        block: BlockId,
    ) -> impl Iterator<Item = BlockId> + Clone + '_ {
        let ends = self.function.blocks.get(block.index()).map(|ends| &ends.terminator);
        let only = match ends {
            Some(Terminator::Invoke { normal, .. }) if !self.thrown.contains_key(&block) => {
                self.targets(block).find(|target| target == normal)
            }
            _ => None,
        };
        self.targets(block).filter(move |target| only.is_none_or(|only| only == *target))
    }

    /// The values whose branches decide which of the differing `values` enters a join: blocks from
    /// which control may come to the join with one value or another. At the head of a loop, leaving
    /// the loop counts as another value: how often it ran is part of what its variables are, but for those that are
    /// still in it.
    pub(super) fn deciding_nodes(
        &mut self,
        join: BlockId,
        incoming: &[(BlockId, NodeId)],
    ) -> Vec<NodeId> {
        let blocks = self.deciding_blocks(join, incoming);
        let mut nodes: Vec<NodeId> =
            blocks.iter().flat_map(|block| self.decision_of(*block)).collect();
        nodes.sort_unstable();
        nodes.dedup();
        nodes
    }

    /// The blocks that decide. Joins in one block of which the same edges bring the same have the same.
    pub(super) fn deciding_blocks(
        &mut self,
        join: BlockId,
        incoming: &[(BlockId, NodeId)],
    ) -> Rc<[BlockId]> {
        let alike = |node: NodeId| incoming.iter().position(|(_, other)| *other == node);
        let pattern = incoming.iter().map(|(from, node)| (*from, alike(*node))).collect();
        let key = (join, self.staying.heads.contains(&join), self.staying.of_ways(), pattern);
        if let Some(known) = self.regions.deciding.get(&key) {
            return known.clone();
        }
        let blocks: Rc<[BlockId]> =
            self.deciding_blocks_where(join, incoming, &FxHashMap::default()).into();
        self.regions.deciding.insert(key, blocks.clone());
        blocks
    }

    /// The blocks that decide, if control goes on from some only where `bound` says.
    pub(super) fn deciding_blocks_where(
        &mut self,
        join: BlockId,
        incoming: &[(BlockId, NodeId)],
        bound: &FxHashMap<BlockId, Vec<BlockId>>,
    ) -> Vec<BlockId> {
        let region = self.region(join);
        let ways = self.ways(&region, join, incoming, bound);
        let deciding = (0..region.blocks.len()).filter(|block| ways.decides(*block));
        deciding.map(|block| region.blocks[block]).collect()
    }

    /// What the ways from the blocks of a region lead to.
    fn ways<'r>(
        &self,
        region: &'r Region,
        join: BlockId,
        incoming: &[(BlockId, NodeId)],
        bound: &FxHashMap<BlockId, Vec<BlockId>>,
    ) -> Ways<'r> {
        let is_loop = incoming
            .iter()
            .any(|(from, _)| self.dominators.dominates(GraphBlock(join.0), GraphBlock(from.0)));
        let bound = self.staying.goes_on.iter().chain(bound).filter_map(|(block, targets)| {
            let steps = targets.iter().filter_map(|to| self.step(&region.position, join, *to));
            Some((*region.position.get(block)?, steps.collect()))
        });
        let mut ways = Ways {
            region,
            of_edge: incoming.iter().copied().collect(),
            beyond: (is_loop && !self.staying.heads.contains(&join)).then_some(Way::Out),
            of_block: vec![None; region.blocks.len()],
            bound: bound.collect(),
        };
        // What a block leads to is not known for good before all that decides behind it is: a loop on the way
        // would be left with what it led to before. So what decides is found in rounds, each with what the
        // rounds before have found; of one round all are right, as blocks that lead to the same block have
        // the same way.
        loop {
            ways.follow();
            let differs = |block: &usize| {
                let own = ways.of_block[*block];
                own.is_some()
                    && !ways.decides(*block)
                    && ways.on(*block).any(|way| own != Some(way))
            };
            let deciding: Vec<usize> = (0..region.blocks.len()).filter(differs).collect();
            if deciding.is_empty() {
                return ways;
            }
            for block in 0..region.blocks.len() {
                if !ways.decides(block) {
                    ways.of_block[block] = None;
                }
            }
            for block in deciding {
                ways.of_block[block] = Some(Way::Decided(region.blocks[block]));
            }
        }
    }

    /// The decisions before a join, each after those its ways lead to, the first one to be taken last:
    /// where each of the ways on from a block leads. Loops on the way decide nothing. `None`: a
    /// decision may be taken again.
    pub(super) fn decisions(
        &mut self,
        join: BlockId,
        incoming: &[(BlockId, NodeId)],
    ) -> Option<Vec<(BlockId, Vec<Option<Way>>)>> {
        let region = self.region(join);
        let ways = self.ways(&region, join, incoming, &FxHashMap::default());
        let first = *region.position.get(&region.dominator?)?;
        let Some(Way::Decided(first)) = ways.of_block[first] else { return None };
        let mut decisions = Vec::new();
        let mut done: FxHashMap<BlockId, bool> = FxHashMap::default();
        let mut work = vec![(first, false)];
        while let Some((block, left)) = work.pop() {
            let terminator = &self.function.blocks.get(block.index())?.terminator;
            let targets = terminator.successors();
            let stays = self.staying.goes_on.get(&block);
            let may_go = |target: BlockId| {
                stays.is_none_or(|on| on.contains(&target))
                    && self.usual_targets(block).any(|usual| usual == target)
            };
            let from = *region.position.get(&block)?;
            let on = targets.iter().map(|target| {
                let step = may_go(*target).then(|| self.step(&region.position, join, *target));
                ways.along(from, step.flatten()?)
            });
            let on: Vec<_> = on.collect();
            if left {
                done.insert(block, true);
                decisions.push((block, on));
                continue;
            }
            match done.insert(block, false) {
                // Another way led here before.
                Some(true) => {
                    done.insert(block, true);
                    continue;
                }
                Some(false) => return None,
                None => work.push((block, true)),
            }
            for way in on.into_iter().flatten() {
                match way {
                    Way::Decided(next) if done.get(&next) == Some(&false) => return None,
                    Way::Decided(next) if !done.contains_key(&next) => work.push((next, false)),
                    Way::Decided(_) | Way::To(_) => {}
                    Way::Out => return None,
                }
            }
        }
        Some(decisions)
    }

    /// By block of some that may leave a loop before a join: where they go that stay in it.
    pub(super) fn stays_in_loops(
        &mut self,
        join: BlockId,
        blocks: &[BlockId],
    ) -> FxHashMap<BlockId, Vec<BlockId>> {
        let region = self.region(join);
        let index = &region.position;
        let edges: Vec<Vec<usize>> = region
            .blocks
            .iter()
            .map(|block| {
                let targets = self.targets(*block).filter(|target| *target != join);
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
            let inside = self.targets(*block).filter(|target| {
                *target != join && index.get(target).is_some_and(|at| component_of[*at] == own)
            });
            let inside: Vec<BlockId> = inside.collect();
            if !inside.is_empty() && inside.len() < self.targets(*block).count() {
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
