//! Decisions on what a rank had, beside decisions on what all ranks have learned of it: `if (any || failed)`,
//! `if (done && all_done)`.
//!
//! Where `any` is what `MPI_Allreduce` made of each rank's `failed`, a rank that has failed knows of one. So behind
//! `any == 0` no rank asks whether it has failed itself; and who asks that first may as well ask for `any` before:
//! then all ranks decide alike first.

use super::{Behaviour, Decision, Guard, Step, StepId};
use crate::value::consensus::Learned;
use crate::value::expression::{ExpressionId, Expressions};

/// Decisions that are looked through behind one on what all know.
const DEPTH: u32 = 8;
/// Decisions of one behaviour that are copied at most.
const COPIES: usize = 256;

/// Lets the decisions of a behaviour on what all ranks have learned say what they say of what each rank had.
pub fn decide_by_agreement(behaviour: &mut Behaviour, all: &Expressions, learned: &[Learned]) {
    if learned.is_empty() {
        return;
    }
    let count = behaviour.steps.len();
    let mut order = vec![usize::MAX; count];
    for (at, step) in behaviour.innermost_first().into_iter().enumerate() {
        order[step.index()] = at;
    }
    for learned in learned {
        let mut work = Work { behaviour, all, learned, order: &mut order, most: count + COPIES };
        (0..count).map(StepId::new).for_each(|at| _ = work.ask_all_first(at));
        (0..count).map(StepId::new).for_each(|at| _ = work.ask_no_more(at));
    }
}

/// A behaviour that is changed by what was learned in one reduction.
struct Work<'a> {
    behaviour: &'a mut Behaviour,
    all: &'a Expressions,
    learned: &'a Learned,
    /// By step: how many come behind it. Where control goes back in a loop, the numbers are others by then.
    order: &'a mut Vec<usize>,
    /// Steps there may be.
    most: usize,
}

impl Work<'_> {
    /// The decision at a step, if it is one between two ways.
    fn two_ways(&self, at: StepId) -> Option<(&Decision, [StepId; 2])> {
        match self.behaviour.step(at) {
            Step::Decide(decision) if decision.guard == Guard::Truth => {
                Some((decision, *decision.targets.as_array::<2>()?))
            }
            _ => None,
        }
    }

    fn truth(&self, condition: ExpressionId, agreed_is: bool) -> Option<bool> {
        self.learned.truth(self.all, condition, agreed_is)
    }

    fn goes_on(&self, from: StepId, to: StepId) -> bool {
        self.order[to.index()] < self.order[from.index()]
    }

    fn push(&mut self, step: Step, of: StepId) -> StepId {
        self.behaviour.steps.push(step);
        self.order.push(self.order[of.index()]);
        StepId::new(self.behaviour.steps.len() - 1)
    }

    /// Which of its ways a decision on what all know takes when that is zero and when it is not; `None`: it is no
    /// such decision.
    fn ways_of_all(&self, at: StepId) -> Option<[usize; 2]> {
        let (decision, _) = self.two_ways(at)?;
        let [zero, other] = [false, true].map(|is| self.truth(decision.condition, is));
        (zero? != other?).then_some([usize::from(!zero?), usize::from(!other?)])
    }

    /// A decision on what the rank had, one of whose ways leads to a decision on what all know: the latter comes
    /// first, where that says how the former is decided.
    fn ask_all_first(&mut self, at: StepId) -> Option<()> {
        let (own, targets) = self.two_ways(at)?;
        let telling = self.learned.telling();
        let way = usize::from(!self.truth(own.condition, telling)?);
        let on = targets[way];
        if self.truth(own.condition, !telling).is_some() || !self.goes_on(at, on) {
            return None;
        }
        let untold = self.ways_of_all(on)?[usize::from(!telling)];
        let (Step::Decide(mut first), Step::Decide(mut second)) =
            (self.behaviour.step(on).clone(), self.behaviour.step(at).clone())
        else {
            return None;
        };
        let hides = first.hides.iter().chain(&second.hides).any(|hides| *hides);
        second.targets[way] = first.targets[untold];
        second.hides.fill(hides);
        first.hides.fill(hides);
        first.targets[untold] = self.push(Step::Decide(second), at);
        self.behaviour.steps[at.index()] = Step::Decide(first);
        Some(())
    }

    /// Behind a decision on what all know, what the rank had is no question any more where that says it.
    fn ask_no_more(&mut self, at: StepId) -> Option<()> {
        let way = self.ways_of_all(at)?[usize::from(self.learned.telling())];
        let (_, targets) = self.two_ways(at)?;
        let known = self.known_way(at, targets[way], DEPTH);
        if let Step::Decide(decision) = &mut self.behaviour.steps[at.index()] {
            decision.targets[way] = known;
        }
        Some(())
    }

    /// Where control goes on to a step by what all know, past decisions that this decides.
    fn known_way(&mut self, from: StepId, at: StepId, depth: u32) -> StepId {
        let Some(depth) = depth.checked_sub(1).filter(|_| self.goes_on(from, at)) else {
            return at;
        };
        let Some((decision, targets)) = self.two_ways(at) else { return at };
        if let Some(holds) = self.truth(decision.condition, self.learned.telling()) {
            return self.known_way(at, targets[usize::from(!holds)], depth);
        }
        let known = targets.map(|target| self.known_way(at, target, depth));
        let mut copy = self.behaviour.step(at).clone();
        if known == targets || self.behaviour.steps.len() >= self.most {
            return at;
        }
        if let Step::Decide(decision) = &mut copy {
            decision.targets = known.to_vec();
        }
        self.push(copy, at)
    }
}
