//! A behaviour as the ranks of one communicator see it: other communicators' calls left out, and
//! only the decisions kept that decide about what is left.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Behaviour, Decision, Ending, Step, StepId, commands};
use crate::components::strongly_connected;
use crate::graph::{Block, FlowGraph, PostDominators, iterated_frontier_of_nodes};
use crate::value::expression::{Expression, ExpressionId};
use crate::value::{Context, Sender};

/// The steps that matter to the ranks of one communicator.
#[derive(Debug)]
pub struct Projection<'b> {
    /// The behaviour looked at.
    pub behaviour: &'b Behaviour,
    /// The communicator's group.
    pub group: ExpressionId,
    /// By step: is it seen?
    relevant: Vec<bool>,
    /// By step: the first relevant one at or after it; `None`: the end of the program.
    next: Vec<Option<StepId>>,
    post_dominators: PostDominators,
    /// The loops of seen steps.
    loops: OnceCell<Vec<FxHashSet<StepId>>>,
    agreed: OnceCell<FxHashMap<StepId, Vec<u64>>>,
    commands: OnceCell<Vec<(StepId, Sender)>>,
    before_join: RefCell<FxHashMap<StepId, Rc<FxHashSet<StepId>>>>,
    calls_before_join: RefCell<FxHashMap<StepId, Rc<FxHashSet<u64>>>>,
}

/// Is a collective call made by the ranks of `group`?
fn concerns(context: &Context<'_>, step: &Step, group: ExpressionId) -> bool {
    match step {
        Step::Collective(call, _) => context.expressions.group_of(call.communicator) == group,
        Step::Call(call, _) => call.communicators.as_ref().is_none_or(|all| {
            all.iter().any(|calls| context.expressions.group_of(calls.communicator) == group)
        }),
        _ => false,
    }
}

/// The communicators a behaviour's collectives are on, each once, in order of appearance;
/// `MPI_COMM_SELF` and the null communicator concern nobody else.
#[must_use]
pub fn groups(context: &Context<'_>, behaviour: &Behaviour) -> Vec<ExpressionId> {
    let mut groups = Vec::new();
    let handles = behaviour.steps.iter().flat_map(|step| match step {
        Step::Collective(call, _) => vec![call.communicator],
        Step::Call(call, _) => {
            call.communicators.iter().flatten().map(|calls| calls.communicator).collect()
        }
        Step::Decide(_) | Step::End(..) => Vec::new(),
    });
    for handle in handles {
        let group = context.expressions.group_of(handle);
        let alone = matches!(
            context.expressions.get(group),
            Expression::OwnCommunicator | Expression::NullCommunicator
        );
        if !alone && !groups.contains(&group) {
            groups.push(group);
        }
    }
    groups
}

impl<'b> Projection<'b> {
    /// The steps of `behaviour` that matter to the ranks of `group`.
    #[must_use]
    pub fn new(context: &Context<'_>, behaviour: &'b Behaviour, group: ExpressionId) -> Self {
        Self::with(context, behaviour, group, &[], &|_| true)
    }

    /// The steps that matter to the ranks of `group`, who are ranks of `others` as well, as far as they
    /// are `counted`.
    #[must_use]
    pub fn with(
        context: &Context<'_>,
        behaviour: &'b Behaviour,
        group: ExpressionId,
        others: &[ExpressionId],
        counted: &dyn Fn(&Step) -> bool,
    ) -> Self {
        Self::of(behaviour, group, &|step: &Step| {
            let concerns = |group| concerns(context, step, group);
            (concerns(group) || others.iter().copied().any(concerns)) && counted(step)
        })
    }

    /// The steps of `behaviour` that `concerns` says matter to the ranks of `group`.
    // tidy: long because each part of the projection is made of the ones before.
    fn of(behaviour: &'b Behaviour, group: ExpressionId, concerns: &dyn Fn(&Step) -> bool) -> Self {
        let steps = &behaviour.steps;
        let ends_job = |id: &StepId| matches!(steps[id.index()], Step::End(Ending::EndOfJob, _));
        let block = |id: StepId| Block(id.0);
        let successors: Vec<Vec<Block>> = steps
            .iter()
            .map(|step| {
                let targets = step.targets();
                let lasting: Vec<_> =
                    targets.iter().copied().filter(|t| !ends_job(t)).map(block).collect();
                if lasting.is_empty() {
                    targets.iter().copied().map(block).collect()
                } else {
                    lasting
                }
            })
            .collect();
        let graph = FlowGraph::new(block(behaviour.entry), &successors);
        let post_dominators = PostDominators::new(&graph);
        let is_end = |step: &Step| matches!(step, Step::End(..));
        let ends = (0..steps.len()).filter(|s| is_end(&steps[*s])).count();
        let visible: Vec<Block> = (0..steps.len())
            .filter(|s| {
                let step = &steps[*s];
                concerns(step) || behaviour.is_guard(step) || (ends > 1 && is_end(step))
            })
            .map(|s| block(StepId::new(s)))
            .filter(|b| graph.is_reachable(*b))
            .collect();
        let mut relevant = vec![false; steps.len()];
        let frontier = iterated_frontier_of_nodes(&graph, &post_dominators, &visible);
        for b in frontier.iter().chain(&visible) {
            relevant[b.index()] = true;
        }
        // No way on, but not the end of the program either: where a decision leads to it, its ranks
        // are not taken to return.
        for (step, relevant) in steps.iter().zip(&mut relevant) {
            *relevant |= matches!(step, Step::End(Ending::EndOfJob, _));
        }
        let next = (0..steps.len())
            .map(|start| {
                let mut at = Some(Block(StepId::new(start).0));
                while let Some(b) = at {
                    if relevant[b.index()] {
                        return Some(StepId(b.0));
                    }
                    at = post_dominators.immediate(b);
                }
                None
            })
            .collect();
        Self {
            behaviour,
            group,
            relevant,
            next,
            post_dominators,
            loops: OnceCell::new(),
            agreed: OnceCell::new(),
            commands: OnceCell::new(),
            before_join: RefCell::default(),
            calls_before_join: RefCell::default(),
        }
    }

    /// The first relevant step at or after `step`; `None`: nothing more to see.
    #[must_use]
    pub fn next(&self, step: StepId) -> Option<StepId> {
        self.next[step.index()]
    }

    /// May a rank end the whole job behind a step that is seen?
    #[must_use]
    pub fn job_may_end(&self) -> bool {
        let behaviour = self.behaviour;
        self.relevant().any(|step| {
            matches!(behaviour.step(step), Step::Collective(..) | Step::Call(..))
                && behaviour
                    .step(step)
                    .targets()
                    .iter()
                    .any(|target| matches!(behaviour.step(*target), Step::End(Ending::EndOfJob, _)))
        })
    }

    /// The seen decisions whether to end the job.
    pub fn guards(&self) -> impl Iterator<Item = (StepId, &'b Decision)> + '_ {
        self.relevant().filter_map(|id| match self.behaviour.step(id) {
            step @ Step::Decide(decision) if self.behaviour.is_guard(step) => {
                Some((id, decision.as_ref()))
            }
            _ => None,
        })
    }

    /// The first relevant step.
    #[must_use]
    pub fn entry(&self) -> Option<StepId> {
        self.next(self.behaviour.entry)
    }

    /// By decision on data that ranks exchanged: the sites of the exchanges.
    #[must_use]
    pub fn agreed_sites(&self, context: &Context<'_>) -> &FxHashMap<StepId, Vec<u64>> {
        self.agreed.get_or_init(|| {
            let mut sites: FxHashMap<StepId, Vec<u64>> = FxHashMap::default();
            for id in self.relevant() {
                let Step::Decide(decision) = self.behaviour.step(id) else { continue };
                let is_agreed = |leaf: &Expression| matches!(leaf, Expression::Agreed(..));
                for leaf in context.expressions.leaves_of_kind(decision.condition, is_agreed) {
                    if let Expression::Agreed(origin, _) = context.expressions.get(leaf) {
                        sites.entry(id).or_default().push(context.origin_of(*origin).site);
                    }
                }
            }
            sites
        })
    }

    /// The decisions in loops on what messages say, with who sent those.
    #[must_use]
    pub fn commands(&self, context: &Context<'_>) -> &[(StepId, Sender)] {
        self.commands.get_or_init(|| {
            let sender = |step: StepId| match self.behaviour.step(step) {
                Step::Decide(decision) => commands::sender(context, decision.condition),
                _ => None,
            };
            let all = self.relevant().filter_map(|step| Some((step, sender(step)?)));
            all.filter(|(step, _)| self.loop_of(*step).is_some()).collect()
        })
    }

    /// The steps of the loop a seen step is in; `None`: it is in none.
    #[must_use]
    pub fn loop_of(&self, step: StepId) -> Option<&FxHashSet<StepId>> {
        let loops = self.loops.get_or_init(|| {
            let edges: Vec<Vec<usize>> = (0..self.relevant.len())
                .map(|at| {
                    let targets = match self.relevant[at] {
                        true => self.behaviour.step(StepId::new(at)).targets(),
                        false => &[],
                    };
                    let next = targets.iter().filter_map(|target| self.next(*target));
                    next.map(StepId::index).collect()
                })
                .collect();
            let components = strongly_connected(&edges).into_iter();
            let looped = components.filter(|component| {
                component.len() > 1 || edges[component[0]].contains(&component[0])
            });
            looped.map(|steps| steps.into_iter().map(StepId::new).collect()).collect()
        });
        loops.iter().find(|steps: &&FxHashSet<StepId>| steps.contains(&step))
    }

    /// Is the step seen by the ranks of the communicator?
    #[must_use]
    pub fn is_relevant(&self, step: StepId) -> bool {
        self.relevant[step.index()]
    }

    /// The relevant steps.
    pub fn relevant(&self) -> impl Iterator<Item = StepId> + '_ {
        (0..self.relevant.len()).filter(|s| self.relevant[*s]).map(StepId::new)
    }

    /// The first relevant step that every way from `step` comes to.
    #[must_use]
    pub fn join(&self, step: StepId) -> Option<StepId> {
        let after = self.post_dominators.immediate(Block(step.0))?;
        self.next(StepId(after.0))
    }

    /// The conditions on which the job ends at once that ask how many ranks a communicator has.
    pub fn conditions_of_ends(&self, context: &Context<'_>) -> impl Iterator<Item = ExpressionId> {
        let asks = |condition: ExpressionId| {
            let is_size = |leaf: &Expression| matches!(leaf, Expression::Size(_));
            !context.expressions.leaves_of_kind(condition, is_size).is_empty()
        };
        let ends = |target: &StepId| {
            let next = self.next(*target).map(|step| self.behaviour.step(step));
            matches!(next, Some(Step::End(Ending::EndOfJob, _)))
        };
        self.relevant().filter_map(move |step| match self.behaviour.step(step) {
            Step::Decide(decision)
                if decision.targets.iter().any(ends) && asks(decision.condition) =>
            {
                Some(decision.condition)
            }
            _ => None,
        })
    }

    /// The relevant steps behind a decision, until every way from it has come to the same.
    #[must_use]
    pub fn before_join(&self, decision: StepId) -> Rc<FxHashSet<StepId>> {
        if let Some(known) = self.before_join.borrow().get(&decision) {
            return known.clone();
        }
        let region = Rc::new(self.find_before_join(decision));
        self.before_join.borrow_mut().insert(decision, region.clone());
        region
    }

    fn find_before_join(&self, decision: StepId) -> FxHashSet<StepId> {
        let join = self.join(decision);
        let next = |step: StepId| {
            let targets = self.behaviour.step(step).targets().iter();
            targets.filter_map(|target| self.next(*target))
        };
        let mut region = FxHashSet::default();
        let mut work: Vec<StepId> = next(decision).collect();
        while let Some(step) = work.pop() {
            if Some(step) != join && region.insert(step) {
                work.extend(next(step));
            }
        }
        region
    }

    /// The collective calls behind a decision, on whatever communicator, until every way from it has come to the same.
    #[must_use]
    pub fn calls_before_join(&self, decision: StepId) -> Rc<FxHashSet<u64>> {
        if let Some(known) = self.calls_before_join.borrow().get(&decision) {
            return known.clone();
        }
        let calls = Rc::new(self.find_calls_before_join(decision));
        self.calls_before_join.borrow_mut().insert(decision, calls.clone());
        calls
    }

    fn find_calls_before_join(&self, decision: StepId) -> FxHashSet<u64> {
        let join = self.join(decision);
        let mut calls = FxHashSet::default();
        let mut seen = FxHashSet::default();
        let mut work: Vec<StepId> = self.behaviour.step(decision).targets().to_vec();
        while let Some(step) = work.pop() {
            if Some(step) == join || !seen.insert(step) {
                continue;
            }
            if let Step::Collective(call, _) = self.behaviour.step(step) {
                calls.insert(Context::site_key(call.function, call.tag));
            }
            work.extend(self.behaviour.step(step).targets());
        }
        calls
    }

    /// Does every way from `before` come to `after`?
    #[must_use]
    pub fn surely_reaches(&self, before: StepId, after: StepId) -> bool {
        self.post_dominators.post_dominates(Block(after.0), Block(before.0))
    }
}
