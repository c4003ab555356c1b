//! What the interpreter says of a program over many jobs.

use lockstep_core::program::Program;

use super::interpret::run;

/// Over the jobs looked at.
#[derive(Clone, Copy, Debug, Default)]
pub struct Truth {
    /// In some job ranks part, and no rank ends the job.
    pub diverges: bool,
    /// In some job ranks part, and another rank ends the job, so that nobody waits for ever; or they come
    /// to what they call on several communicators in different orders.
    pub may_diverge: bool,
    /// In some job without either, roots differ.
    pub roots_differ: bool,
    /// In some job roots differ, whether or not a rank ends the job.
    pub roots_may_differ: bool,
    /// Some job could not be judged.
    pub inconclusive: bool,
}

impl Truth {
    /// Of jobs of these sizes, each with as many data.
    pub fn of(program: &Program, sizes: impl Iterator<Item = usize>, data: u64) -> Self {
        let mut truth = Self::default();
        for size in sizes {
            for seed in 0..data {
                let outcome = run(program, size, seed);
                truth.inconclusive |= outcome.inconclusive;
                truth.diverges |= outcome.diverged && !outcome.aborted;
                truth.may_diverge |= outcome.diverged || outcome.stuck;
                truth.roots_differ |= outcome.roots_differ && !outcome.aborted;
                truth.roots_may_differ |= outcome.roots_differ;
            }
        }
        truth
    }
}
