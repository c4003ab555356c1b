//! Where the whole job ends: `if (size != 4) MPI_Abort(...)`.
//!
//! Where one rank surely ends the job before it waits for another, the job ends for all that come there:
//! what stands behind is not what this number of ranks does. A number of ranks that a program
//! refuses thus proves nothing.

use rustc_hash::FxHashSet;

use super::equivalence::Outcomes;
use super::project::Projection;
use super::{Decision, Step, StepId};
use crate::value::Context;
use crate::value::evaluate::{Evaluator, Sample};
use crate::value::expression::{Expression, ExpressionId};

/// Lets the job end for all kinds of ranks where one of them, or of `others`, surely ends it. The
/// decisions at which that is.
pub fn end_for_all(
    projection: &Projection<'_>,
    kinds: &mut [Outcomes],
    others: &[Outcomes],
) -> FxHashSet<StepId> {
    let behaviour = projection.behaviour;
    let ends = |kind: &Outcomes| kind.taken.values().any(|target| behaviour.ends_job(*target));
    let mut ended = FxHashSet::default();
    let mut end = None;
    for kind in kinds.iter().chain(others).filter(|kind| ends(kind)) {
        ended.extend(surely_ended(projection, kind));
        let mut targets = kind.taken.values().copied();
        end = end.or_else(|| targets.find(|target| behaviour.ends_job(*target)));
    }
    if let Some(end) = end {
        for kind in kinds {
            kind.taken.extend(ended.iter().map(|step| (*step, end)));
        }
    }
    ended
}

/// The decisions ranks of one kind may come to, and from which they come to the end of the job and to
/// nothing else: no call, no return. Loops on the way there, as one that writes what the rank has, end.
fn surely_ended(projection: &Projection<'_>, kind: &Outcomes) -> Vec<StepId> {
    let behaviour = projection.behaviour;
    let mut reached = FxHashSet::default();
    let mut before: Vec<Vec<StepId>> = vec![Vec::new(); behaviour.steps.len()];
    let (mut ends, mut others) = (Vec::new(), Vec::new());
    let mut work: Vec<StepId> = projection.entry().into_iter().collect();
    while let Some(step) = work.pop() {
        if !reached.insert(step) {
            continue;
        }
        let decides = matches!(behaviour.step(step), Step::Decide(_));
        match behaviour.ends_job(step) {
            true => ends.push(step),
            false if !decides => others.push(step),
            false => {}
        }
        let targets = match kind.taken.get(&step) {
            Some(target) => std::slice::from_ref(target),
            None => behaviour.step(step).targets(),
        };
        for target in targets {
            match projection.next(*target) {
                Some(way) => {
                    work.push(way);
                    before[way.index()].extend(decides.then_some(step));
                }
                None => others.push(step),
            }
        }
    }
    let (to_end, to_others) = (leading_to(ends, &before), leading_to(others, &before));
    let is_ended = |step: &StepId| {
        let decides = matches!(behaviour.step(*step), Step::Decide(_));
        decides && to_end.contains(step) && !to_others.contains(step)
    };
    reached.into_iter().filter(is_ended).collect()
}

/// These steps and the decisions from which one may come to one of them.
fn leading_to(steps: Vec<StepId>, before: &[Vec<StepId>]) -> FxHashSet<StepId> {
    let mut found = FxHashSet::default();
    let mut work = steps;
    while let Some(step) = work.pop() {
        if found.insert(step) {
            work.extend(&before[step.index()]);
        }
    }
    found
}

/// Numbers of ranks that are tried where a program refuses the usual ones.
const TRIED_SIZES: std::ops::RangeInclusive<i64> = 2..=130;
/// Decisions whether to end the job that are looked at to find a number of ranks that passes.
const GUARDS: usize = 16;

/// Adds numbers of ranks that are not refused, if the program checks the number of ranks.
pub fn add_accepted_sizes(
    context: &Context<'_>,
    projection: &Projection<'_>,
    sizes: &mut Vec<i64>,
) {
    let ancestor = eldest(context, projection.group);
    let guards: Vec<&Decision> = projection
        .guards()
        .map(|(_, decision)| decision)
        .filter(|decision| depends_on_size_alone(context, decision.condition, ancestor))
        .take(GUARDS)
        .collect();
    if guards.is_empty() {
        return;
    }
    let passed = |size: i64| -> Vec<bool> {
        let sample = Sample::whole(ancestor, size);
        let mut evaluator = Evaluator::new(context, &sample);
        let pass = |decision: &&Decision| {
            let value = evaluator.evaluate(decision.condition).values.first().copied().flatten();
            let target = value.and_then(|value| decision.target(value));
            target.is_none_or(|at| !projection.behaviour.ends_job(decision.targets[at]))
        };
        guards.iter().map(pass).collect()
    };
    let usual: Vec<Vec<bool>> = sizes.iter().map(|size| passed(*size)).collect();
    let all = |passed: &Vec<bool>| passed.iter().all(|passed| *passed);
    let mut missing: Vec<bool> =
        (0..guards.len()).map(|guard| usual.iter().all(|passed| !passed[guard])).collect();
    // Two numbers of ranks that pass everything tell more than one.
    let mut wanted = 2_usize.saturating_sub(usual.iter().filter(|passed| all(passed)).count());
    for size in TRIED_SIZES {
        if sizes.contains(&size) || (wanted == 0 && !missing.contains(&true)) {
            continue;
        }
        let passed = passed(size);
        let news = missing.iter().zip(&passed).any(|(missing, passed)| *missing && *passed);
        if news || (wanted > 0 && all(&passed)) {
            sizes.push(size);
            wanted = wanted.saturating_sub(usize::from(all(&passed)));
            missing.iter_mut().zip(&passed).for_each(|(missing, passed)| *missing &= !*passed);
        }
    }
}

/// The communicator from which a communicator comes in the end.
pub fn eldest(context: &Context<'_>, group: ExpressionId) -> ExpressionId {
    let mut at = group;
    while let Expression::Communicator { parent, .. } = context.expressions.get(at) {
        at = context.expressions.group_of(*parent);
    }
    at
}

fn depends_on_size_alone(
    context: &Context<'_>,
    condition: ExpressionId,
    communicator: ExpressionId,
) -> bool {
    let mut leaves = Vec::new();
    context.expressions.leaves(condition, &mut leaves);
    !leaves.is_empty()
        && leaves.iter().all(|leaf| {
            matches!(context.expressions.get(*leaf), Expression::Size(of) if *of == communicator)
        })
}
