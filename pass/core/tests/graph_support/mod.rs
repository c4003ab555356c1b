//! Random control-flow graphs and the defining equations, by brute force.
#![allow(dead_code, reason = "each test binary uses its part")]

use lockstep_core::graph::{Block, FlowGraph};

/// A small deterministic generator (xorshift64*): the same graphs on every machine.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        random.next();
        random
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 11
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

pub fn blocks(numbers: &[u32]) -> Vec<Block> {
    numbers.iter().copied().map(Block).collect()
}

/// Any graph of up to `largest` blocks: irreducible, endless, with dead blocks, parallel edges,
/// self loops and several exits, in all mixtures.
pub fn any_graph(random: &mut Random, largest: usize) -> FlowGraph {
    let count = 1 + random.below(largest);
    let exits = random.below(4);
    let shape = random.below(4);
    let rows: Vec<Vec<Block>> = (0..count)
        .map(|from| {
            let degree = match random.below(8) {
                0 if exits > 0 => 0,
                0..=3 => 1,
                4..=6 => 2,
                _ => 3,
            };
            if shape > 0 && from + 1 == count {
                return Vec::new();
            }
            (0..degree)
                .map(|_| match shape {
                    // Forward: long functions with some loops, and without any.
                    2 | 3 if shape == 3 || random.below(4) > 0 => {
                        Block((from + 1 + random.below((count - from - 1).min(3))) as u32)
                    }
                    _ => Block(random.below(count) as u32),
                })
                .collect()
        })
        .collect();
    FlowGraph::new(Block(if shape == 1 { random.below(count) as u32 } else { 0 }), &rows)
}

pub fn any_set(random: &mut Random, graph: &FlowGraph) -> Vec<Block> {
    let size = 1 + random.below(4);
    (0..size).map(|_| Block(random.below(graph.block_count()) as u32)).collect()
}

/// What `starts` reach without entering `avoided` blocks.
pub fn reaches(graph: &FlowGraph, starts: &[Block], avoided: impl Fn(Block) -> bool) -> Vec<bool> {
    let mut seen = vec![false; graph.block_count()];
    let mut waiting: Vec<Block> = starts.to_vec();
    while let Some(block) = waiting.pop() {
        if !avoided(block) && !std::mem::replace(&mut seen[block.index()], true) {
            waiting.extend(graph.successors(block));
        }
    }
    seen
}

/// The graph with its virtual exit, written down from its definition: rows of successors, first the
/// blocks, then the turns of the endless regions, then the exit.
pub struct Completed {
    pub rows: Vec<Vec<usize>>,
}

impl Completed {
    pub fn new(graph: &FlowGraph) -> Self {
        let count = graph.block_count();
        let headers = graph.endless_headers();
        let exit = count + headers.len();
        let mut rows: Vec<Vec<usize>> = graph
            .blocks()
            .map(|from| {
                let row = graph.successors(from).iter().map(|to| {
                    // A region is what its header reaches.
                    let turn = headers.iter().position(|header| {
                        header == to && reaches(graph, &[*header], |_| false)[from.index()]
                    });
                    turn.map_or(to.index(), |turn| count + turn)
                });
                if row.len() == 0 { vec![exit] } else { row.collect() }
            })
            .collect();
        rows.extend(headers.iter().map(|header| vec![header.index(), exit]));
        rows.push(Vec::new());
        Completed { rows }
    }

    /// Whether no path from `node` to the exit avoids `set`.
    pub fn surely_meets(&self, set: &[usize], node: usize) -> bool {
        let mut seen = vec![false; self.rows.len()];
        let mut waiting = vec![node];
        while let Some(node) = waiting.pop() {
            if !set.contains(&node) && !std::mem::replace(&mut seen[node], true) {
                waiting.extend(&self.rows[node]);
            }
        }
        !seen[self.rows.len() - 1]
    }

    /// PDF of a set: some way on surely meets the set, not all do.
    pub fn frontier(&self, set: &[usize]) -> Vec<usize> {
        let meets = |&&to: &&usize| self.surely_meets(set, to);
        (0..self.rows.len())
            .filter(|&node| {
                let sure = self.rows[node].iter().filter(meets).count();
                0 < sure && sure < self.rows[node].len()
            })
            .collect()
    }

    /// The closure of the relation "is in the frontier of this node".
    pub fn closure(&self, seeds: &[usize]) -> Vec<usize> {
        let mut found: Vec<usize> = Vec::new();
        let mut waiting = seeds.to_vec();
        while let Some(node) = waiting.pop() {
            for decider in self.frontier(&[node]) {
                if !found.contains(&decider) {
                    found.push(decider);
                    waiting.push(decider);
                }
            }
        }
        found
    }
}

pub fn indices(blocks: &[Block]) -> Vec<usize> {
    blocks.iter().map(|block| block.index()).collect()
}

/// Blocks that run, sorted.
pub fn reported(graph: &FlowGraph, nodes: Vec<usize>) -> Vec<Block> {
    let runs = reaches(graph, &[graph.entry()], |_| false);
    graph.blocks().filter(|block| runs[block.index()] && nodes.contains(&block.index())).collect()
}

use lockstep_core::finding::Location;
use lockstep_core::graph::AugmentedCfg;
use lockstep_core::graph::augmented::{
    AugmentedBlock, Condition, Dependence, Ending, Event, EventKind,
};

/// The shape of `graph` with a collective, one of two, in about every third block.
pub fn with_collectives(random: &mut Random, graph: &FlowGraph) -> AugmentedCfg {
    let block = |random: &mut Random, from: Block| {
        let name = match random.below(6) {
            0 => "MPI_Barrier",
            1 => "MPI_Allreduce",
            _ => "",
        };
        let communicator = "MPI_COMM_WORLD".to_owned();
        let kind = EventKind::Collective { name: name.to_owned(), communicator };
        let event = Event { kind, location: Location::default() };
        let targets = graph.successors(from).to_vec();
        let condition = Condition {
            text: "c".to_owned(),
            dependence: Dependence::Unknown,
            location: Location::default(),
        };
        AugmentedBlock {
            event: (!name.is_empty()).then_some(event),
            ending: match targets.len() {
                0 => Ending::Return,
                1 => Ending::Goto(targets[0]),
                _ => Ending::Branch { condition, targets },
            },
        }
    };
    AugmentedCfg {
        name: "f".to_owned(),
        location: Location::default(),
        blocks: graph.blocks().map(|from| block(random, from)).collect(),
    }
}
