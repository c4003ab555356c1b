//! `concurrent_collectives`: two collectives on one communicator may be called by two threads in any order.

use super::Rule;
use crate::finding::{Finding, Verdict};
use crate::threads::scene::Scene;
use crate::threads::team::NodeId;

/// Two collectives on one communicator may be called by two threads in any order.
pub const RULE: Rule = Rule {
    id: "concurrent_collectives",
    summary: "two collectives on one communicator may be called by two threads in any order",
    page: include_str!("../../../../docs/rules/concurrent_collectives.md"),
};

/// Words two collectives of which nothing tells the order.
#[must_use]
pub fn finding(scene: &Scene<'_, '_, '_, '_>, call: NodeId, other: NodeId) -> Finding {
    let [name, first] = [call, other].map(|node| scene.mpi_name(node));
    let message = format!("{name} may be called before, after or together with {first}");
    let notes = vec![
        scene.note(other, format!("{first} is called here, by another thread")),
        scene.who(call),
    ];
    let help = "let a barrier stand between the two, let one thread call both, or give each a \
                communicator of its own"
        .to_owned();
    scene.finding(&RULE, call, Verdict::Proven, message, notes, help)
}
