//! What a program does as far as other ranks can tell: its collective calls, the conditions that
//! decide about them, and how it ends.
//!
//! A function's [`Behaviour`] is its control flow reduced to the steps that matter, with those of the
//! functions it calls in their place (the reduced graphs of the thesis, section 5.2, Algorithm 23).
//! Conditions are expressions in the function's inputs, bound where it is called.

mod agreed;
pub mod assume;
pub mod beside_messages;
pub mod budget;
pub mod build;
mod checks;
pub(crate) mod choice;
mod commands;
pub mod compare;
mod crossed;
pub mod difference;
pub mod effort;
pub mod equivalence;
mod follow;
pub mod handed;
pub(crate) mod in_use;
mod job_end;
mod kinds;
pub mod opening;
pub(crate) mod owner;
pub mod project;
mod repeated;
mod rounds;
mod thread;
pub mod told;
mod uncertain;
pub mod unite;

use std::cell::OnceCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::finding::Location;
use crate::ids::dense_id;
use crate::mpi;
use crate::program::{FunctionId, Program};
use crate::value::counted::Counted;
use crate::value::evaluate;
use crate::value::expression::{Dependence, ExpressionId, Expressions, Input};
use crate::value::library;
use checks::Check;

dense_id!(
    /// A step of a behaviour.
    StepId, "s"
);

/// The calls that lead to a place, outermost first.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Chain {
    /// The calling function.
    pub caller: FunctionId,
    /// Where it calls.
    pub location: Location,
    /// The calls further in.
    pub inner: Option<Rc<Chain>>,
}

impl Chain {
    /// The calls one by one, outermost first.
    pub fn links(chain: Option<&Self>) -> impl Iterator<Item = &Self> {
        std::iter::successors(chain, |link| link.inner.as_deref())
    }
}

/// A collective call.
#[derive(Clone, Debug)]
pub struct CollectiveCall {
    /// What is called.
    pub call: mpi::Call,
    /// On which communicator.
    pub communicator: ExpressionId,
    /// The choice of communicators this one is an arm of, if it was one.
    pub chosen_from: Option<ExpressionId>,
    /// All ranks of the job: `MPI_Init`, `MPI_Finalize`.
    pub whole_job: bool,
    /// Who is root, for operations that have one.
    pub root: Option<ExpressionId>,
    /// The reduction's operator.
    pub operator: Option<ExpressionId>,
    /// The communicator it makes.
    pub makes: Option<ExpressionId>,
    /// The datatypes that must be the same on all ranks that make this very call.
    pub datatypes: Vec<ExpressionId>,
    /// The numbers of elements that go with the datatypes, as far as they are single numbers.
    pub counts: Vec<ExpressionId>,
    /// The function it stands in.
    pub function: FunctionId,
    /// The reader's number of the call.
    pub tag: u32,
    /// Where.
    pub location: Location,
    /// The calls that lead to it.
    pub chain: Option<Rc<Chain>>,
}

impl CollectiveCall {
    /// All expressions it holds.
    pub fn expressions(&self) -> impl Iterator<Item = ExpressionId> + '_ {
        let arguments = self.makes.into_iter().chain(self.root).chain(self.operator);
        let data = self.datatypes.iter().chain(&self.counts).copied();
        std::iter::once(self.communicator).chain(self.chosen_from).chain(arguments).chain(data)
    }

    /// All expressions it holds, to be changed.
    pub fn expressions_mut(&mut self) -> impl Iterator<Item = &mut ExpressionId> {
        let arguments = self.makes.iter_mut().chain(&mut self.root).chain(&mut self.operator);
        let data = self.datatypes.iter_mut().chain(&mut self.counts);
        let communicators = std::iter::once(&mut self.communicator).chain(&mut self.chosen_from);
        communicators.chain(arguments).chain(data)
    }

    /// Is it the same operation on the same communicator, wherever and with whatever data?
    #[must_use]
    pub fn matches(&self, other: &Self) -> bool {
        self.operation() == other.operation() && self.communicator == other.communicator
    }

    /// Must datatypes and counts be the same on all ranks, by whatever call they come? Where a rank's part
    /// differs from the others' it may have none.
    #[must_use]
    pub fn is_alike_for_all(&self) -> bool {
        let alike = ["Bcast", "Allgather", "Alltoall"];
        self.operator.is_some()
            || mpi::family(self.operation()).is_some_and(|family| alike.contains(&family))
    }

    /// Does the root count with another number of elements than the others? It may receive as many as no rank sends.
    #[must_use]
    pub fn has_two_counts(&self) -> bool {
        !self.is_alike_for_all() && matches!(self.counts[..], [one, other] if one != other)
    }

    /// May the call return whatever the other ranks do? Then it stands in the order of its own
    /// communicator's calls alone. `MPI_Comm_free` is collective but marks the communicator only (MPI 4.0,
    /// 7.4.3).
    #[must_use]
    pub fn returns_at_once(&self) -> bool {
        let collective = self.call.procedure.collective();
        collective.is_some_and(|collective| collective.mode != mpi::Mode::Blocking)
            || self.operation() == "MPI_Comm_free"
    }

    /// What must be the same on all ranks.
    #[must_use]
    pub fn operation(&self) -> &'static str {
        let name = self.call.procedure.name;
        self.call.procedure.collective().map_or(name, |collective| collective.operation)
    }
}

/// What a function that is not looked into calls on one communicator.
#[derive(Clone, Debug)]
pub struct CallsOn {
    /// The communicator.
    pub communicator: ExpressionId,
    /// The collectives that may be the first one called on it, one for each operation, without
    /// arguments; `None`: not known, or too many.
    pub first: Option<Vec<CollectiveCall>>,
    /// There may be none.
    pub may_be_none: bool,
}

impl CallsOn {
    fn expressions(&self) -> impl Iterator<Item = ExpressionId> + '_ {
        let first = self.first.iter().flatten().flat_map(CollectiveCall::expressions);
        std::iter::once(self.communicator).chain(first)
    }

    fn expressions_mut(&mut self) -> impl Iterator<Item = &mut ExpressionId> {
        let first = self.first.iter_mut().flatten().flat_map(CollectiveCall::expressions_mut);
        std::iter::once(&mut self.communicator).chain(first)
    }

    /// Names the communicator.
    pub fn set_communicator(&mut self, communicator: ExpressionId) {
        self.communicator = communicator;
        for call in self.first.iter_mut().flatten() {
            call.communicator = communicator;
        }
    }
}

/// A call of a function with collectives that is not looked into (recursion, size).
#[derive(Clone, Debug)]
pub struct UnseenCall {
    /// Which.
    pub function: FunctionId,
    /// What the caller decides about in it: where all of these are the same on two ranks, they do the
    /// same in it, as far as it does the same on all ranks by itself.
    pub depends_on: Vec<ExpressionId>,
    /// What it calls, by communicator; `None`: it may be anything.
    pub communicators: Option<Vec<CallsOn>>,
    /// What stands for the inputs of the callee's behaviour; `None`: not known, or too much.
    pub hands_over: Option<Vec<(Input, ExpressionId)>>,
}

impl UnseenCall {
    /// All expressions it holds.
    pub fn expressions(&self) -> impl Iterator<Item = ExpressionId> + '_ {
        let communicators = self.communicators.iter().flatten().flat_map(CallsOn::expressions);
        let handed = self.hands_over.iter().flatten().map(|(_, expression)| *expression);
        self.depends_on.iter().copied().chain(communicators).chain(handed)
    }

    /// Is nothing called on any communicator?
    #[must_use]
    pub fn is_silent(&self) -> bool {
        self.communicators.as_ref().is_some_and(Vec::is_empty)
    }

    /// All expressions it holds, to be changed.
    pub fn expressions_mut(&mut self) -> impl Iterator<Item = &mut ExpressionId> {
        let communicators =
            self.communicators.iter_mut().flatten().flat_map(CallsOn::expressions_mut);
        let handed = self.hands_over.iter_mut().flatten().map(|(_, expression)| expression);
        self.depends_on.iter_mut().chain(communicators).chain(handed)
    }
}

/// Which edge of a decision is taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Guard {
    /// The first target if the condition is not 0, else the second.
    Truth,
    /// The target of the equal constant, else the last one.
    Cases(Vec<i64>),
    /// The target of the function the pointer holds.
    Callee {
        /// Which it may be, by target.
        functions: Vec<FunctionId>,
        /// The target of one that shows nothing to other ranks, where these are all functions of the pointer's
        /// type: which of them ever stand there is not known.
        idle: Option<usize>,
    },
    /// Not told by the condition.
    Free,
}

/// How a loop is left where a condition may end it.
#[derive(Clone, Debug)]
pub struct Leaving {
    /// The condition to those that still go round: what it does not owe to those that have left.
    pub inside: ExpressionId,
    /// The others by which the loop is left.
    pub causes: Vec<Cause>,
}

/// A condition by which a loop is left.
#[derive(Clone, Debug)]
pub struct Cause {
    /// The condition.
    pub condition: ExpressionId,
    /// Its block in the function.
    pub block: u32,
    /// Where.
    pub location: Location,
}

impl Leaving {
    fn expressions(&self) -> impl Iterator<Item = ExpressionId> + '_ {
        std::iter::once(self.inside).chain(self.causes.iter().map(|cause| cause.condition))
    }

    fn expressions_mut(&mut self) -> impl Iterator<Item = &mut ExpressionId> {
        let causes = self.causes.iter_mut().map(|cause| &mut cause.condition);
        std::iter::once(&mut self.inside).chain(causes)
    }
}

/// A condition that decides about collectives.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The condition.
    pub condition: ExpressionId,
    /// What its values mean.
    pub guard: Guard,
    /// Where control goes.
    pub targets: Vec<StepId>,
    /// By target: functions of which nothing is known may be called on the way, before the ways join
    /// again. They may have the counterpart of what other ranks call.
    pub hides: Vec<bool>,
    /// The function it stands in.
    pub function: FunctionId,
    /// Its block there.
    pub block: u32,
    /// Where.
    pub location: Location,
    /// The calls that lead to it.
    pub chain: Option<Rc<Chain>>,
    /// The loop that it ends, if others of its conditions do that, too.
    pub leaving: Option<Box<Leaving>>,
    /// The loop that it ends, if it does that by a count.
    pub counted: Option<Box<Counted>>,
    /// The check that it is, if it is one.
    pub passed: Option<Check>,
}

impl Decision {
    /// Does it part ranks as some have left the loop that it may end, and not by itself?
    #[must_use]
    pub fn is_consequence(&self, all: &Expressions) -> bool {
        let differs = |id| (all.is_known_to_differ(id), all.severity(id));
        let inside = self.leaving.as_ref().map(|leaving| differs(leaving.inside));
        inside.is_some_and(|inside| inside < differs(self.condition))
    }

    /// The condition by which ranks have left, in the place of its consequence; `None`: it is none, or no condition
    /// of this function.
    #[must_use]
    pub fn cause(&self, all: &Expressions) -> Option<Self> {
        let leaving = self.leaving.as_ref().filter(|_| self.is_consequence(all))?;
        let is_known = |cause: &&Cause| all.is_known_to_differ(cause.condition);
        let parts = |cause: &&Cause| all.severity(cause.condition) == Dependence::RankDependent;
        let causes = || leaving.causes.iter();
        let cause = causes().find(is_known).or_else(|| causes().find(parts))?;
        let Cause { condition, block, location } = cause.clone();
        Some(Self { condition, block, location, ..self.clone() })
    }

    /// Does it stand in a function, or in what that calls?
    #[must_use]
    pub fn is_below(&self, function: FunctionId) -> bool {
        let mut links = Chain::links(self.chain.as_deref());
        self.function == function || links.any(|link| link.caller == function)
    }

    /// Where users look for it: what C++'s library decides is decided where it is called.
    #[must_use]
    pub fn users_location(&self, program: &Program) -> &Location {
        let is_of_users = |id: FunctionId| !library::is_of_cpp(&program.function(id).name);
        if is_of_users(self.function) {
            return &self.location;
        }
        let called = Chain::links(self.chain.as_deref()).filter(|link| is_of_users(link.caller));
        let called = called.last().map(|link| &link.location);
        called.filter(|location| location.line > 0).unwrap_or(&self.location)
    }

    /// How many calls lead to it.
    #[must_use]
    pub fn depth(&self) -> usize {
        Chain::links(self.chain.as_deref()).count()
    }

    fn expressions(&self) -> impl Iterator<Item = ExpressionId> + '_ {
        let counted = self.counted.iter().flat_map(|counted| counted.expressions());
        let leaving = self.leaving.iter().flat_map(|leaving| leaving.expressions());
        std::iter::once(self.condition).chain(leaving).chain(counted)
    }

    fn expressions_mut(&mut self) -> impl Iterator<Item = &mut ExpressionId> {
        let counted = self.counted.iter_mut().flat_map(|counted| counted.expressions_mut());
        let leaving = self.leaving.iter_mut().flat_map(|leaving| leaving.expressions_mut());
        std::iter::once(&mut self.condition).chain(leaving).chain(counted)
    }

    /// The target for a value of the condition.
    #[must_use]
    pub fn target(&self, value: i64) -> Option<usize> {
        match &self.guard {
            Guard::Truth => Some(usize::from(value == 0)),
            Guard::Cases(cases) => {
                let case = cases.iter().position(|case| *case == value);
                Some(case.unwrap_or(cases.len()))
            }
            Guard::Callee { functions, .. } => {
                functions.iter().position(|function| evaluate::function_address(*function) == value)
            }
            Guard::Free => None,
        }
    }
}

/// How a function or program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ending {
    /// It returns.
    Return,
    /// An exception leaves it.
    Throw,
    /// This process ends alone.
    Leave,
    /// The whole job ends: no rank waits for another any more.
    EndOfJob,
}

/// One step.
#[derive(Clone, Debug)]
pub enum Step {
    /// A collective call, then the next step.
    Collective(Box<CollectiveCall>, StepId),
    /// A call of a function with collectives that is not looked into, then the next step.
    Call(Box<UnseenCall>, StepId),
    /// A decision.
    Decide(Box<Decision>),
    /// The end.
    End(Ending, Location),
}

impl Step {
    /// All expressions it holds.
    #[must_use]
    pub fn expressions(&self) -> Vec<ExpressionId> {
        match self {
            Self::Collective(call, _) => call.expressions().collect(),
            Self::Decide(decision) => decision.expressions().collect(),
            Self::Call(call, _) => call.expressions().collect(),
            Self::End(..) => Vec::new(),
        }
    }

    /// All expressions it holds, to be changed.
    pub fn expressions_mut(&mut self) -> Vec<&mut ExpressionId> {
        match self {
            Self::Collective(call, _) => call.expressions_mut().collect(),
            Self::Decide(decision) => decision.expressions_mut().collect(),
            Self::Call(call, _) => call.expressions_mut().collect(),
            Self::End(..) => Vec::new(),
        }
    }

    /// The steps that may follow.
    #[must_use]
    pub fn targets(&self) -> &[StepId] {
        match self {
            Self::Collective(_, next) | Self::Call(_, next) => std::slice::from_ref(next),
            Self::Decide(decision) => &decision.targets,
            Self::End(..) => &[],
        }
    }

    /// Names communicators as they are known, whatever the MPI implementation.
    pub fn name_communicators(&mut self, expressions: &mut Expressions) {
        match self {
            Self::Collective(call, _) => {
                call.communicator = expressions.communicator(call.communicator);
            }
            Self::Call(call, _) => {
                for calls in call.communicators.iter_mut().flatten() {
                    let known = expressions.communicator(calls.communicator);
                    calls.set_communicator(known);
                }
            }
            Self::Decide(_) | Self::End(..) => {}
        }
    }

    fn targets_mut(&mut self) -> &mut [StepId] {
        match self {
            Self::Collective(_, next) | Self::Call(_, next) => std::slice::from_mut(next),
            Self::Decide(decision) => &mut decision.targets,
            Self::End(..) => &mut [],
        }
    }
}

/// Where forwarding leads in the end; shortens the way for the next time.
fn resolve(forward: &mut [StepId], id: StepId) -> StepId {
    let mut end = id;
    while forward[end.index()] != end {
        end = forward[end.index()];
    }
    let mut at = id;
    while forward[at.index()] != end {
        at = std::mem::replace(&mut forward[at.index()], end);
    }
    end
}

/// The reduced control flow of a function.
#[derive(Clone, Debug)]
pub struct Behaviour {
    /// Its steps.
    pub steps: Vec<Step>,
    /// The first one.
    pub entry: StepId,
    /// It may call functions of which nothing is known.
    pub calls_unknown: bool,
    /// By communicator: decisions whose condition is a simpler one for its ranks ([`choice::restrict`]).
    restricted: FxHashMap<ExpressionId, Vec<(StepId, ExpressionId)>>,
    opening: OnceCell<Option<Vec<CallsOn>>>,
}

impl Behaviour {
    /// These steps.
    #[must_use]
    pub fn new(steps: Vec<Step>, entry: StepId) -> Self {
        let restricted = FxHashMap::default();
        Self { steps, entry, calls_unknown: false, restricted, opening: OnceCell::new() }
    }

    /// As the ranks of `group` decide, where that is simpler.
    #[must_use]
    pub fn restricted_to(&self, group: ExpressionId) -> Option<Self> {
        let restricted = self.restricted.get(&group)?;
        let mut seen = self.clone();
        for (step, condition) in restricted {
            if let Step::Decide(decision) = &mut seen.steps[step.index()] {
                decision.condition = *condition;
            }
        }
        Some(seen)
    }

    /// The behaviour where no pointer leads to a function that shows something of which `is_open` holds, if one of
    /// its type shows nothing. `None`: there is no such pointer.
    #[must_use]
    pub fn with_idle_callees(&self, is_open: &dyn Fn(ExpressionId) -> bool) -> Option<Self> {
        let idle = |step: &Step| match step {
            Step::Decide(decision) => match decision.guard {
                Guard::Callee { idle: Some(idle), .. } if is_open(decision.condition) => {
                    decision.targets.get(idle).copied()
                }
                _ => None,
            },
            _ => None,
        };
        if !self.steps.iter().any(|step| idle(step).is_some()) {
            return None;
        }
        let mut others = self.clone();
        for step in &mut others.steps {
            if let (Some(target), Step::Decide(decision)) = (idle(step), step) {
                decision.guard = Guard::Free;
                decision.targets = vec![target];
                decision.hides.clear();
            }
        }
        Some(others)
    }

    /// What it calls, by communicator; `None`: it may be anything. Asked for when its steps are what
    /// they will be.
    #[must_use]
    pub fn opening(&self) -> Option<&[CallsOn]> {
        self.opening.get_or_init(|| opening::opening(self)).as_deref()
    }

    /// The step of this id.
    #[must_use]
    pub fn step(&self, id: StepId) -> &Step {
        &self.steps[id.index()]
    }

    /// It only returns: nothing in it matters to other ranks.
    #[must_use]
    pub fn is_silent(&self) -> bool {
        matches!(self.step(self.entry), Step::End(Ending::Return, _))
    }

    /// Can it end this way?
    #[must_use]
    pub fn can_end(&self, ending: Ending) -> bool {
        self.steps.iter().any(|step| matches!(step, Step::End(how, _) if *how == ending))
    }

    /// Leads from `MPI_Finalize` to where the function returns, if it does: no collective may follow (MPI 4.0,
    /// 11.2), and what is not seen there does not make any.
    fn end_at_finalize(&mut self) {
        let is_end = |step: &Step| matches!(step, Step::End(Ending::Return, _));
        let Some(end) = self.steps.iter().position(is_end).map(StepId::new) else { return };
        let is_last = |step: &Step| matches!(step, Step::Collective(call, _) if call.operation() == "MPI_Finalize");
        if !self.steps.iter().any(is_last) {
            return;
        }
        let returns = self.leading_to(&is_end);
        for step in &mut self.steps {
            if is_last(step)
                && let Step::Collective(_, next) = step
                && returns[next.index()]
            {
                *next = end;
            }
        }
    }

    /// By step: may such a one come, at or behind it?
    fn leading_to(&self, is: &dyn Fn(&Step) -> bool) -> Vec<bool> {
        let mut before = vec![Vec::new(); self.steps.len()];
        for (from, step) in self.steps.iter().enumerate() {
            step.targets().iter().for_each(|to| before[to.index()].push(from));
        }
        let mut leads = vec![false; self.steps.len()];
        let mut work: Vec<usize> =
            (0..self.steps.len()).filter(|at| is(&self.steps[*at])).collect();
        while let Some(at) = work.pop() {
            if !std::mem::replace(&mut leads[at], true) {
                work.extend(&before[at]);
            }
        }
        leads
    }

    /// Does it make no call that others take part in, and only checks whether to end the job?
    #[must_use]
    pub fn only_guards(&self) -> bool {
        self.steps.iter().all(|step| match step {
            Step::Decide(_) => true,
            Step::End(ending, _) => matches!(ending, Ending::Return | Ending::EndOfJob),
            Step::Collective(..) | Step::Call(..) => false,
        })
    }

    /// Does a step of it decide whether to go on or to end the job? (Only decisions whose outcome may
    /// be known are left to do so, see [`Self::simplify`].)
    #[must_use]
    pub fn is_guard(&self, step: &Step) -> bool {
        let Step::Decide(decision) = step else { return false };
        let ends = |target: &&StepId| self.ends_job(**target);
        let count = decision.targets.iter().filter(ends).count();
        count > 0 && count < decision.targets.len()
    }

    /// Is the step the end of the job?
    #[must_use]
    pub fn ends_job(&self, step: StepId) -> bool {
        matches!(self.step(step), Step::End(Ending::EndOfJob, _))
    }

    /// Removes decisions that decide nothing and steps that are not reached. A decision whether to end
    /// the job is kept where its outcome may be known of ranks and sizes (`may_tell` of its condition):
    /// the others are taken to go on.
    pub fn simplify(
        &mut self,
        expressions: &Expressions,
        may_tell: &dyn Fn(&Expressions, ExpressionId) -> bool,
    ) {
        self.end_what_ends_the_job();
        while self.forward_decisions(expressions, may_tell) {}
        self.compact();
    }

    /// Where nothing is left that others notice but the end of the job, it is as good as come: what is still done, as
    /// destructors of trees do, may be a loop.
    fn end_what_ends_the_job(&mut self) {
        let ends = self.leading_to(&|step| matches!(step, Step::End(Ending::EndOfJob, _)));
        if !ends.contains(&true) {
            return;
        }
        let noticed = self.leading_to(&|step| match step {
            Step::Collective(..) => true,
            Step::Call(call, _) => !call.is_silent(),
            Step::Decide(_) => false,
            Step::End(ending, _) => !matches!(ending, Ending::EndOfJob),
        });
        for (step, (ends, noticed)) in self.steps.iter_mut().zip(ends.into_iter().zip(noticed)) {
            if ends && !noticed && !matches!(step, Step::End(..)) {
                let location = match step {
                    Step::Decide(decision) => decision.location.clone(),
                    _ => Location::default(),
                };
                *step = Step::End(Ending::EndOfJob, location);
            }
        }
    }

    /// Leads past decisions that decide nothing, and past what is done before the job ends; false: there is
    /// nothing of that. Where a decision leads is looked at after what it leads to, so that one pass does for
    /// all but loops.
    fn forward_decisions(
        &mut self,
        expressions: &Expressions,
        may_tell: &dyn Fn(&Expressions, ExpressionId) -> bool,
    ) -> bool {
        let mut forward: Vec<StepId> = (0..self.steps.len()).map(StepId::new).collect();
        let mut changed = false;
        for id in self.innermost_first() {
            let decision = match self.step(id) {
                Step::Decide(decision) => decision,
                // What is still written before the job ends.
                Step::Call(call, next) if call.is_silent() => {
                    let next = resolve(&mut forward, *next);
                    if self.ends_job(next) {
                        forward[id.index()] = next;
                        changed = true;
                    }
                    continue;
                }
                _ => continue,
            };
            let targets: Vec<StepId> =
                decision.targets.iter().map(|target| resolve(&mut forward, *target)).collect();
            let may_tell = may_tell(expressions, decision.condition);
            if let Some(only) = self.only_target(decision, &targets, expressions, may_tell)
                && only != id
            {
                forward[id.index()] = only;
                changed = true;
            }
        }
        if changed {
            self.entry = resolve(&mut forward, self.entry);
            for step in &mut self.steps {
                for target in step.targets_mut() {
                    *target = resolve(&mut forward, *target);
                }
            }
        }
        changed
    }

    /// The steps reached from the entry, each after those it leads to (but for loops).
    pub(crate) fn innermost_first(&self) -> Vec<StepId> {
        let mut seen = vec![false; self.steps.len()];
        let mut order = Vec::new();
        let mut work = vec![(self.entry, false)];
        while let Some((id, done)) = work.pop() {
            if done {
                order.push(id);
            } else if !std::mem::replace(&mut seen[id.index()], true) {
                work.push((id, true));
                work.extend(self.step(id).targets().iter().map(|target| (*target, false)));
            }
        }
        order
    }

    /// Where a decision leads whatever it decides.
    fn only_target(
        &self,
        decision: &Decision,
        targets: &[StepId],
        expressions: &Expressions,
        may_tell: bool,
    ) -> Option<StepId> {
        if let Some(known) = expressions.as_integer(decision.condition)
            && let Some(target) = decision.target(known)
        {
            return targets.get(target).copied();
        }
        let counts = |target: &&StepId| may_tell || !self.ends_job(**target);
        let mut counted = targets.iter().filter(counts);
        let first = *counted.next().or_else(|| targets.first())?;
        let same =
            |target: &StepId| *target == first || (self.ends_job(*target) && self.ends_job(first));
        counted.all(same).then_some(first)
    }

    /// Keeps the steps reached from the entry, in order.
    fn compact(&mut self) {
        let mut reached = vec![false; self.steps.len()];
        let mut work = vec![self.entry];
        while let Some(id) = work.pop() {
            if !std::mem::replace(&mut reached[id.index()], true) {
                work.extend(self.step(id).targets());
            }
        }
        if reached.iter().all(|reached| *reached) {
            return;
        }
        let mut new_id = vec![StepId(0); self.steps.len()];
        let mut kept = Vec::new();
        for (index, step) in std::mem::take(&mut self.steps).into_iter().enumerate() {
            if reached[index] {
                new_id[index] = StepId::new(kept.len());
                kept.push(step);
            }
        }
        for step in &mut kept {
            for target in step.targets_mut() {
                *target = new_id[target.index()];
            }
        }
        self.steps = kept;
        self.entry = new_id[self.entry.index()];
    }
}
