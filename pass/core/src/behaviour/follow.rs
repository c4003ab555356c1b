//! Can ranks that part still go on together, as the one follows what the other says? `if (rank == 0) lead(); else serve();`

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::equivalence::{Equivalence, FIRST_LIMIT, State};
use super::{Ending, Step, StepId};
use crate::program::FunctionId;
use crate::value::expression::ExpressionId;

/// Pairs of states that are looked at.
const LIMIT: usize = 20_000;

/// Two ranks: what each comes to next.
type Pair = (State, State);

/// What ranks come to that others have to come to as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Label {
    /// Nobody waits for one who ends the job.
    EndOfJob,
    End(Ending),
    Call(FunctionId),
    /// An operation on a communicator.
    Collective(&'static str, ExpressionId),
    /// An operation on a communicator that this operation made, at whatever place of the program: where ranks do at one
    /// place what others do at another, these may be one.
    OnMade(&'static str, &'static str),
}

/// What ranks in a state may do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Move {
    label: Label,
    /// Behind the call; `None`: it is an end.
    next: Option<State>,
    /// They may have chosen it by themselves.
    free: bool,
}

/// Pairs of which one has to hold.
struct Requirement {
    /// The pair that has it.
    of: usize,
    /// How many of the pairs hold, as far as is known.
    holding: usize,
    /// It has to be met; else one of those that need not.
    must: bool,
    /// It is one of those of which one has to be met.
    may: bool,
}

impl Equivalence<'_> {
    /// Can ranks in two states that are not equivalent still go on together? Choices made by data the
    /// ranks exchanged on the way (`guided`: the root's command, served by the others) follow the
    /// other rank; any other choice must be met by the other rank, whatever it is. Where too much would
    /// have to be looked at, it is not known that they cannot.
    ///
    /// # Errors
    /// Where they come to that they cannot go on from.
    pub fn follow(
        &self,
        one: State,
        other: State,
        guided: &FxHashSet<StepId>,
    ) -> Result<(), (State, State)> {
        let mut following = Following::new(self, guided);
        following.pairs.push((self.settle(one), self.settle(other)));
        following.index.insert(following.pairs[0], 0);
        let mut at = 0;
        while at < following.pairs.len() {
            if following.pairs.len() > LIMIT || self.effort.is_spent() {
                return Ok(());
            }
            following.require(at);
            at += 1;
        }
        following.settle().map_err(|stuck| stuck.unwrap_or((one, other)))
    }
}

/// The largest relation in which each pair of states is met by pairs of it: all are taken to hold until a requirement of
/// theirs fails.
struct Following<'e, 'p> {
    equivalence: &'e Equivalence<'p>,
    guided: &'e FxHashSet<StepId>,
    pairs: Vec<Pair>,
    index: FxHashMap<Pair, usize>,
    /// By state: what may be done next, sorted.
    moves: FxHashMap<State, Rc<[Move]>>,
    requirements: Vec<Requirement>,
    /// By pair: the requirements it may meet.
    meets: Vec<Vec<usize>>,
    /// By pair: how many of the requirements can be met of which one has to be.
    open: Vec<usize>,
}

impl<'e, 'p> Following<'e, 'p> {
    fn new(equivalence: &'e Equivalence<'p>, guided: &'e FxHashSet<StepId>) -> Self {
        Self {
            equivalence,
            guided,
            pairs: Vec::new(),
            index: FxHashMap::default(),
            moves: FxHashMap::default(),
            requirements: Vec::new(),
            meets: Vec::new(),
            open: Vec::new(),
        }
    }

    /// Finds what a pair requires.
    fn require(&mut self, of: usize) {
        let (a, b) = self.pairs[of];
        let (of_a, of_b) = (self.moves_from(a), self.moves_from(b));
        self.open.resize(self.open.len().max(of + 1), 0);
        let mut looked_at = 1;
        for one in &*of_a {
            let others = self.partners(one, &of_b);
            looked_at += 1 + others.len();
            self.add(of, others.iter().map(|other| (one.next, other.next)), one.free, true);
        }
        for other in of_b.iter().filter(|other| other.free) {
            let ones = self.partners(other, &of_a);
            looked_at += 1 + ones.len();
            self.add(of, ones.iter().map(|one| (one.next, other.next)), true, false);
        }
        self.equivalence.effort.spend(looked_at);
    }

    /// The moves that match one, among sorted ones.
    fn partners<'m>(&self, one: &Move, others: &'m [Move]) -> &'m [Move] {
        // Who ends the job is met by anybody.
        if one.label == Label::EndOfJob {
            return others;
        }
        if others.first().is_some_and(|first| first.label == Label::EndOfJob) {
            return &others[..1];
        }
        let from = others.partition_point(|other| other.label < one.label);
        let to = others.partition_point(|other| other.label <= one.label);
        &others[from..to]
    }

    /// Adds a requirement: one of these.
    fn add(
        &mut self,
        of: usize,
        partners: impl Iterator<Item = (Option<State>, Option<State>)>,
        must: bool,
        may: bool,
    ) {
        let mut needed = Vec::new();
        for (one, other) in partners {
            // A good end.
            let Some(pair) = one.zip(other) else {
                self.open[of] += usize::from(may);
                return;
            };
            let count = self.pairs.len();
            let at = *self.index.entry(pair).or_insert(count);
            if at == count {
                self.pairs.push(pair);
            }
            needed.push(at);
        }
        needed.sort_unstable();
        needed.dedup();
        let requirement = self.requirements.len();
        self.requirements.push(Requirement { of, holding: needed.len(), must, may });
        self.open[of] += usize::from(may);
        self.meets.resize(self.pairs.len(), Vec::new());
        for pair in needed {
            self.meets[pair].push(requirement);
        }
    }

    /// Takes away what does not hold.
    ///
    /// # Errors
    /// The first pair does not hold: the pair at which that shows first.
    fn settle(mut self) -> Result<(), Option<Pair>> {
        let mut holds = vec![true; self.pairs.len()];
        let mut failed: Vec<usize> = Vec::new();
        let unmet: Vec<usize> =
            (0..self.requirements.len()).filter(|at| self.requirements[*at].holding == 0).collect();
        for requirement in unmet {
            self.fail(requirement, &mut holds, &mut failed);
        }
        for (pair, holds) in holds.iter_mut().enumerate() {
            if self.open[pair] == 0 && std::mem::take(holds) {
                failed.push(pair);
            }
        }
        let stuck = failed.iter().min().map(|at| self.pairs[*at]);
        while let Some(pair) = failed.pop() {
            if self.equivalence.effort.is_spent() {
                return Ok(());
            }
            let meets = self.meets.get_mut(pair).map(std::mem::take).unwrap_or_default();
            self.equivalence.effort.spend(1 + meets.len());
            for requirement in meets {
                self.requirements[requirement].holding -= 1;
                if self.requirements[requirement].holding == 0 {
                    self.fail(requirement, &mut holds, &mut failed);
                }
            }
        }
        if holds[0] { Ok(()) } else { Err(stuck) }
    }

    /// A requirement is not met.
    fn fail(&mut self, requirement: usize, holds: &mut [bool], failed: &mut Vec<usize>) {
        let Requirement { of, must, may, .. } = self.requirements[requirement];
        self.open[of] -= usize::from(may);
        if (must || self.open[of] == 0) && std::mem::take(&mut holds[of]) {
            failed.push(of);
        }
    }

    /// What ranks in a state may do next, and whether a choice the other ranks do not share led there; sorted.
    fn moves_from(&mut self, state: State) -> Rc<[Move]> {
        if let Some(known) = self.moves.get(&state) {
            return known.clone();
        }
        let mut found: FxHashMap<State, bool> = FxHashMap::default();
        let mut seen = FxHashSet::default();
        let start = self.equivalence.settle(state);
        let mut work = vec![(start, !self.is_guided(start))];
        while let Some((state, free)) = work.pop() {
            if !seen.insert((state, free)) || seen.len() > FIRST_LIMIT {
                continue;
            }
            if self.equivalence.decides(state) {
                let free = free || !self.is_guided(state);
                let next = self.equivalence.successors(state);
                work.extend(next.iter().map(|next| (*next, free)));
            } else {
                *found.entry(state).or_default() |= free;
            }
        }
        self.equivalence.effort.spend(seen.len());
        let mut moves: Vec<Move> = Vec::new();
        for (state, free) in found {
            let label = self.label(state);
            let is_end = matches!(label, Label::End(_) | Label::EndOfJob);
            let next = self.equivalence.successors(state).first().copied();
            moves.push(Move { label, next: next.filter(|_| !is_end), free });
        }
        moves.sort_unstable();
        let moves: Rc<[Move]> = moves.into();
        self.moves.insert(state, moves.clone());
        moves
    }

    fn label(&self, state: State) -> Label {
        match self.equivalence.shown(state) {
            Some(Step::End(Ending::EndOfJob, _)) => Label::EndOfJob,
            Some(Step::End(ending, _)) => Label::End(*ending),
            Some(Step::Call(call, _)) => Label::Call(call.function),
            Some(Step::Collective(call, _)) => match self.equivalence.maker(call.communicator) {
                Some(maker) => Label::OnMade(call.operation(), maker),
                None => Label::Collective(call.operation(), call.communicator),
            },
            Some(Step::Decide(_)) | None => Label::End(Ending::Return),
        }
    }

    /// Does data exchanged on the way decide here? Where nothing is decided, nobody has a choice.
    fn is_guided(&self, state: State) -> bool {
        state.step.is_some_and(|step| self.guided.contains(&step))
    }
}
