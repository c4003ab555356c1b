//! Decisions that follow from what ranks tell each other: the root broadcasts whether there is more to come, the others go
//! on as it says.

use rustc_hash::FxHashSet;

use super::{Equivalence, Pair, Parted, Projection, State, Walk};
use crate::behaviour::{Step, StepId};
use crate::value::expression::Dependence;

/// What ranks that part decide by what others tell them.
pub(super) struct Guided {
    /// Where.
    pub(super) decisions: FxHashSet<StepId>,
    /// Where they part, and part again as soon as they have joined, until they go on together.
    partings: Vec<StepId>,
}

impl Guided {
    /// Where the ranks join again; `None`: nowhere.
    pub(super) fn join(&self, projection: &Projection<'_>) -> Option<StepId> {
        self.partings.last().and_then(|last| projection.join(*last))
    }
}

impl Walk<'_, '_> {
    /// Do ranks go on together on two ways that are not equivalent?
    ///
    /// # Errors
    /// Where it shows that they do not.
    pub(super) fn follow(
        &self,
        equivalence: &Equivalence<'_>,
        guided: &Guided,
        (one, other): Pair,
    ) -> Result<(), Pair> {
        let mut stuck = None;
        // Who ends the job leaves nobody waiting: that is no equality, but it is following.
        if !self.strict && (!guided.decisions.is_empty() || self.projection.job_may_end()) {
            match equivalence.follow(one, other, &guided.decisions) {
                Ok(()) => return Ok(()),
                Err(at) => stuck = Some(at).filter(|_| !guided.decisions.is_empty()),
            }
        }
        let Some(at) = stuck else { return Err((one, other)) };
        let is_before_join = |state: State| {
            let is_in = |step: StepId| {
                let mut partings = guided.partings.iter();
                partings.any(|parting| self.projection.before_join(*parting).contains(&step))
            };
            state.step.is_some_and(is_in)
        };
        Err(if is_before_join(at.0) && is_before_join(at.1) { at } else { (one, other) })
    }

    /// Do ranks go on together until both come to `join`? Behind it others may be told what to do anew.
    pub(super) fn follow_until(
        &self,
        equivalence: &Equivalence<'_>,
        join: StepId,
        guided: &Guided,
        (one, other): Pair,
    ) -> bool {
        if self.strict || guided.decisions.is_empty() {
            return false;
        }
        equivalence.until(join, [one, other]).follow(one, other, &guided.decisions).is_ok()
    }

    /// Decisions by data that the parted ranks exchange before they join again, and by what others say.
    pub(super) fn guided(&self, equivalence: &Equivalence<'_>, parted: &Parted<'_>) -> Guided {
        let agreed = self.projection.agreed_sites(self.context);
        let mut partings = vec![parted.step];
        if agreed.is_empty() || self.strict {
            return Guided { decisions: self.commanded.clone(), partings };
        }
        let exchanged_until_join = |partings: &[StepId]| -> FxHashSet<StepId> {
            let region = partings.iter().map(|step| self.projection.before_join(*step));
            let region: Vec<_> = region.collect();
            let calls = partings.iter().map(|step| self.projection.calls_before_join(*step));
            let exchanged: Vec<_> = calls.collect();
            self.effort.spend(region.iter().map(|steps| steps.len()).sum());
            let is_between = |step: &StepId| region.iter().any(|steps| steps.contains(step));
            let is_exchanged = |site: &u64| exchanged.iter().any(|calls| calls.contains(site));
            let guided = agreed.iter().filter(|(step, sites)| {
                is_between(step) && !self.is_own_decision(**step) && sites.iter().any(is_exchanged)
            });
            guided.map(|(step, _)| *step).collect()
        };
        let mut decisions = exchanged_until_join(&partings);
        let again = self.part_again(equivalence, parted);
        if again.len() > 1 {
            let of_all = exchanged_until_join(&again);
            if self.has_other_choice(equivalence, parted, &again, &of_all) {
                (decisions, partings) = (of_all, again);
            }
        }
        decisions.extend(&self.commanded);
        Guided { decisions, partings }
    }

    /// Is something decided by what is known to differ between ranks?
    fn is_own_decision(&self, step: StepId) -> bool {
        match self.projection.behaviour.step(step) {
            Step::Decide(decision) => {
                self.evaluations[&decision.condition].dependence() == Dependence::RankDependent
            }
            _ => false,
        }
    }

    /// The decisions, this one first, at which ranks part as soon as they have joined: `if (rank == 0) send(); if (rank ==
    /// 0) end(); if (rank != 0) receive();`.
    fn part_again(&self, equivalence: &Equivalence<'_>, parted: &Parted<'_>) -> Vec<StepId> {
        let mut partings = vec![parted.step];
        let kinds = parted.ways.each_ref().map(|ways| ways.first().map(|way| way.kind));
        let [Some(one), Some(other)] = kinds else { return partings };
        let ways = |at: &StepId| [one, other].map(|kind| equivalence.decided(kind).taken.get(at));
        let mut at = parted.step;
        while let Some(join) = self.projection.join(at) {
            // One of them does nothing here.
            let goes_on = |way: Option<&StepId>| {
                way.is_some_and(|target| self.projection.next(*target) == Some(join))
            };
            let [one, other] = ways(&join);
            let again = one != other && one.is_some() && other.is_some();
            if !again || !ways(&at).into_iter().any(goes_on) || partings.contains(&join) {
                break;
            }
            partings.push(join);
            at = join;
        }
        partings
    }

    /// Do ranks that part have a choice, other than to follow what others tell them? Who has none tells nobody.
    fn has_other_choice(
        &self,
        equivalence: &Equivalence<'_>,
        parted: &Parted<'_>,
        partings: &[StepId],
        guided: &FxHashSet<StepId>,
    ) -> bool {
        let region = partings.iter().map(|step| self.projection.before_join(*step));
        let kinds = parted.ways.iter().filter_map(|ways| ways.first());
        let is_open = |step: &StepId| {
            kinds.clone().any(|at| !equivalence.decided(at.kind).taken.contains_key(step))
        };
        let is_choice = |step: &StepId| {
            let decides = matches!(self.projection.behaviour.step(*step), Step::Decide(_));
            decides && !guided.contains(step) && is_open(step)
        };
        region.into_iter().any(|steps| steps.iter().any(is_choice))
    }
}
