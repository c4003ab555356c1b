//! Thread dependence: is a value the same for all threads of a team?
//!
//! As rank dependence decides for MPI, thread dependence does for OpenMP. What is shared is the same for all
//! threads that look at the same place (programs are taken to be free of races); what a thread has for
//! itself is what it put there.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::mpi;
use crate::program::{
    BlockId, CallSite, Callee, Comparison, Event, Function, Program, Terminator, Value, ValueId,
};
use crate::threads::facts::{Address, Facts, FunctionFacts, Write, address};
use crate::threads::openmp::{self, Construct};
use crate::threads::team::{Call, Instance, InstanceId, Team};
use crate::value::expression::{fold_binary, fold_cast, fold_compare};
use crate::value::library::{self, Effect};

/// How a value differs between the threads of a team.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dependence {
    /// For the thread that was asked about it is this number, which, if `varies`, was computed from the
    /// thread's own number.
    Known {
        /// The number.
        value: i64,
        /// Other threads may have another.
        varies: bool,
    },
    /// The same for all threads; which value is not known.
    Uniform,
    /// It derives from what tells threads apart; which value each has is not known.
    PerThread,
    /// Nothing is known.
    Unknown,
}

impl Dependence {
    const fn constant(value: i64) -> Self {
        Self::Known { value, varies: false }
    }

    pub(super) const fn varies(self) -> bool {
        matches!(self, Self::Known { varies: true, .. } | Self::PerThread)
    }

    /// Without the number, which the next round of a loop changes.
    const fn of_any_round(self) -> Self {
        match self {
            Self::Known { varies: true, .. } => Self::PerThread,
            Self::Known { varies: false, .. } => Self::Uniform,
            other => other,
        }
    }

    /// Of a value computed from both.
    pub(super) const fn with(self, other: Self) -> Self {
        if self.varies() || other.varies() {
            Self::PerThread
        } else if matches!(self, Self::Unknown) || matches!(other, Self::Unknown) {
            Self::Unknown
        } else {
            Self::Uniform
        }
    }
}

/// A thread of a team.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Thread {
    /// Its number.
    pub number: i64,
    /// How many the team has.
    pub of: i64,
}

/// The threads of teams of these sizes.
pub fn threads_of(sizes: &[i64]) -> impl Iterator<Item = Thread> {
    sizes.iter().copied().flat_map(|of| (0..of).map(move |number| Thread { number, of }))
}

/// Steps of an evaluation inside of one another.
const DEPTH: u32 = 200;

/// What is computed for one team at most: values that feed back into each other are computed again wherever they are asked
/// for. What is beyond that is not known.
const COMPUTED: u32 = 1_000_000;

/// A value of an instance, and the thread that has it; `None`: any.
type Question = (InstanceId, ValueId, Option<Thread>);

/// Answers for the values of one team.
pub struct Evaluator<'t, 'f, 'p> {
    facts: &'f Facts<'p>,
    team: &'t Team,
    /// Functions that are looked into only for what they compute, behind those of the team.
    more: RefCell<Vec<Instance>>,
    calls: RefCell<FxHashMap<Call, InstanceId>>,
    /// `None`: it is being computed.
    known: RefCell<FxHashMap<Question, Option<Dependence>>>,
    computed: Cell<u32>,
}

/// A question under way: of which thread, `None` if of any, and how deep.
#[derive(Clone, Copy)]
pub(super) struct Asked {
    thread: Option<Thread>,
    depth: u32,
}

impl Asked {
    /// The same question of a thread.
    pub(super) const fn by(self, thread: Thread) -> Self {
        Self { thread: Some(thread), ..self }
    }

    /// The same question, so many steps further inside.
    pub(super) const fn deeper(self, steps: u32) -> Self {
        Self { depth: self.depth + steps, ..self }
    }
}

impl<'t, 'f, 'p> Evaluator<'t, 'f, 'p> {
    /// For a team.
    pub fn new(facts: &'f Facts<'p>, team: &'t Team) -> Self {
        let (more, calls, known, computed) = Default::default();
        Self { facts, team, more, calls, known, computed }
    }

    /// A value of an instance, for a thread.
    pub fn evaluate(&self, instance: InstanceId, value: ValueId, thread: Thread) -> Dependence {
        let asked = Asked { thread: Some(thread), depth: 0 };
        self.value(instance, value, asked).unwrap_or(Dependence::Uniform)
    }

    /// A value of an instance, whatever the thread's number and however many there are.
    pub fn for_any(&self, instance: InstanceId, value: ValueId) -> Dependence {
        let asked = Asked { thread: None, depth: 0 };
        self.value(instance, value, asked).unwrap_or(Dependence::Uniform)
    }

    /// What stands where a value of an instance points to, for a thread.
    pub fn read(&self, instance: InstanceId, pointer: ValueId, thread: Thread) -> Dependence {
        let at = address(self.function(instance), pointer);
        let asked = Asked { thread: Some(thread), depth: 0 };
        self.load(instance, &at, asked).unwrap_or(Dependence::Uniform)
    }

    fn instance(&self, id: InstanceId) -> Instance {
        match self.team.instances.get(id.index()) {
            Some(instance) => instance.clone(),
            None => self.more.borrow()[id.index() - self.team.instances.len()].clone(),
        }
    }

    /// The team.
    pub(super) const fn team(&self) -> &'t Team {
        self.team
    }

    /// A value of an instance, as part of a question under way.
    pub(super) fn asked(&self, instance: InstanceId, value: ValueId, asked: Asked) -> Dependence {
        self.value(instance, value, asked).unwrap_or(Dependence::Uniform)
    }

    /// The branches of an instance's function that decide whether control comes to a block.
    pub(super) fn deciders(&self, instance: InstanceId, block: BlockId) -> Rc<Vec<BlockId>> {
        self.facts.of(self.instance(instance).function).deciders(&[block])
    }

    /// How the conditions differ that decide over which edge control comes to a join.
    pub(super) fn decided_join(
        &self,
        instance: InstanceId,
        block: BlockId,
        from: &[BlockId],
        asked: Asked,
    ) -> Dependence {
        let facts = self.facts.of(self.instance(instance).function);
        self.decided(instance, &facts.deciders_of_join(block, from), asked)
    }

    /// What stands for a parameter where a thread of the team calls the instance; `None`: it is not called so.
    pub(super) fn handed_inside(
        &self,
        id: InstanceId,
        index: u32,
    ) -> Option<(InstanceId, ValueId)> {
        self.handed(id, index).filter(|(caller, _)| !self.instance(*caller).outside)
    }

    /// Are two values of an instance computed alike from the same places, which nothing changes meanwhile?
    pub(super) fn is_same_in(&self, id: InstanceId, one: ValueId, other: ValueId) -> bool {
        let function = self.function(id);
        let facts = self.facts.of(self.instance(id).function);
        let is_fixed = |value: ValueId| match function.value(value) {
            Value::Load { address: at } => {
                let root = address(function, *at).root;
                *function.value(root) != Value::Stack || facts.writes(root).len() <= 1
            }
            _ => true,
        };
        is_fixed(one) && self.is_same_value(function, &facts, [one, other], 0)
    }

    /// The program.
    pub fn program(&self) -> &'p Program {
        self.facts.program
    }

    /// The function of an instance.
    pub fn function_of(&self, id: InstanceId) -> &'p Function {
        self.function(id)
    }

    /// What stands for a parameter where the instance is called; `None`: not known.
    pub fn handed(&self, id: InstanceId, index: u32) -> Option<(InstanceId, ValueId)> {
        let call = self.instance(id).parent.filter(|_| !self.instance(id).task)?;
        Some((call.instance, *self.call_site(call)?.arguments.get(index as usize)?))
    }

    /// The one value that is stored where a pointer leads, in the function that has the object there: what a
    /// region is handed in a structure. `None`: not known, or several.
    pub fn stored(&self, id: InstanceId, pointer: ValueId) -> Option<(InstanceId, ValueId)> {
        /// Calls the pointer is handed down through.
        const LIMIT: usize = 64;
        let (mut instance, mut value, mut distance) = (id, pointer, 0);
        for _ in 0..LIMIT {
            let function = self.function(instance);
            let at = address(function, value);
            distance += at.offset?;
            match function.value(at.root) {
                Value::Parameter(index) => (instance, value) = self.handed(instance, *index)?,
                Value::Stack => {
                    let facts = self.facts.of(self.instance(instance).function);
                    let mut stored = facts
                        .writes(at.root)
                        .iter()
                        .filter_map(|write| write.value.filter(|_| write.offset == Some(distance)));
                    let only = stored.next()?;
                    return stored.next().is_none().then_some((instance, only));
                }
                _ => return None,
            }
        }
        None
    }

    /// The one value that is stored to a place in an object of a function's own.
    pub fn only_store(&self, id: InstanceId, object: ValueId, offset: i64) -> Option<&'p Value> {
        let facts = self.facts.of(self.instance(id).function);
        let stores = facts.writes(object).iter().filter(|write| write.offset == Some(offset));
        let mut values = stores.filter_map(|write| write.value);
        let only = values.next()?;
        values.next().is_none().then(|| self.function(id).value(only))
    }

    /// What a call of a function of the program returns, in that function, if it returns in one place.
    pub fn answer(&self, id: InstanceId, result: ValueId) -> Option<(InstanceId, ValueId)> {
        let Value::Result { block, event } = self.function(id).value(result) else { return None };
        let call = Call { instance: id, block: *block, event: *event };
        let Callee::Direct(callee) = self.call_site(call)?.callee else { return None };
        if !self.facts.program.function(callee).is_defined() {
            return None;
        }
        let inner = self.callee_instance(call)?;
        let returns =
            self.function(inner).blocks.iter().filter_map(|block| match block.terminator {
                Terminator::Return(value) => Some(value),
                _ => None,
            });
        let [Some(only)] = returns.collect::<Vec<_>>()[..] else { return None };
        Some((inner, only))
    }

    fn function(&self, id: InstanceId) -> &'p Function {
        self.facts.program.function(self.instance(id).function)
    }

    /// `None`: it depends on nothing but itself.
    fn value(&self, instance: InstanceId, value: ValueId, asked: Asked) -> Option<Dependence> {
        if asked.depth > DEPTH {
            return Some(Dependence::Unknown);
        }
        let key = (instance, value, asked.thread);
        if let Some(known) = self.known.borrow().get(&key) {
            return *known;
        }
        if self.computed.get() == COMPUTED {
            return Some(Dependence::Unknown);
        }
        self.computed.set(self.computed.get() + 1);
        self.known.borrow_mut().insert(key, None);
        let asked = Asked { depth: asked.depth + 1, ..asked };
        let found = self.compute(instance, value, asked);
        match found {
            Some(_) => self.known.borrow_mut().insert(key, found),
            // Asked again from elsewhere it may depend on more.
            None => self.known.borrow_mut().remove(&key),
        };
        found
    }

    fn compute(&self, instance: InstanceId, value: ValueId, asked: Asked) -> Option<Dependence> {
        use Dependence as D;
        let function = self.function(instance);
        let of = |value: ValueId| self.value(instance, value, asked);
        match function.value(value) {
            Value::Integer(number) => Some(D::constant(*number)),
            Value::Null => Some(D::constant(0)),
            Value::Global(_) | Value::Function(_) | Value::Undefined => Some(D::Uniform),
            Value::Stack => Some(D::Unknown),
            Value::Parameter(index) => self.parameter(instance, *index, asked),
            Value::Offset { base, bytes: 0 } => of(*base),
            Value::Offset { base, .. } => self.all(instance, &[*base], asked),
            Value::Element { base, indices, .. } => {
                let inputs: Vec<ValueId> = [*base].into_iter().chain(indices.clone()).collect();
                self.all(instance, &inputs, asked)
            }
            Value::Opaque(inputs) => self.all(instance, inputs, asked),
            Value::Binary { operator, bits, operands: [a, b] } => {
                computed(of(*a), of(*b), |a, b| fold_binary(*operator, *bits, a, b))
            }
            Value::Compare { comparison, bits, operands } => {
                self.comparison(instance, (*comparison, *bits), *operands, asked)
            }
            Value::Cast { cast, from, to, operand } => {
                let operand = of(*operand);
                computed(operand, Some(D::constant(0)), |a, _| {
                    Some(fold_cast(*cast, *from, *to, a))
                })
            }
            Value::Select { condition, then, otherwise } => match of(*condition)? {
                D::Known { value, varies } => {
                    let chosen = of(if value != 0 { *then } else { *otherwise })?;
                    Some(if varies { vary(chosen) } else { chosen })
                }
                condition => Some(joined(of(*then), of(*otherwise))?.with_decider(condition)),
            },
            Value::Phi { block, incoming } => self.join((instance, value), *block, incoming, asked),
            Value::Load { .. } if self.is_in_turns(instance, value) => Some(D::Unknown),
            Value::Load { address: at } => self.load(instance, &address(function, *at), asked),
            Value::Result { block, event } => {
                self.result(Call { instance, block: *block, event: *event }, asked)
            }
        }
    }

    /// Whether a comparison holds. What it compares may differ between threads where it comes out alike.
    fn comparison(
        &self,
        instance: InstanceId,
        (comparison, bits): (Comparison, u8),
        operands: [ValueId; 2],
        asked: Asked,
    ) -> Option<Dependence> {
        use Dependence as D;
        let holds = |asked: Asked| {
            let [a, b] = operands.map(|operand| self.value(instance, operand, asked));
            computed(a, b, |a, b| Some(i64::from(fold_compare(comparison, bits, a, b))))
        };
        let found = holds(asked)?;
        Some(match found {
            D::PerThread => self.compared(instance, comparison, operands, asked).unwrap_or(found),
            D::Known { value, varies: true } => {
                let same = |thread| matches!(holds(asked.by(thread)), Some(D::Known { value: other, .. }) if other == value);
                D::Known { value, varies: !threads_of(self.team.sizes()).all(same) }
            }
            found => found,
        })
    }

    /// Does each thread of the team find something else there, left by the one before?
    fn is_in_turns(&self, id: InstanceId, load: ValueId) -> bool {
        let instance = self.instance(id);
        let in_turns = !instance.outside && self.facts.of(instance.function).is_in_turns(load);
        in_turns
            && match self.function(id).value(load) {
                Value::Load { address } => !self.is_own(id, *address),
                _ => false,
            }
    }

    /// Does a pointer lead to an object that the thread has for itself, as far as it is handed down?
    fn is_own(&self, id: InstanceId, pointer: ValueId) -> bool {
        /// Calls and variables the pointer is handed down through.
        const LIMIT: usize = 64;
        let (mut instance, mut value) = (id, pointer);
        for _ in 0..LIMIT {
            let function = self.function(instance);
            let root = address(function, value).root;
            let from = match function.value(root) {
                Value::Stack => return !self.instance(instance).outside,
                Value::Parameter(index) => self.handed(instance, *index),
                Value::Load { address } => self.stored(instance, *address),
                _ => None,
            };
            let Some(from) = from else { return false };
            (instance, value) = from;
        }
        false
    }

    /// Of what is computed from all of these in an unknown way.
    fn all(&self, instance: InstanceId, inputs: &[ValueId], asked: Asked) -> Option<Dependence> {
        let mut found = Dependence::Uniform;
        for input in inputs {
            found = found.with(self.value(instance, *input, asked).unwrap_or(Dependence::Uniform));
        }
        Some(found)
    }

    fn parameter(&self, id: InstanceId, index: u32, asked: Asked) -> Option<Dependence> {
        use Dependence as D;
        let instance = self.instance(id);
        if instance.task {
            return Some(D::Unknown);
        }
        let Some(call) = instance.parent else {
            // Entered from outside: what all threads were handed alike.
            return Some(D::Uniform);
        };
        if self.instance(call.instance).outside {
            // The first two are where the numbers of the thread stand.
            return match index {
                0 | 1 => Some(D::PerThread),
                _ => Some(match self.argument(call, index, asked)? {
                    known @ D::Known { varies: false, .. } => known,
                    _ => D::Uniform,
                }),
            };
        }
        self.argument(call, index, asked)
    }

    fn argument(&self, call: Call, index: u32, asked: Asked) -> Option<Dependence> {
        match self.call_site(call).and_then(|site| site.arguments.get(index as usize)) {
            Some(argument) => self.value(call.instance, *argument, asked),
            None => Some(Dependence::Unknown),
        }
    }

    fn call_site(&self, call: Call) -> Option<&'p CallSite> {
        let function = self.function(call.instance);
        let event = function.blocks.get(call.block.index())?.events.get(call.event as usize)?;
        match event {
            Event::Call(site) => Some(site),
            _ => None,
        }
    }

    /// What is joined: where the ways part by what differs between threads, so does it.
    fn join(
        &self,
        (instance, join): (InstanceId, ValueId),
        block: BlockId,
        incoming: &[(BlockId, ValueId)],
        asked: Asked,
    ) -> Option<Dependence> {
        let mut found: Option<Dependence> = None;
        let is_taken = |from: BlockId| !self.is_known_not_taken(instance, from, block, asked);
        for (_, value) in incoming.iter().filter(|(from, _)| is_taken(*from)) {
            let value = self.value(instance, *value, asked);
            found = joined_so_far(found, value);
            // What comes around a loop is computed from what came before, of any round.
            let around = found.map(Dependence::of_any_round);
            self.known.borrow_mut().insert((instance, join, asked.thread), around);
        }
        let found = found?;
        if matches!(found, Dependence::Known { varies: false, .. }) {
            let first = incoming.first().map(|(_, value)| *value);
            let same = incoming.iter().all(|(_, value)| {
                Some(*value) == first || self.value(instance, *value, asked) == Some(found)
            });
            if same {
                return Some(found);
            }
        }
        let from: Vec<BlockId> = incoming.iter().map(|(from, _)| *from).collect();
        Some(found.with_decider(self.decided_join(instance, block, &from, asked)))
    }

    /// Does no thread come from one block to the next, as conditions on all ways there are known to decide?
    fn is_known_not_taken(
        &self,
        instance: InstanceId,
        from: BlockId,
        to: BlockId,
        asked: Asked,
    ) -> bool {
        let function = self.function(instance);
        let facts = self.facts.of(self.instance(instance).function);
        let chosen = |at: BlockId| {
            let terminator = &function.blocks[at.index()].terminator;
            match self.value(instance, terminator.condition()?, asked)? {
                Dependence::Known { value, varies: false } => terminator.target(value),
                _ => None,
            }
        };
        !facts.is_reached(from)
            || chosen(from).is_some_and(|next| next != to)
            || facts.only_ways_to(from).any(|(at, way)| chosen(at).is_some_and(|next| next != way))
    }

    /// How the conditions of these branches differ.
    fn decided(&self, instance: InstanceId, deciders: &[BlockId], asked: Asked) -> Dependence {
        let function = self.function(instance);
        let conditions = deciders
            .iter()
            .filter_map(|decider| function.blocks[decider.index()].terminator.condition());
        conditions.fold(Dependence::Uniform, |found, condition| {
            found.with(self.value(instance, condition, asked).unwrap_or(Dependence::Uniform))
        })
    }

    // ---- memory ---------------------------------------------------------------------------------

    fn load(&self, instance: InstanceId, at: &Address, asked: Asked) -> Option<Dependence> {
        use Dependence as D;
        let function = self.function(instance);
        let indices = self.all(instance, &at.indices, asked)?;
        if indices.varies() {
            return Some(D::PerThread);
        }
        if indices == D::Unknown {
            return Some(D::Unknown);
        }
        match function.value(at.root) {
            Value::Stack => self.own_object(instance, at, asked),
            // Each thread's own, or what another function made for all.
            Value::Result { block, event } => {
                // A pointer into what the function was handed.
                if asked.depth < DEPTH
                    && let Some((inner, value)) = self.answer(instance, at.root)
                {
                    let mut there = address(self.function(inner), value);
                    there.offset = there.offset.zip(at.offset).and_then(|(a, b)| a.checked_add(b));
                    return self.load(inner, &there, Asked { depth: asked.depth + 1, ..asked });
                }
                let call = Call { instance, block: *block, event: *event };
                Some(match self.result(call, asked)? {
                    D::Known { varies: false, .. } | D::Uniform => D::Uniform,
                    D::PerThread | D::Known { .. } => D::PerThread,
                    D::Unknown => D::Unknown,
                })
            }
            Value::Global(global) => {
                let global = &self.facts.program.globals[global.index()];
                let known = global.constant && global.initial_known && global.defined;
                let Some(offset) = at.offset.filter(|_| known) else { return Some(D::Uniform) };
                let value = global.initial.iter().find(|(place, _)| *place == offset);
                Some(D::constant(value.map_or(0, |(_, value)| *value)))
            }
            Value::Parameter(index) => self.load_handed(instance, *index, at, asked),
            _ => Some(match self.value(instance, at.root, asked)? {
                D::Known { varies: false, .. } | D::Uniform => D::Uniform,
                D::Known { .. } | D::PerThread => D::PerThread,
                D::Unknown => D::Unknown,
            }),
        }
    }

    /// What stands where a parameter points to.
    fn load_handed(
        &self,
        id: InstanceId,
        index: u32,
        at: &Address,
        asked: Asked,
    ) -> Option<Dependence> {
        let instance = self.instance(id);
        if instance.task {
            return Some(Dependence::Unknown);
        }
        let Some(call) = instance.parent else { return Some(Dependence::Uniform) };
        if self.instance(call.instance).outside {
            let numbers = index < 2;
            return Some(if numbers { Dependence::PerThread } else { Dependence::Uniform });
        }
        let Some(argument) =
            self.call_site(call).and_then(|site| site.arguments.get(index as usize).copied())
        else {
            return Some(Dependence::Unknown);
        };
        let mut above = address(self.function(call.instance), argument);
        above.offset = above.offset.zip(at.offset).and_then(|(a, b)| a.checked_add(b));
        // The indices behind the pointer were looked at already.
        self.load(call.instance, &above, asked)
    }

    /// What stands in an object of the function's own: what any of its writes put there.
    fn own_object(&self, id: InstanceId, at: &Address, asked: Asked) -> Option<Dependence> {
        let facts = self.facts.of(self.instance(id).function);
        if self.is_copied_to_all(id, &facts, at.root) {
            return Some(Dependence::Uniform);
        }
        if let Some(main) = self.asks_for_main_thread(id, &facts, at) {
            return Some(asked.thread.map_or(Dependence::PerThread, |thread| Dependence::Known {
                value: i64::from(main == thread.number),
                varies: true,
            }));
        }
        let touched = |write: &&Write| match (write.offset, at.offset, write.value) {
            (Some(there), Some(here), Some(_)) => there == here,
            _ => true,
        };
        let mut found: Option<Dependence> = None;
        let mut any = false;
        for write in facts.writes(at.root).iter().filter(touched) {
            let Some(written) = self.written(id, at, write, asked) else { continue };
            any = true;
            let deciders = facts.deciders(&[write.block]);
            let decided = self.decided(id, &deciders, asked);
            let written = match decided.varies() && !self.is_only_write(&facts, at, write) {
                true => Dependence::PerThread,
                false => written,
            };
            found = joined_so_far(found, Some(written));
        }
        if any { found } else { Some(Dependence::Unknown) }
    }

    /// Does one thread hand the object's value to all others (`copyprivate`)? clang puts the addresses of
    /// such objects into a list.
    fn is_copied_to_all(&self, id: InstanceId, facts: &FunctionFacts, object: ValueId) -> bool {
        let function = self.function(id);
        let copies = |call: Call| {
            self.called(call).is_some_and(|callee| callee.name == "__kmpc_copyprivate")
        };
        facts.writes(object).iter().filter(|write| write.value.is_none()).any(|write| {
            let event = &function.blocks[write.block.index()].events[write.event as usize];
            let call = Call { instance: id, block: write.block, event: write.event };
            match event {
                Event::Store { address: list, .. } => {
                    let list = address(function, *list).root;
                    facts.writes(list).iter().any(|write| {
                        copies(Call { instance: id, block: write.block, event: write.event })
                    })
                }
                _ => copies(call),
            }
        })
    }

    /// The number of the thread for which the object is not 0, if what was put there last is the answer of
    /// `MPI_Is_thread_main`.
    fn asks_for_main_thread(
        &self,
        id: InstanceId,
        facts: &FunctionFacts,
        at: &Address,
    ) -> Option<i64> {
        let asks = |write: &Write| {
            let call = Call { instance: id, block: write.block, event: write.event };
            let callee = self.called(call).and_then(|callee| mpi::lookup(&callee.name));
            callee.is_some_and(|mpi| mpi.procedure.name == "MPI_Is_thread_main")
        };
        let asked = facts.writes(at.root).iter().find(|write| asks(write))?;
        let others = facts.writes(at.root).iter().filter(|write| !asks(write));
        others.into_iter().all(|write| facts.comes_before(write, asked)).then_some(0)
    }

    /// The function that a call names.
    fn called(&self, call: Call) -> Option<&'p Function> {
        match self.call_site(call)?.callee {
            Callee::Direct(callee) => Some(self.facts.program.function(callee)),
            _ => None,
        }
    }

    /// The blocks in which a condition that decides about the first block is asked again, on the way to the
    /// second one.
    pub fn asked_again(&self, id: InstanceId, first: BlockId, second: BlockId) -> Vec<BlockId> {
        let function = self.function(id);
        let facts = self.facts.of(self.instance(id).function);
        let deciders = facts.deciders(&[first]);
        let condition = |block: &BlockId| function.blocks[block.index()].terminator.condition();
        let own: Vec<ValueId> = deciders.iter().filter_map(condition).collect();
        let is_asked = |block: &BlockId| {
            let same = |again| {
                own.iter().any(|own| self.is_same_value(function, &facts, [*own, again], 0))
            };
            !deciders.contains(block) && condition(block).is_some_and(same)
        };
        facts.deciders(&[second]).iter().copied().filter(is_asked).collect()
    }

    /// Are two values computed alike from the same places?
    fn is_same_value(
        &self,
        function: &Function,
        facts: &FunctionFacts,
        [one, other]: [ValueId; 2],
        depth: u32,
    ) -> bool {
        /// Operations inside of operations.
        const LIMIT: u32 = 32;
        if one == other {
            return true;
        }
        let same = |a: ValueId, b: ValueId| self.is_same_value(function, facts, [a, b], depth + 1);
        let all = |a: &[ValueId], b: &[ValueId]| {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(*a, *b))
        };
        depth < LIMIT
            && match (function.value(one), function.value(other)) {
                (Value::Load { address: a }, Value::Load { address: b }) => same(*a, *b),
                (Value::Offset { base: a, bytes: p }, Value::Offset { base: b, bytes: q }) => {
                    p == q && same(*a, *b)
                }
                (
                    Value::Element { base: a, indices: p, .. },
                    Value::Element { base: b, indices: q, .. },
                ) => same(*a, *b) && all(p, q),
                (
                    Value::Binary { operator: p, operands: a, .. },
                    Value::Binary { operator: q, operands: b, .. },
                ) => p == q && all(a, b),
                (
                    Value::Compare { comparison: p, operands: a, .. },
                    Value::Compare { comparison: q, operands: b, .. },
                ) => p == q && all(a, b),
                (Value::Cast { operand: a, .. }, Value::Cast { operand: b, .. }) => same(*a, *b),
                (Value::Opaque(a), Value::Opaque(b)) => all(a, b),
                (Value::Result { .. }, Value::Result { .. }) => {
                    self.is_same_answer(function, one, other)
                }
                // flang copies the descriptor of a pointer before it looks at what that points to.
                (Value::Stack, Value::Stack) => {
                    let copied =
                        [one, other].map(|object| only_copied_from(function, facts, object));
                    matches!(copied, [Some(a), Some(b)] if same(a, b))
                }
                (Value::Phi { .. } | Value::Result { .. } | Value::Stack, _) => false,
                (a, b) => a == b,
            }
    }

    /// Do two calls tell a thread the same, as both ask for its number or whether it is the masked one?
    fn is_same_answer(&self, function: &Function, one: ValueId, other: ValueId) -> bool {
        let asked = |answer: ValueId| {
            let Value::Result { block, event } = function.value(answer) else { return None };
            let events = &function.blocks[block.index()].events;
            let Event::Call(site) = events.get(*event as usize)? else { return None };
            let Callee::Direct(callee) = site.callee else { return None };
            let callee = self.facts.program.function(callee);
            match openmp::construct_of(callee, function, &site.arguments)? {
                Construct::ThreadNumber => Some(None),
                // The filter of `masked`: the first thread if there is none.
                Construct::Masked => match site.arguments.get(2).map(|arg| function.value(*arg)) {
                    None => Some(Some(0)),
                    Some(Value::Integer(filter)) => Some(Some(*filter)),
                    Some(_) => None,
                },
                _ => None,
            }
        };
        asked(one).is_some_and(|one| asked(other) == Some(one))
    }

    fn is_only_write(&self, facts: &FunctionFacts, at: &Address, write: &Write) -> bool {
        facts.writes(at.root).iter().all(|other| {
            (other.block, other.event) == (write.block, write.event) || other.value.is_none()
        })
    }

    /// What a write puts into an object; `None`: nothing.
    fn written(
        &self,
        id: InstanceId,
        at: &Address,
        write: &Write,
        asked: Asked,
    ) -> Option<Dependence> {
        if let Some(value) = write.value {
            return self.value(id, value, asked).or(Some(Dependence::Uniform));
        }
        let call = Call { instance: id, block: write.block, event: write.event };
        let Some(site) = self.call_site(call) else { return Some(Dependence::Unknown) };
        let Callee::Direct(callee) = site.callee else { return Some(Dependence::Unknown) };
        let callee = self.facts.program.function(callee);
        if callee.is_defined() {
            return self.written_by_callee(call, site, at, asked);
        }
        if let Some(mpi) = mpi::lookup(&callee.name) {
            let function = self.function(id);
            let is_output = site.arguments.iter().enumerate().any(|(position, argument)| {
                let param = mpi.param_of_argument(position);
                let written = param.is_none_or(|param| mpi.procedure.params[param].is_written());
                written && address(function, *argument).root == at.root
            });
            if !is_output {
                return None;
            }
            return Some(match mpi.procedure.name {
                "MPI_Is_thread_main" => Dependence::PerThread,
                _ if mpi.procedure.communicates() => Dependence::Unknown,
                _ => Dependence::Uniform,
            });
        }
        match openmp::construct_of(callee, self.function(id), &site.arguments) {
            Some(Construct::StaticLoop | Construct::Sections | Construct::NextPart) => {
                Some(Dependence::PerThread)
            }
            Some(_) => None,
            None => match library::effect(&callee.name) {
                Some(Effect::Fills) => self.all(id, &site.arguments, asked),
                Some(Effect::Source(_)) | None => match callee.name.starts_with("__kmpc") {
                    true => None,
                    false => Some(Dependence::Unknown),
                },
                Some(_) => None,
            },
        }
    }

    /// What a function stores through the parameter that it is handed an object by.
    fn written_by_callee(
        &self,
        call: Call,
        site: &CallSite,
        at: &Address,
        asked: Asked,
    ) -> Option<Dependence> {
        let caller = self.function(call.instance);
        let position = site
            .arguments
            .iter()
            .position(|argument| address(caller, *argument).root == at.root)?;
        let inner = self.callee_instance(call)?;
        let callee = self.function(inner);
        let parameter = ValueId::new(position);
        let mut found: Option<Dependence> = None;
        for block in &callee.blocks {
            for event in &block.events {
                let written = match event {
                    Event::Store { address: to, value } => {
                        let is_it = address(callee, *to).root == parameter;
                        is_it.then(|| self.value(inner, *value, asked)).flatten()
                    }
                    Event::Copy { to, .. } if address(callee, *to).root == parameter => {
                        Some(Dependence::Unknown)
                    }
                    Event::Call(further) => {
                        let handed =
                            |argument: &ValueId| address(callee, *argument).root == parameter;
                        let hands = further.arguments.iter().any(handed);
                        hands.then_some(Dependence::Unknown)
                    }
                    _ => None,
                };
                found = joined_so_far(found, written);
            }
        }
        found
    }

    // ---- calls ----------------------------------------------------------------------------------

    /// The function called, in the place of its call. `None`: too deep.
    fn callee_instance(&self, call: Call) -> Option<InstanceId> {
        /// Calls in calls.
        const LIMIT: usize = 16;
        if let Some(known) = self.calls.borrow().get(&call) {
            return Some(*known);
        }
        let Callee::Direct(function) = self.call_site(call)?.callee else { return None };
        let mut depth = 0;
        let mut at = Some(call);
        while let Some(outer) = at {
            depth += 1;
            at = self.instance(outer.instance).parent;
        }
        if depth > LIMIT {
            return None;
        }
        let mut more = self.more.borrow_mut();
        let inside = Instance { parent: Some(call), outside: false, ..Instance::outside(function) };
        more.push(inside);
        let id = InstanceId::new(self.team.instances.len() + more.len() - 1);
        self.calls.borrow_mut().insert(call, id);
        Some(id)
    }

    /// What a call answers.
    fn result(&self, call: Call, asked: Asked) -> Option<Dependence> {
        use Dependence as D;
        let Some(site) = self.call_site(call) else { return Some(D::Unknown) };
        let Callee::Direct(id) = site.callee else { return Some(D::Unknown) };
        let callee = self.facts.program.function(id);
        if callee.is_defined() {
            return self.returned(call, asked);
        }
        let outside = self.instance(call.instance).outside;
        if let Some(mpi) = mpi::lookup(&callee.name) {
            return Some(if mpi.procedure.returns_value { D::Unknown } else { D::Uniform });
        }
        let function = self.function(call.instance);
        match openmp::construct_of(callee, function, &site.arguments) {
            _ if outside => return Some(D::Uniform),
            Some(Construct::ThreadNumber) => {
                let known = |thread: Thread| D::Known { value: thread.number, varies: true };
                return Some(asked.thread.map_or(D::PerThread, known));
            }
            Some(Construct::TeamSize) => {
                return Some(asked.thread.map_or(D::Uniform, |thread| D::constant(thread.of)));
            }
            Some(Construct::InParallel) => {
                let several = |thread: Thread| D::constant(i64::from(thread.of > 1));
                return Some(asked.thread.map_or(D::Uniform, several));
            }
            Some(Construct::TeamQuery) => return Some(D::Uniform),
            Some(Construct::ThreadSource | Construct::Single | Construct::Masked) => {
                return Some(D::PerThread);
            }
            Some(_) => return Some(D::Unknown),
            None => {}
        }
        match library::effect(&callee.name) {
            Some(Effect::Numeric | Effect::Pure | Effect::Fills) => {
                self.all(call.instance, &site.arguments, asked)
            }
            Some(Effect::Given | Effect::MakesProcess) => Some(D::Uniform),
            Some(Effect::Allocates | Effect::OneThread | Effect::Source(_)) | None => {
                Some(D::Unknown)
            }
        }
    }

    /// What a function of the program returns.
    fn returned(&self, call: Call, asked: Asked) -> Option<Dependence> {
        let Some(inner) = self.callee_instance(call) else { return Some(Dependence::Unknown) };
        let callee = self.function(inner);
        let mut found: Option<Dependence> = None;
        let mut blocks = Vec::new();
        for (index, block) in callee.blocks.iter().enumerate() {
            let Terminator::Return(Some(value)) = block.terminator else { continue };
            blocks.push(BlockId::new(index));
            let value = self.value(inner, value, asked);
            found = joined_so_far(found, value);
        }
        if blocks.len() < 2 {
            return found.or(Some(Dependence::Unknown));
        }
        let deciders = self.facts.of(self.instance(inner).function).deciders(&blocks);
        Some(found?.with_decider(self.decided(inner, &deciders, asked)))
    }
}

impl Dependence {
    /// Of one of several values that differ, chosen by a condition of this dependence.
    const fn with_decider(self, decider: Self) -> Self {
        if decider.varies() {
            return Self::PerThread;
        }
        match (self, decider) {
            (Self::Uniform, Self::Unknown) => Self::Unknown,
            (found, _) => found,
        }
    }
}

/// What an object of the function's own is a copy of, if nothing else is written to it.
fn only_copied_from(
    function: &Function,
    facts: &FunctionFacts,
    object: ValueId,
) -> Option<ValueId> {
    let [write] = facts.writes(object) else { return None };
    match function.blocks[write.block.index()].events.get(write.event as usize)? {
        Event::Copy { from, .. } => Some(*from),
        _ => None,
    }
}

/// One of both: which one is decided alike for all threads.
fn joined(one: Option<Dependence>, other: Option<Dependence>) -> Option<Dependence> {
    let (one, other) = (one?, other?);
    Some(if one == other { one } else { one.with(other) })
}

/// As [`joined`], where what is not there does not count.
fn joined_so_far(found: Option<Dependence>, next: Option<Dependence>) -> Option<Dependence> {
    match (found, next) {
        (None, next) => next,
        (found, None) => found,
        (found, next) => joined(found, next),
    }
}

/// The same number, that others may not have.
const fn vary(known: Dependence) -> Dependence {
    match known {
        Dependence::Known { value, .. } => Dependence::Known { value, varies: true },
        _ => Dependence::PerThread,
    }
}

/// What is computed from two operands.
fn computed(
    a: Option<Dependence>,
    b: Option<Dependence>,
    compute: impl Fn(i64, i64) -> Option<i64>,
) -> Option<Dependence> {
    let (a, b) = (a.unwrap_or(Dependence::Uniform), b.unwrap_or(Dependence::Uniform));
    if let (Dependence::Known { value: x, varies: p }, Dependence::Known { value: y, varies: q }) =
        (a, b)
    {
        return Some(match compute(x, y) {
            Some(value) => Dependence::Known { value, varies: p || q },
            None => a.with(b),
        });
    }
    Some(a.with(b))
}
