//! What is told of ranks that part: which call some of them miss, who misses it, and where the others go.

use std::hash::Hash;
use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::super::difference::{Divergence, Elsewhere, RankSplit};
use super::super::equivalence::{Equivalence, State};
use super::super::{CollectiveCall, Decision, Step, StepId, commands};
use super::{Pair, Parted, Walk};
use crate::finding::Verdict;

/// States that are looked at to tell which call ranks miss.
const AHEAD_LIMIT: usize = 4096;

impl Walk<'_, '_> {
    /// What is told of two ways that differ; `None`: nothing is, or the other way may hide the same.
    pub(super) fn describe(
        &self,
        equivalence: &Equivalence<'_>,
        parted: &Parted<'_>,
        ways: [State; 2],
        (one, other): Pair,
    ) -> Option<Divergence> {
        let (here, there) = equivalence.first_difference(parted.step, one, other);
        let first = [equivalence.first(here), equivalence.first(there)];
        let class = |state: State| equivalence.class(state);
        let classes = first.each_ref().map(|states| of_states(states, class));
        let mut disjoint = classes[0].is_disjoint(&classes[1]);
        let mut different = differing(&first, &classes, class);
        // Those that make one call here and part later part there.
        let does = |state: State| equivalence.does(state);
        let done = first.each_ref().map(|states| of_states(states, does));
        let told_apart = done[0] != done[1] && !done[0].is_disjoint(&done[1]);
        if told_apart && (disjoint || !self.strict) {
            disjoint = false;
            different = differing(&first, &done, does);
        }
        let candidates = self.candidates(equivalence, parted, [one, other], &different);
        let (side, step, collective) = *candidates.first()?;
        // What goes on like the others where nothing fails has no counterpart up its sleeve.
        if !self.strict && disjoint && self.may_hide(parted.decision, ways[1 - side]) {
            return None;
        }
        let elsewhere = self.elsewhere(equivalence, &different[1 - side]);
        let others = ways[1 - side];
        let ranks = self.split_ranks(equivalence, parted, (ways[side], others), collective);
        let certain = ranks.as_ref().is_some_and(|split| !split.uncertain);
        let is_elsewhere = |call: &CollectiveCall| {
            let root = call.root.and_then(|root| self.evaluations[&root].values[0]);
            let away = ranks.as_ref().map_or(&[][..], |split| &split.without);
            root.is_some_and(|root| away.contains(&root))
        };
        let awaits_others = commands::awaits(self.context, self.projection, step, &is_elsewhere);
        let is_proven = disjoint && certain && ways == [one, other];
        let verdict = if is_proven { Verdict::Proven } else { Verdict::Possible };
        Some(Divergence {
            collective: collective.clone(),
            elsewhere,
            decision: parted.decision.clone(),
            ranks,
            verdict,
            awaits_others,
            involved: candidates.iter().map(|(_, _, call)| (*call).clone()).collect(),
        })
    }

    /// The calls at which two ways differ, each with its side; the one to be told of first.
    fn candidates<'e>(
        &self,
        equivalence: &Equivalence<'e>,
        parted: &Parted<'_>,
        ways: [State; 2],
        different: &[Vec<State>; 2],
    ) -> Vec<(usize, StepId, &'e CollectiveCall)> {
        let mut candidates: Vec<(usize, StepId, &CollectiveCall)> = Vec::new();
        for (side, states) in different.iter().enumerate() {
            for state in states {
                let Some(step) = state.step else { continue };
                let calls = self.collectives_of(equivalence, *state);
                candidates.extend(calls.into_iter().map(|call| (side, step, call)));
            }
        }
        if candidates.len() < 2 {
            return candidates;
        }
        let beside = self.projection.before_join(parted.step);
        let rank = |(_, step, call): &(usize, StepId, &CollectiveCall)| {
            // What a function not looked into begins with only stands for the other side.
            let unseen = matches!(self.projection.behaviour.step(*step), Step::Call(..));
            let joint = self.projection.surely_reaches(parted.step, *step);
            // Who skips a call may come to one behind it, in the next round of a loop, before the others do.
            let behind = !beside.contains(step);
            // Whether a call is on this communicator is another question.
            let chosen = call.chosen_from.is_some();
            (call.whole_job, joint, chosen, behind, unseen)
        };
        candidates.sort_by_cached_key(rank);
        // The calls ahead decide between the first ones only: it takes long to find them.
        let least = rank(&candidates[0]);
        let firsts = candidates.partition_point(|candidate| rank(candidate) <= least);
        if firsts > 1 {
            self.sort_by_calls_ahead(equivalence, parted, ways, &mut candidates[..firsts]);
        }
        candidates
    }

    /// Sorts calls at which two ways differ by what the others come to.
    fn sort_by_calls_ahead(
        &self,
        equivalence: &Equivalence<'_>,
        parted: &Parted<'_>,
        ways: [State; 2],
        candidates: &mut [(usize, StepId, &CollectiveCall)],
    ) {
        // Nobody reads which of the calls it is that is not proven.
        let ahead = ways.map(|state| match self.strict {
            true => Vec::new(),
            false => self.calls_ahead(equivalence, state),
        });
        let site = |call: &CollectiveCall| (call.function, call.tag);
        let sites = ahead
            .each_ref()
            .map(|calls| -> FxHashSet<_> { calls.iter().copied().map(site).collect() });
        let is_told = !self.strict && !self.guided(equivalence, parted).decisions.is_empty();
        let rank = |(side, _, call): &(usize, StepId, &CollectiveCall)| {
            // Not at this place, but the others come to the same call too.
            let later = sites[1 - side].contains(&site(call));
            // Where some are told what to do, they do at another place what the others do.
            let likewise = is_told && ahead[1 - side].iter().any(|other| other.matches(call));
            (later, likewise)
        };
        candidates.sort_by(|a, b| {
            rank(a).cmp(&rank(b)).then_with(|| a.2.location.cmp(&b.2.location)).then(a.1.cmp(&b.1))
        });
    }

    /// The calls that ranks in a state may come to.
    fn calls_ahead<'e>(
        &self,
        equivalence: &Equivalence<'e>,
        state: State,
    ) -> Vec<&'e CollectiveCall> {
        let mut calls = Vec::new();
        let mut seen = FxHashSet::default();
        let mut work = vec![equivalence.settle(state)];
        while let Some(state) = work.pop() {
            if !seen.insert(state) || seen.len() > AHEAD_LIMIT {
                continue;
            }
            self.effort.spend(1);
            if let Some(Step::Collective(call, _)) = equivalence.shown(state) {
                calls.push(&**call);
            }
            work.extend_from_slice(&equivalence.successors(state));
        }
        calls
    }

    /// May the other ranks, on a way that leads to `state`, call the counterpart in functions of which
    /// nothing is known?
    fn may_hide(&self, decision: &Decision, state: State) -> bool {
        let ways = decision.targets.iter().zip(&decision.hides);
        ways.into_iter()
            .any(|(target, hides)| *hides && self.projection.next(*target) == state.step)
    }

    /// The collectives a state stands for: its own, or those its function begins with.
    fn collectives_of<'e>(
        &self,
        equivalence: &Equivalence<'e>,
        state: State,
    ) -> Vec<&'e CollectiveCall> {
        match equivalence.shown(state) {
            Some(Step::Collective(call, _)) => vec![call],
            Some(Step::Call(call, _)) => {
                let calls = self.seen_calls(call).into_iter().flatten();
                calls.flat_map(|calls| calls.first.iter().flatten()).collect()
            }
            _ => Vec::new(),
        }
    }

    /// What stands for the ways of the other ranks: a collective if there is one.
    fn elsewhere(&self, equivalence: &Equivalence<'_>, states: &[State]) -> Option<Elsewhere> {
        let end = states.iter().find_map(|state| match equivalence.shown(*state) {
            Some(Step::End(ending, location)) => Some(Elsewhere::End(*ending, location.clone())),
            _ => None,
        });
        let collective = || {
            let calls = states.iter().flat_map(|state| self.collectives_of(equivalence, *state));
            // All come to `MPI_Finalize` in the end: another call is what those come to first in most rounds of a loop.
            let call = calls.min_by_key(|call| call.whole_job)?;
            Some(Elsewhere::Collective(Box::new(call.clone())))
        };
        end.or_else(collective)
    }

    /// Which of the ranks that come to the decision come to the call, when that is known of all: those that go the way
    /// of the ones that do, and those that make the same call where they would part from the others.
    fn split_ranks(
        &self,
        equivalence: &Equivalence<'_>,
        parted: &Parted<'_>,
        (way, others): Pair,
        call: &CollectiveCall,
    ) -> Option<RankSplit> {
        let evaluation = &self.evaluations[&parted.decision.condition];
        let target = |member: usize| {
            let taken = parted.decision.target(evaluation.values[member]?)?;
            Some(self.projection.next(parted.decision.targets[taken]))
        };
        if !parted.known {
            return None;
        }
        let (ranks, size) = self.sample.ranks.get(&self.sample.focus)?;
        let mut split = RankSplit { size: *size, ..RankSplit::default() };
        let comes = |kind: &usize| equivalence.reached_by(*kind).contains(&parted.step);
        let coming: Vec<usize> = (0..self.members.len()).filter(comes).collect();
        let [with, without] = [way, others].map(|state| equivalence.class(state));
        let calls = |state: State| match equivalence.class_if_reached(state) {
            None => false,
            Some(class) if class == with => true,
            Some(class) if class == without => false,
            Some(_) => {
                let (here, _) = equivalence.first_difference(parted.step, state, others);
                let first = equivalence.first(here);
                first.iter().any(|state| {
                    self.collectives_of(equivalence, *state).iter().any(|made| made.matches(call))
                })
            }
        };
        for (member, rank) in ranks.iter().copied().enumerate() {
            let mut of_member = coming.iter().filter(|kind| self.members[**kind].contains(&member));
            let Some(first) = of_member.next() else { continue };
            let goes_there = match target(member) {
                Some(to) if to == way.step => true,
                Some(to) => {
                    let mut kinds = std::iter::once(first).chain(of_member);
                    kinds.any(|kind| calls(State { kind: *kind, step: to }))
                }
                // Not known on this rank: it may go there.
                None => {
                    split.uncertain = true;
                    self.members[way.kind].contains(&member)
                }
            };
            if goes_there {
                split.with.push(rank);
            } else {
                split.without.push(rank);
            }
        }
        (!split.with.is_empty() && !split.without.is_empty()).then_some(split)
    }
}

/// What is told of some states.
fn of_states<K: Eq + Hash>(states: &[State], told: impl Fn(State) -> K) -> FxHashSet<K> {
    states.iter().map(|state| told(*state)).collect()
}

/// Of two ways the states of which is told what is told of none of the other way; all where there is none.
fn differing<K: Eq + Hash>(
    states: &[Rc<[State]>; 2],
    told: &[FxHashSet<K>; 2],
    tell: impl Fn(State) -> K,
) -> [Vec<State>; 2] {
    [0, 1].map(|side| {
        let others = &told[1 - side];
        let mut different = states[side].to_vec();
        different.retain(|state| !others.contains(&tell(*state)));
        if different.is_empty() { states[side].to_vec() } else { different }
    })
}
