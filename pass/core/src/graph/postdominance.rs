//! Dominance and post-dominance (appendix B.1 of the PARCOACH thesis).

use super::flow::{Adjacency, Block, FlowGraph};
use super::walk::{DepthFirstWalk, NONE};

/// A dominator tree over nodes `0..n`; nodes the root does not reach are not part of it.
#[derive(Clone, Debug)]
pub(super) struct DominatorTree {
    /// The immediate dominator; `NONE` for the root and for nodes outside the tree.
    parent: Vec<u32>,
    /// The number of strict dominators.
    depth: Vec<u32>,
    /// Preorder number; `NONE` outside the tree.
    first: Vec<u32>,
    /// The largest preorder number in the node's subtree.
    last: Vec<u32>,
}

impl DominatorTree {
    /// The tree of the graph `forward` (and its reverse, `backward`) from `root`.
    pub(super) fn new(forward: &Adjacency, backward: &Adjacency, root: Block) -> Self {
        let walk = DepthFirstWalk::new(forward, root);
        let immediate = immediate_dominators(&walk, backward);
        let node_count = forward.node_count();
        let mut tree = DominatorTree {
            parent: vec![NONE; node_count],
            depth: vec![0; node_count],
            first: vec![NONE; node_count],
            last: vec![NONE; node_count],
        };
        // A dominator is found before what it dominates, so one sweep each way numbers the
        // subtrees without ever listing children.
        let mut size = vec![1_u32; walk.found.len()];
        for number in (1..walk.found.len()).rev() {
            size[immediate[number] as usize] += size[number];
        }
        let mut next = vec![0_u32; walk.found.len()];
        for number in 0..walk.found.len() {
            let node = walk.found[number].index();
            let mut first = 0;
            if number > 0 {
                let dominator = immediate[number] as usize;
                let parent = walk.found[dominator];
                tree.parent[node] = parent.0;
                tree.depth[node] = tree.depth[parent.index()] + 1;
                first = next[dominator];
                next[dominator] += size[number];
            }
            tree.first[node] = first;
            tree.last[node] = first + size[number] - 1;
            next[number] = first + 1;
        }
        tree
    }

    pub(super) fn parent(&self, node: Block) -> Option<Block> {
        let parent = self.parent[node.index()];
        (parent != NONE).then_some(Block(parent))
    }

    pub(super) fn depth(&self, node: Block) -> u32 {
        self.depth[node.index()]
    }

    /// Preorder numbers of the subtree of `node`, first and last; `None` outside the tree.
    pub(super) fn interval(&self, node: Block) -> Option<(u32, u32)> {
        let first = self.first[node.index()];
        (first != NONE).then_some((first, self.last[node.index()]))
    }

    pub(super) fn dominates(&self, above: Block, below: Block) -> bool {
        match (self.interval(above), self.interval(below)) {
            (Some((first, last)), Some((inner, _))) => first <= inner && inner <= last,
            _ => false,
        }
    }
}

/// The forest of Lengauer and Tarjan's algorithm, over walk numbers, with path compression.
struct Forest {
    ancestor: Vec<u32>,
    label: Vec<u32>,
    semi: Vec<u32>,
    path: Vec<u32>,
}

impl Forest {
    /// The node of least semidominator on the path from `node` up to, not including, its root.
    fn evaluate(&mut self, node: u32) -> u32 {
        let (ancestor, label, semi) = (&mut self.ancestor, &mut self.label, &self.semi);
        if ancestor[node as usize] == NONE {
            return label[node as usize];
        }
        let mut lowest = node;
        while ancestor[ancestor[lowest as usize] as usize] != NONE {
            self.path.push(lowest);
            lowest = ancestor[lowest as usize];
        }
        while let Some(below) = self.path.pop() {
            let below = below as usize;
            let above = ancestor[below] as usize;
            if semi[label[above] as usize] < semi[label[below] as usize] {
                label[below] = label[above];
            }
            ancestor[below] = ancestor[above];
        }
        label[node as usize]
    }
}

/// The immediate dominator of every number of `walk`, as a number; the root's entry is 0.
///
/// Lengauer and Tarjan 1979 with path compression, O(edges * log blocks) always. The simpler
/// iteration of Cooper, Harvey and Kennedy (petgraph's `simple_fast`) is quadratic on the shape
/// MPI programs are full of: a long function whose every step may `goto fail`.
fn immediate_dominators(walk: &DepthFirstWalk, backward: &Adjacency) -> Vec<u32> {
    let count = walk.found.len();
    let identity: Vec<u32> = (0..count as u32).collect();
    let mut forest = Forest {
        ancestor: vec![NONE; count],
        label: identity.clone(),
        semi: identity,
        path: Vec::new(),
    };
    let mut immediate = vec![0_u32; count];
    // Numbers whose semidominator is the index, as linked lists.
    let mut bucket = vec![NONE; count];
    let mut bucket_next = vec![NONE; count];
    for number in (1..count).rev() {
        for &from in backward.of(walk.found[number]) {
            let from = walk.number[from.index()];
            if from != NONE {
                let least = forest.evaluate(from);
                let semi = forest.semi[least as usize];
                forest.semi[number] = forest.semi[number].min(semi);
            }
        }
        let semi = forest.semi[number] as usize;
        bucket_next[number] = bucket[semi];
        bucket[semi] = number as u32;
        let parent = walk.parent[number];
        forest.ancestor[number] = parent;
        let mut waiting = std::mem::replace(&mut bucket[parent as usize], NONE);
        while waiting != NONE {
            let least = forest.evaluate(waiting);
            let waits = waiting as usize;
            immediate[waits] =
                if forest.semi[least as usize] < forest.semi[waits] { least } else { parent };
            waiting = bucket_next[waits];
        }
    }
    for number in 1..count {
        if immediate[number] != forest.semi[number] {
            immediate[number] = immediate[immediate[number] as usize];
        }
    }
    immediate
}

/// Dominance: `a` dominates `b` if `a` lies on every path from the entry to `b` (Definition 7).
///
/// Blocks no path from the entry reaches dominate nothing and are dominated by nothing.
#[derive(Clone, Debug)]
pub struct Dominators {
    tree: DominatorTree,
}

impl Dominators {
    /// The dominators of `graph`.
    #[must_use]
    pub fn new(graph: &FlowGraph) -> Self {
        Dominators { tree: DominatorTree::new(graph.forward(), graph.backward(), graph.entry()) }
    }

    /// The closest strict dominator; `None` for the entry and for unreachable blocks.
    #[must_use]
    pub fn immediate(&self, block: Block) -> Option<Block> {
        self.tree.parent(block)
    }

    /// Whether `above` lies on every path from the entry to `below`; a reachable block dominates
    /// itself.
    #[must_use]
    pub fn dominates(&self, above: Block, below: Block) -> bool {
        self.tree.dominates(above, below)
    }

    pub(super) fn tree(&self) -> &DominatorTree {
        &self.tree
    }
}

/// Post-dominance: `a` post-dominates `b` if `a` lies on every path from `b` to the virtual exit
/// of the [`FlowGraph`] (Definition 8). Every block has such a path, unreachable ones too.
#[derive(Clone, Debug)]
pub struct PostDominators {
    /// Over the completed graph; the virtual exit is the root.
    tree: DominatorTree,
    block_count: usize,
}

impl PostDominators {
    /// The post-dominators of `graph`.
    #[must_use]
    pub fn new(graph: &FlowGraph) -> Self {
        let completed = graph.completed();
        PostDominators {
            tree: DominatorTree::new(
                &completed.backward,
                &completed.forward,
                completed.virtual_exit,
            ),
            block_count: graph.block_count(),
        }
    }

    /// The closest block that strictly post-dominates `block`; `None`: no block does, only the
    /// virtual exit.
    #[must_use]
    pub fn immediate(&self, block: Block) -> Option<Block> {
        let mut above = self.tree.parent(block);
        // Above a turn is the virtual exit, or a block, never another turn: two endless regions
        // do not lead to each other.
        while let Some(node) = above
            && node.index() >= self.block_count
        {
            above = self.tree.parent(node);
        }
        above
    }

    /// Whether `after` lies on every path from `before` to the virtual exit; every block
    /// post-dominates itself.
    #[must_use]
    pub fn post_dominates(&self, after: Block, before: Block) -> bool {
        self.tree.dominates(after, before)
    }

    pub(super) fn tree(&self) -> &DominatorTree {
        &self.tree
    }
}
