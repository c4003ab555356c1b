//! Jump threading: what a number that was joined decides behind its join.
//!
//! All ways out of a scope with something to clean up lead through one block, with a number that says where to go on from
//! there. `behaviour/thread.rs` follows control so; what is returned is joined in that block as well:
//! ```c
//! for (;;) {
//!     int request = next();
//!     if (request == STOP) return 1; /* answer = 1, way = 1 */
//!     serve(request);                /* answer = undefined, way = 0 */
//!     /* end of request's life: switch (way) */
//! }
//! ```
//! but on the way to the `return` it is 1 for sure. LLVM's pass of this name would say so; it runs later than Lockstep.

use crate::program::{BlockId, Function, Terminator, Value, ValueId};
use crate::value::expression::{fold_binary, fold_cast, fold_compare};

/// Operations with constants and conversions in a row that are looked through.
const COMPARISONS: usize = 8;
/// Blocks between a join and where it decides.
const BLOCKS: usize = 16;
/// Scopes in scopes.
const ROUNDS: usize = 4;

/// The values a decision is computed from, one from the next, through operations with constants.
pub(crate) fn looked_through(function: &Function, decision: ValueId) -> Vec<ValueId> {
    let mut found = vec![decision];
    while found.len() <= COMPARISONS {
        let next = match function.value(found[found.len() - 1]) {
            Value::Cast { operand, .. } => *operand,
            // What a compiler is told to expect is the number itself.
            Value::Offset { base, .. } => *base,
            Value::Compare { operands: [one, other], .. }
            | Value::Binary { operands: [one, other], .. }
                if matches!(function.value(*other), Value::Integer(_)) =>
            {
                *one
            }
            _ => break,
        };
        found.push(next);
    }
    found
}

/// What becomes of a number through the operations that were looked through; the last one is done first.
pub(crate) fn computed(function: &Function, through: &[ValueId], number: i64) -> Option<i64> {
    let integer = |value: ValueId| match *function.value(value) {
        Value::Integer(number) => Some(number),
        _ => None,
    };
    through.iter().rev().try_fold(number, |number, value| match *function.value(*value) {
        Value::Cast { cast, from, to, .. } => Some(fold_cast(cast, from, to, number)),
        Value::Offset { bytes, .. } => number.checked_add(bytes),
        Value::Compare { comparison, bits, operands: [_, constant] } => {
            Some(i64::from(fold_compare(comparison, bits, number, integer(constant)?)))
        }
        Value::Binary { operator, bits, operands: [_, constant] } => {
            fold_binary(operator, bits, number, integer(constant)?)
        }
        _ => None,
    })
}

/// Lets joins take the constants that arrive on the ways on which control comes to them: of what was joined before,
/// together with a number that has decided since. Only constants are what they were wherever they are read.
pub fn narrow(function: &mut Function) {
    let only = only_predecessors(function);
    for _ in 0..ROUNDS {
        let mut known: Vec<(usize, usize, ValueId)> = Vec::new();
        for (index, value) in function.values.iter().enumerate() {
            let Value::Phi { block, incoming } = value else { continue };
            for (way, (from, joined)) in incoming.iter().enumerate() {
                let arriving = arriving(function, &only, (*from, *block), *joined);
                known.extend(arriving.map(|arriving| (index, way, arriving)));
            }
        }
        if known.is_empty() {
            return;
        }
        for (index, way, arriving) in known {
            if let Value::Phi { incoming, .. } = &mut function.values[index] {
                incoming[way].1 = arriving;
            }
        }
    }
}

/// By block: the one it is come to from, by one edge.
fn only_predecessors(function: &Function) -> Vec<Option<BlockId>> {
    let mut edges = vec![0; function.blocks.len()];
    let mut last = vec![None; function.blocks.len()];
    for (index, block) in function.blocks.iter().enumerate() {
        for to in block.terminator.successors() {
            edges[to.index()] += 1;
            last[to.index()] = Some(BlockId::new(index));
        }
    }
    edges.into_iter().zip(last).map(|(count, last)| last.filter(|_| count == 1)).collect()
}

/// The one constant that a join is where control takes an edge, if numbers joined in its block decide on the way there.
fn arriving(
    function: &Function,
    only: &[Option<BlockId>],
    (from, to): (BlockId, BlockId),
    joined: ValueId,
) -> Option<ValueId> {
    let Value::Phi { block, incoming } = function.value(joined) else { return None };
    let mut decisions = Vec::new();
    let (mut at, mut next) = (from, to);
    for _ in 0..BLOCKS {
        let terminator = &function.blocks[at.index()].terminator;
        decisions.extend(by_join(function, *block, terminator).map(|by| (by, terminator, next)));
        if at == *block {
            break;
        }
        next = at;
        at = only[at.index()]?;
    }
    if at != *block || decisions.is_empty() {
        return None;
    }
    let is_taken = |place: usize, way: BlockId| {
        decisions.iter().all(|((join, through), terminator, next)| {
            let number = brought(function, *join, place, way);
            let number = number.and_then(|number| computed(function, through, number));
            number.and_then(|number| terminator.way(number)).is_none_or(|taken| taken == *next)
        })
    };
    let ways = incoming.iter().enumerate();
    let taken = ways.filter(|(place, (way, _))| is_taken(*place, *way));
    let mut taken = taken.map(|(_, (_, value))| *value);
    let first = taken.next()?;
    let same = |value: ValueId| function.value(value) == function.value(first);
    (is_constant(function, first) && taken.all(same)).then_some(first)
}

/// The number that a join takes over from `way`, where another join of its block has this one in its list.
fn brought(function: &Function, join: ValueId, place: usize, way: BlockId) -> Option<i64> {
    let Value::Phi { incoming, .. } = function.value(join) else { return None };
    let is_it = |(from, _): &&(BlockId, ValueId)| *from == way;
    // Joins of one block name the blocks before it in the same order, as a rule, and there may be thousands.
    let there = incoming.get(place).filter(is_it);
    match function.value(there.or_else(|| incoming.iter().find(is_it))?.1) {
        Value::Integer(number) => Some(*number),
        _ => None,
    }
}

/// The join at the head of a block by which a terminator decides, and what is computed from it first.
fn by_join(
    function: &Function,
    block: BlockId,
    terminator: &Terminator,
) -> Option<(ValueId, Vec<ValueId>)> {
    let mut through = looked_through(function, terminator.condition()?);
    let join = through.pop()?;
    let is_here = matches!(function.value(join), Value::Phi { block: here, .. } if *here == block);
    is_here.then_some((join, through))
}

fn is_constant(function: &Function, value: ValueId) -> bool {
    matches!(function.value(value), Value::Integer(_) | Value::Null | Value::Undefined)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Location;
    use crate::program::{BinaryOperator, Block};
    use proptest::prelude::*;

    /// Blocks in a function under test.
    const SIZE: usize = 7;
    /// Joins at the head of each.
    const JOINS: usize = 3;
    const CONSTANTS: usize = 3;

    /// Joins, by block, then constants, then the conjunctions of the first two joins of each block.
    fn function(ends: &[(u8, [u8; 3])], brought: &[u8]) -> Function {
        let blocks: Vec<Block> = ends
            .iter()
            .enumerate()
            .map(|(block, (kind, to))| {
                // No way leads back to where the function begins.
                let to = to.map(|to| BlockId::new(1 + to as usize % (SIZE - 1)));
                let value = ValueId::new(block * JOINS + (*kind as usize / 4) % JOINS);
                let terminator = match kind % 4 {
                    0 => Terminator::Jump(to[0]),
                    1 => Terminator::Branch { condition: value, then: to[0], otherwise: to[1] },
                    _ => Terminator::Switch {
                        value,
                        cases: vec![(0, to[0]), (1, to[1])],
                        default: to[2],
                    },
                };
                Block { events: Vec::new(), terminator, location: Location::default() }
            })
            .collect();
        let mut brought = brought.iter().cycle();
        let mut values = Vec::new();
        for block in (0..SIZE).map(BlockId::new) {
            let comes =
                |from: &BlockId| blocks[from.index()].terminator.successors().contains(&block);
            let before: Vec<BlockId> = (0..SIZE).map(BlockId::new).filter(comes).collect();
            for _ in 0..JOINS {
                let all = SIZE * JOINS + CONSTANTS + SIZE;
                let mut value = || ValueId::new(brought.next().map_or(0, |b| *b as usize) % all);
                let incoming = before.iter().map(|from| (*from, value())).collect();
                values.push(Value::Phi { block, incoming });
            }
        }
        values.extend((0..CONSTANTS as i64).map(Value::Integer));
        values.extend((0..SIZE).map(|block| Value::Binary {
            operator: BinaryOperator::And,
            bits: 32,
            operands: [ValueId::new(block * JOINS), ValueId::new(block * JOINS + 1)],
        }));
        Function { values, blocks, ..Function::default() }
    }

    /// The joins of each block that control comes to, in order, and those blocks. What has not been joined yet is
    /// another number each.
    fn run(function: &Function) -> Vec<(BlockId, Vec<i64>)> {
        let mut joins: Vec<i64> = (0..(SIZE * JOINS) as i64).map(|number| 100 + number).collect();
        let mut seen = Vec::new();
        let mut at = BlockId::new(0);
        for _ in 0..40 {
            let number = |value: ValueId| match function.value(value) {
                Value::Integer(number) => *number,
                Value::Binary { operands: [one, other], .. } => {
                    joins[one.index()] & joins[other.index()]
                }
                _ => joins[value.index()],
            };
            let terminator = &function.blocks[at.index()].terminator;
            let next = match terminator {
                Terminator::Jump(to) => *to,
                decides => decides.way(number(decides.condition().unwrap())).unwrap(),
            };
            let here = next.index() * JOINS..(next.index() + 1) * JOINS;
            let joined: Vec<i64> = here
                .clone()
                .map(|join| {
                    let Value::Phi { incoming, .. } = &function.values[join] else { panic!() };
                    number(incoming.iter().find(|(from, _)| *from == at).unwrap().1)
                })
                .collect();
            joins[here].copy_from_slice(&joined);
            seen.push((next, joined));
            at = next;
        }
        seen
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        #[test]
        fn a_narrowed_function_does_what_it_did(
            ends in prop::collection::vec(any::<(u8, [u8; 3])>(), SIZE),
            brought in prop::collection::vec(any::<u8>(), 64),
        ) {
            let before = function(&ends, &brought);
            let mut after = before.clone();
            narrow(&mut after);
            prop_assert_eq!(run(&before), run(&after));
        }
    }

    #[test]
    fn what_is_returned_from_a_loop_is_what_goes_with_its_way() {
        let block =
            |terminator| Block { events: Vec::new(), terminator, location: Location::default() };
        let jump = |to| Terminator::Jump(BlockId(to));
        let phi = |block, incoming: [(u32, u32); 2]| Value::Phi {
            block: BlockId(block),
            incoming: incoming.map(|(from, value)| (BlockId(from), ValueId(value))).to_vec(),
        };
        let values = vec![
            Value::Parameter(0),
            Value::Integer(0),
            Value::Integer(1),
            Value::Undefined,
            phi(1, [(0, 3), (5, 6)]),
            phi(4, [(2, 2), (3, 1)]),
            phi(4, [(2, 2), (3, 4)]),
            phi(6, [(0, 1), (4, 6)]),
        ];
        let blocks = vec![
            block(Terminator::Branch {
                condition: ValueId(0),
                then: BlockId(1),
                otherwise: BlockId(6),
            }),
            block(Terminator::Branch {
                condition: ValueId(0),
                then: BlockId(2),
                otherwise: BlockId(3),
            }),
            block(jump(4)),
            block(jump(4)),
            block(Terminator::Switch {
                value: ValueId(5),
                cases: vec![(0, BlockId(5)), (1, BlockId(6))],
                default: BlockId(7),
            }),
            block(jump(1)),
            block(Terminator::Return(Some(ValueId(7)))),
            block(Terminator::Unreachable),
        ];
        let mut function = Function { values, blocks, ..Function::default() };
        narrow(&mut function);
        assert_eq!(function.values[7], phi(6, [(0, 1), (4, 2)]));
        assert_eq!(function.values[4], phi(1, [(0, 3), (5, 6)]));
    }
}
