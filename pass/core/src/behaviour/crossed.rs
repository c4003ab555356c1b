//! Calls on communicators of which it is not known who belongs to them, in another order than those on others.
//!
//! Ranks of an intercommunicator, or of one that a group makes, are ranks of the whole job as well. Two that each come
//! to another one first wait for each other.

use rustc_hash::FxHashSet;

use super::compare::is_own;
use super::project::{Projection, groups};
use super::{Behaviour, CollectiveCall, Step, StepId};
use crate::program::FunctionId;
use crate::value::Context;
use crate::value::expression::{Derivation, Expression, ExpressionId};

/// Functions with calls on a communicator of which it is not known who belongs to it, and on others, where ranks choose
/// between ways that have both: whether they come to them in one order is left to the run.
pub(super) fn crossed_with_others(context: &Context<'_>, behaviour: &Behaviour) -> Vec<FunctionId> {
    let all = &context.expressions;
    let is_open = |group: &ExpressionId| {
        !matches!(all.get(*group), Expression::World)
            && !matches!(
                all.get(*group),
                Expression::Communicator { derivation: Derivation::Split, .. }
            )
    };
    let groups = groups(context, behaviour);
    let (Some(focus), true) = (groups.first(), groups.len() > 1) else { return Vec::new() };
    if !groups.iter().any(is_open) {
        return Vec::new();
    }
    let blocks = |step: &Step| match step {
        Step::Collective(call, _) => call.operation() != "MPI_Comm_free",
        _ => true,
    };
    let projection = Projection::with(context, behaviour, *focus, &groups, &blocks);
    let mut found = Vec::new();
    for step in projection.relevant() {
        let Step::Decide(decision) = behaviour.step(step) else { continue };
        if !is_own(context, decision.condition) {
            continue;
        }
        let join = projection.join(step);
        let ways: Vec<Vec<&CollectiveCall>> = decision
            .targets
            .iter()
            .map(|target| calls_until(&projection, projection.next(*target), join))
            .collect();
        let on = |way: &[&CollectiveCall], group: ExpressionId| {
            way.iter().any(|call| all.group_of(call.communicator) == group)
        };
        let crosses = |open: ExpressionId| {
            let both = |other: ExpressionId| {
                let has_both = |way: &&Vec<&CollectiveCall>| on(way, open) && on(way, other);
                other != open && ways.iter().filter(has_both).count() > 1
            };
            groups.iter().copied().any(both)
        };
        if groups.iter().copied().filter(is_open).any(crosses) {
            found.extend(ways.iter().flatten().map(|call| call.function));
        }
    }
    found
}

/// The calls that may be made from a step on, up to where ways join.
fn calls_until<'b>(
    projection: &Projection<'b>,
    from: Option<StepId>,
    join: Option<StepId>,
) -> Vec<&'b CollectiveCall> {
    let mut calls = Vec::new();
    let mut seen = FxHashSet::default();
    let mut work: Vec<StepId> = from.into_iter().collect();
    while let Some(step) = work.pop() {
        if Some(step) == join || !seen.insert(step) {
            continue;
        }
        let at = projection.behaviour.step(step);
        if let Step::Collective(call, _) = at {
            calls.push(&**call);
        }
        work.extend(at.targets().iter().filter_map(|target| projection.next(*target)));
    }
    calls
}
