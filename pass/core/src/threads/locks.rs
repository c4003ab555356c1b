//! Threads that wait for themselves: a lock or a critical region taken while it is held, and locks that
//! are not given back on some way.

use rustc_hash::FxHashSet;

use crate::threads::execution::Execution;
use crate::threads::openmp::LockKind;
use crate::threads::team::{NodeId, NodeKind, Team};
use crate::threads::word::LockName;

/// What is wrong with a lock.
#[derive(Clone, Debug)]
pub struct LockMisuse {
    /// Where it is taken.
    pub acquire: NodeId,
    /// How.
    pub kind: Misuse,
}

/// How a lock is misused.
#[derive(Clone, Debug)]
pub enum Misuse {
    /// The thread holds it already, taken there.
    Held(NodeId),
    /// It is given back there, but not on every way.
    Kept(NodeId),
}

/// Finds locks that are taken twice or kept.
#[must_use]
pub fn check(execution: &Execution<'_, '_, '_>) -> Vec<LockMisuse> {
    let team = execution.team;
    let mut found = Vec::new();
    for node in team.ids() {
        let NodeKind::Acquire(lock, kind) = &team.node(node).kind else { continue };
        if *kind == LockKind::Plain && execution.held(node).contains(lock) {
            if let Some(before) = taken_before(team, node, lock) {
                found.push(LockMisuse { acquire: node, kind: Misuse::Held(before) });
            }
            continue;
        }
        if let Some(release) = kept(team, node, lock) {
            found.push(LockMisuse { acquire: node, kind: Misuse::Kept(release) });
        }
    }
    found
}

/// Where else the lock is taken, on a way to here without giving it back.
fn taken_before(team: &Team, at: NodeId, lock: &LockName) -> Option<NodeId> {
    team.ids().find(|node| {
        *node != at
            && matches!(&team.node(*node).kind, NodeKind::Acquire(other, _) if other == lock)
            && without_release(team, *node, lock).contains(&at)
    })
}

/// What is reached from behind a node without giving the lock back.
fn without_release(team: &Team, from: NodeId, lock: &LockName) -> FxHashSet<NodeId> {
    let mut seen = FxHashSet::default();
    let mut work = team.successors[from.index()].clone();
    while let Some(node) = work.pop() {
        let gives_back = matches!(&team.node(node).kind, NodeKind::Release(other) if other == lock);
        if !gives_back && seen.insert(node) {
            work.extend(team.successors[node.index()].iter().copied());
        }
    }
    seen
}

/// Where a lock is given back that is kept on another way out of the function that takes it.
///
/// Only where it is taken on every way through the function: a lock that is taken under a condition may
/// be given back under the same one.
fn kept(team: &Team, acquire: NodeId, lock: &LockName) -> Option<NodeId> {
    let instance = team.node(acquire).instance;
    let here = |node: &NodeId| team.node(*node).instance == instance;
    let release = team.ids().find(|node| {
        here(node) && matches!(&team.node(*node).kind, NodeKind::Release(other) if other == lock)
    })?;
    // The first node made of an instance is its end.
    let end = team.ids().find(here)?;
    let start = team.ids().filter(here).nth(1)?;
    let kept = without_release(team, acquire, lock);
    let always = !avoids(team, start, end, acquire);
    (always && kept.contains(&end)).then_some(release)
}

/// Is there a way from start to end around a node?
fn avoids(team: &Team, start: NodeId, end: NodeId, around: NodeId) -> bool {
    let mut seen = FxHashSet::default();
    let mut work = vec![start];
    while let Some(node) = work.pop() {
        if node == end {
            return true;
        }
        if node != around && seen.insert(node) {
            work.extend(team.successors[node.index()].iter().copied());
        }
    }
    false
}
