//! What functions that stay calls are handed over: the same by all who call them, or not.
//!
//! In a large program a function is looked at by itself ([`super::UnseenCall`]). What every caller hands
//! over alike, `context->rank` in a program with one context, is known there as well.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Behaviour, Decision, Step, StepId, UnseenCall};
use crate::graph::{Block as GraphBlock, ControlDependence, FlowGraph, PostDominators};
use crate::program::FunctionId;
use crate::value::Context;
use crate::value::evaluate::{Evaluator, Sample};
use crate::value::expression::{Dependence, Expression, ExpressionId, Input};

/// What one function is handed over for its inputs. `None`: not the same by all, or not known.
type Inputs = FxHashMap<Input, Option<ExpressionId>>;

/// What the functions of a program are handed over, by those looked at so far.
#[derive(Debug, Default)]
pub struct HandedOver {
    /// `None`: by some call it is not known.
    by_function: FxHashMap<FunctionId, Option<Inputs>>,
    /// Functions that not all ranks may call.
    partial: FxHashSet<FunctionId>,
    /// Functions that some rank comes to call.
    called: FxHashSet<FunctionId>,
}

/// Numbers of ranks for which it is looked at which calls ranks come to.
const SIZES: [i64; 5] = [4, 2, 3, 5, 8];

impl HandedOver {
    /// Takes note of the calls of a function's behaviour, whose own inputs are bound. Those of its
    /// callers come first. `runs`: it is called by more than what was looked at so far.
    pub fn note(
        &mut self,
        context: &mut Context<'_>,
        id: FunctionId,
        behaviour: &Behaviour,
        runs: bool,
    ) {
        let is_call = |step: &Step| matches!(step, Step::Call(..));
        if !behaviour.steps.iter().any(is_call) {
            return;
        }
        let world = context.expressions.leaf(Expression::World);
        if runs || self.called.contains(&id) {
            self.called.extend(called(context, behaviour, world));
        }
        let sample = Sample::whole(world, 4);
        let mut evaluator = Evaluator::new(context, &sample);
        let partial = match self.partial.contains(&id) {
            true => vec![true; behaviour.steps.len()],
            // What is known of a condition may be that it never holds.
            false => partial_steps(behaviour, &mut |condition| {
                let evaluation = evaluator.evaluate(condition);
                evaluation.dependence() == Dependence::Uniform
                    && evaluation.values.iter().all(Option::is_none)
            }),
        };
        let mut is_same = |expression: ExpressionId| {
            evaluator.evaluate(expression).dependence() == Dependence::Uniform
        };
        for (step, partial) in behaviour.steps.iter().zip(partial) {
            let Step::Call(call, _) = step else { continue };
            if partial {
                self.partial.insert(call.function);
            }
            // A rank that does not come here may be one the callee would do else for.
            let mut is_known = |expression: ExpressionId| {
                !context.expressions.mentions_input(expression) && (!partial || is_same(expression))
            };
            self.note_call(call, &mut is_known);
        }
    }

    fn note_call(&mut self, call: &UnseenCall, is_known: &mut dyn FnMut(ExpressionId) -> bool) {
        let known =
            self.by_function.entry(call.function).or_insert_with(|| Some(Inputs::default()));
        let (Some(inputs), Some(handed)) = (known.as_mut(), &call.hands_over) else {
            *known = None;
            return;
        };
        for (input, expression) in handed {
            let value = is_known(*expression).then_some(*expression);
            let all = inputs.entry(*input).or_insert(value);
            if *all != value {
                *all = None;
            }
        }
    }

    /// Does some rank come to call it, as far as was looked at?
    #[must_use]
    pub fn is_called(&self, function: FunctionId) -> bool {
        self.called.contains(&function)
    }

    /// What all callers hand over for an input.
    #[must_use]
    pub fn bound(&self, function: FunctionId, input: Input) -> Option<ExpressionId> {
        self.by_function.get(&function)?.as_ref()?.get(&input).copied().flatten()
    }

    /// Lets calls depend only on what is not known where the function is looked at.
    pub fn settle(&self, behaviour: &mut Behaviour, is_bound: &dyn Fn(FunctionId) -> bool) {
        for step in &mut behaviour.steps {
            let Step::Call(call, _) = step else { continue };
            let Some(handed) = &call.hands_over else { continue };
            if !is_bound(call.function) {
                continue;
            }
            let open =
                handed.iter().filter(|(input, _)| self.bound(call.function, *input).is_none());
            let mut depends_on: Vec<ExpressionId> =
                open.map(|(_, expression)| *expression).collect();
            depends_on.sort_unstable();
            depends_on.dedup();
            call.depends_on = depends_on;
        }
    }
}

/// The functions that some rank comes to call.
fn called(
    context: &Context<'_>,
    behaviour: &Behaviour,
    world: ExpressionId,
) -> FxHashSet<FunctionId> {
    let decisions: Vec<(StepId, &Decision)> = (0..behaviour.steps.len())
        .map(StepId::new)
        .filter_map(|id| match behaviour.step(id) {
            Step::Decide(decision) => Some((id, decision.as_ref())),
            _ => None,
        })
        .collect();
    let mut kinds: BTreeSet<Vec<(StepId, StepId)>> = BTreeSet::new();
    for size in SIZES {
        let sample = Sample::whole(world, size);
        let mut evaluator = Evaluator::new(context, &sample);
        let mut taken = vec![Vec::new(); sample.members];
        for (id, decision) in &decisions {
            let values = evaluator.evaluate(decision.condition).values;
            for (taken, value) in taken.iter_mut().zip(values) {
                if let Some(target) = value.and_then(|value| decision.target(value)) {
                    taken.push((*id, decision.targets[target]));
                }
            }
        }
        kinds.extend(taken);
    }
    let mut called = FxHashSet::default();
    for taken in kinds {
        let taken: FxHashMap<StepId, StepId> = taken.into_iter().collect();
        let mut reached = vec![false; behaviour.steps.len()];
        let mut work = vec![behaviour.entry];
        while let Some(id) = work.pop() {
            if std::mem::replace(&mut reached[id.index()], true) {
                continue;
            }
            if let Step::Call(call, _) = behaviour.step(id) {
                called.insert(call.function);
            }
            match taken.get(&id) {
                Some(target) => work.push(*target),
                None => work.extend(behaviour.step(id).targets()),
            }
        }
    }
    called
}

/// By step: do some ranks perhaps not come there? `all_may_take`: all ranks decide alike, one way or
/// the other.
fn partial_steps(
    behaviour: &Behaviour,
    all_may_take: &mut dyn FnMut(ExpressionId) -> bool,
) -> Vec<bool> {
    let mut partial = vec![false; behaviour.steps.len()];
    let parts: Vec<GraphBlock> = behaviour
        .steps
        .iter()
        .enumerate()
        .filter(|(_, step)| match step {
            Step::Decide(decision) => {
                decision.targets.len() > 1 && !all_may_take(decision.condition)
            }
            _ => false,
        })
        .map(|(index, _)| GraphBlock::new(index))
        .collect();
    if parts.is_empty() {
        return partial;
    }
    let to_block = |step: &StepId| GraphBlock::new(step.index());
    let successors: Vec<Vec<GraphBlock>> =
        behaviour.steps.iter().map(|step| step.targets().iter().map(to_block).collect()).collect();
    let graph = FlowGraph::new(to_block(&behaviour.entry), &successors);
    let post_dominators = PostDominators::new(&graph);
    let control = ControlDependence::new(&graph, &post_dominators);
    // What a branch decides about decides about more.
    let mut work = parts;
    let mut seen: FxHashSet<u32> = work.iter().map(|block| block.0).collect();
    while let Some(branch) = work.pop() {
        for block in control.dependents(branch) {
            partial[block.index()] = true;
            if seen.insert(block.0) {
                work.push(block);
            }
        }
    }
    partial
}
