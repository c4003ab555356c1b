//! Algorithm 12 of the PARCOACH thesis: which collective calls of a function may be reached by some
//! ranks only, and which branches decide on that.
//!
//! What it goes by is the shape alone; every branch may part ranks. That most conditions are the
//! same on all ranks is for the analyses that use this to know.

use std::collections::BTreeMap;

use super::augmented::AugmentedCfg;
use super::flow::{Block, FlowGraph};
use super::frontier::ControlDependence;
use super::loops::{Loop, LoopForest, one_round};
use super::orders::ExecutionOrders;
use super::postdominance::PostDominators;

/// A collective operation: the procedure and the communicator it is called on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Collective {
    /// The MPI procedure.
    pub name: String,
    /// The communicator, as the source says it.
    pub communicator: String,
}

/// What Algorithm 12 needs to know of a function's shape, without the ways that abort.
#[derive(Clone, Debug)]
pub struct FunctionShape {
    /// The function's graph.
    pub flow: FlowGraph,
    /// Its loops.
    pub forest: LoopForest,
    /// The graph in which every loop runs one round; its blocks are those of `flow`, then one node
    /// per loop.
    pub one_round: FlowGraph,
    /// The post-dominators of `one_round`.
    pub post_dominators: PostDominators,
}

impl FunctionShape {
    /// The shape of `graph`.
    #[must_use]
    pub fn new(graph: &AugmentedCfg) -> Self {
        let flow = graph.flow_without_aborts();
        let forest = LoopForest::new(&flow);
        let one_round = one_round(&flow, &forest);
        let post_dominators = PostDominators::new(&one_round);
        FunctionShape { flow, forest, one_round, post_dominators }
    }

    /// Of nodes of `one_round` those that are blocks.
    fn without_loop_nodes(&self, mut nodes: Vec<Block>) -> Vec<Block> {
        nodes.retain(|node| node.index() < self.flow.block_count());
        nodes
    }
}

/// C(r, c): the calls of one collective at one execution order of one loop, or outside all loops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cluster {
    /// The loop the calls are directly in.
    pub within: Option<Loop>,
    /// Their greatest execution order in there.
    pub order: u32,
    /// What is called.
    pub collective: Collective,
    /// The calls, ascending.
    pub blocks: Vec<Block>,
    /// PDF of the set of the calls. Empty: whoever enters the function, or a round of the loop,
    /// makes one of these calls.
    pub frontier: Vec<Block>,
}

/// The clusters of a function with their frontiers.
#[derive(Clone, Debug)]
pub struct StaticPass<'s> {
    shape: &'s FunctionShape,
    control: ControlDependence<'s>,
    clusters: Vec<Cluster>,
    /// By cluster: its frontier in the graph of one round, with the nodes that are no blocks.
    raw_frontiers: Vec<Vec<Block>>,
}

impl<'s> StaticPass<'s> {
    /// Lines 3 to 11 of the algorithm for the function and each of its loops.
    #[must_use]
    pub fn new(graph: &AugmentedCfg, shape: &'s FunctionShape) -> Self {
        let is_collective = |block| graph.collective(block).is_some();
        let orders = ExecutionOrders::new(&shape.flow, &shape.forest, is_collective);
        let mut clusters: BTreeMap<_, Vec<Block>> = BTreeMap::new();
        for block in shape.flow.blocks() {
            if let Some(collective) = graph.collective(block)
                && let Some(order) = orders.greatest(block)
            {
                let key = (shape.forest.innermost(block), order, collective);
                clusters.entry(key).or_default().push(block);
            }
        }
        let mut control = ControlDependence::new(&shape.one_round, &shape.post_dominators);
        let mut raw_frontiers = Vec::with_capacity(clusters.len());
        let clusters = clusters
            .into_iter()
            .map(|((within, order, (name, communicator)), blocks)| {
                let raw = control.set_frontier(&blocks);
                let frontier = shape.without_loop_nodes(raw.clone());
                raw_frontiers.push(raw);
                let (name, communicator) = (name.to_owned(), communicator.to_owned());
                let collective = Collective { name, communicator };
                Cluster { within, order, collective, blocks, frontier }
            })
            .collect();
        StaticPass { shape, control, clusters, raw_frontiers }
    }

    /// All clusters: those outside loops first, then loop by loop, by order.
    #[must_use]
    pub fn clusters(&self) -> &[Cluster] {
        &self.clusters
    }

    /// PDF+ of a set of calls: all branches that decide whether one of them is made in one round of
    /// each loop around them. This includes those that decide whether such a loop is entered.
    #[must_use]
    pub fn conditions(&mut self, calls: &[Block]) -> Vec<Block> {
        self.shape.without_loop_nodes(self.control.iterated_frontier_of_set(calls))
    }

    /// The thesis's PDF+(C(r, c)): the same, for calls in a loop only the branches in that loop.
    #[must_use]
    pub fn conditions_within(&mut self, cluster: &Cluster) -> Vec<Block> {
        let mut found = self.conditions(&cluster.blocks);
        let forest = &self.shape.forest;
        found.retain(|&block| cluster.within.is_none_or(|around| forest.contains(around, block)));
        found
    }

    /// The set O of the algorithm: each collective that may be reached by some ranks only, with all
    /// branches that may be the reason. By name.
    ///
    /// For a collective in a loop these are also the exits of all loops around it (lines 12 to 14)
    /// and, more than the thesis asks for, what decides whether such an exit is come by.
    #[must_use]
    pub fn flagged(&mut self) -> Vec<(Collective, Vec<Block>)> {
        let exits = self.shape.forest.exits(&self.shape.flow);
        let mut seeds: BTreeMap<&Collective, Vec<Block>> = BTreeMap::new();
        let mut seen = std::collections::HashSet::new();
        for (cluster, frontier) in self.clusters.iter().zip(&self.raw_frontiers) {
            let seeds = seeds.entry(&cluster.collective).or_default();
            seeds.extend(frontier);
            let around =
                std::iter::successors(cluster.within, |&inner| self.shape.forest.parent(inner));
            for around in around.take_while(|&around| seen.insert((&cluster.collective, around))) {
                seeds.extend(&exits[around.index()]);
            }
        }
        let mut flagged = Vec::new();
        for (collective, seeds) in seeds {
            let mut found = self.control.iterated_frontier_of_nodes(&seeds);
            found.extend(seeds);
            let mut found = self.shape.without_loop_nodes(found);
            found.sort_unstable();
            found.dedup();
            if !found.is_empty() {
                flagged.push((collective.clone(), found));
            }
        }
        flagged
    }
}

/// Algorithm 12 for one function: [`StaticPass::flagged`].
#[must_use]
pub fn static_pass(graph: &AugmentedCfg) -> Vec<(Collective, Vec<Block>)> {
    let shape = FunctionShape::new(graph);
    StaticPass::new(graph, &shape).flagged()
}
