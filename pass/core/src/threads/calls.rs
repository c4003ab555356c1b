//! MPI called by threads: the level of thread support each call needs, and collectives whose order is
//! left to chance (thesis, section 2.1.2, Algorithms 4 to 9; section 4.1.2, Lemmas 4 and 5).

use rustc_hash::FxHashMap;

use crate::mpi::{self, Direction, ParamKind};
use crate::program::{BlockId, Callee, Event, GlobalId, Value, ValueId};
use crate::threads::dependence::Dependence;
use crate::threads::execution::{Execution, Who};
use crate::threads::facts::address;
use crate::threads::levels::Level;
use crate::threads::locks;
use crate::threads::openmp::{self, Construct};
use crate::threads::team::{InstanceId, NodeId, NodeKind};
use crate::threads::word::{Letter, LockName};

/// A call of MPI in a team.
#[derive(Clone, Debug)]
pub struct TeamCall {
    /// Where.
    pub node: NodeId,
    /// What is called.
    pub call: mpi::Call,
    /// Who calls it.
    pub who: Who,
    /// The level it needs.
    pub level: Level,
    /// A call that may be under way at the same time, if that is why it needs the level.
    pub beside: Option<NodeId>,
    /// Only the run knows how many threads come to it.
    pub is_open: bool,
}

/// What is wrong with a collective.
#[derive(Clone, Debug)]
pub enum CollectiveFault {
    /// Several threads may call it.
    InParallel(NodeId),
    /// It may be under way together with another one, named second, on its communicator.
    Concurrent(NodeId, NodeId),
}

/// What a team calls.
#[derive(Clone, Debug, Default)]
pub struct TeamCalls {
    /// All its calls.
    pub calls: Vec<TeamCall>,
    /// What is wrong with collectives.
    pub faults: Vec<CollectiveFault>,
    /// Some of it is left to the run.
    pub unproven: bool,
    /// Collectives that each thread calls in its turn: as often as the team has threads, which may be more on
    /// other ranks.
    pub per_thread: Vec<&'static str>,
}

/// The calls of a team with the levels they need.
#[must_use]
pub fn check(execution: &Execution<'_, '_, '_>) -> TeamCalls {
    let mut found = TeamCalls::default();
    let calls: Vec<(NodeId, mpi::Call, Who)> = execution
        .team
        .ids()
        .filter_map(|node| match execution.team.node(node).kind {
            NodeKind::Mpi(call) => Some((node, call, execution.who(node))),
            _ => None,
        })
        .collect();
    let is_free = |(node, _, who): &&(NodeId, mpi::Call, Who)| {
        *who == Who::Many && !is_guarded(execution, *node)
    };
    let free: Vec<NodeId> = calls.iter().filter(is_free).map(|(node, ..)| *node).collect();
    let open = execution.chosen_at_run_time(&free);
    for (node, call, who) in calls {
        let is_open = open.contains(&node) || execution.is_chosen_in_recursion(node);
        // Whoever it is, it is a thread of a team.
        let level = if is_open { Level::Funneled } else { level_alone(execution, node, who) };
        found.unproven |= is_open;
        if who == Who::Many && level == Level::Serialized && call.procedure.collective().is_some() {
            found.per_thread.push(call.procedure.name);
        }
        found.calls.push(TeamCall { node, call, who, level, beside: None, is_open });
    }
    find_overlaps(execution, &mut found);
    find_faults(execution, &mut found);
    found
}

/// The level a call needs for itself.
fn level_alone(execution: &Execution<'_, '_, '_>, node: NodeId, who: Who) -> Level {
    match who {
        Who::Main => Level::Funneled,
        Who::One if execution.may_overlap(node, node) && !is_guarded(execution, node) => {
            Level::Multiple
        }
        Who::One => Level::Serialized,
        Who::Many if is_guarded(execution, node) => Level::Serialized,
        Who::Many => Level::Multiple,
    }
}

/// Is there a lock that whoever is at the node holds, as far as is known?
fn is_guarded(execution: &Execution<'_, '_, '_>, node: NodeId) -> bool {
    // Of several teams, each has an order of iterations of its own; all other locks are theirs together.
    let guards = |lock: &LockName| execution.maker != Who::Many || *lock != LockName::Order;
    execution.may_be_guarded(node) || execution.held(node).iter().any(guards)
}

/// Calls that each are made by one thread, and may be under way together.
fn find_overlaps(execution: &Execution<'_, '_, '_>, found: &mut TeamCalls) {
    /// Pairs looked at; teams with more calls than this are told of the first of them.
    const PAIRS: usize = 100_000;
    let mut pairs = 0;
    for later in 0..found.calls.len() {
        for earlier in 0..later {
            pairs += 1;
            let [a, b] = [earlier, later].map(|index| found.calls[index].node);
            // What many threads call without a lock needs the highest level anyway.
            let free = |index: &usize| {
                let call = &found.calls[*index];
                call.is_open || call.who == Who::Many && !is_guarded(execution, call.node)
            };
            if pairs > PAIRS
                || [earlier, later].iter().any(free)
                || !execution.may_overlap(a, b)
                || execution.may_exclude_each_other(a, b)
            {
                continue;
            }
            // The later one in the source is told of.
            let place = |index: usize| &execution.team.node(found.calls[index].node).location;
            let (first, second) =
                if place(earlier) <= place(later) { (earlier, later) } else { (later, earlier) };
            let partner = found.calls[first].node;
            let call = &mut found.calls[second];
            call.level = Level::Multiple;
            call.beside.get_or_insert(partner);
        }
    }
}

/// Collectives whose order is left to chance.
fn find_faults(execution: &Execution<'_, '_, '_>, found: &mut TeamCalls) {
    let is_known = |call: &&TeamCall| !call.is_open && call.call.procedure.collective().is_some();
    let collectives: Vec<&TeamCall> = found.calls.iter().filter(is_known).collect();
    let mut faults = Vec::new();
    let mut unproven = false;
    let mut names: FxHashMap<NodeId, Communicator> = FxHashMap::default();
    for call in &collectives {
        names.insert(call.node, communicator(execution, call));
    }
    for (index, call) in collectives.iter().enumerate() {
        let own = &names[&call.node];
        let repeats = call.who == Who::Many || execution.may_overlap(call.node, call.node);
        // It may be called once (MPI 4.0, 11.2.2), lock or not.
        let is_last = call.call.procedure.name == "MPI_Finalize";
        if repeats && (is_last || !is_guarded(execution, call.node)) {
            if *own != Communicator::PerThread {
                faults.push(CollectiveFault::InParallel(call.node));
                continue;
            }
            // Whether they are different ones, the handles tell.
            unproven = true;
        }
        for other in &collectives[..index] {
            let apart = [own, &names[&other.node]];
            let beside = other.who != Who::Many
                && call.who != Who::Many
                && execution.may_overlap(call.node, other.node)
                && !are_in_order(execution, call, other);
            let in_turns =
                guarded_apart(execution, call, other) || take_turns(execution, call, other);
            if !are_apart(apart) && (beside || in_turns) {
                faults.push(in_source_order(execution, call.node, other.node));
            }
        }
    }
    found.faults = faults;
    found.unproven |= unproven;
}

/// Under one lock, the same operation in any order is the same sequence.
fn are_in_order(execution: &Execution<'_, '_, '_>, one: &TeamCall, other: &TeamCall) -> bool {
    are_alike(execution, one, other) && execution.may_exclude_each_other(one.node, other.node)
}

/// Several threads call both, each under a lock of its own, or in turns of which nobody knows the order.
fn guarded_apart(execution: &Execution<'_, '_, '_>, one: &TeamCall, other: &TeamCall) -> bool {
    let many = |call: &TeamCall| call.who == Who::Many && is_guarded(execution, call.node);
    many(one)
        && many(other)
        && !execution.may_exclude_each_other(one.node, other.node)
        && !execution.held(one.node).is_empty()
}

/// Several threads call them under one lock, but not while they keep it: whose turn is first is left to chance.
fn take_turns(execution: &Execution<'_, '_, '_>, one: &TeamCall, other: &TeamCall) -> bool {
    let (here, there) = (one.node, other.node);
    let held = execution.held(there);
    let common: Vec<LockName> =
        execution.held(here).into_iter().filter(|lock| held.contains(lock)).collect();
    let keeps = |from: NodeId, to: NodeId| {
        common
            .iter()
            .any(|lock| locks::without_release(execution.team, &[from], Some(lock)).contains(&to))
    };
    (one.who == Who::Many || other.who == Who::Many)
        && !are_alike(execution, one, other)
        && common.iter().any(LockName::is_fixed)
        && !common.contains(&LockName::Order)
        && execution.may_overlap(here, there)
        && !keeps(here, there)
        && !keeps(there, here)
}

fn in_source_order(
    execution: &Execution<'_, '_, '_>,
    one: NodeId,
    other: NodeId,
) -> CollectiveFault {
    let place = |node: NodeId| &execution.team.node(node).location;
    match place(one) >= place(other) {
        true => CollectiveFault::Concurrent(one, other),
        false => CollectiveFault::Concurrent(other, one),
    }
}

/// What names a communicator.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Communicator {
    /// A constant handle.
    Constant(i64),
    /// What a variable holds.
    Variable(LockName),
    /// A member, so many bytes behind what a function is handed the address of, by callers that are not seen.
    Member(InstanceId, ValueId, i64),
    /// Each thread has its own.
    PerThread,
    /// Not known.
    Unknown,
}

/// Are two communicators surely different, as far as their variables tell?
fn are_apart(both: [&Communicator; 2]) -> bool {
    match both {
        [Communicator::Unknown, _] | [_, Communicator::Unknown] => false,
        [Communicator::PerThread, Communicator::PerThread] => true,
        // Another structure, or variable, may be the same one.
        [Communicator::Member(one, of, at), Communicator::Member(other, of_other, at_other)] => {
            (one, of) == (other, of_other) && at != at_other
        }
        [Communicator::Member(..), _] | [_, Communicator::Member(..)] => false,
        [one, other] => one != other,
    }
}

fn communicator(execution: &Execution<'_, '_, '_>, call: &TeamCall) -> Communicator {
    let procedure = call.call.procedure;
    let handle = procedure.params.iter().position(|param| {
        matches!(param.kind, ParamKind::Communicator | ParamKind::Window | ParamKind::File)
            && param.direction != Direction::Out
    });
    let Some(param) = handle else { return Communicator::Unknown };
    let Some((instance, argument)) = argument(execution, call, param) else {
        return Communicator::Unknown;
    };
    let by_address = call.call.by_address(param);
    let thread = execution.first_thread();
    let handle = match by_address {
        true => execution.values.read(instance, argument, thread),
        false => execution.values.evaluate(instance, argument, thread),
    };
    match handle {
        Dependence::PerThread | Dependence::Known { varies: true, .. } => Communicator::PerThread,
        Dependence::Known { value, .. } => Communicator::Constant(value),
        _ => named(execution, instance, argument, by_address),
    }
}

/// What a call is handed for a parameter, and in which instance.
fn argument(
    execution: &Execution<'_, '_, '_>,
    call: &TeamCall,
    param: usize,
) -> Option<(InstanceId, ValueId)> {
    let node = execution.team.node(call.node);
    let function = execution.team.instances[node.instance.index()].function;
    let block = &execution.values.program().function(function).blocks[node.block.index()];
    let Event::Call(site) = block.events.get(node.event as usize)? else { return None };
    let argument = site.arguments.get(call.call.argument(param)?)?;
    Some((node.instance, *argument))
}

/// Is it the same operation, as far as is known: by its name, and by root, operator and datatypes where these are
/// constants?
fn are_alike(execution: &Execution<'_, '_, '_>, one: &TeamCall, other: &TeamCall) -> bool {
    let procedure = one.call.procedure;
    let is_asked = |kind: ParamKind| {
        matches!(kind, ParamKind::Root | ParamKind::Operation | ParamKind::Datatype)
    };
    let differs = |(param, _): (usize, &mpi::Param)| {
        let both = [one, other].map(|call| constant(execution, call, param));
        matches!(both, [Some(here), Some(there)] if here != there)
    };
    let params = procedure.params.iter().enumerate();
    procedure.name == other.call.procedure.name
        && !params.filter(|(_, param)| is_asked(param.kind) && !param.array).any(differs)
}

/// The constant that a call is handed for a parameter: a number, or an object that stands for one.
fn constant(execution: &Execution<'_, '_, '_>, call: &TeamCall, param: usize) -> Option<Constant> {
    let (instance, argument) = argument(execution, call, param)?;
    let thread = execution.first_thread();
    let value = match *execution.values.function_of(instance).value(argument) {
        _ if call.call.by_address(param) => execution.values.read(instance, argument, thread),
        Value::Global(object) => return Some(Constant::Object(object)),
        _ => execution.values.evaluate(instance, argument, thread),
    };
    match value {
        Dependence::Known { value, varies: false } => Some(Constant::Number(value)),
        _ => None,
    }
}

/// A constant argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Constant {
    Number(i64),
    Object(GlobalId),
}

/// The variable a handle is read from, or whose address it is.
fn named(
    execution: &Execution<'_, '_, '_>,
    mut instance: InstanceId,
    mut value: ValueId,
    mut through_memory: bool,
) -> Communicator {
    /// Calls a handle is handed down through.
    const LIMIT: usize = 64;
    let mut distance = 0;
    for _ in 0..LIMIT {
        let function = execution.values.function_of(instance);
        let at = address(function, value);
        let Some(offset) = at.offset else { return Communicator::Unknown };
        distance += offset;
        match function.value(at.root) {
            Value::Load { address: pointer } if !through_memory => {
                (value, through_memory) = (*pointer, true);
            }
            // What is pointed to by what the region was handed.
            Value::Load { address: pointer } => match execution.values.stored(instance, *pointer) {
                Some(up) => (instance, value) = up,
                None => return Communicator::Unknown,
            },
            Value::Global(global) => {
                return Communicator::Variable(LockName::Variable(*global, distance));
            }
            Value::Parameter(index) => match execution.values.handed(instance, *index) {
                Some(up) => (instance, value) = up,
                None if through_memory => return Communicator::Member(instance, at.root, distance),
                None => return Communicator::Unknown,
            },
            Value::Result { .. } if !through_memory => {
                match execution.values.answer(instance, at.root) {
                    Some(inner) => (instance, value) = inner,
                    None => return Communicator::Unknown,
                }
            }
            Value::Result { block, event }
                if through_memory && is_threads_own(execution, instance, (*block, *event)) =>
            {
                return Communicator::PerThread;
            }
            Value::Stack | Value::Result { .. } if through_memory => {
                return held_by(execution, instance, at.root, distance);
            }
            _ => return Communicator::Unknown,
        }
    }
    Communicator::Unknown
}

/// Is what a call answers the address of storage each thread has for itself (`threadprivate`, `thread_local`)?
fn is_threads_own(
    execution: &Execution<'_, '_, '_>,
    instance: InstanceId,
    (block, event): (BlockId, u32),
) -> bool {
    let function = execution.values.function_of(instance);
    let event =
        function.blocks.get(block.index()).and_then(|block| block.events.get(event as usize));
    let Some(Event::Call(site)) = event else { return false };
    let Callee::Direct(callee) = site.callee else { return false };
    let callee = execution.values.program().function(callee);
    openmp::construct_of(callee, function, &site.arguments) == Some(Construct::ThreadPrivate)
}

/// What a variable of a function's own holds: a predefined communicator, if that is all that is put there.
fn held_by(
    execution: &Execution<'_, '_, '_>,
    instance: InstanceId,
    object: ValueId,
    distance: i64,
) -> Communicator {
    match execution.values.only_store(instance, object, distance) {
        Some(Value::Integer(handle)) => Communicator::Constant(*handle),
        Some(Value::Global(global)) => Communicator::Variable(LockName::Variable(*global, 0)),
        _ => Communicator::Variable(LockName::Value(instance.0, object, distance)),
    }
}

/// The regions of one thread at most around a call, in words: what makes its level.
#[must_use]
pub fn innermost(execution: &Execution<'_, '_, '_>, node: NodeId) -> Option<(Letter, NodeId)> {
    let around: Vec<(Letter, NodeId)> = execution
        .team
        .regions_around(node)
        .map(|(_, region)| (region.letter.clone(), region.enter))
        .collect();
    around.into_iter().find(|(letter, _)| {
        letter.is_single() || matches!(letter, Letter::Loop | Letter::Critical(_) | Letter::Ordered)
    })
}
