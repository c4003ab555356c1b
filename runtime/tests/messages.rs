//! Ranks that wait for messages that never come: the faulty form of each program is ended with a report,
//! its correct twin, which sends them, runs to its end without a word.

mod harness;

use harness::{LIBRARIES, Link, compile, report, reports, run};

const DIVERGENCE: &str = "[lockstep::collective_divergence]";
const MESSAGES: &str = "[lockstep::message_deadlock]";

/// The name of a scenario of `programs/messages.c`, and texts its report contains.
const ENDED: &[(&str, &[&str])] = &[
    (
        "receive",
        &[
            "MPI_Barrier is not called by all ranks of MPI_COMM_WORLD (4 ranks): others wait for messages",
            DIVERGENCE,
            "messages.c:111:9 in receive() waits",
            "waits for a message of rank 0 with tag 20 on MPI_COMM_WORLD",
        ],
    ),
    ("other_tag", &["waits for a message of rank 0 with tag 20", DIVERGENCE]),
    (
        "waitall",
        &["rank 1 MPI_Waitall", "of rank 2 with tag 20 on own", "MPI_Allreduce", DIVERGENCE],
    ),
    ("from_anybody", &["rank 0 MPI_Recv", "waits for a message of anybody on own", DIVERGENCE]),
    ("from_anybody_of_many", &["rank 0 MPI_Recv", "of anybody with tag 30 on own", DIVERGENCE]),
    ("started", &["rank 1 MPI_Wait ", "with tag 20", DIVERGENCE]),
    ("probe", &["rank 1 MPI_Probe", "with tag 20", DIVERGENCE]),
    ("exchange", &["ranks wait for messages that nobody sends", MESSAGES, "of rank 0 with tag 20"]),
    ("sender_left", &["rank 0 left by MPI_Finalize", "of rank 0 with tag 20"]),
    ("to_itself", &["ranks wait for messages that nobody sends", MESSAGES]),
    ("as_they_come", &["rank 1 MPI_Wait", "waits for a message of rank 2 with tag 20", DIVERGENCE]),
    ("after_polling", &["rank 1 MPI_Recv", "of anybody with tag 20 on own", DIVERGENCE]),
    ("begun_collective", &["rank 1 MPI_Wait ", "waits for MPI_Ibarrier on own", DIVERGENCE]),
];

#[test]
fn who_waits_for_a_message_that_never_comes_is_found() {
    for library in LIBRARIES {
        let program = compile("messages.c", library, Link::Static);
        let environment = [("LOCKSTEP_CHECK", "full")];
        for (name, texts) in ENDED {
            let outcome = run(library, 4, &program, &[name, "faulty"], &environment);
            assert_eq!(outcome.status, Some(86), "{name} {library}: {}", outcome.output);
            assert_eq!(reports(&outcome), 1, "{name} {library}: {}", outcome.output);
            let report = report(&outcome);
            for text in *texts {
                assert!(report.contains(text), "{name} {library} lacks {text:?}:\n{report}");
            }
            let outcome = run(library, 4, &program, &[name, "clean"], &environment);
            assert_eq!(outcome.status, Some(0), "{name} {library}, clean: {}", outcome.output);
            assert_eq!(outcome.output, "", "{name} {library}, clean");
        }
    }
}

/// Where not all is counted nothing is claimed: after a receive was cancelled, and if the program sends past
/// us, or on several nodes.
#[test]
fn what_cannot_be_counted_is_no_finding() {
    for library in LIBRARIES {
        let program = compile("messages.c", library, Link::Static);
        let environment = [("LOCKSTEP_CHECK", "full")];
        let outcome = run(library, 4, &program, &["cancelled"], &environment);
        assert_eq!((outcome.status, outcome.output.as_str()), (Some(0), ""), "{library}");
        let wrapper = format!("mpicc.{library}");
        let command = [wrapper.as_str(), "-DUNSEEN"];
        let name = format!("unseen-{library}");
        let unseen = harness::build(&name, &command, &["messages.c"], &harness::static_link());
        for (name, _) in ENDED {
            let outcome = run(library, 4, &unseen, &[name], &environment);
            assert_eq!(
                (outcome.status, outcome.output.as_str()),
                (Some(0), ""),
                "{name} {library}"
            );
        }
        let environment = [("LOCKSTEP_CHECK", "full"), ("LOCKSTEP_BOARD", "off")];
        let outcome = run(library, 4, &program, &["receive"], &environment);
        assert_eq!((outcome.status, outcome.output.as_str()), (Some(0), ""), "{library}");
    }
}

#[test]
fn fortran_programs_are_looked_at_as_well() {
    let program = harness::fortran("messages.f90");
    let environment = [("LOCKSTEP_CHECK", "full")];
    let outcome = run("mpich", 4, &program, &["faulty"], &environment);
    assert_eq!((outcome.status, reports(&outcome)), (Some(86), 1), "{}", outcome.output);
    let told = report(&outcome);
    for text in ["messages.f90:27", "of rank 0 with tag 9", "MPI_Barrier"] {
        assert!(told.contains(text), "{text} is missing:\n{told}");
    }
    let outcome = run("mpich", 4, &program, &[], &environment);
    assert_eq!((outcome.status, outcome.output.as_str()), (Some(0), ""));
}

#[test]
fn a_receive_left_by_an_exception_is_no_wait() {
    for library in LIBRARIES {
        let compiler = format!("mpicxx.{library}");
        let name = format!("thrown-{library}");
        let link = harness::static_link();
        let program = harness::build(&name, &[&compiler], &["thrown.cpp"], &link);
        let outcome = run(library, 4, &program, &[], &[("LOCKSTEP_CHECK", "full")]);
        assert_eq!((outcome.status, outcome.output.as_str()), (Some(0), ""), "{library}");
    }
}
