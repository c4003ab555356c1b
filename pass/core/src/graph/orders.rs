//! Execution orders (section 3.1.1 of the PARCOACH thesis).
//!
//! The execution orders of a block are the numbers of collective blocks that paths pass before it:
//! 0 up to and including the first collective, 1 after it, and so on. Each loop is a world of its
//! own: the paths of a block directly in a loop start at the loop's header, do not take the edges
//! back to it, and pass an inner loop as one step that counts nothing, since how often its
//! collectives are called is not known. The paths of a block outside all loops start at the entry.
//!
//! In an irreducible loop, paths start at its other entries as well.

use super::flow::{Block, FlowGraph};
use super::loops::{Loop, LoopForest};

/// The execution orders of all blocks.
#[derive(Clone, Debug)]
pub struct ExecutionOrders {
    /// Least and greatest by block; `None` where nothing runs.
    orders: Vec<Option<(u32, u32)>>,
}

/// A step of a path on one level of the loop forest: a block, or a whole loop.
type Step = usize;

impl ExecutionOrders {
    /// The orders in `graph`, in which `is_collective` tells the collective blocks.
    #[must_use]
    pub fn new(
        graph: &FlowGraph,
        forest: &LoopForest,
        is_collective: impl Fn(Block) -> bool,
    ) -> Self {
        let levels = Levels { forest, block_count: graph.block_count() };
        let step_count = levels.block_count + forest.loops().count();
        // Edges between the steps of each level, without those back to a header. They form no
        // cycle: what a loop leads to does not lead back into it, or it would be part of it.
        let mut edges = Vec::new();
        let mut is_entry = vec![false; step_count];
        is_entry[levels.step(graph.entry(), None)] = true;
        for &from in graph.reverse_postorder() {
            for &to in graph.successors(from) {
                if forest.is_back_edge(from, to) {
                    continue;
                }
                let common = forest.around(from).find(|&around| forest.contains(around, to));
                edges.push((levels.step(from, common), levels.step(to, common)));
                for entered in forest.around(to).take_while(|&around| Some(around) != common) {
                    is_entry[levels.step(to, Some(entered))] = true;
                }
            }
        }
        for around in forest.loops() {
            is_entry[levels.step(forest.header(around), Some(around))] = true;
        }
        let counts =
            |step: Step| u32::from(step < levels.block_count && is_collective(Block::new(step)));
        let all = longest_and_shortest(step_count, &edges, &is_entry, counts);
        ExecutionOrders {
            orders: graph
                .blocks()
                .map(|block| all[block.index()].filter(|_| graph.is_reachable(block)))
                .collect(),
        }
    }

    /// The greatest order, the one that Algorithm 12 goes by; `None` where nothing runs.
    #[must_use]
    pub fn greatest(&self, block: Block) -> Option<u32> {
        self.orders[block.index()].map(|(_, greatest)| greatest)
    }

    /// The least order; `None` where nothing runs.
    #[must_use]
    pub fn least(&self, block: Block) -> Option<u32> {
        self.orders[block.index()].map(|(least, _)| least)
    }
}

/// Numbers the steps: blocks, then loops.
struct Levels<'f> {
    forest: &'f LoopForest,
    block_count: usize,
}

impl Levels<'_> {
    /// What `block` is on the level directly inside `level` (`None`: outside all loops).
    fn step(&self, block: Block, level: Option<Loop>) -> Step {
        let inside = self.forest.around(block).take_while(|&around| Some(around) != level);
        inside.last().map_or(block.index(), |inner| self.block_count + inner.index())
    }
}

/// For every step the least and the greatest count on a path from an entry to it, itself not
/// counted; `None` if there is no such path.
fn longest_and_shortest(
    step_count: usize,
    edges: &[(Step, Step)],
    is_entry: &[bool],
    counts: impl Fn(Step) -> u32,
) -> Vec<Option<(u32, u32)>> {
    let mut start = vec![0_usize; step_count + 1];
    let mut open = vec![0_usize; step_count];
    for &(from, to) in edges {
        start[from + 1] += 1;
        open[to] += 1;
    }
    for step in 0..step_count {
        start[step + 1] += start[step];
    }
    let mut next = start.clone();
    let mut targets = vec![0; edges.len()];
    for &(from, to) in edges {
        targets[next[from]] = to;
        next[from] += 1;
    }
    let mut orders: Vec<Option<(u32, u32)>> =
        is_entry.iter().map(|&entry| entry.then_some((0, 0))).collect();
    let mut ready: Vec<Step> = (0..step_count).filter(|&step| open[step] == 0).collect();
    while let Some(step) = ready.pop() {
        let after =
            orders[step].map(|(least, greatest)| (least + counts(step), greatest + counts(step)));
        for &to in &targets[start[step]..start[step + 1]] {
            orders[to] = match (orders[to], after) {
                (Some(known), Some(new)) => Some((known.0.min(new.0), known.1.max(new.1))),
                (known, new) => known.or(new),
            };
            open[to] -= 1;
            if open[to] == 0 {
                ready.push(to);
            }
        }
    }
    orders
}
