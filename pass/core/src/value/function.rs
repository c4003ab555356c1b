//! The values of one function: sites, memory, expressions, and the summary its callers use.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::address::Addresses;
use super::expression::{Dependence, Derivation, Expression, ExpressionId, Input};
use super::library::{self, Departure, Effect};
use super::memory::{Memory, Node, NodeId};
use super::place::{Place, PlaceId, Root};
use super::{Context, Origin, ValueSummary};
use crate::components::strongly_connected;
use crate::finding::Location;
use crate::graph::{Block as GraphBlock, Dominators, FlowGraph};
use crate::mpi::{self, Binding, ParamKind};
use crate::program::{
    BlockId, Callee, CallSite, Event, Function, FunctionId, Terminator, Value, ValueId,
};

/// What a call site calls.
#[derive(Clone, Debug)]
pub enum Target {
    /// An MPI procedure.
    Mpi(mpi::Call),
    /// A function of the program that has a summary.
    Known(FunctionId),
    /// One of some functions of the program, through a pointer.
    Candidates(Vec<FunctionId>),
    /// A library function we know.
    Library(Effect),
    /// Anything else.
    Unknown,
}

impl Target {
    /// The functions of the program it may be.
    fn callees(&self) -> Vec<FunctionId> {
        match self {
            Self::Known(callee) => vec![*callee],
            Self::Candidates(candidates) => candidates.clone(),
            _ => Vec::new(),
        }
    }
}

/// A call site of the function.
#[derive(Clone, Debug)]
pub struct Site {
    /// Its block.
    pub block: BlockId,
    /// Its event in the block.
    pub event: usize,
    /// What it calls.
    pub target: Target,
    /// For known functions: the node bound to each input of the callee.
    pub bindings: FxHashMap<Input, NodeId>,
    /// For MPI calls: the node of each parameter's value (behind the address in Fortran).
    pub parameters: Vec<Option<NodeId>>,
    /// For library functions: what stands where their arguments point.
    pub contents: Vec<NodeId>,
}

/// The values of a function.
#[derive(Debug)]
pub struct FunctionValues {
    /// Call sites in program order.
    pub sites: Vec<Site>,
    /// Site by block and event.
    pub site_at: FxHashMap<(BlockId, usize), usize>,
    /// The expression of each node; the first ones are those of the function's values.
    pub expressions: Vec<ExpressionId>,
}

impl FunctionValues {
    /// The expression of a value.
    #[must_use]
    pub fn of(&self, value: ValueId) -> ExpressionId {
        self.expressions[value.index()]
    }

    /// The expression of an MPI call's parameter.
    #[must_use]
    pub fn parameter(&self, site: usize, parameter: usize) -> Option<ExpressionId> {
        let node = (*self.sites[site].parameters.get(parameter)?)?;
        Some(self.expressions[node.index()])
    }
}

/// Outputs a summary keeps at most; what is beyond is not known to callers.
const OUTPUT_LIMIT: usize = 512;
/// Blocks between a join and its dominator that are looked through for the conditions deciding it.
const REGION_LIMIT: usize = 4096;
/// Label of a way out of a loop.
const WAY_OUT: u64 = 1 << 63;
/// Label of a block that decides, with its number.
const DECIDES: u64 = 1 << 62;
/// Blocks between a join and its dominator whose paths are followed one by one.
const EXACT_LIMIT: usize = 64;

/// Analyses a function whose callees' summaries are in the context.
pub fn analyze(
    context: &mut Context<'_>,
    id: FunctionId,
    extra_inputs: &dyn Fn(FunctionId) -> Vec<Input>,
) -> (FunctionValues, ValueSummary) {
    let program = context.program;
    let function = program.function(id);
    let mut builder = Builder::new(context, id, function, extra_inputs);
    builder.find_sites();
    builder.find_places();
    builder.define();
    builder.bind();
    let exits = builder.exits();
    let expressions = Solver::new(&mut builder).solve();
    builder.finish(expressions, exits)
}

struct Builder<'c, 'p> {
    context: &'c mut Context<'p>,
    id: FunctionId,
    function: &'p Function,
    extra_inputs: &'c dyn Fn(FunctionId) -> Vec<Input>,
    addresses: Addresses,
    memory: Memory,
    sites: Vec<Site>,
    site_at: FxHashMap<(BlockId, usize), usize>,
    places_of: FxHashMap<Root, Vec<PlaceId>>,
    predecessors: Vec<Vec<BlockId>>,
    successors: Vec<Vec<GraphBlock>>,
    dominators: Dominators,
    /// The node a load reads.
    loads: FxHashMap<ValueId, NodeId>,
    /// Whether the call at a block's end throws.
    thrown: FxHashMap<BlockId, NodeId>,
    regions: FxHashMap<BlockId, Rc<Region>>,
}

/// What is known when the function returns.
struct Exits {
    result: Option<NodeId>,
    /// 1 where an exception leaves the function, else 0.
    thrown: Option<NodeId>,
    returned: Option<ValueId>,
    outputs: Vec<(PlaceId, NodeId)>,
}

/// The blocks between a join and its immediate dominator.
#[derive(Clone, Debug)]
struct Region {
    dominator: Option<BlockId>,
    blocks: Vec<BlockId>,
    /// Without loops and small enough to follow the paths.
    exact: bool,
}

impl<'c, 'p> Builder<'c, 'p> {
    fn new(
        context: &'c mut Context<'p>,
        id: FunctionId,
        function: &'p Function,
        extra_inputs: &'c dyn Fn(FunctionId) -> Vec<Input>,
    ) -> Self {
        let count = function.blocks.len();
        let mut successors = vec![Vec::new(); count + 1];
        let mut predecessors = vec![Vec::new(); count + 1];
        for (index, block) in function.blocks.iter().enumerate() {
            let mut targets = match context.departure_of(block) {
                // What follows a call that never returns is not reached.
                Some(Departure::Throws) => match block.terminator {
                    Terminator::Invoke { unwind, .. } => vec![unwind],
                    _ => Vec::new(),
                },
                Some(_) => Vec::new(),
                None => block.terminator.successors(),
            };
            let leaves = match context.departure_of(block) {
                None => matches!(block.terminator, Terminator::Return(_) | Terminator::Resume),
                // Thrown, and not caught in this function.
                Some(departure) => departure == Departure::Throws && targets.is_empty(),
            };
            if leaves {
                targets.push(BlockId::new(count));
            }
            targets.sort_unstable();
            targets.dedup();
            for target in targets {
                successors[index].push(GraphBlock(target.0));
                predecessors[target.index()].push(BlockId::new(index));
            }
        }
        let graph = FlowGraph::new(GraphBlock(0), &successors);
        let dominators = Dominators::new(&graph);
        let addresses = Addresses::new(context, function);
        let memory = Memory::new(function, predecessors.clone());
        Self {
            context,
            id,
            function,
            extra_inputs,
            addresses,
            memory,
            sites: Vec::new(),
            site_at: FxHashMap::default(),
            places_of: FxHashMap::default(),
            predecessors,
            successors,
            dominators,
            loads: FxHashMap::default(),
            thrown: FxHashMap::default(),
            regions: FxHashMap::default(),
        }
    }

    fn call(&self, block: BlockId, event: usize) -> &'p CallSite {
        match &self.function.blocks[block.index()].events[event] {
            Event::Call(site) => site,
            other => unreachable!("site at {other:?}"),
        }
    }

    fn events(&self) -> Vec<(BlockId, usize, &'p Event)> {
        let blocks = self.function.blocks.iter().enumerate();
        blocks
            .flat_map(|(b, block)| {
                let events = block.events.iter().enumerate();
                events.map(move |(e, event)| (BlockId::new(b), e, event))
            })
            .collect()
    }

    fn resolve(&mut self, value: ValueId) -> Option<Place> {
        self.addresses.resolve(self.context, self.function, value)
    }

    // ---- sites ----------------------------------------------------------------------------------

    fn find_sites(&mut self) {
        for (block, event, what) in self.events() {
            let Event::Call(call) = what else { continue };
            let target = self.target(call);
            self.site_at.insert((block, event), self.sites.len());
            self.sites.push(Site {
                block,
                event,
                target,
                bindings: FxHashMap::default(),
                parameters: Vec::new(),
                contents: Vec::new(),
            });
        }
    }

    fn target(&mut self, call: &CallSite) -> Target {
        match &call.callee {
            Callee::Direct(callee) => self.direct(*callee),
            Callee::Indirect { pointer, signature } => {
                let candidates = candidates(self.context, self.function, *pointer, *signature);
                match candidates.as_slice() {
                    [] => Target::Unknown,
                    [only] => self.direct(*only),
                    _ => Target::Candidates(candidates),
                }
            }
            Callee::Assembly => Target::Unknown,
        }
    }

    fn direct(&self, callee: FunctionId) -> Target {
        let name = &self.context.program.function(callee).name;
        if let Some(call) = mpi::lookup(name)
            && !self.context.program.function(callee).is_defined()
        {
            Target::Mpi(call)
        } else if self.context.summaries[callee.index()].is_some() {
            Target::Known(callee)
        } else if let Some(effect) = library::effect(name) {
            Target::Library(effect)
        } else {
            Target::Unknown
        }
    }

    // ---- places ---------------------------------------------------------------------------------

    fn note_place(&mut self, place: Place) -> PlaceId {
        let id = self.context.places.intern(place);
        let known = self.places_of.entry(place.root).or_default();
        if !known.contains(&id) {
            known.push(id);
        }
        id
    }

    /// Every place the function or its callees read or write by name, so that a call which fills a
    /// whole object knows its parts.
    fn find_places(&mut self) {
        for (_, _, event) in self.events() {
            let addresses: Vec<ValueId> = match event {
                Event::Load(value) => match self.function.value(*value) {
                    Value::Load { address } => vec![*address],
                    _ => Vec::new(),
                },
                Event::Store { address, .. } => vec![*address],
                Event::Copy { to, from, .. } => vec![*to, *from],
                Event::Call(_) => Vec::new(),
            };
            for address in addresses {
                if let Some(place) = self.resolve(address) {
                    self.note_place(place);
                }
            }
        }
        for index in 0..self.sites.len() {
            let call = self.call(self.sites[index].block, self.sites[index].event);
            match self.sites[index].target.clone() {
                target @ (Target::Known(_) | Target::Candidates(_)) => {
                    let callees = target.callees();
                    let places: Vec<_> =
                        callees.into_iter().flat_map(|callee| self.named_places(callee)).collect();
                    for place in places {
                        let place = self.context.places.get(place);
                        if let Some(place) =
                            self.addresses.translate(self.context, self.function, call, place)
                        {
                            self.note_place(place);
                        }
                    }
                }
                Target::Mpi(_) => {
                    for argument in &call.arguments {
                        if let Some(place) = self.resolve(*argument) {
                            self.note_place(place);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// Places of the callee's that a caller can name: inputs and outputs.
    fn named_places(&self, callee: FunctionId) -> Vec<PlaceId> {
        let Some(summary) = &self.context.summaries[callee.index()] else { return Vec::new() };
        let inputs = self.inputs_of(callee);
        let inputs = inputs.into_iter().filter_map(|input| match input {
            Input::Memory(place) => Some(place),
            Input::Parameter(_) => None,
        });
        inputs.chain(summary.outputs.iter().map(|(place, _)| *place)).collect()
    }

    fn inputs_of(&self, callee: FunctionId) -> Vec<Input> {
        let mut inputs = (self.extra_inputs)(callee);
        if let Some(summary) = &self.context.summaries[callee.index()] {
            inputs.extend(summary.inputs.iter().copied());
        }
        inputs.sort_unstable();
        inputs.dedup();
        inputs
    }

    /// Known places of the object at and behind `place`; all of them when it is one of an array.
    fn places_from(&self, place: Place) -> Vec<PlaceId> {
        let known = self.places_of.get(&place.root).map_or(&[][..], Vec::as_slice);
        let behind = |id: &PlaceId| self.context.places.get(*id).offset >= place.offset;
        known.iter().copied().filter(behind).collect()
    }

    // ---- definitions ----------------------------------------------------------------------------

    fn is_local(&self, place: PlaceId) -> bool {
        let place = self.context.places.get(place);
        matches!(place.root, Root::Stack(_) | Root::Heap(_))
    }

    fn read(&mut self, place: PlaceId, block: BlockId, event: usize) -> NodeId {
        let local = self.is_local(place);
        self.memory.read(place, block, event, local)
    }

    fn define(&mut self) {
        for (block, event, what) in self.events() {
            match what {
                Event::Load(_) => {}
                Event::Store { address, value } => {
                    if let Some(place) = self.resolve(*address) {
                        let new = NodeId::new(value.index());
                        self.write(block, event, place, new);
                    }
                }
                Event::Copy { to, from, bytes } => self.copy(block, event, *to, *from, *bytes),
                Event::Call(_) => self.define_call(block, event),
            }
        }
    }

    /// Writes one place; an element of an array may be another than the one read later.
    fn write(&mut self, block: BlockId, event: usize, place: Place, new: NodeId) {
        let id = self.note_place(place);
        let node = if place.array {
            let old = self.read_lazily(id, block, event);
            self.memory.push(Node::Either(old, new))
        } else {
            new
        };
        self.memory.define(block, event, id, node);
    }

    /// A read during definition: later blocks' definitions are not known yet, so the node is filled
    /// when all are.
    fn read_lazily(&mut self, place: PlaceId, block: BlockId, event: usize) -> NodeId {
        let placeholder = self.memory.push(Node::Undefined);
        self.memory.deferred.push((placeholder, place, block, event));
        placeholder
    }

    fn copy(
        &mut self,
        block: BlockId,
        event: usize,
        to: ValueId,
        from: ValueId,
        bytes: Option<i64>,
    ) {
        let (Some(to), Some(from)) = (self.resolve(to), self.resolve(from)) else { return };
        let mut offsets: Vec<(i64, bool)> = Vec::new();
        for (place, base) in [(to, to.offset), (from, from.offset)] {
            for id in self.places_from(place) {
                let part = self.context.places.get(id);
                let relative = part.offset - base;
                if bytes.is_none_or(|bytes| relative < bytes) {
                    offsets.push((relative, part.array));
                }
            }
        }
        offsets.sort_unstable();
        offsets.dedup();
        for (relative, array) in offsets {
            let part = |place: Place| Place {
                root: place.root,
                offset: if place.array { place.offset } else { place.offset + relative },
                array: place.array || array,
            };
            let source = self.note_place(part(from));
            let node = self.read_lazily(source, block, event);
            let target = self.note_place(part(to));
            self.memory.define(block, event, target, node);
        }
    }

    fn define_call(&mut self, block: BlockId, event: usize) {
        let index = self.site_at[&(block, event)];
        let call = self.call(block, event);
        match self.sites[index].target.clone() {
            Target::Mpi(procedure) => self.define_mpi(index, call, procedure),
            Target::Known(callee) => {
                let invoked = matches!(
                    self.function.blocks[block.index()].terminator,
                    Terminator::Invoke { .. }
                );
                let summary = self.context.summaries[callee.index()].as_ref();
                if invoked && summary.is_some_and(|summary| summary.thrown.is_some()) {
                    let node = self.memory.push(Node::Thrown { site: index });
                    self.thrown.insert(block, node);
                }
                let outputs = self.context.summaries[callee.index()]
                    .as_ref()
                    .map(|summary| summary.outputs.clone())
                    .unwrap_or_default();
                for (output, (place, _)) in outputs.into_iter().enumerate() {
                    let place = self.context.places.get(place);
                    let place =
                        self.addresses.translate(self.context, self.function, call, place);
                    if let Some(place) = place {
                        let node = self.memory.push(Node::Output { site: index, output });
                        self.write(block, event, place, node);
                    }
                }
            }
            Target::Library(Effect::Pure | Effect::Allocates) => {}
            Target::Library(_) | Target::Unknown | Target::Candidates(_) => {
                for argument in &call.arguments {
                    self.define_external(index, *argument);
                }
            }
        }
    }

    /// The place an argument is the address of, if it can be written.
    fn address_argument(&mut self, argument: ValueId) -> Option<Place> {
        let is_address = !matches!(
            self.function.value(argument),
            Value::Integer(_) | Value::Null | Value::Undefined | Value::Function(_)
        );
        let place = self.resolve(argument).filter(|_| is_address)?;
        match place.root {
            Root::Global(global) if self.context.program.globals[global.index()].constant => None,
            _ => Some(place),
        }
    }

    /// An unknown function may write what it is handed the address of.
    fn define_external(&mut self, site: usize, argument: ValueId) {
        let Some(place) = self.address_argument(argument) else { return };
        let (block, event) = (self.sites[site].block, self.sites[site].event);
        for id in self.places_from(place) {
            let node = self.memory.push(Node::External { site });
            self.memory.define(block, event, id, node);
        }
    }

    fn define_mpi(&mut self, site: usize, call: &CallSite, procedure: mpi::Call) {
        let (block, event) = (self.sites[site].block, self.sites[site].event);
        for (parameter, param) in procedure.procedure.params.iter().enumerate() {
            if mpi::output(procedure.procedure, parameter).is_none() {
                continue;
            }
            let Some(argument) =
                procedure.argument(parameter).and_then(|at| call.arguments.get(at))
            else {
                continue;
            };
            let Some(place) = self.resolve(*argument) else { continue };
            let node = self.memory.push(Node::Mpi { site, parameter });
            let one = !param.array
                && param.kind != ParamKind::Status
                && (param.kind != ParamKind::Buffer
                    || self.is_one_basic_element(call, procedure, parameter));
            if one || place.array {
                self.write(block, event, place, node);
                continue;
            }
            self.note_place(place);
            for id in self.places_from(place) {
                self.memory.define(block, event, id, node);
            }
        }
        if let Some(at) = procedure.ierror()
            && let Some(place) = call.arguments.get(at).and_then(|a| self.resolve(*a))
        {
            let node = self.memory.push(Node::Mpi { site, parameter: usize::MAX });
            self.write(block, event, place, node);
        }
    }

    /// The count that goes with the buffer is the constant 1 and the datatype a predefined one.
    fn is_one_basic_element(&self, call: &CallSite, mpi: mpi::Call, buffer: usize) -> bool {
        let parameter = |kind: ParamKind| {
            let params = mpi.procedure.params.iter().enumerate().skip(buffer + 1);
            params
                .filter(|(_, param)| param.kind == kind)
                .find_map(|(index, _)| mpi.argument(index))
                .and_then(|at| call.arguments.get(at))
                .map(|value| self.function.value(*value))
        };
        let globals = &self.context.program.globals;
        let one = match parameter(ParamKind::Count) {
            Some(Value::Integer(1)) => true,
            Some(Value::Global(global)) => {
                let global = &globals[global.index()];
                global.constant && global.initial == [(0, 1)]
            }
            _ => false,
        };
        let basic = match parameter(ParamKind::Datatype) {
            // MPICH's handles of basic types have the size in them; pairs for MINLOC are others.
            Some(Value::Integer(handle)) => (handle >> 24) & 0xff == 0x4c && handle & 0xff != 0x16,
            Some(Value::Global(global)) => {
                let name = globals[global.index()].name.trim_start_matches("ompi_mpi_");
                const PAIRS: [&str; 9] = [
                    "float_int", "double_int", "longdbl_int", "long_int", "short_int", "2int",
                    "2integer", "2real", "2dblprec",
                ];
                !PAIRS.contains(&name)
            }
            _ => false,
        };
        one && basic
    }

    // ---- reads ----------------------------------------------------------------------------------

    fn bind(&mut self) {
        let deferred = std::mem::take(&mut self.memory.deferred);
        let mut aliases = Vec::new();
        for (placeholder, place, block, event) in deferred {
            let node = self.read(place, block, event);
            aliases.push((placeholder, node));
        }
        for (placeholder, node) in aliases {
            self.memory.nodes[placeholder.index()] = Node::Either(node, node);
        }
        for (block, event, what) in self.events() {
            match what {
                Event::Load(value) => {
                    let Value::Load { address } = self.function.value(*value) else { continue };
                    if let Some(place) = self.resolve(*address) {
                        let place = self.note_place(place);
                        let node = self.read(place, block, event);
                        self.loads.insert(*value, node);
                    }
                }
                Event::Call(call) => self.bind_call(block, event, call),
                _ => {}
            }
        }
    }

    fn bind_call(&mut self, block: BlockId, event: usize, call: &CallSite) {
        let index = self.site_at[&(block, event)];
        match self.sites[index].target.clone() {
            target @ (Target::Known(_) | Target::Candidates(_)) => {
                // Parameters and memory mean the same to all functions the call may reach.
                let callees = target.callees();
                let inputs: Vec<_> =
                    callees.into_iter().flat_map(|callee| self.inputs_of(callee)).collect();
                for input in inputs {
                    if let Some(node) = self.bind_input(block, event, call, input) {
                        self.sites[index].bindings.insert(input, node);
                    }
                }
            }
            Target::Mpi(procedure) => {
                let count = procedure.procedure.params.len();
                let parameters = (0..count)
                    .map(|parameter| self.bind_parameter(block, event, call, procedure, parameter))
                    .collect();
                self.sites[index].parameters = parameters;
            }
            Target::Library(Effect::Pure | Effect::Fills) => {
                for argument in &call.arguments {
                    if let Some(place) = self.address_argument(*argument) {
                        let place = self.note_place(place);
                        let node = self.read(place, block, event);
                        self.sites[index].contents.push(node);
                    }
                }
            }
            _ => {}
        }
    }

    fn bind_input(
        &mut self,
        block: BlockId,
        event: usize,
        call: &CallSite,
        input: Input,
    ) -> Option<NodeId> {
        match input {
            Input::Parameter(index) => {
                call.arguments.get(index as usize).map(|value| NodeId::new(value.index()))
            }
            Input::Memory(place) => {
                let place = self.context.places.get(place);
                let place =
                    self.addresses.translate(self.context, self.function, call, place)?;
                let place = self.note_place(place);
                Some(self.read(place, block, event))
            }
        }
    }

    /// The value of an MPI parameter: the argument itself, or what it points to.
    fn bind_parameter(
        &mut self,
        block: BlockId,
        event: usize,
        call: &CallSite,
        procedure: mpi::Call,
        parameter: usize,
    ) -> Option<NodeId> {
        let argument = *call.arguments.get(procedure.argument(parameter)?)?;
        let param = &procedure.procedure.params[parameter];
        let text = matches!(
            param.kind,
            ParamKind::Buffer | ParamKind::String | ParamKind::Function | ParamKind::State
        );
        if !procedure.by_address(parameter) || text {
            return Some(NodeId::new(argument.index()));
        }
        let place = self.resolve(argument)?;
        let place = self.note_place(place);
        Some(self.read(place, block, event))
    }

    fn exits(&mut self) -> Exits {
        let exit = BlockId::new(self.function.blocks.len());
        let mut returns = Vec::new();
        for (index, block) in self.function.blocks.iter().enumerate() {
            let reached = self.predecessors[exit.index()].contains(&BlockId::new(index));
            if let (Terminator::Return(Some(value)), true) = (&block.terminator, reached) {
                let value = *value;
                returns.push((BlockId::new(index), NodeId::new(value.index())));
            }
        }
        let returned = match returns.as_slice() {
            [(_, only)] => Some(ValueId(only.0)),
            _ => None,
        };
        let result = match returns.as_slice() {
            [] => None,
            [(_, only)] => Some(*only),
            _ => Some(self.memory.push(Node::Phi { block: exit, incoming: returns })),
        };
        let thrown = self.thrown_at_exit(exit);
        let mut outputs = Vec::new();
        if !self.predecessors[exit.index()].is_empty() {
            for place in self.memory.defined_places() {
                if outputs.len() >= OUTPUT_LIMIT {
                    break;
                }
                let root = self.context.places.get(place).root;
                let fresh = matches!(root, Root::Heap(value) if Some(value) == returned)
                    || self.addresses.holder(self.context, root).is_some();
                if fresh || !self.context.places.is_local(place) {
                    let node = self.read(place, exit, 0);
                    outputs.push((place, node));
                }
            }
        }
        Exits { result, thrown, returned, outputs }
    }

    /// Whether an exception leaves the function, as a value joined at its exit.
    fn thrown_at_exit(&mut self, exit: BlockId) -> Option<NodeId> {
        let ways: Vec<(BlockId, bool)> = self.predecessors[exit.index()]
            .iter()
            .map(|from| {
                let block = &self.function.blocks[from.index()];
                let returns = matches!(block.terminator, Terminator::Return(_));
                (*from, !returns || self.context.departure_of(block).is_some())
            })
            .collect();
        if !ways.iter().any(|(_, throws)| *throws) || ways.iter().all(|(_, throws)| *throws) {
            return None;
        }
        let [no, yes] = [0, 1].map(|number| self.memory.push(Node::Number(number)));
        let incoming =
            ways.into_iter().map(|(from, throws)| (from, if throws { yes } else { no })).collect();
        Some(self.memory.push(Node::Phi { block: exit, incoming }))
    }

    // ---- regions between a join and its dominator -----------------------------------------------

    fn region(&mut self, join: BlockId) -> Rc<Region> {
        if let Some(known) = self.regions.get(&join) {
            return known.clone();
        }
        let region = Rc::new(self.compute_region(join));
        self.regions.insert(join, region.clone());
        region
    }

    fn compute_region(&self, join: BlockId) -> Region {
        let dominator = self.dominators.immediate(GraphBlock(join.0)).map(|b| BlockId(b.0));
        let mut blocks = Vec::new();
        let mut seen = FxHashSet::default();
        let mut work: Vec<BlockId> = self.predecessors[join.index()].clone();
        let mut exact = dominator.is_some();
        // Backwards from the join to its dominator: the blocks whose branches choose the edge taken.
        while let Some(block) = work.pop() {
            if !seen.insert(block) {
                continue;
            }
            if block == join {
                // The head of a loop may be where it is left.
                exact = false;
                blocks.push(block);
                continue;
            }
            if blocks.len() >= REGION_LIMIT {
                exact = false;
                break;
            }
            blocks.push(block);
            if Some(block) != dominator {
                work.extend(self.predecessors[block.index()].iter().copied());
            }
        }
        exact = exact && blocks.len() <= EXACT_LIMIT && !self.has_cycle(&seen, dominator);
        Region { dominator, blocks, exact }
    }

    /// Is there a loop among the blocks, the dominator's own predecessors aside?
    fn has_cycle(&self, blocks: &FxHashSet<BlockId>, dominator: Option<BlockId>) -> bool {
        let mut order: Vec<BlockId> = blocks.iter().copied().collect();
        order.sort_unstable();
        let index: FxHashMap<BlockId, usize> =
            order.iter().enumerate().map(|(at, block)| (*block, at)).collect();
        let edges: Vec<Vec<usize>> = order
            .iter()
            .map(|block| {
                let targets = self.targets(*block).into_iter();
                targets
                    .filter(|target| Some(*target) != dominator)
                    .filter_map(|target| index.get(&target).copied())
                    .collect()
            })
            .collect();
        strongly_connected(&edges).iter().any(|component| {
            component.len() > 1 || edges[component[0]].contains(&component[0])
        })
    }

    /// Where control may go from a block; the function's exit is the block after the last one.
    fn targets(&self, block: BlockId) -> Vec<BlockId> {
        let Some(ends) = self.successors.get(block.index()) else { return Vec::new() };
        ends.iter().map(|target| BlockId(target.0)).collect()
    }

    /// The values whose branches decide which of the differing `values` enters a join: blocks from
    /// which control may come to the join with one value or another. At the head of a loop, leaving
    /// the loop counts as another value: how often it ran is part of what its variables are.
    fn deciding_nodes(&mut self, join: BlockId, incoming: &[(BlockId, NodeId)]) -> Vec<NodeId> {
        let region = self.region(join);
        let mut numbers: FxHashMap<NodeId, u64> = FxHashMap::default();
        let mut label_of_edge: FxHashMap<BlockId, u64> = FxHashMap::default();
        for (from, node) in incoming {
            let next = numbers.len() as u64;
            let label = *numbers.entry(*node).or_insert(next);
            label_of_edge.insert(*from, label);
        }
        let is_loop = incoming.iter().any(|(from, _)| {
            self.dominators.dominates(GraphBlock(join.0), GraphBlock(from.0))
        });
        let inside: FxHashSet<BlockId> = region.blocks.iter().copied().collect();
        // What a block's ways lead to: one value, the way out, or the next block that decides.
        let mut labels: FxHashMap<BlockId, u64> = FxHashMap::default();
        let label_of = |this: &Self, labels: &FxHashMap<BlockId, u64>, block: BlockId| {
            let mut found = None;
            for target in this.targets(block) {
                let label = match target {
                    _ if target == join => label_of_edge.get(&block).copied(),
                    _ if inside.contains(&target) => labels.get(&target).copied(),
                    _ if is_loop => Some(WAY_OUT),
                    _ => None,
                };
                match (found, label) {
                    (_, None) => {}
                    (None, Some(_)) => found = label,
                    (Some(known), Some(label)) if known == label => {}
                    _ => return Some(DECIDES | u64::from(block.0)),
                }
            }
            found
        };
        let mut work: Vec<BlockId> = region.blocks.clone();
        while let Some(block) = work.pop() {
            let decides = DECIDES | u64::from(block.0);
            if labels.get(&block) == Some(&decides) {
                continue;
            }
            let Some(label) = label_of(self, &labels, block) else { continue };
            if labels.insert(block, label) != Some(label) {
                let before = self.predecessors[block.index()].iter();
                work.extend(before.copied().filter(|from| inside.contains(from)));
            }
        }
        let mut nodes: Vec<NodeId> = Vec::new();
        for block in &region.blocks {
            if labels.get(block) == Some(&(DECIDES | u64::from(block.0)))
                && let Some(ends) = self.function.blocks.get(block.index())
            {
                let condition = ends.terminator.condition();
                nodes.extend(condition.map(|value| NodeId::new(value.index())));
                nodes.extend(self.thrown.get(block));
            }
        }
        nodes.sort_unstable();
        nodes.dedup();
        nodes
    }

    fn finish(self, expressions: Vec<ExpressionId>, exits: Exits) -> (FunctionValues, ValueSummary) {
        let result = exits.result.map(|node| expressions[node.index()]);
        let new_object = exits.returned.and_then(|value| {
            self.addresses.resolved(value).filter(|p| matches!(p.root, Root::Heap(_)))
        });
        let mut outputs = Vec::new();
        for (place, node) in exits.outputs {
            let Place { root, offset, array } = self.context.places.get(place);
            let seen = match root {
                Root::Heap(_) => {
                    let (root, start) = match self.addresses.holder(self.context, root) {
                        Some((pointer, start)) => (Root::Pointee(pointer), start),
                        None => (Root::Returned, new_object.map_or(0, |p| p.offset)),
                    };
                    self.context.places.intern(Place { root, offset: offset - start, array })
                }
                _ => place,
            };
            let expression = expressions[node.index()];
            let unchanged = self.context.expressions.get(expression)
                == &Expression::Input(Input::Memory(place));
            if !unchanged {
                outputs.push((seen, expression));
            }
        }
        let thrown = exits.thrown.map(|node| expressions[node.index()]);
        let mut inputs: Vec<Input> = Vec::new();
        for expression in result.iter().chain(&thrown).chain(outputs.iter().map(|(_, e)| e)) {
            inputs.extend(self.context.expressions.inputs(*expression));
        }
        inputs.sort_unstable();
        inputs.dedup();
        let summary = ValueSummary {
            inputs,
            result,
            thrown,
            returns_new_object: new_object.is_some(),
            outputs,
        };
        let values =
            FunctionValues { sites: self.sites, site_at: self.site_at, expressions };
        (values, summary)
    }
}

/// Functions an indirect call may reach: the one the pointer is known to hold, or those of the type
/// whose address is taken. More than eight are taken as unknown.
fn candidates(
    context: &Context<'_>,
    function: &Function,
    pointer: ValueId,
    signature: u64,
) -> Vec<FunctionId> {
    if let Value::Function(only) = function.value(pointer) {
        return vec![*only];
    }
    let found: Vec<_> = context
        .program
        .function_ids()
        .filter(|id| {
            let function = context.program.function(*id);
            function.address_taken && function.signature == signature && function.is_defined()
        })
        .take(9)
        .collect();
    if found.len() > 8 { Vec::new() } else { found }
}

/// Gives every node its expression, strongly connected components of the value graph first to last.
struct Solver<'b, 'c, 'p> {
    builder: &'b mut Builder<'c, 'p>,
    /// By node: the node it is a copy of, or itself.
    aliases: Vec<NodeId>,
    expressions: Vec<Option<ExpressionId>>,
}

impl<'b, 'c, 'p> Solver<'b, 'c, 'p> {
    fn new(builder: &'b mut Builder<'c, 'p>) -> Self {
        let count = builder.memory.nodes.len();
        let aliases = (0..count).map(NodeId::new).collect();
        Self { builder, aliases, expressions: vec![None; count] }
    }

    fn solve(mut self) -> Vec<ExpressionId> {
        self.find_aliases();
        let count = self.builder.memory.nodes.len();
        let operands: Vec<Vec<usize>> = (0..count)
            .map(|node| {
                let node = NodeId::new(node);
                let alias = self.alias(node);
                if alias != node {
                    return vec![alias.index()];
                }
                let operands = self.operands(node);
                operands.into_iter().map(|operand| self.alias(operand).index()).collect()
            })
            .collect();
        for component in strongly_connected(&operands) {
            match component.as_slice() {
                [node] if !operands[*node].contains(node) => {
                    let expression = self.compute(NodeId::new(*node));
                    self.expressions[*node] = Some(expression);
                }
                cycle => self.solve_cycle(cycle, &operands),
            }
        }
        self.expressions
            .into_iter()
            .map(|expression| expression.expect("every node is in a component"))
            .collect()
    }

    /// Values that feed back into themselves (loop counters) are opaque functions of what enters the
    /// cycle, each its own.
    fn solve_cycle(&mut self, cycle: &[usize], operands: &[Vec<usize>]) {
        let inside: FxHashSet<_> = cycle.iter().copied().collect();
        let mut entering = Vec::new();
        for node in cycle {
            for operand in &operands[*node] {
                if !inside.contains(operand) {
                    entering.extend(self.expressions[*operand]);
                }
            }
            entering.extend(self.own_leaf(NodeId::new(*node)));
        }
        entering.sort_unstable();
        entering.dedup();
        for node in cycle {
            let key = self.key(NodeId::new(*node));
            let expression = self.builder.context.expressions.opaque(key, entering.iter().copied());
            self.expressions[*node] = Some(expression);
        }
    }

    /// What a node depends on beyond its operands: the data of an MPI call, an unknown function.
    fn own_leaf(&mut self, node: NodeId) -> Option<ExpressionId> {
        match self.builder.memory.nodes[node.index()].clone() {
            Node::Mpi { site, parameter } => Some(self.mpi_output(site, parameter)),
            Node::External { site } => Some(self.external(site)),
            Node::Output { site, output } => Some(self.known_output(site, output)),
            Node::Value(value) => match self.builder.function.value(value) {
                Value::Result { block, event } => Some(self.call_result(value, *block, *event)),
                _ => None,
            },
            _ => None,
        }
    }

    fn key(&self, node: NodeId) -> u64 {
        (u64::from(self.builder.id.0) << 32) | u64::from(node.0) | (1 << 63)
    }

    // ---- operands -------------------------------------------------------------------------------

    fn operands(&mut self, node: NodeId) -> Vec<NodeId> {
        match self.builder.memory.nodes[node.index()].clone() {
            Node::Value(value) => self.value_operands(value),
            Node::Phi { block, incoming } => self.join_operands(block, &incoming),
            Node::Output { site, output } => self.output_operands(site, output),
            Node::Mpi { site, parameter } => self.mpi_operands(site, parameter),
            Node::Either(old, new) => vec![old, new],
            Node::External { site } => match self.builder.sites[site].target {
                Target::Library(Effect::Fills) => self.result_operands(site),
                _ => Vec::new(),
            },
            Node::Thrown { site } => self.thrown_operands(site),
            Node::Entry(_) | Node::Undefined | Node::Number(_) => Vec::new(),
        }
    }

    /// The joined values and what decides between them. An edge that is never taken joins nothing.
    fn join_operands(&mut self, block: BlockId, incoming: &[(BlockId, NodeId)]) -> Vec<NodeId> {
        let incoming = self.taken_edges(block, incoming);
        let mut values: Vec<NodeId> = incoming.iter().map(|(_, node)| *node).collect();
        values.sort_unstable();
        values.dedup();
        if values.len() > 1 {
            let deciding = self.builder.deciding_nodes(block, &incoming);
            values.extend(deciding.into_iter().map(|node| self.alias(node)));
        }
        values
    }

    /// The incoming values by edge, copies looked through.
    fn taken_edges(&self, block: BlockId, incoming: &[(BlockId, NodeId)]) -> Vec<(BlockId, NodeId)> {
        let from = &self.builder.predecessors[block.index()];
        let taken = incoming.iter().filter(|(edge, _)| from.contains(edge));
        taken.map(|(edge, node)| (*edge, self.alias(*node))).collect()
    }

    fn alias(&self, node: NodeId) -> NodeId {
        self.aliases[node.index()]
    }

    /// Nodes that only copy another: joins of one value, also around loops, and plain loads. (Braun
    /// et al., section 3.2: a component of joins with one operand from outside is that operand.)
    fn find_aliases(&mut self) {
        let count = self.builder.memory.nodes.len();
        let copies: Vec<Option<Vec<NodeId>>> =
            (0..count).map(|node| self.copied(NodeId::new(node))).collect();
        let edges: Vec<Vec<usize>> = copies
            .iter()
            .map(|copied| copied.iter().flatten().map(|node| node.index()).collect())
            .collect();
        for component in strongly_connected(&edges) {
            if component.iter().any(|node| copies[*node].is_none()) {
                continue;
            }
            let inside: FxHashSet<usize> = component.iter().copied().collect();
            let mut outside: Vec<NodeId> = component
                .iter()
                .flat_map(|node| &edges[*node])
                .filter(|operand| !inside.contains(operand))
                .map(|operand| self.aliases[*operand])
                .collect();
            outside.sort_unstable();
            outside.dedup();
            if let [only] = outside.as_slice() {
                for node in component {
                    self.aliases[node] = *only;
                }
            }
        }
    }

    /// What a node may be a copy of; `None`: it is a value of its own.
    fn copied(&mut self, node: NodeId) -> Option<Vec<NodeId>> {
        let taken = |solver: &Self, block: BlockId, incoming: Vec<(BlockId, NodeId)>| {
            let edges = solver.taken_edges(block, &incoming);
            Some(edges.into_iter().map(|(_, node)| node).collect::<Vec<_>>())
        };
        match self.builder.memory.nodes[node.index()].clone() {
            Node::Phi { block, incoming } => taken(self, block, incoming),
            Node::Either(old, new) => Some(vec![old, new]),
            Node::Value(value) => match self.builder.function.value(value) {
                Value::Phi { block, incoming } => {
                    let incoming =
                        incoming.iter().map(|(b, v)| (*b, NodeId::new(v.index()))).collect();
                    taken(self, *block, incoming)
                }
                Value::Load { address } => {
                    let place = self.builder.resolve(*address)?;
                    let content = self.builder.loads.get(&value).copied()?;
                    (!place.array).then_some(vec![content])
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn value_operands(&mut self, value: ValueId) -> Vec<NodeId> {
        let node = |v: &ValueId| NodeId::new(v.index());
        match self.builder.function.value(value) {
            Value::Parameter(_)
            | Value::Integer(_)
            | Value::Null
            | Value::Undefined
            | Value::Global(_)
            | Value::Function(_)
            | Value::Stack => Vec::new(),
            Value::Offset { base, .. } => vec![node(base)],
            Value::Element { base, indices } => {
                indices.iter().map(node).chain([node(base)]).collect()
            }
            Value::Binary { operands, .. } | Value::Compare { operands, .. } => {
                operands.iter().map(node).collect()
            }
            Value::Cast { operand, .. } => vec![node(operand)],
            Value::Select { condition, then, otherwise } => {
                vec![node(condition), node(then), node(otherwise)]
            }
            Value::Phi { block, incoming } => {
                let incoming: Vec<_> = incoming.iter().map(|(b, v)| (*b, node(v))).collect();
                self.join_operands(*block, &incoming)
            }
            Value::Load { address } => {
                // The address decides which element of an array is read.
                let read = self.builder.loads.get(&value).copied();
                read.into_iter().chain([node(address)]).collect()
            }
            Value::Result { block, event } => {
                let site = self.builder.site_at[&(*block, *event as usize)];
                self.result_operands(site)
            }
            Value::Opaque(inputs) => inputs.iter().map(node).collect(),
        }
    }

    fn result_operands(&mut self, site: usize) -> Vec<NodeId> {
        let (block, event) = (self.builder.sites[site].block, self.builder.sites[site].event);
        let call = self.builder.call(block, event);
        let arguments = || call.arguments.iter().map(|v| NodeId::new(v.index())).collect();
        match self.builder.sites[site].target.clone() {
            Target::Known(callee) => {
                let summary = self.builder.context.summaries[callee.index()].as_ref();
                let result = summary.and_then(|summary| summary.result);
                result.map_or_else(Vec::new, |result| self.bound_nodes(site, result))
            }
            Target::Library(Effect::Pure | Effect::Fills) => {
                let mut operands: Vec<NodeId> = arguments();
                operands.extend(&self.builder.sites[site].contents);
                operands
            }
            Target::Mpi(mpi) if mpi.procedure.returns_value => {
                self.builder.sites[site].parameters.iter().flatten().copied().collect()
            }
            _ => Vec::new(),
        }
    }

    fn bound_nodes(&self, site: usize, expression: ExpressionId) -> Vec<NodeId> {
        let inputs = self.builder.context.expressions.inputs(expression);
        let bindings = &self.builder.sites[site].bindings;
        inputs.iter().filter_map(|input| bindings.get(input).copied()).collect()
    }

    /// Whether the known function called here throws, in terms of its inputs.
    fn thrown(&self, site: usize) -> Option<ExpressionId> {
        let Target::Known(callee) = self.builder.sites[site].target else { return None };
        self.builder.context.summaries[callee.index()].as_ref()?.thrown
    }

    fn thrown_operands(&self, site: usize) -> Vec<NodeId> {
        self.thrown(site).map_or_else(Vec::new, |thrown| self.bound_nodes(site, thrown))
    }

    fn output_operands(&self, site: usize, output: usize) -> Vec<NodeId> {
        let Target::Known(callee) = self.builder.sites[site].target else { return Vec::new() };
        let summary = self.builder.context.summaries[callee.index()].as_ref();
        summary.map_or_else(Vec::new, |s| self.bound_nodes(site, s.outputs[output].1))
    }

    fn mpi_operands(&self, site: usize, parameter: usize) -> Vec<NodeId> {
        let Target::Mpi(mpi) = self.builder.sites[site].target else { return Vec::new() };
        let parameters = &self.builder.sites[site].parameters;
        let output = mpi::output(mpi.procedure, parameter);
        let wanted = |index: usize| {
            let param = &mpi.procedure.params[index];
            param.kind == ParamKind::Communicator
                || param.kind == ParamKind::Group
                || param.kind == ParamKind::Color
                || param.kind == ParamKind::Key
                || (output == Some(mpi::Output::FromInputs) && !param.is_written())
        };
        let indices = (0..parameters.len()).filter(|index| *index != parameter && wanted(*index));
        indices.filter_map(|index| parameters[index]).collect()
    }

    // ---- expressions ----------------------------------------------------------------------------

    fn get(&self, node: NodeId) -> ExpressionId {
        self.known(node).expect("operands come first")
    }

    fn known(&self, node: NodeId) -> Option<ExpressionId> {
        self.expressions[self.alias(node).index()]
    }

    fn of(&self, value: ValueId) -> ExpressionId {
        self.get(NodeId::new(value.index()))
    }

    fn compute(&mut self, node: NodeId) -> ExpressionId {
        if self.alias(node) != node {
            return self.get(self.alias(node));
        }
        match self.builder.memory.nodes[node.index()].clone() {
            Node::Value(value) => self.compute_value(value),
            Node::Phi { block, incoming } => self.join(node, block, &incoming),
            Node::Entry(place) => self.entry(place),
            Node::Output { site, output } => self.known_output(site, output),
            Node::Mpi { site, parameter } => self.mpi_output(site, parameter),
            Node::External { site } => match self.builder.sites[site].target {
                Target::Library(Effect::Fills) => self.from_arguments(site, self.key(node)),
                _ => self.external(site),
            },
            Node::Thrown { site } => match self.thrown(site) {
                Some(thrown) => self.bound(site, thrown),
                None => self.builder.context.expressions.integer(0),
            },
            Node::Either(old, new) => {
                let (old, new) = (self.get(old), self.get(new));
                if old == new {
                    return old;
                }
                let key = self.key(node);
                self.builder.context.expressions.opaque(key, [old, new])
            }
            Node::Undefined => self.builder.context.expressions.integer(0),
            Node::Number(number) => self.builder.context.expressions.integer(number),
        }
    }

    fn compute_value(&mut self, value: ValueId) -> ExpressionId {
        let function = self.builder.function;
        match function.value(value) {
            Value::Parameter(index) => {
                let input = Input::Parameter(*index);
                self.builder.context.expressions.leaf(Expression::Input(input))
            }
            Value::Integer(constant) => self.builder.context.expressions.integer(*constant),
            Value::Null | Value::Undefined => self.builder.context.expressions.integer(0),
            Value::Function(target) => {
                self.builder.context.expressions.leaf(Expression::Function(*target))
            }
            Value::Global(_) | Value::Stack | Value::Offset { .. } | Value::Element { .. } => {
                self.pointer(value)
            }
            Value::Binary { operator, bits, operands: [a, b] } => {
                let (a, b) = (self.of(*a), self.of(*b));
                self.builder.context.expressions.binary(*operator, *bits, a, b)
            }
            Value::Compare { comparison, bits, operands: [a, b] } => {
                let (a, b) = (self.of(*a), self.of(*b));
                self.builder.context.expressions.compare(*comparison, *bits, a, b)
            }
            Value::Cast { cast, from, to, operand } => {
                let operand = self.of(*operand);
                self.builder.context.expressions.cast(*cast, *from, *to, operand)
            }
            Value::Select { condition, then, otherwise } => {
                let (c, a, b) = (self.of(*condition), self.of(*then), self.of(*otherwise));
                self.builder.context.expressions.select(c, a, b)
            }
            Value::Phi { block, incoming } => {
                let incoming: Vec<_> = incoming
                    .iter()
                    .map(|(from, v)| (*from, NodeId::new(v.index())))
                    .collect();
                self.join(NodeId::new(value.index()), *block, &incoming)
            }
            Value::Load { address } => self.load(value, *address),
            Value::Result { block, event } => self.call_result(value, *block, *event),
            Value::Opaque(inputs) => {
                let inputs: Vec<_> = inputs.iter().map(|v| self.of(*v)).collect();
                let key = self.key(NodeId::new(value.index()));
                self.builder.context.expressions.opaque(key, inputs)
            }
        }
    }

    fn pointer(&mut self, value: ValueId) -> ExpressionId {
        if let Some(place) = self.builder.resolve(value)
            && !matches!(place.root, Root::Pointer(_))
        {
            let id = self.builder.context.places.intern(place);
            return self.builder.context.address(id);
        }
        let key = self.key(NodeId::new(value.index()));
        let operands = self.value_operands(value);
        let operands: Vec<_> = operands.into_iter().map(|node| self.get(node)).collect();
        self.builder.context.expressions.opaque(key, operands)
    }

    fn load(&mut self, value: ValueId, address: ValueId) -> ExpressionId {
        let place = self.builder.resolve(address);
        if let Some(&node) = self.builder.loads.get(&value)
            && let Some(place) = place
        {
            let content = self.get(node);
            if !place.array {
                return content;
            }
            let address = self.element_index(address);
            if address.is_empty() {
                return content;
            }
            let key = self.key(NodeId::new(value.index()));
            let inputs = address.into_iter().chain([content]);
            return self.builder.context.expressions.opaque(key, inputs);
        }
        self.unknown(value.0, "memory reached through a pointer")
    }

    /// The expressions an element's index is computed from.
    fn element_index(&mut self, address: ValueId) -> Vec<ExpressionId> {
        match self.builder.function.value(address) {
            Value::Offset { base, .. } => self.element_index(*base),
            Value::Element { base, indices } => {
                let mut all: Vec<_> = indices.iter().map(|v| self.of(*v)).collect();
                all.extend(self.element_index(*base));
                all
            }
            _ => Vec::new(),
        }
    }

    fn unknown(&mut self, tag: u32, text: &str) -> ExpressionId {
        let site = Context::site_key(self.builder.id, tag) | (1 << 62);
        self.builder.context.origin(Origin {
            dependence: Dependence::Unknown,
            agreed: None,
            text: text.to_owned(),
            location: Location::default(),
            site,
        })
    }

    /// What stands in a place at entry: constants are known, the rest is the callers' to say.
    fn entry(&mut self, place: PlaceId) -> ExpressionId {
        let Place { root, offset, array } = self.builder.context.places.get(place);
        match root {
            Root::Global(global) => {
                let global = &self.builder.context.program.globals[global.index()];
                if global.constant && global.initial_known && !array {
                    let value = global.initial.iter().find(|(at, _)| *at == offset);
                    let value = value.map_or(0, |(_, value)| *value);
                    return self.builder.context.expressions.integer(value);
                }
            }
            Root::Pointer(value) => {
                return self.unknown(value.0, "memory reached through a pointer");
            }
            _ => {
                if self.builder.context.places.is_local(place) {
                    return self.unknown(place.0, "memory reached through a pointer");
                }
            }
        }
        self.builder.context.expressions.leaf(Expression::Input(Input::Memory(place)))
    }

    fn join(
        &mut self,
        node: NodeId,
        block: BlockId,
        incoming: &[(BlockId, NodeId)],
    ) -> ExpressionId {
        let incoming = self.taken_edges(block, incoming);
        let expressions: Vec<_> = incoming.iter().map(|(_, node)| self.get(*node)).collect();
        let Some(&first) = expressions.first() else {
            return self.builder.context.expressions.integer(0);
        };
        if expressions.iter().all(|expression| *expression == first) {
            return first;
        }
        let region = self.builder.region(block);
        if region.exact
            && let Some(dominator) = region.dominator
        {
            let edges: FxHashMap<BlockId, ExpressionId> =
                incoming.iter().zip(&expressions).map(|((from, _), e)| (*from, *e)).collect();
            let inside: FxHashSet<_> = region.blocks.iter().copied().collect();
            let mut gates = FxHashMap::default();
            let gate = self.gate(dominator, block, &inside, &edges, &mut gates);
            if let Some(expression) = gate {
                return expression;
            }
        }
        let deciding = self.builder.deciding_nodes(block, &incoming);
        let deciding: Vec<_> = deciding.into_iter().map(|node| self.get(node)).collect();
        let key = self.key(node);
        let inputs = expressions.into_iter().chain(deciding);
        self.builder.context.expressions.opaque(key, inputs)
    }

    /// The joined value as a choice by the conditions on the way from `from` to the join.
    /// `None`: no way from here leads there.
    fn gate(
        &mut self,
        from: BlockId,
        join: BlockId,
        inside: &FxHashSet<BlockId>,
        edges: &FxHashMap<BlockId, ExpressionId>,
        gates: &mut FxHashMap<BlockId, Option<ExpressionId>>,
    ) -> Option<ExpressionId> {
        if let Some(known) = gates.get(&from) {
            return *known;
        }
        let exit = BlockId::new(self.builder.function.blocks.len());
        let terminator = &self.builder.function.blocks[from.index()].terminator;
        let mut way = |solver: &mut Self, target: BlockId| {
            if target == join {
                edges.get(&from).copied()
            } else if inside.contains(&target) {
                solver.gate(target, join, inside, edges, gates)
            } else {
                None
            }
        };
        let result = match terminator {
            _ if join == exit && edges.contains_key(&from) => edges.get(&from).copied(),
            Terminator::Invoke { normal, unwind } => {
                let (normal, unwind) = (way(self, *normal), way(self, *unwind));
                match (self.builder.thrown.get(&from).copied(), normal, unwind) {
                    (Some(thrown), Some(normal), Some(unwind)) if normal != unwind => {
                        let thrown = self.get(thrown);
                        let all = &mut self.builder.context.expressions;
                        Some(all.select(thrown, unwind, normal))
                    }
                    // A function we know nothing of is taken not to throw.
                    (_, normal, unwind) => normal.or(unwind),
                }
            }
            Terminator::Branch { condition, then, otherwise } => {
                let (then, otherwise) = (way(self, *then), way(self, *otherwise));
                match (then, otherwise) {
                    (Some(then), Some(otherwise)) if then != otherwise => {
                        let condition = self.of(*condition);
                        let all = &mut self.builder.context.expressions;
                        Some(all.select(condition, then, otherwise))
                    }
                    (one, other) => one.or(other),
                }
            }
            Terminator::Switch { value, cases, default } => {
                let mut result = way(self, *default);
                for (constant, target) in cases {
                    let Some(then) = way(self, *target) else { continue };
                    if result == Some(then) {
                        continue;
                    }
                    let selector = self.of(*value);
                    let all = &mut self.builder.context.expressions;
                    let constant = all.integer(*constant);
                    let equal = crate::program::Comparison::Equal;
                    let condition = all.compare(equal, 64, selector, constant);
                    result = Some(match result {
                        Some(otherwise) => all.select(condition, then, otherwise),
                        None => then,
                    });
                }
                result
            }
            other => {
                let targets = other.successors();
                let mut ways: Vec<_> =
                    targets.into_iter().filter_map(|target| way(self, target)).collect();
                ways.dedup();
                match ways.as_slice() {
                    [] => None,
                    [only] => Some(*only),
                    several => {
                        let several = several.to_vec();
                        let tag = u64::from(from.0) | (1 << 61);
                        Some(self.builder.context.expressions.opaque(tag, several))
                    }
                }
            }
        };
        gates.insert(from, result);
        result
    }

    // ---- calls ----------------------------------------------------------------------------------

    fn call_result(&mut self, value: ValueId, block: BlockId, event: u32) -> ExpressionId {
        let site = self.builder.site_at[&(block, event as usize)];
        match self.builder.sites[site].target.clone() {
            Target::Known(callee) => {
                let summary = self.builder.context.summaries[callee.index()].as_ref();
                match summary.and_then(|summary| summary.result) {
                    Some(result) => self.bound(site, result),
                    None => self.builder.context.expressions.integer(0),
                }
            }
            Target::Mpi(mpi) => self.mpi_result(site, mpi),
            Target::Library(Effect::Pure | Effect::Fills) => {
                self.from_arguments(site, self.key(NodeId::new(value.index())))
            }
            Target::Library(Effect::Allocates) => self.pointer(value),
            Target::Library(Effect::Source(_)) | Target::Unknown | Target::Candidates(_) => {
                self.external(site)
            }
        }
    }

    /// Something that follows from a library call's arguments and what they point to.
    fn from_arguments(&mut self, site: usize, key: u64) -> ExpressionId {
        let operands = self.result_operands(site);
        let operands: Vec<_> = operands.into_iter().filter_map(|node| self.known(node)).collect();
        self.builder.context.expressions.opaque(key, operands)
    }

    fn callee_name(&self, call: &CallSite) -> String {
        match &call.callee {
            Callee::Direct(callee) => {
                let function = self.builder.context.program.function(*callee);
                let name =
                    if function.display.is_empty() { &function.name } else { &function.display };
                format!("{name}()")
            }
            Callee::Indirect { .. } => "a function called through a pointer".to_owned(),
            Callee::Assembly => "inline assembly".to_owned(),
        }
    }

    fn external(&mut self, site: usize) -> ExpressionId {
        let (block, event) = (self.builder.sites[site].block, self.builder.sites[site].event);
        let call = self.builder.call(block, event);
        let dependence = match self.builder.sites[site].target {
            Target::Library(Effect::Source(dependence)) => dependence,
            _ => Dependence::Unknown,
        };
        let origin = Origin {
            dependence,
            agreed: None,
            text: format!("the result of {}", self.callee_name(call)),
            location: call.location.clone(),
            site: Context::site_key(self.builder.id, call.tag),
        };
        self.builder.context.origin(origin)
    }

    fn known_output(&mut self, site: usize, output: usize) -> ExpressionId {
        let Target::Known(callee) = self.builder.sites[site].target else {
            return self.external(site);
        };
        let summary = self.builder.context.summaries[callee.index()].as_ref();
        match summary.map(|summary| summary.outputs[output].1) {
            Some(expression) => self.bound(site, expression),
            None => self.external(site),
        }
    }

    /// A callee's expression with the site's nodes in place of the inputs.
    fn bound(&mut self, site: usize, expression: ExpressionId) -> ExpressionId {
        let bindings: FxHashMap<Input, Option<ExpressionId>> = self.builder.sites[site]
            .bindings
            .iter()
            .map(|(input, node)| (*input, self.known(*node)))
            .collect();
        let unknown = self.external(site);
        let mut cache = FxHashMap::default();
        self.builder.context.expressions.substitute(
            expression,
            &mut |_, input| bindings.get(&input).copied().flatten().unwrap_or(unknown),
            &mut cache,
        )
    }

    fn parameter(&self, site: usize, parameter: usize) -> Option<ExpressionId> {
        let node = (*self.builder.sites[site].parameters.get(parameter)?)?;
        self.known(node)
    }

    /// The communicator a parameter of kind communicator, window or file stands for.
    fn communicator(&mut self, site: usize, mpi: mpi::Call, parameter: usize) -> ExpressionId {
        let handle = self.parameter(site, parameter);
        match handle {
            Some(handle) => {
                self.builder.context.communicator(handle, mpi.binding != Binding::C)
            }
            None => self.external(site),
        }
    }

    fn origin(
        &mut self,
        site: usize,
        dependence: Dependence,
        agreed: Option<ExpressionId>,
        text: String,
    ) -> ExpressionId {
        let (block, event) = (self.builder.sites[site].block, self.builder.sites[site].event);
        let call = self.builder.call(block, event);
        let site = Context::site_key(self.builder.id, call.tag);
        let location = call.location.clone();
        self.builder.context.origin(Origin { dependence, agreed, text, location, site })
    }

    fn mpi_result(&mut self, site: usize, mpi: mpi::Call) -> ExpressionId {
        let name = mpi.procedure.name;
        if mpi.procedure.returns_value {
            return match mpi::result(mpi.procedure) {
                mpi::Output::RankDependent => {
                    let text = format!("the result of {name}");
                    self.origin(site, Dependence::RankDependent, None, text)
                }
                _ => {
                    let count = self.builder.sites[site].parameters.len();
                    let inputs: Vec<_> =
                        (0..count).filter_map(|index| self.parameter(site, index)).collect();
                    match inputs.as_slice() {
                        // Conversions of handles keep the handle.
                        [only] => *only,
                        _ => {
                            let tag = self.builder.sites[site].event as u64;
                            let key = (u64::from(self.builder.id.0) << 32) | tag | (1 << 60);
                            self.builder.context.expressions.opaque(key, inputs)
                        }
                    }
                }
            };
        }
        if self.builder.context.errors_are_fatal {
            return self.builder.context.expressions.integer(0);
        }
        self.origin(site, Dependence::Unknown, None, format!("the error code of {name}"))
    }

    fn mpi_output(&mut self, site: usize, parameter: usize) -> ExpressionId {
        let Target::Mpi(mpi) = self.builder.sites[site].target else {
            return self.external(site);
        };
        if parameter == usize::MAX {
            return self.mpi_result(site, mpi);
        }
        let procedure = mpi.procedure;
        let name = procedure.name;
        match mpi::rank_source(procedure, parameter) {
            Some(mpi::RankSource::RankIn(communicator)) => {
                let communicator = self.communicator(site, mpi, usize::from(communicator));
                return self.builder.context.expressions.rank(communicator);
            }
            Some(mpi::RankSource::SizeOf(communicator)) => {
                let communicator = self.communicator(site, mpi, usize::from(communicator));
                return self.builder.context.expressions.size(communicator);
            }
            None => {}
        }
        if let Some(group) = self.group_number(site, mpi, parameter) {
            return group;
        }
        match mpi::output(procedure, parameter) {
            Some(mpi::Output::Handle) => self.handle(site, mpi, parameter),
            Some(mpi::Output::Uniform) => {
                let scope = procedure
                    .params
                    .iter()
                    .position(|param| param.kind == ParamKind::Communicator);
                let agreed = match scope {
                    Some(scope) => self.communicator(site, mpi, scope),
                    None => self.builder.context.expressions.leaf(Expression::World),
                };
                let text = format!("a result of {name}");
                self.origin(site, Dependence::Uniform, Some(agreed), text)
            }
            Some(mpi::Output::FromInputs) => {
                let nodes = self.mpi_operands(site, parameter);
                let inputs: Vec<_> =
                    nodes.into_iter().filter_map(|node| self.known(node)).collect();
                let tag = (parameter as u64) << 20 | self.builder.sites[site].event as u64;
                let key = (u64::from(self.builder.id.0) << 32) | tag | (1 << 59);
                self.builder.context.expressions.opaque(key, inputs)
            }
            Some(mpi::Output::RankDependent) => {
                let text = match procedure.params[parameter].kind {
                    ParamKind::Buffer => format!("data received by {name}"),
                    _ => format!("a result of {name}"),
                };
                self.origin(site, Dependence::RankDependent, None, text)
            }
            _ => self.origin(site, Dependence::Unknown, None, format!("a result of {name}")),
        }
    }

    /// `MPI_Group_rank` and `MPI_Group_size`: a group stands for a communicator of its members.
    fn group_number(&mut self, site: usize, mpi: mpi::Call, parameter: usize) -> Option<ExpressionId> {
        let output = mpi.procedure.params[parameter].name;
        let name = mpi.procedure.name;
        if !matches!((name, output), ("MPI_Group_rank", "rank") | ("MPI_Group_size", "size")) {
            return None;
        }
        let group = self.parameter(site, mpi.procedure.param("group")?)?;
        let all = &mut self.builder.context.expressions;
        Some(if output == "rank" { all.rank(group) } else { all.size(group) })
    }

    /// A new handle. A window's or file's stands for the communicator it was made from.
    fn handle(&mut self, site: usize, mpi: mpi::Call, parameter: usize) -> ExpressionId {
        let procedure = mpi.procedure;
        let name = procedure.name;
        let parent = procedure
            .params
            .iter()
            .position(|param| param.kind == ParamKind::Communicator && !param.is_written());
        let Some(parent) = parent.map(|parent| self.communicator(site, mpi, parent)) else {
            return self.origin(site, Dependence::Unknown, None, format!("a handle from {name}"));
        };
        let kind = procedure.params[parameter].kind;
        // A window, a file, a communicator's group: its ranks are the communicator's.
        if matches!(kind, ParamKind::Window | ParamKind::File) || name == "MPI_Comm_group" {
            return parent;
        }
        if kind != ParamKind::Communicator {
            return self.origin(site, Dependence::Unknown, None, format!("a handle from {name}"));
        }
        let by_name = |wanted: &str| procedure.param(wanted).and_then(|p| self.parameter(site, p));
        // The members of a communicator made from a group are those with a rank in it.
        let group = by_name("group").filter(|_| name.starts_with("MPI_Comm_create"));
        let color_and_key = by_name("color").zip(by_name("key")).or(group.zip(group));
        let derivation = match name {
            "MPI_Comm_split" => {
                let color = color_and_key.map(|(color, _)| color);
                let constant = color.and_then(|c| self.builder.context.expressions.as_integer(c));
                // Everybody in one colour: the same ranks again.
                if constant.is_some_and(|c| c >= 0) { Derivation::Copy } else { Derivation::Split }
            }
            "MPI_Comm_dup"
            | "MPI_Comm_dup_with_info"
            | "MPI_Comm_idup"
            | "MPI_Comm_idup_with_info"
            | "MPI_Cart_create"
            | "MPI_Graph_create"
            | "MPI_Dist_graph_create"
            | "MPI_Dist_graph_create_adjacent" => Derivation::Copy,
            _ => Derivation::Subset,
        };
        let (block, event) = (self.builder.sites[site].block, self.builder.sites[site].event);
        let call = self.builder.call(block, event);
        let origin = self.builder.context.origin_id(Origin {
            dependence: Dependence::Unknown,
            agreed: None,
            text: name.to_owned(),
            location: call.location.clone(),
            site: Context::site_key(self.builder.id, call.tag),
        });
        self.builder.context.expressions.leaf(Expression::Communicator {
            derivation,
            parent,
            color_and_key,
            origin,
        })
    }
}
