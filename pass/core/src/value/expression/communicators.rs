//! Communicators, and what they say of themselves: who is in them, and that they are some.

use super::{Derivation, Expression, ExpressionId, Expressions};
use crate::program::Comparison;

impl Expressions {
    /// From now on the numbers 0, 1 and 2 are handles of communicators.
    pub fn count_handles(&mut self) {
        self.counts_handles = true;
    }

    /// The communicator a handle's value stands for, whatever the MPI implementation: the predefined
    /// ones by their constants, others as they are. Whoever calls something on a communicator has one:
    /// a choice between one and none is that one.
    pub fn communicator(&mut self, handle: ExpressionId) -> ExpressionId {
        let known = match *self.get(handle) {
            Expression::Address(place) => self.predefined.get(&place).cloned(),
            // MPICH's handles are integers with the kind in their upper bits.
            Expression::Integer(0x4400_0000) => Some(Expression::World),
            Expression::Integer(0x4400_0001) => Some(Expression::OwnCommunicator),
            Expression::Integer(0x0400_0000) => Some(Expression::NullCommunicator),
            // Open MPI counts them in Fortran, and what C calls `MPI_Fint` is handed on.
            Expression::Integer(0) if self.counts_handles => Some(Expression::World),
            Expression::Integer(1) if self.counts_handles => Some(Expression::OwnCommunicator),
            Expression::Integer(2) if self.counts_handles => Some(Expression::NullCommunicator),
            Expression::Select(_, then, otherwise) => {
                let [then, otherwise] = [then, otherwise].map(|handle| self.communicator(handle));
                return match [then, otherwise].map(|handle| self.is_no_communicator(handle)) {
                    [true, false] => otherwise,
                    [false, true] => then,
                    _ => handle,
                };
            }
            _ => None,
        };
        known.map_or(handle, |expression| self.intern(expression))
    }

    /// `MPI_COMM_NULL`, or what was never set.
    fn is_no_communicator(&self, handle: ExpressionId) -> bool {
        matches!(self.get(handle), Expression::NullCommunicator | Expression::Integer(0))
    }

    /// Whether a communicator is `MPI_COMM_NULL` or is not, where that is asked of a duplicate: whoever calls
    /// `MPI_Comm_dup` is in it (MPI 4.0, 7.4.2). `None`: something else is asked.
    pub(super) fn compare_with_none(
        &mut self,
        comparison: Comparison,
        left: ExpressionId,
        right: ExpressionId,
    ) -> Option<bool> {
        let answer = match comparison {
            Comparison::Equal => false,
            Comparison::NotEqual => true,
            _ => return None,
        };
        let is_copy = |id| match *self.get(id) {
            Expression::Communicator { derivation: Derivation::Copy, origin, .. } => {
                !self.origin_traits(origin).leaves_out
            }
            _ => false,
        };
        let other = match [left, right].map(is_copy) {
            [true, false] => right,
            [false, true] => left,
            _ => return None,
        };
        let other = self.communicator(other);
        (*self.get(other) == Expression::NullCommunicator).then_some(answer)
    }

    /// A communicator split off with one colour for everybody, in the order they had: the same ranks
    /// again.
    pub fn as_copy(&mut self, id: ExpressionId) -> Option<ExpressionId> {
        let Expression::Communicator {
            derivation: Derivation::Split,
            parent,
            color_and_key: Some((color, key)),
            origin,
        } = *self.get(id)
        else {
            return None;
        };
        let one_color = self.as_integer(color).is_some_and(|color| color >= 0);
        let ordered = self.as_integer(key).is_some()
            || *self.get(key) == Expression::Rank(self.group_of(parent));
        let derivation = Derivation::Copy;
        (one_color && ordered).then(|| {
            self.intern(Expression::Communicator {
                derivation,
                parent,
                color_and_key: None,
                origin,
            })
        })
    }

    /// The rank in `communicator`; a copy of a communicator has its parent's ranks.
    pub fn rank(&mut self, communicator: ExpressionId) -> ExpressionId {
        let communicator = self.communicator(communicator);
        let group = self.group_of(communicator);
        if *self.get(group) == Expression::OwnCommunicator {
            return self.integer(0);
        }
        self.intern(Expression::Rank(group))
    }

    /// The size of `communicator`.
    pub fn size(&mut self, communicator: ExpressionId) -> ExpressionId {
        let communicator = self.communicator(communicator);
        let group = self.group_of(communicator);
        if *self.get(group) == Expression::OwnCommunicator {
            return self.integer(1);
        }
        self.intern(Expression::Size(group))
    }

    /// The communicator whose ranks a communicator has: copies are stripped.
    #[must_use]
    pub fn group_of(&self, mut communicator: ExpressionId) -> ExpressionId {
        while let Expression::Communicator { derivation: Derivation::Copy, parent, .. } =
            self.get(communicator)
        {
            communicator = *parent;
        }
        communicator
    }
}
