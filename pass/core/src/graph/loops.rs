//! Loops, irreducible ones too, and the function in which every loop runs one round.
//!
//! A *loop* is a strongly connected part of the graph; its *header* is its first block in reverse
//! postorder. Loops nest: taking the edges back to the header away, what is strongly connected among
//! the rest are the inner loops. For reducible graphs these are the natural loops of dominance, one
//! per header; for an irreducible region this picks one of its entries as the header. (Bourdoncle
//! 1993; found as by Havlak 1997, Tarjan's interval algorithm with several entries.)

use super::flow::{Block, FlowGraph};
use super::walk::{DepthFirstWalk, NONE};
use crate::ids::dense_id;

dense_id!(
    /// A loop of one function; outer loops come before the loops in them.
    Loop, "l"
);

/// The loops of a graph and how they nest.
#[derive(Clone, Debug)]
pub struct LoopForest {
    header: Vec<Block>,
    parent: Vec<Option<Loop>>,
    /// Number in a preorder of the nesting, which has loops side by side as trees.
    first: Vec<u32>,
    /// The greatest such number of a loop inside.
    last: Vec<u32>,
    /// By block; `None` outside all loops and where nothing runs.
    innermost: Vec<Option<Loop>>,
    /// Place in reverse postorder; `NONE` where nothing runs.
    position: Vec<u32>,
}

impl LoopForest {
    /// The loops of `graph`.
    #[must_use]
    pub fn new(graph: &FlowGraph) -> Self {
        let walk = DepthFirstWalk::new(graph.forward(), graph.entry());
        let found = Collapse::new(graph, &walk).run();
        let block_count = graph.block_count();
        let mut position = vec![NONE; block_count];
        for (place, &block) in (0..).zip(graph.reverse_postorder()) {
            position[block.index()] = place;
        }
        let mut forest = LoopForest {
            header: Vec::new(),
            parent: Vec::new(),
            first: Vec::new(),
            last: Vec::new(),
            innermost: vec![None; block_count],
            position,
        };
        // In the order of their headers in the walk, so outer loops first.
        let mut loop_of_header = vec![None; walk.found.len()];
        for number in 0..walk.found.len() {
            let outer = found.inside[number];
            let mut own = (outer != NONE).then(|| loop_of_header[outer as usize]).flatten();
            if found.is_header[number] {
                let fresh = Loop::new(forest.header.len());
                loop_of_header[number] = Some(fresh);
                forest.header.push(walk.found[number]);
                forest.parent.push(own);
                own = Some(fresh);
            }
            forest.innermost[walk.found[number].index()] = own;
        }
        forest.number_nesting();
        forest
    }

    fn number_nesting(&mut self) {
        let count = self.header.len();
        let mut size = vec![1_u32; count];
        for inner in (0..count).rev() {
            if let Some(parent) = self.parent[inner] {
                size[parent.index()] += size[inner];
            }
        }
        let mut next_outermost = 0;
        let mut next_inside = vec![0_u32; count];
        for (inner, size) in size.into_iter().enumerate() {
            let next = match self.parent[inner] {
                Some(parent) => &mut next_inside[parent.index()],
                None => &mut next_outermost,
            };
            let first = *next;
            *next += size;
            next_inside[inner] = first + 1;
            self.first.push(first);
            self.last.push(first + size - 1);
        }
    }

    /// All loops, outer before inner.
    pub fn loops(&self) -> impl DoubleEndedIterator<Item = Loop> + use<> {
        (0..self.header.len()).map(Loop::new)
    }

    /// The first block of the loop.
    #[must_use]
    pub fn header(&self, of: Loop) -> Block {
        self.header[of.index()]
    }

    /// The loop around it; `None` for an outermost loop.
    #[must_use]
    pub fn parent(&self, of: Loop) -> Option<Loop> {
        self.parent[of.index()]
    }

    /// The innermost loop that `block` is part of.
    #[must_use]
    pub fn innermost(&self, block: Block) -> Option<Loop> {
        self.innermost[block.index()]
    }

    /// The loops around `block`, from the innermost out.
    pub fn around(&self, block: Block) -> impl Iterator<Item = Loop> + '_ {
        std::iter::successors(self.innermost(block), |&inner| self.parent(inner))
    }

    /// Whether `block` is part of the loop, or of one inside.
    #[must_use]
    pub fn contains(&self, outer: Loop, block: Block) -> bool {
        self.innermost(block).is_some_and(|inner| self.is_inside(inner, outer))
    }

    /// Whether `inner` is `outer` or inside it.
    #[must_use]
    pub fn is_inside(&self, inner: Loop, outer: Loop) -> bool {
        let number = self.first[inner.index()];
        self.first[outer.index()] <= number && number <= self.last[outer.index()]
    }

    /// Whether the edge between these reachable blocks leads back to the header of a loop around
    /// both. Without these edges the graph has no cycle.
    #[must_use]
    pub fn is_back_edge(&self, from: Block, to: Block) -> bool {
        self.position[to.index()] <= self.position[from.index()]
    }

    /// For every loop its exit nodes: the blocks in it that have an edge to a block outside.
    /// Ascending. A loop without is endless.
    #[must_use]
    pub fn exits(&self, graph: &FlowGraph) -> Vec<Vec<Block>> {
        let mut exits = vec![Vec::new(); self.header.len()];
        for from in graph.blocks() {
            for &to in graph.successors(from) {
                for left in self.around(from).take_while(|&around| !self.contains(around, to)) {
                    let exits: &mut Vec<Block> = &mut exits[left.index()];
                    if exits.last() != Some(&from) {
                        exits.push(from);
                    }
                }
            }
        }
        exits
    }
}

/// What the search for loops finds, by walk number.
struct Found {
    is_header: Vec<bool>,
    /// The header of the innermost loop around, not its own; or `NONE`.
    inside: Vec<u32>,
}

/// The search: from the last header to the first, collapsing each loop into its header.
struct Collapse<'g> {
    graph: &'g FlowGraph,
    walk: &'g DepthFirstWalk,
    /// The last number found from a number.
    last: Vec<u32>,
    /// Union-find: a number's header so far, or itself.
    collapsed: Vec<u32>,
    /// Blocks outside a collapsed loop with edges into it other than to its header.
    entering: Vec<Vec<u32>>,
    found: Found,
}

impl<'g> Collapse<'g> {
    fn new(graph: &'g FlowGraph, walk: &'g DepthFirstWalk) -> Self {
        let count = walk.found.len();
        let numbers = || (0..count).map(|number| Block::new(number).0);
        let mut last: Vec<u32> = numbers().collect();
        for number in (1..count).rev() {
            let parent = walk.parent[number] as usize;
            last[parent] = last[parent].max(last[number]);
        }
        Collapse {
            graph,
            walk,
            last,
            collapsed: numbers().collect(),
            entering: vec![Vec::new(); count],
            found: Found { is_header: vec![false; count], inside: vec![NONE; count] },
        }
    }

    fn run(mut self) -> Found {
        for header in (0..self.walk.found.len()).rev() {
            self.collapse_loop_of(Block::new(header).0);
        }
        self.found
    }

    /// The numbers with an edge into `number`, or into the loop collapsed into it.
    fn sources(&self, number: u32) -> Vec<u32> {
        let predecessors = self.graph.predecessors(self.walk.found[number as usize]);
        let direct = predecessors.iter().map(|from| self.walk.number[from.index()]);
        direct
            .filter(|&from| from != NONE)
            .chain(self.entering[number as usize].iter().copied())
            .collect()
    }

    fn is_below(&self, header: u32, number: u32) -> bool {
        header <= number && number <= self.last[header as usize]
    }

    fn collapse_loop_of(&mut self, header: u32) {
        let mut waiting: Vec<u32> = Vec::new();
        for from in self.sources(header) {
            if self.is_below(header, from) {
                self.found.is_header[header as usize] = true;
                let part = self.find(from);
                self.join(header, part, &mut waiting);
            }
        }
        if !self.found.is_header[header as usize] {
            return;
        }
        let mut entering = std::collections::BTreeSet::new();
        while let Some(part) = waiting.pop() {
            for from in self.sources(part) {
                if self.is_below(header, from) {
                    let other = self.find(from);
                    self.join(header, other, &mut waiting);
                } else {
                    entering.insert(from);
                }
            }
            self.entering[part as usize] = Vec::new();
        }
        self.entering[header as usize].extend(entering);
    }

    fn join(&mut self, header: u32, part: u32, waiting: &mut Vec<u32>) {
        if part != header {
            self.collapsed[part as usize] = header;
            self.found.inside[part as usize] = header;
            waiting.push(part);
        }
    }

    /// What `number` is collapsed into, halving the way there.
    fn find(&mut self, number: u32) -> u32 {
        let mut number = number as usize;
        while self.collapsed[number] as usize != number {
            let above = self.collapsed[number] as usize;
            self.collapsed[number] = self.collapsed[above];
            number = self.collapsed[number] as usize;
        }
        Block::new(number).0
    }
}

/// The graph without cycles in which every loop runs one round.
///
/// The blocks keep their numbers; after them comes one node per loop, its *next rounds*. An edge
/// back to a loop's header leads there instead, and from there to everything the loop can be left
/// for. So within one round of a loop the graph is "the graph of the loop without its back edge"
/// that the thesis analyses, with the edge back to the header as a way to the loop's exit; and for
/// what lies around it the loop is passed as before: what can follow it still can. All loops are
/// in one graph, so one post-dominator tree serves them all.
#[must_use]
pub fn one_round(graph: &FlowGraph, forest: &LoopForest) -> FlowGraph {
    let block_count = graph.block_count();
    let next_rounds = |of: Loop| Block::new(block_count + of.index());
    let mut rows = vec![Vec::new(); block_count + forest.header.len()];
    let mut leads_to_parent = vec![false; forest.header.len()];
    for from in graph.blocks().filter(|&block| graph.is_reachable(block)) {
        for &to in graph.successors(from) {
            let target = match forest.innermost(to) {
                Some(own) if forest.is_back_edge(from, to) => next_rounds(own),
                _ => to,
            };
            rows[from.index()].push(target);
            // What the edge leaves may leave by it in a later round as well.
            for left in forest.around(from).take_while(|&around| !forest.contains(around, to)) {
                let parent = forest.parent(left);
                match parent.filter(|&parent| !forest.contains(parent, to)) {
                    None => rows[next_rounds(left).index()].push(target),
                    Some(parent) => {
                        if !std::mem::replace(&mut leads_to_parent[left.index()], true) {
                            rows[next_rounds(left).index()].push(next_rounds(parent));
                        }
                    }
                }
            }
        }
    }
    FlowGraph::new(graph.entry(), rows)
}
