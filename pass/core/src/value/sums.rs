//! Sums, and addresses behind others: what two of them have in common is no part of their difference.

use super::expression::{Expression, ExpressionId, Expressions};
use crate::program::{BinaryOperator, Cast};

/// The width of an address.
pub(super) const ADDRESS_BITS: u8 = 64;
/// How deep sums are looked into for what is added to both of two.
const SUM_DEPTH: u32 = 6;

impl Expressions {
    /// The address so many bytes behind another, and behind what that is behind of.
    pub fn offset(&mut self, address: ExpressionId, bytes: ExpressionId) -> ExpressionId {
        let (base, bytes) = match *self.get(address) {
            Expression::Offset(base, before) => (base, self.sum(before, bytes)),
            _ => (address, bytes),
        };
        match self.as_integer(bytes) {
            Some(0) => base,
            _ => self.bounded(Expression::Offset(base, bytes)),
        }
    }

    /// The sum of two numbers of bytes, what is constant of it last.
    fn sum(&mut self, one: ExpressionId, other: ExpressionId) -> ExpressionId {
        let ((one, one_bytes), (other, other_bytes)) =
            (self.split_bytes(one), self.split_bytes(other));
        let bytes = self.integer(one_bytes.wrapping_add(other_bytes));
        match (one, other) {
            (None, None) => bytes,
            (Some(only), None) | (None, Some(only)) => {
                self.binary(BinaryOperator::Add, ADDRESS_BITS, only, bytes)
            }
            (Some(one), Some(other)) => {
                let variable = self.binary(BinaryOperator::Add, ADDRESS_BITS, one, other);
                self.binary(BinaryOperator::Add, ADDRESS_BITS, variable, bytes)
            }
        }
    }

    /// What is variable of a number of bytes, and what is added to it.
    #[must_use]
    pub fn split_bytes(&self, bytes: ExpressionId) -> (Option<ExpressionId>, i64) {
        match *self.get(bytes) {
            Expression::Integer(constant) => (None, constant),
            Expression::Binary(BinaryOperator::Add, ADDRESS_BITS, variable, constant) => {
                match self.as_integer(constant) {
                    Some(constant) => (Some(variable), constant),
                    None => (Some(bytes), 0),
                }
            }
            _ => (Some(bytes), 0),
        }
    }

    /// How many bytes two addresses are behind one that both are behind of; `None`: there is none.
    pub(super) fn offsets(
        &mut self,
        one: ExpressionId,
        other: ExpressionId,
    ) -> Option<[ExpressionId; 2]> {
        let base = |id: ExpressionId| match *self.get(id) {
            Expression::Offset(base, _) => base,
            _ => id,
        };
        let is_offset = base(one) != one || base(other) != other;
        if !is_offset || base(one) != base(other) {
            return None;
        }
        self.without_common(ADDRESS_BITS, [one, other])
    }

    /// Two sums without what is added to both: their difference is the same. `None`: there is no such thing.
    pub(super) fn without_common(
        &mut self,
        bits: u8,
        sums: [ExpressionId; 2],
    ) -> Option<[ExpressionId; 2]> {
        let mut constant = 0_i64;
        let mut terms: Vec<(ExpressionId, i64)> = Vec::new();
        let mut count = 0;
        for (sum, sign) in sums.into_iter().zip([1, -1]) {
            let mut own = Vec::new();
            self.add_terms(bits, (sum, sign), SUM_DEPTH, &mut own, &mut constant);
            count += own.len();
            for (term, factor) in own {
                match terms.iter_mut().find(|(known, _)| *known == term) {
                    Some((_, known)) => *known = known.wrapping_add(factor),
                    None => terms.push((term, factor)),
                }
            }
        }
        terms.retain(|(_, factor)| *factor != 0);
        if terms.len() == count {
            return None;
        }
        let side = |all: &mut Self, sign: i64| {
            let mut sum =
                all.integer(if constant.signum() == sign { constant.wrapping_abs() } else { 0 });
            for (term, factor) in terms.iter().filter(|(_, factor)| factor.signum() == sign) {
                let factor = all.integer(factor.wrapping_abs());
                let one = all.integer(1);
                let term = match factor == one {
                    true => *term,
                    false => all.binary(BinaryOperator::Multiply, bits, *term, factor),
                };
                sum = all.binary(BinaryOperator::Add, bits, term, sum);
            }
            sum
        };
        Some([side(self, 1), side(self, -1)])
    }

    /// What is added up, each with how often.
    fn add_terms(
        &mut self,
        bits: u8,
        (id, factor): (ExpressionId, i64),
        depth: u32,
        terms: &mut Vec<(ExpressionId, i64)>,
        constant: &mut i64,
    ) {
        let parts = match *self.get(id) {
            Expression::Integer(value) => {
                *constant = constant.wrapping_add(value.wrapping_mul(factor));
                return;
            }
            Expression::Binary(BinaryOperator::Add, width, a, b) if width == bits => {
                Some([(a, factor), (b, factor)])
            }
            Expression::Offset(a, b) if bits == ADDRESS_BITS => Some([(a, factor), (b, factor)]),
            // Signed numbers do not overflow: neither C nor Fortran says what they would be.
            Expression::Cast(Cast::SignExtend, from, to, inner) if to == bits && depth > 0 => {
                return self.add_terms(from, (inner, factor), depth - 1, terms, constant);
            }
            Expression::Binary(BinaryOperator::Subtract, width, a, b) if width == bits => {
                Some([(a, factor), (b, factor.wrapping_neg())])
            }
            Expression::Binary(BinaryOperator::Multiply, width, a, b) if width == bits => {
                if let Some(times) = self.as_integer(b) {
                    terms.push((a, factor.wrapping_mul(times)));
                    return;
                }
                return self.add_products(bits, [a, b], factor, terms);
            }
            _ => None,
        };
        match parts.filter(|_| depth > 0) {
            Some(parts) => {
                for part in parts {
                    self.add_terms(bits, part, depth - 1, terms, constant);
                }
            }
            None => terms.push((id, factor)),
        }
    }

    /// What a product adds up to, where one factor is a sum with a constant: `(rank + 1) * rows`.
    fn add_products(
        &mut self,
        bits: u8,
        [a, b]: [ExpressionId; 2],
        factor: i64,
        terms: &mut Vec<(ExpressionId, i64)>,
    ) {
        let split = |id: ExpressionId| match *self.get(id) {
            Expression::Binary(BinaryOperator::Add, width, part, constant) if width == bits => {
                self.as_integer(constant).map(|constant| (part, constant))
            }
            _ => None,
        };
        let (part, constant, other) = match (split(a), split(b)) {
            (Some((part, constant)), _) => (part, constant, b),
            (None, Some((part, constant))) => (part, constant, a),
            (None, None) => (a, 0, b),
        };
        // In one order, whichever the program has.
        let (first, second) = (part.min(other), part.max(other));
        let product = self.binary(BinaryOperator::Multiply, bits, first, second);
        terms.push((product, factor));
        if constant != 0 {
            terms.push((other, factor.wrapping_mul(constant)));
        }
    }
}
