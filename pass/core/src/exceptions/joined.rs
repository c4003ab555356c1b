//! Answers that differ by what was called: `try { read(); solve(); } catch (const ReadError &)` takes what `read` throws,
//! and not what `solve` does. The answer is joined, like any value, from the calls that throw to where it is asked for.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::program::{BlockId, Function, Terminator, Value, ValueId};

/// Blocks between the calls and the question that are looked at.
const BLOCKS: usize = 256;

/// A number as a value of a function.
pub fn constant(function: &mut Function, number: bool) -> ValueId {
    push(function, Value::Integer(i64::from(number)))
}

fn push(function: &mut Function, value: Value) -> ValueId {
    function.values.push(value);
    ValueId::new(function.values.len() - 1)
}

/// The answer to a question of a block as a value that is joined from those of the calls, each told by its block
/// (`of_call`; `None`: it throws nothing that comes there). `None`: one of them has no answer, or control comes there
/// otherwise as well.
pub fn answer(
    function: &mut Function,
    asked_at: BlockId,
    of_call: &dyn Fn(BlockId) -> Option<Option<bool>>,
) -> Option<ValueId> {
    let sources = sources(function);
    let is_pad = |at: BlockId| sources[at.index()].iter().any(|source| source.throws);
    let mut between = vec![asked_at];
    let mut next = 0;
    while let Some(at) = between.get(next).copied() {
        next += 1;
        if is_pad(at) {
            continue;
        }
        if sources[at.index()].is_empty() || at == BlockId(0) || between.len() > BLOCKS {
            return None;
        }
        for source in &sources[at.index()] {
            if !between.contains(&source.block) {
                between.push(source.block);
            }
        }
    }
    let mut of_calls = FxHashMap::default();
    for source in between.iter().filter(|at| is_pad(**at)).flat_map(|at| &sources[at.index()]) {
        if !source.throws {
            return None;
        }
        if let Some(answer) = of_call(source.block) {
            of_calls.insert(source.block, answer?);
        }
    }
    let numbers = [false, true].map(|number| constant(function, number));
    // One join for each block: those with one source join one value.
    let first = function.values.len();
    let joins: FxHashMap<BlockId, ValueId> =
        between.iter().enumerate().map(|(at, block)| (*block, ValueId::new(first + at))).collect();
    for block in &between {
        let incoming = sources[block.index()].iter().map(|source| {
            let value = match source.throws {
                true => numbers[usize::from(of_calls.get(&source.block) == Some(&true))],
                false => joins[&source.block],
            };
            (source.block, value)
        });
        let incoming = incoming.collect();
        push(function, Value::Phi { block: *block, incoming });
    }
    Some(joins[&asked_at])
}

/// Where control comes from to a block.
struct Source {
    block: BlockId,
    /// By an exception.
    throws: bool,
}

/// By block: where control comes from.
fn sources(function: &Function) -> Vec<SmallVec<[Source; 2]>> {
    let mut all: Vec<SmallVec<[Source; 2]>> = Vec::new();
    all.resize_with(function.blocks.len(), SmallVec::new);
    for (from, block) in function.blocks.iter().enumerate() {
        for to in block.terminator.successors() {
            let throws =
                matches!(block.terminator, Terminator::Invoke { unwind, .. } if unwind == to);
            let known = &mut all[to.index()];
            if known.iter().all(|source| source.block.index() != from) {
                known.push(Source { block: BlockId::new(from), throws });
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Location;
    use crate::program::Block;

    /// Two calls, the second in the block behind the first, with one landing pad each (2 and 3); what comes there meets
    /// in block 4, which asks.
    fn function() -> Function {
        let invoke = |normal, unwind| Terminator::Invoke {
            normal: BlockId(normal),
            unwind: BlockId(unwind),
        };
        let terminators = [
            invoke(1, 2),
            invoke(5, 3),
            Terminator::Jump(BlockId(4)),
            Terminator::Jump(BlockId(4)),
            Terminator::Resume,
            Terminator::Return(None),
        ];
        let block =
            |terminator| Block { events: Vec::new(), terminator, location: Location::default() };
        Function { blocks: terminators.into_iter().map(block).collect(), ..Function::default() }
    }

    /// The number that a value is where control comes from one block to the next.
    fn by_way(function: &Function, value: ValueId, way: &[u32]) -> Option<i64> {
        let mut value = value;
        for pair in way.windows(2).rev() {
            let Value::Phi { block, incoming } = function.value(value) else { return None };
            assert_eq!(*block, BlockId(pair[1]));
            value = incoming.iter().find(|(from, _)| *from == BlockId(pair[0]))?.1;
        }
        match function.value(value) {
            Value::Integer(number) => Some(*number),
            _ => None,
        }
    }

    #[test]
    fn each_call_has_its_answer() {
        let mut function = function();
        let of_call = |block: BlockId| Some(Some(block == BlockId(1)));
        let asked = answer(&mut function, BlockId(4), &of_call);
        let asked = asked.expect("both calls have an answer");
        assert_eq!(by_way(&function, asked, &[0, 2, 4]), Some(0));
        assert_eq!(by_way(&function, asked, &[1, 3, 4]), Some(1));
    }

    #[test]
    fn without_an_answer_of_each_call_there_is_none() {
        let of_call = |block: BlockId| Some((block == BlockId(1)).then_some(true));
        assert_eq!(answer(&mut function(), BlockId(4), &of_call), None);
        // Control comes there without an exception.
        assert_eq!(answer(&mut function(), BlockId(5), &|_| Some(Some(true))), None);
    }
}
