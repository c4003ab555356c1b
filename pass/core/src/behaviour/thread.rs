//! Where control goes that was decided earlier: a `switch` on what was joined from constants.
//!
//! A `return` in a scope with something to clean up leaves through one block that all ways out of the
//! scope share; a number that each of them sets says where to go on from there. The decision is the
//! branch that chose the way, so control is followed with these numbers known. Also the numbers may be compared first:
//! behind `failed = count(n) || MPI_Barrier(comm); if (failed != 0) return failed;` nobody goes on who has made no call.
//!
//! And a loop in which a collective call is begun may carry on that it has been: `while (!complete) { if (begun) complete =
//! is_done(&request); else if (is_sent()) { MPI_Ibarrier(comm, &request); begun = 1; } }`.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::components::strongly_connected;
use crate::jump_threading::{computed, looked_through};
use crate::program::{Block, BlockId, CallSite, Event, Function, Terminator, Value, ValueId};

/// The numbers known where control comes to a block, sorted.
pub(super) type Known = Vec<(ValueId, i64)>;

/// The joins of constants in a function that decide where control goes.
#[derive(Debug, Default)]
pub(super) struct Threads {
    /// By block: the joins at its head.
    joins: FxHashMap<BlockId, Vec<ValueId>>,
    /// By join: the blocks from which control may come to where it decides.
    needed: FxHashMap<ValueId, FxHashSet<BlockId>>,
    /// What is computed from joins decides as well.
    looks_through: bool,
    /// The conditions of which that holds in any case: those that ask for what loops carry on.
    flags: FxHashSet<ValueId>,
}

/// Flags that one loop carries on: with each of them there are up to twice as many states.
const FLAGS: usize = 3;
/// Joins of a flag in its loop.
const JOINS: usize = 64;

impl Threads {
    /// Finds a function's joins that decide and are constants on some ways; `begins`: is a collective call begun there?
    pub(super) fn new(function: &Function, begins: &dyn Fn(&CallSite) -> bool) -> Self {
        let flags = find_flags(function, begins);
        Self { flags, ..Self::default() }.find(function)
    }

    /// Finds those too that decide once they are compared.
    pub(super) fn through_comparisons(function: &Function) -> Self {
        Self { looks_through: true, ..Self::default() }.find(function)
    }

    fn find(mut self, function: &Function) -> Self {
        let mut uses: FxHashMap<ValueId, Vec<BlockId>> = FxHashMap::default();
        for (index, block) in function.blocks.iter().enumerate() {
            if let Terminator::Switch { value, .. } | Terminator::Branch { condition: value, .. } =
                &block.terminator
            {
                let decides = self.compared(function, *value).last().copied().unwrap_or(*value);
                if matches!(function.value(decides), Value::Phi { .. }) {
                    uses.entry(decides).or_default().push(BlockId::new(index));
                }
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
        self.keep_constant(function, &seen);
        if !self.joins.is_empty() {
            self.find_needs(function, &uses);
        }
        self
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

    /// The values a decision is computed from, one from the next: the last one decides.
    fn compared(&self, function: &Function, decision: ValueId) -> Vec<ValueId> {
        match self.looks_through || self.flags.contains(&decision) {
            true => looked_through(function, decision),
            false => vec![decision],
        }
    }

    /// The one way on from a block, where what is known tells it.
    pub(super) fn way(
        &self,
        function: &Function,
        terminator: &Terminator,
        known: &Known,
    ) -> Option<BlockId> {
        if known.is_empty() {
            return None;
        }
        let mut through = self.compared(function, terminator.condition()?);
        let decides = through.pop()?;
        let (_, number) = known.iter().find(|(join, _)| *join == decides)?;
        let outcome = computed(function, &through, *number)?;
        terminator.way(outcome)
    }
}

/// The conditions in loops in which collective calls are begun that ask for what the loop carries on and what is nothing
/// but constants.
fn find_flags(function: &Function, begins: &dyn Fn(&CallSite) -> bool) -> FxHashSet<ValueId> {
    let makes_call = |block: &Block| {
        let mut events = block.events.iter();
        events.any(|event| matches!(event, Event::Call(call) if begins(call)))
    };
    if !function.blocks.iter().any(makes_call) {
        return FxHashSet::default();
    }
    let mut conditions: Vec<(BlockId, ValueId, ValueId)> = Vec::new();
    for (index, block) in function.blocks.iter().enumerate() {
        let Terminator::Branch { condition, .. } = block.terminator else { continue };
        let decides = looked_through(function, condition).last().copied().unwrap_or(condition);
        if matches!(function.value(decides), Value::Phi { .. }) {
            conditions.push((BlockId::new(index), condition, decides));
        }
    }
    let successors = |block: &Block| -> Vec<usize> {
        block.terminator.successors().iter().map(|to| to.index()).collect()
    };
    let edges: Vec<Vec<usize>> = function.blocks.iter().map(successors).collect();
    let mut found = FxHashSet::default();
    for cycle in strongly_connected(&edges) {
        let inside: FxHashSet<usize> = cycle.iter().copied().collect();
        let of_cycle = |(block, _, decides): &&(BlockId, ValueId, ValueId)| {
            inside.contains(&block.index()) && is_carried(function, *decides, &inside)
        };
        let asking: Vec<_> = conditions.iter().filter(of_cycle).collect();
        let flags: FxHashSet<ValueId> = asking.iter().map(|(.., decides)| *decides).collect();
        if !flags.is_empty()
            && flags.len() <= FLAGS
            && cycle.iter().any(|block| makes_call(&function.blocks[*block]))
        {
            found.extend(asking.iter().map(|(_, condition, _)| *condition));
        }
    }
    found
}

/// Is a join in a cycle of blocks nothing but constants, one of which comes from outside of it?
fn is_carried(function: &Function, join: ValueId, inside: &FxHashSet<usize>) -> bool {
    let (mut enters, mut seen, mut work) = (false, FxHashSet::default(), vec![join]);
    while let Some(value) = work.pop() {
        if !seen.insert(value) {
            continue;
        }
        let Value::Phi { block, incoming } = function.value(value) else { return false };
        if !inside.contains(&block.index()) || seen.len() > JOINS {
            return false;
        }
        for (from, brought) in incoming {
            let is_constant = matches!(function.value(*brought), Value::Integer(_));
            enters |= is_constant && !inside.contains(&from.index());
            work.extend((!is_constant).then_some(*brought));
        }
    }
    enters
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Location;
    use crate::program::{BinaryOperator, Cast, Comparison};

    /// `failed = given || call(); if (!!failed) return 1; return 0;`
    fn chain() -> Function {
        let block =
            |terminator| Block { events: Vec::new(), terminator, location: Location::default() };
        let branch = |condition, then, otherwise| Terminator::Branch {
            condition: ValueId(condition),
            then: BlockId(then),
            otherwise: BlockId(otherwise),
        };
        let given = ValueId(0);
        let (one, zero) = (ValueId(1), ValueId(2));
        let values = vec![
            Value::Parameter(0),
            Value::Integer(1),
            Value::Integer(0),
            Value::Phi {
                block: BlockId(2),
                incoming: vec![(BlockId(0), one), (BlockId(1), given)],
            },
            Value::Binary { operator: BinaryOperator::Xor, bits: 1, operands: [ValueId(3), one] },
            Value::Cast { cast: Cast::ZeroExtend, from: 1, to: 32, operand: ValueId(4) },
            Value::Compare {
                comparison: Comparison::Equal,
                bits: 32,
                operands: [ValueId(5), zero],
            },
        ];
        let blocks = vec![
            block(branch(0, 2, 1)),
            block(Terminator::Jump(BlockId(2))),
            block(branch(6, 3, 4)),
            block(Terminator::Return(Some(one))),
            block(Terminator::Return(Some(zero))),
        ];
        Function { values, blocks, ..Function::default() }
    }

    #[test]
    fn a_joined_number_decides_through_comparisons() {
        let function = chain();
        let decides = &function.blocks[2].terminator;
        let way = |threads: &Threads, from| {
            let known = threads.after(&function, (BlockId(from), BlockId(2)), &Known::new());
            threads.way(&function, decides, &known)
        };
        let through = Threads::through_comparisons(&function);
        assert_eq!(way(&through, 0), Some(BlockId(3)));
        assert_eq!(way(&through, 1), None);
        assert_eq!(way(&Threads::new(&function, &|_| true), 0), None);
    }
}
