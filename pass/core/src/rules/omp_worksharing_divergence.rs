//! `omp_worksharing_divergence`: a worksharing construct that not all threads of the team come to.

use super::Rule;
use crate::finding::{Finding, Verdict};
use crate::threads::divergence::Divergence;
use crate::threads::scene::Scene;

/// A worksharing construct that not all threads of the team come to.
pub const RULE: Rule = Rule {
    id: "omp_worksharing_divergence",
    summary: "a worksharing construct that not all threads of the team come to",
    page: include_str!("../../../../docs/rules/omp_worksharing_divergence.md"),
};

/// Words a worksharing construct that some threads miss.
#[must_use]
pub fn finding(scene: &Scene<'_, '_, '_, '_>, found: &Divergence) -> Finding {
    let what = scene.construct(found.missed);
    let message = format!("not all threads of the team may come to this {what}");
    let parting = scene.parting(found.branch, found.missed, found.threads.as_deref());
    let verdict = if found.threads.is_some() { Verdict::Proven } else { Verdict::Possible };
    let help = format!("let all threads of the team come to the {what}, or none");
    scene.finding(&RULE, found.missed, verdict, message, vec![parting], help)
}
