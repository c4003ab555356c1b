//! What MPI says of itself while ranks use it: `MPI_Initialized(&f); if (f) MPI_Abort(...); exit(1);`
//!
//! Behind `MPI_Init`, or another collective call, a rank has initialised MPI and not finalised it; so it has wherever a
//! function that does not initialise MPI comes to such a call. What was asked before that is not known to be so.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Behaviour, Step, StepId};
use crate::value::Context;
use crate::value::expression::{Expression, ExpressionId};

/// Puts the answers of `MPI_Initialized` and `MPI_Finalized` in the place of these where MPI is in use; `from_start`: it is
/// when the behaviour begins.
pub(crate) fn assume_in_use(
    context: &mut Context<'_>,
    behaviour: &mut Behaviour,
    from_start: bool,
) {
    if !context.expressions.knows_of_use() {
        return;
    }
    let in_use = in_use_at(behaviour, from_start);
    let mut asked_before: FxHashSet<ExpressionId> = FxHashSet::default();
    for (step, _) in behaviour.steps.iter().zip(&in_use).filter(|(_, in_use)| !**in_use) {
        let Step::Decide(decision) = step else { continue };
        let is_agreed = |leaf: &Expression| matches!(leaf, Expression::Agreed(..));
        asked_before.extend(context.expressions.leaves_of_kind(decision.condition, is_agreed));
    }
    let mut cache = FxHashMap::default();
    let used = behaviour.steps.iter_mut().zip(in_use).filter(|(_, in_use)| *in_use);
    for expression in used.flat_map(|(step, _)| step.expressions_mut()) {
        *expression = context.expressions.replace(
            *expression,
            &|all, id| all.said_in_use(id).filter(|_| !asked_before.contains(&id)),
            &mut cache,
        );
    }
}

/// By step: has every rank that comes there made a collective call, or does it come from where MPI is in use?
fn in_use_at(behaviour: &Behaviour, from_start: bool) -> Vec<bool> {
    let mut in_use = vec![true; behaviour.steps.len()];
    let mut work: Vec<StepId> = Vec::new();
    if !from_start {
        in_use[behaviour.entry.index()] = false;
        work.push(behaviour.entry);
    }
    while let Some(at) = work.pop() {
        let step = behaviour.step(at);
        if matches!(step, Step::Collective(..)) {
            continue;
        }
        for target in step.targets() {
            if std::mem::replace(&mut in_use[target.index()], false) {
                work.push(*target);
            }
        }
    }
    in_use
}
