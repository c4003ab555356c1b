//! `omp_lock_deadlock`: a thread takes a lock or enters a critical region that it holds itself, or keeps
//! one that others need.

use super::Rule;
use crate::finding::{Finding, Verdict};
use crate::threads::locks::{LockMisuse, Misuse};
use crate::threads::scene::Scene;
use crate::threads::team::NodeId;
use crate::threads::word::Letter;

/// A thread takes a lock that it holds itself, or keeps one that others need.
pub const RULE: Rule = Rule {
    id: "omp_lock_deadlock",
    summary: "a thread takes a lock that it holds itself, or keeps one that others need",
    page: include_str!("../../../../docs/rules/omp_lock_deadlock.md"),
};

/// Words a lock that is taken twice or kept.
#[must_use]
pub fn finding(scene: &Scene<'_, '_, '_, '_>, found: &LockMisuse) -> Finding {
    let what = if is_critical(scene, found.acquire) { "critical region" } else { "lock" };
    let (message, note, help) = match found.kind {
        Misuse::Held(before) => (
            match what {
                "lock" => "the thread waits for a lock that it holds itself",
                _ => "the thread waits for a critical region that it is in itself",
            },
            scene.note(before, format!("the {what} was taken here and not given back")),
            "give the lock back first, or use a nestable lock",
        ),
        Misuse::Recursion(again) => (
            "the thread waits for what it holds itself when the function calls itself",
            scene.note(again, format!("the function is called again here, inside of the {what}")),
            "give the lock back before the call",
        ),
        Misuse::Awaited(wait) => (
            "the task waits for what is held by who waits for the task",
            scene.note(
                wait,
                format!("who has made the task waits for it here, inside of the {what}"),
            ),
            "give the lock back before waiting for the task",
        ),
        Misuse::Kept(release) => (
            "the lock is not given back on every way",
            scene.note(release, "it is given back here, which not every way leads to"),
            "give the lock back on every way out of the function",
        ),
    };
    let help = if what == "lock" { help } else { "use another name for one of the two regions" };
    scene.finding(
        &RULE,
        found.acquire,
        Verdict::Proven,
        message.to_owned(),
        vec![note],
        help.to_owned(),
    )
}

fn is_critical(scene: &Scene<'_, '_, '_, '_>, acquire: NodeId) -> bool {
    let regions = &scene.execution.team.regions;
    regions
        .iter()
        .any(|region| region.enter == acquire && matches!(region.letter, Letter::Critical(_)))
}
