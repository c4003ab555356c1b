//! Calls on communicators of which it is not known which ranks they share, in another order than those on others.
//!
//! Ranks of an intercommunicator, or of one that a group makes, are ranks of the whole job as well; those of a row of
//! a grid are each in another column. Two that each come to another communicator first wait for each other, or do so by
//! way of others.

use rustc_hash::FxHashSet;

use super::compare::{is_own, wholes};
use super::project::{Projection, groups};
use super::{Behaviour, CollectiveCall, Step, StepId};
use crate::program::FunctionId;
use crate::value::Context;
use crate::value::expression::ExpressionId;

/// Functions with calls on two communicators of which it is not known which ranks they share, where ranks choose
/// between ways that have both: whether they come to them in one order is left to the run. Ranks of a part of a
/// communicator and of the whole are compared (`compare_orders`).
pub(super) fn crossed_with_others(context: &Context<'_>, behaviour: &Behaviour) -> Vec<FunctionId> {
    let all = &context.expressions;
    let groups = groups(context, behaviour);
    let Some(focus) = groups.first() else { return Vec::new() };
    let mut open = Vec::new();
    for (at, one) in groups.iter().enumerate() {
        let others = groups[at + 1..].iter();
        open.extend(
            others
                .filter(|other| !are_compared(context, *one, **other))
                .map(|other| (*one, *other)),
        );
    }
    if open.is_empty() {
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
        let ways: Vec<Way<'_>> = decision
            .targets
            .iter()
            .map(|target| calls_until(&projection, projection.next(*target), join))
            .collect();
        let crosses = |(one, other): &(ExpressionId, ExpressionId)| {
            let of_pair = |way: &Way<'_>| -> Vec<ExpressionId> {
                let groups = way.calls.iter().map(|call| all.group_of(call.communicator));
                groups.filter(|group| [one, other].contains(&group)).collect()
            };
            let both: Vec<(Vec<ExpressionId>, bool)> = ways
                .iter()
                .map(|way| (of_pair(way), way.is_straight))
                .filter(|(calls, _)| calls.contains(one) && calls.contains(other))
                .collect();
            both.len() > 1 && both.iter().any(|(calls, straight)| !straight || *calls != both[0].0)
        };
        if open.iter().any(crosses) {
            found.extend(ways.iter().flat_map(|way| &way.calls).map(|call| call.function));
        }
    }
    found
}

/// Is one the whole job, or split, and the other split from it, directly or not?
fn are_compared(context: &Context<'_>, one: ExpressionId, other: ExpressionId) -> bool {
    let pair = [one, other];
    wholes(context, one, &pair).contains(&other) || wholes(context, other, &pair).contains(&one)
}

/// What may be called on a way.
struct Way<'b> {
    /// In order, if it is straight.
    calls: Vec<&'b CollectiveCall>,
    /// Does nothing part on it?
    is_straight: bool,
}

/// What may be called from a step on, up to where ways join.
fn calls_until<'b>(
    projection: &Projection<'b>,
    from: Option<StepId>,
    join: Option<StepId>,
) -> Way<'b> {
    let mut way = Way { calls: Vec::new(), is_straight: true };
    let mut seen = FxHashSet::default();
    let mut work: Vec<StepId> = from.into_iter().collect();
    while let Some(step) = work.pop() {
        if Some(step) == join || !seen.insert(step) {
            continue;
        }
        let at = projection.behaviour.step(step);
        if let Step::Collective(call, _) = at {
            way.calls.push(&**call);
        }
        let next = at.targets().iter().filter_map(|target| projection.next(*target));
        let before = work.len();
        work.extend(next);
        way.is_straight &= work.len() <= before + 1;
    }
    way
}
