//! `omp_invalid_nesting`: a barrier or worksharing construct inside of a region that must not hold one.

use super::Rule;
use crate::finding::{Finding, Verdict};
use crate::threads::scene::Scene;
use crate::threads::team::NodeId;
use crate::threads::word::Region;

/// A barrier or worksharing construct inside of a region that must not hold one.
pub const RULE: Rule = Rule {
    id: "omp_invalid_nesting",
    summary: "a barrier or worksharing construct inside of a region that must not hold one",
    page: include_str!("../../../../docs/rules/omp_invalid_nesting.md"),
};

/// Words a construct that must not stand in a region.
#[must_use]
pub fn finding(scene: &Scene<'_, '_, '_, '_>, inner: NodeId, outer: &Region) -> Finding {
    let what = scene.construct(inner);
    let around = outer.letter.name();
    let message = format!("a {what} must not be nested in a {around} of the same team");
    let notes = vec![scene.note(outer.enter, format!("the {around} begins here"))];
    let help =
        format!("move the {what} out of the {around}, or give it a parallel region of its own");
    scene.finding(&RULE, inner, Verdict::Proven, message, notes, help)
}
