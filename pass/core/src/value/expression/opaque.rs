//! Functions of which only is known what they depend on: what libraries answer, what loops count, and expressions too
//! large to be kept as they are.

use std::hash::BuildHasher as _;

use rustc_hash::{FxBuildHasher, FxHashSet};

use super::{Expression, ExpressionId, Expressions, INPUT_LIMIT, LEAF_LIMIT, TOO_MUCH, operands};

impl Expressions {
    /// An opaque function `key` of `inputs`. Small ones are kept as they are: `rank < size` is the same
    /// on all ranks, which its leaves do not tell.
    pub fn opaque(
        &mut self,
        key: u64,
        inputs: impl IntoIterator<Item = ExpressionId>,
    ) -> ExpressionId {
        let mut parts = Vec::new();
        for input in inputs {
            match self.get(input) {
                Expression::Opaque { leaves: inner, .. } => match self.is_too_much(inner) {
                    true => parts.push(input),
                    false => parts.extend(inner.iter().copied()),
                },
                _ if self.traits[input.index()].size <= self.part_limit => {
                    parts.extend(self.as_integer(input).is_none().then_some(input));
                }
                _ => self.pieces(input, &mut parts),
            }
        }
        parts.sort_unstable();
        parts.dedup();
        if parts.len() > LEAF_LIMIT {
            let mut leaves = Vec::new();
            for part in parts {
                self.leaves(part, &mut leaves);
            }
            leaves.sort_unstable();
            leaves.dedup();
            return self.opaque_of_many(key, leaves);
        }
        self.intern(Expression::Opaque { key, leaves: parts.into() })
    }

    /// What a large expression is made of, in pieces as large as are kept; if these are many, its leaves.
    fn pieces(&self, id: ExpressionId, parts: &mut Vec<ExpressionId>) {
        let (mut work, mut found) = (vec![id], Vec::new());
        while let Some(next) = work.pop() {
            if found.len() + work.len() > LEAF_LIMIT {
                return self.leaves(id, parts);
            }
            match self.get(next) {
                _ if self.is_constant(next) => {}
                Expression::Opaque { leaves, .. } if !self.is_too_much(leaves) => {
                    work.extend_from_slice(leaves);
                }
                _ if self.traits[next.index()].size <= self.part_limit || !self.has_parts(next) => {
                    found.push(next);
                }
                Expression::Opaque { .. } => found.push(next),
                other => work.extend(operands(other)),
            }
        }
        parts.append(&mut found);
    }

    /// An opaque function `key` of more leaves than are kept, maybe. What depends on so much is mostly what
    /// stands in memory of which hardly anything is known: that one of the many differs between ranks says
    /// nothing about it.
    fn opaque_of_many(&mut self, key: u64, mut leaves: Vec<ExpressionId>) -> ExpressionId {
        let mut key = key;
        if leaves.len() > LEAF_LIMIT {
            // With others of these it is another value: that, the key tells.
            key = FxBuildHasher.hash_one((key, &leaves));
            self.keep_one_of_a_kind(&mut leaves);
        }
        if leaves.len() > LEAF_LIMIT {
            let too_much = self.intern(Expression::Origin(TOO_MUCH));
            leaves.push(too_much);
        }
        if !self.is_too_much(&leaves) {
            leaves.sort_unstable();
            return self.intern(Expression::Opaque { key, leaves: leaves.into() });
        }
        self.opaque_of_too_much(key, &leaves)
    }

    /// Of what all processes are started with alike one leaf says all, and so does one of what the ranks of a
    /// communicator agree on.
    fn keep_one_of_a_kind(&self, leaves: &mut Vec<ExpressionId>) {
        let mut kinds = FxHashSet::default();
        leaves.retain(|leaf| match self.get(*leaf) {
            Expression::Origin(origin) if self.origin_traits(*origin).given => kinds.insert(None),
            Expression::Agreed(_, communicator) => kinds.insert(Some(*communicator)),
            _ => true,
        });
    }

    /// An opaque function `key` of too much. With other inputs it is another value: those are kept, as parts that say no
    /// more about it than the others, and the rest tells by the key.
    pub(super) fn opaque_of_too_much(&mut self, key: u64, leaves: &[ExpressionId]) -> ExpressionId {
        let is_kept = |leaf: &ExpressionId| {
            self.traits[leaf.index()].open || *self.get(*leaf) == Expression::Origin(TOO_MUCH)
        };
        let (mut kept, mut rest): (Vec<_>, Vec<_>) = leaves.iter().copied().partition(is_kept);
        kept.sort_by_key(|leaf| (self.traits[leaf.index()].open, *leaf));
        rest.extend(kept.drain(kept.len().min(1 + INPUT_LIMIT)..));
        for leaf in &mut kept {
            if *self.get(*leaf) != Expression::Origin(TOO_MUCH) {
                *leaf = self.doubtful(*leaf);
            }
        }
        kept.sort_unstable();
        kept.dedup();
        let key = if rest.is_empty() { key } else { FxBuildHasher.hash_one((key, rest)) };
        self.intern(Expression::Opaque { key, leaves: kept.into() })
    }

    /// Are these the leaves of an expression that depends on more than is kept?
    #[must_use]
    pub fn is_too_much(&self, leaves: &[ExpressionId]) -> bool {
        leaves.iter().any(|leaf| *self.get(*leaf) == Expression::Origin(TOO_MUCH))
    }

    /// An opaque function `key` of what `other`, an opaque one too, is a function of.
    pub fn opaque_like(&mut self, key: u64, other: ExpressionId) -> ExpressionId {
        match self.get(other) {
            Expression::Opaque { leaves, .. } => {
                let leaves = leaves.clone();
                self.intern(Expression::Opaque { key, leaves })
            }
            _ => self.opaque(key, [other]),
        }
    }
}
