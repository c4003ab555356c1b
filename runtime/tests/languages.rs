//! Calls as instrumented units and Fortran programs make them.

mod harness;

use harness::{LIBRARIES, Link, compile, report, reports, run};

#[test]
fn a_report_tells_sites_and_the_condition() {
    for library in LIBRARIES {
        let program = compile("sites.c", library, Link::Static);
        let outcome = run(library, 4, &program, &["faulty"], &[]);
        assert_eq!((outcome.status, reports(&outcome)), (Some(86), 1), "{}", outcome.output);
        let expected = "lockstep: error: MPI_Barrier is not called by all ranks of MPI_COMM_WORLD \
                        (4 ranks) [lockstep::collective_divergence]\n\
                        ranks 0, 2, 3 MPI_Barrier solver.c:42:5 in step() call 2 on this communicator\n\
                        rank 1 left by MPI_Finalize solver.c:60:3 in main()\n\
                        the ranks part at solver.c:40:7: the condition depends on the rank in MPI_COMM_WORLD\n\
                        last calls of ranks 0-3: MPI_Bcast (solver.c:30:3)\n\
                        help: make every rank of MPI_COMM_WORLD reach the same collective, or end the \
                        job with MPI_Abort";
        assert!(report(&outcome).starts_with(expected), "{}", outcome.output);
        let outcome = run(library, 4, &program, &[], &[]);
        assert_eq!((outcome.status, outcome.output.as_str()), (Some(0), ""));
    }
}

#[test]
fn the_same_is_told_by_messages() {
    for library in LIBRARIES {
        let program = compile("sites.c", library, Link::Static);
        let outcome = run(library, 4, &program, &["faulty"], &[("LOCKSTEP_BOARD", "off")]);
        assert_eq!((outcome.status, reports(&outcome)), (Some(86), 1), "{}", outcome.output);
        let report = report(&outcome);
        for text in
            ["ranks 0, 2, 3 MPI_Barrier solver.c:42:5", "rank 1 left by MPI_Finalize solver.c:60:3"]
        {
            assert!(report.contains(text), "{report}");
        }
        assert!(report.contains("the ranks part at solver.c:40:7"), "{report}");
        let outcome = run(library, 4, &program, &[], &[("LOCKSTEP_BOARD", "off")]);
        assert_eq!((outcome.status, outcome.output.as_str()), (Some(0), ""));
    }
}

#[test]
fn fortran_calls_count_once_each() {
    let program = harness::fortran("skipped.f90");
    for environment in [
        &[("LOCKSTEP_CHECK", "full")][..],
        &[("LOCKSTEP_CHECK", "full"), ("LOCKSTEP_BOARD", "off")],
    ] {
        let outcome = run("mpich", 4, &program, &["faulty"], environment);
        assert_eq!((outcome.status, reports(&outcome)), (Some(86), 1), "{}", outcome.output);
        let told = report(&outcome);
        for text in ["MPI_Barrier is not called by all ranks", "skipped.f90:13", "call 2"] {
            assert!(told.contains(text), "{text} is missing:\n{told}");
        }
        let outcome = run("mpich", 4, &program, &[], environment);
        assert_eq!((outcome.status, outcome.output.as_str()), (Some(0), ""));
    }
}
