//! `collective_in_parallel`: several threads of a process may call the same collective.

use super::Rule;
use crate::finding::{Finding, Verdict};
use crate::threads::scene::Scene;
use crate::threads::team::NodeId;

/// Several threads of a process may call the same collective.
pub const RULE: Rule = Rule {
    id: "collective_in_parallel",
    summary: "several threads of a process may call the same collective",
    page: include_str!("../../../../docs/rules/collective_in_parallel.md"),
};

/// Words a collective that several threads may call.
#[must_use]
pub fn finding(scene: &Scene<'_, '_, '_, '_>, call: NodeId) -> Finding {
    let name = scene.mpi_name(call);
    let message = format!("{name} may be called by several threads of a process");
    let notes = vec![scene.who(call)];
    let help =
        format!("let one thread of the team call {name}: move it into a masked region, or out");
    scene.finding(&RULE, call, Verdict::Proven, message, notes, help)
}
