//! Where control goes that was decided earlier: a `switch` on what was joined from constants.
//!
//! A `return` in a scope with something to clean up leaves through one block that all ways out of the
//! scope share; a number that each of them sets says where to go on from there. The decision is the
//! branch that chose the way, so control is followed with these numbers known.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::program::{BlockId, Function, Terminator, Value, ValueId};

/// The numbers known where control comes to a block, sorted.
pub(super) type Known = Vec<(ValueId, i64)>;

/// The joins of constants in a function that decide where control goes.
#[derive(Debug, Default)]
pub(super) struct Threads {
    /// By block: the joins at its head.
    joins: FxHashMap<BlockId, Vec<ValueId>>,
    /// By join: the blocks from which control may come to where it decides.
    needed: FxHashMap<ValueId, FxHashSet<BlockId>>,
}

impl Threads {
    /// Finds a function's joins that decide and are constants on some ways.
    pub(super) fn new(function: &Function) -> Self {
        let mut this = Self::default();
        let mut uses: FxHashMap<ValueId, Vec<BlockId>> = FxHashMap::default();
        for (index, block) in function.blocks.iter().enumerate() {
            if let Terminator::Switch { value, .. } | Terminator::Branch { condition: value, .. } =
                &block.terminator
                && matches!(function.value(*value), Value::Phi { .. })
            {
                uses.entry(*value).or_default().push(BlockId::new(index));
            }
        }
        let mut work: Vec<ValueId> = uses.keys().copied().collect();
        let mut seen: FxHashSet<ValueId> = work.iter().copied().collect();
        // What is joined may have been joined before: a scope in a scope.
        while let Some(join) = work.pop() {
            let Value::Phi { incoming, .. } = function.value(join) else { continue };
            for (from, value) in incoming {
                if matches!(function.value(*value), Value::Phi { .. }) {
                    uses.entry(*value).or_default().push(*from);
                    if seen.insert(*value) {
                        work.push(*value);
                    }
                }
            }
        }
        this.keep_constant(function, &seen);
        if !this.joins.is_empty() {
            this.find_needs(function, &uses);
        }
        this
    }

    /// Keeps the joins that a constant may reach.
    fn keep_constant(&mut self, function: &Function, joins: &FxHashSet<ValueId>) {
        let mut users: FxHashMap<ValueId, Vec<ValueId>> = FxHashMap::default();
        let mut work = Vec::new();
        for join in joins {
            let Value::Phi { incoming, .. } = function.value(*join) else { continue };
            for (_, value) in incoming {
                match function.value(*value) {
                    Value::Integer(_) => work.push(*join),
                    _ if joins.contains(value) => users.entry(*value).or_default().push(*join),
                    _ => {}
                }
            }
        }
        let mut kept = FxHashSet::default();
        while let Some(join) = work.pop() {
            if kept.insert(join)
                && let Value::Phi { block, .. } = function.value(join)
            {
                self.joins.entry(*block).or_default().push(join);
                work.extend(users.get(&join).into_iter().flatten().copied());
            }
        }
        self.joins.values_mut().for_each(|joins| joins.sort_unstable());
    }

    fn find_needs(&mut self, function: &Function, uses: &FxHashMap<ValueId, Vec<BlockId>>) {
        let mut predecessors = vec![Vec::new(); function.blocks.len()];
        for (index, block) in function.blocks.iter().enumerate() {
            for target in block.terminator.successors() {
                predecessors[target.index()].push(BlockId::new(index));
            }
        }
        for (block, joins) in &self.joins {
            for join in joins {
                let mut needed = FxHashSet::default();
                let mut work = uses.get(join).cloned().unwrap_or_default();
                while let Some(at) = work.pop() {
                    if needed.insert(at) && at != *block {
                        work.extend(predecessors[at.index()].iter().copied());
                    }
                }
                self.needed.insert(*join, needed);
            }
        }
    }

    /// What is known behind the edge between two blocks.
    pub(super) fn after(
        &self,
        function: &Function,
        (from, to): (BlockId, BlockId),
        known: &Known,
    ) -> Known {
        if self.joins.is_empty() {
            return Known::new();
        }
        let value_of = |value: ValueId| match function.value(value) {
            Value::Integer(number) => Some(*number),
            _ => known.iter().find(|(join, _)| *join == value).map(|(_, number)| *number),
        };
        let joined = self.joins.get(&to).map_or(&[][..], Vec::as_slice);
        let mut after = Known::new();
        for join in joined {
            let Value::Phi { incoming, .. } = function.value(*join) else { continue };
            let value = incoming.iter().find(|(edge, _)| *edge == from).map(|(_, value)| *value);
            after.extend(value.and_then(value_of).map(|number| (*join, number)));
        }
        let kept = known.iter().filter(|(join, _)| !joined.contains(join));
        after.extend(kept.copied());
        after.retain(|(join, _)| self.needed.get(join).is_some_and(|needed| needed.contains(&to)));
        after.sort_unstable();
        after
    }

    /// The one way on from a block, where what is known tells it.
    pub(super) fn way(&self, terminator: &Terminator, known: &Known) -> Option<BlockId> {
        let decides = terminator.condition()?;
        let (_, number) = known.iter().find(|(join, _)| *join == decides)?;
        terminator.way(*number)
    }
}
