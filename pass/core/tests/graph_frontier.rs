//! Dominance, post-dominance and frontiers against their defining equations, on random graphs.

mod graph_support;

use graph_support::*;
use lockstep_core::graph::{
    Block, ControlDependence, Dominators, FlowGraph, PostDominators, iterated_dominance_frontier,
    iterated_frontier_of_nodes, iterated_frontier_of_set, set_frontier, set_post_dominates,
};

const GRAPHS: u64 = 20_000;

fn for_random_graphs(largest: usize, check: impl Fn(&mut Random, &FlowGraph)) {
    for seed in 0..GRAPHS {
        let mut random = Random::new(seed);
        let graph = any_graph(&mut random, largest);
        check(&mut random, &graph);
    }
}

#[test]
fn endless_headers_are_one_for_each_region_without_a_way_out() {
    for_random_graphs(12, |_, graph| {
        let reach: Vec<Vec<bool>> =
            graph.blocks().map(|block| reaches(graph, &[block], |_| false)).collect();
        let ends = |block: Block| graph.successors(block).is_empty();
        for block in graph.blocks() {
            let after: Vec<Block> =
                graph.blocks().filter(|other| reach[block.index()][other.index()]).collect();
            // In a region without a way out: what it reaches reaches it.
            let endless = !after.iter().any(|&other| ends(other))
                && after.iter().all(|other| reach[other.index()][block.index()]);
            let headers =
                after.iter().filter(|other| graph.endless_headers().contains(other)).count();
            if endless {
                assert_eq!(headers, 1, "{graph:?} {block}");
            } else {
                assert!(!graph.endless_headers().contains(&block), "{graph:?} {block}");
            }
        }
        let completed = Completed::new(graph);
        for node in 0..completed.rows.len() - 1 {
            assert!(!completed.surely_meets(&[], node), "{graph:?}: {node} has no way out");
        }
    });
}

#[test]
fn dominators_are_as_defined() {
    for_random_graphs(12, |_, graph| {
        let dominators = Dominators::new(graph);
        let reachable = reaches(graph, &[graph.entry()], |_| false);
        for above in graph.blocks() {
            let around = reaches(graph, &[graph.entry()], |block| block == above);
            for below in graph.blocks() {
                let defined =
                    reachable[above.index()] && reachable[below.index()] && !around[below.index()];
                assert_eq!(
                    dominators.dominates(above, below),
                    defined,
                    "{graph:?} {above} {below}"
                );
            }
        }
        for block in graph.blocks() {
            let strict: Vec<Block> = graph
                .blocks()
                .filter(|&other| other != block && dominators.dominates(other, block))
                .collect();
            let closest = strict
                .iter()
                .copied()
                .find(|&one| strict.iter().all(|&other| dominators.dominates(other, one)));
            assert_eq!(dominators.immediate(block), closest, "{graph:?} {block}");
        }
    });
}

#[test]
fn post_dominators_are_as_defined() {
    for_random_graphs(12, |_, graph| {
        let post_dominators = PostDominators::new(graph);
        let completed = Completed::new(graph);
        for after in graph.blocks() {
            for before in graph.blocks() {
                assert_eq!(
                    post_dominators.post_dominates(after, before),
                    completed.surely_meets(&[after.index()], before.index()),
                    "{graph:?} {after} {before}"
                );
            }
        }
        for block in graph.blocks() {
            let strict: Vec<Block> = graph
                .blocks()
                .filter(|&other| other != block && post_dominators.post_dominates(other, block))
                .collect();
            let closest = strict.iter().copied().find(|&one| {
                strict.iter().all(|&other| post_dominators.post_dominates(other, one))
            });
            assert_eq!(post_dominators.immediate(block), closest, "{graph:?} {block}");
        }
    });
}

#[test]
fn dominators_agree_with_petgraph() {
    use petgraph::algo::dominators::simple_fast;
    for_random_graphs(40, |_, graph| {
        let mut other = petgraph::graph::DiGraph::<(), ()>::new();
        let nodes: Vec<_> = graph.blocks().map(|_| other.add_node(())).collect();
        for from in graph.blocks() {
            for to in graph.successors(from) {
                other.add_edge(nodes[from.index()], nodes[to.index()], ());
            }
        }
        let theirs = simple_fast(&other, nodes[graph.entry().index()]);
        let ours = Dominators::new(graph);
        for block in graph.blocks() {
            let expected = theirs.immediate_dominator(nodes[block.index()]);
            assert_eq!(ours.immediate(block).map(Block::index), expected.map(|node| node.index()));
        }
    });
}

#[test]
fn sets_post_dominate_as_defined() {
    for_random_graphs(12, |random, graph| {
        let set = any_set(random, graph);
        let found = set_post_dominates(graph, &set);
        let completed = Completed::new(graph);
        for block in graph.blocks() {
            assert_eq!(
                found.contains(block),
                completed.surely_meets(&indices(&set), block.index()),
                "{graph:?} {set:?}"
            );
        }
    });
}

#[test]
fn frontiers_are_as_defined() {
    for_random_graphs(12, |random, graph| {
        let post_dominators = PostDominators::new(graph);
        let mut control = ControlDependence::new(graph, &post_dominators);
        let completed = Completed::new(graph);
        for block in graph.blocks() {
            let frontier = reported(graph, completed.frontier(&[block.index()]));
            assert_eq!(control.of(block), frontier, "{graph:?} {block}");
            assert_eq!(control.set_frontier(&[block]), frontier, "{graph:?} {block}");
            for other in graph.blocks() {
                assert_eq!(
                    control.dependents(other).contains(&block),
                    frontier.contains(&other),
                    "{graph:?} {block} on {other}"
                );
            }
        }
        // Several questions to one index: a search must leave no trace.
        for _ in 0..3 {
            let set = any_set(random, graph);
            let mut raw = completed.frontier(&indices(&set));
            assert_eq!(
                control.set_frontier(&set),
                reported(graph, raw.clone()),
                "{graph:?} {set:?}"
            );
            assert_eq!(set_frontier(graph, &post_dominators, &set), control.set_frontier(&set));
            raw.extend(completed.closure(&raw));
            let of_set = control.iterated_frontier_of_set(&set);
            assert_eq!(of_set, reported(graph, raw), "{graph:?} {set:?}");
            assert_eq!(iterated_frontier_of_set(graph, &post_dominators, &set), of_set);
            let of_nodes = control.iterated_frontier_of_nodes(&set);
            assert_eq!(
                of_nodes,
                reported(graph, completed.closure(&indices(&set))),
                "{graph:?} {set:?}"
            );
            assert_eq!(iterated_frontier_of_nodes(graph, &post_dominators, &set), of_nodes);
            assert!(of_set.iter().all(|block| of_nodes.contains(block)), "{graph:?} {set:?}");
        }
    });
}

#[test]
fn iterated_dominance_frontiers_are_as_defined() {
    for_random_graphs(12, |random, graph| {
        let dominators = Dominators::new(graph);
        let strictly = |above, below| above != below && dominators.dominates(above, below);
        let set = any_set(random, graph);
        let mut found: Vec<Block> = Vec::new();
        let mut waiting = set.clone();
        while let Some(block) = waiting.pop() {
            for join in graph.blocks() {
                let meets =
                    graph.predecessors(join).iter().any(|&from| dominators.dominates(block, from));
                if meets && !strictly(block, join) && !found.contains(&join) {
                    found.push(join);
                    waiting.push(join);
                }
            }
        }
        found.sort_unstable();
        assert_eq!(
            iterated_dominance_frontier(graph, &dominators, &set),
            found,
            "{graph:?} {set:?}"
        );
    });
}

/// All simple paths from a way on of `start` to a node that `ends` says, over nodes that
/// `may_pass`, as bit sets.
fn simple_paths(
    completed: &Completed,
    start: usize,
    may_pass: &dyn Fn(usize) -> bool,
    ends: &dyn Fn(usize) -> bool,
) -> Vec<u32> {
    let mut paths = Vec::new();
    let mut waiting: Vec<(usize, u32)> = completed.rows[start].iter().map(|&to| (to, 0)).collect();
    while let Some((node, path)) = waiting.pop() {
        if node == start || path & (1 << node) != 0 {
            continue;
        }
        let path = path | 1 << node;
        if ends(node) {
            paths.push(path);
        } else if may_pass(node) {
            waiting.extend(completed.rows[node].iter().map(|&to| (to, path)));
        }
    }
    paths
}

#[test]
fn ranks_that_part_for_good_part_in_the_iterated_frontier_of_the_set() {
    for_random_graphs(8, |random, graph| {
        let completed = Completed::new(graph);
        let post_dominators = PostDominators::new(graph);
        let set = any_set(random, graph);
        let members = indices(&set);
        let outside = |node: usize| !members.contains(&node);
        let exit = completed.rows.len() - 1;
        let frontier = iterated_frontier_of_set(graph, &post_dominators, &set);
        for branch in graph.blocks().filter(|&branch| graph.is_reachable(branch)) {
            let start = branch.index();
            let meeting = simple_paths(&completed, start, &outside, &|node| !outside(node));
            let avoiding = simple_paths(&completed, start, &outside, &|node| node == exit);
            let parts = meeting.iter().any(|one| avoiding.iter().any(|other| one & other == 0));
            assert!(!parts || frontier.contains(&branch), "{graph:?} {set:?}: {branch} parts");
        }
    });
}

#[test]
fn figure_3_2_of_the_thesis() {
    let frontier = |rows: &[&[u32]], set: &[u32]| {
        let rows: Vec<_> = rows.iter().map(|row| blocks(row)).collect();
        let graph = FlowGraph::new(Block(0), &rows);
        iterated_frontier_of_set(&graph, &PostDominators::new(&graph), &blocks(set))
    };
    // (a): both arms of 2 are members, so 2 is not in the frontier.
    let a: [&[u32]; 7] = [&[1], &[2, 5], &[3, 4], &[5], &[5], &[6], &[]];
    assert_eq!(frontier(&a, &[3, 4]), blocks(&[1]));
    assert_eq!(frontier(&a, &[5]), []);
    // (b)
    assert_eq!(frontier(&[&[1], &[2, 3], &[3], &[]], &[2]), blocks(&[1]));
    // (c): 2 and 6 decide on a barrier each, 1 decides which of them is asked.
    let c: [&[u32]; 10] = [&[1], &[2, 6], &[3, 4], &[5], &[5], &[9], &[7, 8], &[9], &[9], &[]];
    assert_eq!(frontier(&c, &[4, 7]), blocks(&[1, 2, 6]));
    // (d)
    let d: [&[u32]; 5] = [&[1], &[2, 3], &[4], &[4], &[]];
    assert_eq!(frontier(&d, &[2]), blocks(&[1]));
    assert_eq!(frontier(&d, &[3]), blocks(&[1]));
}

#[test]
fn an_endless_loop_decides_nothing_by_itself() {
    // b0: if (c) for (;;) b1 { if (d) b2 } else b4
    let rows = [&[1, 4][..], &[2, 3], &[3], &[1], &[]].map(blocks);
    let graph = FlowGraph::new(Block(0), &rows);
    let post_dominators = PostDominators::new(&graph);
    let frontier = |set: &[u32]| iterated_frontier_of_set(&graph, &post_dominators, &blocks(set));
    assert_eq!(graph.endless_headers(), blocks(&[1]));
    assert_eq!(frontier(&[4]), blocks(&[0]));
    assert_eq!(frontier(&[2]), blocks(&[0, 1]));
    assert_eq!(frontier(&[3]), blocks(&[0]));
    assert_eq!(frontier(&[1]), blocks(&[0]));
    // Every round ends at b3, the first one too.
    assert!(post_dominators.post_dominates(Block(3), Block(1)));
    assert!(!post_dominators.post_dominates(Block(1), Block(3)));
}

#[test]
fn a_hundred_thousand_blocks_do_not_overflow_the_stack() {
    let count = 100_000_u32;
    let chain: Vec<Vec<Block>> = (0..count)
        .map(|block| if block + 1 < count { vec![Block(block + 1)] } else { Vec::new() })
        .collect();
    let graph = FlowGraph::new(Block(0), &chain);
    let post_dominators = PostDominators::new(&graph);
    assert!(post_dominators.post_dominates(Block(count - 1), Block(0)));
    assert!(Dominators::new(&graph).dominates(Block(0), Block(count - 1)));
    // Loops nested a hundred thousand deep: every block ends a loop that starts at the entry.
    let nest: Vec<Vec<Block>> = (0..count)
        .map(|block| if block + 1 < count { vec![Block(block + 1), Block(0)] } else { Vec::new() })
        .collect();
    let graph = FlowGraph::new(Block(0), &nest);
    let post_dominators = PostDominators::new(&graph);
    let frontier = iterated_frontier_of_nodes(&graph, &post_dominators, &[Block(0)]);
    assert_eq!(frontier.len(), count as usize - 1);
}
