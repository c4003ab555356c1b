//! Programs with threads as users write them: barriers, worksharing constructs and locks of OpenMP, and
//! calls of MPI from threads. Every faulty one is ended with one report, its twin is silent.

mod harness;

use std::path::{Path, PathBuf};

use harness::{LIBRARIES, Outcome, build, report, reports, run, run_alone};

const BARRIER: &str = "[lockstep::omp_barrier_divergence]";
const WORKSHARING: &str = "[lockstep::omp_worksharing_divergence]";
const LOCK: &str = "[lockstep::omp_lock_deadlock]";
const NESTING: &str = "[lockstep::omp_invalid_nesting]";
const LEVEL: &str = "[lockstep::thread_level_exceeded]";
const PARALLEL: &str = "[lockstep::collective_in_parallel]";
const CONCURRENT: &str = "[lockstep::concurrent_collectives]";

/// A scenario and what its report says.
type Scenario = (&'static str, &'static [&'static str]);

/// What `teams.c` has.
const TEAMS: &[Scenario] = &[
    (
        "barrier_or_end",
        &[
            BARRIER,
            "(4 threads)",
            "thread 0 in a barrier",
            "threads 1-3 at the end of the parallel region",
            "in barrier_or_end()",
            "the parallel region starts at",
        ],
    ),
    ("different_barriers", &[BARRIER, "thread 2 in a barrier", "after 50 barriers", ": P B^"]),
    ("skipped_single", &[WORKSHARING, "thread 2 in a barrier", "after 0 barriers and 0 work"]),
    ("skipped_loop_nowait", &[WORKSHARING, "thread 1 at the end of the parallel region"]),
    ("skipped_dynamic_loops", &[WORKSHARING, "thread 1 at the end", "last seen at a for"]),
    ("loop_or_single", &[WORKSHARING, "different worksharing constructs: ", "single at "]),
    ("different_singles", &[WORKSHARING, "different worksharing constructs: single at "]),
    ("inlined_twice", &[WORKSHARING, "thread 3 ", "after 1 barrier and 2 worksharing constructs"]),
    ("skipped_sections", &[WORKSHARING]),
    ("early_return", &[WORKSHARING, "thread 3 at the end of the parallel region"]),
    ("nested", &[WORKSHARING, "(3 threads)", ": P P"]),
    ("first_come", &[WORKSHARING, "(4 threads)"]),
    ("tasks_in_barriers", &[BARRIER, "thread 0 at the end"]),
    ("ordered_loops", &[BARRIER, "thread 0 in a barrier"]),
    ("reductions", &[BARRIER, "thread 0 in a barrier"]),
    ("team_of_one", &[BARRIER, "thread 1 at the end"]),
    ("cancelled_loop", &[BARRIER, "thread 1 in a barrier"]),
    ("cancelled_region", &[BARRIER, "thread 0 in a barrier"]),
    ("critical_twice", &[LOCK, "waits for a critical region", "entered_again()"]),
    ("lock_twice", &[LOCK, "waits for a lock", "holds it since"]),
    ("critical_around_region", &[LOCK, "critical_around_region()", ": C P"]),
    ("lock_handed_on", &[BARRIER]),
    ("barrier_in_single", &[NESTING, "barrier inside a single region", ": P S"]),
    ("barrier_in_master", &[NESTING, "inside a master or masked region", ": P M"]),
    ("loop_in_critical", &[NESTING, "(for)", "critical or ordered region", ": P C"]),
    ("single_in_task", &[NESTING, "inside a task", ": P S"]),
    ("exit_inside", &[BARRIER]),
    ("barrier_in_loop", &[NESTING, "barrier inside a worksharing loop"]),
];

/// Loops, sections and regions are cancelled only if OpenMP's library is told to.
const CANCELLATION: (&str, &str) = ("OMP_CANCELLATION", "true");

fn teams(optimisation: &str, linker: &str) -> PathBuf {
    let command =
        ["clang-22", "-fopenmp", optimisation, "-Wall", "-Werror", &format!("-fuse-ld={linker}")];
    let mut link = harness::static_link();
    link.push("-DCHECKED=4".to_owned());
    build(&format!("teams{optimisation}-{linker}"), &command, &["teams.c", "marked.c"], &link)
}

#[track_caller]
fn assert_found(name: &str, outcome: &Outcome, texts: &[&str]) {
    assert_eq!((outcome.status, reports(outcome)), (Some(86), 1), "{name}: {}", outcome.output);
    let told = report(outcome);
    for text in texts {
        assert!(told.contains(text), "{name} lacks {text:?}:\n{told}");
    }
    assert!(!told.contains("compile with -g"), "{name} has no lines:\n{told}");
}

#[track_caller]
fn assert_silent(name: &str, outcome: &Outcome) {
    assert_eq!((outcome.status, outcome.output.as_str()), (Some(0), ""), "{name}, clean");
}

fn both_forms(program: &Path, scenarios: &[Scenario], environment: &[(&str, &str)]) {
    for (name, texts) in scenarios {
        let outcome = run_alone(program, &[name, "faulty"], environment);
        assert_found(name, &outcome, texts);
        assert_silent(name, &run_alone(program, &[name, "clean", "20"], environment));
    }
}

#[test]
fn teams_whose_threads_part_are_ended_and_their_twins_are_silent() {
    both_forms(&teams("-O0", "bfd"), TEAMS, &[CANCELLATION]);
    // Optimised, the functions are one, and calls at their ends are jumps: the rule is what stays.
    let rules: Vec<Scenario> = TEAMS.iter().map(|(name, texts)| (*name, &texts[..1])).collect();
    both_forms(&teams("-O2", "bfd"), &rules, &[CANCELLATION]);
}

#[test]
fn lld_exports_the_tool_as_well() {
    both_forms(&teams("-O0", "lld-22"), &TEAMS[..3], &[]);
}

#[test]
fn the_preloaded_library_checks_teams_of_programs_that_never_saw_us() {
    let program = build("teams-plain", &["clang-22", "-fopenmp"], &["teams.c"], &[]);
    let preload = harness::shared_library().display().to_string();
    let environment = [("LOCKSTEP_CHECK", "full"), ("LD_PRELOAD", preload.as_str())];
    both_forms(&program, &TEAMS[..3], &environment);
}

#[test]
fn which_thread_comes_first_does_not_matter() {
    let program = teams("-O2", "bfd");
    for name in ["first_come", "skipped_loop_nowait", "skipped_dynamic_loops", "critical_twice"] {
        let texts =
            TEAMS.iter().find(|(known, _)| *known == name).map_or(&[][..], |(_, texts)| texts);
        for _ in 0..50 {
            assert_found(name, &run_alone(&program, &[name, "faulty"], &[]), &texts[..1]);
        }
    }
}

#[test]
fn nothing_is_checked_unless_asked_for() {
    let program = teams("-O2", "bfd");
    // A mistake that does not hang.
    let environment = [("LOCKSTEP_CHECK", "off")];
    assert_silent("off", &run_alone(&program, &["skipped_loop_nowait", "faulty"], &environment));
    let command = ["clang-22", "-fopenmp"];
    let unasked = build("teams-unasked", &command, &["teams.c"], &harness::static_link());
    assert_silent("unasked", &run_alone(&unasked, &["skipped_loop_nowait", "faulty"], &[]));
    let mut link = harness::static_link();
    link.push("-DCHECKED=1".to_owned());
    let other = build("teams-other", &command, &["teams.c", "marked.c"], &link);
    assert_silent("collectives", &run_alone(&other, &["skipped_loop_nowait", "faulty"], &[]));
    // Without a tool OpenMP's library says nothing, and nothing is said.
    let environment = [("OMP_TOOL", "disabled")];
    assert_silent(
        "no tool",
        &run_alone(&program, &["skipped_loop_nowait", "faulty"], &environment),
    );
}

#[test]
fn a_program_that_is_a_tool_itself_stays_one() {
    let command = ["clang-22", "-fopenmp", "-I/usr/lib/llvm-22/lib/clang/22/include"];
    let program = build("own_tool", &command, &["own_tool.c"], &harness::static_link());
    let outcome = run_alone(&program, &[], &[("LOCKSTEP_CHECK", "full")]);
    assert_eq!((outcome.status, outcome.output.as_str()), (Some(0), "2 threads, 1 regions\n"));
}

#[test]
fn a_report_of_threads_is_left_as_json() {
    let program = teams("-O0", "bfd");
    let folder = harness::scratch().join(format!("threads-report-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    let text = folder.display().to_string();
    let environment = [("LOCKSTEP_REPORT", text.as_str())];
    let outcome = run_alone(&program, &["barrier_or_end", "faulty"], &environment);
    assert_found("barrier_or_end", &outcome, &[BARRIER]);
    let lines = std::fs::read_to_string(folder.join("rank-0.jsonl")).expect("there is a file");
    let value: serde_json::Value = serde_json::from_str(&lines).expect("one line of JSON");
    assert_eq!(value["rule"], "omp_barrier_divergence");
    assert_eq!(value["kind"], "finding");
    assert_eq!(value["threads"][0]["threads"], serde_json::json!([0]));
    assert_eq!(value["threads"][1]["threads"], serde_json::json!([1, 2, 3]));
    assert!(value["region"]["line"].as_u64().is_some_and(|line| line > 0), "{lines}");
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}

/// What `threads.c` has.
const CALLS: &[Scenario] = &[
    (
        "in_master",
        &[LEVEL, "MPI_THREAD_FUNNELED is needed, MPI provides MPI_THREAD_SINGLE", ": P M"],
    ),
    ("in_single", &[LEVEL, "MPI_THREAD_SERIALIZED is needed", "in a single region", ": P S"]),
    ("messages_in_singles", &[LEVEL, "MPI_THREAD_MULTIPLE is needed", "MPI_Sendrecv"]),
    ("messages_of_all", &[LEVEL, "MPI_THREAD_MULTIPLE is needed", ": P"]),
    ("first_thread", &[LEVEL, "MPI_THREAD_SERIALIZED is needed", "thread 2 MPI_Sendrecv", ": P B"]),
    ("messages_in_sections", &[LEVEL, "MPI_THREAD_MULTIPLE is needed"]),
    ("messages_in_tasks", &[LEVEL, "MPI_THREAD_MULTIPLE is needed", ": P S"]),
    ("task_beside_its_maker", &[LEVEL, "MPI_THREAD_MULTIPLE is needed"]),
    ("messages_in_loop", &[LEVEL, "MPI_THREAD_MULTIPLE is needed"]),
    ("different_criticals", &[LEVEL, "MPI_THREAD_MULTIPLE is needed", ": P C"]),
    ("under_a_lock", &[LEVEL, "MPI_THREAD_MULTIPLE is needed"]),
    ("under_a_mutex", &[LEVEL, "MPI_THREAD_MULTIPLE is needed"]),
    ("collective_of_all", &[PARALLEL, "MPI_Allreduce is called by several threads of a team"]),
    ("two_singles", &[CONCURRENT, "MPI_Bcast", "MPI_Barrier", ": P S"]),
    ("single_and_master", &[CONCURRENT, "MPI_Barrier and MPI_Barrier"]),
    ("team_of_one", &[LEVEL, "MPI_THREAD_FUNNELED is needed, MPI provides MPI_THREAD_SINGLE"]),
    ("nested", &[LEVEL, "MPI_THREAD_MULTIPLE is needed", ": P P S"]),
    ("one_sided", &[LEVEL, "MPI_Put", "MPI_THREAD_SERIALIZED is needed"]),
    ("completed_elsewhere", &[LEVEL, "MPI_Waitall", "MPI_THREAD_SERIALIZED is needed"]),
    ("at_once", &[LEVEL, "another thread is in a call", "MPI_THREAD_MULTIPLE is needed"]),
    ("collectives_at_once", &[CONCURRENT, "is called while another thread is in MPI_Barrier"]),
];

/// The hybrid program; `checked` is what its mark asks for, `None`: there is no mark.
fn hybrid(library: &str, checked: Option<u32>) -> PathBuf {
    let compiler = format!("mpicc.{library}");
    let command = [compiler.as_str(), "-fopenmp", "-pthread", "-Wall", "-Werror"];
    let mut link = harness::static_link();
    let mut sources = vec!["threads.c"];
    if let Some(checked) = checked {
        sources.push("marked.c");
        link.push(format!("-DCHECKED={checked}"));
    }
    build(&format!("threads-{library}-{checked:?}"), &command, &sources, &link)
}

fn calls(
    library: &str,
    checked: Option<u32>,
    scenarios: &[Scenario],
    environment: &[(&str, &str)],
) {
    let program = hybrid(library, checked);
    for (name, texts) in scenarios {
        let outcome = run(library, 2, &program, &[name, "faulty"], environment);
        assert_found(&format!("{name} {library}"), &outcome, texts);
        assert!(outcome.output.contains("on rank "), "{name} {library}: {}", outcome.output);
        let outcome = run(library, 2, &program, &[name, "clean"], environment);
        assert_silent(&format!("{name} {library}"), &outcome);
    }
}

#[test]
fn calls_of_threads_are_ended_under_openmpi_and_their_twins_are_silent() {
    calls("openmpi", Some(4), CALLS, &[]);
}

#[test]
fn calls_of_threads_are_ended_under_mpich_and_their_twins_are_silent() {
    calls("mpich", Some(4), CALLS, &[]);
}

#[test]
fn together_with_the_checks_of_collectives() {
    for library in LIBRARIES {
        calls(library, None, &CALLS[..2], &[("LOCKSTEP_CHECK", "full")]);
        calls(library, Some(4 | 1), &CALLS[2..3], &[]);
        calls(library, Some(4 | 1), &CALLS[12..13], &[("LOCKSTEP_BOARD", "off")]);
    }
}

#[test]
fn who_executes_what_does_not_matter() {
    let program = hybrid("mpich", Some(4));
    let by_chance = [
        "in_single",
        "messages_in_singles",
        "messages_in_tasks",
        "task_beside_its_maker",
        "messages_in_loop",
        "two_singles",
        "single_and_master",
        "collective_of_all",
    ];
    for name in by_chance {
        let texts =
            CALLS.iter().find(|(known, _)| *known == name).map_or(&[][..], |(_, texts)| texts);
        for _ in 0..50 {
            assert_found(name, &run_alone(&program, &[name, "faulty"], &[]), &texts[..2]);
        }
    }
}

#[test]
fn calls_are_left_alone_unless_threads_are_checked() {
    for library in LIBRARIES {
        let program = hybrid(library, Some(1));
        // The libraries let the first thread call in a parallel region, whatever they say.
        for environment in [&[][..], &[("LOCKSTEP_CHECK", "off")]] {
            let outcome = run(library, 2, &program, &["in_master", "faulty"], environment);
            assert_silent("in_master", &outcome);
        }
    }
}

#[test]
fn threads_of_cxx_count_as_threads() {
    for library in LIBRARIES {
        let compiler = format!("mpicxx.{library}");
        let name = format!("threads-cpp-{library}");
        let command = [compiler.as_str(), "-std=c++17", "-pthread"];
        let program = build(&name, &command, &["threads.cpp"], &harness::static_link());
        let environment = [("LOCKSTEP_CHECK", "full")];
        let one =
            [LEVEL, "a thread that did not initialise MPI", "MPI_THREAD_SERIALIZED is needed"];
        let two =
            [LEVEL, "while another thread is in a call of MPI", "MPI_THREAD_MULTIPLE is needed"];
        for (name, texts) in [("one", one), ("two", two)] {
            let outcome = run(library, 2, &program, &[name, "faulty"], &environment);
            assert_found(&format!("{name} {library}"), &outcome, &texts);
            assert_silent(name, &run(library, 2, &program, &[name, "clean"], &environment));
        }
    }
}

#[test]
fn threads_of_fortran_programs_are_checked() {
    let shown = std::process::Command::new("mpifort.mpich").arg("-show").output();
    let shown = String::from_utf8_lossy(&shown.expect("mpifort.mpich runs").stdout).into_owned();
    // What is meant for gfortran alone is left out.
    let wanted = |flag: &&str| ["-I", "-L", "-l"].iter().any(|start| flag.starts_with(start));
    let mut link = harness::static_link();
    link.extend(shown.split_whitespace().skip(1).filter(wanted).map(ToOwned::to_owned));
    let program = build("threads-f90", &["flang-22", "-fopenmp"], &["threads.f90"], &link);
    let environment = [("LOCKSTEP_CHECK", "full")];
    let outcome = run("mpich", 2, &program, &["faulty"], &environment);
    let texts = [LEVEL, "MPI_Allreduce", "threads.f90:33", "MPI_THREAD_SERIALIZED is needed"];
    assert_found("fortran", &outcome, &texts);
    assert_silent("fortran", &run("mpich", 2, &program, &["clean"], &environment));
}
