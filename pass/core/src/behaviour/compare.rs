//! Do the ranks of a communicator make the same collective calls?
//!
//! For sample numbers of ranks the behaviour is walked by two ranks in step. Where they part and
//! their ways on are not equivalent ([`super::equivalence`]), there is a [`Divergence`]; the walk then
//! goes on where the ways join again.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use super::checks::Checker;
use super::difference::{Comparison, Divergence};
use super::effort::Effort;
use super::equivalence::{Equivalence, Outcomes, State};
use super::kinds::{merged, outcomes};
use super::project::{Projection, groups};
use super::uncertain::{self, is_uncertain};
use super::{
    Behaviour, CallsOn, CollectiveCall, Decision, Ending, Step, StepId, UnseenCall, commands,
    crossed, job_end, repeated, rounds,
};
use crate::program::{Comparison as Relation, FunctionId};
use crate::value::Context;
use crate::value::evaluate::{Evaluation, Evaluator, Sample};
use crate::value::expression::{Dependence, Derivation, Expression, ExpressionId, operands};

mod arguments;
mod describe;
mod guided;
mod meet;

/// Choices in each other that a pointer to a function is followed through.
const CHOICE_DEPTH: u32 = 8;
/// What functions that are not looked into hide is not looked for in more steps.
const UNTIL_JOIN_LIMIT: usize = 2048;
/// Copies of one decision that are looked at for what has to be proven: one call that is not leaves the whole program to
/// the run.
const COPIES: u32 = 4;
/// More kinds of ranks are compared with the first kind only.
const PAIRWISE_LIMIT: usize = 6;
/// Sample sizes looked at whatever the program says; the first gives the example in messages.
const SIZES: [i64; 5] = [4, 2, 3, 5, 8];
/// Sample sizes next to constants of the program.
const EXTRA_SIZES: usize = 9;

/// Compares the ranks of every communicator of a behaviour as [`compare`] does, for what is told of: what is not
/// so whichever function of its type a pointer leads to, or only where a check of C++'s library fails, or not with
/// the number of ranks the program is made for, is left to the run.
#[must_use]
pub fn compare_to_tell(
    context: &Context<'_>,
    behaviour: &Behaviour,
    effort: &Effort,
) -> Comparison {
    let differs = |check, by| {
        is_known_to_differ(context, check)
            && (by == Checker::Library || !context.expressions.has_opaque(check))
    };
    let passed = behaviour.with_passed_checks(&|check, by| !differs(check, by));
    let behaviour = passed.as_ref().unwrap_or(behaviour);
    let mut result = compare(context, behaviour, false, effort);
    if !result.is_empty()
        && let Some(behaviour) = behaviour.with_idle_callees(&|pointer| is_open(context, pointer))
    {
        result.keep_common(&compare(context, &behaviour, false, effort));
    }
    if !result.is_empty() {
        let roots = named_ranks(context, behaviour);
        let size = context.intended_size();
        let by = |root| {
            let roots = (roots.as_slice(), root);
            let manner = Manner { strict: false, effort, roots, size, tells_apart: true };
            compare_by(context, behaviour, manner)
        };
        let mut found = by(0);
        if !roots.is_empty() {
            // What other decisions say of the first rank need not hold of the root.
            found.append(by(1));
        }
        result.keep_common(&found);
    }
    result
}

/// Numbers of which nothing is known and that ranks compare theirs with: the root a user names, or a function that is not
/// seen. What is told holds if all have the same, too; the first and the second rank stand for all.
fn named_ranks(context: &Context<'_>, behaviour: &Behaviour) -> Vec<ExpressionId> {
    /// Parts of a condition that are looked at.
    const LIMIT: usize = 64;
    let all = &context.expressions;
    let mut found = FxHashSet::default();
    let conditions = behaviour.steps.iter().filter_map(|step| match step {
        Step::Decide(decision) => Some(decision.condition),
        _ => None,
    });
    for part in conditions.flat_map(|condition| all.some_parts([condition], LIMIT)) {
        let Expression::Compare(Relation::Equal | Relation::NotEqual, _, a, b) = *all.get(part)
        else {
            continue;
        };
        for (rank, other) in [(a, b), (b, a)] {
            if matches!(all.get(rank), Expression::Rank(_)) && context.may_be_given_to_all(other) {
                found.insert(other);
            }
        }
    }
    let mut found: Vec<ExpressionId> = found.into_iter().collect();
    found.sort_unstable();
    found
}

/// How ranks are compared.
#[derive(Clone, Copy)]
struct Manner<'e> {
    /// Conditions of which nothing is known part ranks too.
    strict: bool,
    effort: &'e Effort,
    /// Numbers that are taken to be this rank's.
    roots: (&'e [ExpressionId], i64),
    /// The number of ranks the program is made for; others are not looked at.
    size: Option<i64>,
    /// Ranks are told apart by conditions that decide several times.
    tells_apart: bool,
}

impl Manner<'_> {
    /// The numbers of ranks that are looked at.
    fn sizes(&self, context: &Context<'_>, projection: &Projection<'_>) -> Vec<i64> {
        self.size.map_or_else(|| sample_sizes(context, projection), |size| vec![size])
    }
}

/// Is nothing known of a pointer: neither the functions it is chosen among, nor that ranks choose?
fn is_open(context: &Context<'_>, pointer: ExpressionId) -> bool {
    !is_chosen_among_functions(context, pointer, CHOICE_DEPTH) && !is_own(context, pointer)
}

/// Is it known that ranks may differ in an expression?
pub(super) fn is_own(context: &Context<'_>, expression: ExpressionId) -> bool {
    let mut leaves = Vec::new();
    context.expressions.leaves(expression, &mut leaves);
    leaves.iter().any(|leaf| dependence(context, *leaf) == Some(Dependence::RankDependent))
}

/// Is it known how ranks differ in an expression: is no part of it one of which nothing is known?
fn is_known_to_differ(context: &Context<'_>, expression: ExpressionId) -> bool {
    let mut leaves = Vec::new();
    context.expressions.leaves(expression, &mut leaves);
    let is_unknown = |leaf: &ExpressionId| dependence(context, *leaf) == Some(Dependence::Unknown);
    is_own(context, expression) && !leaves.iter().any(is_unknown)
}

/// What a leaf derives from; `None`: from what the function is given.
pub(super) fn dependence(context: &Context<'_>, leaf: ExpressionId) -> Option<Dependence> {
    match context.expressions.get(leaf) {
        Expression::Rank(_) => Some(Dependence::RankDependent),
        Expression::Origin(origin) => Some(context.origin_of(*origin).dependence),
        _ => None,
    }
}

fn is_chosen_among_functions(context: &Context<'_>, pointer: ExpressionId, depth: u32) -> bool {
    match context.expressions.get(pointer) {
        Expression::Function(_) => true,
        Expression::Select(_, then, otherwise) if depth > 0 => {
            [then, otherwise].iter().all(|way| is_chosen_among_functions(context, **way, depth - 1))
        }
        _ => false,
    }
}

/// Compares the ranks of every communicator of a behaviour, as far as the effort goes. `strict`: conditions
/// of which nothing is known part ranks too.
#[must_use]
pub fn compare(
    context: &Context<'_>,
    behaviour: &Behaviour,
    strict: bool,
    effort: &Effort,
) -> Comparison {
    let manner = Manner { strict, effort, roots: (&[], 0), size: None, tells_apart: false };
    compare_by(context, behaviour, manner)
}

fn compare_by(context: &Context<'_>, behaviour: &Behaviour, manner: Manner<'_>) -> Comparison {
    let Manner { strict, effort, .. } = manner;
    let mut result = Comparison::default();
    let mut seen = Seen::default();
    let groups = groups(context, behaviour);
    if groups.is_empty() {
        return result;
    }
    effort.begin();
    let (uncertain, certain): (Vec<_>, Vec<_>) =
        groups.into_iter().partition(|group| is_uncertain(context, *group));
    result.gave_up |= !uncertain.is_empty();
    let told = match strict {
        true => Vec::new(),
        false => uncertain::told_of(context, behaviour, &uncertain),
    };
    for group in certain.into_iter().chain(told) {
        compare_group(context, behaviour, group, manner, &mut seen, &mut result);
        if effort.is_spent() {
            result.gave_up = true;
            return result;
        }
    }
    if strict {
        compare_uncertain(context, behaviour, &uncertain, manner, &mut seen, &mut result);
    }
    compare_orders(context, behaviour, manner, &mut seen, &mut result);
    seen.tell_alone(&mut result);
    if strict {
        result.unproven_calls.extend(crossed::crossed_with_others(context, behaviour));
    }
    result
}

/// Compares the ranks of one communicator, in all orders its calls may be in.
fn compare_group(
    context: &Context<'_>,
    behaviour: &Behaviour,
    group: ExpressionId,
    manner: Manner<'_>,
    seen: &mut Seen,
    result: &mut Comparison,
) {
    let Manner { strict, effort, .. } = manner;
    let restricted = behaviour.restricted_to(group).filter(|_| !strict);
    let behaviour = restricted.as_ref().unwrap_or(behaviour);
    let projection = Projection::new(context, behaviour, group);
    effort.spend(behaviour.steps.len());
    let has_orders = !has_one_order(behaviour, &projection);
    let before = has_orders.then(|| (seen.clone(), result.clone()));
    let known = result.divergences.len();
    compare_on(context, &projection, manner, seen, result);
    let Some(before) = before.filter(|_| result.divergences.len() > known) else { return };
    (*seen, *result) = before;
    for part in orders(context, behaviour, &projection) {
        effort.spend(behaviour.steps.len());
        compare_on(context, &part, manner, seen, result);
    }
    if strict {
        // What waits for a call that returns at once may cross with what stands before it elsewhere.
        let functions = calls_of(behaviour, &projection).map(|call| call.function);
        result.unproven_calls.extend(functions);
    }
}

/// Looks for what parts the ranks of communicators that may be one or several: none of their calls is proven, and there
/// may be as many as there are calls (`MPI_Allreduce(..., sim->comm)` behind a function that is not seen), so all are
/// looked at together.
fn compare_uncertain(
    context: &Context<'_>,
    behaviour: &Behaviour,
    groups: &[ExpressionId],
    manner: Manner<'_>,
    seen: &mut Seen,
    result: &mut Comparison,
) {
    let [first, others @ ..] = groups else { return };
    let projection = Projection::with(context, behaviour, *first, others, &|_| true);
    manner.effort.spend(behaviour.steps.len());
    let effort = Effort::for_conditions(behaviour.steps.len());
    let size = manner.size.or(Some(SIZES[0]));
    let manner = Manner { effort: &effort, size, ..manner };
    compare_on(context, &projection, manner, seen, result);
    if !has_one_order(behaviour, &projection) {
        let functions = calls_of(behaviour, &projection).map(|call| call.function);
        result.unproven_calls.extend(functions);
    }
}

/// Compares the ranks of one communicator.
fn compare_on(
    context: &Context<'_>,
    projection: &Projection<'_>,
    manner: Manner<'_>,
    seen: &mut Seen,
    result: &mut Comparison,
) {
    let Manner { effort, roots, .. } = manner;
    let sizes = manner.sizes(context, projection);
    let mut refusing: Option<FxHashSet<StepId>> = None;
    for sample in Sample::of(context, projection.group, &sizes) {
        let sample = sample.with_roots(roots);
        if sample.members < 2 {
            continue;
        }
        if effort.is_spent() {
            result.gave_up = true;
            return;
        }
        let mut walk = Walk::new(context, projection, &sample, manner);
        walk.run(seen, result);
        match &mut refusing {
            Some(refusing) => refusing.retain(|step| walk.ended.contains(step)),
            None => refusing = Some(walk.ended),
        }
    }
    // What stands behind a decision that ends every job looked at was not looked at.
    result.gave_up |= refusing.is_some_and(|steps| !steps.is_empty());
}

/// The collective calls that are seen.
fn calls_of<'b>(
    behaviour: &'b Behaviour,
    projection: &Projection<'b>,
) -> impl Iterator<Item = &'b CollectiveCall> {
    projection.relevant().filter_map(|step| match behaviour.step(step) {
        Step::Collective(call, _) => Some(&**call),
        _ => None,
    })
}

/// Must all calls the ranks see be made in one order? Calls that return at once may stand in any order
/// with those on other communicators, even of the same ranks.
fn has_one_order(behaviour: &Behaviour, projection: &Projection<'_>) -> bool {
    let mut communicators = calls_of(behaviour, projection).map(|call| call.communicator);
    let first = communicators.next();
    communicators.all(|other| Some(other) == first)
        || !calls_of(behaviour, projection).any(CollectiveCall::returns_at_once)
}

/// The parts of what the ranks see that have an order each: the calls on each communicator, and all
/// calls that may wait.
fn orders<'b>(
    context: &Context<'_>,
    behaviour: &'b Behaviour,
    projection: &Projection<'b>,
) -> Vec<Projection<'b>> {
    let mut communicators: Vec<ExpressionId> =
        calls_of(behaviour, projection).map(|call| call.communicator).collect();
    communicators.sort_unstable();
    communicators.dedup();
    let group = projection.group;
    let with = |counted: &dyn Fn(&CollectiveCall) -> bool| {
        Projection::with(context, behaviour, group, &[], &|step| match step {
            Step::Collective(call, _) => counted(call),
            _ => true,
        })
    };
    let mut parts = vec![with(&|call| !call.returns_at_once())];
    parts.extend(communicators.into_iter().map(|one| with(&|call| call.communicator == one)));
    parts
}

/// Ranks of a part of a communicator make the calls on the part and on the whole in one order: two of
/// them that each come to another one first wait for each other.
fn compare_orders(
    context: &Context<'_>,
    behaviour: &Behaviour,
    manner: Manner<'_>,
    seen: &mut Seen,
    result: &mut Comparison,
) {
    let Manner { effort, roots, .. } = manner;
    let groups = groups(context, behaviour);
    for group in groups.iter().copied() {
        let wholes = wholes(context, group, &groups);
        if wholes.is_empty() {
            continue;
        }
        let counted = |step: &Step| match step {
            Step::Collective(call, _) => call.operation() != "MPI_Comm_free",
            _ => true,
        };
        let projection = Projection::with(context, behaviour, group, &wholes, &counted);
        effort.spend(behaviour.steps.len());
        // Calls that return at once wait for nobody, in whatever order.
        let blocks = |step: StepId| match behaviour.step(step) {
            Step::Collective(call, _) => !call.returns_at_once(),
            _ => true,
        };
        if !projection.relevant().all(blocks) {
            continue;
        }
        let sizes = manner.sizes(context, &projection);
        for sample in Sample::of(context, group, &sizes) {
            let sample = sample.with_roots(roots);
            let known = wholes.iter().all(|whole| sample.ranks.contains_key(whole));
            if effort.is_spent() {
                result.gave_up = true;
                return;
            }
            if sample.members >= 2 && known {
                let mut walk = Walk::new(context, &projection, &sample, manner);
                walk.run(seen, result);
            }
        }
    }
}

/// Those of the communicators that another one was split from, directly or not.
pub(super) fn wholes(
    context: &Context<'_>,
    group: ExpressionId,
    groups: &[ExpressionId],
) -> Vec<ExpressionId> {
    let mut found = Vec::new();
    let mut at = group;
    while let Expression::Communicator { parent, derivation: Derivation::Split, .. } =
        context.expressions.get(at)
    {
        at = context.expressions.group_of(*parent);
        if groups.contains(&at) {
            found.push(at);
        }
    }
    found
}

/// Sizes worth looking at: small ones, and those about the constants ranks are compared with.
fn sample_sizes(context: &Context<'_>, projection: &Projection<'_>) -> Vec<i64> {
    let mut constants = Vec::new();
    for step in projection.relevant() {
        if let Step::Decide(decision) = projection.behaviour.step(step) {
            let before = constants.len();
            collect_constants(context, decision.condition, &mut constants);
            let of_switch = match &decision.guard {
                super::Guard::Cases(cases) => cases.as_slice(),
                _ => &[],
            };
            if constants.len() > before || mentions_rank(context, decision.condition) {
                constants.extend(of_switch);
            }
        }
    }
    let mut sizes = SIZES.to_vec();
    for constant in constants {
        for size in [0, 1, 2].map(|more| constant.saturating_add(more)) {
            let useful = (2..=1 << 20).contains(&size) && !sizes.contains(&size);
            if useful && sizes.len() < SIZES.len() + EXTRA_SIZES {
                sizes.push(size);
            }
        }
    }
    job_end::add_accepted_sizes(context, projection, &mut sizes);
    sizes
}

fn mentions_rank(context: &Context<'_>, expression: ExpressionId) -> bool {
    let tells = |leaf: &Expression| matches!(leaf, Expression::Rank(_) | Expression::Size(_));
    !context.expressions.leaves_of_kind(expression, tells).is_empty()
}

fn collect_constants(context: &Context<'_>, expression: ExpressionId, constants: &mut Vec<i64>) {
    if !mentions_rank(context, expression) {
        return;
    }
    let mut work = vec![expression];
    let mut steps = 0;
    while let Some(next) = work.pop() {
        steps += 1;
        if steps > 256 {
            break;
        }
        match context.expressions.get(next) {
            Expression::Integer(value) => constants.push(*value),
            Expression::Communicator { .. } => {}
            other => work.extend(operands(other)),
        }
    }
}

/// Does what depends on this part ranks?
fn parts(strict: bool, dependence: Dependence) -> bool {
    dependence == Dependence::RankDependent || strict && dependence == Dependence::Unknown
}

/// What was found so far.
#[derive(Clone, Default)]
struct Seen {
    /// Decisions that were told of.
    decided: FxHashSet<StepId>,
    /// What one rank alone decides, which parts it from the others only if those do not follow it.
    alone: Vec<(StepId, Divergence)>,
    /// By decision of the source, a function's block: at how many of its copies, one for each way to be called, ranks were
    /// seen to part.
    copies: FxHashMap<(FunctionId, u32), u32>,
}

impl Seen {
    /// Is there a finding at a decision already? `is_alone`: as one that one rank makes.
    fn has(&self, decision: StepId, is_alone: bool) -> bool {
        self.decided.contains(&decision)
            || is_alone && self.alone.iter().any(|(step, _)| *step == decision)
    }

    /// At a copy of a decision so much is not proven.
    fn note_copy(&mut self, decision: &Decision, unproven: usize) {
        let copies = self.copies.entry((decision.function, decision.block)).or_default();
        *copies += u32::from(unproven > 0);
    }

    /// Did ranks part at so many copies of a decision that others say nothing new?
    fn has_copies(&self, decision: &Decision) -> bool {
        let copies = self.copies.get(&(decision.function, decision.block));
        copies.is_some_and(|copies| *copies >= COPIES)
    }

    /// What one rank decides is told where what it may miss or others may miss is told of anyway.
    fn tell_alone(self, result: &mut Comparison) {
        let site = |call: &CollectiveCall| (call.function, call.tag);
        let told: FxHashSet<_> =
            result.divergences.iter().flat_map(|found| &found.involved).map(site).collect();
        let mut alone = self.alone;
        alone.retain(|(step, found)| {
            !self.decided.contains(step) && found.involved.iter().any(|c| told.contains(&site(c)))
        });
        result.divergences.extend(alone.into_iter().map(|(_, found)| found));
    }
}

struct Walk<'w, 'p> {
    context: &'w Context<'p>,
    projection: &'w Projection<'w>,
    sample: &'w Sample,
    strict: bool,
    effort: &'w Effort,
    evaluations: FxHashMap<ExpressionId, Evaluation>,
    kinds: Vec<Outcomes>,
    /// By kind: the members of the sample.
    members: Vec<Vec<usize>>,
    /// Decisions at which the job ends.
    ended: FxHashSet<StepId>,
    /// Decisions by what others say.
    commanded: FxHashSet<StepId>,
    /// Where ranks come to functions not looked into that may do else for some of them.
    parting_calls: OnceCell<FxHashSet<State>>,
}

/// Two ranks: states before decisions are followed.
type Pair = (State, State);

/// Two ways that ranks cannot both go.
struct Differing {
    ways: Pair,
    /// Where it shows: where nothing follows from what ranks exchange, at the start.
    at: Pair,
    /// Where they join again.
    join: Option<StepId>,
}

impl<'w, 'p> Walk<'w, 'p> {
    fn new(
        context: &'w Context<'p>,
        projection: &'w Projection<'w>,
        sample: &'w Sample,
        manner: Manner<'w>,
    ) -> Self {
        let Manner { strict, effort, tells_apart, .. } = manner;
        let mut evaluator = Evaluator::new(context, sample);
        let mut evaluations = FxHashMap::default();
        for step in projection.relevant() {
            let needed: Vec<ExpressionId> = match projection.behaviour.step(step) {
                Step::Decide(decision) => vec![decision.condition],
                Step::Collective(call, _) => call
                    .root
                    .into_iter()
                    .chain(call.operator)
                    .chain(call.datatypes.clone())
                    .chain(call.counts.clone())
                    .collect(),
                Step::Call(call, _) => call.depends_on.clone(),
                Step::End(..) => Vec::new(),
            };
            for expression in needed {
                evaluations.insert(expression, evaluator.evaluate(expression));
            }
        }
        if tells_apart {
            let mut in_company = Evaluator::in_company(context, sample);
            for condition in projection.conditions_of_ends(context) {
                evaluations.insert(condition, in_company.evaluate(condition));
            }
        }
        effort.spend(evaluator.evaluated() + sample.members * evaluations.len());
        let known =
            outcomes(projection, sample.members, |condition| evaluations[&condition].clone());
        let is_own = |condition| {
            parts(strict, evaluations[&condition].dependence())
                && commands::sender(context, condition).is_none()
        };
        let (mut kinds, members) = match tells_apart {
            true => repeated::told_apart(context, projection, known, &is_own),
            false => known,
        };
        let others = Self::outside(context, projection, sample);
        let ended = job_end::end_for_all(projection, &mut kinds, &others);
        let (kinds, members) = merged(kinds, members);
        Self {
            context,
            projection,
            sample,
            strict,
            effort,
            evaluations,
            kinds,
            members,
            ended,
            commanded: FxHashSet::default(),
            parting_calls: OnceCell::new(),
        }
    }

    /// The kinds of ranks there are outside of a communicator too, where some may end the job.
    fn outside(
        context: &Context<'_>,
        projection: &Projection<'_>,
        sample: &Sample,
    ) -> Vec<Outcomes> {
        let eldest = job_end::eldest(context, sample.focus);
        let size = sample.ranks.get(&eldest).map(|(_, size)| *size);
        let Some(size) = size.filter(|_| eldest != sample.focus) else { return Vec::new() };
        if projection.guards().next().is_none() {
            return Vec::new();
        }
        let whole = Sample::whole(eldest, size);
        let mut evaluator = Evaluator::new(context, &whole);
        outcomes(projection, whole.members, |condition| evaluator.evaluate(condition)).0
    }

    fn parts(&self, dependence: Dependence) -> bool {
        parts(self.strict, dependence)
    }

    /// Can any decision or argument differ between ranks at all?
    fn is_trivial(&self) -> bool {
        // The root of a gather may receive as many elements as no rank sends.
        let has_two_counts = |step: StepId| match self.projection.behaviour.step(step) {
            Step::Collective(call, _) => call.has_two_counts(),
            _ => false,
        };
        if self.projection.relevant().any(has_two_counts) {
            return false;
        }
        self.evaluations.values().all(|evaluation| !self.parts(evaluation.dependence()))
    }

    fn run(&mut self, seen: &mut Seen, result: &mut Comparison) {
        if self.is_trivial() {
            return;
        }
        for step in self.projection.relevant() {
            let Step::Call(call, _) = self.projection.behaviour.step(step) else { continue };
            let parts = |expression| self.parts(self.evaluations[expression].dependence());
            if call.depends_on.iter().any(parts) {
                result.unproven_calls.insert(call.function);
            }
        }
        let kinds = std::mem::take(&mut self.kinds);
        let shared = self.shared_decisions();
        let strict = self.strict.then_some(&shared);
        let equivalence = Equivalence::new(self.projection, &kinds, strict, self.effort);
        if !self.strict {
            self.commanded =
                commands::served(self.context, self.projection, &equivalence, kinds.len());
        }
        let entry = self.projection.entry();
        let at = |kind: usize| State { kind, step: entry };
        let mut work: Vec<Pair> = Vec::new();
        for kind in 0..kinds.len() {
            work.push((at(kind), at(kind)));
            let others = if kinds.len() <= PAIRWISE_LIMIT { kind } else { kind.min(1) };
            work.extend((0..others).map(|other| (at(other), at(kind))));
        }
        let mut walked: FxHashSet<Pair> = FxHashSet::default();
        work.reverse();
        while let Some(pair) = work.pop() {
            if self.effort.is_spent() {
                break;
            }
            if walked.insert(pair) {
                self.effort.spend(1);
                self.step(&equivalence, &kinds, pair, &mut work, seen, result);
            }
        }
        result.gave_up |= self.effort.is_spent();
        self.kinds = kinds;
    }

    fn step(
        &self,
        equivalence: &Equivalence<'_>,
        kinds: &[Outcomes],
        (a, b): Pair,
        work: &mut Vec<Pair>,
        seen: &mut Seen,
        result: &mut Comparison,
    ) {
        let (Some(step_a), Some(step_b)) = (a.step, b.step) else { return };
        let behaviour = self.projection.behaviour;
        let follow =
            |state: State, target: StepId| State { step: self.projection.next(target), ..state };
        match (behaviour.step(step_a), behaviour.step(step_b)) {
            (Step::Collective(call_a, next_a), Step::Collective(call_b, next_b)) => {
                let same = step_a == step_b;
                // A rank does not meet itself.
                if self.strict || same || !self.is_one_rank(a.kind, b.kind) {
                    self.compare_arguments(call_a, a.kind, call_b, b.kind, same, result);
                }
                work.push((follow(a, *next_a), follow(b, *next_b)));
            }
            (Step::Call(call_a, next_a), Step::Call(call_b, next_b)) => {
                if call_a.depends_on != call_b.depends_on {
                    result.unproven_calls.insert(call_a.function);
                }
                work.push((follow(a, *next_a), follow(b, *next_b)));
            }
            (Step::Decide(decision), Step::Decide(_)) if step_a == step_b => {
                let ways = |state: State| -> Vec<State> {
                    let taken = kinds[state.kind].taken.get(&step_a).copied();
                    let targets = match taken {
                        Some(target) => vec![target],
                        None => decision.targets.clone(),
                    };
                    targets.into_iter().map(|target| follow(state, target)).collect()
                };
                let (ways_a, ways_b) = (ways(a), ways(b));
                let evaluation = &self.evaluations[&decision.condition];
                let known = kinds[a.kind].taken.contains_key(&step_a)
                    || kinds[b.kind].taken.contains_key(&step_a);
                let parts = self.parts(evaluation.open) && !self.commanded.contains(&step_a);
                if !known && !parts {
                    // One outcome for both, whichever it is.
                    work.extend(ways_a.into_iter().zip(ways_b));
                    return;
                }
                let parted = Parted { step: step_a, decision, ways: [ways_a, ways_b], known };
                self.part(equivalence, &parted, (a, b), work, seen, result);
            }
            (Step::Decide(_), _) | (_, Step::Decide(_)) => {
                work.extend(self.calls_met(equivalence, a, b));
            }
            _ => {}
        }
    }

    /// Do ranks of two kinds stand for one rank?
    fn is_one_rank(&self, one: usize, other: usize) -> bool {
        self.members[one].len() == 1 && self.members[one] == self.members[other]
    }

    /// The two ranks choose on their own: whatever ways they take must be equivalent.
    fn part(
        &self,
        equivalence: &Equivalence<'_>,
        parted: &Parted<'_>,
        (a, b): Pair,
        work: &mut Vec<Pair>,
        seen: &mut Seen,
        result: &mut Comparison,
    ) {
        let both_at = |step| (State { step, ..a }, State { step, ..b });
        let join = self.projection.join(parted.step);
        if self.strict && join.is_some() && seen.has_copies(parted.decision) {
            work.push(both_at(join));
            return;
        }
        let ends_round = parted.decision.counted.as_ref();
        let mut behind = ends_round
            .filter(|_| !self.strict)
            .and_then(|_| self.rounds_add_up(equivalence, parted, [a, b]));
        let differing = match behind {
            // In a round all do alike, or it is said there.
            Some(_) => {
                let on = usize::from(!ends_round.is_some_and(|round| round.goes_on));
                let ways = parted.ways.each_ref().map(|ways| ways.get(on));
                work.extend(ways[0].copied().zip(ways[1].copied()));
                None
            }
            None => self.differing_ways(equivalence, parted, work, result),
        };
        if differing.is_some() && ends_round.is_none() && !self.strict {
            behind = self.rounds_add_up(equivalence, parted, [a, b]);
        }
        if let Some(end) = behind {
            work.push(both_at(end));
            return;
        }
        let Some(Differing { ways: (one, other), at, join }) = differing else { return };
        let unseen = self.unseen_calls(equivalence, parted, at);
        let known = unseen.is_empty()
            || (!is_uncertain(self.context, self.projection.group)
                && self.openings_differ(equivalence, parted, at));
        seen.note_copy(parted.decision, unseen.len());
        result.unproven_calls.extend(unseen);
        let mut until_join = None;
        if !known && !self.strict {
            until_join = self.until_join(equivalence, parted, one, other);
            if until_join.is_none() {
                // What is called may be what the others call: that is not known here. Behind the join
                // the one may make up for the other.
                return;
            }
        }
        let (equivalence, at) =
            until_join.as_ref().map_or((equivalence, at), |until| (until, (one, other)));
        let differing = Differing { ways: (one, other), at, join };
        self.note(equivalence, parted, &differing, (a, b), seen, result);
        // The walk goes on where the ways join again, as if nothing had happened.
        let joined = join.map(|_| vec![both_at(join)]);
        work.extend(joined.unwrap_or_else(|| equivalence.calls_of_both(one, other)));
    }

    /// Where ranks of two kinds come to after the same calls, if rounds add up.
    #[expect(clippy::option_option, reason = "no place and the end are two things")]
    fn rounds_add_up(
        &self,
        equivalence: &Equivalence<'_>,
        parted: &Parted<'_>,
        states: [State; 2],
    ) -> Option<Option<StepId>> {
        let of_kind = |State { kind, .. }: State| {
            self.members[kind].iter().map(move |member| (*member, equivalence.decided(kind)))
        };
        let [a, b] = states.map(of_kind);
        let on = (self.context, self.sample);
        let count_from = |step| {
            rounds::add_up(on, self.projection, a.clone().chain(b.clone()), step, self.effort)
        };
        let around = || rounds::begins_around(self.projection, parted.step);
        count_from(parted.step).or_else(|| count_from(around()?))
    }

    /// Two ways that are not equivalent; those that are, are walked on.
    fn differing_ways(
        &self,
        equivalence: &Equivalence<'_>,
        parted: &Parted<'_>,
        work: &mut Vec<Pair>,
        result: &mut Comparison,
    ) -> Option<Differing> {
        let mut diverged = None;
        let mut guided = None;
        let join = self.projection.join(parted.step);
        let classes = |ways: &[State]| -> Vec<_> {
            ways.iter().map(|way| equivalence.class_to_meet(*way)).collect()
        };
        let [classes_a, classes_b] = [classes(&parted.ways[0]), classes(&parted.ways[1])];
        // One partner for each is enough, as all of a class go on alike.
        let mut walked = [vec![false; classes_a.len()], vec![false; classes_b.len()]];
        for (at, one) in parted.ways[0].iter().enumerate() {
            for (by, other) in parted.ways[1].iter().enumerate() {
                let are_alike = classes_a[at].zip(classes_b[by]).is_none_or(|(a, b)| a == b);
                if one.step == other.step || are_alike {
                    let is_known = walked[0][at] && walked[1][by] && one.step != other.step;
                    if !is_known {
                        work.push((*one, *other));
                    }
                    (walked[0][at], walked[1][by]) = (true, true);
                    continue;
                }
                let at_join = |state: &State| State { step: join, ..*state };
                // They part behind the join: it is said there.
                if let Some(met) = join.and_then(|join| equivalence.alike_until(join, *one, *other))
                {
                    self.compare_met(equivalence, &met, work, result);
                    work.push((at_join(one), at_join(other)));
                    continue;
                }
                let guided = guided.get_or_insert_with(|| self.guided(equivalence, parted));
                let ways = (*one, *other);
                let Err(at) = self.follow(equivalence, guided, ways) else { continue };
                let join = guided.join(self.projection);
                let at_join = |state: &State| State { step: join, ..*state };
                if join.is_some_and(|join| self.follow_until(equivalence, join, guided, ways)) {
                    work.push((at_join(one), at_join(other)));
                    continue;
                }
                if diverged.is_none()
                    && !self.alike_but_for_others(equivalence, parted, *one, *other)
                {
                    diverged = Some(Differing { ways, at, join });
                }
            }
        }
        diverged
    }

    /// Notes where two ranks differ, but for what is noted of the decision already.
    fn note(
        &self,
        equivalence: &Equivalence<'_>,
        parted: &Parted<'_>,
        differing: &Differing,
        (a, b): Pair,
        seen: &mut Seen,
        result: &mut Comparison,
    ) {
        let Differing { ways: (one, other), at, .. } = *differing;
        let is_alone = !self.strict && self.is_one_rank(a.kind, b.kind);
        if seen.has(parted.step, is_alone) {
            return;
        }
        let found = self
            .describe(equivalence, parted, [one, other], at)
            .or_else(|| self.describe(equivalence, parted, [one, other], (one, other)));
        let Some(found) = found.filter(|_| !self.effort.is_spent()) else { return };
        if is_alone {
            seen.alone.push((parted.step, found));
        } else {
            seen.decided.insert(parted.step);
            seen.note_copy(parted.decision, 1);
            result.divergences.push(found);
        }
    }

    /// How often ranks go round a loop differs, and in it something else decides about leaving:
    /// `for (i = first[rank]; i < last[rank]; i++) if (set(i) != 0) return 1;`. As all ranks come to the loop, it is
    /// that decision that parts them, not the number of rounds.
    fn alike_but_for_others(
        &self,
        equivalence: &Equivalence<'_>,
        parted: &Parted<'_>,
        one: State,
        other: State,
    ) -> bool {
        if self.strict || parted.known {
            return false;
        }
        let Some(inside) = self.projection.loop_of(parted.step) else { return false };
        if !self.repeats_in_silence(parted.step) {
            return false;
        }
        let may_differ = |step: StepId| match self.projection.behaviour.step(step) {
            Step::Decide(decision) => {
                self.evaluations[&decision.condition].dependence() != Dependence::Uniform
                    && !decision.is_consequence(&self.context.expressions)
            }
            _ => false,
        };
        let first = |state: State| {
            let mut found = BTreeSet::new();
            let mut seen = FxHashSet::default();
            let mut work = vec![equivalence.settle(state)];
            while let Some(state) = work.pop() {
                if self.effort.is_spent() || !seen.insert(state) {
                    continue;
                }
                self.effort.spend(1);
                let decides = |step: &StepId| {
                    matches!(self.projection.behaviour.step(*step), Step::Decide(_))
                };
                let Some(step) = state.step.filter(decides) else {
                    found.insert(equivalence.class(state));
                    continue;
                };
                let stays = |next: &State| next.step.is_some_and(|step| inside.contains(&step));
                let next = equivalence.successors(state);
                let decides = step != parted.step && inside.contains(&step) && may_differ(step);
                let bound = decides && next.iter().any(stays);
                work.extend(next.iter().filter(|next| !bound || stays(next)));
            }
            found
        };
        first(one) == first(other)
    }

    /// May ranks come back to a decision without a call?
    fn repeats_in_silence(&self, decision: StepId) -> bool {
        let mut seen = FxHashSet::default();
        let mut work = vec![decision];
        while let Some(at) = work.pop() {
            let step = self.projection.behaviour.step(at);
            if !matches!(step, Step::Decide(_)) {
                continue;
            }
            let next = step.targets().iter().filter_map(|target| self.projection.next(*target));
            for step in next {
                if step == decision {
                    return true;
                }
                if seen.insert(step) {
                    work.push(step);
                }
            }
        }
        false
    }

    /// Decisions that every rank makes alike.
    fn shared_decisions(&self) -> FxHashSet<StepId> {
        let relevant = self.projection.relevant();
        relevant
            .filter(|step| match self.projection.behaviour.step(*step) {
                Step::Decide(decision) => {
                    self.evaluations[&decision.condition].dependence() == Dependence::Uniform
                }
                _ => false,
            })
            .collect()
    }

    /// The functions not looked into that ranks come to where their ways first differ.
    fn unseen_calls(
        &self,
        equivalence: &Equivalence<'_>,
        parted: &Parted<'_>,
        (one, other): Pair,
    ) -> Vec<FunctionId> {
        let (here, there) = equivalence.first_difference(parted.step, one, other);
        let first = [equivalence.first(here), equivalence.first(there)];
        let states = first.iter().flat_map(|states| states.iter());
        states
            .filter_map(|state| match equivalence.shown(*state) {
                Some(Step::Call(call, _)) => Some(call.function),
                _ => None,
            })
            // What pointers may lead to is hardly the counterpart if it makes no collective call itself.
            .filter(|function| {
                self.context.makes_collectives[function.index()]
                    || !self.context.program.function(*function).address_taken
            })
            .collect()
    }

    /// Do ranks where their ways first differ come to different collectives or ends, whatever functions
    /// not looked into do?
    fn openings_differ(
        &self,
        equivalence: &Equivalence<'_>,
        parted: &Parted<'_>,
        (one, other): Pair,
    ) -> bool {
        let (here, there) = equivalence.first_difference(parted.step, one, other);
        let (here, there) = (self.openings(equivalence, here), self.openings(equivalence, there));
        here.zip(there).is_some_and(|(here, there)| here.is_disjoint(&there))
    }

    /// What ranks in a state come to first; `None`: it may be anything.
    fn openings(&self, equivalence: &Equivalence<'_>, state: State) -> Option<BTreeSet<Opening>> {
        let mut found = BTreeSet::new();
        let mut seen = FxHashSet::default();
        let mut work = equivalence.first(state).to_vec();
        while let Some(state) = work.pop() {
            if !seen.insert(state) {
                continue;
            }
            match equivalence.shown(state) {
                // Nobody waits for one who ends the job.
                Some(Step::End(Ending::EndOfJob, _)) => return None,
                None => drop(found.insert(Opening::End(Ending::Return))),
                Some(Step::End(ending, _)) => drop(found.insert(Opening::End(*ending))),
                Some(Step::Collective(call, _)) => drop(found.insert(Opening::of(call))),
                Some(Step::Call(call, _)) => {
                    let mut may_be_none = true;
                    for calls in self.seen_calls(call)? {
                        found.extend(calls.first.as_ref()?.iter().map(Opening::of));
                        may_be_none &= calls.may_be_none;
                    }
                    if may_be_none {
                        let next = equivalence.successors(state);
                        work.extend(next.iter().flat_map(|next| equivalence.first(*next).to_vec()));
                    }
                }
                Some(Step::Decide(_)) => {}
            }
        }
        Some(found)
    }

    /// What a function not looked into calls on the communicator's group; `None`: not known.
    fn seen_calls<'c>(&self, call: &'c UnseenCall) -> Option<Vec<&'c CallsOn>> {
        let group = |calls: &&CallsOn| {
            self.context.expressions.group_of(calls.communicator) == self.projection.group
        };
        Some(call.communicators.as_ref()?.iter().filter(group).collect())
    }

    /// Ranks whose ways differ before a join and go on alike behind it differ, whatever functions not
    /// looked into do behind it. `None`: they do not, or it is not known.
    fn until_join<'e>(
        &self,
        equivalence: &Equivalence<'e>,
        parted: &Parted<'_>,
        one: State,
        other: State,
    ) -> Option<Equivalence<'e>> {
        let join = self.projection.join(parted.step)?;
        let large = self.projection.relevant().nth(UNTIL_JOIN_LIMIT).is_some();
        if large || is_uncertain(self.context, self.projection.group) {
            return None;
        }
        let behind = |state: State| equivalence.class(State { step: Some(join), ..state });
        if behind(one) != behind(other) || self.calls_may_part(equivalence, [one, other]) {
            return None;
        }
        let until = equivalence.until(join, [one, other]);
        let known = !until.agree(one, other)
            && (self.unseen_calls(&until, parted, (one, other)).is_empty()
                || self.openings_differ(&until, parted, (one, other)));
        known.then_some(until)
    }

    /// Do ranks in some states come to functions not looked into that may do else for some of them?
    fn calls_may_part(&self, equivalence: &Equivalence<'_>, states: [State; 2]) -> bool {
        let parts = |state: State| match equivalence.shown(state) {
            Some(Step::Call(call, _)) => {
                call.depends_on.iter().any(|on| self.parts(self.evaluations[on].dependence()))
            }
            _ => false,
        };
        let leading = self.parting_calls.get_or_init(|| equivalence.leading_to(&parts));
        states.iter().any(|state| leading.contains(&equivalence.settle(*state)))
    }
}

/// What ranks may come to first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Opening {
    Collective(&'static str, ExpressionId),
    End(Ending),
}

impl Opening {
    fn of(call: &CollectiveCall) -> Self {
        Self::Collective(call.operation(), call.communicator)
    }
}

/// A decision at which two ranks may go different ways.
struct Parted<'d> {
    step: StepId,
    decision: &'d Decision,
    /// The ways each of the two may go.
    ways: [Vec<State>; 2],
    /// The outcome is known for at least one of them.
    known: bool,
}
