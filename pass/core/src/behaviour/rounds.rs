//! Loops that go round differently often on each rank, and add up: `for (i = 0; i < rank; i++) MPI_Barrier(c);`, then
//! what is each rank's turn, then `for (; i < size; i++) MPI_Barrier(c);`.
//!
//! Where all that decides is a count, or is known for the rank, its calls can be counted out one by one. For numbers of
//! which nothing is known several are taken, by chance: loops whose rounds then add up do so by how they are made.

use std::hash::BuildHasher as _;

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::effort::Effort;
use super::equivalence::Outcomes;
use super::project::Projection;
use super::{Decision, Guard, Step, StepId};
use crate::value::Context;
use crate::value::counted::Counted;
use crate::value::evaluate::{Evaluator, Sample};
use crate::value::expression::{Dependence, Expression, ExpressionId, fold_compare, operands};

/// Steps of one rank that are counted out.
const STEPS: usize = 4096;

/// Parts of an expression that are looked at.
const PARTS: usize = 256;

/// What is taken for numbers of which nothing is known.
struct Chance {
    /// Those that are the same on all ranks: the least of them.
    least: i64,
    /// How many there are.
    among: i64,
    /// So many for those that each rank has, from 0.
    of_each: i64,
}

/// Small ones and large ones: rounds have to add up with each of them.
const CHANCES: [Chance; 3] = [
    Chance { least: 1, among: 4, of_each: 4 },
    Chance { least: 16, among: 16, of_each: 8 },
    Chance { least: 128, among: 64, of_each: 16 },
];

/// A call, as far as it has to be the same on all ranks.
type Made = (&'static str, ExpressionId);

/// A step outside of loops, or the end, and how many calls were made before.
type Place = (Option<StepId>, usize);

/// Where a loop is.
#[derive(Clone, Copy)]
struct Round {
    /// The number that it counts.
    number: i64,
    /// How far that goes in one round.
    step: i64,
    /// What it is compared with.
    end: i64,
}

/// One rank.
struct Rank<'r, 'p> {
    context: &'r Context<'p>,
    sample: &'r Sample,
    projection: &'r Projection<'r>,
    outcomes: &'r Outcomes,
    member: usize,
    /// Which of the [`CHANCES`] is taken.
    chance: usize,
    /// How far numbers are from their starts that loops move or have moved.
    moved: FxHashMap<ExpressionId, i64>,
    /// The loops it is in.
    open: FxHashMap<StepId, Round>,
    /// The calls it has made.
    made: Vec<Made>,
    /// Where it has come in no such loop.
    places: Vec<Place>,
}

/// Do some members of a sample make the same calls, in loops that begin with the one at `from`, whatever the rounds
/// of each loop? Then the first place to which all of them come after as many calls; inner `None` is the end.
#[expect(clippy::option_option, reason = "no place and the end are two things")]
pub fn add_up<'r>(
    (context, sample): (&'r Context<'_>, &'r Sample),
    projection: &'r Projection<'r>,
    members: impl Iterator<Item = (usize, &'r Outcomes)> + Clone,
    from: StepId,
    effort: &Effort,
) -> Option<Option<StepId>> {
    let counts = |step| match projection.behaviour.step(step) {
        Step::Decide(decision) => decision.counted.is_some(),
        _ => false,
    };
    if !projection.relevant().any(counts) {
        return None;
    }
    let mut common: Option<Vec<Option<StepId>>> = None;
    for chance in 0..CHANCES.len() {
        let walked = members.clone().map(|(member, outcomes)| {
            let (moved, open, made, places) = Default::default();
            let mut rank = Rank {
                context,
                sample,
                projection,
                outcomes,
                member,
                chance,
                moved,
                open,
                made,
                places,
            };
            rank.walk(from);
            effort.spend(rank.made.len() + rank.places.len());
            rank
        });
        let ranks: Vec<Rank<'_, '_>> = walked.collect();
        let found = common_places(&ranks);
        let known = common.get_or_insert_with(|| found.clone());
        let found: FxHashSet<Option<StepId>> = found.into_iter().collect();
        known.retain(|place| found.contains(place));
        if known.is_empty() {
            return None;
        }
    }
    common.and_then(|places| places.into_iter().next())
}

/// Where the loop begins that a decision is in, if that counts: ranks that part in its rounds may still make as many
/// calls in all of them.
pub fn begins_around(projection: &Projection<'_>, inside: StepId) -> Option<StepId> {
    let steps = projection.loop_of(inside)?;
    let is_entered = |head: StepId| {
        projection.entry() == Some(head)
            || projection.relevant().filter(|step| !steps.contains(step)).any(|before| {
                let targets = projection.behaviour.step(before).targets().iter();
                targets.copied().any(|target| projection.next(target) == Some(head))
            })
    };
    let counts = |step: &StepId| match projection.behaviour.step(*step) {
        Step::Decide(decision) => decision.counted.is_some(),
        _ => false,
    };
    projection
        .relevant()
        .filter(|step| steps.contains(step))
        .filter(counts)
        .find(|at| is_entered(*at))
}

/// The places to which all ranks come after the same calls, in the order of the first one.
fn common_places(ranks: &[Rank<'_, '_>]) -> Vec<Option<StepId>> {
    let Some((first, others)) = ranks.split_first() else { return Vec::new() };
    let alike = |other: &Rank<'_, '_>| {
        first.made.iter().zip(&other.made).take_while(|(one, other)| one == other).count()
    };
    let alike = others.iter().map(alike).min().unwrap_or(first.made.len());
    let places: Vec<FxHashSet<Place>> =
        others.iter().map(|other| other.places.iter().copied().collect()).collect();
    let is_common =
        |place: &&Place| place.1 <= alike && places.iter().all(|places| places.contains(*place));
    first.places.iter().filter(is_common).map(|(step, _)| *step).collect()
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
                        (None, None) => self.way_inside(decision),
                    };
                    let Some(way) = way else { return };
                    way
                }
                Step::Call(..) | Step::End(..) => return,
            };
            at = self.projection.next(next);
        }
    }

    /// Where a decision leads that follows from what loops have counted so far. `None`: it follows from more.
    fn way_inside(&self, decision: &Decision) -> Option<StepId> {
        let [then, otherwise] = decision.targets[..] else { return None };
        if decision.guard != Guard::Truth {
            return None;
        }
        let mut evaluator = Evaluator::new(self.context, self.sample);
        for (known, number) in &self.moved {
            evaluator.suppose(*known, *number);
        }
        let holds = evaluator.evaluate(decision.condition).values[self.member]? != 0;
        Some(if holds { then } else { otherwise })
    }

    /// Whether the comparison holds at which a loop goes on or ends. `None`: not known.
    fn decide(&mut self, step: StepId, counted: &Counted) -> Option<bool> {
        let round = match self.open.get(&step) {
            Some(round) => Round { number: round.number.checked_add(round.step)?, ..*round },
            None => self.enter(counted)?,
        };
        let far = match self.open.contains_key(&step) {
            true => self.moved.get(&counted.moved[0])?.checked_add(round.step)?,
            false => 0,
        };
        self.moved.extend(counted.moved.map(|moved| (moved, far)));
        let holds = fold_compare(counted.comparison, counted.bits, round.number, round.end);
        if holds == counted.goes_on {
            self.open.insert(step, round);
        } else {
            self.open.remove(&step);
        }
        Some(holds)
    }

    fn enter(&mut self, counted: &Counted) -> Option<Round> {
        for moved in counted.moved {
            self.moved.remove(&moved);
        }
        let number = self.number(counted.start, self.member)?;
        let step = self.number(counted.step, self.member)?;
        let step = if counted.goes_back { step.checked_neg()? } else { step };
        let end = match counted.own {
            Some(own) => {
                let all = (0..self.sample.members).map(|member| self.number(own, member));
                all.collect::<Option<Vec<i64>>>()?.into_iter().max()?
            }
            None => self.number(counted.end, self.member)?,
        };
        Some(Round { number, step, end })
    }

    /// An expression on a member; what is not known of it is some number.
    fn number(&self, id: ExpressionId, member: usize) -> Option<i64> {
        let mut evaluator = Evaluator::new(self.context, self.sample);
        for (known, number) in &self.moved {
            evaluator.suppose(*known, *number);
        }
        if let Some(number) = evaluator.evaluate(id).values[member] {
            return Some(number);
        }
        let mut supposed = Vec::new();
        let (mut work, mut looked_at) = (vec![id], 0);
        while let Some(part) = work.pop() {
            let evaluation = evaluator.evaluate(part);
            looked_at += 1;
            if evaluation.values[member].is_some() || looked_at > PARTS {
                continue;
            }
            let expression = self.context.expressions.get(part);
            let made_of: Vec<ExpressionId> = match expression {
                Expression::Opaque { .. } | Expression::Agreed(..) => Vec::new(),
                _ => operands(expression).collect(),
            };
            if made_of.is_empty() {
                let number = some_number(part, member, evaluation.dependence(), self.chance);
                supposed.push((part, number));
            }
            work.extend(made_of);
        }
        let mut evaluator = Evaluator::new(self.context, self.sample);
        for (known, number) in self.moved.iter().map(|(id, at)| (*id, *at)).chain(supposed) {
            evaluator.suppose(known, number);
        }
        evaluator.evaluate(id).values[member]
    }
}

/// A number for something of which nothing is known.
fn some_number(id: ExpressionId, member: usize, dependence: Dependence, chance: usize) -> i64 {
    let Chance { least, among, of_each } = CHANCES[chance];
    let by_chance =
        |of: (u32, usize, usize)| i64::from(FxBuildHasher.hash_one(of).to_le_bytes()[3]);
    match dependence {
        Dependence::Uniform => least + by_chance((id.0, 0, chance)) % among,
        _ => by_chance((id.0, member + 1, chance)) % of_each,
    }
}
