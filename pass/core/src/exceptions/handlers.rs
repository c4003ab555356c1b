//! Which exceptions come to which handlers.
//!
//! A handler asks for the type of what was thrown, `catch` clause by `catch` clause, and hands on what it takes none of.
//! Where all exceptions that may come there are of types it takes, or none is, the answer is known.

use std::collections::VecDeque;

use fixedbitset::FixedBitSet;

use super::Calls;
use crate::components::reachable;
use crate::program::{
    BlockId, Comparison, Event, Function, FunctionId, Program, Terminator, Value, ValueId,
};
use crate::value::exception_types::{self, Type};
use crate::value::library::{self, Departure};

/// Types of exceptions: bit 0 stands for all that are not known, the others for those of [`Handlers::types`].
type Types = FixedBitSet;

/// What comes to the handlers of a program.
pub(super) struct Handlers<'c, 'p> {
    calls: &'c Calls<'p>,
    /// The types that are thrown; the first one stands for those that are not known.
    types: Vec<Option<Type>>,
    /// By function: the types of exceptions that may leave it.
    pub leaving: Vec<Types>,
}

/// What passes through one function.
struct Passing {
    /// By block behind a landing pad: what may have been thrown there.
    flying: Vec<Types>,
    /// What leaves the function.
    leaving: Types,
}

/// A question of a handler: is what was thrown of this type?
#[derive(Clone, Copy)]
struct Question {
    of_type: Type,
    /// Asked the other way round.
    is_negated: bool,
}

impl<'c, 'p> Handlers<'c, 'p> {
    /// Follows what is thrown, up the calls, until nothing new comes (a least fixed point).
    pub fn new(calls: &'c Calls<'p>) -> Self {
        let program = calls.program;
        let types = std::iter::once(None).chain(types_of(program).into_iter().map(Some)).collect();
        let leaving = vec![Types::new(); program.functions.len()];
        let mut handlers = Self { calls, types, leaving };
        let mut callers = vec![Vec::new(); program.functions.len()];
        for (caller, function) in program.functions.iter().enumerate() {
            for (.., called) in calls.of(function) {
                called.iter().for_each(|callee| callers[callee.index()].push(caller));
            }
        }
        let mut work = VecDeque::new();
        let mut is_waiting = FixedBitSet::with_capacity(program.functions.len());
        for id in program.function_ids().filter(|id| is_thrower(program, *id)) {
            handlers.leaving[id.index()] = handlers.thrown_by(program.function(id));
            work.extend(callers[id.index()].iter().filter(|caller| !is_waiting.put(**caller)));
        }
        while let Some(next) = work.pop_front() {
            is_waiting.remove(next);
            let function = &program.functions[next];
            let found = handlers.pass_through(function).leaving;
            if !function.never_throws && !found.is_subset(&handlers.leaving[next]) {
                handlers.leaving[next].union_with(&found);
                work.extend(callers[next].iter().filter(|caller| !is_waiting.put(**caller)));
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

    /// What may be thrown at an event where `handled` is handled; `None`: in no handler of this function.
    fn thrown_at(&self, function: &Function, event: &Event, handled: Option<&Types>) -> Types {
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
                RETHROW => match handled {
                    Some(handled) => types.union_with(handled),
                    // In a handler of a caller.
                    None => types.insert(0),
                },
                _ => types.union_with(&self.leaving[callee.index()]),
            }
        }
        types
    }

    fn pass_through(&self, function: &Function) -> Passing {
        let behind_pads = behind_pads(function);
        let mut passing = Passing {
            flying: vec![self.nothing(); function.blocks.len()],
            leaving: self.nothing(),
        };
        let all = 0..function.blocks.len();
        let mut work: VecDeque<usize> = all.collect();
        while let Some(at) = work.pop_front() {
            let block = &function.blocks[at];
            let flying = passing.flying[at].clone();
            let handled = behind_pads[at].then_some(&flying);
            for (index, event) in block.events.iter().enumerate() {
                let thrown = self.thrown_at(function, event, handled);
                match block.unwind_of(index) {
                    Some(pad) => passing.arrive(pad, &thrown, &mut work),
                    None => passing.leaving.union_with(&thrown),
                }
            }
            match block.terminator {
                Terminator::Resume => passing.leaving.union_with(&flying),
                _ if flying.is_clear() => {}
                Terminator::Invoke { normal, .. } => passing.arrive(normal, &flying, &mut work),
                Terminator::Branch { condition, then, otherwise } => {
                    let question = self.question(function, condition);
                    let (taken, left) = self.split(&flying, question);
                    passing.arrive(then, &taken, &mut work);
                    passing.arrive(otherwise, &left, &mut work);
                }
                _ => {
                    for next in block.terminator.successors() {
                        passing.arrive(next, &flying, &mut work);
                    }
                }
            }
        }
        passing
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
    pub fn answered(&self, function: &Function) -> Option<Function> {
        let asks = |event: &Event| {
            exception_types::asked_for(self.calls.program, function, event).is_some()
        };
        if !function.blocks.iter().any(|block| block.events.iter().any(asks)) {
            return None;
        }
        let passing = self.pass_through(function);
        let mut answered = function.clone();
        for (block, flying) in answered.blocks.iter_mut().zip(&passing.flying) {
            let Terminator::Branch { condition, .. } = &mut block.terminator else { continue };
            let Some(question) = self.question(function, *condition) else { continue };
            if let Some(answer) = self.answer(flying, question) {
                *condition = ValueId::new(answered.values.len());
                answered.values.push(Value::Integer(i64::from(answer)));
            }
        }
        (answered.values.len() > function.values.len()).then_some(answered)
    }

    /// What a handler is told that asks this, where these exceptions may come.
    fn answer(&self, flying: &Types, question: Question) -> Option<bool> {
        let mut answers = flying.ones().map(|number| self.is_taken(number, question.of_type));
        let first = answers.next().flatten();
        match first.filter(|_| answers.all(|answer| answer == first)) {
            Some(is_taken) => Some(is_taken != question.is_negated),
            // Whoever catches it means to catch everything that is thrown where nobody sees it.
            None if question.of_type.is_root() && flying.ones().all(|number| number == 0) => {
                Some(!question.is_negated)
            }
            None => None,
        }
    }
}

impl Passing {
    /// Exceptions come to a block.
    fn arrive(&mut self, at: BlockId, types: &Types, work: &mut VecDeque<usize>) {
        let flying = &mut self.flying[at.index()];
        if !types.is_subset(flying) {
            flying.union_with(types);
            work.push_back(at.index());
        }
    }
}

/// What `throw;` becomes.
const RETHROW: &str = "__cxa_rethrow";

/// Does the function exist to throw?
pub(super) fn is_thrower(program: &Program, id: FunctionId) -> bool {
    library::departure(&program.function(id).name) == Some(Departure::Throws)
}

/// By block: does control come there from a landing pad of the function?
fn behind_pads(function: &Function) -> Vec<bool> {
    let successors: Vec<Vec<usize>> = function
        .blocks
        .iter()
        .map(|block| block.terminator.successors().iter().map(|to| to.index()).collect())
        .collect();
    let pads = function.blocks.iter().filter_map(|block| match block.terminator {
        Terminator::Invoke { unwind, .. } => Some(unwind.index()),
        _ => None,
    });
    reachable(pads.collect(), &successors)
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
