//! Exceptions that pass through functions.
//!
//! A compiler writes a call as one that may throw (`invoke`) only where something is to be done for it: an object to
//! be destroyed, a `catch`. In `try { prepare(rank); ready = 1; } catch (...) { ready = 0; }` that is the call in the
//! `try` block, but not the calls in `prepare`, and not all in what those call. Here every call gets the way that an
//! exception takes out of its function, if one may be thrown there that somebody catches: what stands behind such a
//! call is then done only where it returns. Which of its handlers takes it is in `handlers.rs`.

mod handlers;
mod joined;

pub use self::handlers::{ends_handler, throw_again};

use std::borrow::Cow;

use rustc_hash::FxHashMap;
use smallvec::smallvec;

use self::handlers::{Handlers, is_thrower};
use crate::components::reachable;
use crate::mpi;
use crate::program::{
    Block, BlockId, CallSite, Callee, Event, Function, FunctionId, Program, Terminator, Value,
};
use crate::value::exception_types;
use crate::value::library::{self, Departure};
use crate::value::pointed_to::PointedTo;

/// The program with a way out at every call that an exception may pass which is caught elsewhere, and with what its
/// handlers are told where that is known.
#[must_use]
pub fn followed(program: &Program) -> Cow<'_, Program> {
    let has = |is: fn(&str) -> bool| program.functions.iter().any(|function| is(&function.name));
    let throws = |name: &str| library::departure(name) == Some(Departure::Throws);
    if !has(throws) && !has(exception_types::asks_for_type) {
        return Cow::Borrowed(program);
    }
    let calls = Calls { program, pointed_to: PointedTo::new(program) };
    let handlers = Handlers::new(&calls);
    let mut followed = Cow::Borrowed(program);
    for id in program.function_ids() {
        if let Some(answered) = handlers.answered(id) {
            followed.to_mut().functions[id.index()] = answered;
        }
    }
    let passes: Vec<bool> = program
        .function_ids()
        .map(|id| is_thrower(program, id) || !handlers.leaving[id.index()].is_clear())
        .collect();
    let caught = caught(&calls, &followed);
    for id in program.function_ids().filter(|id| passes[id.index()] && caught[id.index()]) {
        let throws =
            |event: &Event| calls.callees(event).iter().any(|callee| passes[callee.index()]);
        if let Some(function) = with_ways_out(followed.function(id), &throws) {
            followed.to_mut().functions[id.index()] = function;
        }
    }
    followed
}

/// Who is called.
struct Calls<'p> {
    program: &'p Program,
    pointed_to: PointedTo,
}

impl Calls<'_> {
    /// The functions that may be called.
    fn callees<'c>(&'c self, event: &'c Event) -> &'c [FunctionId] {
        let Event::Call(call) = event else { return &[] };
        match &call.callee {
            Callee::Direct(callee) => std::slice::from_ref(callee),
            Callee::Indirect { signature, .. } => {
                self.pointed_to.candidates(self.program, *signature)
            }
            Callee::Assembly => &[],
        }
    }

    /// A function's calls: block, event and who may be called.
    fn of<'c>(
        &'c self,
        function: &'c Function,
    ) -> impl Iterator<Item = (BlockId, usize, &'c [FunctionId])> {
        function.blocks.iter().enumerate().flat_map(move |(index, block)| {
            let events = block.events.iter().enumerate();
            events.map(move |(event, what)| (BlockId::new(index), event, self.callees(what)))
        })
    }
}

/// By function: may an exception that leaves it be caught?
fn caught(calls: &Calls<'_>, program: &Program) -> Vec<bool> {
    let mut callees = vec![Vec::new(); program.functions.len()];
    let mut caught_from = Vec::new();
    for (caller, function) in program.functions.iter().enumerate() {
        let catching = Catching::new(program, function);
        for (block, event, called) in calls.of(function) {
            let called = called.iter().map(|callee| callee.index());
            match function.blocks[block.index()].unwind_of(event) {
                Some(pad) if catching.is_caught_at(pad) => caught_from.extend(called),
                _ if function.never_throws => {}
                _ => callees[caller].extend(called),
            }
        }
    }
    reachable(caught_from, &callees)
}

/// Which landing pads of a function catch, and which only clean up: from a `catch`, control comes back to where it
/// comes without exceptions as well, unless that ends the program.
struct Catching {
    /// By block: control comes back from it. Empty: the function has no landing pads.
    comes_back: Vec<bool>,
}

impl Catching {
    fn new(program: &Program, function: &Function) -> Self {
        let is_invoke = |block: &Block| matches!(block.terminator, Terminator::Invoke { .. });
        if !function.blocks.iter().any(is_invoke) {
            return Self { comes_back: Vec::new() };
        }
        let (mut usual, mut before) =
            (vec![Vec::new(); function.blocks.len()], vec![Vec::new(); function.blocks.len()]);
        for (from, block) in function.blocks.iter().enumerate() {
            if ends_program(program, block) {
                continue;
            }
            let ways = match function.constant_way(&block.terminator) {
                Some(way) => smallvec![way],
                None => block.terminator.successors(),
            };
            for to in ways {
                before[to.index()].push(from);
                if !matches!(block.terminator, Terminator::Invoke { unwind, .. } if unwind == to) {
                    usual[from].push(to.index());
                }
            }
        }
        let goes_on = |block: &Block| {
            !matches!(block.terminator, Terminator::Resume | Terminator::Unreachable)
                && !ends_program(program, block)
        };
        let usual = reachable(vec![0], &usual);
        let back = (0..usual.len()).filter(|at| usual[*at] && goes_on(&function.blocks[*at]));
        Self { comes_back: reachable(back.collect(), &before) }
    }

    fn is_caught_at(&self, pad: BlockId) -> bool {
        self.comes_back[pad.index()]
    }
}

fn ends_program(program: &Program, block: &Block) -> bool {
    block.events.iter().any(|event| {
        let Event::Call(CallSite { callee: Callee::Direct(callee), .. }) = event else {
            return false;
        };
        let name = &program.function(*callee).name;
        let departure = library::departure(name);
        departure.is_some_and(|departure| departure != Departure::Throws)
            || mpi::lookup(name).is_some_and(|call| mpi::ends_job(call.procedure))
    })
}

/// The function with its blocks cut behind the calls that may throw and are caught by nothing in it. `None`: there are
/// none.
fn with_ways_out(function: &Function, throws: &dyn Fn(&Event) -> bool) -> Option<Function> {
    let is_cut = |block: &Block, event: usize| {
        throws(&block.events[event]) && block.unwind_of(event).is_none()
    };
    let mut cut = Cut::of(function);
    for block in &function.blocks {
        let cuts = (0..block.events.len()).filter(|event| is_cut(block, *event)).collect();
        cut.block(block, cuts);
    }
    cut.finish(function)
}

/// The blocks of a function, cut.
struct Cut {
    /// Those that keep their numbers.
    first: Vec<Block>,
    /// What was cut off.
    rest: Vec<Block>,
    /// By block: its last part.
    last: Vec<BlockId>,
    /// By event that is not in the first part of its block: where it is now.
    moved: FxHashMap<(BlockId, u32), (BlockId, u32)>,
    /// Where exceptions leave the function.
    way_out: BlockId,
}

impl Cut {
    fn of(function: &Function) -> Self {
        Self {
            first: Vec::new(),
            rest: Vec::new(),
            last: Vec::new(),
            moved: FxHashMap::default(),
            way_out: BlockId::new(function.blocks.len()),
        }
    }

    /// The next block, cut behind these of its events.
    fn block(&mut self, block: &Block, cuts: Vec<usize>) {
        let id = BlockId::new(self.first.len());
        let mut parts = Vec::new();
        let mut from = 0;
        for cut in cuts {
            parts.push(&block.events[from..=cut]);
            from = cut + 1;
        }
        parts.push(&block.events[from..]);
        let ids: Vec<BlockId> = (0..parts.len())
            .map(|part| match part {
                0 => id,
                _ => BlockId::new(self.way_out.index() + self.rest.len() + part),
            })
            .collect();
        let mut event = 0_u32;
        for (part, events) in parts.iter().enumerate() {
            for place in (0..).take(events.len()) {
                self.moved.insert((id, event), (ids[part], place));
                event += 1;
            }
            let called = events.last().and_then(|event| match event {
                Event::Call(call) => Some(call.location.clone()),
                _ => None,
            });
            let part = match (ids.get(part + 1), called) {
                (Some(next), Some(location)) => Block {
                    events: events.to_vec(),
                    terminator: Terminator::Invoke { normal: *next, unwind: self.way_out },
                    location,
                },
                _ => Block { events: events.to_vec(), ..block.clone() },
            };
            match self.first.len() == id.index() {
                true => self.first.push(part),
                false => self.rest.push(part),
            }
        }
        self.last.extend(ids.last());
    }

    /// The function with these blocks; `None`: nothing was cut.
    fn finish(self, function: &Function) -> Option<Function> {
        if self.rest.is_empty() {
            return None;
        }
        let mut values = function.values.clone();
        for value in &mut values {
            match value {
                Value::Phi { incoming, .. } => {
                    incoming.iter_mut().for_each(|(from, _)| *from = self.last[from.index()]);
                }
                Value::Result { block, event } => {
                    if let Some(moved) = self.moved.get(&(*block, *event)) {
                        (*block, *event) = *moved;
                    }
                }
                _ => {}
            }
        }
        let way_out = Block {
            events: Vec::new(),
            terminator: Terminator::Resume,
            location: function.location.clone(),
        };
        let blocks = self.first.into_iter().chain([way_out]).chain(self.rest).collect();
        Some(Function { values, blocks, ..function.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::ValueId;

    const THROW: FunctionId = FunctionId(0);
    const CHECK: FunctionId = FunctionId(1);
    const PREPARE: FunctionId = FunctionId(2);
    const MAIN: FunctionId = FunctionId(3);

    fn call(callee: FunctionId, result: Option<ValueId>) -> Event {
        Event::Call(CallSite {
            callee: Callee::Direct(callee),
            arguments: Vec::new(),
            result,
            location: crate::finding::Location::default(),
            tag: 0,
        })
    }

    fn block(events: Vec<Event>, terminator: Terminator) -> Block {
        Block { events, terminator, location: crate::finding::Location::default() }
    }

    fn function(name: &str, values: Vec<Value>, blocks: Vec<Block>) -> Function {
        Function { name: name.to_owned(), values, blocks, ..Function::default() }
    }

    /// `main` tries `prepare`, which calls `check` twice, which throws.
    fn program(landing_pad: Block) -> Program {
        let invoke = Terminator::Invoke { normal: BlockId(1), unwind: BlockId(2) };
        let result = Value::Result { block: BlockId(0), event: 1 };
        let joined = Value::Phi { block: BlockId(1), incoming: vec![(BlockId(0), ValueId(0))] };
        let prepare = vec![
            block(
                vec![call(CHECK, None), call(CHECK, Some(ValueId(0)))],
                Terminator::Jump(BlockId(1)),
            ),
            block(Vec::new(), Terminator::Return(Some(ValueId(1)))),
        ];
        let main = vec![
            block(vec![call(PREPARE, None)], invoke),
            block(Vec::new(), Terminator::Return(None)),
            landing_pad,
        ];
        Program {
            functions: vec![
                function("__cxa_throw", Vec::new(), Vec::new()),
                function(
                    "check",
                    Vec::new(),
                    vec![block(vec![call(THROW, None)], Terminator::Unreachable)],
                ),
                function("prepare", vec![result, joined], prepare),
                function("main", Vec::new(), main),
            ],
            ..Program::default()
        }
    }

    #[test]
    fn calls_that_may_throw_have_a_way_out_where_somebody_catches() {
        let program = program(block(Vec::new(), Terminator::Jump(BlockId(1))));
        let followed = followed(&program);
        let prepare = followed.function(PREPARE);
        let way_out = BlockId(2);
        let ends: Vec<&Terminator> = prepare.blocks.iter().map(|block| &block.terminator).collect();
        let invoke = |normal| Terminator::Invoke { normal: BlockId(normal), unwind: way_out };
        assert_eq!(
            ends,
            [
                &invoke(3),
                &Terminator::Return(Some(ValueId(1))),
                &Terminator::Resume,
                &invoke(4),
                &Terminator::Jump(BlockId(1)),
            ]
        );
        assert_eq!(prepare.values[0], Value::Result { block: BlockId(3), event: 0 });
        let from_last = vec![(BlockId(4), ValueId(0))];
        assert_eq!(prepare.values[1], Value::Phi { block: BlockId(1), incoming: from_last });
        assert_eq!(followed.function(MAIN).blocks, program.function(MAIN).blocks);
    }

    #[test]
    fn what_nobody_catches_is_not_followed() {
        let cleans_up = block(Vec::new(), Terminator::Resume);
        assert!(matches!(followed(&program(cleans_up)), Cow::Borrowed(_)));
        let ends = block(vec![call(FunctionId(4), None)], Terminator::Jump(BlockId(1)));
        let mut program = program(ends);
        program.functions.push(function("MPI_Abort", Vec::new(), Vec::new()));
        assert!(matches!(followed(&program), Cow::Borrowed(_)));
    }
}
