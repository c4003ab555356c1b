//! Times of the graph analyses on large functions of several shapes: `cargo run --release
//! --example graph_scale`. One block in ten is a collective. The times must grow about as the
//! number of blocks does.

use std::time::{Duration, Instant};

use lockstep_core::finding::Location;
use lockstep_core::graph::augmented::{
    AugmentedBlock, Condition, Dependence, Ending, Event, EventKind,
};
use lockstep_core::graph::{AugmentedCfg, Block, Dominators, FunctionShape, StaticPass, parse};

/// The successors of block `number` of `count`.
type Shape = fn(number: u32, count: u32) -> Vec<u32>;

const SHAPES: [(&str, Shape); 7] = [
    ("straight line", |number, _| vec![number + 1]),
    // if (c) collective; if (d) collective;
    ("one-armed ifs", |number, _| {
        if number % 10 == 8 { vec![number + 1, number + 2] } else { vec![number + 1] }
    }),
    // Both arms call the same collective: sets with two members.
    ("two-armed ifs", |number, _| match number % 20 {
        8 => vec![number + 1, number + 2],
        9 => vec![number + 2],
        _ => vec![number + 1],
    }),
    // if (error) return; before every collective: every one depends on all branches before it.
    ("early returns", |number, count| {
        if number % 10 == 0 { vec![number + 1, count - 1] } else { vec![number + 1] }
    }),
    ("short loops", |number, _| {
        if number % 20 == 19 { vec![number + 1, number - 18] } else { vec![number + 1] }
    }),
    // for (..) { for (..) { ... } } to a depth of half the blocks; all end one after the other.
    ("nested loops", |number, count| {
        if number < count / 2 { vec![number + 1] } else { vec![number + 1, count - 1 - number] }
    }),
    // A jump table into the middle of everything, and jumps far back: irreducible.
    ("irreducible", |number, count| match number {
        0 => (1..200).map(|arm| arm * (count / 200)).collect(),
        _ if number % 50 == 0 => vec![number + 1, number / 2 + 1],
        _ => vec![number + 1],
    }),
];

fn function(shape: Shape, count: u32) -> AugmentedCfg {
    let block = |number: u32| {
        let is_collective = number % 10 == 9 || (number % 20 == 10);
        let kind = EventKind::Collective {
            name: "MPI_Allreduce".to_owned(),
            communicator: "MPI_COMM_WORLD".to_owned(),
        };
        let event = Event { kind, location: Location::default() };
        let targets: Vec<Block> = if number + 1 == count {
            Vec::new()
        } else {
            shape(number, count).into_iter().map(|to| Block(to.min(count - 1))).collect()
        };
        let condition = Condition {
            text: String::new(),
            dependence: Dependence::Unknown,
            location: Location::default(),
        };
        AugmentedBlock {
            event: is_collective.then_some(event),
            ending: match targets.as_slice() {
                [] => Ending::Return,
                [target] => Ending::Goto(*target),
                _ => Ending::Branch { condition, targets },
            },
        }
    };
    AugmentedCfg {
        name: "large".to_owned(),
        location: Location::default(),
        blocks: (0..count).map(block).collect(),
    }
}

fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let result = work();
    (start.elapsed(), result)
}

fn main() {
    println!(
        "{:14} {:>8} {:>6} | {:>9} {:>9} {:>9} {:>9} {:>9} | {:>8} {:>7} {:>7}",
        "shape",
        "blocks",
        "calls",
        "dominate",
        "shape",
        "clusters",
        "flagged",
        "text",
        "clusters",
        "loops",
        "flagged"
    );
    for (name, shape) in SHAPES {
        for count in [25_000, 50_000, 100_000] {
            let graph = function(shape, count);
            let calls = graph.blocks.iter().filter(|block| block.event.is_some()).count();
            let (dominate, _) = timed(|| Dominators::new(&graph.flow()));
            let (shaping, shape) = timed(|| FunctionShape::new(&graph));
            let (clustering, mut pass) = timed(|| StaticPass::new(&graph, &shape));
            let (flagging, flagged) = timed(|| pass.flagged());
            let (text, again) = timed(|| parse(graph.to_string()));
            assert!(again.is_ok_and(|functions| functions == [graph]), "the text form is exact");
            let conditions: usize = flagged.iter().map(|(_, blocks)| blocks.len()).sum();
            println!(
                "{name:14} {count:8} {calls:6} | {dominate:9.1?} {shaping:9.1?} {clustering:9.1?} \
                 {flagging:9.1?} {text:9.1?} | {:8} {:7} {conditions:7}",
                pass.clusters().len(),
                shape.forest.loops().count(),
            );
        }
    }
}
