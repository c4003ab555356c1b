//! Loops that go round differently often on each rank, and add up: `for (i = 0; i < rank; i++) MPI_Barrier(c);`, then
//! what is each rank's turn, then `for (; i < size; i++) MPI_Barrier(c);`.
//!
//! Where all that decides is a count of known numbers, or is known for the rank, its calls can be counted out one by one.

use rustc_hash::FxHashMap;

use super::effort::Effort;
use super::equivalence::Outcomes;
use super::project::Projection;
use super::{Step, StepId};
use crate::value::Context;
use crate::value::counted::Counted;
use crate::value::evaluate::{Evaluator, Sample};
use crate::value::expression::{ExpressionId, fold_compare};

/// Steps of one rank that are counted out.
const STEPS: usize = 4096;

/// A call, as far as it has to be the same on all ranks.
type Made = (&'static str, ExpressionId);

/// One rank.
struct Rank<'r, 'p> {
    context: &'r Context<'p>,
    sample: &'r Sample,
    projection: &'r Projection<'r>,
    outcomes: &'r Outcomes,
    member: usize,
    /// How far numbers are from their starts that loops move or have moved.
    moved: FxHashMap<ExpressionId, i64>,
    /// The loops it is in: the number that each counts, and the one it is compared with.
    open: FxHashMap<StepId, (i64, i64)>,
    /// The calls it has made.
    made: Vec<Made>,
    /// Where it has come in no such loop, and how many calls it had made by then.
    places: Vec<(Option<StepId>, usize)>,
}

/// Do some members of a sample make the same calls, in loops that begin with the one at `from`, whatever the rounds
/// of each loop? Then the first place to which all of them come after as many calls; inner `None` is the end.
#[expect(clippy::option_option, reason = "no place and the end are two things")]
pub fn add_up<'r, 'p>(
    (context, sample): (&'r Context<'p>, &'r Sample),
    projection: &'r Projection<'r>,
    members: impl Iterator<Item = (usize, &'r Outcomes)>,
    from: StepId,
    effort: &Effort,
) -> Option<Option<StepId>> {
    let walked = members.map(|(member, outcomes)| {
        let (moved, open, made, places) = Default::default();
        let mut rank =
            Rank { context, sample, projection, outcomes, member, moved, open, made, places };
        rank.walk(from);
        effort.spend(rank.made.len() + rank.places.len());
        rank
    });
    let ranks: Vec<Rank<'_, '_>> = walked.collect();
    let (first, others) = ranks.split_first()?;
    let is_common = |(step, calls): &&(Option<StepId>, usize)| {
        others.iter().all(|other| {
            other.places.contains(&(*step, *calls)) && other.made[..*calls] == first.made[..*calls]
        })
    };
    first.places.iter().find(is_common).map(|(step, _)| *step)
}

impl Rank<'_, '_> {
    /// Goes on from a loop, as long as it is known what the rank does.
    fn walk(&mut self, from: StepId) {
        let mut at = Some(from);
        for round in 0..STEPS {
            if round > 0 && self.open.is_empty() {
                self.places.push((at, self.made.len()));
            }
            let Some(step) = at else { return };
            let next = match self.projection.behaviour.step(step) {
                Step::Collective(call, next) => {
                    self.made.push((call.operation(), call.communicator));
                    *next
                }
                Step::Decide(decision) => {
                    let way = match (&decision.counted, self.outcomes.taken.get(&step)) {
                        (_, Some(taken)) => Some(*taken),
                        (Some(counted), None) => self
                            .decide(step, counted)
                            .and_then(|holds| decision.targets.get(usize::from(!holds)).copied()),
                        (None, None) => None,
                    };
                    let Some(way) = way else { return };
                    way
                }
                Step::Call(..) | Step::End(..) => return,
            };
            at = self.projection.next(next);
        }
    }

    /// Whether the comparison holds at which a loop goes on or ends. `None`: not known.
    fn decide(&mut self, step: StepId, counted: &Counted) -> Option<bool> {
        let Counted { moved, start, end, .. } = *counted;
        let (number, end) = match self.open.get(&step) {
            Some((number, end)) => (number.checked_add(counted.step)?, *end),
            None => {
                self.moved.remove(&moved);
                let mut evaluator = Evaluator::new(self.context, self.sample);
                for (known, number) in &self.moved {
                    evaluator.suppose(*known, *number);
                }
                let mut number = |id| evaluator.evaluate(id).values[self.member];
                (number(start)?, number(end)?)
            }
        };
        let before = self.moved.get(&moved).copied();
        let far = before.map_or(Some(0), |before| before.checked_add(counted.step))?;
        self.moved.insert(moved, far);
        let holds = fold_compare(counted.comparison, counted.bits, number, end);
        if holds == counted.goes_on {
            self.open.insert(step, (number, end));
        } else {
            self.open.remove(&step);
        }
        Some(holds)
    }
}
