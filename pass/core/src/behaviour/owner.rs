//! Who is root where the ranks part by it: `if (rank == owner) MPI_Bcast(a, n, t, rank, c);`
//!
//! Behind `rank == owner` the rank that comes there is the owner, whoever that is. A root that is named
//! by the rank there is the owner's number, the same that the others name.

use rustc_hash::FxHashSet;

use super::{Behaviour, Guard, Step, StepId};
use crate::program::Comparison;
use crate::value::Context;
use crate::value::expression::{Expression, ExpressionId};

/// Puts the owner in the place of the rank in roots that only the owner names.
pub(crate) fn name_owners(context: &Context<'_>, behaviour: &mut Behaviour) {
    let roots: FxHashSet<ExpressionId> = behaviour
        .steps
        .iter()
        .filter_map(|step| match step {
            Step::Collective(call, _) => call.root,
            _ => None,
        })
        .filter(|root| is_rank(context, *root))
        .collect();
    if roots.is_empty() {
        return;
    }
    for index in 0..behaviour.steps.len() {
        let Some((rank, owner, equal)) = owner_test(context, &behaviour.steps[index]) else {
            continue;
        };
        if !roots.contains(&rank) {
            continue;
        }
        for step in only_behind(behaviour, StepId::new(index), equal) {
            if let Step::Collective(call, _) = &mut behaviour.steps[step]
                && call.root == Some(rank)
            {
                call.root = Some(owner);
            }
        }
    }
}

fn is_rank(context: &Context<'_>, expression: ExpressionId) -> bool {
    matches!(context.expressions.get(expression), Expression::Rank(_))
}

/// `rank == owner`: the rank, what it is compared with, and the target where they are equal.
fn owner_test(context: &Context<'_>, step: &Step) -> Option<(ExpressionId, ExpressionId, StepId)> {
    let Step::Decide(decision) = step else { return None };
    let (Guard::Truth, [then, otherwise]) = (&decision.guard, decision.targets.as_slice()) else {
        return None;
    };
    let Expression::Compare(comparison, _, a, b) = context.expressions.get(decision.condition)
    else {
        return None;
    };
    let equal = match comparison {
        Comparison::Equal => *then,
        Comparison::NotEqual => *otherwise,
        _ => return None,
    };
    let (rank, owner) = if is_rank(context, *a) { (*a, *b) } else { (*b, *a) };
    let is_other = then != otherwise && is_rank(context, rank) && !is_rank(context, owner);
    is_other.then_some((rank, owner, equal))
}

/// The steps that are reached by the edge alone: where one of them is, the edge was the last that was
/// taken of those of its decision, and what was compared there is as it was.
fn only_behind(behaviour: &Behaviour, decision: StepId, target: StepId) -> Vec<usize> {
    let reached = |avoid: bool| {
        let mut seen = vec![false; behaviour.steps.len()];
        let mut work = vec![behaviour.entry];
        while let Some(step) = work.pop() {
            if !std::mem::replace(&mut seen[step.index()], true) {
                let next = behaviour.step(step).targets().iter().copied();
                work.extend(next.filter(|to| !avoid || step != decision || *to != target));
            }
        }
        seen
    };
    let (all, others) = (reached(false), reached(true));
    (0..all.len()).filter(|step| all[*step] && !others[*step]).collect()
}
