//! Every program below `cases/`: one trial per MPI (or one without), one per further optimisation
//! level.
//!
//! `cargo test --workspace --test cases [FILTER]`. With `LOCKSTEP_SUITE_PLAIN=1` only
//! the programs themselves are held to what is said of them, without Lockstep.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use libtest_mimic::{Arguments, Trial};
use lockstep_testsuite::case::{self, Case};
use lockstep_testsuite::check::{Expected, Workshop};
use lockstep_testsuite::toolchain;

/// A trial waits for launchers as long as it computes: on two cores four take two thirds of the time of two.
const TRIALS_AT_ONCE: usize = 4;

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    arguments.test_threads.get_or_insert(TRIALS_AT_ONCE);
    match trials() {
        Ok(trials) => libtest_mimic::run(&arguments, trials).exit_code(),
        Err(problem) => {
            eprintln!("error: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn trials() -> Result<Vec<Trial>, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    let cases = case::read_all(&root).map_err(|problems| problems.join("\nerror: "))?;
    let plain = std::env::var("LOCKSTEP_SUITE_PLAIN").is_ok_and(|value| value == "1");
    let workshop = Arc::new(Workshop {
        lockstep: if plain { "lockstep".into() } else { toolchain::find_lockstep()? },
        scratch: Path::new(env!("CARGO_TARGET_TMPDIR")).join("cases"),
    });
    let mut trials = Vec::new();
    for case in cases.into_iter().map(Arc::new) {
        match plain {
            true => plain_trials(&case, &workshop, &mut trials),
            false => full_trials(&case, &workshop, &mut trials),
        }
    }
    Ok(trials)
}

fn plain_trials(case: &Arc<Case>, workshop: &Arc<Workshop>, trials: &mut Vec<Trial>) {
    for mpi in case.mpis() {
        let (case, workshop) = (Arc::clone(case), Arc::clone(workshop));
        let name = format!("plain:{}@{}", case.name, mpi.name());
        trials.push(Trial::test(name, move || Ok(workshop.check_plain(&case, mpi)?)));
    }
}

fn full_trials(case: &Arc<Case>, workshop: &Arc<Workshop>, trials: &mut Vec<Trial>) {
    let expected = Arc::new(Expected::default());
    for mpi in case.mpis() {
        let (case, workshop) = (Arc::clone(case), Arc::clone(workshop));
        let expected = Arc::clone(&expected);
        let name = format!("{}@{}", case.name, mpi.name());
        trials.push(Trial::test(name, move || Ok(workshop.check_run(&case, mpi, &expected)?)));
    }
    for level in case.levels().into_iter().skip(1) {
        let (case, workshop) = (Arc::clone(case), Arc::clone(workshop));
        let name = format!("{}@{level}", case.name);
        trials.push(Trial::test(name, move || Ok(workshop.check_level(&case, &level)?)));
    }
}
