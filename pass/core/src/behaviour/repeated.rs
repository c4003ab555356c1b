//! Conditions that decide several times: `if (own < most) MPI_Barrier(c); ... if (own >= most) MPI_Barrier(c);`
//!
//! What a rank's own value is may not be known, but where it cannot change on the way each rank decides by it
//! alike each time. So ranks are told apart by how they decide.

use rustc_hash::FxHashMap;

use super::assume::Stable;
use super::equivalence::Outcomes;
use super::project::Projection;
use super::{Guard, Step, StepId};
use crate::program::Comparison;
use crate::value::Context;
use crate::value::expression::{Expression, ExpressionId};

/// Conditions by which ranks are told apart.
const CONDITIONS: usize = 3;

/// A condition or its opposite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Condition {
    Comparison(Comparison, ExpressionId, ExpressionId),
    Other(ExpressionId),
}

/// Tells kinds of ranks apart by the conditions of which `is_own` says that ranks may decide differently, which
/// decide several times and cannot change.
pub(super) fn told_apart(
    context: &Context<'_>,
    projection: &Projection<'_>,
    (mut kinds, mut members): (Vec<Outcomes>, Vec<Vec<usize>>),
    is_own: &dyn Fn(ExpressionId) -> bool,
) -> (Vec<Outcomes>, Vec<Vec<usize>>) {
    for decisions in repeated(context, projection, is_own) {
        let is_known =
            |kind: &Outcomes| decisions.iter().any(|(step, _)| kind.taken.contains_key(step));
        for kind in 0..kinds.len() {
            if is_known(&kinds[kind]) {
                continue;
            }
            let mut other = kinds[kind].clone();
            for (step, [holds, fails]) in &decisions {
                kinds[kind].taken.insert(*step, *holds);
                other.taken.insert(*step, *fails);
            }
            kinds.push(other);
            members.push(members[kind].clone());
        }
    }
    (kinds, members)
}

/// By condition: where it decides, with the ways if it holds and if it does not.
fn repeated(
    context: &Context<'_>,
    projection: &Projection<'_>,
    is_own: &dyn Fn(ExpressionId) -> bool,
) -> Vec<Vec<(StepId, [StepId; 2])>> {
    let stable = Stable::of(context, projection.behaviour);
    let mut found: Vec<Vec<(StepId, [StepId; 2])>> = Vec::new();
    let mut at: FxHashMap<Condition, usize> = FxHashMap::default();
    for step in projection.relevant() {
        let Step::Decide(decision) = projection.behaviour.step(step) else { continue };
        let [then, otherwise] = decision.targets[..] else { continue };
        if decision.guard != Guard::Truth
            || !is_own(decision.condition)
            || !stable.holds(decision.condition)
        {
            continue;
        }
        let (condition, is_opposite) = canonical(context, decision.condition);
        let ways = if is_opposite { [otherwise, then] } else { [then, otherwise] };
        let next = found.len();
        let index = *at.entry(condition).or_insert(next);
        if index == next {
            found.push(Vec::new());
        }
        found[index].push((step, ways));
    }
    found.retain(|decisions| decisions.len() > 1);
    found.truncate(CONDITIONS);
    found
}

/// A condition as all that say the same have it, and whether it is the opposite of that.
fn canonical(context: &Context<'_>, condition: ExpressionId) -> (Condition, bool) {
    use Comparison::{
        Equal, Greater, GreaterEqual, GreaterEqualUnsigned, GreaterUnsigned, Less, LessEqual,
        LessEqualUnsigned, LessUnsigned, NotEqual,
    };
    let Expression::Compare(comparison, _, a, b) = *context.expressions.get(condition) else {
        return (Condition::Other(condition), false);
    };
    let (comparison, [a, b], is_opposite) = match comparison {
        Equal | NotEqual => (Equal, [a.min(b), a.max(b)], comparison == NotEqual),
        Less => (Less, [a, b], false),
        GreaterEqual => (Less, [a, b], true),
        Greater => (Less, [b, a], false),
        LessEqual => (Less, [b, a], true),
        LessUnsigned => (LessUnsigned, [a, b], false),
        GreaterEqualUnsigned => (LessUnsigned, [a, b], true),
        GreaterUnsigned => (LessUnsigned, [b, a], false),
        LessEqualUnsigned => (LessUnsigned, [b, a], true),
    };
    (Condition::Comparison(comparison, a, b), is_opposite)
}
