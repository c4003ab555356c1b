//! Functions that call themselves: in place of the inner call stands [`NodeKind::Recursion`], so what threads come to
//! behind it is not looked at.
//!
//! What all threads decide alike in one run of the function, and hand on alike, they decide alike in the next one, so
//! barriers they meet at in the first they meet at in all. Where something differs between them it may be how often
//! the function runs.

use rustc_hash::FxHashMap;

use crate::program::{Event, ValueId};
use crate::threads::dependence::Dependence;
use crate::threads::execution::Execution;
use crate::threads::openmp::LockKind;
use crate::threads::team::{InstanceId, NodeId, NodeKind};

/// Is it not known whether threads come to the same barriers and worksharing constructs in all runs of functions that
/// call themselves, or whether a lock is taken again that is held around the inner call?
#[must_use]
pub fn is_unproven(execution: &Execution<'_, '_, '_>) -> bool {
    let team = execution.team;
    let mut inner_calls: FxHashMap<InstanceId, Vec<NodeId>> = FxHashMap::default();
    for again in team.ids() {
        let NodeKind::Recursion(function) = team.node(again).kind else { continue };
        let mut around = instances_around(execution, team.node(again).instance);
        let outer = around.find(|at| team.instances[at.index()].function == function);
        inner_calls.entry(outer.unwrap_or(team.node(again).instance)).or_default().push(again);
    }
    inner_calls.into_iter().any(|(outer, calls)| {
        let is_inside = |node: &NodeId| {
            instances_around(execution, team.node(*node).instance).any(|at| at == outer)
        };
        let inside: Vec<NodeId> = team.ids().filter(is_inside).collect();
        let meets = inside.iter().any(|node| {
            matches!(team.node(*node).kind, NodeKind::Barrier { .. } | NodeKind::Work(_))
        });
        let differs = || {
            inside.iter().any(|node| parts(execution, *node))
                || calls.iter().any(|again| hands_on(execution, *again))
        };
        meets && differs() || calls.iter().any(|again| takes_again(execution, *again, &inside))
    })
}

/// An instance and those it is called from, innermost first.
fn instances_around<'e>(
    execution: &'e Execution<'_, '_, '_>,
    instance: InstanceId,
) -> impl Iterator<Item = InstanceId> + 'e {
    let instances = &execution.team.instances;
    std::iter::successors(Some(instance), |at| {
        instances[at.index()].parent.map(|call| call.instance)
    })
}

/// Does the condition of a branch differ between threads?
fn parts(execution: &Execution<'_, '_, '_>, branch: NodeId) -> bool {
    execution.dependence(branch).is_some_and(differs)
}

fn differs(dependence: Dependence) -> bool {
    matches!(dependence, Dependence::PerThread | Dependence::Known { varies: true, .. })
}

/// Is the inner call handed something that differs between threads?
fn hands_on(execution: &Execution<'_, '_, '_>, again: NodeId) -> bool {
    let node = execution.team.node(again);
    let function = execution.values.function_of(node.instance);
    let event = function.blocks[node.block.index()].events.get(node.event as usize);
    let Some(Event::Call(site)) = event else { return false };
    let differs = |argument: &ValueId| {
        let thread = execution.first_thread();
        differs(execution.values.evaluate(node.instance, *argument, thread))
    };
    site.arguments.iter().any(differs)
}

/// Is a lock held around the inner call that the function takes?
fn takes_again(execution: &Execution<'_, '_, '_>, again: NodeId, inside: &[NodeId]) -> bool {
    let held = execution.held(again);
    inside.iter().any(|node| match &execution.team.node(*node).kind {
        NodeKind::Acquire(lock, LockKind::Plain) => held.contains(lock),
        _ => false,
    })
}
