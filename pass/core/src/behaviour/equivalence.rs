//! When do two ranks behave alike from two places on?
//!
//! Both are states of one transition system: a collective call is a labelled step, a decision whose
//! outcome is known for the rank is no step at all, and any other decision is a free choice. States
//! are equivalent when each can follow whatever the other does (bisimilarity, with choices
//! flattened to the set of states they lead to). Computed by partition refinement, bottom-up over the
//! strongly connected components, so straight code costs one pass.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::effort::Effort;
use super::project::Projection;
use super::{Ending, Step, StepId};
use crate::components::{Component, strongly_connected};
use crate::marks::Marks;
use crate::program::FunctionId;
use crate::value::expression::ExpressionId;

/// A class of equivalent states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Class(u32);

/// A rank, as far as its decisions are known, at a step. `None`: the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    /// Ranks whose decisions are known alike.
    pub kind: usize,
    /// Where.
    pub step: Option<StepId>,
}

/// The outcome of each decision for one kind of ranks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Outcomes {
    /// By relevant step: where it leads; no entry: not known.
    pub taken: std::collections::BTreeMap<StepId, StepId>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Signature {
    End(Ending),
    Collective(&'static str, ExpressionId, Class),
    Call(u32, Class),
    Choice(Vec<Class>),
    /// A choice that every rank makes alike, by its condition; the ways in order.
    Shared(ExpressionId, Vec<Class>),
    /// A choice of which nothing is known but where it is made; the ways in order.
    Local(StepId, Vec<Class>),
    /// A choice too large to compare: equal to itself alone.
    Large(StepId),
    /// Within a component before refinement.
    Provisional(u8, &'static str, u32),
}

/// What ranks do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Next {
    /// A collective call of the source, on a communicator.
    Collective(FunctionId, u32, ExpressionId),
    /// A call of a function not looked into.
    Call(FunctionId),
    /// An end.
    End(Ending),
}

/// States that are looked at for what may come first.
pub(super) const FIRST_LIMIT: usize = 4096;
/// Choices with more outcomes are not flattened.
const CHOICE_LIMIT: usize = 64;

/// Classes of all states of some kinds of ranks.
#[derive(Debug)]
pub struct Equivalence<'p> {
    pub(super) projection: &'p Projection<'p>,
    kinds: &'p [Outcomes],
    /// What cannot be proven to agree does not: choices are alike only if made by one condition that
    /// is the same on all ranks (these decisions), or at one place.
    strict: Option<&'p FxHashSet<StepId>>,
    /// Only what stands before this step counts.
    until: Option<StepId>,
    /// Once it is spent, classes say nothing.
    pub(super) effort: &'p Effort,
    /// Where decisions known for the ranks lead.
    settled: RefCell<FxHashMap<State, State>>,
    /// What may follow a state.
    followers: RefCell<FxHashMap<State, Rc<[State]>>>,
    /// What a state may come to first.
    firsts: RefCell<FxHashMap<State, Rc<[State]>>>,
    /// The states that were looked at for that.
    seen: RefCell<Marks>,
    /// By communicator that is made: by which operation.
    makers: OnceCell<FxHashMap<ExpressionId, &'static str>>,
    classes: FxHashMap<State, Class>,
    signatures: FxHashMap<Signature, Class>,
    /// The outcomes of a class that is a choice.
    choices: FxHashMap<Class, Vec<Class>>,
    next_class: u32,
}

impl<'p> Equivalence<'p> {
    /// The steps ranks of a kind may come to.
    #[must_use]
    pub fn reached_by(&self, kind: usize) -> FxHashSet<StepId> {
        let mut seen = FxHashSet::default();
        let mut work: Vec<StepId> = self.projection.entry().into_iter().collect();
        while let Some(step) = work.pop() {
            if seen.insert(step) {
                let targets = match self.kinds[kind].taken.get(&step) {
                    Some(target) => std::slice::from_ref(target),
                    None => self.projection.behaviour.step(step).targets(),
                };
                work.extend(targets.iter().filter_map(|target| self.projection.next(*target)));
            }
        }
        seen
    }

    /// Classifies all states reached from the entry.
    #[must_use]
    pub fn new(
        projection: &'p Projection<'p>,
        kinds: &'p [Outcomes],
        strict: Option<&'p FxHashSet<StepId>>,
        effort: &'p Effort,
    ) -> Self {
        let mut this = Self::unclassified(projection, kinds, strict, effort);
        let at = |step| (0..kinds.len()).map(move |kind| State { kind, step });
        let mut states: Vec<State> = at(projection.entry()).collect();
        // States behind a known outcome are asked for too when the walk resumes at a join.
        states.extend(projection.relevant().map(Some).chain([None]).flat_map(at));
        this.classify(states);
        this
    }

    /// Classifies what follows some states until they come to `until`, as if that were the end.
    #[must_use]
    pub fn until(&self, until: StepId, states: [State; 2]) -> Self {
        let mut this = Self::unclassified(self.projection, self.kinds, None, self.effort);
        this.until = Some(until);
        this.classify(states.to_vec());
        this
    }

    fn unclassified(
        projection: &'p Projection<'p>,
        kinds: &'p [Outcomes],
        strict: Option<&'p FxHashSet<StepId>>,
        effort: &'p Effort,
    ) -> Self {
        Self {
            projection,
            kinds,
            strict,
            until: None,
            effort,
            settled: RefCell::default(),
            followers: RefCell::default(),
            firsts: RefCell::default(),
            seen: RefCell::default(),
            makers: OnceCell::new(),
            classes: FxHashMap::default(),
            signatures: FxHashMap::default(),
            choices: FxHashMap::default(),
            next_class: 0,
        }
    }

    /// How ranks of a kind decide.
    #[must_use]
    pub fn decided(&self, kind: usize) -> &'p Outcomes {
        &self.kinds[kind]
    }

    /// The step a state stands at; `None`: the end.
    #[must_use]
    pub fn shown(&self, state: State) -> Option<&'p Step> {
        let step = state.step.filter(|_| state.step != self.until)?;
        Some(self.projection.behaviour.step(step))
    }

    /// The state after following decisions whose outcome is known for its ranks. A cycle of such
    /// decisions never leaves: it ends like the program.
    #[must_use]
    pub fn settle(&self, state: State) -> State {
        let mut at = state;
        let mut walked = Vec::new();
        let settled = loop {
            if let Some(&known) = self.settled.borrow().get(&at) {
                break known;
            }
            let Some(step) = at.step.filter(|_| at.step != self.until) else { break at };
            let Some(&target) = self.kinds[at.kind].taken.get(&step) else { break at };
            walked.push(at);
            at.step = self.projection.next(target);
            if walked.len() > self.kinds[at.kind].taken.len() {
                break State { step: None, ..at };
            }
        };
        let mut cache = self.settled.borrow_mut();
        cache.extend(walked.into_iter().map(|state| (state, settled)));
        settled
    }

    /// The states that may follow.
    #[must_use]
    pub fn successors(&self, state: State) -> Rc<[State]> {
        if let Some(known) = self.followers.borrow().get(&state) {
            return known.clone();
        }
        let found: Rc<[State]> = self.find_successors(state).into();
        self.followers.borrow_mut().insert(state, found.clone());
        found
    }

    fn find_successors(&self, state: State) -> Vec<State> {
        let Some(step) = self.shown(state) else { return Vec::new() };
        let settled =
            |target: &StepId| self.settle(State { step: self.projection.next(*target), ..state });
        let mut states: Vec<State> = step.targets().iter().map(settled).collect();
        // Who ends the job leaves nobody waiting, also where a decision that is known leads there.
        if !states.iter().all(|state| self.ends_job(*state)) {
            states.retain(|state| !self.ends_job(*state));
        }
        states.dedup();
        states
    }

    /// The states from which ranks may come to one of these.
    pub fn leading_to(&self, is_one: &dyn Fn(State) -> bool) -> FxHashSet<State> {
        let mut before: FxHashMap<State, Vec<State>> = FxHashMap::default();
        let mut work = Vec::new();
        for state in self.classes.keys().copied() {
            if is_one(state) {
                work.push(state);
            }
            for next in self.successors(state).iter() {
                before.entry(*next).or_default().push(state);
            }
        }
        self.effort.spend(self.classes.len());
        let mut leading = FxHashSet::default();
        while let Some(state) = work.pop() {
            if leading.insert(state) {
                work.extend(before.get(&state).into_iter().flatten());
            }
        }
        leading
    }

    /// The class of a state.
    #[must_use]
    pub fn class(&self, state: State) -> Class {
        self.classes[&self.settle(state)]
    }

    /// The class of a state, if ranks come to it.
    #[must_use]
    pub fn class_if_reached(&self, state: State) -> Option<Class> {
        self.classes.get(&self.settle(state)).copied()
    }

    /// The class of a state that others have to meet; `None`: the job ends there, which is no wait.
    #[must_use]
    pub fn class_to_meet(&self, state: State) -> Option<Class> {
        let settled = self.settle(state);
        (!self.ends_job(settled)).then(|| self.classes[&settled])
    }

    /// Can ranks in these states go on to the end without one waiting for the other in vain?
    #[must_use]
    pub fn agree(&self, one: State, other: State) -> bool {
        let classes = [one, other].map(|state| self.class_to_meet(state));
        classes[0].zip(classes[1]).is_none_or(|(a, b)| a == b)
    }

    fn ends_job(&self, state: State) -> bool {
        matches!(self.shown(state), Some(Step::End(Ending::EndOfJob, _)))
    }

    /// The collective calls that ranks in two states both come to first, wherever each may go instead: one that may leave
    /// for good never joins the others again, and they go on as if nobody had left. A call that both come to stands for
    /// itself; another one may be any of the same operation that only the others come to.
    #[must_use]
    pub fn calls_of_both(&self, one: State, other: State) -> Vec<(State, State)> {
        let call = |state: State| match self.shown(state) {
            Some(Step::Collective(call, _)) => Some((call.operation(), call.communicator)),
            _ => None,
        };
        let of = |state| {
            let first = self.first(state);
            self.effort.spend(first.len());
            first
        };
        let (ones, others) = (of(one), of(other));
        let steps_of = |states: &[State]| states.iter().map(|at| at.step).collect::<FxHashSet<_>>();
        let (steps_of_ones, steps_of_others) = (steps_of(&ones), steps_of(&others));
        let mut only_others: FxHashMap<_, Vec<State>> = FxHashMap::default();
        for state in others.iter().filter(|at| !steps_of_ones.contains(&at.step)) {
            only_others.entry(call(*state)).or_default().push(*state);
        }
        let mut both = Vec::new();
        for a in ones.iter().filter(|at| call(**at).is_some()) {
            if steps_of_others.contains(&a.step) {
                both.push((*a, State { step: a.step, ..other }));
            } else if let Some(alike) = only_others.get(&call(*a)) {
                self.effort.spend(alike.len());
                both.extend(alike.iter().map(|b| (*a, *b)));
            }
        }
        both
    }

    /// The operation that makes a communicator, the first one if there are several.
    pub(super) fn maker(&self, communicator: ExpressionId) -> Option<&'static str> {
        let made = || {
            let steps = self.projection.behaviour.steps.iter().rev();
            let made = steps.filter_map(|step| match step {
                Step::Collective(call, _) => Some((call.makes?, call.operation())),
                _ => None,
            });
            made.collect()
        };
        self.makers.get_or_init(made).get(&communicator).copied()
    }

    /// Do two first steps match? The pair of states after them; inner `None`: both are at their end.
    #[expect(clippy::option_option, reason = "no match, the end, and a next pair are three things")]
    fn meet(&self, one: State, other: State) -> Option<Option<(State, State)>> {
        let ending = |state: State| match self.shown(state) {
            None => Some(Ending::Return),
            Some(Step::End(ending, _)) => Some(*ending),
            _ => None,
        };
        if let (Some(a), Some(b)) = (ending(one), ending(other)) {
            return (a == b || a == Ending::EndOfJob || b == Ending::EndOfJob).then_some(None);
        }
        if ending(one) == Some(Ending::EndOfJob) || ending(other) == Some(Ending::EndOfJob) {
            return Some(None);
        }
        let same = match (self.shown(one)?, self.shown(other)?) {
            (Step::Collective(a, _), Step::Collective(b, _)) => a.matches(b),
            (Step::Call(a, _), Step::Call(b, _)) => a.function == b.function,
            _ => false,
        };
        let next = |state: State| self.successors(state).first().copied();
        same.then(|| Some((next(one)?, next(other)?)))
    }

    /// Where two states that are not equivalent first differ: as long as both come to one collective,
    /// and it is the same, the difference lies behind it. A collective that every way from `parted`
    /// comes to is no counterpart of one that is not: the latter is the difference.
    #[must_use]
    pub fn first_difference(&self, parted: StepId, one: State, other: State) -> (State, State) {
        let joint = |state: State| {
            state.step.is_some_and(|step| self.projection.surely_reaches(parted, step))
        };
        let (mut a, mut b) = (self.settle(one), self.settle(other));
        let mut seen = FxHashSet::default();
        while seen.insert((a, b)) && !self.effort.is_spent() {
            self.effort.spend(1);
            let (first_a, first_b) = (self.first(a), self.first(b));
            let pair = match (&*first_a, &*first_b) {
                ([only_a], [only_b]) => Some((*only_a, *only_b)),
                // What has to be proven is not proven of calls before those at which they part.
                _ if self.strict.is_some() => None,
                (all_a, all_b) => self.parting_later(all_a, all_b),
            };
            let Some((one, other)) = pair else { break };
            if joint(one) != joint(other) {
                break;
            }
            match self.meet(one, other) {
                Some(Some((next_a, next_b))) if self.class(next_a) != self.class(next_b) => {
                    (a, b) = (next_a, next_b);
                }
                _ => break,
            }
        }
        (a, b)
    }

    /// Of two ways that may begin with the same calls of the source: one of those after which they part.
    fn parting_later(&self, one: &[State], other: &[State]) -> Option<(State, State)> {
        let done = |states: &[State]| -> FxHashSet<Next> {
            states.iter().map(|state| self.does(*state)).collect()
        };
        if done(one) != done(other) {
            return None;
        }
        let parts = |a: &State, b: &State| self.does(*a) == self.does(*b) && !self.agree(*a, *b);
        let met = |a: &State| other.iter().any(|b| self.agree(*a, *b));
        one.iter()
            .filter(|a| !met(a))
            .find_map(|a| other.iter().find(|b| parts(a, b)).map(|b| (*a, *b)))
    }

    /// What ranks in a state do next, whatever they do then: a call, or an end.
    #[must_use]
    pub fn does(&self, state: State) -> Next {
        match self.shown(state) {
            Some(Step::Collective(call, _)) => {
                Next::Collective(call.function, call.tag, call.communicator)
            }
            Some(Step::Call(call, _)) => Next::Call(call.function),
            Some(Step::End(ending, _)) => Next::End(*ending),
            Some(Step::Decide(_)) | None => Next::End(Ending::Return),
        }
    }

    /// Do two ranks make the same calls until both come to `join`? What they do behind it does not
    /// matter: ranks that part there part there. Where too much would have to be looked at: they may not if
    /// that has to be proven, and nothing is told otherwise. Answers where they meet: at calls, or where they go on alike.
    #[must_use]
    pub fn alike_until(
        &self,
        join: StepId,
        one: State,
        other: State,
    ) -> Option<Vec<(State, State)>> {
        const LIMIT: usize = 10_000;
        let follow = |mut state: State| {
            for _ in 0..=self.kinds[state.kind].taken.len() {
                let Some(step) = state.step.filter(|step| *step != join) else { break };
                let Some(&target) = self.kinds[state.kind].taken.get(&step) else { break };
                state.step = self.projection.next(target);
            }
            state
        };
        let mut seen = FxHashSet::default();
        let mut met = Vec::new();
        let mut work = vec![(one, other)];
        while let Some((a, b)) = work.pop() {
            let (a, b) = (follow(a), follow(b));
            if !seen.insert((a, b)) || (a.step == Some(join) && b.step == Some(join)) {
                continue;
            }
            // Nobody waits for one who ends the job.
            if self.ends_job(a) || self.ends_job(b) {
                continue;
            }
            let (step_a, step_b) = a.step.zip(b.step)?;
            if step_a == join || step_b == join {
                return None;
            }
            self.effort.spend(1);
            if seen.len() > LIMIT || self.effort.is_spent() {
                return self.strict.is_none().then_some(met);
            }
            let behaviour = self.projection.behaviour;
            let after = |state: State, target: StepId| State {
                step: self.projection.next(target),
                ..state
            };
            match (behaviour.step(step_a), behaviour.step(step_b)) {
                (Step::Collective(call_a, next_a), Step::Collective(call_b, next_b))
                    if call_a.operation() == call_b.operation()
                        && call_a.communicator == call_b.communicator =>
                {
                    met.push((a, b));
                    work.push((after(a, *next_a), after(b, *next_b)));
                }
                // One choice, made alike or told apart where it is made.
                (Step::Decide(decision), Step::Decide(_)) if step_a == step_b => {
                    let targets = decision.targets.iter();
                    work.extend(targets.map(|target| (after(a, *target), after(b, *target))));
                }
                _ if self.agree(a, b) => met.push((a, b)),
                _ => return None,
            }
        }
        Some(met)
    }

    /// The collectives and ends a state's ranks may come to first.
    #[must_use]
    pub fn first(&self, state: State) -> Rc<[State]> {
        let state = self.settle(state);
        if let Some(known) = self.firsts.borrow().get(&state) {
            return known.clone();
        }
        let mut found = Vec::new();
        let mut seen = self.seen.borrow_mut();
        let places = self.projection.behaviour.steps.len() + 1;
        seen.begin(self.kinds.len() * places);
        let number =
            |state: State| state.kind * places + state.step.map_or(0, |step| step.index() + 1);
        let mut looked_at = 0;
        let mut work = vec![state];
        while let Some(state) = work.pop() {
            if looked_at == FIRST_LIMIT || !seen.insert(number(state)) {
                continue;
            }
            looked_at += 1;
            if self.decides(state) {
                work.extend_from_slice(&self.successors(state));
            } else {
                found.push(state);
            }
        }
        self.effort.spend(looked_at);
        found.sort_unstable();
        let found: Rc<[State]> = found.into();
        self.firsts.borrow_mut().insert(state, found.clone());
        found
    }

    // ---- classification -------------------------------------------------------------------------

    /// Classifies these states and all that may follow.
    fn classify(&mut self, from: Vec<State>) {
        let mut index: FxHashMap<State, usize> = FxHashMap::default();
        let mut states = Vec::new();
        let mut work: Vec<State> = from.into_iter().map(|state| self.settle(state)).collect();
        while let Some(state) = work.pop() {
            if index.contains_key(&state) {
                continue;
            }
            index.insert(state, states.len());
            states.push(state);
            work.extend_from_slice(&self.successors(state));
        }
        self.effort.spend(states.len());
        let edges: Vec<Vec<usize>> = states
            .iter()
            .map(|state| self.successors(*state).iter().map(|next| index[next]).collect())
            .collect();
        let components = strongly_connected(&edges);
        let levels = self.levels(&states, &edges, &components);
        let mut by_level: std::collections::BTreeMap<u32, Vec<&[usize]>> =
            std::collections::BTreeMap::new();
        for (position, component) in components.iter().enumerate() {
            by_level.entry(levels[position]).or_default().push(component);
        }
        for waiting in by_level.into_values() {
            self.classify_level(waiting, &states, &edges);
        }
        if self.effort.is_spent() {
            let rest = states.into_iter().map(|state| (state, Class(0)));
            let known = std::mem::take(&mut self.classes);
            self.classes = rest.chain(known).collect();
        }
    }

    /// Classifies components of one level. Loops that are ready together are refined together: they
    /// may be the same loop, seen by two kinds of ranks.
    fn classify_level(
        &mut self,
        mut waiting: Vec<&[usize]>,
        states: &[State],
        edges: &[Vec<usize>],
    ) {
        while !waiting.is_empty() && !self.effort.is_spent() {
            self.effort.spend(waiting.len());
            let mut loops = Vec::new();
            let mut later = Vec::new();
            for component in std::mem::take(&mut waiting) {
                let inside: FxHashSet<usize> = component.iter().copied().collect();
                let ready = component
                    .iter()
                    .flat_map(|member| &edges[*member])
                    .all(|next| inside.contains(next) || self.classes.contains_key(&states[*next]));
                let looped = component.len() > 1 || edges[component[0]].contains(&component[0]);
                match (ready, looped) {
                    (false, _) => later.push(component),
                    (true, true) => loops.push(component),
                    (true, false) => {
                        let state = states[component[0]];
                        let next = edges[component[0]].iter().map(|n| states[*n]);
                        let signature = self.signature(state, next);
                        let class = self.intern(signature);
                        self.classes.insert(state, class);
                    }
                }
            }
            let members: Vec<usize> = loops.into_iter().flatten().copied().collect();
            self.refine(&members, states, edges);
            waiting = later;
        }
    }

    /// How many collectives (a loop of them counting once) are at most ahead; equal for equivalent
    /// states but for loops against their unrolled form, which are then told apart.
    fn levels(&self, states: &[State], edges: &[Vec<usize>], components: &[Component]) -> Vec<u32> {
        let mut component_of = vec![0; states.len()];
        for (position, component) in components.iter().enumerate() {
            for state in component {
                component_of[*state] = position;
            }
        }
        let mut levels = vec![0_u32; components.len()];
        for (position, component) in components.iter().enumerate() {
            let ahead = component
                .iter()
                .flat_map(|state| &edges[*state])
                .map(|next| component_of[*next])
                .filter(|next| *next != position)
                .map(|next| levels[next])
                .max();
            let shows = component.iter().any(|state| !self.decides(states[*state]));
            levels[position] = ahead.map_or(0, |level| level + u32::from(shows));
        }
        levels
    }

    /// Is the state a choice that counts as the set of what it leads to?
    fn is_open(&self, state: State) -> bool {
        self.strict.is_none() && self.decides(state)
    }

    pub(super) fn decides(&self, state: State) -> bool {
        matches!(self.shown(state), Some(Step::Decide(_)))
    }

    fn intern(&mut self, signature: Signature) -> Class {
        if let Signature::Choice(outcomes) = &signature
            && let [only] = outcomes.as_slice()
        {
            return *only;
        }
        if let Some(&class) = self.signatures.get(&signature) {
            return class;
        }
        let class = self.fresh();
        if let Signature::Choice(outcomes) = &signature {
            self.choices.insert(class, outcomes.clone());
        }
        self.signatures.insert(signature, class);
        class
    }

    fn fresh(&mut self) -> Class {
        self.next_class += 1;
        Class(self.next_class)
    }

    fn signature(&self, state: State, next: impl Iterator<Item = State>) -> Signature {
        let (Some(step), Some(shown)) = (state.step, self.shown(state)) else {
            return Signature::End(Ending::Return);
        };
        let mut next = next.map(|next| self.classes[&next]);
        match shown {
            Step::End(ending, _) => Signature::End(*ending),
            Step::Collective(call, _) => {
                let after = next.next().unwrap_or(Class(0));
                Signature::Collective(call.operation(), call.communicator, after)
            }
            Step::Call(call, _) => {
                Signature::Call(call.function.0, next.next().unwrap_or(Class(0)))
            }
            Step::Decide(decision) => {
                if let Some(shared) = self.strict {
                    let ways: Vec<Class> = next.collect();
                    let all_alike = ways.windows(2).all(|pair| pair[0] == pair[1]);
                    return match ways.first() {
                        Some(first) if all_alike => Signature::Choice(vec![*first]),
                        _ if shared.contains(&step) => Signature::Shared(decision.condition, ways),
                        _ => Signature::Local(step, ways),
                    };
                }
                let mut outcomes = Vec::new();
                for class in next {
                    match self.choices.get(&class) {
                        Some(inner) => outcomes.extend(inner.iter().copied()),
                        None => outcomes.push(class),
                    }
                }
                outcomes.sort_unstable();
                outcomes.dedup();
                if outcomes.len() > CHOICE_LIMIT {
                    Signature::Large(step)
                } else {
                    Signature::Choice(outcomes)
                }
            }
        }
    }

    /// What a state in a loop shows by itself.
    fn provisional(&self, state: State) -> Signature {
        match self.shown(state) {
            Some(Step::Collective(call, _)) => {
                Signature::Provisional(0, call.operation(), call.communicator.0)
            }
            Some(Step::Call(call, _)) => Signature::Provisional(1, "", call.function.0),
            Some(Step::Decide(decision)) if self.strict.is_some() => {
                Signature::Provisional(3, "", decision.condition.0)
            }
            _ => Signature::Provisional(2, "", 0),
        }
    }

    /// Partition refinement of the states on this level's loops.
    fn refine(&mut self, members: &[usize], states: &[State], edges: &[Vec<usize>]) {
        if members.is_empty() {
            return;
        }
        for &member in members {
            let signature = self.provisional(states[member]);
            let class = self.intern(signature);
            self.classes.insert(states[member], class);
        }
        let shows: Vec<usize> =
            members.iter().copied().filter(|member| !self.is_open(states[*member])).collect();
        let choices: Vec<usize> =
            members.iter().copied().filter(|member| self.is_open(states[*member])).collect();
        let mut count = 0;
        loop {
            self.effort.spend(members.len());
            // Outcomes of choices first: the classes of the collectives they lead to.
            let outcomes: Vec<(usize, Signature)> =
                choices.iter().map(|member| (*member, self.outcomes(states[*member]))).collect();
            let mut round: FxHashMap<Signature, Class> = FxHashMap::default();
            let mut assigned = Vec::new();
            for (member, signature) in outcomes {
                let class = self.class_in_round(&mut round, signature);
                assigned.push((member, class));
            }
            for (member, class) in assigned.drain(..) {
                self.classes.insert(states[member], class);
            }
            for &member in &shows {
                let signature =
                    self.signature(states[member], edges[member].iter().map(|n| states[*n]));
                assigned.push((member, self.class_in_round(&mut round, signature)));
            }
            let mut distinct: Vec<Class> = assigned.iter().map(|(_, class)| *class).collect();
            for (member, class) in assigned {
                self.classes.insert(states[member], class);
            }
            distinct.sort_unstable();
            distinct.dedup();
            if distinct.len() <= count {
                break;
            }
            count = distinct.len();
            if self.effort.is_spent() {
                break;
            }
        }
        // Choices once more, with the final classes.
        for member in choices {
            let signature = self.outcomes(states[member]);
            let class = self.intern(signature);
            self.classes.insert(states[member], class);
        }
    }

    fn class_in_round(
        &mut self,
        round: &mut FxHashMap<Signature, Class>,
        signature: Signature,
    ) -> Class {
        if let Signature::Choice(outcomes) = &signature
            && let [only] = outcomes.as_slice()
        {
            return *only;
        }
        if let Some(&class) = round.get(&signature) {
            return class;
        }
        let class = self.fresh();
        if let Signature::Choice(outcomes) = &signature {
            self.choices.insert(class, outcomes.clone());
        }
        round.insert(signature, class);
        class
    }

    fn outcomes(&self, state: State) -> Signature {
        let mut outcomes = Vec::new();
        let first = self.first(state);
        self.effort.spend(first.len());
        for first in first.iter() {
            if let Some(&class) = self.classes.get(first) {
                match self.choices.get(&class) {
                    Some(inner) => outcomes.extend(inner.iter().copied()),
                    None => outcomes.push(class),
                }
            }
        }
        outcomes.sort_unstable();
        outcomes.dedup();
        match state.step {
            Some(step) if outcomes.len() > CHOICE_LIMIT => Signature::Large(step),
            _ => Signature::Choice(outcomes),
        }
    }
}
