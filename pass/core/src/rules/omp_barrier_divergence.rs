//! `omp_barrier_divergence`: an OpenMP barrier that not all threads of the team come to.

use super::Rule;
use crate::finding::{Finding, Verdict};
use crate::threads::divergence::Divergence;
use crate::threads::scene::Scene;

/// An OpenMP barrier that not all threads of the team come to.
pub const RULE: Rule = Rule {
    id: "omp_barrier_divergence",
    summary: "an OpenMP barrier that not all threads of the team come to",
    page: include_str!("../../../../docs/rules/omp_barrier_divergence.md"),
};

/// Words a barrier that some threads miss.
#[must_use]
pub fn finding(scene: &Scene<'_, '_, '_, '_>, found: &Divergence) -> Finding {
    let message = "not all threads of the team may come to this barrier".to_owned();
    let parting = scene.parting(found.branch, found.missed, found.threads.as_deref());
    let verdict = if found.threads.is_some() { Verdict::Proven } else { Verdict::Possible };
    let help = "let all threads of the team come to the barrier, or none".to_owned();
    scene.finding(&RULE, found.missed, verdict, message, vec![parting], help)
}
