//! Which calls meet where two ranks come to several: a root that sends as many items as it has, round by round, and others
//! that receive as many as they were told.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Equivalence, Pair, State, Walk};
use crate::behaviour::Step;
use crate::behaviour::difference::Comparison;

impl Walk<'_, '_> {
    /// The calls two ranks come to first, each with one of the other rank's that goes on alike: one is enough, as all states
    /// of a class do. It is the one at the same call where there is one: what both are given chooses between calls with
    /// other arguments (`select case (op)`). Else it is one in which nothing differs: that they come to another one, as the
    /// next round's first, only the run can tell.
    pub(super) fn calls_met(&self, equivalence: &Equivalence<'_>, a: State, b: State) -> Vec<Pair> {
        let (first_a, first_b) = (equivalence.first(a), equivalence.first(b));
        let meets = |one: &State, other: &State| self.is_alike(*one, *other);
        let met_by = |one: &State, other: &State| self.is_alike(*other, *one);
        let mut met = partners(equivalence, &first_a, &first_b, &|one, other| {
            self.strict || meets(one, other)
        });
        if !self.strict {
            let back = partners(equivalence, &first_b, &first_a, &met_by);
            met.extend(back.into_iter().map(|(other, one)| (one, other)));
        }
        met
    }

    /// Compares what two ranks name in calls that they make on ways which are alike but for where they stand, as a loop and
    /// its first rounds: that has to be proven as well.
    pub(super) fn compare_met(
        &self,
        equivalence: &Equivalence<'_>,
        met: &[Pair],
        work: &mut Vec<Pair>,
        result: &mut Comparison,
    ) {
        for (a, b) in met.iter().filter(|_| self.strict) {
            match (equivalence.shown(*a), equivalence.shown(*b)) {
                (Some(Step::Collective(call, _)), Some(Step::Collective(with, _))) => {
                    self.compare_arguments(call, a.kind, with, b.kind, a.step == b.step, result);
                }
                // They go on alike.
                _ => work.push((*a, *b)),
            }
        }
    }

    /// Do two ranks name the same in the calls they come to?
    fn is_alike(&self, one: State, other: State) -> bool {
        let call = |state: State| match self.projection.behaviour.step(state.step?) {
            Step::Collective(call, _) => Some(call),
            _ => None,
        };
        let Some((call, with)) = call(one).zip(call(other)) else { return true };
        let mut differing = Comparison::default();
        let same = one.step == other.step;
        self.compare_arguments(call, one.kind, with, other.kind, same, &mut differing);
        differing.is_empty()
    }
}

/// Each of some states with one of others in its class: at the same step, else one that it is alike, else one that has
/// none at the same step itself, else any.
fn partners(
    equivalence: &Equivalence<'_>,
    ones: &[State],
    others: &[State],
    is_alike: &dyn Fn(&State, &State) -> bool,
) -> Vec<Pair> {
    let mut of_class: FxHashMap<_, Vec<&State>> = FxHashMap::default();
    for other in others {
        of_class.entry(equivalence.class(*other)).or_default().push(other);
    }
    let steps: FxHashSet<_> = ones.iter().map(|one| one.step).collect();
    let partner = |one: &State| {
        let among = of_class.get(&equivalence.class(*one))?;
        let at_same_call = among.iter().find(|other| other.step == one.step);
        let alike = || among.iter().find(|other| is_alike(one, other));
        let free = || among.iter().find(|other| !steps.contains(&other.step));
        Some((*one, **at_same_call.or_else(alike).or_else(free).unwrap_or(&among[0])))
    };
    ones.iter().filter_map(partner).collect()
}
