//! A warning names the calls at which ranks part.

use crate::bench::Bench;

/// All ranks may come to one call or to the other here, and one of them to the end: that is what parts them.
#[test]
fn who_leaves_is_told_of() {
    let bench = Bench::new("messages_leaves");
    bench.write("model.c", include_str!("inputs/leaves_by_the_log.c"));
    let compiled = bench.lockstep(&["cc", "--mpi=mpich", "-g", "-c", "model.c"]);
    let told = |text: &str| assert!(compiled.stderr.contains(text), "{text}: {compiled:?}");
    told("model.c:31:13: warning: MPI_Gather may not be called by all ranks");
    told(
        "model.c:14:14: note: ranks part here: of 4 ranks, ranks 1-3 come to MPI_Gather, rank 0 does not",
    );
    told("model.c:8:5: note: rank 0 may go on to MPI_Finalize here");
}
