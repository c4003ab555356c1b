//! Loops, execution orders and Algorithm 12 against their definitions, on random graphs, and on
//! the figures of the thesis.

mod graph_support;

use std::collections::BTreeSet;

use graph_support::*;
use lockstep_core::graph::{
    AugmentedCfg, Block, ExecutionOrders, FlowGraph, FunctionShape, Loop, LoopForest,
    PostDominators, StaticPass, iterated_frontier_of_set, one_round, parse, set_post_dominates,
    static_pass,
};

const GRAPHS: u64 = 20_000;

fn for_random_graphs(largest: usize, check: impl Fn(&mut Random, &FlowGraph)) {
    for seed in 0..GRAPHS {
        let mut random = Random::new(seed + 1_000_000);
        let graph = any_graph(&mut random, largest);
        check(&mut random, &graph);
    }
}

fn blocks_in(graph: &FlowGraph, forest: &LoopForest, around: Loop) -> Vec<Block> {
    graph.blocks().filter(|&block| forest.contains(around, block)).collect()
}

/// The loops by their definition: what is strongly connected among `among`, and, without its first
/// block, again.
fn nested_loops(graph: &FlowGraph, among: &[Block], found: &mut BTreeSet<(Block, Vec<Block>)>) {
    let after = |block: Block| {
        let successors: Vec<Block> = graph.successors(block).to_vec();
        reaches(graph, &successors, |other| !among.contains(&other))
    };
    let order = graph.reverse_postorder();
    for header in order.iter().copied().filter(|block| among.contains(block)) {
        let reached = after(header);
        let part: Vec<Block> = graph
            .blocks()
            .filter(|&other| among.contains(&other) && reached[other.index()])
            .filter(|&other| after(other)[header.index()])
            .collect();
        let place = |block: &Block| order.iter().position(|other| other == block);
        if part.iter().min_by_key(|block| place(block)) == Some(&header) {
            let rest: Vec<Block> = part.iter().copied().filter(|&other| other != header).collect();
            found.insert((header, part));
            nested_loops(graph, &rest, found);
        }
    }
}

#[test]
fn loops_are_as_defined() {
    for_random_graphs(12, |_, graph| {
        let forest = LoopForest::new(graph);
        let mut defined = BTreeSet::new();
        nested_loops(graph, graph.reverse_postorder(), &mut defined);
        let found: BTreeSet<(Block, Vec<Block>)> = forest
            .loops()
            .map(|around| (forest.header(around), blocks_in(graph, &forest, around)))
            .collect();
        assert_eq!(found, defined, "{graph:?}");
        assert_eq!(forest.loops().count(), defined.len());
        for inner in forest.loops() {
            let blocks = blocks_in(graph, &forest, inner);
            let around: Vec<Loop> = forest
                .loops()
                .filter(|&outer| outer != inner && forest.is_inside(inner, outer))
                .collect();
            assert_eq!(forest.parent(inner), around.last().copied(), "{graph:?}");
            assert!(around.iter().all(|&outer| {
                let outer = blocks_in(graph, &forest, outer);
                blocks.iter().all(|block| outer.contains(block))
            }));
            let exits: Vec<Block> = blocks
                .iter()
                .copied()
                .filter(|&from| graph.successors(from).iter().any(|to| !blocks.contains(to)))
                .collect();
            assert_eq!(forest.exits(graph)[inner.index()], exits, "{graph:?}");
        }
    });
}

/// The graph of a loop as Algorithm 12 takes it: an edge back to its header, or out of it, leads
/// to the exit. One block is added for the exit.
fn loop_graph(graph: &FlowGraph, forest: &LoopForest, around: Loop) -> FlowGraph {
    let exit = Block(graph.block_count() as u32);
    let mut rows: Vec<Vec<Block>> = graph
        .blocks()
        .map(|from| {
            let stays = |to| forest.contains(around, to) && to != forest.header(around);
            let targets = graph.successors(from).iter();
            let inside = forest.contains(around, from);
            targets.filter(|_| inside).map(|&to| if stays(to) { to } else { exit }).collect()
        })
        .collect();
    rows.push(Vec::new());
    FlowGraph::new(forest.header(around), rows)
}

#[test]
fn one_round_of_every_loop_is_the_graph_of_that_loop() {
    for_random_graphs(12, |random, graph| {
        let forest = LoopForest::new(graph);
        let round = one_round(graph, &forest);
        assert!(round.is_acyclic(), "{graph:?}");
        let post_dominators = PostDominators::new(&round);
        for around in forest.loops().map(Some).chain([None]) {
            let own = |block: Block| forest.innermost(block) == around;
            let runs = |block: Block| graph.is_reachable(block);
            let candidates: Vec<Block> =
                graph.blocks().filter(|&block| own(block) && runs(block)).collect();
            if candidates.is_empty() {
                continue;
            }
            let set: Vec<Block> =
                (0..3).map(|_| candidates[random.below(candidates.len())]).collect();
            let alone = around.map_or(graph.clone(), |around| loop_graph(graph, &forest, around));
            let inside = |block: &Block| {
                block.index() < graph.block_count()
                    && runs(*block)
                    && around.is_none_or(|around| forest.contains(around, *block))
            };
            let defined = set_post_dominates(&alone, &set);
            let found = set_post_dominates(&round, &set);
            for block in graph.blocks().filter(inside) {
                let (found, defined) = (found.contains(block), defined.contains(block));
                assert_eq!(found, defined, "{graph:?} {around:?} {set:?} {block}");
            }
            let mut frontier = iterated_frontier_of_set(&round, &post_dominators, &set);
            frontier.retain(inside);
            let of_loop = iterated_frontier_of_set(&alone, &PostDominators::new(&alone), &set);
            let simple = forest.loops().all(|inner| forest.parent(inner) != around);
            if simple {
                assert_eq!(frontier, of_loop, "{graph:?} {around:?} {set:?}");
            }
        }
    });
}

#[test]
fn execution_orders_are_the_counts_on_paths() {
    for_random_graphs(10, |random, graph| {
        let forest = LoopForest::new(graph);
        let marks = random.next();
        let collective = |block: Block| marks >> block.0 & 1 == 1;
        let orders = ExecutionOrders::new(graph, &forest, collective);
        for block in graph.blocks().filter(|&block| !graph.is_reachable(block)) {
            assert_eq!((orders.least(block), orders.greatest(block)), (None, None));
        }
        for level in forest.loops().map(Some).chain([None]) {
            let counts = counts_on_paths(graph, &forest, level, &collective);
            for block in graph.reverse_postorder() {
                if forest.innermost(*block) == level {
                    let counts = &counts[block.index()];
                    assert_eq!(orders.least(*block), counts.first().copied(), "{graph:?} {block}");
                    assert_eq!(
                        orders.greatest(*block),
                        counts.last().copied(),
                        "{graph:?} {block}"
                    );
                }
            }
        }
    });
}

/// For every block directly in `level` the counts on all paths to it.
fn counts_on_paths(
    graph: &FlowGraph,
    forest: &LoopForest,
    level: Option<Loop>,
    collective: &impl Fn(Block) -> bool,
) -> Vec<BTreeSet<u32>> {
    let inside = |block: Block| level.is_none_or(|level| forest.contains(level, block));
    let header = level.map_or(graph.entry(), |level| forest.header(level));
    let entered = |block: Block| {
        let from_outside = |from: &Block| graph.is_reachable(*from) && !inside(*from);
        block == header || graph.predecessors(block).iter().any(from_outside)
    };
    // All of a loop on the level below is one step: stand on any block of it.
    let step = |block: Block| -> Vec<Block> {
        match forest.around(block).take_while(|&around| Some(around) != level).last() {
            Some(inner) => blocks_in(graph, forest, inner),
            None => vec![block],
        }
    };
    let mut counts = vec![BTreeSet::new(); graph.block_count()];
    let entries = graph.reverse_postorder().iter().copied();
    let mut waiting: Vec<(Block, u32)> =
        entries.filter(|&block| inside(block) && entered(block)).map(|block| (block, 0)).collect();
    while let Some((block, count)) = waiting.pop() {
        let together = step(block);
        let is_block = forest.innermost(block) == level;
        let news = together.iter().map(|part| counts[part.index()].insert(count)).max();
        if news == Some(false) {
            continue;
        }
        let after = count + u32::from(is_block && collective(block));
        for &from in &together {
            for &to in graph.successors(from) {
                if inside(to) && to != header && !together.contains(&to) {
                    waiting.push((to, after));
                }
            }
        }
    }
    counts
}

/// All sequences of collectives on paths from the entry to where nothing follows.
fn sequences(graph: &AugmentedCfg) -> BTreeSet<Vec<String>> {
    let flow = graph.flow();
    let mut found = BTreeSet::new();
    let mut waiting = vec![(flow.entry(), Vec::new())];
    while let Some((block, mut sequence)) = waiting.pop() {
        sequence.extend(graph.collective(block).map(|(name, _)| name.to_owned()));
        for &to in flow.successors(block) {
            waiting.push((to, sequence.clone()));
        }
        if flow.successors(block).is_empty() {
            found.insert(sequence);
        }
    }
    found
}

#[test]
fn functions_without_loops_are_flagged_if_and_only_if_two_paths_differ() {
    let mut flagged = 0;
    for seed in 0..GRAPHS {
        let mut random = Random::new(seed + 2_000_000);
        let flow = any_graph(&mut random, 10);
        let graph = with_collectives(&mut random, &flow);
        if !graph.flow().is_acyclic() {
            continue;
        }
        let correct = static_pass(&graph).is_empty();
        assert_eq!(correct, sequences(&graph).len() == 1, "{graph}");
        flagged += usize::from(!correct);
    }
    assert!(flagged > 1000, "only {flagged} graphs show anything");
}

#[test]
fn collectives_in_loops_that_end_are_flagged_with_an_exit() {
    for_random_graphs(10, |random, flow| {
        let graph = with_collectives(random, flow);
        let flow = graph.flow();
        let forest = LoopForest::new(&flow);
        let exits = forest.exits(&flow);
        let flagged = static_pass(&graph);
        for block in flow.blocks().filter(|&block| flow.is_reachable(block)) {
            let Some((name, _)) = graph.collective(block) else { continue };
            for around in forest.around(block) {
                for exit in &exits[around.index()] {
                    let said = flagged
                        .iter()
                        .any(|(collective, found)| collective.name == name && found.contains(exit));
                    assert!(said, "{graph}");
                }
            }
        }
    });
}

/// The function that a text describes.
fn function(text: &str) -> AugmentedCfg {
    parse(text).unwrap().remove(0)
}

/// What Algorithm 12 finds for a cluster: the loop's header, order, name, calls, PDF+.
type Found = (Option<u32>, u32, String, Vec<Block>, Vec<Block>);

fn clusters(graph: &AugmentedCfg) -> Vec<Found> {
    let shape = FunctionShape::new(graph);
    let mut pass = StaticPass::new(graph, &shape);
    let clusters = pass.clusters().to_vec();
    clusters
        .into_iter()
        .map(|cluster| {
            let found = pass.conditions_within(&cluster);
            let header = cluster.within.map(|around| shape.forest.header(around).0);
            (header, cluster.order, cluster.collective.name, cluster.blocks, found)
        })
        .collect()
}

/// Builds the text of a function from rows `number collective -> targets`.
fn figure(rows: &[(&str, &[u32])]) -> AugmentedCfg {
    let mut text = String::from("function f\n");
    for (number, (collective, targets)) in rows.iter().enumerate() {
        text += &format!("b{number}:\n");
        if !collective.is_empty() {
            text += &format!("  collective {collective} on MPI_COMM_WORLD\n");
        }
        text += &match targets {
            [] => "  return\n".to_owned(),
            [target] => format!("  goto b{target}\n"),
            [then, otherwise] => format!("  branch \"c\" unknown -> b{then} b{otherwise}\n"),
            _ => unreachable!(),
        };
    }
    function(&text)
}

// The thesis's drawings show the graphs; their text says what is asserted here. Block 0 is "entry".

#[test]
fn figure_3_2_a() {
    let graph = figure(&[
        ("", &[1]),
        ("", &[2, 5]),
        ("", &[3, 4]),
        ("MPI_Barrier", &[5]),
        ("MPI_Barrier", &[5]),
        ("MPI_Barrier", &[6]),
        ("", &[]),
    ]);
    let flow = graph.flow();
    let orders = ExecutionOrders::new(&flow, &LoopForest::new(&flow), |block| {
        graph.collective(block).is_some()
    });
    assert_eq!((orders.least(Block(5)), orders.greatest(Block(5))), (Some(0), Some(1)));
    let barrier = || "MPI_Barrier".to_owned();
    assert_eq!(
        clusters(&graph),
        [
            (None, 0, barrier(), blocks(&[3, 4]), blocks(&[1])),
            (None, 1, barrier(), blocks(&[5]), blocks(&[])),
        ]
    );
    assert_eq!(static_pass(&graph)[0].1, blocks(&[1]));
}

#[test]
fn figure_3_2_b() {
    let graph = figure(&[("", &[1]), ("", &[2, 3]), ("MPI_Barrier", &[3]), ("", &[])]);
    assert_eq!(clusters(&graph), [(None, 0, "MPI_Barrier".to_owned(), blocks(&[2]), blocks(&[1]))]);
}

#[test]
fn figure_3_2_c() {
    let graph = figure(&[
        ("", &[1]),
        ("", &[2, 6]),
        ("", &[3, 4]),
        ("", &[5]),
        ("MPI_Barrier", &[5]),
        ("", &[9]),
        ("", &[7, 8]),
        ("MPI_Barrier", &[9]),
        ("", &[9]),
        ("", &[]),
    ]);
    assert_eq!(
        clusters(&graph),
        [(None, 0, "MPI_Barrier".to_owned(), blocks(&[4, 7]), blocks(&[1, 2, 6]))]
    );
}

#[test]
fn figure_3_2_d() {
    let graph = figure(&[
        ("", &[1]),
        ("", &[2, 3]),
        ("MPI_Barrier", &[4]),
        ("MPI_Ibarrier", &[4]),
        ("", &[]),
    ]);
    assert_eq!(
        clusters(&graph),
        [
            (None, 0, "MPI_Barrier".to_owned(), blocks(&[2]), blocks(&[1])),
            (None, 0, "MPI_Ibarrier".to_owned(), blocks(&[3]), blocks(&[1])),
        ]
    );
}

#[test]
fn figure_3_3() {
    let graph = figure(&[
        ("", &[1]),
        ("", &[2, 6]),
        ("", &[3, 12]),
        ("MPI_Barrier", &[4]),
        ("", &[5]),
        ("", &[2]),
        ("", &[7, 8]),
        ("MPI_Barrier", &[9]),
        ("MPI_Barrier", &[9]),
        ("", &[10, 11]),
        ("MPI_Allreduce", &[12]),
        ("", &[10, 12]),
        ("", &[]),
    ]);
    let barrier = || "MPI_Barrier".to_owned();
    assert_eq!(
        clusters(&graph),
        [
            (None, 0, barrier(), blocks(&[7, 8]), blocks(&[1])),
            (None, 1, "MPI_Allreduce".to_owned(), blocks(&[10]), blocks(&[1, 9, 11])),
            (Some(2), 0, barrier(), blocks(&[3]), blocks(&[2])),
        ]
    );
    let flagged = static_pass(&graph);
    let flagged: Vec<_> =
        flagged.into_iter().map(|(collective, found)| (collective.name, found)).collect();
    assert_eq!(
        flagged,
        [("MPI_Allreduce".to_owned(), blocks(&[1, 9, 11])), (barrier(), blocks(&[1, 2]))]
    );
}

#[test]
fn a_way_that_aborts_all_ranks_skips_nothing() {
    let text = |ending: &str| {
        format!(
            "function f\nb0:\n  branch \"e\" unknown -> b1 b2\nb1:\n  {ending} g\n  stop\nb2:\n  \
             collective MPI_Barrier on MPI_COMM_WORLD\n  return\n"
        )
    };
    assert_eq!(static_pass(&function(&text("abort"))), []);
    assert_eq!(static_pass(&function(&text("exit")))[0].1, blocks(&[0]));
    let doomed = function("function f\nb0:\n  abort MPI_Abort\n  stop\n");
    assert_eq!(static_pass(&doomed), []);
}

#[test]
fn what_decides_whether_an_exit_is_come_by_counts_as_well() {
    // do { Barrier; if (z) if (x) break; } while (1);
    let graph = figure(&[
        ("", &[1]),
        ("MPI_Barrier", &[2]),
        ("", &[3, 4]),
        ("", &[5, 4]),
        ("", &[1]),
        ("", &[]),
    ]);
    assert_eq!(static_pass(&graph)[0].1, blocks(&[2, 3]));
}

#[test]
fn a_communicator_is_part_of_a_collectives_name() {
    let graph = function(
        "function f\nb0:\n  branch \"c\" unknown -> b1 b2\nb1:\n  collective MPI_Barrier on row\n  \
         goto b3\nb2:\n  collective MPI_Barrier on column\n  goto b3\nb3:\n  return\n",
    );
    assert_eq!(static_pass(&graph).len(), 2);
}
