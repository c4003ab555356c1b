//! How often threads go round: comparisons that come out alike for all threads though what they compare is not.
//!
//! `for (i = lo; i < hi; i++)` with `lo = t * 4` and `hi = lo + 4` has four rounds for each thread. What counts is
//! how far the end is from the start, so both are written as sums of products, and what tells threads apart may fall
//! out of their difference. Where it does not, the rounds of each thread are counted, if all numbers are known.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use crate::program::{BinaryOperator, BlockId, Comparison, Value, ValueId};
use crate::threads::dependence::{Asked, Dependence, Evaluator, Thread, threads_of};
use crate::threads::team::InstanceId;
use crate::value::expression::fold_compare;

/// Products in a sum, factors in a product: what is larger is not looked into.
const TERMS: usize = 16;

/// Operations inside of operations.
const DEPTH: u32 = 32;

/// Values that are looked at for one comparison.
const STEPS: u32 = 512;

/// How much of what a question may take is spent on a comparison.
const COST: u32 = 20;

/// Rounds that are counted.
const ROUNDS: i64 = 1 << 16;

/// What is not taken apart any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Atom {
    /// A value.
    Value(InstanceId, ValueId),
    /// How far a loop has moved a value since its start: the same step as often as there were rounds.
    Moved(InstanceId, ValueId),
}

/// A sum of products: how often each product is in it. The product of nothing is 1.
type Sum = BTreeMap<Vec<Atom>, i64>;

/// A value that a loop moves.
#[derive(Clone)]
struct Walk {
    /// How far in one round.
    step: Sum,
    /// How the conditions differ that decide about its rounds.
    decided: Dependence,
}

/// Sums under way.
struct Sums<'e, 't, 'f, 'p> {
    values: &'e Evaluator<'t, 'f, 'p>,
    asked: Asked,
    /// What is moved.
    walks: BTreeMap<Atom, Walk>,
    /// Values that were met, of which another may be the same.
    met: Vec<(InstanceId, ValueId)>,
    /// Joins whose steps are being looked at.
    open: FxHashSet<(InstanceId, ValueId)>,
    /// How many values were looked at.
    steps: u32,
}

impl Evaluator<'_, '_, '_> {
    /// How a comparison differs between threads, if it comes out alike for all in each round, or an equal number of
    /// rounds. `None`: nothing is known of that.
    pub(super) fn compared(
        &self,
        instance: InstanceId,
        comparison: Comparison,
        [one, other]: [ValueId; 2],
        asked: Asked,
    ) -> Option<Dependence> {
        let (walks, met, open) = Default::default();
        let mut sums = Sums { values: self, asked: asked.deeper(COST), walks, met, open, steps: 0 };
        let mut difference = sums.of(instance, one, 0)?;
        add(&mut difference, &sums.of(instance, other, 0)?, -1)?;
        let alike = sums.dependence(&difference);
        if !alike.varies() {
            return Some(alike);
        }
        sums.has_equal_rounds(&difference, comparison.of_signed()).then(|| {
            // Teams of other sizes are another question, which the run answers.
            match self.team().threads {
                Some(_) => Dependence::Uniform,
                None => Dependence::Unknown,
            }
        })
    }
}

impl Sums<'_, '_, '_, '_> {
    /// A value as a sum. Numbers are taken to fit in the width they have. `None`: it is too large.
    fn of(&mut self, instance: InstanceId, value: ValueId, depth: u32) -> Option<Sum> {
        let function = self.values.function_of(instance);
        let atom = |sums: &mut Self| Some(sums.atom(instance, value));
        self.steps += 1;
        if self.steps > STEPS {
            return None;
        }
        if depth > DEPTH {
            return atom(self);
        }
        match function.value(value) {
            Value::Integer(number) => Some(constant(*number)),
            Value::Null => Some(Sum::new()),
            Value::Cast { operand, .. } => self.of(instance, *operand, depth + 1),
            Value::Offset { base, bytes } => {
                let mut sum = self.of(instance, *base, depth + 1)?;
                add(&mut sum, &constant(*bytes), 1)?;
                Some(sum)
            }
            Value::Binary { operator, operands, .. } => {
                match self.arithmetic(instance, *operator, *operands, depth) {
                    Some(sum) => sum,
                    None => atom(self),
                }
            }
            Value::Parameter(index) => match self.values.handed_inside(instance, *index) {
                Some((caller, argument)) => self.of(caller, argument, depth + 1),
                None => atom(self),
            },
            Value::Result { .. } => match self.values.answer(instance, value) {
                Some((inner, answer)) => self.of(inner, answer, depth + 1),
                None => atom(self),
            },
            Value::Phi { block, incoming } => {
                match self.walk((instance, value), *block, incoming, depth) {
                    Some(sum) => Some(sum),
                    None => atom(self),
                }
            }
            _ => atom(self),
        }
    }

    /// What is computed from two operands, as a sum; inner `None`: it is too large. `None`: it is no sum.
    fn arithmetic(
        &mut self,
        instance: InstanceId,
        operator: BinaryOperator,
        [a, b]: [ValueId; 2],
        depth: u32,
    ) -> Option<Option<Sum>> {
        let places = match self.values.function_of(instance).value(b) {
            Value::Integer(places @ 0..=32) => Some(*places),
            _ => None,
        };
        let mut of = |value| self.of(instance, value, depth + 1);
        let sum = |one: Option<Sum>, other: Option<Sum>, times| {
            let (mut sum, other) = (one?, other?);
            add(&mut sum, &other, times)?;
            Some(sum)
        };
        match operator {
            BinaryOperator::Add => Some(sum(of(a), of(b), 1)),
            BinaryOperator::Subtract => Some(sum(of(a), of(b), -1)),
            BinaryOperator::Multiply => Some(of(a).zip(of(b)).and_then(|(a, b)| multiply(&a, &b))),
            BinaryOperator::ShiftLeft => {
                let factor = constant(1 << places?);
                Some(of(a).and_then(|a| multiply(&a, &factor)))
            }
            _ => None,
        }
    }

    /// A value that is not taken apart, or one met before that is surely the same.
    fn atom(&mut self, instance: InstanceId, value: ValueId) -> Sum {
        let values = self.values;
        let same = |(other, before): &(InstanceId, ValueId)| {
            *other == instance && values.is_same_in(instance, *before, value)
        };
        let found = self.met.iter().copied().find(same);
        let (instance, value) = found.unwrap_or_else(|| {
            self.met.push((instance, value));
            (instance, value)
        });
        Sum::from([(vec![Atom::Value(instance, value)], 1)])
    }

    /// A join that a loop moves by one step in each round: where it starts, and how far it has come.
    fn walk(
        &mut self,
        (instance, join): (InstanceId, ValueId),
        block: BlockId,
        incoming: &[(BlockId, ValueId)],
        depth: u32,
    ) -> Option<Sum> {
        let own = vec![Atom::Value(instance, join)];
        if !self.open.insert((instance, join)) {
            return Some(Sum::from([(own, 1)]));
        }
        let (mut start, mut step): (Option<Sum>, Option<Sum>) = (None, None);
        let mut is_walk = true;
        for (_, value) in incoming {
            let Some(mut sum) = self.of(instance, *value, depth + 1) else {
                is_walk = false;
                break;
            };
            let is_back = sum.remove(&own) == Some(1);
            let known = if is_back { &mut step } else { &mut start };
            is_walk &= known.as_ref().is_none_or(|known| *known == sum);
            *known = Some(sum);
        }
        self.open.remove(&(instance, join));
        let (mut sum, step) = (start?, step.filter(|_| is_walk)?);
        let contains = |sum: &Sum| sum.keys().any(|product| product.contains(&own[0]));
        if contains(&sum) || contains(&step) {
            return None;
        }
        let from: Vec<BlockId> = incoming.iter().map(|(from, _)| *from).collect();
        let decided = self.values.decided_join(instance, block, &from, self.asked);
        let moved = Atom::Moved(instance, join);
        self.walks.insert(moved, Walk { step, decided });
        add(&mut sum, &Sum::from([(vec![moved], 1)]), 1)?;
        Some(sum)
    }

    /// How a sum differs between threads, by all that is in it.
    fn dependence(&self, sum: &Sum) -> Dependence {
        let atoms = sum.keys().flatten();
        atoms.fold(Dependence::Uniform, |found, atom| {
            found.with(match atom {
                Atom::Value(instance, value) => self.values.asked(*instance, *value, self.asked),
                Atom::Moved(..) => match self.walks.get(atom) {
                    Some(walk) => self.dependence(&walk.step).with(walk.decided),
                    None => Dependence::Unknown,
                },
            })
        })
    }

    /// Does the comparison of a sum with 0 hold for the same number of rounds, or not hold, for each thread of the
    /// teams that are looked at?
    fn has_equal_rounds(&self, sum: &Sum, comparison: Comparison) -> bool {
        let is_moved = |product: &&Vec<Atom>| matches!(product[..], [Atom::Moved(..)]);
        let mut moved = sum.keys().filter(is_moved);
        let (Some(walking), None) = (moved.next(), moved.next()) else { return false };
        let Some(walk) = self.walks.get(&walking[0]) else { return false };
        if walk.decided != Dependence::Uniform {
            return false;
        }
        let mut start = sum.clone();
        let times = start.remove(walking).unwrap_or_default();
        let rounds = |thread: Thread| {
            let from = self.number(&start, thread)?;
            let step = self.number(&walk.step, thread)?.checked_mul(times)?;
            let holds = |round: i64| {
                Some(fold_compare(comparison, 64, from.checked_add(step.checked_mul(round)?)?, 0))
            };
            let first = holds(0)?;
            let last = (1..ROUNDS).find(|round| holds(*round) != Some(first))?;
            Some((thread.of, first, last))
        };
        let mut all = threads_of(self.values.team().sizes()).map(rounds);
        let Some(mut before) = all.next().flatten() else { return false };
        all.all(|next| {
            let Some(next) = next else { return false };
            let alike = next.0 != before.0 || next == before;
            before = next;
            alike
        })
    }

    /// The number a sum is for a thread. `None`: not known.
    fn number(&self, sum: &Sum, thread: Thread) -> Option<i64> {
        let mut found: i64 = 0;
        for (product, times) in sum {
            let mut number = *times;
            for atom in product {
                let Atom::Value(instance, value) = atom else { return None };
                let Dependence::Known { value, .. } =
                    self.values.asked(*instance, *value, self.asked.by(thread))
                else {
                    return None;
                };
                number = number.checked_mul(value)?;
            }
            found = found.checked_add(number)?;
        }
        Some(found)
    }
}

fn constant(number: i64) -> Sum {
    if number == 0 { Sum::new() } else { Sum::from([(Vec::new(), number)]) }
}

/// Adds a sum so many times. `None`: too large.
fn add(sum: &mut Sum, other: &Sum, times: i64) -> Option<()> {
    for (product, number) in other {
        let known = sum.remove(product).unwrap_or_default();
        let number = known.checked_add(number.checked_mul(times)?)?;
        if number != 0 {
            sum.insert(product.clone(), number);
        }
    }
    (sum.len() <= TERMS).then_some(())
}

/// The product of two sums. `None`: too large.
fn multiply(one: &Sum, other: &Sum) -> Option<Sum> {
    let mut found = Sum::new();
    for (first, times) in one {
        for (second, number) in other {
            let mut product = [&first[..], &second[..]].concat();
            product.sort_unstable();
            if product.len() > TERMS {
                return None;
            }
            add(&mut found, &Sum::from([(product, times.checked_mul(*number)?)]), 1)?;
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use proptest::collection::btree_map;
    use proptest::prelude::*;

    use super::{Atom, InstanceId, Sum, ValueId, add, constant, multiply};

    const ATOMS: usize = 3;

    fn atom(index: usize) -> Atom {
        Atom::Value(InstanceId::new(0), ValueId::new(index))
    }

    fn sums() -> impl Strategy<Value = Sum> {
        let product = proptest::collection::vec(0..ATOMS, 0..3).prop_map(|mut factors| {
            factors.sort_unstable();
            factors.into_iter().map(atom).collect()
        });
        btree_map(product, (-9..9_i64).prop_filter("none", |times| *times != 0), 0..4)
    }

    /// What a sum is when its atoms are these numbers.
    fn number(sum: &Sum, atoms: [i64; ATOMS]) -> i64 {
        let of = |known: &Atom| (0..ATOMS).find(|at| atom(*at) == *known).map_or(0, |at| atoms[at]);
        sum.iter().map(|(product, times)| times * product.iter().map(of).product::<i64>()).sum()
    }

    proptest! {
        #[test]
        fn sums_are_computed_as_numbers_are(
            (one, other) in (sums(), sums()),
            times in -5..5_i64,
            atoms in [-20..20_i64, -20..20, -20..20],
        ) {
            let numbers = [&one, &other].map(|sum| number(sum, atoms));
            let mut added = one.clone();
            prop_assert_eq!(add(&mut added, &other, times), Some(()));
            prop_assert_eq!(number(&added, atoms), numbers[0] + times * numbers[1]);
            let product = multiply(&one, &other);
            let product = product.as_ref().map(|sum| number(sum, atoms));
            prop_assert_eq!(product, Some(numbers[0] * numbers[1]));
            // What is left of nothing is nothing: differences are compared with that.
            let mut nothing = one.clone();
            add(&mut nothing, &one, -1);
            prop_assert!(nothing.is_empty());
        }
    }

    #[test]
    fn what_is_too_large_is_not_known() {
        let factors = |count| Sum::from([(vec![atom(0); count], 1)]);
        assert!(multiply(&factors(super::TERMS), &factors(1)).is_none());
        assert!(multiply(&constant(i64::MAX), &constant(2)).is_none());
        assert!(add(&mut constant(i64::MAX), &constant(1), 1).is_none());
    }
}
