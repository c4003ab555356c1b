//! The kinds of ranks: those that decide alike, as far as that is known.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::equivalence::Outcomes;
use super::project::Projection;
use super::{Step, StepId};
use crate::value::evaluate::Evaluation;
use crate::value::expression::ExpressionId;

/// The kinds of ranks by how they decide, and the members of the sample that are of each.
pub(super) fn outcomes(
    projection: &Projection<'_>,
    members: usize,
    mut evaluate: impl FnMut(ExpressionId) -> Evaluation,
) -> (Vec<Outcomes>, Vec<Vec<usize>>) {
    let mut taken: Vec<BTreeMap<StepId, StepId>> = vec![BTreeMap::new(); members];
    for step in projection.relevant() {
        let Step::Decide(decision) = projection.behaviour.step(step) else { continue };
        let values = evaluate(decision.condition).values;
        for (taken, value) in taken.iter_mut().zip(values) {
            if let Some(target) = value.and_then(|value| decision.target(value)) {
                taken.insert(step, decision.targets[target]);
            }
        }
    }
    let mut by_outcomes: BTreeMap<BTreeMap<StepId, StepId>, Vec<usize>> = BTreeMap::new();
    for (member, taken) in taken.into_iter().enumerate() {
        by_outcomes.entry(taken).or_default().push(member);
    }
    by_outcomes.into_iter().map(|(taken, members)| (Outcomes { taken }, members)).unzip()
}

/// Kinds that are the same, joined; ordered by their first members.
pub(super) fn merged(
    kinds: Vec<Outcomes>,
    members: Vec<Vec<usize>>,
) -> (Vec<Outcomes>, Vec<Vec<usize>>) {
    let mut together: FxHashMap<Outcomes, Vec<usize>> = FxHashMap::default();
    for (kind, members) in kinds.into_iter().zip(members) {
        together.entry(kind).or_default().extend(members);
    }
    let mut groups: Vec<(Outcomes, Vec<usize>)> = together.into_iter().collect();
    groups.iter_mut().for_each(|(_, members)| members.sort_unstable());
    groups.sort_by_key(|(_, members)| members[0]);
    groups.into_iter().unzip()
}
