//! The checks of threads: barriers and worksharing constructs of OpenMP that a part of a team comes to,
//! locks taken twice, and calls of MPI by threads that may not make them.
//!
//! [`ompt`] listens to LLVM's OpenMP library, which tells the threads' way through the constructs;
//! [`team`] is the protocol by which the threads of a team notice that they part; [`calls`] looks at the
//! calls of MPI, with [`overlap`] for what may run at the same time, [`company`] for threads that are not
//! OpenMP's, [`dependences`] for the order of tasks and [`word`] for the level of thread support a place
//! needs; [`report`] tells what was found and ends the process or the job.

use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::{Acquire, Release};

use crate::settings::{Check, Settings};

pub mod calls;
pub mod company;
pub mod dependences;
pub mod locks;
pub mod ompt;
pub mod overlap;
pub mod report;
pub mod task;
pub mod team;
pub mod word;

/// Objects of the program ask for checks of threads.
static WANTED: AtomicBool = AtomicBool::new(false);

/// Turns the checks on. Called before `main`.
pub fn want() {
    WANTED.store(true, Release);
}

/// Whether threads are checked. Asked when OpenMP or MPI starts, whichever is first, and the answer
/// stands.
pub fn are_checked() -> bool {
    static CHECKED: OnceLock<bool> = OnceLock::new();
    *CHECKED.get_or_init(|| {
        // Settings that cannot be read are reported by MPI's start, or by that of OpenMP's.
        let settings = Settings::of_environment();
        match settings.map(|settings| settings.check) {
            Ok(Check::Full) => true,
            Ok(Check::Selected) => WANTED.load(Acquire),
            Ok(Check::Off) | Err(_) => false,
        }
    })
}

/// Random numbers for tests: each call gives one below what is asked for.
#[cfg(test)]
fn random(seed: u32) -> impl FnMut(u32) -> u32 {
    let mut state = seed;
    move |below| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) % below
    }
}
