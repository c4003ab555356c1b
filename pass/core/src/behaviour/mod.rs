//! What a program does as far as other ranks can tell: its collective calls, the conditions that
//! decide about them, and how it ends.
//!
//! A function's [`Behaviour`] is its control flow reduced to the steps that matter, with those of the
//! functions it calls in their place (the reduced graphs of the thesis, section 5.2, Algorithm 23).
//! Conditions are expressions in the function's inputs, bound where it is called.

pub mod build;
pub mod compare;
pub mod equivalence;
pub mod project;

use std::rc::Rc;

use crate::finding::Location;
use crate::ids::dense_id;
use crate::mpi;
use crate::program::FunctionId;
use crate::value::evaluate;
use crate::value::expression::ExpressionId;

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

/// A collective call.
#[derive(Clone, Debug)]
pub struct CollectiveCall {
    /// What is called.
    pub call: mpi::Call,
    /// On which communicator.
    pub communicator: ExpressionId,
    /// All ranks of the job: `MPI_Init`, `MPI_Finalize`.
    pub whole_job: bool,
    /// Who is root, for operations that have one.
    pub root: Option<ExpressionId>,
    /// The reduction's operator.
    pub operator: Option<ExpressionId>,
    /// The datatypes that must be the same on all ranks.
    pub datatypes: Vec<ExpressionId>,
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
    /// What must be the same on all ranks.
    #[must_use]
    pub fn operation(&self) -> &'static str {
        let name = self.call.procedure.name;
        self.call.procedure.collective().map_or(name, |collective| collective.operation)
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
    Callee(Vec<FunctionId>),
    /// Not told by the condition.
    Free,
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
    /// The function it stands in.
    pub function: FunctionId,
    /// Its block there.
    pub block: u32,
    /// Where.
    pub location: Location,
    /// The calls that lead to it.
    pub chain: Option<Rc<Chain>>,
}

impl Decision {
    /// The target for a value of the condition.
    #[must_use]
    pub fn target(&self, value: i64) -> Option<usize> {
        match &self.guard {
            Guard::Truth => Some(usize::from(value == 0)),
            Guard::Cases(cases) => {
                let case = cases.iter().position(|case| *case == value);
                Some(case.unwrap_or(cases.len()))
            }
            Guard::Callee(functions) => {
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
    /// A call of a function with collectives that is not looked into (recursion, size).
    Call {
        /// Which.
        function: FunctionId,
        /// What follows.
        next: StepId,
    },
    /// A decision.
    Decide(Box<Decision>),
    /// The end.
    End(Ending, Location),
}

impl Step {
    /// The steps that may follow.
    #[must_use]
    pub fn targets(&self) -> Vec<StepId> {
        match self {
            Self::Collective(_, next) | Self::Call { next, .. } => vec![*next],
            Self::Decide(decision) => decision.targets.clone(),
            Self::End(..) => Vec::new(),
        }
    }

    fn targets_mut(&mut self) -> &mut [StepId] {
        match self {
            Self::Collective(_, next) | Self::Call { next, .. } => std::slice::from_mut(next),
            Self::Decide(decision) => &mut decision.targets,
            Self::End(..) => &mut [],
        }
    }
}

/// The reduced control flow of a function.
#[derive(Clone, Debug)]
pub struct Behaviour {
    /// Its steps.
    pub steps: Vec<Step>,
    /// The first one.
    pub entry: StepId,
}

impl Behaviour {
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

    /// Removes decisions that decide nothing and steps that are not reached.
    pub fn simplify(&mut self) {
        loop {
            let mut forward: Vec<StepId> = (0..self.steps.len()).map(StepId::new).collect();
            let mut changed = false;
            for (index, step) in self.steps.iter().enumerate() {
                let Step::Decide(decision) = step else { continue };
                if let Some(only) = self.only_target(decision)
                    && only.index() != index
                {
                    forward[index] = only;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
            let resolve = |mut id: StepId| {
                // A cycle of decisions alone ends where it began.
                for _ in 0..forward.len() {
                    if forward[id.index()] == id {
                        break;
                    }
                    id = forward[id.index()];
                }
                id
            };
            let entry = resolve(self.entry);
            let stuck = entry == self.entry && forward[entry.index()] != entry;
            self.entry = entry;
            for step in &mut self.steps {
                for target in step.targets_mut() {
                    *target = resolve(*target);
                }
            }
            if stuck {
                break;
            }
            self.compact();
        }
        self.compact();
    }

    /// Where a decision leads whatever it decides; ends of the job are no choice.
    fn only_target(&self, decision: &Decision) -> Option<StepId> {
        let goes_on =
            |target: &&StepId| !matches!(self.step(**target), Step::End(Ending::EndOfJob, _));
        let mut targets = decision.targets.iter().filter(goes_on);
        let first = *targets.next().or_else(|| decision.targets.first())?;
        targets.all(|target| *target == first).then_some(first)
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
