//! Who is told that a rank left: `if (read(path) != 0) return 1;` before a collective call.
//!
//! A rank that leaves a function early leaves the others waiting, unless somebody ends the job for it.
//! Where the function never answers on that way what it may answer behind the collective, all is well,
//! its callers know. Of callers that are not seen, and of those that may end the job for it, nothing is
//! proven: the run decides.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::smallvec;

use super::difference::{Divergence, Elsewhere};
use super::thread::{Known, Threads};
use super::{Chain, Ending};
use crate::finding::Verdict;
use crate::mpi;
use crate::program::{
    Block, BlockId, CallSite, Callee, Event, Function, FunctionId, Linkage, Program, Terminator,
    Value, ValueId,
};
use crate::value::library::{self, Departure};

/// What clang calls where something is thrown out of what must not throw, as each destructor that calls a function does:
/// nobody answers a rank that left by that.
const ENDS_NOEXCEPT: &str = "__clang_call_terminate";

/// What a function may answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Answer {
    Constant(i64),
    Other(ValueId),
}

/// Where in a function something stands that a finding tells of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place<'d> {
    Block(u32),
    /// In what is called here.
    Call(&'d crate::finding::Location),
    /// The call of this tag.
    Tag(u32),
}

/// The calls of a program by which a rank that leaves may be answered for.
#[derive(Debug)]
pub struct Told<'p> {
    program: &'p Program,
    /// All callers of functions that are not pointed to are in the program.
    complete: bool,
    /// By function: a call of it may end the job, as far as is known.
    may_end: Vec<bool>,
    /// By function: those that call it by name.
    callers: Vec<Vec<FunctionId>>,
}

impl<'p> Told<'p> {
    /// Looks at all calls by name.
    #[must_use]
    pub fn new(program: &'p Program, complete: bool) -> Self {
        let count = program.functions.len();
        let mut callers: Vec<Vec<FunctionId>> = vec![Vec::new(); count];
        for caller in program.function_ids() {
            for (_, call) in calls(program.function(caller)) {
                if let Callee::Direct(callee) = call.callee
                    && callers[callee.index()].last() != Some(&caller)
                {
                    callers[callee.index()].push(caller);
                }
            }
        }
        let mut may_end = vec![false; count];
        let ends = |id: &FunctionId| ends_job(program.function(*id));
        let mut work: Vec<FunctionId> = program.function_ids().filter(ends).collect();
        while let Some(id) = work.pop() {
            let is_known = std::mem::replace(&mut may_end[id.index()], true);
            if !is_known && program.function(id).name != ENDS_NOEXCEPT {
                work.extend(&callers[id.index()]);
            }
        }
        Self { program, complete, may_end, callers }
    }

    /// Do the ranks that leave tell it to somebody who is not seen or may end the job? `root`: the
    /// function that was compared; `folded`: a function with its constants in place.
    pub fn is_up_to_others(
        &self,
        root: FunctionId,
        found: &Divergence,
        folded: &mut dyn FnMut(FunctionId) -> Rc<Function>,
    ) -> bool {
        // What they are told to do may well be told behind this, where nobody looks from here: callers that look into this
        // function are compared by themselves.
        let returns = matches!(&found.elsewhere, None | Some(Elsewhere::End(Ending::Return, _)));
        if found.awaits_others && returns && !self.program.function(root).is_main() {
            return true;
        }
        // What every rank does is known: there is nobody else to ask.
        if found.verdict == Verdict::Proven {
            return false;
        }
        let mut parting = frames(found.decision.chain.as_deref());
        parting.push((found.decision.function, Place::Block(found.decision.block)));
        let mut missed = frames(found.collective.chain.as_deref());
        missed.push((found.collective.function, Place::Tag(found.collective.tag)));
        let both = || parting.iter().zip(&missed);
        let Some(depth) = both().position(|(one, other)| one != other) else { return false };
        let ((id, from), (other, to)) = (parting[depth], missed[depth]);
        if id != other {
            return false;
        }
        let function = self.program.function(id);
        let (from, to) = (blocks_of(function, from), blocks_of(function, to));
        let Some(left) = left(&folded(id), &from, &to) else { return false };
        if self.ends_in(function, &left) {
            return true;
        }
        for (caller, place) in parting[..depth].iter().rev() {
            let function = self.program.function(*caller);
            let is_site = |call: &CallSite| *place == Place::Call(&call.location);
            if calls(function).any(|(_, call)| is_site(call) && self.ends_after(function, call)) {
                return true;
            }
            if !answers_status(function) {
                return false;
            }
        }
        returns && self.callers_may_end(root)
    }

    /// May whoever calls a function end the job for what it answers, or is somebody who calls it not seen? Those that call
    /// it and hand on what it says are asked alike.
    fn callers_may_end(&self, told: FunctionId) -> bool {
        let mut seen = FxHashSet::default();
        let mut work = vec![told];
        while let Some(id) = work.pop() {
            let function = self.program.function(id);
            if function.is_main() || !seen.insert(id) {
                continue;
            }
            let named_here = self.complete || function.linkage == Linkage::Internal;
            if !named_here || function.address_taken {
                return true;
            }
            let is_site = |call: &CallSite| call.callee == Callee::Direct(id);
            for caller in &self.callers[id.index()] {
                let function = self.program.function(*caller);
                if calls(function).any(|(_, call)| is_site(call) && self.ends_after(function, call))
                {
                    return true;
                }
                if answers_status(function) {
                    work.push(*caller);
                }
            }
        }
        false
    }

    /// Is what a call answers looked at, and the job perhaps ended for it?
    fn ends_after(&self, function: &Function, call: &CallSite) -> bool {
        let Some(result) = call.result else { return false };
        let from = derived(function, result);
        let looks = |(_, block): &(u32, &Block)| {
            block.terminator.condition().is_some_and(|condition| from.contains(&condition))
        };
        let ways = Ways::new(function);
        (0..).zip(&function.blocks).filter(looks).any(|(here, block)| {
            let next = block.terminator.successors();
            next.iter().any(|way| {
                let others: Vec<BlockId> = next.iter().copied().filter(|o| o != way).collect();
                let here = [BlockId(here)];
                let (Some(mine), Some(theirs)) =
                    (ways.walk(&[*way], &here), ways.walk(&others, &here))
                else {
                    return false;
                };
                let theirs = theirs.blocks();
                let mut alone = mine.away();
                alone.retain(|block| !theirs.contains(block));
                self.ends_in(function, &alone)
            })
        })
    }

    fn ends_in(&self, function: &Function, blocks: &FxHashSet<BlockId>) -> bool {
        let mut inside = calls(function).filter(|(block, _)| blocks.contains(block));
        inside.any(|(_, call)| match call.callee {
            Callee::Direct(callee) => self.may_end[callee.index()],
            Callee::Indirect { .. } | Callee::Assembly => false,
        })
    }
}

/// Does a call of the function itself end the job, or is nothing known of it?
fn ends_job(function: &Function) -> bool {
    if function.is_defined() {
        return false;
    }
    match mpi::lookup(&function.name) {
        Some(call) => mpi::ends_job(call.procedure),
        None => {
            let departure = library::departure(&function.name);
            library::is_unseen(function) || departure == Some(Departure::EndsJob)
        }
    }
}

fn frames(chain: Option<&Chain>) -> Vec<(FunctionId, Place<'_>)> {
    Chain::links(chain).map(|link| (link.caller, Place::Call(&link.location))).collect()
}

fn calls(function: &Function) -> impl Iterator<Item = (BlockId, &CallSite)> {
    (0..).zip(&function.blocks).flat_map(|(block, what)| {
        what.events.iter().filter_map(move |event| match event {
            Event::Call(call) => Some((BlockId(block), call)),
            _ => None,
        })
    })
}

fn blocks_of(function: &Function, place: Place<'_>) -> Vec<BlockId> {
    if let Place::Block(block) = place {
        return vec![BlockId(block)];
    }
    let here = |call: &CallSite| match place {
        Place::Call(location) => call.location == *location,
        Place::Tag(tag) => call.tag == tag,
        Place::Block(_) => false,
    };
    calls(function).filter(|(_, call)| here(call)).map(|(block, _)| block).collect()
}

/// Places in a function that are walked further than that are not looked at.
const WALK_LIMIT: usize = 20_000;

/// Where control is, with the numbers known there, and the joins that may be the answer.
type At = (BlockId, Known, Vec<(ValueId, Answer)>);

/// Ways through a function.
#[derive(Debug, Default)]
struct Walk {
    /// The places on them.
    places: Vec<At>,
    /// By place: those before it.
    before: Vec<Vec<usize>>,
    /// The places where the walk was to stop.
    stops: Vec<usize>,
    /// What is returned on them.
    answers: FxHashSet<Answer>,
}

impl Walk {
    fn blocks(&self) -> FxHashSet<BlockId> {
        self.places.iter().map(|(block, ..)| *block).collect()
    }

    /// The blocks from which no way leads to a stop.
    fn away(&self) -> FxHashSet<BlockId> {
        let mut back = vec![false; self.places.len()];
        let mut work = self.stops.clone();
        while let Some(place) = work.pop() {
            if !std::mem::replace(&mut back[place], true) {
                work.extend(&self.before[place]);
            }
        }
        let away = self.places.iter().zip(back).filter(|(_, back)| !back);
        away.map(|((block, ..), _)| *block).collect()
    }
}

/// A function whose ways are followed.
struct Ways<'f> {
    function: &'f Function,
    threads: Threads,
    /// By block: the joins at its head that may be returned.
    returned: FxHashMap<BlockId, Vec<ValueId>>,
}

impl<'f> Ways<'f> {
    fn new(function: &'f Function) -> Self {
        let mut work: Vec<ValueId> = returned(function).collect();
        let mut seen = FxHashSet::default();
        let mut returned: FxHashMap<BlockId, Vec<ValueId>> = FxHashMap::default();
        while let Some(value) = work.pop() {
            if !seen.insert(value) {
                continue;
            }
            match function.value(value) {
                Value::Phi { block, incoming } => {
                    returned.entry(*block).or_default().push(value);
                    work.extend(incoming.iter().map(|(_, value)| *value));
                }
                Value::Select { then, otherwise, .. } => work.extend([*then, *otherwise]),
                _ => {}
            }
        }
        Self { function, threads: Threads::through_comparisons(function), returned }
    }

    /// Follows all ways from `from`, these included, up to `stop`; `None`: too many. Where they are too many with what is
    /// known on them, as in a function of many cases, those that contradict themselves are followed as well.
    fn walk(&self, from: &[BlockId], stop: &[BlockId]) -> Option<Walk> {
        self.walk_knowing(&self.threads, from, stop)
            .or_else(|| self.walk_knowing(&Threads::default(), from, stop))
    }

    fn walk_knowing(&self, threads: &Threads, from: &[BlockId], stop: &[BlockId]) -> Option<Walk> {
        let mut walk = Walk::default();
        let mut index: FxHashMap<At, usize> = FxHashMap::default();
        let mut work: Vec<(At, Option<usize>)> =
            from.iter().map(|block| ((*block, Known::new(), Vec::new()), None)).collect();
        while let Some((at, before)) = work.pop() {
            let next = walk.places.len();
            let place = *index.entry(at.clone()).or_insert(next);
            if place == next {
                walk.places.push(at.clone());
                walk.before.push(Vec::new());
            }
            walk.before[place].extend(before);
            if place != next {
                continue;
            }
            let (block, known, joined) = at;
            if stop.contains(&block) {
                walk.stops.push(place);
                continue;
            }
            if walk.places.len() > WALK_LIMIT {
                return None;
            }
            let terminator = &self.function.blocks[block.index()].terminator;
            if let Terminator::Return(Some(value)) = terminator {
                self.answer(*value, &joined, &mut walk.answers);
            }
            let only = self.function.constant_way(terminator);
            let only = only.or_else(|| threads.way(self.function, terminator, &known));
            let ways = only.map_or_else(|| terminator.successors(), |way| smallvec![way]);
            work.extend(ways.into_iter().map(|to| {
                let known = threads.after(self.function, (block, to), &known);
                ((to, known, self.joined((block, to), &joined)), Some(place))
            }));
        }
        Some(walk)
    }

    /// The joins that may be returned, behind an edge: the last ones stand for those before.
    fn joined(
        &self,
        (from, to): (BlockId, BlockId),
        before: &[(ValueId, Answer)],
    ) -> Vec<(ValueId, Answer)> {
        let Some(joins) = self.returned.get(&to) else { return before.to_vec() };
        let arriving = |join: &ValueId| {
            let Value::Phi { incoming, .. } = self.function.value(*join) else { return None };
            let (_, value) = incoming.iter().find(|(edge, _)| *edge == from)?;
            Some((*join, self.known_answer(*value, before)))
        };
        joins.iter().filter_map(arriving).collect()
    }

    fn known_answer(&self, value: ValueId, joined: &[(ValueId, Answer)]) -> Answer {
        match self.function.value(value) {
            Value::Integer(number) => Answer::Constant(*number),
            Value::Null => Answer::Constant(0),
            _ => {
                let known = joined.iter().find(|(join, _)| *join == value);
                known.map_or(Answer::Other(value), |(_, answer)| *answer)
            }
        }
    }

    fn answer(
        &self,
        value: ValueId,
        joined: &[(ValueId, Answer)],
        answers: &mut FxHashSet<Answer>,
    ) {
        let mut work = vec![value];
        let mut steps = 0;
        while let Some(value) = work.pop() {
            steps += 1;
            match self.function.value(value) {
                Value::Select { then, otherwise, .. } if steps < 64 => {
                    work.extend([*then, *otherwise]);
                }
                _ => drop(answers.insert(self.known_answer(value, joined))),
            }
        }
    }
}

/// The blocks of ways from `from` on which `to` is not reached any more, nor was; `None`: the answer
/// does not tell that a rank came by one of them.
fn left(function: &Function, from: &[BlockId], to: &[BlockId]) -> Option<FxHashSet<BlockId>> {
    let ways = Ways::new(function);
    let (without, with) = (ways.walk(from, to)?, ways.walk(to, &[])?);
    // What is answered behind the call alone: all is well. No negative number says so: where those are
    // answered behind the call, they are errors, and what a rank answers that has left is none.
    let mut well = with.answers.difference(&without.answers);
    let told = !without.answers.is_empty()
        && well.any(|answer| matches!(answer, Answer::Constant(number) if *number >= 0));
    if !told {
        return None;
    }
    let behind = with.blocks();
    let mut away = without.away();
    away.retain(|block| !behind.contains(block));
    Some(away)
}

fn returned(function: &Function) -> impl Iterator<Item = ValueId> {
    function.blocks.iter().filter_map(|block| match block.terminator {
        Terminator::Return(value) => value,
        _ => None,
    })
}

/// Does it answer a constant where all is well, and something else where not?
fn answers_status(function: &Function) -> bool {
    let mut work: Vec<ValueId> = returned(function).collect();
    let mut seen = FxHashSet::default();
    let (mut constants, mut others) = (FxHashSet::default(), false);
    while let Some(value) = work.pop() {
        if !seen.insert(value) {
            continue;
        }
        match function.value(value) {
            Value::Phi { incoming, .. } => work.extend(incoming.iter().map(|(_, value)| *value)),
            Value::Select { then, otherwise, .. } => work.extend([*then, *otherwise]),
            Value::Integer(number) => drop(constants.insert(*number)),
            Value::Null => drop(constants.insert(0)),
            Value::Undefined => {}
            _ => others = true,
        }
    }
    constants.len() > 1 || (constants.len() == 1 && others)
}

/// The values computed from a value, it included.
fn derived(function: &Function, value: ValueId) -> FxHashSet<ValueId> {
    let mut found = FxHashSet::default();
    found.insert(value);
    let mut before = 0;
    // Values come after their operands, but for those that arrive around a loop.
    while std::mem::replace(&mut before, found.len()) != found.len() {
        for (index, what) in function.values.iter().enumerate() {
            let from = match what {
                Value::Phi { incoming, .. } => incoming.iter().any(|(_, v)| found.contains(v)),
                Value::Select { condition, then, otherwise } => {
                    [condition, then, otherwise].into_iter().any(|v| found.contains(v))
                }
                Value::Cast { operand, .. } => found.contains(operand),
                Value::Compare { operands, .. } | Value::Binary { operands, .. } => {
                    operands.iter().any(|v| found.contains(v))
                }
                _ => false,
            };
            if from {
                found.insert(ValueId::new(index));
            }
        }
    }
    found
}
