//! Control dependence and post-dominance frontiers (section 3.1.1 and appendix B.2 of the PARCOACH
//! thesis; Cytron et al. 1991).
//!
//! Definitions, all on the graph with its virtual exit:
//!
//! - A set *U* post-dominates *v*, written U ≫ v, if no path from *v* to the virtual exit avoids
//!   *U*. A member is post-dominated by its set.
//! - The post-dominance frontier PDF(U) of a set holds the blocks with a successor that *U*
//!   post-dominates and a way on that it does not: one outcome of the branch surely meets *U*, the
//!   other may avoid it. For a single block this is Definition 14 ("... but does not *strictly*
//!   post-dominate"), so the branch at the end of a member is in it if it decides whether *U* is
//!   met *again*.
//! - **[`iterated_frontier_of_set`]**, the PDF+ of Algorithm 12: PDF(U), then "the transitive
//!   closure of PDF when considered as a relation", block by block. These are the branches that
//!   decide *whether* a member is met. In figure 3.2(a) the branch whose both arms are members is
//!   not in it; in figure 3.2(c) the branch that only chooses which of two deciding branches is
//!   asked, is.
//! - **[`iterated_frontier_of_nodes`]**, the classic one: the union of the members' own frontiers,
//!   closed likewise. These are the branches that decide *which* member is met, if any.
//!
//! The second contains the first. Two ranks that take two paths without a common block, one to a
//! member and one around all of them, parted at a block of the first set (a test holds this).
//!
//! What is reported, by all functions here, are branches that run: blocks reachable from the entry.

use std::collections::BTreeMap;

use super::flow::{Block, BlockSet, FlowGraph};
use super::minimum_tree::MinimumTree;
use super::postdominance::{DominatorTree, Dominators, PostDominators};

/// An edge of the graph that is no edge of the dominator tree.
#[derive(Clone, Copy, Debug)]
struct JoinEdge {
    /// The end that can be in a frontier.
    decider: Block,
    /// Preorder number, in the dominator tree, of the other end.
    target: u32,
    /// Depth of the decider's immediate dominator.
    bound: u32,
}

/// The frontier relation of a dominator tree, in memory linear in the graph: frontiers are
/// quadratic altogether (nested loops), so they are found on demand.
///
/// With `w` the other end of an edge of `v`: `v` is in the frontier of `x` if `w` is in the subtree
/// of `x` and the parent of `v` is not. The parent of `v` is always `w` or above it (Sreedhar and
/// Gao's DJ-graph), so this compares the depths of that parent and of `x`, and finding all such
/// edges of a subtree is a query for small values in a range of preorder numbers.
#[derive(Clone, Debug)]
struct FrontierIndex {
    /// Sorted by `target`.
    edges: Vec<JoinEdge>,
    bounds: MinimumTree,
    /// Edges taken out of `bounds` by the running search.
    removed: Vec<usize>,
}

impl FrontierIndex {
    /// `edges` gives pairs (decider, other end), both in the tree.
    fn new(tree: &DominatorTree, edges: impl Iterator<Item = (Block, Block)>) -> Self {
        let mut edges: Vec<JoinEdge> = edges
            .filter_map(|(decider, other)| {
                let parent = tree.parent(decider);
                // A decider without a parent is the entry: it is below nothing, so any
                // subtree that holds the other end has it in its frontier.
                let bound = parent.map_or(0, |parent| tree.depth(parent) + 1);
                let (target, _) = tree.interval(other)?;
                (parent != Some(other)).then_some(JoinEdge { decider, target, bound })
            })
            .collect();
        edges.sort_by_key(|edge| (edge.target, edge.decider));
        let bounds: Vec<u32> = edges.iter().map(|edge| edge.bound).collect();
        FrontierIndex { bounds: MinimumTree::new(&bounds), edges, removed: Vec::new() }
    }

    /// Appends the edges, by place, that lead into the subtree of `node` from deciders not
    /// strictly below it.
    fn leaving_subtree(&self, tree: &DominatorTree, node: Block, places: &mut Vec<usize>) {
        let Some((first, last)) = tree.interval(node) else {
            return;
        };
        let start = self.edges.partition_point(|edge| edge.target < first);
        let end = self.edges.partition_point(|edge| edge.target <= last);
        self.bounds.places_below(start..end, tree.depth(node) + 1, places);
    }

    /// The same, each edge once per search.
    fn take_leaving_subtree(&mut self, tree: &DominatorTree, node: Block, places: &mut Vec<usize>) {
        places.clear();
        self.leaving_subtree(tree, node, places);
        for &place in places.iter() {
            self.bounds.set(place, u32::MAX);
        }
        self.removed.extend_from_slice(places);
    }

    /// Ends the search: all edges are there again.
    fn restore(&mut self) {
        for place in self.removed.drain(..) {
            self.bounds.set(place, self.edges[place].bound);
        }
    }

    /// The union of the frontiers of `seeds`, of the blocks in them, and so on. Sorted.
    fn closure(&mut self, tree: &DominatorTree, seeds: &[Block]) -> Vec<Block> {
        let mut found = std::collections::HashSet::new();
        let mut waiting = seeds.to_vec();
        let mut places = Vec::new();
        while let Some(node) = waiting.pop() {
            self.take_leaving_subtree(tree, node, &mut places);
            for &place in &places {
                let decider = self.edges[place].decider;
                if found.insert(decider) {
                    waiting.push(decider);
                }
            }
        }
        self.restore();
        let mut found: Vec<Block> = found.into_iter().collect();
        found.sort_unstable();
        found
    }
}

/// Which branches decide whether a block runs, and the frontiers of the module's definitions.
///
/// Memory is linear in the graph. A question costs what its answer has in edges, times a
/// logarithm: ten thousand questions about a function of 100,000 blocks are cheap. The search
/// marks edges and unmarks them, hence the `&mut`.
#[derive(Clone, Debug)]
pub struct ControlDependence<'g> {
    graph: &'g FlowGraph,
    tree: &'g DominatorTree,
    index: FrontierIndex,
}

impl<'g> ControlDependence<'g> {
    /// The control dependence of `graph`, whose post-dominators are `post_dominators`.
    #[must_use]
    pub fn new(graph: &'g FlowGraph, post_dominators: &'g PostDominators) -> Self {
        let tree = post_dominators.tree();
        let forward = &graph.completed().forward;
        let edges = (0..forward.node_count())
            .map(Block::new)
            // What does not run decides nothing; a turn runs if its region does, and if not it
            // is found from none that does.
            .filter(|&node| node.index() >= graph.block_count() || graph.is_reachable(node))
            .flat_map(|from| forward.of(from).iter().map(move |&to| (from, to)));
        ControlDependence { graph, tree, index: FrontierIndex::new(tree, edges) }
    }

    /// The branches on which `block` is control dependent: its post-dominance frontier
    /// (Definition 14), not iterated. Sorted.
    #[must_use]
    pub fn of(&self, block: Block) -> Vec<Block> {
        let mut places = Vec::new();
        self.index.leaving_subtree(self.tree, block, &mut places);
        let deciders = places.iter().map(|&place| self.index.edges[place].decider);
        self.report(deciders.collect())
    }

    /// The blocks control dependent on `branch`: those of which it decides whether they run.
    /// Sorted.
    #[must_use]
    pub fn dependents(&self, branch: Block) -> Vec<Block> {
        if !self.graph.is_reachable(branch) {
            return Vec::new();
        }
        let end = self.tree.parent(branch);
        let mut found = std::collections::BTreeSet::new();
        for &successor in self.graph.completed().forward.of(branch) {
            // Up the tree, until the end that all ways share or what an earlier one went.
            let mut above = Some(successor);
            while let Some(block) = above
                && above != end
                && found.insert(block)
            {
                above = self.tree.parent(block);
            }
        }
        found.retain(|block| block.index() < self.graph.block_count());
        found.into_iter().collect()
    }

    /// The classic iterated post-dominance frontier: all branches that decide which of `blocks` is
    /// met next, if any. Sorted.
    pub fn iterated_frontier_of_nodes(&mut self, blocks: &[Block]) -> Vec<Block> {
        let found = self.index.closure(self.tree, blocks);
        self.report(found)
    }

    /// PDF(U) of the set `blocks`: the branches with one outcome that surely meets the set and
    /// another that may avoid it. Sorted.
    pub fn set_frontier(&mut self, blocks: &[Block]) -> Vec<Block> {
        let found = self.set_frontier_with_turns(blocks);
        self.report(found)
    }

    /// PDF+(U) of Algorithm 12: all branches that decide whether the set `blocks` is met. Sorted.
    pub fn iterated_frontier_of_set(&mut self, blocks: &[Block]) -> Vec<Block> {
        let mut found = self.set_frontier_with_turns(blocks);
        found.extend(self.index.closure(self.tree, &found));
        self.report(found)
    }

    /// PDF(U), turns of endless regions included: nothing to report, but the closure goes on from
    /// them.
    fn set_frontier_with_turns(&mut self, blocks: &[Block]) -> Vec<Block> {
        let one = blocks.iter().all(|block| *block == blocks[0]);
        if one || self.graph.is_acyclic() {
            self.set_frontier_from_subtrees(blocks)
        } else {
            self.set_frontier_by_scan(blocks)
        }
    }

    /// The set post-dominates whole subtrees: those of its members, and those of every block all of
    /// whose edges lead into such subtrees. Each edge into them is met once, so this costs what
    /// lies around the set and not what the function has. In a cyclic graph it would miss blocks of
    /// a cycle whose every way out is into such a subtree.
    fn set_frontier_from_subtrees(&mut self, blocks: &[Block]) -> Vec<Block> {
        let mut covered = SubtreeUnion::default();
        let mut waiting: Vec<Block> = Vec::new();
        for &block in blocks {
            if covered.insert(self.tree, block) {
                waiting.push(block);
            }
        }
        let ways_on = |block: Block| self.graph.completed().forward.of(block).len();
        let mut edges_into: BTreeMap<Block, usize> = BTreeMap::new();
        let mut places = Vec::new();
        while let Some(block) = waiting.pop() {
            self.index.take_leaving_subtree(self.tree, block, &mut places);
            for &place in &places {
                let decider = self.index.edges[place].decider;
                let count = edges_into.entry(decider).or_default();
                *count += 1;
                if *count == ways_on(decider) && covered.insert(self.tree, decider) {
                    waiting.push(decider);
                }
            }
        }
        self.index.restore();
        edges_into
            .into_iter()
            .filter(|&(decider, count)| {
                let parent = self.tree.parent(decider);
                let strictly = parent.is_some_and(|parent| covered.contains(self.tree, parent));
                !strictly && count < ways_on(decider)
            })
            .map(|(decider, _)| decider)
            .collect()
    }

    /// The definition, read off for every block.
    fn set_frontier_by_scan(&self, blocks: &[Block]) -> Vec<Block> {
        let met = nodes_that_surely_meet(self.graph, blocks);
        let forward = &self.graph.completed().forward;
        (0..forward.node_count())
            .map(Block::new)
            .filter(|&node| {
                let ways_on = forward.of(node);
                let sure = ways_on.iter().filter(|&&to| met.contains(to)).count();
                0 < sure && sure < ways_on.len()
            })
            .collect()
    }

    fn report(&self, mut blocks: Vec<Block>) -> Vec<Block> {
        blocks.retain(|&block| {
            block.index() < self.graph.block_count() && self.graph.is_reachable(block)
        });
        blocks.sort_unstable();
        blocks.dedup();
        blocks
    }
}

/// A union of subtrees of a dominator tree, as disjoint intervals of preorder numbers.
#[derive(Default)]
struct SubtreeUnion {
    /// First to last number.
    intervals: BTreeMap<u32, u32>,
}

impl SubtreeUnion {
    fn contains(&self, tree: &DominatorTree, node: Block) -> bool {
        let Some((first, _)) = tree.interval(node) else {
            return false;
        };
        let before = self.intervals.range(..=first).next_back();
        before.is_some_and(|(_, &last)| first <= last)
    }

    /// Adds the subtree of `node`; false if it was contained before.
    fn insert(&mut self, tree: &DominatorTree, node: Block) -> bool {
        let Some((first, last)) = tree.interval(node) else {
            return false;
        };
        if self.contains(tree, node) {
            return false;
        }
        // Subtrees nest or are disjoint: what begins inside ends inside.
        while let Some((&inner, _)) = self.intervals.range(first..=last).next() {
            self.intervals.remove(&inner);
        }
        self.intervals.insert(first, last);
        true
    }
}

/// [`ControlDependence::iterated_frontier_of_nodes`] for one question only.
#[must_use]
pub fn iterated_frontier_of_nodes(
    graph: &FlowGraph,
    post_dominators: &PostDominators,
    blocks: &[Block],
) -> Vec<Block> {
    ControlDependence::new(graph, post_dominators).iterated_frontier_of_nodes(blocks)
}

/// [`ControlDependence::set_frontier`] for one question only.
#[must_use]
pub fn set_frontier(
    graph: &FlowGraph,
    post_dominators: &PostDominators,
    blocks: &[Block],
) -> Vec<Block> {
    ControlDependence::new(graph, post_dominators).set_frontier(blocks)
}

/// [`ControlDependence::iterated_frontier_of_set`] for one question only.
#[must_use]
pub fn iterated_frontier_of_set(
    graph: &FlowGraph,
    post_dominators: &PostDominators,
    blocks: &[Block],
) -> Vec<Block> {
    ControlDependence::new(graph, post_dominators).iterated_frontier_of_set(blocks)
}

/// The blocks that the set `blocks` post-dominates: no path from them to the virtual exit avoids
/// the set. Linear in the graph.
#[must_use]
pub fn set_post_dominates(graph: &FlowGraph, blocks: &[Block]) -> BlockSet {
    let mut met = nodes_that_surely_meet(graph, blocks);
    met.truncate(graph.block_count());
    met
}

/// The same over the completed graph.
fn nodes_that_surely_meet(graph: &FlowGraph, blocks: &[Block]) -> BlockSet {
    let completed = graph.completed();
    let node_count = completed.forward.node_count();
    let mut members = BlockSet::new(node_count);
    for &block in blocks {
        members.insert(block);
    }
    // Backwards from the exit around the members: all that is found can avoid them.
    let mut met = BlockSet::full(node_count);
    met.remove(completed.virtual_exit);
    let mut waiting = vec![completed.virtual_exit];
    while let Some(node) = waiting.pop() {
        for &from in completed.backward.of(node) {
            if !members.contains(from) && met.remove(from) {
                waiting.push(from);
            }
        }
    }
    met
}

/// The iterated *dominance* frontier of `blocks`: the blocks where paths from different ones of
/// them, or from one of them and from elsewhere, first join; where SSA form has its phis. Sorted.
/// Unreachable members have none.
#[must_use]
pub fn iterated_dominance_frontier(
    graph: &FlowGraph,
    dominators: &Dominators,
    blocks: &[Block],
) -> Vec<Block> {
    let tree = dominators.tree();
    let edges = graph
        .blocks()
        .filter(|&block| graph.is_reachable(block))
        .flat_map(|from| graph.successors(from).iter().map(move |&to| (to, from)));
    FrontierIndex::new(tree, edges).closure(tree, blocks)
}
