//! Elements of an array of which nobody knows which they are, but that they are not the same: `a[n] = own;` leaves `a[n - 1]`
//! what it was.

use super::memory::{Node, NodeId};
use super::overwritten::DEPTH;
use super::solver::Solver;
use crate::program::{BinaryOperator, Cast, Value, ValueId};

/// Sums and conversions an index is followed through.
const STEPS: usize = 16;

/// An element of an array.
struct ElementAt {
    /// Where the array begins.
    base: ValueId,
    /// The number that counts, and what is added to it.
    index: ValueId,
    number: i64,
    /// Bytes from one to the next.
    stride: i64,
}

impl Solver<'_, '_, '_> {
    /// What the elements were before others than the one with this address were written, where it is read.
    pub(super) fn before_others(&self, elements: NodeId, address: ValueId) -> NodeId {
        let mut before = elements;
        // Where nobody ever comes, writes may follow each other in a circle.
        for _ in 0..DEPTH {
            match self.builder.memory.nodes[self.alias(before).index()] {
                Node::Written { old, new, to, .. }
                    if self.is_stored(new) && self.are_two_elements(to, address) =>
                {
                    before = old;
                }
                _ => break,
            }
        }
        before
    }

    /// Is it a value that the function itself writes? What calls write may be more than one element.
    fn is_stored(&self, new: NodeId) -> bool {
        matches!(self.builder.memory.nodes[new.index()], Node::Value(_))
    }

    /// Do two addresses lead to elements of an array that are a known number of elements from each other: `a[n]`, `a[n -
    /// 1]`?
    fn are_two_elements(&self, a: ValueId, b: ValueId) -> bool {
        let [Some(a), Some(b)] = [a, b].map(|address| self.element_at(address)) else {
            return false;
        };
        a.number != b.number
            && a.stride == b.stride
            && self.is_same(a.base, b.base, DEPTH)
            && self.is_same(a.index, b.index, DEPTH)
    }

    /// Which element of an array an address leads to, if one number tells that.
    fn element_at(&self, address: ValueId) -> Option<ElementAt> {
        let function = self.builder.function;
        let (bytes, address) = match *function.value(address) {
            Value::Offset { base, bytes } => (bytes, base),
            _ => (0, address),
        };
        let Value::Element { base, indices, elements } = function.value(address) else {
            return None;
        };
        let ([index], stride) = (indices.as_slice(), i64::from(elements.stride)) else {
            return None;
        };
        if stride == 0 || bytes % stride != 0 {
            return None;
        }
        // What is kept in a variable meanwhile is that.
        let kept = |value: ValueId| {
            let read = self.builder.loads.get(&value).map(|node| self.alias(*node));
            match read.map(|node| &self.builder.memory.nodes[node.index()]) {
                Some(Node::Value(kept)) => *kept,
                _ => value,
            }
        };
        let constant = |value: ValueId| match function.value(kept(value)) {
            Value::Integer(number) => Some(*number),
            _ => None,
        };
        let (mut index, mut number) = (kept(*index), bytes / stride);
        for _ in 0..STEPS {
            match *function.value(index) {
                Value::Cast { cast: Cast::SignExtend, operand, .. } => index = operand,
                // flang's strides.
                Value::Binary {
                    operator: BinaryOperator::Multiply,
                    operands: [one, other],
                    ..
                } if constant(other) == Some(1) => {
                    index = one;
                }
                Value::Binary { operator: BinaryOperator::Add, operands: [one, other], .. } => {
                    let (more, rest) = match (constant(one), constant(other)) {
                        (_, Some(more)) => (more, one),
                        (Some(more), _) => (more, other),
                        _ => break,
                    };
                    (index, number) = (rest, number.checked_add(more)?);
                }
                Value::Binary {
                    operator: BinaryOperator::Subtract,
                    operands: [one, other],
                    ..
                } => {
                    let Some(less) = constant(other) else { break };
                    (index, number) = (one, number.checked_sub(less)?);
                }
                _ => break,
            }
            index = kept(index);
        }
        Some(ElementAt { base: *base, index, number, stride })
    }
}
