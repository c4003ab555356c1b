//! Within which numbers a value lies, whatever it is computed from: a seed that was folded into the generator's range is
//! not out of it (`ij %= 31328; if (ij < 0) ij += 31328; if (ij > 31328) exit(1);`).

use super::{Cast, Comparison, Expression, ExpressionId, Expressions};
use crate::program::BinaryOperator;

/// The least and the greatest number.
type Range = (i64, i64);

/// Expressions that are looked at for one comparison.
const STEPS: usize = 32;

/// All numbers of so many bits.
const fn all(bits: u8) -> Range {
    match bits {
        1..=63 => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
        _ => (i64::MIN, i64::MAX),
    }
}

const fn is_within((least, greatest): Range, (from, to): Range) -> bool {
    from <= least && greatest <= to
}

/// What a comparison of any of these with a number says; `None`: not the same of all.
fn holds(comparison: Comparison, (least, greatest): Range, number: i64) -> Option<bool> {
    let decided = |always: bool, never: bool| (always || never).then_some(always);
    match comparison {
        Comparison::Equal | Comparison::NotEqual if number < least || greatest < number => {
            Some(comparison == Comparison::NotEqual)
        }
        Comparison::Equal | Comparison::NotEqual => None,
        Comparison::Less => decided(greatest < number, least >= number),
        Comparison::LessEqual => decided(greatest <= number, least > number),
        Comparison::Greater => decided(least > number, greatest <= number),
        Comparison::GreaterEqual => decided(least >= number, greatest < number),
        // Numbers that are not negative compare alike.
        Comparison::LessUnsigned
        | Comparison::LessEqualUnsigned
        | Comparison::GreaterUnsigned
        | Comparison::GreaterEqualUnsigned
            if least >= 0 && number >= 0 =>
        {
            holds(comparison.of_signed(), (least, greatest), number)
        }
        _ => None,
    }
}

/// The numbers of a range of which a comparison holds, or does not; `None`: there are none.
fn narrowed(
    (least, greatest): Range,
    (comparison, number): (Comparison, i64),
    taken: bool,
) -> Option<Range> {
    let (below, above) = (number.saturating_sub(1), number.saturating_add(1));
    let (from, to) = match (comparison, taken) {
        (Comparison::Equal, true) | (Comparison::NotEqual, false) => (number, number),
        (Comparison::Less, true) | (Comparison::GreaterEqual, false) => (i64::MIN, below),
        (Comparison::LessEqual, true) | (Comparison::Greater, false) => (i64::MIN, number),
        (Comparison::Greater, true) | (Comparison::LessEqual, false) => (above, i64::MAX),
        (Comparison::GreaterEqual, true) | (Comparison::Less, false) => (number, i64::MAX),
        _ => (i64::MIN, i64::MAX),
    };
    let range = (least.max(from), greatest.min(to));
    (range.0 <= range.1).then_some(range)
}

/// What is known on the way, and how much may still be looked at.
struct Way {
    narrowed: Vec<(ExpressionId, Range)>,
    steps: usize,
}

impl Expressions {
    /// What a comparison with a number says wherever in its range the left side is; `None`: that is not known.
    pub(super) fn compare_range(
        &self,
        comparison: Comparison,
        bits: u8,
        left: ExpressionId,
        number: i64,
    ) -> Option<bool> {
        // A truth value may be kept as -1.
        if bits < 8 {
            return None;
        }
        let mut way = Way { narrowed: Vec::new(), steps: STEPS };
        holds(comparison, self.range(bits, left, &mut way)?, number)
    }

    /// The range of an expression; `None`: on the way it is asked for nothing comes to it.
    fn range(&self, bits: u8, id: ExpressionId, way: &mut Way) -> Option<Range> {
        let Some(steps) = way.steps.checked_sub(1) else { return Some(all(bits)) };
        way.steps = steps;
        let found = match *self.get(id) {
            Expression::Integer(number) => (number, number),
            Expression::Compare(..) => (0, 1),
            Expression::Binary(operator, bits, left, right) => {
                self.range_of_operation(operator, bits, (left, right), way)?
            }
            Expression::Cast(cast, from, to, operand) => {
                let range = self.range(from, operand, way)?;
                match cast {
                    _ if from < 8 => all(to),
                    Cast::SignExtend => range,
                    Cast::ZeroExtend if range.0 >= 0 => range,
                    Cast::Truncate if is_within(range, all(to)) => range,
                    Cast::ZeroExtend | Cast::Truncate => all(to),
                }
            }
            Expression::Select(condition, then, otherwise) => {
                let then = self.range_on_arm(bits, (condition, true), then, way);
                let otherwise = self.range_on_arm(bits, (condition, false), otherwise, way);
                match (then, otherwise) {
                    (Some(one), Some(other)) => (one.0.min(other.0), one.1.max(other.1)),
                    (only, None) | (None, only) => only?,
                }
            }
            _ => all(bits),
        };
        let mut known = way.narrowed.iter().filter(|(narrowed, _)| *narrowed == id);
        known.try_fold(found, |(least, greatest), (_, known)| {
            let both = (least.max(known.0), greatest.min(known.1));
            (both.0 <= both.1).then_some(both)
        })
    }

    fn range_on_arm(
        &self,
        bits: u8,
        (condition, taken): (ExpressionId, bool),
        arm: ExpressionId,
        way: &mut Way,
    ) -> Option<Range> {
        let before = way.narrowed.len();
        if let Expression::Compare(comparison, bits, left, right) = *self.get(condition)
            && let Some(number) = self.as_integer(right)
        {
            let range = self.range(bits, left, way)?;
            way.narrowed.push((left, narrowed(range, (comparison, number), taken)?));
        }
        let range = self.range(bits, arm, way);
        way.narrowed.truncate(before);
        range
    }

    fn range_of_operation(
        &self,
        operator: BinaryOperator,
        bits: u8,
        (left, right): (ExpressionId, ExpressionId),
        way: &mut Way,
    ) -> Option<Range> {
        use BinaryOperator as Op;
        let (left, right) = match (operator, self.as_integer(left)) {
            (Op::Add, Some(_)) => (right, left),
            _ => (left, right),
        };
        let Some(number) = self.as_integer(right) else { return Some(all(bits)) };
        let moved = |range: Range, by: i64| {
            let moved = range.0.checked_add(by).zip(range.1.checked_add(by));
            moved.filter(|moved| is_within(*moved, all(bits))).unwrap_or_else(|| all(bits))
        };
        Some(match operator {
            Op::Remainder if number > 0 => {
                let (least, greatest) = self.range(bits, left, way)?;
                let below = number - 1;
                (least.max(-below).min(0), greatest.min(below).max(0))
            }
            Op::RemainderUnsigned if number > 0 => (0, number - 1),
            Op::And if number >= 0 => (0, number),
            Op::Add => moved(self.range(bits, left, way)?, number),
            Op::Subtract if number != i64::MIN => moved(self.range(bits, left, way)?, -number),
            _ => all(bits),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::Input;
    use super::*;

    /// The generator's seed, folded into its range.
    fn seed(all: &mut Expressions) -> ExpressionId {
        let any = all.leaf(Expression::Input(Input::Parameter(0)));
        let [zero, size] = [0, 31_328].map(|number| all.integer(number));
        let folded = all.binary(BinaryOperator::Remainder, 32, any, size);
        let is_negative = all.compare(Comparison::Less, 32, folded, zero);
        let moved = all.binary(BinaryOperator::Add, 32, folded, size);
        all.select(is_negative, moved, folded)
    }

    #[test]
    fn what_was_folded_into_a_range_is_not_out_of_it() {
        let mut all = Expressions::default();
        let seed = seed(&mut all);
        let mut says = |comparison, number| {
            let number = all.integer(number);
            let says = all.compare(comparison, 32, seed, number);
            all.as_integer(says)
        };
        assert_eq!(says(Comparison::Less, 0), Some(0));
        assert_eq!(says(Comparison::Greater, 31_327), Some(0));
        assert_eq!(says(Comparison::LessUnsigned, 31_328), Some(1));
        assert_eq!(says(Comparison::Greater, 31_326), None);
        assert_eq!(says(Comparison::Equal, 31_328), Some(0));
        assert_eq!(says(Comparison::Equal, 7), None);
        assert_eq!(says(Comparison::NotEqual, -1), Some(1));
    }

    /// Against all numbers of eight bits.
    #[test]
    fn ranges_hold_for_all_numbers() {
        use super::super::{fold_binary, fold_compare};
        let operators =
            [BinaryOperator::Remainder, BinaryOperator::RemainderUnsigned, BinaryOperator::And];
        let comparisons = [Comparison::Less, Comparison::GreaterEqual, Comparison::Equal];
        for (operator, comparison) in
            operators.iter().flat_map(|operator| comparisons.iter().map(move |it| (*operator, *it)))
        {
            for (size, by, limit) in [(7, -3, 4), (5, 125, 3), (100, 28, -100), (3, 3, 0)] {
                let mut all = Expressions::default();
                let any = all.leaf(Expression::Input(Input::Parameter(0)));
                let [size_is, by_is, limit_is] =
                    [size, by, limit].map(|number| all.integer(number));
                let folded = all.binary(operator, 8, any, size_is);
                let moved = all.binary(BinaryOperator::Add, 8, folded, by_is);
                let chosen = all.compare(comparison, 8, folded, limit_is);
                let value = all.select(chosen, moved, folded);
                for number in -128..128 {
                    let Some(says) = all.compare_range(Comparison::Less, 8, value, number) else {
                        continue;
                    };
                    for any in -128..128 {
                        let folded = fold_binary(operator, 8, any, size).unwrap();
                        let value = match fold_compare(comparison, 8, folded, limit) {
                            true => fold_binary(BinaryOperator::Add, 8, folded, by).unwrap(),
                            false => folded,
                        };
                        assert_eq!(value < number, says, "{operator:?} {size} {by} {limit} {any}");
                    }
                }
            }
        }
    }
}
