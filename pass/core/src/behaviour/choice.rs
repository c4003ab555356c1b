//! Communicators that a condition chooses: `mine = rank % 2 ? odd : even; MPI_Barrier(mine);`
//!
//! To the ranks it is the same as a decision with a call on each arm, and so it is made one: then the
//! ranks of each communicator are compared like those of any other.

use super::{Behaviour, CollectiveCall, Decision, Guard, Step, StepId};
use crate::program::{Callee, Event, FunctionId, Program};
use crate::value::Context;
use crate::value::expression::{Expression, ExpressionId};

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
            }))
        }
        _ => Step::Collective(Box::new(CollectiveCall { communicator, ..call.clone() }), next),
    };
    behaviour.steps.push(step);
    StepId::new(behaviour.steps.len() - 1)
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
