//! Communicators of which it is not known whether ranks name the same one.
//!
//! ```c
//! MPI_Bcast(&n, 1, MPI_INT, 0, sim->comm);
//! plugin->setup(sim);                          // may put another one there
//! MPI_Allreduce(in, out, 1, MPI_INT, MPI_SUM, sim->comm);
//! ```
//! Nothing about calls on them can be proven, and there may be hundreds of them.

use rustc_hash::FxHashSet;

use super::{Behaviour, Step};
use crate::value::Context;
use crate::value::expression::{Expression, ExpressionId};

/// Is it one of them?
pub(super) fn is_uncertain(context: &Context<'_>, group: ExpressionId) -> bool {
    matches!(
        context.expressions.get(group),
        Expression::Select(..)
            | Expression::Opaque { .. }
            | Expression::Content(..)
            | Expression::Doubtful(_)
            | Expression::Origin(_)
    )
}

/// Those of them in which there may be something to tell. Who belongs to them is not known, so what ranks have may be what
/// made them members, and nothing but their ranks in it is known to differ; but what the root of a gather receives may
/// be more than anybody sends.
pub(super) fn told_of(
    context: &Context<'_>,
    behaviour: &Behaviour,
    groups: &[ExpressionId],
) -> Vec<ExpressionId> {
    let all = &context.expressions;
    let mut told = FxHashSet::default();
    if groups.is_empty() {
        return Vec::new();
    }
    for step in &behaviour.steps {
        let asked: Vec<ExpressionId> = match step {
            Step::Decide(decision) => vec![decision.condition],
            Step::Collective(call, _) => {
                if call.has_two_counts() {
                    told.insert(all.group_of(call.communicator));
                }
                let data = call.datatypes.iter().chain(&call.counts);
                call.root.iter().chain(&call.operator).chain(data).copied().collect()
            }
            Step::Call(..) | Step::End(..) => Vec::new(),
        };
        for asked in asked {
            let tells = |leaf: &Expression| {
                matches!(leaf, Expression::Rank(_) | Expression::Communicator { .. })
            };
            for leaf in all.leaves_of_kind(asked, tells) {
                note_ancestors(context, leaf, &mut told);
            }
        }
    }
    groups.iter().copied().filter(|group| told.contains(group)).collect()
}

/// The communicator that something is the rank in, and those that it was made of.
fn note_ancestors(context: &Context<'_>, leaf: ExpressionId, found: &mut FxHashSet<ExpressionId>) {
    let all = &context.expressions;
    let mut at = match all.get(leaf) {
        Expression::Rank(communicator) => *communicator,
        _ => leaf,
    };
    loop {
        let group = all.group_of(at);
        found.extend([at, group]);
        match all.get(group) {
            Expression::Communicator { parent, .. } => at = *parent,
            _ => break,
        }
    }
}
