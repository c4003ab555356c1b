//! What ranks do that another one tells them to do, by messages or broadcasts.
//!
//! ```c
//! for (;;) {
//!     MPI_Recv(&command, 1, MPI_INT, 0, ...);
//!     if (command == STOP) break;
//!     if (command == SHARE) MPI_Bcast(...);
//! }
//! ```
//! Who sends the commands makes the calls it asks for as well, elsewhere. Whether it sends them to all, and which, only the
//! run knows; but that what the one calls can be answered by the others shows in the code.

use rustc_hash::FxHashSet;

use super::compare::dependence;
use super::equivalence::Equivalence;
use super::project::Projection;
use super::{CollectiveCall, Step, StepId};
use crate::value::expression::{Dependence, Expression, ExpressionId};
use crate::value::{Context, Sender};

/// Decisions in loops by what other ranks say, where those make one of the calls in that loop as well: the others may be
/// for commands that this program never gives. Of what is received from a rank that all name alike the callers know who
/// sends it, if all ranks that are seen receive it.
pub(super) fn served(
    context: &Context<'_>,
    projection: &Projection<'_>,
    equivalence: &Equivalence<'_>,
    kinds: usize,
) -> FxHashSet<StepId> {
    let commands = projection.commands(context);
    if commands.is_empty() {
        return FxHashSet::default();
    }
    let seen: Vec<FxHashSet<StepId>> =
        (0..kinds).map(|kind| equivalence.reached_by(kind)).collect();
    let is_served = |(step, sender): &&(StepId, Sender)| {
        let (servers, others): (Vec<_>, Vec<_>) =
            seen.iter().partition(|steps| steps.contains(step));
        if others.is_empty() {
            return *sender == Sender::Same;
        }
        let own = |step: &StepId| !servers.iter().any(|steps| steps.contains(step));
        let of_others: FxHashSet<_> = others
            .iter()
            .flat_map(|steps| steps.iter().filter(|step| own(step)))
            .filter_map(|step| called(projection, *step))
            .collect();
        let around = projection.loop_of(*step).into_iter().flatten();
        let mut asked_for = around.filter_map(|step| called(projection, *step));
        asked_for.any(|call| of_others.contains(&call))
    };
    commands.iter().filter(is_served).map(|(step, _)| *step).collect()
}

/// Do ranks go round in a loop about a step that is left by what a call in it gives them of which `is_theirs` holds?
pub(super) fn awaits(
    context: &Context<'_>,
    projection: &Projection<'_>,
    step: StepId,
    is_theirs: &dyn Fn(&CollectiveCall) -> bool,
) -> bool {
    let Some(around) = projection.loop_of(step) else { return false };
    let given: FxHashSet<u64> = around
        .iter()
        .filter_map(|step| match projection.behaviour.step(*step) {
            Step::Collective(call, _) if is_theirs(call) => {
                Some(Context::site_key(call.function, call.tag))
            }
            _ => None,
        })
        .collect();
    let agreed = projection.agreed_sites(context);
    let mut sites = around.iter().filter_map(|step| agreed.get(step)).flatten();
    sites.any(|site| given.contains(site))
}

/// The collective call that a step makes, and on which communicator.
fn called(projection: &Projection<'_>, step: StepId) -> Option<(&'static str, ExpressionId)> {
    match projection.behaviour.step(step) {
        Step::Collective(call, _) => Some((call.operation(), call.communicator)),
        _ => None,
    }
}

/// Who sent what alone decides here, of all that may differ between ranks.
pub(super) fn sender(context: &Context<'_>, condition: ExpressionId) -> Option<Sender> {
    let mut leaves = Vec::new();
    context.expressions.leaves(condition, &mut leaves);
    let own = leaves
        .into_iter()
        .filter(|leaf| dependence(context, *leaf) == Some(Dependence::RankDependent));
    let senders = own.map(|leaf| match context.expressions.get(leaf) {
        Expression::Origin(origin) => context.origin_of(*origin).sender,
        _ => None,
    });
    let senders: Option<Vec<Sender>> = senders.collect();
    let senders = senders.filter(|senders| !senders.is_empty())?;
    let is_given = senders.contains(&Sender::Given);
    Some(if is_given { Sender::Given } else { Sender::Same })
}
