//! Communicators, windows and files made by two calls that stand in two arms of one decision, and are one call to the
//! ranks: `if (rank == 0) MPI_Comm_split(w, MPI_UNDEFINED, 0, &c); else MPI_Comm_split(w, 1, rank, &c);`
//!
//! The calls that make communicators are collective on the parent, so the first one on one arm
//! meets the first one on the other, and so on. What they make is one communicator, whose colour
//! is the choice, by the decision's condition, of the colours given.

use rustc_hash::FxHashMap;

use super::project::{Projection, groups};
use super::{Behaviour, Decision, Guard, Step, StepId};
use crate::program::Comparison;
use crate::value::Context;
use crate::value::expression::{Expression, ExpressionId, Expressions};

/// Communicators made on one arm of a decision that are paired with those of the others.
const MADE_LIMIT: usize = 64;
/// Communicators made of united ones are united in turn, up to this depth.
const ROUNDS: usize = 4;

/// A communicator that is made, and all the expressions that stand for it.
#[derive(Clone, Debug)]
struct Made {
    operation: &'static str,
    made: ExpressionId,
    united: Vec<ExpressionId>,
}

/// Gives communicators made by matching calls one expression. Then those made by everybody, with one
/// colour, count as copies of their parents.
pub fn unite(context: &mut Context<'_>, behaviour: &mut Behaviour) {
    for _ in 0..ROUNDS {
        let mut replaced = FxHashMap::default();
        for group in groups(context, behaviour) {
            if makes_several(context, behaviour, group) {
                replaced.extend(united_on(context, behaviour, group));
            }
        }
        if replaced.is_empty() {
            break;
        }
        let mut cache = FxHashMap::default();
        rewrite(context, behaviour, &mut |expressions, expression| {
            let by = |_: &mut _, id| replaced.get(&id).copied();
            expressions.replace_communicators(expression, &by, &mut cache)
        });
    }
    let mut cache = FxHashMap::default();
    rewrite(context, behaviour, &mut |expressions, expression| {
        let copy = |all: &mut Expressions, id| all.as_copy(id);
        expressions.replace_communicators(expression, &copy, &mut cache)
    });
}

/// Are there calls on the ranks of `group` that make different communicators alike?
fn makes_several(context: &Context<'_>, behaviour: &Behaviour, group: ExpressionId) -> bool {
    let mut first: FxHashMap<&str, ExpressionId> = FxHashMap::default();
    behaviour.steps.iter().any(|step| {
        let Step::Collective(call, _) = step else { return false };
        let Some(made) = call.makes else { return false };
        context.expressions.group_of(call.communicator) == group
            && *first.entry(call.operation()).or_insert(made) != made
    })
}

/// By communicator: the one it is united into.
fn united_on(
    context: &mut Context<'_>,
    behaviour: &Behaviour,
    group: ExpressionId,
) -> FxHashMap<ExpressionId, ExpressionId> {
    let projection = Projection::new(context, behaviour, group);
    let mut on_all_ways: FxHashMap<StepId, Vec<Made>> = FxHashMap::default();
    let mut replaced = FxHashMap::default();
    // Inner decisions come before those around them, whose unions count.
    for id in behaviour.innermost_first() {
        let Step::Decide(decision) = behaviour.step(id) else { continue };
        if !projection.is_relevant(id) {
            continue;
        }
        let join = projection.join(id);
        let arms: Vec<Vec<Made>> = decision
            .targets
            .iter()
            .map(|target| {
                if behaviour.ends_job(*target) {
                    return None;
                }
                Some(made_until(&projection, &on_all_ways, *target, join))
            })
            .map(Option::unwrap_or_default)
            .collect();
        let united = unite_arms(context, behaviour, decision, &arms);
        for one in &united {
            let others = one.united.iter().filter(|other| **other != one.made);
            replaced.extend(others.map(|other| (*other, one.made)));
        }
        on_all_ways.insert(id, united);
    }
    replaced
}

/// What is made on the way from `from` to `join`, in order, as far as all ways make it.
fn made_until(
    projection: &Projection<'_>,
    on_all_ways: &FxHashMap<StepId, Vec<Made>>,
    from: StepId,
    join: Option<StepId>,
) -> Vec<Made> {
    let mut all = Vec::new();
    let mut at = projection.next(from);
    let mut steps = 0;
    while let Some(step) = at {
        steps += 1;
        if at == join || all.len() >= MADE_LIMIT || steps > projection.behaviour.steps.len() {
            break;
        }
        at = match projection.behaviour.step(step) {
            Step::Collective(call, next) => {
                if let Some(made) = call.makes {
                    let operation = call.operation();
                    all.push(Made { operation, made, united: vec![made] });
                }
                projection.next(*next)
            }
            Step::Decide(_) => match on_all_ways.get(&step) {
                Some(made) => {
                    all.extend(made.iter().cloned());
                    projection.join(step)
                }
                // Around a loop.
                None => break,
            },
            Step::Call(_, next) => projection.next(*next),
            Step::End(..) => break,
        };
    }
    all
}

/// What the arms make together: each communicator of the first arm with the next one that the same
/// operation makes of the same parent on the others. Those made by blocking calls stand in one order
/// whatever their parents; of `MPI_Comm_idup` on different communicators that is not asked.
fn unite_arms(
    context: &mut Context<'_>,
    behaviour: &Behaviour,
    decision: &Decision,
    arms: &[Vec<Made>],
) -> Vec<Made> {
    let goes_on = |arm: &usize| !behaviour.ends_job(decision.targets[*arm]);
    let Some(first) = (0..arms.len()).find(goes_on) else { return Vec::new() };
    let parent = |context: &Context<'_>, made: &Made| match context.expressions.get(made.made) {
        Expression::Communicator { parent, .. } => Some(*parent),
        _ => None,
    };
    let mut left: Vec<Vec<&Made>> = arms.iter().map(|arm| arm.iter().collect()).collect();
    let mut result = Vec::new();
    for made in &arms[first] {
        let like = |other: &&Made| {
            other.operation == made.operation && parent(context, other) == parent(context, made)
        };
        let partners: Vec<Option<usize>> =
            (0..arms.len()).map(|arm| left[arm].iter().position(like)).collect();
        if (0..arms.len()).any(|arm| goes_on(&arm) && partners[arm].is_none()) {
            continue;
        }
        let ways: Vec<Option<&Made>> = (0..arms.len())
            .map(|arm| partners[arm].filter(|_| goes_on(&arm)).map(|at| left[arm].remove(at)))
            .collect();
        result.extend(unite_ways(context, decision, &ways));
    }
    result
}

/// One communicator for those made on the ways of a decision; `None` for a way that ends the job.
fn unite_ways(
    context: &mut Context<'_>,
    decision: &Decision,
    ways: &[Option<&Made>],
) -> Option<Made> {
    let first = ways.iter().flatten().next()?;
    if ways.iter().flatten().any(|way| way.operation != first.operation) {
        return None;
    }
    let mut united: Vec<ExpressionId> =
        ways.iter().flatten().flat_map(|way| way.united.iter().copied()).collect();
    united.sort_unstable();
    united.dedup();
    if ways.iter().flatten().all(|way| way.made == first.made) {
        return Some(Made { united, ..(*first).clone() });
    }
    let parts = |way: &Made| match context.expressions.get(way.made) {
        Expression::Communicator { derivation, parent, color_and_key, origin } => {
            Some((*derivation, *parent, *color_and_key, *origin))
        }
        _ => None,
    };
    let (derivation, parent, color_and_key, origin) = parts(first)?;
    let mut colors = Vec::new();
    let mut keys = Vec::new();
    for way in ways {
        let Some(way) = way else {
            colors.push(None);
            keys.push(None);
            continue;
        };
        let (how, from, given, _) = parts(way)?;
        if how != derivation || from != parent || given.is_some() != color_and_key.is_some() {
            return None;
        }
        colors.push(given.map(|(color, _)| color));
        keys.push(given.map(|(_, key)| key));
    }
    let color_and_key = match color_and_key {
        None => None,
        Some(_) => Some((choose(context, decision, &colors)?, choose(context, decision, &keys)?)),
    };
    let made = context.expressions.leaf(Expression::Communicator {
        derivation,
        parent,
        color_and_key,
        origin,
    });
    Some(Made { operation: first.operation, made, united })
}

/// The value of the way that is taken.
fn choose(
    context: &mut Context<'_>,
    decision: &Decision,
    values: &[Option<ExpressionId>],
) -> Option<ExpressionId> {
    let all = &mut context.expressions;
    let mut given = values.iter().flatten();
    let first = *given.next()?;
    if given.all(|value| *value == first) {
        return Some(first);
    }
    match (&decision.guard, values) {
        (Guard::Truth, [then, otherwise]) => {
            let (then, otherwise) = (then.or(*otherwise)?, otherwise.or(*then)?);
            Some(all.select(decision.condition, then, otherwise))
        }
        (Guard::Cases(cases), [by_case @ .., default]) => {
            let mut result = default.unwrap_or(first);
            for (case, value) in cases.iter().zip(by_case) {
                let Some(value) = *value else { continue };
                let case = all.integer(*case);
                let is = all.compare(Comparison::Equal, 64, decision.condition, case);
                result = all.select(is, value, result);
            }
            Some(result)
        }
        _ => None,
    }
}

/// Changes every expression of a behaviour.
fn rewrite(
    context: &mut Context<'_>,
    behaviour: &mut Behaviour,
    change: &mut dyn FnMut(&mut Expressions, ExpressionId) -> ExpressionId,
) {
    for step in &mut behaviour.steps {
        for expression in step.expressions_mut() {
            *expression = change(&mut context.expressions, *expression);
        }
    }
}
