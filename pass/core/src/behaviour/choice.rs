//! Communicators that a condition chooses: `mine = rank % 2 ? odd : even; MPI_Barrier(mine);`
//!
//! To the ranks it is the same as a decision with a call on each arm, and so it is made one: then the
//! ranks of each communicator are compared like those of any other.

use rustc_hash::{FxHashMap, FxHashSet};

use super::project::{Projection, groups};
use super::{Behaviour, CollectiveCall, Decision, Guard, Step, StepId};
use crate::program::{Callee, Event, FunctionId, Program};
use crate::value::Context;
use crate::value::expression::{Expression, ExpressionId, Expressions};

/// A choice among more communicators is left as it is.
const CHOICES_LIMIT: usize = 8;

/// Makes decisions of the choices among communicators that are known.
pub(crate) fn decide(context: &mut Context<'_>, behaviour: &mut Behaviour) {
    for index in 0..behaviour.steps.len() {
        let Step::Collective(call, next) = &behaviour.steps[index] else { continue };
        if !is_choice(context, call.communicator) {
            continue;
        }
        let (call, next) = (call.clone(), *next);
        let Some(block) = block_of(context.program, call.function, call.tag) else { continue };
        let first = step_for(context, behaviour, &call, block, call.communicator, next);
        behaviour.steps[index] = behaviour.steps[first.index()].clone();
    }
}

/// Is it one of a few communicators, each of them known?
fn is_choice(context: &mut Context<'_>, communicator: ExpressionId) -> bool {
    let all = &mut context.expressions;
    if !matches!(all.get(communicator), Expression::Select(..)) {
        return false;
    }
    let mut leaves = 0;
    let mut work = vec![communicator];
    while let Some(next) = work.pop() {
        let known = all.communicator(next);
        match *all.get(known) {
            Expression::Select(_, then, otherwise) => work.extend([then, otherwise]),
            Expression::World
            | Expression::OwnCommunicator
            | Expression::NullCommunicator
            | Expression::Communicator { .. } => leaves += 1,
            _ => return false,
        }
        if leaves + work.len() > CHOICES_LIMIT {
            return false;
        }
    }
    true
}

/// A new step that makes the call on what is chosen.
fn step_for(
    context: &mut Context<'_>,
    behaviour: &mut Behaviour,
    call: &CollectiveCall,
    block: u32,
    communicator: ExpressionId,
    next: StepId,
) -> StepId {
    let communicator = context.expressions.communicator(communicator);
    let step = match *context.expressions.get(communicator) {
        Expression::Select(condition, then, otherwise) => {
            let targets = [then, otherwise]
                .map(|way| step_for(context, behaviour, call, block, way, next))
                .to_vec();
            Step::Decide(Box::new(Decision {
                condition,
                guard: Guard::Truth,
                hides: vec![false; targets.len()],
                targets,
                function: call.function,
                block,
                location: call.location.clone(),
                chain: call.chain.clone(),
                leaving: None,
                counted: None,
                passed: None,
            }))
        }
        _ => {
            let chosen_from = Some(call.communicator);
            let call = CollectiveCall { communicator, chosen_from, ..call.clone() };
            Step::Collective(Box::new(call), next)
        }
    };
    behaviour.steps.push(step);
    StepId::new(behaviour.steps.len() - 1)
}

/// `if (mine != MPI_COMM_NULL) MPI_Barrier(mine);`: to the ranks of one of the communicators the condition
/// only matters where it is this one that was chosen. Says of each decision about calls on one choice
/// what its condition is then; else `mine`, which some ranks of a part do not have, would part the ranks of
/// the whole, though none of them has the whole then.
pub(crate) fn restrict(context: &mut Context<'_>, behaviour: &mut Behaviour) {
    let mut restricted = FxHashMap::default();
    for group in groups(context, behaviour) {
        let chosen = behaviour.steps.iter().any(|step| match step {
            Step::Collective(call, _) => {
                call.chosen_from.is_some()
                    && context.expressions.group_of(call.communicator) == group
            }
            _ => false,
        });
        if !chosen {
            continue;
        }
        let projection = Projection::new(context, behaviour, group);
        let mut conditions = Vec::new();
        for id in projection.relevant() {
            let Step::Decide(decision) = behaviour.step(id) else { continue };
            let Some(choice) = decides_about(context, &projection, id) else { continue };
            let condition = restricted_to(context, group, choice, decision.condition);
            if condition != decision.condition {
                conditions.push((id, condition));
            }
        }
        if !conditions.is_empty() {
            restricted.insert(group, conditions);
        }
    }
    behaviour.restricted = restricted;
}

/// The choice all calls are on that the ranks see between a decision and where its ways join.
fn decides_about(
    context: &Context<'_>,
    projection: &Projection<'_>,
    decision: StepId,
) -> Option<ExpressionId> {
    let behaviour = projection.behaviour;
    let join = projection.join(decision)?;
    let mut choice = None;
    let mut seen = FxHashSet::from_iter([join, decision]);
    let mut work = behaviour.step(decision).targets().to_vec();
    while let Some(target) = work.pop() {
        let Some(step) = projection.next(target).filter(|step| seen.insert(*step)) else {
            continue;
        };
        match behaviour.step(step) {
            Step::Collective(call, next) => {
                let other = call.chosen_from?;
                if *choice.get_or_insert(other) != other
                    || context.expressions.group_of(call.communicator) != projection.group
                {
                    return None;
                }
                work.push(*next);
            }
            Step::Decide(decision) => work.extend(&decision.targets),
            Step::Call(..) | Step::End(..) => return None,
        }
    }
    choice
}

/// What a condition is where a choice is a communicator of `group`; elsewhere it does not matter.
fn restricted_to(
    context: &mut Context<'_>,
    group: ExpressionId,
    choice: ExpressionId,
    condition: ExpressionId,
) -> ExpressionId {
    let choice = context.expressions.communicator(choice);
    let Expression::Select(by, then, otherwise) = *context.expressions.get(choice) else {
        let inside = context.expressions.group_of(choice) == group;
        return if inside { condition } else { context.expressions.integer(0) };
    };
    let ways = [(1, then), (0, otherwise)].map(|(value, way)| {
        let known = |_: &Expressions, id| (id == by).then_some(value);
        let condition = context.expressions.replace(condition, &known, &mut FxHashMap::default());
        restricted_to(context, group, way, condition)
    });
    context.expressions.select(by, ways[0], ways[1])
}

/// The block a call stands in.
fn block_of(program: &Program, function: FunctionId, tag: u32) -> Option<u32> {
    let is_call = |event: &Event| match event {
        Event::Call(call) => call.tag == tag && matches!(call.callee, Callee::Direct(_)),
        _ => false,
    };
    let mut blocks = (0..).zip(&program.function(function).blocks);
    blocks.find(|(_, block)| block.events.iter().any(is_call)).map(|(number, _)| number)
}
