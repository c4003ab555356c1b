//! `lockstep check --dump-graph`: the graphs of a function, with the words of its nodes.

use std::process::Command;

use lockstep_testsuite::process::Outcome;

use crate::bench::{Bench, lockstep};

/// A team whose first thread alone comes to a barrier, and makes a team of its own.
const HYBRID: &str = "#include <mpi.h>
#include <omp.h>
static void exchange(int *value) {
#pragma omp single
  MPI_Allreduce(MPI_IN_PLACE, value, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}
void solve(int n) {
  int value = n;
#pragma omp parallel
  {
    exchange(&value);
    if (omp_get_thread_num() == 0) {
#pragma omp barrier
    }
#pragma omp master
#pragma omp parallel
    {
#pragma omp barrier
    }
  }
  for (int i = 0; i < n; i++)
    value += i;
  MPI_Barrier(MPI_COMM_WORLD);
}
";

fn compiled(name: &str) -> Bench {
    let bench = Bench::new(name);
    bench.write("hybrid.c", HYBRID);
    let words = ["cc", "--mpi=mpich", "-g", "-fopenmp", "-w", "-c", "hybrid.c"];
    let outcome = bench.run(Command::new(lockstep()).args(words));
    assert!(outcome.succeeded(), "{outcome:?}");
    bench
}

fn dump(bench: &Bench, wanted: &str) -> Outcome {
    let option = format!("--dump-graph={wanted}");
    bench.run(Command::new(lockstep()).args(["check", &option, "hybrid.o"]))
}

#[test]
fn the_function_may_stand_before_the_files() {
    let bench = compiled("dump_function_first");
    let apart = ["check", "--dump-graph=text", "solve", "hybrid.o"];
    let apart = bench.run(Command::new(lockstep()).args(apart));
    assert_eq!(apart.status, Some(0), "{apart:?}");
    assert_eq!(apart.stdout, dump(&bench, "text:solve").stdout);

    let alone = dump(&bench, "text");
    assert_eq!(alone.status, Some(2), "{alone:?}");
    assert!(alone.stderr.contains("--dump-graph needs a function and a file"), "{alone:?}");
}

/// Of each node what it is, its place, its word and its successors; of each graph its title.
fn rows(text: &str) -> Vec<String> {
    let cells = |line: &str| -> Vec<String> {
        let cells = line.split("  ").map(str::trim).filter(|cell| !cell.is_empty());
        cells.map(str::to_owned).collect()
    };
    text.lines().map(|line| cells(line).join(" | ")).collect()
}

#[test]
fn the_text_form_has_a_line_for_each_construct_with_its_word() {
    let bench = compiled("dump_text");
    let outcome = dump(&bench, "text:solve");
    assert_eq!(outcome.status, Some(0), "{outcome:?}");
    assert_eq!(outcome.stderr, "");
    let expected = [
        "graph 0: solve, as one thread runs it",
        "0.0 | begin | hybrid.c:7 | - | -> 0.1",
        "0.1 | parallel region | hybrid.c:9 | - | -> 0.2, 1.0 (team)",
        "0.2 | MPI_Barrier | hybrid.c:23 | - | -> 0.3",
        "0.3 | end | - | - | -> -",
        "graph 1: the team made in solve at hybrid.c:9",
        "1.0 | begin | hybrid.c:9 | P9 | -> 1.1",
        "1.1 | single construct | hybrid.c:4 | P9 | -> 1.4, 1.2",
        "1.2 | single region | hybrid.c:4 | P9 | -> 1.3",
        "1.3 | MPI_Allreduce | hybrid.c:5 | P9S4 | -> 1.4",
        "1.4 | implicit barrier | hybrid.c:4 | P9 | -> 1.5",
        "1.5 | branch [threads part] | hybrid.c:12 | P9 | -> 1.6 (true), 1.9 (false), 1.7 (false)",
        "1.6 | barrier [not met by all threads] | hybrid.c:13 | P9 | -> 1.9, 1.7",
    ];
    let rows = rows(&outcome.stdout);
    // Whether a thread runs `master` is asked by no branch of the user's: both ways lead from before it.
    assert_eq!(rows[..expected.len().min(rows.len())], expected, "{}", outcome.stdout);
    for row in [
        "parallel region | hybrid.c:16 | P9M15 | -> 1.9, 2.0 (team)",
        "graph 2: the team made in solve at hybrid.c:16",
        "2.1 | barrier | hybrid.c:18 | P9M15P16 | -> 2.2",
    ] {
        assert!(rows.iter().any(|found| found.ends_with(row)), "{row}: {}", outcome.stdout);
    }
}

#[test]
fn the_dot_form_has_a_cluster_for_each_team() {
    let bench = compiled("dump_dot");
    let outcome = dump(&bench, "dot:solve");
    assert_eq!(outcome.status, Some(0), "{outcome:?}");
    let dot = &outcome.stdout;
    assert!(dot.starts_with("digraph \"solve\" {\n") && dot.ends_with("}\n"), "{dot}");
    assert_eq!(dot.matches("subgraph cluster_").count(), 3, "{dot}");
    let line_with = |text: &str| {
        dot.lines().find(|line| line.contains(text)).unwrap_or_else(|| panic!("{text}: {dot}"))
    };
    let call = line_with("MPI_Allreduce\\nhybrid.c:5\\nP9S4");
    assert!(call.contains("shape=doubleoctagon"), "{call}");
    let inner = line_with("barrier\\nhybrid.c:18\\nP9M15P16");
    assert!(inner.contains("shape=doubleoctagon"), "{inner}");
    let branch = line_with("branch\\nthreads part\\nhybrid.c:12\\nP9");
    assert!(branch.contains("shape=diamond, color=red"), "{branch}");
    let missed = line_with("barrier\\nnot met by all threads\\nhybrid.c:13\\nP9");
    assert!(missed.contains("color=red"), "{missed}");
    line_with("n0_1 -> n1_0 [style=dashed, lhead=cluster_1];");
    line_with("[style=dashed, lhead=cluster_2];");
}

#[test]
fn conditions_that_depend_on_the_rank_are_marked() {
    let bench = Bench::new("dump_ranks");
    let source = "#include <mpi.h>
void exchange(int steps) {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (steps > 3)
    MPI_Barrier(MPI_COMM_WORLD);
  if (rank > 1)
    MPI_Barrier(MPI_COMM_WORLD);
}
";
    bench.write("hybrid.c", source);
    let words = ["cc", "--mpi=mpich", "-g", "-w", "-c", "hybrid.c"];
    let outcome = bench.run(Command::new(lockstep()).args(words));
    assert!(outcome.succeeded(), "{outcome:?}");
    let text = dump(&bench, "text:exchange").stdout;
    let rows = rows(&text);
    for row in ["branch | hybrid.c:5 | ", "branch [depends on the rank] | hybrid.c:7 | "] {
        assert!(rows.iter().any(|found| found.contains(row)), "{row}: {text}");
    }
    let dot = dump(&bench, "dot:exchange").stdout;
    let branch = dot.lines().find(|line| line.contains("depends on the rank"));
    assert!(branch.is_some_and(|line| line.contains("color=blue")), "{dot}");
}

#[test]
fn the_region_of_a_function_is_shown_as_its_team() {
    let bench = compiled("dump_region");
    let outcome = dump(&bench, "text:solve.omp_outlined");
    let first = outcome.stdout.lines().next();
    assert_eq!(first, Some("graph 0: the team made in solve at hybrid.c:9"), "{outcome:?}");
    let helper = dump(&bench, "text:exchange");
    let called = "graph 0: exchange, as one thread runs it; teams call it at P9\n";
    assert!(helper.stdout.starts_with(called), "{helper:?}");
    assert!(helper.stdout.contains("S4"), "{helper:?}");
}

#[test]
fn a_name_that_is_none_is_an_error_with_near_ones() {
    let bench = compiled("dump_unknown");
    let outcome = dump(&bench, "text:slove");
    assert_eq!(outcome.status, Some(2), "{outcome:?}");
    assert_eq!(outcome.stdout, "");
    assert!(outcome.stderr.contains("no function `slove` is defined"), "{outcome:?}");
    assert!(outcome.stderr.contains("lockstep: help: there is `solve`"), "{outcome:?}");
    let form = dump(&bench, "solve");
    assert_eq!(form.status, Some(2), "{form:?}");
    assert!(form.stderr.contains("expected `dot` or `text`"), "{form:?}");
}
