//! Which exceptions come to which handlers.
//!
//! A handler asks for the type of what was thrown, `catch` clause by `catch` clause, and hands on what it takes none of.
//! Where all exceptions that may come there are of types it takes, or none is, the answer is known.
//!
//! What functions throw that nobody sees is not followed, here as elsewhere: nothing comes from their calls.

use std::collections::VecDeque;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashSet;

use super::{Calls, joined};
use crate::components::reachable;
use crate::program::{
    Block, BlockId, CallSite, Callee, Comparison, Event, Function, FunctionId, Program, Terminator,
    Value, ValueId,
};
use crate::value::exception_types::{self, Type};
use crate::value::library::{self, Departure};

/// What `throw;` becomes.
const RETHROW: &str = "__cxa_rethrow";

/// Types of exceptions: bit 0 stands for all that are not known, the others for those of [`Handlers::types`].
type Types = FixedBitSet;

/// What comes to the handlers of a program.
pub(super) struct Handlers<'c, 'p> {
    calls: &'c Calls<'p>,
    /// The types that are thrown; the first one stands for those that are not known.
    types: Vec<Option<Type>>,
    /// By function: the types of exceptions that may leave it.
    pub leaving: Vec<Types>,
    /// By function: the types of exceptions that callers may be handling when it is called.
    handled: Vec<Types>,
    /// What is handled is thrown again somewhere: else it does not matter what that is.
    throws_again: bool,
}

/// What passes through one function.
struct Passing {
    /// By block: control comes there, as far as is followed.
    reached: FixedBitSet,
    /// By block behind a landing pad: what may have been thrown there.
    flying: Vec<Types>,
    /// All of that together, and how much of it blocks behind handlers were looked at with.
    all_flying: Types,
    looked_at_with: Types,
    /// By block that ends with a call: what that may throw.
    thrown: Vec<Types>,
    /// What leaves the function.
    leaving: Types,
    /// What functions it calls may be called to handle, each with the types.
    handed_on: Vec<(FunctionId, Types)>,
    /// Blocks that are to be looked at.
    work: VecDeque<usize>,
}

/// A question of a handler: is what was thrown of this type?
#[derive(Clone, Copy)]
struct Question {
    of_type: Type,
    /// Asked the other way round.
    is_negated: bool,
}

/// The functions that are to be looked at.
struct Waiting {
    queue: VecDeque<usize>,
    is_waiting: FixedBitSet,
}

impl Waiting {
    fn add(&mut self, functions: &[usize]) {
        self.queue.extend(functions.iter().filter(|function| !self.is_waiting.put(**function)));
    }

    fn next(&mut self) -> Option<usize> {
        let next = self.queue.pop_front()?;
        self.is_waiting.remove(next);
        Some(next)
    }
}

impl<'c, 'p> Handlers<'c, 'p> {
    /// Follows what is thrown, up the calls, and what is handled, down the calls, until nothing new comes (a least
    /// fixed point).
    pub fn new(calls: &'c Calls<'p>) -> Self {
        let program = calls.program;
        let count = program.functions.len();
        let types = std::iter::once(None).chain(types_of(program).into_iter().map(Some)).collect();
        let (leaving, handled) = (vec![Types::new(); count], vec![Types::new(); count]);
        let throws_again = program.functions.iter().any(|function| function.name == RETHROW);
        let mut handlers = Self { calls, types, leaving, handled, throws_again };
        let mut callers = vec![Vec::new(); count];
        for (caller, function) in program.functions.iter().enumerate() {
            for (.., called) in calls.of(function) {
                called.iter().for_each(|callee| callers[callee.index()].push(caller));
            }
        }
        let mut waiting =
            Waiting { queue: VecDeque::new(), is_waiting: FixedBitSet::with_capacity(count) };
        for id in program.function_ids().filter(|id| is_thrower(program, *id)) {
            handlers.leaving[id.index()] = handlers.thrown_by(program.function(id));
            waiting.add(&callers[id.index()]);
        }
        while let Some(next) = waiting.next() {
            let function = &program.functions[next];
            let found = handlers.pass_through(FunctionId::new(next), function);
            if !function.never_throws && !found.leaving.is_subset(&handlers.leaving[next]) {
                handlers.leaving[next].union_with(&found.leaving);
                waiting.add(&callers[next]);
            }
            for (callee, types) in &found.handed_on {
                let known = &mut handlers.handled[callee.index()];
                if program.function(*callee).is_defined() && !types.is_subset(known) {
                    known.union_with(types);
                    waiting.add(&[callee.index()]);
                }
            }
        }
        handlers
    }

    /// What a function throws that exists to throw. What `throw` throws is said by each call.
    fn thrown_by(&self, thrower: &Function) -> Types {
        let mut types = self.nothing();
        if thrower.name != exception_types::THROW && thrower.name != RETHROW {
            types.insert(self.number_of(Type::thrown_by(&thrower.name)));
        }
        types
    }

    fn nothing(&self) -> Types {
        Types::with_capacity(self.types.len())
    }

    fn number_of(&self, of_type: Option<Type>) -> usize {
        self.types.iter().position(|known| *known == of_type).unwrap_or(0)
    }

    /// What may be thrown at an event where these may be handled.
    fn thrown_at(&self, function: &Function, event: &Event, handled: &Types) -> Types {
        let mut types = self.nothing();
        for callee in self.calls.callees(event) {
            match self.calls.program.function(*callee).name.as_str() {
                exception_types::THROW => {
                    match exception_types::thrown_at(self.calls.program, function, event) {
                        Some(all) => {
                            types.extend(all.into_iter().map(|one| self.number_of(Some(one))));
                        }
                        None => types.insert(0),
                    }
                }
                RETHROW => types.union_with(handled),
                _ => types.union_with(&self.leaving[callee.index()]),
            }
        }
        types
    }

    fn pass_through(&self, id: FunctionId, function: &Function) -> Passing {
        let behind_handlers = self.behind_handlers(function);
        let mut passing = Passing {
            reached: FixedBitSet::with_capacity(function.blocks.len()),
            flying: vec![self.nothing(); function.blocks.len()],
            all_flying: self.nothing(),
            looked_at_with: self.nothing(),
            thrown: vec![self.nothing(); function.blocks.len()],
            leaving: self.nothing(),
            handed_on: Vec::new(),
            work: VecDeque::new(),
        };
        passing.arrive(BlockId(0), &self.nothing());
        while let Some(at) = passing.next(&behind_handlers) {
            let block = &function.blocks[at];
            let flying = passing.flying[at].clone();
            // What destructors find handled is what callers handle.
            let mut handled = self.handled[id.index()].clone();
            handled.union_with(&flying);
            if behind_handlers[at] {
                // A handler has ended: what is handled is what was before.
                handled.union_with(&passing.all_flying);
            }
            for (index, event) in block.events.iter().enumerate() {
                let thrown = self.thrown_at(function, event, &handled);
                if self.throws_again && !handled.is_clear() {
                    let callees = self.calls.callees(event);
                    passing.handed_on.extend(callees.iter().map(|id| (*id, handled.clone())));
                }
                match block.unwind_of(index) {
                    Some(pad) if !thrown.is_clear() => {
                        passing.thrown[at].union_with(&thrown);
                        passing.arrive(pad, &thrown);
                    }
                    Some(_) => {}
                    None => passing.leaving.union_with(&thrown),
                }
            }
            match block.terminator {
                Terminator::Resume => passing.leaving.union_with(&flying),
                Terminator::Invoke { normal, .. } => passing.arrive(normal, &flying),
                Terminator::Branch { condition, then, otherwise } => {
                    let question = self.question(function, condition);
                    let (taken, left) = self.split(&flying, question);
                    // Where nothing comes that was thrown, nobody comes.
                    for (to, types) in [(then, taken), (otherwise, left)] {
                        if question.is_none() || flying.is_clear() || !types.is_clear() {
                            passing.arrive(to, &types);
                        }
                    }
                }
                _ => {
                    for next in block.terminator.successors() {
                        passing.arrive(next, &flying);
                    }
                }
            }
        }
        passing
    }

    /// By block: may a handler of the function have ended before control comes there?
    fn behind_handlers(&self, function: &Function) -> Vec<bool> {
        if !self.throws_again {
            return vec![false; function.blocks.len()];
        }
        let ends = |block: &Block| calls_by_name(self.calls.program, block).any(ends_handler);
        let successors: Vec<Vec<usize>> = function
            .blocks
            .iter()
            .map(|block| block.terminator.successors().iter().map(|to| to.index()).collect())
            .collect();
        let ended = (0..function.blocks.len()).filter(|at| ends(&function.blocks[*at]));
        reachable(ended.collect(), &successors)
    }

    /// What goes on where a condition holds, and where it does not.
    fn split(&self, flying: &Types, question: Option<Question>) -> (Types, Types) {
        let (mut holds, mut fails) = (flying.clone(), flying.clone());
        if let Some(Question { of_type, is_negated }) = question {
            for number in flying.ones() {
                match self.is_taken(number, of_type) {
                    Some(is_taken) if is_taken != is_negated => fails.set(number, false),
                    Some(_) => holds.set(number, false),
                    None => {}
                }
            }
        }
        (holds, fails)
    }

    fn is_taken(&self, number: usize, asked: Type) -> Option<bool> {
        self.types[number]?.is_caught_as(self.calls.program, asked)
    }

    /// What a value asks of the type of an exception; `None`: nothing.
    fn question(&self, function: &Function, value: ValueId) -> Option<Question> {
        let Value::Compare { comparison, operands, .. } = *function.value(value) else {
            return None;
        };
        let is_negated = match comparison {
            Comparison::Equal => false,
            Comparison::NotEqual => true,
            _ => return None,
        };
        let program = self.calls.program;
        operands.into_iter().find_map(|operand| {
            let Value::Result { block, event } = *function.value(operand) else { return None };
            let event = function.blocks[block.index()].events.get(event as usize)?;
            let variable = exception_types::asked_for(program, function, event)?;
            Some(Question { of_type: Type::described_by(program, variable), is_negated })
        })
    }

    /// The function with the answers that are known in place of its handlers' questions. `None`: it asks nothing, or
    /// nothing of it is known.
    pub fn answered(&self, id: FunctionId) -> Option<Function> {
        let function = self.calls.program.function(id);
        let asks = |event: &Event| {
            exception_types::asked_for(self.calls.program, function, event).is_some()
        };
        if !function.blocks.iter().any(|block| block.events.iter().any(asks)) {
            return None;
        }
        let passing = self.pass_through(id, function);
        let mut answered = function.clone();
        for at in (0..function.blocks.len()).map(BlockId::new) {
            let Terminator::Branch { condition, .. } = function.blocks[at.index()].terminator
            else {
                continue;
            };
            let Some(question) = self.question(function, condition) else { continue };
            let flying = &passing.flying[at.index()];
            let answer = match self.answer(flying, question) {
                Some(answer) => Some(joined::constant(&mut answered, answer)),
                None => joined::answer(&mut answered, at, &|from| {
                    let mut types = passing.thrown[from.index()].clone();
                    types.intersect_with(flying);
                    (!types.is_clear()).then(|| self.answer(&types, question))
                }),
            };
            if let (Some(answer), Terminator::Branch { condition, .. }) =
                (answer, &mut answered.blocks[at.index()].terminator)
            {
                *condition = answer;
            }
        }
        (answered.values.len() > function.values.len()).then_some(answered)
    }

    /// What a handler is told that asks this, where these exceptions may come.
    fn answer(&self, flying: &Types, question: Question) -> Option<bool> {
        let mut answers = flying.ones().map(|number| self.is_taken(number, question.of_type));
        match answers.next() {
            Some(first) => {
                let first = first.filter(|first| answers.all(|answer| answer == Some(*first)));
                first.map(|is_taken| is_taken != question.is_negated)
            }
            // Whoever catches it means to catch everything that is thrown where nobody sees it.
            None => question.of_type.is_root().then_some(!question.is_negated),
        }
    }
}

impl Passing {
    /// The next block to look at; `behind_handlers`: those for which it matters what comes to any block.
    fn next(&mut self, behind_handlers: &[bool]) -> Option<usize> {
        if self.work.is_empty() && self.looked_at_with != self.all_flying {
            self.looked_at_with.clone_from(&self.all_flying);
            self.work.extend(self.reached.ones().filter(|at| behind_handlers[*at]));
        }
        self.work.pop_front()
    }

    /// Control comes to a block, with these exceptions in flight.
    fn arrive(&mut self, at: BlockId, types: &Types) {
        let flying = &mut self.flying[at.index()];
        let is_new = !self.reached.put(at.index());
        if is_new || !types.is_subset(flying) {
            flying.union_with(types);
            self.all_flying.union_with(types);
            self.work.push_back(at.index());
        }
    }
}

/// The symbols of what a block calls by name.
fn calls_by_name<'p>(program: &'p Program, block: &Block) -> impl Iterator<Item = &'p str> {
    block.events.iter().filter_map(|event| match event {
        Event::Call(CallSite { callee: Callee::Direct(callee), .. }) => {
            Some(program.function(*callee).name.as_str())
        }
        _ => None,
    })
}

/// Does a call of the function of this symbol end a handler?
#[must_use]
pub fn ends_handler(symbol: &str) -> bool {
    symbol == "__cxa_end_catch"
}

/// The symbols of functions in which `throw;` stands.
#[must_use]
pub fn throw_again(program: &Program) -> FxHashSet<&str> {
    let throws = |function: &&Function| {
        function.blocks.iter().any(|block| calls_by_name(program, block).any(|to| to == RETHROW))
    };
    program.functions.iter().filter(throws).map(|function| function.name.as_str()).collect()
}

/// Does the function exist to throw?
pub(super) fn is_thrower(program: &Program, id: FunctionId) -> bool {
    library::departure(&program.function(id).name) == Some(Departure::Throws)
}

/// The types of what is thrown in a program.
fn types_of(program: &Program) -> Vec<Type> {
    let mut types = exception_types::thrown(program);
    for function in &program.functions {
        if let Some(of_type) = Type::thrown_by(&function.name)
            && !types.contains(&of_type)
        {
            types.push(of_type);
        }
    }
    types
}
