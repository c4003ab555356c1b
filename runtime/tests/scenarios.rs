//! Small MPI programs under both MPI libraries: the faulty form of each is ended with a report, its
//! correct twin runs to its end without a word.

mod harness;

use harness::{LIBRARIES, Link, compile, report, reports, run};

/// The name of a scenario of `programs/scenarios.c`, and texts its report contains.
type Scenario = (&'static str, &'static [&'static str]);

const DIVERGENCE: &str = "[lockstep::collective_divergence]";
const MISMATCH: &str = "[lockstep::collective_argument_mismatch]";
const SKIPPED: &str = "MPI_Barrier is not called by all ranks of MPI_COMM_WORLD (4 ranks)";

const ENDED: &[Scenario] = &[
    ("skipped_barrier", &[SKIPPED, DIVERGENCE, "rank 1 left by MPI_Finalize"]),
    ("different_collectives", &["MPI_Barrier, MPI_Allreduce", DIVERGENCE, "rank 1 MPI_Allreduce"]),
    ("nonblocking_is_not_blocking", &["MPI_Ibarrier", DIVERGENCE]),
    ("nonblocking_skipped", &["MPI_Ibarrier is not called by all ranks", DIVERGENCE]),
    ("nonblocking_order", &["MPI_Ibcast", "MPI_Iallreduce", DIVERGENCE]),
    ("different_root", &["MPI_Bcast is called with different roots", MISMATCH, "root 1"]),
    ("different_operator", &["different operators", MISMATCH, "MPI_MAX", "MPI_SUM"]),
    ("different_count", &["different amounts of data", MISMATCH, "bytes 16", "bytes 8"]),
    ("same_bytes", &["different amounts of data", MISMATCH, "bytes 32", "bytes 16"]),
    ("leaves_by_exit", &[SKIPPED, DIVERGENCE, "rank 1 left without MPI_Finalize"]),
    ("leaves_by_quick_exit", &[SKIPPED, DIVERGENCE, "rank 1 left without MPI_Finalize"]),
    ("returns_from_main", &[SKIPPED, DIVERGENCE, "rank 1 left without MPI_Finalize"]),
    ("finalizes_early", &["(4 ranks)", DIVERGENCE, "rank 1 left by MPI_Finalize"]),
    ("sub_communicator", &["all ranks of halves (2 ranks)", DIVERGENCE, "rank 3 MPI_Barrier"]),
    ("only_some_in_sub", &["(3 ranks)", DIVERGENCE, "ranks 2, 3 MPI_Barrier"]),
    ("intercommunicator", &["MPI_Barrier", "rank 1 MPI_Allreduce", DIVERGENCE]),
    ("groups_and_all", &["wait for each other", DIVERGENCE, "rank 1 MPI_Allreduce"]),
    ("root_of_other_group", &["wait for each other", DIVERGENCE, "rank 1 MPI_Barrier"]),
    ("cycle", &["wait for each other", DIVERGENCE, "rank 1 MPI_Barrier"]),
    ("any_order_of_communicators", &["rank 1 MPI_Comm_free", DIVERGENCE]),
    ("many_communicators", &[SKIPPED, "call 21"]),
    ("idup", &["rank 1 MPI_Comm_free", DIVERGENCE]),
    ("create_group", &["(3 ranks)", "rank 1 MPI_Comm_free", DIVERGENCE]),
    ("topology", &["MPI_Neighbor_allgather", "rank 1 MPI_Barrier", DIVERGENCE]),
    ("window", &["wait for each other", "MPI_Win_fence", DIVERGENCE]),
    ("file", &["MPI_File_write_at_all", "rank 1 MPI_File_close", DIVERGENCE]),
    ("self_is_free", &[SKIPPED]),
    ("overflow", &[SKIPPED, "call 20001"]),
    ("overflow_nonblocking", &[SKIPPED, "call 601"]),
    ("overflow_with_message", &[SKIPPED, "call 1001"]),
    ("forks", &[SKIPPED, "call 2 "]),
    ("exit_handler", &[SKIPPED, "rank 1 left by MPI_Finalize", "finalize_in_atexit"]),
    ("threads", &[SKIPPED]),
];

fn both_forms(library: &str, link: Link, scenarios: &[Scenario]) {
    let program = compile("scenarios.c", library, link);
    let preload = harness::shared_library().display().to_string();
    let mut environment = vec![("LOCKSTEP_CHECK", "full")];
    if link == Link::Preload {
        environment.push(("LD_PRELOAD", &preload));
    }
    for (name, texts) in scenarios {
        let outcome = run(library, 4, &program, &[name, "faulty"], &environment);
        assert_eq!(outcome.status, Some(86), "{name} {library}: {}", outcome.output);
        assert_eq!(reports(&outcome), 1, "{name} {library}: {}", outcome.output);
        for text in *texts {
            let report = report(&outcome);
            assert!(report.contains(text), "{name} {library} lacks {text:?}:\n{report}");
        }
        let outcome = run(library, 4, &program, &[name, "clean"], &environment);
        assert_eq!(outcome.status, Some(0), "{name} {library}, clean: {}", outcome.output);
        assert_eq!(outcome.output, "", "{name} {library}, clean");
    }
}

#[test]
fn faulty_programs_are_ended_under_openmpi_and_their_twins_are_silent() {
    both_forms("openmpi", Link::Static, ENDED);
}

#[test]
fn faulty_programs_are_ended_under_mpich_and_their_twins_are_silent() {
    both_forms("mpich", Link::Static, ENDED);
}

#[test]
fn the_preloaded_library_checks_programs_that_never_saw_us() {
    for library in LIBRARIES {
        both_forms(library, Link::Preload, &ENDED[..2]);
    }
}

/// What ranks on different nodes find out by messages.
const BY_MESSAGES: &[&str] = &[
    "skipped_barrier",
    "different_collectives",
    "nonblocking_is_not_blocking",
    "different_root",
    "different_operator",
    "different_count",
    "same_bytes",
    "finalizes_early",
    "sub_communicator",
    "only_some_in_sub",
    "intercommunicator",
    "many_communicators",
    "create_group",
    "topology",
    "self_is_free",
    "forks",
    "exit_handler",
    "threads",
];

/// What is sound by messages too, though its faulty form would not be found.
const SILENT_BY_MESSAGES: &[&str] = &["cycle", "window", "file", "idup", "overflow_nonblocking"];

#[test]
fn without_a_board_ranks_compare_by_messages() {
    for library in LIBRARIES {
        let program = compile("scenarios.c", library, Link::Static);
        let environment = [("LOCKSTEP_CHECK", "full"), ("LOCKSTEP_BOARD", "off")];
        for name in BY_MESSAGES {
            let outcome = run(library, 4, &program, &[name, "faulty"], &environment);
            assert_eq!(outcome.status, Some(86), "{name} {library}: {}", outcome.output);
            assert_eq!(reports(&outcome), 1, "{name} {library}: {}", outcome.output);
            assert!(report(&outcome).contains("scenarios.c:"), "{name}: {}", outcome.output);
        }
        for name in BY_MESSAGES.iter().chain(SILENT_BY_MESSAGES) {
            let outcome = run(library, 4, &program, &[name, "clean"], &environment);
            assert_eq!(outcome.status, Some(0), "{name} {library}, clean: {}", outcome.output);
            assert_eq!(outcome.output, "", "{name} {library}, clean");
        }
    }
}

#[test]
fn two_copies_in_one_process_act_as_one() {
    for library in LIBRARIES {
        let program = compile("scenarios.c", library, Link::Static);
        let preload = harness::shared_library().display().to_string();
        let environment = [("LOCKSTEP_CHECK", "full"), ("LD_PRELOAD", preload.as_str())];
        let outcome = run(library, 4, &program, &["skipped_barrier", "faulty"], &environment);
        assert_eq!((outcome.status, reports(&outcome)), (Some(86), 1), "{}", outcome.output);
        let outcome = run(library, 4, &program, &["skipped_barrier", "clean"], &environment);
        assert_eq!((outcome.status, outcome.output.as_str()), (Some(0), ""));
    }
}

#[test]
fn the_programs_own_abort_and_a_killed_rank_keep_their_status() {
    for library in LIBRARIES {
        let program = compile("scenarios.c", library, Link::Static);
        let environment = [("LOCKSTEP_CHECK", "full")];
        let outcome = run(library, 4, &program, &["aborts", "faulty"], &environment);
        assert_eq!((outcome.status, reports(&outcome)), (Some(7), 0), "{}", outcome.output);
        let outcome = run(library, 4, &program, &["killed", "faulty"], &environment);
        assert!(outcome.status.is_some_and(|status| status != 0), "{}", outcome.output);
        assert_eq!(reports(&outcome), 0, "{}", outcome.output);
    }
}

#[test]
fn without_being_asked_nothing_is_checked() {
    for library in LIBRARIES {
        let program = compile("scenarios.c", library, Link::Static);
        // A mismatch that does not hang: two different operators.
        for environment in [&[][..], &[("LOCKSTEP_CHECK", "off")]] {
            let arguments = ["different_operator", "faulty"];
            let outcome = run(library, 4, &program, &arguments, environment);
            assert_eq!((outcome.status, reports(&outcome)), (Some(0), 0), "{}", outcome.output);
        }
    }
}

#[test]
fn unreadable_settings_end_the_job_with_status_2() {
    for library in LIBRARIES {
        let program = compile("scenarios.c", library, Link::Static);
        for variable in ["LOCKSTEP_CHECK", "LOCKSTEP_BOARD", "LOCKSTEP_SENDS", "LOCKSTEP_REPORT"] {
            let environment = [(variable, "no/such/value")];
            let outcome = run(library, 4, &program, &["skipped_barrier", "clean"], &environment);
            assert_eq!((outcome.status, reports(&outcome)), (Some(2), 1), "{}", outcome.output);
            assert!(outcome.output.contains(variable), "{}", outcome.output);
        }
    }
}

#[test]
fn json_lines_are_left_for_every_rank() {
    for library in LIBRARIES {
        let folder = harness::scratch().join(format!("report-{library}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder can be made");
        let program = compile("scenarios.c", library, Link::Static);
        let text = folder.display().to_string();
        let environment = [("LOCKSTEP_CHECK", "full"), ("LOCKSTEP_REPORT", text.as_str())];
        let outcome = run(library, 4, &program, &["forks", "faulty"], &environment);
        assert_eq!(outcome.status, Some(86), "{}", outcome.output);
        let mut findings = 0;
        for rank in 0..4 {
            let path = folder.join(format!("rank-{rank}.jsonl"));
            let lines = std::fs::read_to_string(&path).expect("each rank has a file");
            let mut calls = 0;
            for line in lines.lines() {
                let value: serde_json::Value = serde_json::from_str(line).expect("JSON");
                match value["kind"].as_str() {
                    Some("call") => calls += 1,
                    Some("finding") => {
                        findings += 1;
                        assert_eq!(value["rule"], "collective_divergence");
                        assert_eq!(value["ranks"].as_array().map(Vec::len), Some(4));
                    }
                    other => panic!("{other:?} is no kind of line"),
                }
            }
            assert!(calls > 0, "rank {rank} made calls");
        }
        assert_eq!(findings, 1, "one rank reports");
        std::fs::remove_dir_all(&folder).expect("the folder can be removed");
    }
}
