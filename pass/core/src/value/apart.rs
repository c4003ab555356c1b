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
                    if self.is_of_one_element(new) && self.are_two_elements(to, address) =>
                {
                    before = old;
                }
                _ => break,
            }
        }
        before
    }

    /// Is it written to one element: by the function itself, or as one number by MPI? What other calls write may be more.
    fn is_of_one_element(&self, new: NodeId) -> bool {
        match self.builder.memory.nodes[new.index()] {
            Node::Value(_) => true,
            Node::Mpi { .. } => !self.writes_several(new),
            _ => false,
        }
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
        // Bytes may be read and written as part of anything.
        if stride <= 1 || bytes % stride != 0 {
            return None;
        }
        let (index, more) = self.without_constants(*index)?;
        let number = more.checked_add(bytes / stride)?;
        Some(ElementAt { base: *base, index, number, stride })
    }

    /// What a number is a constant more than, and how much; `None`: that is too large.
    fn without_constants(&self, number: ValueId) -> Option<(ValueId, i64)> {
        let function = self.builder.function;
        let constant = |value: ValueId| match function.value(self.kept(value)) {
            Value::Integer(number) => Some(*number),
            _ => None,
        };
        let (mut at, mut more) = (self.kept(number), 0_i64);
        for _ in 0..STEPS {
            let next = match *function.value(at) {
                Value::Cast { cast: Cast::SignExtend, operand, .. } => operand,
                Value::Binary { operator, operands: [one, other], .. } => {
                    match (operator, constant(one), constant(other)) {
                        // flang's strides.
                        (BinaryOperator::Multiply, _, Some(1)) => one,
                        (BinaryOperator::Add, _, Some(constant)) => {
                            more = more.checked_add(constant)?;
                            one
                        }
                        (BinaryOperator::Add, Some(constant), _) => {
                            more = more.checked_add(constant)?;
                            other
                        }
                        (BinaryOperator::Subtract, _, Some(constant)) => {
                            more = more.checked_sub(constant)?;
                            one
                        }
                        _ => break,
                    }
                }
                _ => break,
            };
            at = self.kept(next);
        }
        Some((at, more))
    }

    /// What is read from a variable is what was kept there.
    fn kept(&self, value: ValueId) -> ValueId {
        let read = self.builder.loads.get(&value).map(|node| self.alias(*node));
        match read.map(|node| &self.builder.memory.nodes[node.index()]) {
            Some(Node::Value(kept)) => *kept,
            _ => value,
        }
    }
}
