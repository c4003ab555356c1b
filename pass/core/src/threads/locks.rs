//! Threads that wait for themselves: a lock or a critical region taken while it is held, and locks that
//! are not given back on some way.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::program::BlockId;
use crate::threads::execution::Execution;
use crate::threads::openmp::LockKind;
use crate::threads::team::{NodeId, NodeKind, Team};
use crate::threads::word::{Letter, LockName, Region, RegionId};

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
    /// The function that takes it calls itself there.
    Recursion(NodeId),
    /// Who has made the task that takes it waits for that there, and holds it.
    Awaited(NodeId),
}

/// Finds locks that are taken twice or kept.
#[must_use]
pub fn check(execution: &Execution<'_, '_, '_>) -> Vec<LockMisuse> {
    let team = execution.team;
    let mut found = recursions(execution);
    for node in team.ids() {
        let NodeKind::Acquire(lock, kind) = &team.node(node).kind else { continue };
        // Whether such a lock may be taken again, or is given back by another thread, is not known.
        if *kind == LockKind::Foreign {
            continue;
        }
        if *kind == LockKind::Plain && execution.held(node).contains(lock) {
            let before = taken_before(team, node, lock).map(Misuse::Held);
            // Or who waits for the task that it is in has taken it.
            let kind = before.or_else(|| awaited_under(execution, node, lock).map(Misuse::Awaited));
            found.extend(kind.map(|kind| LockMisuse { acquire: node, kind }));
            continue;
        }
        // It may run before its maker has the lock, or behind that.
        if let Some(wait) = awaited_under(execution, node, lock)
            && is_always_met(team, node)
        {
            found.push(LockMisuse { acquire: node, kind: Misuse::Awaited(wait) });
        }
        if let Some(release) = kept(execution, node, lock) {
            found.push(LockMisuse { acquire: node, kind: Misuse::Kept(release) });
        }
    }
    found
}

/// Where the maker of the task that a node is in waits for it and holds the lock.
fn awaited_under(
    execution: &Execution<'_, '_, '_>,
    node: NodeId,
    lock: &LockName,
) -> Option<NodeId> {
    let (_, task) = task_around(execution.team, node).filter(|_| lock.is_fixed())?;
    waits_for_task(execution.team, task.enter).find(|wait| execution.held(*wait).contains(lock))
}

/// Does every way through the task that a node is in lead to it?
fn is_always_met(team: &Team, node: NodeId) -> bool {
    let spawn = task_around(team, node).map(|(_, task)| &team.node(task.enter).kind);
    let Some(NodeKind::Spawn { body, .. }) = spawn else { return false };
    let instance = team.node(*body).instance;
    let end = team.ids().find(|node| team.node(*node).instance == instance);
    end.is_some_and(|end| !avoids(team, *body, end, node))
}

/// The task a node is in.
fn task_around(team: &Team, node: NodeId) -> Option<(RegionId, &Region)> {
    team.regions_around(node).find(|(_, region)| region.letter == Letter::Task)
}

/// Where those that make a task there wait for it, if it may not have ended before: at a barrier, or as one of those that are
/// waited for there.
fn waits_for_task(team: &Team, spawn: NodeId) -> impl Iterator<Item = NodeId> {
    let may_end = |node: NodeId| {
        matches!(team.node(node).kind, NodeKind::TaskWait { .. } | NodeKind::Barrier { .. })
    };
    let maker = task_around(team, spawn).map(|(id, _)| id);
    let mut before: Vec<NodeId> = reached(team, &[spawn], may_end).into_iter().collect();
    before.push(spawn);
    before.sort_unstable();
    let next = before.into_iter().flat_map(|node| &team.successors[node.index()]).copied();
    next.filter(move |node| {
        matches!(team.node(*node).kind, NodeKind::TaskWait { all: true })
            && task_around(team, *node).map(|(id, _)| id) == maker
    })
}

/// May a thread hold a lock where it waits for tasks it has made?
fn is_awaiting_under_lock(execution: &Execution<'_, '_, '_>) -> bool {
    let team = execution.team;
    let waits = |node: NodeId| matches!(team.node(node).kind, NodeKind::TaskWait { .. });
    team.ids().any(waits)
        && team.ids().any(|node| {
            let NodeKind::Acquire(lock, LockKind::Plain) = &team.node(node).kind else {
                return false;
            };
            without_release(team, &[node], Some(lock)).into_iter().any(waits)
        })
}

/// Where else the lock is taken, on a way to here without giving it back.
fn taken_before(team: &Team, at: NodeId, lock: &LockName) -> Option<NodeId> {
    team.ids().find(|node| {
        *node != at
            && matches!(&team.node(*node).kind, NodeKind::Acquire(other, _) if other == lock)
            && without_release(team, &[*node], Some(lock)).contains(&at)
    })
}

/// What is reached from behind any of the nodes without giving the lock back, if it is known which.
pub(super) fn without_release(
    team: &Team,
    from: &[NodeId],
    lock: Option<&LockName>,
) -> FxHashSet<NodeId> {
    reached(
        team,
        from,
        |node| matches!(&team.node(node).kind, NodeKind::Release(other) if Some(other) == lock),
    )
}

/// What is reached from behind any of the nodes by ways that do not come to where they stop.
fn reached(team: &Team, from: &[NodeId], stops: impl Fn(NodeId) -> bool) -> FxHashSet<NodeId> {
    let mut seen = FxHashSet::default();
    let behind = from.iter().flat_map(|node| &team.successors[node.index()]);
    let mut work: Vec<NodeId> = behind.copied().collect();
    while let Some(node) = work.pop() {
        if !stops(node) && seen.insert(node) {
            work.extend(team.successors[node.index()].iter().copied());
        }
    }
    seen
}

/// Where a lock is given back that is kept on another way out of the function that takes it.
///
/// What is taken under a condition and given back where that is asked again is not kept by those for whom
/// it does not hold there: they have not taken it.
fn kept(execution: &Execution<'_, '_, '_>, acquire: NodeId, lock: &LockName) -> Option<NodeId> {
    let team = execution.team;
    let instance = team.node(acquire).instance;
    let here = |node: &NodeId| team.node(*node).instance == instance;
    let behind = without_release(team, &[acquire], Some(lock));
    let gives_back = |node: &NodeId| {
        here(node) && matches!(&team.node(*node).kind, NodeKind::Release(other) if other == lock)
    };
    let is_next = |node: &NodeId| {
        team.successors[acquire.index()].contains(node)
            || behind.iter().any(|before| team.successors[before.index()].contains(node))
    };
    let releases: Vec<NodeId> = team.ids().filter(gives_back).filter(is_next).collect();
    let release = *releases.first()?;
    // The first node made of an instance is its end.
    let end = team.ids().find(here)?;
    if !behind.contains(&end) {
        return None;
    }
    let asked_before = |release: &NodeId| {
        let block = team.node(*release).block;
        execution.values.asked_again(instance, team.node(acquire).block, block)
    };
    let asked: FxHashSet<BlockId> = releases.iter().flat_map(asked_before).collect();
    // Control that comes to the block comes to the condition at its end.
    let asks_again =
        |node: NodeId| node != end && here(&node) && asked.contains(&team.node(node).block);
    let kept = reached(team, &[acquire], |node| {
        asks_again(node)
            || matches!(&team.node(node).kind, NodeKind::Release(other) if other == lock)
    });
    kept.contains(&end).then_some(release)
}

/// Is something left to chance about the locks of a team: which of several is meant, or whether one is given
/// back by somebody else?
#[must_use]
pub fn are_unproven(execution: &Execution<'_, '_, '_>) -> bool {
    let team = execution.team;
    foreign_are_unproven(execution)
        || are_in_no_order(execution)
        || is_awaiting_under_lock(execution)
        || team.ids().any(|node| is_met_under_lock(execution, node))
        || team.ids().any(|node| {
            let NodeKind::Acquire(lock, LockKind::Plain) = &team.node(node).kind else {
                return false;
            };
            let instance = team.node(node).instance;
            let end = team.ids().find(|node| team.node(*node).instance == instance);
            !lock.is_fixed()
                || end.is_some_and(|end| without_release(team, &[node], Some(lock)).contains(&end))
        })
}

/// Are there locks of which each is taken, somewhere, while the one before it is held, and the first while the last
/// is? Then threads may wait for each other in a circle, if they are there at the same time.
fn are_in_no_order(execution: &Execution<'_, '_, '_>) -> bool {
    let team = execution.team;
    let mut under: FxHashMap<LockName, FxHashSet<LockName>> = FxHashMap::default();
    for node in team.ids() {
        if let NodeKind::Acquire(lock, LockKind::Plain) = &team.node(node).kind {
            for held in execution.held(node).into_iter().filter(|held| held != lock) {
                under.entry(held).or_default().insert(lock.clone());
            }
        }
    }
    under.keys().any(|first| {
        let mut seen: FxHashSet<&LockName> = FxHashSet::default();
        let mut work = vec![first];
        while let Some(held) = work.pop() {
            let taken = under.get(held).into_iter().flatten();
            work.extend(taken.filter(|lock| seen.insert(lock)));
        }
        seen.contains(first)
    })
}

/// Does a thread come with a lock to where all threads have to come, or to where it waits for a team of its own?
/// Others may not come, as they have not got it.
fn is_met_under_lock(execution: &Execution<'_, '_, '_>, node: NodeId) -> bool {
    let waits = matches!(
        execution.team.node(node).kind,
        NodeKind::Barrier { .. } | NodeKind::Work(_) | NodeKind::Fork(_)
    );
    waits && !execution.held(node).is_empty()
}

/// Is a team made by a thread that holds a lock? One of its threads may want it.
#[must_use]
pub fn is_team_made_under_lock(execution: &Execution<'_, '_, '_>) -> bool {
    let is_fork = |node: &NodeId| matches!(execution.team.node(*node).kind, NodeKind::Fork(_));
    execution.team.ids().filter(is_fork).any(|fork| is_met_under_lock(execution, fork))
}

/// Is it not known of a call of MPI which locks of other libraries are held there, or which iterations it waits for?
fn foreign_are_unproven(execution: &Execution<'_, '_, '_>) -> bool {
    let team = execution.team;
    let loose = |node: NodeId| match &team.node(node).kind {
        // Which iterations are waited for: of two that wait for others, both may go on at once.
        NodeKind::Acquire(LockName::Order, _) => true,
        NodeKind::Acquire(lock, LockKind::Foreign) | NodeKind::Release(lock) => !lock.is_fixed(),
        NodeKind::MayAcquire(_) => true,
        _ => false,
    };
    let is_call = |node: &NodeId| matches!(team.node(*node).kind, NodeKind::Mpi(_));
    let calls: Vec<NodeId> = team.ids().filter(is_call).collect();
    !calls.is_empty()
        && (team.ids().any(loose) || calls.into_iter().any(|call| execution.may_be_guarded(call)))
}

/// Functions that call themselves while they hold what they take. Of several locks the next call may take another
/// one.
fn recursions(execution: &Execution<'_, '_, '_>) -> Vec<LockMisuse> {
    let team = execution.team;
    let mut found = Vec::new();
    for again in team.ids() {
        let NodeKind::Recursion(function) = team.node(again).kind else { continue };
        // A task that is made does not hold what its maker holds.
        if team.instances.iter().any(|made| made.function == function && made.task) {
            continue;
        }
        let awaited = task_around(team, again).map(|(_, task)| task.enter);
        let awaited = awaited.and_then(|spawn| waits_for_task(team, spawn).next());
        let held = execution.held(awaited.unwrap_or(again));
        for node in team.ids() {
            let instance = team.node(node).instance;
            if let NodeKind::Acquire(lock, LockKind::Plain) = &team.node(node).kind
                && team.instances[instance.index()].function == function
                && lock.is_fixed()
                && held.contains(lock)
                && is_always_taken(team, node)
            {
                found.push(LockMisuse { acquire: node, kind: Misuse::Recursion(again) });
            }
        }
    }
    found
}

/// Does every way through its function lead to a node?
fn is_always_taken(team: &Team, node: NodeId) -> bool {
    let instance = team.node(node).instance;
    let mut own = team.ids().filter(|node| team.node(*node).instance == instance);
    let (Some(end), Some(start)) = (own.next(), own.next()) else { return false };
    !avoids(team, start, end, node)
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
