//! The control-flow graph of one function: blocks and edges, nothing else.

pub use crate::program::BlockId as Block;

/// A set of blocks of one graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockSet {
    members: Vec<bool>,
}

impl BlockSet {
    /// The empty set over the blocks of a graph with `block_count` blocks.
    #[must_use]
    pub fn new(block_count: usize) -> Self {
        BlockSet { members: vec![false; block_count] }
    }

    /// The set of all blocks of a graph with `block_count` blocks.
    #[must_use]
    pub fn full(block_count: usize) -> Self {
        BlockSet { members: vec![true; block_count] }
    }

    /// Removes `block`; true if it was a member before.
    pub fn remove(&mut self, block: Block) -> bool {
        std::mem::replace(&mut self.members[block.index()], false)
    }

    /// Forgets all but the first `block_count` blocks.
    pub(super) fn truncate(&mut self, block_count: usize) {
        self.members.truncate(block_count);
    }

    /// Adds `block`; true if it was not a member before.
    pub fn insert(&mut self, block: Block) -> bool {
        !std::mem::replace(&mut self.members[block.index()], true)
    }

    /// Whether `block` is a member.
    #[must_use]
    pub fn contains(&self, block: Block) -> bool {
        self.members[block.index()]
    }

    /// The members in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = Block> + '_ {
        (0..).map(Block).zip(&self.members).filter_map(|(block, &member)| member.then_some(block))
    }
}

/// Neighbour lists of all nodes, one after the other in one array.
#[derive(Clone, Debug)]
pub(super) struct Adjacency {
    /// `to[start[n]..start[n + 1]]` are the neighbours of node `n`.
    start: Vec<u32>,
    to: Vec<Block>,
}

impl Adjacency {
    /// The lists of `node_count` nodes, each in the order in which `edges` gives its edges.
    /// `edges` is walked twice.
    pub(super) fn new<E>(node_count: usize, edges: E) -> Self
    where
        E: Iterator<Item = (Block, Block)> + Clone,
    {
        let mut start = vec![0_u32; node_count + 1];
        for (from, _) in edges.clone() {
            start[from.index() + 1] += 1;
        }
        for node in 0..node_count {
            start[node + 1] += start[node];
        }
        let mut next = start.clone();
        let mut to = vec![Block(0); start[node_count] as usize];
        for (from, target) in edges {
            to[next[from.index()] as usize] = target;
            next[from.index()] += 1;
        }
        Adjacency { start, to }
    }

    pub(super) fn node_count(&self) -> usize {
        self.start.len() - 1
    }

    pub(super) fn of(&self, node: Block) -> &[Block] {
        &self.to[self.start[node.index()] as usize..self.start[node.index() + 1] as usize]
    }
}

/// The control-flow graph of one function, with one implied node more: the *virtual exit*, to which
/// every path can lead.
///
/// Blocks without successors lead to the virtual exit. So does every region that control cannot
/// leave (an endless loop; a strongly connected component without a way out), at one place: where
/// it comes back to its header, its first block in reverse postorder. Without that edge, no block of
/// such a region had a path to the exit and everything would post-dominate it vacuously.
///
/// The edge starts at an implied node of its own, the region's *turn*, that stands on the edges back
/// to the header. If it started at a block, the branch of that block, or the one that chooses it,
/// would seem to decide whether the loop goes on. A turn is no block and is never reported.
#[derive(Clone, Debug)]
pub struct FlowGraph {
    entry: Block,
    successors: Adjacency,
    predecessors: Adjacency,
    reverse_postorder: Vec<Block>,
    reachable: BlockSet,
    acyclic: bool,
    endless_headers: Vec<Block>,
    completed: Completed,
}

/// The graph with its implied nodes: blocks keep their numbers, then come the turns of the endless
/// regions, then the virtual exit.
#[derive(Clone, Debug)]
pub(super) struct Completed {
    pub(super) forward: Adjacency,
    pub(super) backward: Adjacency,
    pub(super) virtual_exit: Block,
}

impl FlowGraph {
    /// The graph with the given edges. Parallel edges are kept.
    ///
    /// # Panics
    /// If `entry` or a successor is not a row of `successors`, or there are more than `u32::MAX`
    /// edges: the builder's mistake, never the analysed program's.
    #[must_use]
    pub fn new<R: AsRef<[Block]>>(entry: Block, successors: impl AsRef<[R]>) -> Self {
        let successors = successors.as_ref();
        let block_count = successors.len();
        assert!(entry.index() < block_count, "{entry} is not a block");
        let edges = (0..).map(Block).zip(successors).flat_map(|(from, row)| {
            row.as_ref().iter().map(move |&to| {
                assert!(to.index() < block_count, "{from} leads to {to}, not a block");
                (from, to)
            })
        });
        let predecessors = Adjacency::new(block_count, edges.clone().map(|(from, to)| (to, from)));
        let successors = Adjacency::new(block_count, edges);
        let reverse_postorder = {
            let mut order = Vec::new();
            let mut seen = BlockSet::new(block_count);
            postorder_from(&successors, entry, &mut seen, &mut order);
            order.reverse();
            order
        };
        let mut reachable = BlockSet::new(block_count);
        for &block in &reverse_postorder {
            reachable.insert(block);
        }
        let position = positions(block_count, &reverse_postorder);
        let acyclic = reverse_postorder.iter().all(|from| {
            let later = |to: &Block| position[to.index()] > position[from.index()];
            successors.of(*from).iter().all(later)
        });
        let regions = endless_regions(&successors, &predecessors, &position);
        let completed = Completed::new(&successors, &regions);
        FlowGraph {
            entry,
            successors,
            predecessors,
            reverse_postorder,
            reachable,
            acyclic,
            endless_headers: regions.headers,
            completed,
        }
    }

    /// Where the function begins.
    #[must_use]
    pub fn entry(&self) -> Block {
        self.entry
    }

    /// How many blocks there are; the virtual exit does not count.
    #[must_use]
    pub fn block_count(&self) -> usize {
        self.successors.node_count()
    }

    /// All blocks, in ascending order.
    pub fn blocks(&self) -> impl DoubleEndedIterator<Item = Block> + Clone + use<> {
        (0..u32::try_from(self.block_count()).unwrap_or(u32::MAX)).map(Block)
    }

    /// The blocks control can go to from `block`, in the terminator's order, repeated if it
    /// names one twice.
    #[must_use]
    pub fn successors(&self, block: Block) -> &[Block] {
        self.successors.of(block)
    }

    /// The blocks control can come from, once per edge.
    #[must_use]
    pub fn predecessors(&self, block: Block) -> &[Block] {
        self.predecessors.of(block)
    }

    /// Whether some path from the entry leads to `block`.
    #[must_use]
    pub fn is_reachable(&self, block: Block) -> bool {
        self.reachable.contains(block)
    }

    /// The headers of the regions that control cannot leave, in ascending order: from their edges
    /// back to the header they have a way to the virtual exit all the same.
    #[must_use]
    pub fn endless_headers(&self) -> &[Block] {
        &self.endless_headers
    }

    /// Whether no reachable block can run twice.
    #[must_use]
    pub fn is_acyclic(&self) -> bool {
        self.acyclic
    }

    /// The reachable blocks in reverse postorder: every block before its successors, but for the
    /// edges that close a cycle.
    #[must_use]
    pub fn reverse_postorder(&self) -> &[Block] {
        &self.reverse_postorder
    }

    pub(super) fn forward(&self) -> &Adjacency {
        &self.successors
    }

    pub(super) fn backward(&self) -> &Adjacency {
        &self.predecessors
    }

    pub(super) fn completed(&self) -> &Completed {
        &self.completed
    }
}

/// Appends what a depth-first walk from `root` finds outside `seen`, each block after all that it
/// found from it.
pub(super) fn postorder_from(
    adjacency: &Adjacency,
    root: Block,
    seen: &mut BlockSet,
    order: &mut Vec<Block>,
) {
    if !seen.insert(root) {
        return;
    }
    let mut stack = vec![(root, 0_usize)];
    while let Some((block, next)) = stack.last_mut() {
        if let Some(&successor) = adjacency.of(*block).get(*next) {
            *next += 1;
            if seen.insert(successor) {
                stack.push((successor, 0));
            }
        } else {
            order.push(*block);
            stack.pop();
        }
    }
}

/// Every block's place in `order`; `u32::MAX` for those it leaves out.
fn positions(block_count: usize, order: &[Block]) -> Vec<u32> {
    let mut position = vec![u32::MAX; block_count];
    for (place, &block) in (0..).zip(order) {
        position[block.index()] = place;
    }
    position
}

const NO_REGION: u32 = u32::MAX;

/// The regions that control cannot leave.
struct EndlessRegions {
    /// In ascending order; a region's number is its header's place.
    headers: Vec<Block>,
    /// The number of the block's region, or `NO_REGION`.
    region_of: Vec<u32>,
}

fn endless_regions(
    successors: &Adjacency,
    predecessors: &Adjacency,
    position: &[u32],
) -> EndlessRegions {
    let block_count = successors.node_count();
    let blocks = || (0..block_count).map(Block::new);
    let mut regions =
        EndlessRegions { headers: Vec::new(), region_of: vec![NO_REGION; block_count] };
    let mut can_end = BlockSet::new(block_count);
    let mut backward_order = Vec::new();
    for block in blocks().filter(|&block| successors.of(block).is_empty()) {
        postorder_from(predecessors, block, &mut can_end, &mut backward_order);
    }
    if backward_order.len() == block_count {
        return regions;
    }
    // Kosaraju: in the reverse of a backward walk's postorder, each forward walk finds one strongly
    // connected component, those without a way out before all that lead to them.
    let mut seen = can_end;
    backward_order.clear();
    for block in blocks() {
        postorder_from(predecessors, block, &mut seen, &mut backward_order);
    }
    let mut seen = BlockSet::new(block_count);
    let mut component_of = vec![None; block_count];
    let mut found: Vec<(Block, Vec<Block>)> = Vec::new();
    for &root in backward_order.iter().rev() {
        let mut members = Vec::new();
        postorder_from(successors, root, &mut seen, &mut members);
        for &member in &members {
            component_of[member.index()] = Some(root);
        }
        let stays = members
            .iter()
            .flat_map(|&member| successors.of(member))
            .all(|to| component_of[to.index()] == Some(root));
        let first = members.iter().min_by_key(|block| (position[block.index()], block.0));
        if let Some(&header) = first
            && stays
        {
            found.push((header, members));
        }
    }
    found.sort_unstable_by_key(|&(header, _)| header);
    for (number, (header, members)) in (0..).zip(found) {
        regions.headers.push(header);
        for member in members {
            regions.region_of[member.index()] = number;
        }
    }
    regions
}

impl Completed {
    fn new(successors: &Adjacency, regions: &EndlessRegions) -> Self {
        let block_count = successors.node_count();
        let turn = |region: usize| Block::new(block_count + region);
        let virtual_exit = turn(regions.headers.len());
        let mut edges = Vec::new();
        for from in (0..block_count).map(Block::new) {
            let region = regions.region_of[from.index()];
            for &to in successors.of(from) {
                let turns = region != NO_REGION && regions.headers[region as usize] == to;
                edges.push((from, if turns { turn(region as usize) } else { to }));
            }
            if successors.of(from).is_empty() {
                edges.push((from, virtual_exit));
            }
        }
        for (region, &header) in regions.headers.iter().enumerate() {
            edges.push((turn(region), header));
            edges.push((turn(region), virtual_exit));
        }
        let node_count = virtual_exit.index() + 1;
        let backward = edges.iter().map(|&(from, to)| (to, from));
        Completed {
            backward: Adjacency::new(node_count, backward),
            forward: Adjacency::new(node_count, edges.iter().copied()),
            virtual_exit,
        }
    }
}
