//! What a rank knows where it has come to: the conditions it came by.
//!
//! `if (status != 0) return …;` leaves ranks that go on with `status == 0`, and with that what was
//! joined under `status` before: a value read behind it is the one of the way they took. The conditions
//! of later steps are rewritten with what all ways to them say.
//!
//! Only values that cannot change on the way are known for good: ranks, sizes, what a function is
//! entered with, and single numbers ranks agreed on in a call that is made once.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Behaviour, Guard, Step, StepId};
use crate::components::strongly_connected;
use crate::program::{BinaryOperator, Comparison};
use crate::value::Context;
use crate::value::expression::{Expression, ExpressionId, Expressions, operands};

/// How many facts are carried along; the oldest are forgotten first.
const FACT_LIMIT: usize = 48;
/// Expressions of more parts are not looked into.
const PART_LIMIT: usize = 64;
/// How deep a condition is looked into.
const DEPTH: u32 = 12;

/// What is known of an expression's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fact {
    Is(i64),
    IsNot(i64),
}

/// Facts in the order they were learned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Facts(Vec<(ExpressionId, Fact)>);

/// What was learned contradicts what was known: nobody comes here.
struct Contradiction;

/// Rewrites the conditions of a behaviour with what is known where they decide.
pub(crate) fn assume(context: &mut Context<'_>, behaviour: &mut Behaviour) {
    let facts = known_at(context, behaviour, &Stable::of(context, behaviour));
    let mut caches: FxHashMap<*const Facts, FxHashMap<ExpressionId, ExpressionId>> =
        FxHashMap::default();
    for (step, facts) in behaviour.steps.iter_mut().zip(&facts) {
        let Some(facts) = facts.as_ref().filter(|facts| !facts.0.is_empty()) else { continue };
        let cache = caches.entry(Rc::as_ptr(facts)).or_default();
        for expression in step.expressions_mut() {
            let known = |all: &Expressions, id| facts.value(all, id);
            *expression = context.expressions.replace(*expression, &known, cache);
        }
        if let Step::Decide(decision) = step
            && let Some(counted) = &mut decision.counted
        {
            let mut multiples = facts.multiples(&mut context.expressions);
            for expression in counted.expressions_mut() {
                *expression =
                    context.expressions.replace(*expression, &|_, _| None, &mut multiples);
            }
        }
    }
}

/// The facts all ways to a step agree on; `None`: no way leads there.
fn known_at(
    context: &Context<'_>,
    behaviour: &Behaviour,
    stable: &Stable<'_, '_>,
) -> Vec<Option<Rc<Facts>>> {
    let mut known: Vec<Option<Rc<Facts>>> = vec![None; behaviour.steps.len()];
    let mut order = behaviour.innermost_first();
    order.reverse();
    let mut position = vec![usize::MAX; behaviour.steps.len()];
    for (at, step) in order.iter().enumerate() {
        position[step.index()] = at;
    }
    known[behaviour.entry.index()] = Some(Rc::default());
    let mut work = std::collections::BTreeSet::from([position[behaviour.entry.index()]]);
    while let Some(at) = work.pop_first() {
        let step = order[at];
        let Some(facts) = known[step.index()].clone() else { continue };
        for (target, facts) in leave(context, behaviour.step(step), &facts, stable) {
            let slot = &mut known[target.index()];
            let joined = match slot {
                Some(before) if **before == *facts => continue,
                Some(before) => before.common(&facts).map(Rc::new),
                None => Some(facts),
            };
            if let Some(joined) = joined {
                *slot = Some(joined);
                work.insert(position[target.index()]);
            }
        }
    }
    known
}

/// The targets of a step with what is known there.
fn leave(
    context: &Context<'_>,
    step: &Step,
    facts: &Rc<Facts>,
    stable: &Stable<'_, '_>,
) -> Vec<(StepId, Rc<Facts>)> {
    match step {
        Step::Collective(_, next) | Step::Call(_, next) => vec![(*next, facts.clone())],
        Step::End(..) => Vec::new(),
        Step::Decide(decision) => {
            let told = |target: usize| match &decision.guard {
                Guard::Truth if target == 0 => Some(Fact::IsNot(0)),
                Guard::Truth => Some(Fact::Is(0)),
                Guard::Cases(cases) => cases.get(target).map(|case| Fact::Is(*case)),
                Guard::Callee { .. } | Guard::Free => None,
            };
            let way = |(index, target): (usize, &StepId)| {
                let Some(fact) = told(index) else { return Some((*target, facts.clone())) };
                let mut more = (**facts).clone();
                let all = &context.expressions;
                more.learn(all, stable, decision.condition, fact, DEPTH).ok()?;
                more.forget_oldest();
                let more = if more == **facts { facts.clone() } else { Rc::new(more) };
                Some((*target, more))
            };
            decision.targets.iter().enumerate().filter_map(way).collect()
        }
    }
}

impl Facts {
    /// The value of an expression, if it is known.
    fn value(&self, all: &Expressions, id: ExpressionId) -> Option<i64> {
        for (known, fact) in &self.0 {
            match fact {
                Fact::Is(value) if *known == id => return Some(*value),
                _ => {}
            }
        }
        let Expression::Compare(comparison, _, a, b) = *all.get(id) else { return None };
        let excluded = |value, constant| {
            all.as_integer(constant)
                .is_some_and(|constant| self.0.contains(&(value, Fact::IsNot(constant))))
        };
        if !excluded(a, b) && !excluded(b, a) {
            return None;
        }
        match comparison {
            Comparison::Equal => Some(0),
            Comparison::NotEqual => Some(1),
            _ => None,
        }
    }

    /// What is known to be a multiple of something, and what it then is in terms of that: behind
    /// `if (n % ranks != 0) return …;`, n is `n / ranks * ranks`.
    fn multiples(&self, all: &mut Expressions) -> FxHashMap<ExpressionId, ExpressionId> {
        let mut found = FxHashMap::default();
        for (known, fact) in &self.0 {
            let Expression::Binary(operator, bits, number, divisor) = *all.get(*known) else {
                continue;
            };
            let divide = match operator {
                BinaryOperator::Remainder => BinaryOperator::Divide,
                BinaryOperator::RemainderUnsigned => BinaryOperator::DivideUnsigned,
                _ => continue,
            };
            if *fact == Fact::Is(0) {
                let times = all.binary(divide, bits, number, divisor);
                let multiple = all.binary(BinaryOperator::Multiply, bits, times, divisor);
                found.insert(number, multiple);
            }
        }
        found
    }

    fn add(&mut self, id: ExpressionId, fact: Fact) -> Result<(), Contradiction> {
        for (known, before) in &self.0 {
            if *known != id {
                continue;
            }
            match (*before, fact) {
                (Fact::Is(a), Fact::Is(b)) if a != b => return Err(Contradiction),
                (Fact::Is(a), Fact::IsNot(b)) | (Fact::IsNot(b), Fact::Is(a)) if a == b => {
                    return Err(Contradiction);
                }
                _ if *before == fact => return Ok(()),
                _ => {}
            }
        }
        self.0.push((id, fact));
        Ok(())
    }

    /// Learns a fact and what follows from it.
    fn learn(
        &mut self,
        all: &Expressions,
        stable: &Stable<'_, '_>,
        id: ExpressionId,
        fact: Fact,
        depth: u32,
    ) -> Result<(), Contradiction> {
        if let Some(value) = all.as_integer(id) {
            let holds = match fact {
                Fact::Is(wanted) => value == wanted,
                Fact::IsNot(other) => value != other,
            };
            return if holds { Ok(()) } else { Err(Contradiction) };
        }
        if depth == 0 {
            return Ok(());
        }
        // A truth value that is not 0 is 1.
        let fact =
            if all.is_truth_value(id) && fact == Fact::IsNot(0) { Fact::Is(1) } else { fact };
        if stable.holds(id) {
            self.add(id, fact)?;
        }
        match *all.get(id) {
            Expression::Compare(comparison, _, a, b) => {
                let equal = match (comparison, fact) {
                    (Comparison::Equal, Fact::Is(1)) | (Comparison::NotEqual, Fact::Is(0)) => true,
                    (Comparison::Equal, Fact::Is(0)) | (Comparison::NotEqual, Fact::Is(1)) => false,
                    _ => return Ok(()),
                };
                let of = |value| if equal { Fact::Is(value) } else { Fact::IsNot(value) };
                match (all.as_integer(a), all.as_integer(b)) {
                    (_, Some(value)) => self.learn(all, stable, a, of(value), depth - 1),
                    (Some(value), _) => self.learn(all, stable, b, of(value), depth - 1),
                    _ => Ok(()),
                }
            }
            Expression::Cast(_, from, to, operand) if from < to => {
                self.learn(all, stable, operand, fact, depth - 1)
            }
            Expression::Binary(operator, 1, a, b) => match (operator, fact) {
                (BinaryOperator::And, Fact::Is(1)) | (BinaryOperator::Or, Fact::Is(0)) => {
                    self.learn(all, stable, a, fact, depth - 1)?;
                    self.learn(all, stable, b, fact, depth - 1)
                }
                (BinaryOperator::Xor, Fact::Is(value)) if all.as_integer(b) == Some(1) => {
                    self.learn(all, stable, a, Fact::Is(1 - value), depth - 1)
                }
                _ => Ok(()),
            },
            Expression::Select(condition, then, otherwise) => {
                self.choose(all, stable, [condition, then, otherwise], fact, depth - 1)
            }
            _ => Ok(()),
        }
    }

    /// Learns which side of a choice was taken, where only one fits.
    fn choose(
        &mut self,
        all: &Expressions,
        stable: &Stable<'_, '_>,
        [condition, then, otherwise]: [ExpressionId; 3],
        fact: Fact,
        depth: u32,
    ) -> Result<(), Contradiction> {
        let side = |taken: Fact, value: ExpressionId| {
            let mut facts = self.clone();
            facts.learn(all, stable, condition, taken, depth)?;
            facts.learn(all, stable, value, fact, depth)?;
            Ok::<Self, Contradiction>(facts)
        };
        match (side(Fact::IsNot(0), then), side(Fact::Is(0), otherwise)) {
            (Ok(_), Ok(_)) => Ok(()),
            (Ok(facts), Err(_)) | (Err(_), Ok(facts)) => {
                *self = facts;
                Ok(())
            }
            (Err(_), Err(_)) => Err(Contradiction),
        }
    }

    /// What both know; `None`: that is all this knows.
    fn common(&self, other: &Self) -> Option<Self> {
        let kept: Vec<_> = self.0.iter().filter(|fact| other.0.contains(fact)).copied().collect();
        (kept.len() < self.0.len()).then_some(Self(kept))
    }

    fn forget_oldest(&mut self) {
        if self.0.len() > FACT_LIMIT {
            self.0.drain(..self.0.len() - FACT_LIMIT);
        }
    }
}

/// What may be known for good.
pub(super) struct Stable<'c, 'p> {
    context: &'c Context<'p>,
    /// Collective calls that are made once at most.
    once: FxHashSet<u64>,
    /// What was asked of expressions, and the answers.
    known: RefCell<FxHashMap<ExpressionId, bool>>,
}

impl<'c, 'p> Stable<'c, 'p> {
    pub fn of(context: &'c Context<'p>, behaviour: &Behaviour) -> Self {
        let edges: Vec<Vec<usize>> = behaviour
            .steps
            .iter()
            .map(|step| step.targets().iter().map(|target| target.index()).collect())
            .collect();
        let mut times: FxHashMap<u64, u32> = FxHashMap::default();
        for component in strongly_connected(&edges) {
            let step = component[0];
            let again = component.len() > 1 || edges[step].contains(&step);
            for step in component {
                if let Step::Collective(call, _) = &behaviour.steps[step] {
                    let site = Context::site_key(call.function, call.tag);
                    *times.entry(site).or_default() += 1 + u32::from(again);
                }
            }
        }
        let once = times.into_iter().filter(|(_, times)| *times == 1).map(|(site, _)| site);
        Self { context, once: once.collect(), known: RefCell::default() }
    }

    /// Is the expression the same value wherever a rank meets it?
    pub fn holds(&self, id: ExpressionId) -> bool {
        *self.known.borrow_mut().entry(id).or_insert_with(|| self.is_made_of_fixed(id))
    }

    fn is_made_of_fixed(&self, id: ExpressionId) -> bool {
        let is_fixed = |part: &ExpressionId| {
            let part = self.context.expressions.get(*part);
            match part {
                Expression::Agreed(origin, _) => {
                    let site = self.context.origin_of(*origin).site;
                    self.once.contains(&site) && self.context.one_number.contains(&site)
                }
                Expression::Communicator { origin, .. } => {
                    self.once.contains(&self.context.origin_of(*origin).site)
                }
                Expression::Origin(_)
                | Expression::Content(..)
                | Expression::Doubtful(_)
                | Expression::Opaque { .. }
                | Expression::Address(_)
                | Expression::Function(_) => false,
                _ => true,
            }
        };
        let (parts, whole) = parts(&self.context.expressions, id);
        whole && parts.iter().all(is_fixed)
    }
}

/// The expressions an expression is made of, communicators as a whole; false: there are more.
fn parts(all: &Expressions, id: ExpressionId) -> (Vec<ExpressionId>, bool) {
    let mut found = vec![id];
    let mut next = 0;
    while let Some(part) = found.get(next).copied() {
        next += 1;
        if found.len() > PART_LIMIT {
            return (found, false);
        }
        if !matches!(all.get(part), Expression::Communicator { .. }) {
            for operand in operands(all.get(part)) {
                if !found.contains(&operand) {
                    found.push(operand);
                }
            }
        }
    }
    (found, true)
}
