//! The values of one function: sites, memory, expressions, and the summary its callers use.

use std::cell::OnceCell;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::address::Addresses;
use super::assumed::Assumed;
use super::consensus::{Learned, Reduced};
use super::counted::Counted;
use super::exception_types;
use super::expression::{Dependence, ExpressionId, Input};
use super::flow::Flow;
use super::fortran::{Extent, Writes};
use super::inside::Inside;
use super::library::{self, Effect};
use super::memory::{Memory, Node, NodeId};
use super::place::{Place, PlaceId, Root};
use super::pointed_to::candidates;
use super::region::{Regions, Staying};
use super::solver::Solver;
use super::summary::Exits;
use super::variables::Variables;
use super::written::{Links, Told};
use super::{Context, Copied, ValueSummary};
use crate::graph::{Block as GraphBlock, Dominators};
use crate::mpi::{self, Direction, ParamKind};
use crate::program::{
    BlockId, CallSite, Callee, Elements, Event, Function, FunctionId, Terminator, Value, ValueId,
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
    pub(super) fn callees(&self) -> Vec<FunctionId> {
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
    /// Names what functions of the program make here, if they are called elsewhere too.
    pub name: Option<u64>,
    /// For known functions: the node bound to each input of the callee.
    pub bindings: FxHashMap<Input, NodeId>,
    /// For MPI calls: the node of each parameter's value (behind the address in Fortran).
    pub parameters: Vec<Option<NodeId>>,
    /// For library functions: what stands where their arguments point.
    pub contents: Vec<NodeId>,
    /// Of a library call: addresses of what the function has written, which say no more than that.
    pub followed: Vec<NodeId>,
    /// Of a library call: other addresses of what MPI may have filled on each rank, wherever that lies.
    pub filled: Vec<NodeId>,
    /// Of a library call: what stands where it puts something without a look at that.
    pub overwritten: Vec<NodeId>,
    /// For functions of Fortran's runtime: what stands where pointers there lead.
    pub behind: Vec<NodeId>,
    /// For MPI calls: the buffer of which each rank gets another part, and what stands there.
    pub dealt: Option<(Place, NodeId)>,
    /// For MPI calls: the communicator made.
    pub makes: Option<ExpressionId>,
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
    /// What nodes are inside of loops.
    pub inside: Vec<Inside>,
    /// What all ranks have learned of what each of them had.
    pub learned: Vec<Learned>,
    /// By condition: the loop that it ends.
    pub counted: FxHashMap<ExpressionId, Counted>,
}

impl FunctionValues {
    /// The expression of a value.
    #[must_use]
    pub fn of(&self, value: ValueId) -> ExpressionId {
        self.expressions[value.index()]
    }

    /// The expression of a node to whoever is in a block.
    #[must_use]
    pub fn in_block(&self, block: BlockId, node: NodeId) -> ExpressionId {
        let inside = self.inside.iter().find(|inside| inside.blocks.contains(&block));
        let known = inside.and_then(|inside| inside.expressions.get(&node)).copied();
        known.unwrap_or(self.expressions[node.index()])
    }

    /// The expression of an MPI call's parameter.
    #[must_use]
    pub fn parameter(&self, site: usize, parameter: usize) -> Option<ExpressionId> {
        let Site { block, parameters, .. } = &self.sites[site];
        Some(self.in_block(*block, (*parameters.get(parameter)?)?))
    }

    /// The expression that decides whether a loop is left from a block, to those that still go round in it, if it is
    /// another one; and all blocks from which that loop is left.
    #[must_use]
    pub fn condition_inside(
        &self,
        block: BlockId,
        terminator: &Terminator,
    ) -> Option<(ExpressionId, &[BlockId])> {
        let is_left = |inside: &&Inside| inside.left_from.binary_search(&block).is_ok();
        let left = self.inside.iter().find(is_left)?;
        let node = NodeId::new(terminator.condition()?.index());
        Some((*left.expressions.get(&node)?, &left.left_from))
    }

    /// The expression that decides where control goes from a block.
    #[must_use]
    pub fn condition_of(&self, block: BlockId, terminator: &Terminator) -> Option<ExpressionId> {
        Some(self.in_block(block, NodeId::new(terminator.condition()?.index())))
    }
}

/// φ-nodes of memory and other nodes in one function at most, whatever its budget.
const MEMORY_LIMIT: usize = 1_000_000;
/// Places of one object with offsets of their own; those of a larger one are one array.
const PARTS_LIMIT: usize = 256;
/// Parts of an object a library function is taken to look at.
pub(super) const CONTENT_LIMIT: usize = 32;

/// Analyses a function whose callees' summaries are in the context.
pub fn analyze(
    context: &mut Context<'_>,
    id: FunctionId,
    extra_inputs: &dyn Fn(FunctionId) -> Vec<Input>,
) -> (FunctionValues, ValueSummary) {
    let (mut builder, exits) = read(context, id, extra_inputs);
    let solved = Solver::new(&mut builder).solve();
    builder.finish(solved, exits)
}

/// What a function writes; of its values nothing is known.
pub(super) fn written(
    context: &mut Context<'_>,
    id: FunctionId,
    extra_inputs: &dyn Fn(FunctionId) -> Vec<Input>,
) -> ValueSummary {
    let (mut builder, exits) = read(context, id, extra_inputs);
    let unsolved = Solver::new(&mut builder).leave_unsolved();
    builder.finish(unsolved, exits).1
}

/// The nodes of a function, and those that callers see.
fn read<'c, 'p>(
    context: &'c mut Context<'p>,
    id: FunctionId,
    extra_inputs: &'c dyn Fn(FunctionId) -> Vec<Input>,
) -> (Builder<'c, 'p>, Exits) {
    let function = context.program.function(id);
    let mut builder = Builder::new(context, id, function, extra_inputs);
    builder.find_sites();
    builder.find_places();
    builder.find_made();
    builder.find_lent();
    builder.find_handed_on();
    builder.find_polled();
    builder.find_windows();
    builder.define();
    builder.find_dead_ends();
    builder.bind();
    let exits = builder.exits();
    builder.join_handed_on();
    (builder, exits)
}

pub(super) struct Builder<'c, 'p> {
    pub(super) context: &'c mut Context<'p>,
    pub(super) id: FunctionId,
    pub(super) function: &'p Function,
    extra_inputs: &'c dyn Fn(FunctionId) -> Vec<Input>,
    pub(super) addresses: Addresses,
    pub(super) memory: Memory,
    pub(super) sites: Vec<Site>,
    pub(super) site_at: FxHashMap<(BlockId, usize), usize>,
    pub(super) places_of: FxHashMap<Root, Vec<PlaceId>>,
    pub(super) predecessors: Vec<Vec<BlockId>>,
    /// Blocks from which every way ends in a call that never returns.
    pub(super) dead_ends: Rc<FxHashSet<BlockId>>,
    pub(super) successors: Vec<Vec<GraphBlock>>,
    pub(super) dominators: Dominators,
    /// The node a load reads.
    pub(super) loads: FxHashMap<ValueId, NodeId>,
    /// Other elements of the array a load reads from.
    pub(super) elements: FxHashMap<ValueId, Vec<NodeId>>,
    /// Places written by themselves, not as parts of something larger.
    pub(super) written_alone: FxHashSet<PlaceId>,
    /// By array that is written at some index: where its elements lie.
    pub(super) elements_at: FxHashMap<PlaceId, Elements>,
    /// By result of a call that is the address of an element: what its index is computed from.
    pub(super) result_indices: FxHashMap<ValueId, NodeId>,
    /// By object: the offsets and places of its arrays that are written at some index.
    pub(super) written_arrays: FxHashMap<Root, Vec<(i64, PlaceId)>>,
    /// Whether the call at a block's end throws.
    pub(super) thrown: FxHashMap<BlockId, NodeId>,
    /// What is written somewhere, by what and where: it may be at many places.
    pub(super) disturbances: FxHashMap<(NodeId, Vec<NodeId>, bool), NodeId>,
    /// Objects of the callers' that are written as a whole.
    pub(super) wholes: Vec<Told>,
    /// Objects of the callers' that are copied to or from.
    pub(super) copies: Vec<Copied<Place>>,
    /// Pointers of the callers' in which the address of a new object is left.
    pub(super) made: FxHashSet<PlaceId>,
    /// Pointers to objects that functions called here make.
    pub(super) made_here: FxHashSet<PlaceId>,
    /// Nothing is written that may be one of these objects by another name.
    pub(super) writes_by_name: bool,
    /// Objects that the call made which is looked at.
    new_here: Vec<Root>,
    /// Sites that receive what ranks hand on to each other.
    pub(super) handing_on: FxHashSet<usize>,
    /// Tests of requests in loops that end by them, by site.
    pub(super) polled: FxHashSet<usize>,
    /// Joins of what ranks hand on to each other.
    pub(super) handed_on: FxHashSet<NodeId>,
    /// What is done to pointers, once that is needed.
    pub(super) links: Option<Links>,
    /// Places written too often for what the function is worth: what stands there is not known.
    pub(super) unfollowed: FxHashSet<PlaceId>,
    /// There is too much memory to follow any of it.
    pub(super) forgets_memory: bool,
    /// Global variables that are written besides what callers are told by name.
    pub(super) variables: Variables,
    /// It is not known what the function writes.
    pub(super) writes_anything: bool,
    /// Objects whose addresses are lost.
    pub(super) lent: Vec<Place>,
    /// Those of them that are the callers', and what their pointers lead to.
    pub(super) lends: Vec<PlaceId>,
    /// Something is written through a pointer that callers are not told by name.
    pub(super) writes_lent: bool,
    /// Steps the function may take.
    pub(super) steps: usize,
    pub(super) regions: Regions,
    /// What callers have of numbers that are reduced for all.
    pub(super) reduced: Vec<Reduced>,
    /// Objects of which the function makes windows.
    pub(super) windows: FxHashSet<Root>,
    /// By what a broadcast writes: what stood there before.
    pub(super) sent: FxHashMap<NodeId, NodeId>,
    /// What is known in the blocks.
    pub(super) assumed: Assumed,
    /// Loops that nobody is taken to have left.
    pub(super) staying: Staying,
    /// By block that decides whether MPI is initialised: where those go that do it, once that is needed.
    pub(super) initialising: OnceCell<FxHashMap<BlockId, BlockId>>,
    /// Blocks in loops, once that is needed.
    pub(super) in_loops: OnceCell<FxHashSet<BlockId>>,
}

impl<'c, 'p> Builder<'c, 'p> {
    // tidy: long because it names each field.
    fn new(
        context: &'c mut Context<'p>,
        id: FunctionId,
        function: &'p Function,
        extra_inputs: &'c dyn Fn(FunctionId) -> Vec<Input>,
    ) -> Self {
        let Flow { graph, successors, predecessors } = Flow::new(context, function);
        let dominators = Dominators::new(&graph);
        let addresses = Addresses::new(context, function);
        let memory = Memory::new(function, predecessors.clone());
        let steps = context.budget.steps(function);
        Self {
            context,
            dead_ends: Rc::default(),
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
            elements: FxHashMap::default(),
            written_alone: FxHashSet::default(),
            elements_at: FxHashMap::default(),
            result_indices: FxHashMap::default(),
            written_arrays: FxHashMap::default(),
            thrown: FxHashMap::default(),
            disturbances: FxHashMap::default(),
            wholes: Vec::new(),
            copies: Vec::new(),
            made: FxHashSet::default(),
            made_here: FxHashSet::default(),
            writes_by_name: false,
            new_here: Vec::new(),
            handing_on: FxHashSet::default(),
            polled: FxHashSet::default(),
            handed_on: FxHashSet::default(),
            links: None,
            unfollowed: FxHashSet::default(),
            forgets_memory: false,
            variables: Variables::default(),
            writes_anything: false,
            lent: Vec::new(),
            lends: Vec::new(),
            writes_lent: false,
            steps,
            regions: Regions::default(),
            reduced: Vec::new(),
            windows: FxHashSet::default(),
            sent: FxHashMap::default(),
            assumed: Assumed::default(),
            staying: Staying::default(),
            initialising: OnceCell::new(),
            in_loops: OnceCell::new(),
        }
    }

    pub(super) fn call(&self, block: BlockId, event: usize) -> &'p CallSite {
        match &self.function.blocks[block.index()].events[event] {
            Event::Call(site) => site,
            other => unreachable!("site at {other:?}"),
        }
    }

    pub(super) fn events(&self) -> Vec<(BlockId, usize, &'p Event)> {
        let blocks = self.function.blocks.iter().enumerate();
        blocks
            .flat_map(|(b, block)| {
                let events = block.events.iter().enumerate();
                events.map(move |(e, event)| (BlockId::new(b), e, event))
            })
            .collect()
    }

    pub(super) fn resolve(&mut self, value: ValueId) -> Option<Place> {
        self.addresses.resolve(self.context, self.function, value)
    }

    // ---- sites ----------------------------------------------------------------------------------

    fn find_sites(&mut self) {
        for (block, event, what) in self.events() {
            let Event::Call(call) = what else { continue };
            let target = self.target(call);
            let is_shared = target.callees().iter().any(|id| self.context.is_called_often(*id));
            let name = is_shared.then(|| Context::site_key(self.id, call.tag));
            self.site_at.insert((block, event), self.sites.len());
            self.sites.push(Site {
                block,
                event,
                target,
                name,
                bindings: FxHashMap::default(),
                parameters: Vec::new(),
                contents: Vec::new(),
                followed: Vec::new(),
                filled: Vec::new(),
                overwritten: Vec::new(),
                behind: Vec::new(),
                dealt: None,
                makes: None,
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
        } else if self.context.program.rank_dependent.contains(&callee) {
            Target::Library(Effect::Source(Dependence::RankDependent))
        } else if exception_types::asks_for_type(name) {
            // Where it is known, a number stands in its place.
            Target::Library(Effect::Source(Dependence::Unknown))
        } else if let Some(effect) = library::effect(name) {
            Target::Library(effect)
        } else {
            Target::Unknown
        }
    }

    // ---- places ---------------------------------------------------------------------------------

    pub(super) fn note_place(&mut self, place: Place) -> PlaceId {
        let id = self.context.places.intern(place);
        let known = self.places_of.entry(place.root).or_default();
        if known.contains(&id) {
            return id;
        }
        if known.len() < PARTS_LIMIT {
            known.push(id);
            return id;
        }
        // A table filled entry by entry.
        let whole = self.context.places.intern(Place { array: true, ..Place::start(place.root) });
        if !known.contains(&whole) {
            known.push(whole);
        }
        whole
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
            if let Event::Load(value) = event
                && let Value::Load { address } = self.function.value(*value)
                && let Some(place) = self.resolve(*address)
            {
                for place in self.alternatives(place) {
                    self.note_place(place);
                }
            }
        }
        for index in 0..self.sites.len() {
            self.find_places_of_call(index);
        }
        self.find_copied_places();
    }

    fn find_places_of_call(&mut self, index: usize) {
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
                        for place in self.alternatives(place) {
                            self.note_place(place);
                        }
                    }
                }
            }
            Target::Mpi(procedure) => {
                for argument in &call.arguments {
                    if let Some(place) = self.resolve(*argument) {
                        self.note_place(place);
                    }
                }
                if procedure.procedure.name == "MPI_Cart_create" {
                    for place in self.extents(call, procedure) {
                        self.note_place(place);
                    }
                }
            }
            // What one of them fills others read, and nobody else may name it.
            Target::Library(Effect::Pure | Effect::Fills) => {
                self.find_string_places(call);
                let goes_behind = self.goes_behind(call);
                for argument in &call.arguments {
                    let Some(place) = self.address_argument(*argument) else { continue };
                    self.note_place(place);
                    // Descriptors lead to arrays of which no element may be named.
                    if goes_behind {
                        for place in self.reached(place, Extent::Descriptor(None)) {
                            self.note_place(place);
                        }
                    }
                }
            }
            Target::Unknown => self.find_string_places(call),
            Target::Library(_) => {}
        }
    }

    /// Of an object that is copied the parts of the copy are parts, and the other way round: a call that
    /// fills it knows them only if they are found before.
    fn find_copied_places(&mut self) {
        let copies = self.copied_objects();
        self.find_parts_copied(&copies);
        // What is filled with one number is filled as a whole.
        let is_part = |copied: &Copied<Place>| !copied.to.array && !self.is_one_number(copied.from);
        for Copied { to, bytes, .. } in copies.into_iter().filter(is_part).collect::<Vec<_>>() {
            self.find_copied_to(to, bytes);
        }
    }

    fn find_parts_copied(&mut self, copies: &[Copied<Place>]) {
        /// Copies of copies are followed so far.
        const ROUNDS: usize = 4;
        for _ in 0..ROUNDS {
            let mut missing = FxHashSet::default();
            for Copied { to, from, bytes, .. } in copies {
                for (one, other) in [(to, from), (from, to)] {
                    for id in self.places_from(*one) {
                        let part = self.context.places.get(id);
                        let inside = part.offset.wrapping_sub(one.offset);
                        let copied = bytes.is_none_or(|bytes| inside < bytes);
                        if copied && !part.array && !one.array && !other.array {
                            let offset = other.offset.wrapping_add(inside);
                            missing.insert(Place { offset, ..*other });
                        }
                    }
                }
            }
            missing.retain(|place| {
                let id = self.context.places.intern(*place);
                !self
                    .places_of
                    .get(&place.root)
                    .is_some_and(|known| known.contains(&id) || known.len() >= PARTS_LIMIT)
            });
            let mut missing: Vec<Place> = missing.into_iter().collect();
            missing.sort_unstable();
            if missing.is_empty() {
                return;
            }
            for place in missing {
                self.note_place(place);
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
        let outputs = summary.outputs.iter().chain(&summary.thrown_outputs);
        inputs.chain(outputs.map(|(place, _)| *place)).collect()
    }

    fn inputs_of(&self, callee: FunctionId) -> Vec<Input> {
        let mut inputs = (self.extra_inputs)(callee);
        if let Some(summary) = &self.context.summaries[callee.index()] {
            inputs.extend(summary.inputs.iter().copied());
        }
        inputs.sort_unstable();
        inputs.dedup();
        // Parameters are the first. What is not bound is not known.
        inputs.truncate(self.context.budget.inputs());
        inputs
    }

    /// Known places of the object at and behind `place`; all of them when it is one of an array.
    pub(super) fn places_from(&self, place: Place) -> Vec<PlaceId> {
        let known = self.places_of.get(&place.root).map_or(&[][..], Vec::as_slice);
        let behind = |id: &PlaceId| self.context.places.get(*id).offset >= place.offset;
        known.iter().copied().filter(behind).collect()
    }

    // ---- definitions ----------------------------------------------------------------------------

    fn is_local(&self, place: PlaceId) -> bool {
        let place = self.context.places.get(place);
        matches!(place.root, Root::Stack(_) | Root::Heap(_))
    }

    /// What a read sees. An array's elements are one place, but the first has its own as well.
    pub(super) fn read(&mut self, place: PlaceId, block: BlockId, event: usize) -> NodeId {
        let at = self.context.places.get(place);
        if let Root::Global(variable) = at.root
            && self.context.interrupted.contains(&variable)
        {
            return self.memory.push(Node::Unknown(place));
        }
        let node = self.read_place(place, block, event);
        let node = self.unless_pending(node, place, (block, event));
        let array = at.array;
        let other = self.context.places.intern(Place { array: !array, back: 0, ..at });
        // An element that is written by itself holds what was written last, most likely; one that never is holds no
        // more than the array.
        if !self.memory.is_written(other)
            || (!array && self.memory.is_written(place))
            || (array && !self.written_alone.contains(&other))
        {
            return node;
        }
        match self.read_place(other, block, event) {
            same if same == node => node,
            first => self.memory.push(Node::Either(node, first)),
        }
    }

    /// What a read through one of several known addresses sees.
    fn read_chosen(&mut self, place: PlaceId, block: BlockId, event: usize) -> Option<NodeId> {
        let at = self.context.places.get(place);
        let pointer = match at.root {
            Root::Pointer(_) if self.memory.is_written(place) => return None,
            Root::Pointer(pointer) => NodeId::new(pointer.index()),
            Root::Pointee(holder) => self.read_place(holder, block, event),
            _ => return None,
        };
        let alternatives = self.alternatives(at);
        if alternatives.is_empty() {
            return None;
        }
        let mut contents = Vec::new();
        for alternative in alternatives {
            let id = self.note_place(alternative);
            contents.push((id, self.read(id, block, event)));
        }
        if matches!(at.root, Root::Pointee(_)) {
            let named = self.read(place, block, event);
            if contents.iter().all(|(_, content)| self.is_written_by(*content, pointer, named)) {
                return None;
            }
        }
        Some(self.memory.push(Node::Chosen { pointer, offset: at.offset, contents }))
    }

    /// Is what stands in a place what was written there through a pointer that is one of several addresses, with what
    /// stands where that leads?
    fn is_written_by(&self, content: NodeId, through: NodeId, named: NodeId) -> bool {
        let node = |id: NodeId| &self.memory.nodes[self.memory.seen(id).index()];
        let whole = |id: NodeId| match node(id) {
            Node::Part { of } => self.memory.seen(*of),
            _ => self.memory.seen(id),
        };
        let Node::Disturbed { by, .. } = node(content) else { return false };
        let Node::Disturbance { new, indices, .. } = node(*by) else { return false };
        let is_through = |id: &NodeId| self.memory.seen(*id) == self.memory.seen(through);
        whole(*new) == whole(named) && matches!(indices.as_slice(), [only] if is_through(only))
    }

    pub(super) fn read_place(&mut self, place: PlaceId, block: BlockId, event: usize) -> NodeId {
        if self.forgets_memory || self.unfollowed.contains(&place) {
            return self.memory.push(Node::Unfollowed(place));
        }
        let local = self.is_local(place);
        self.memory.read(place, block, event, local, &self.dominators)
    }

    fn define(&mut self) {
        self.find_written();
        for (block, event, what) in self.events() {
            if self.memory.size() > self.memory_limit() {
                return;
            }
            match what {
                Event::Load(_) => {}
                Event::Store { address, value } => {
                    self.write_to(block, event, *address, NodeId::new(value.index()));
                }
                Event::Copy { to, from, bytes } => self.copy(block, event, *to, *from, *bytes),
                Event::Call(_) => self.define_call(block, event),
            }
        }
    }

    /// Is the place in an object of this function alone?
    pub(super) fn is_own(&mut self, place: Place) -> bool {
        let id = self.context.places.intern(place);
        self.context.places.is_local(id)
    }

    /// Is it a structure that was handed over by value? What is done to it callers do not see; what pointers in it lead to
    /// is theirs.
    pub(super) fn is_copy(&self, object: Root) -> bool {
        matches!(object, Root::Parameter(index) if self.function.by_value.contains(&index))
    }

    /// A read during definition: later blocks' definitions are not known yet, so the node is filled
    /// when all are.
    pub(super) fn read_lazily(&mut self, place: PlaceId, block: BlockId, event: usize) -> NodeId {
        if self.new_here.contains(&self.context.places.get(place).root) {
            return self.memory.push(Node::New);
        }
        let placeholder = self.memory.push(Node::Undefined);
        self.memory.deferred.push((placeholder, place, block, event));
        placeholder
    }

    fn define_call(&mut self, block: BlockId, event: usize) {
        let index = self.site_at[&(block, event)];
        let call = self.call(block, event);
        match self.sites[index].target.clone() {
            Target::Mpi(procedure) => {
                self.define_mpi(index, call, procedure);
                self.define_windows(index);
            }
            Target::Library(Effect::Allocates) => self.define_allocated(index, call),
            Target::Known(callee) => self.define_known(index, call, callee),
            Target::Library(
                Effect::Numeric
                | Effect::Pure
                | Effect::Given
                | Effect::OneThread
                | Effect::MakesProcess,
            ) => {}
            Target::Candidates(candidates) => self.define_candidates(index, call, &candidates),
            Target::Unknown => match call.callee {
                // It is called in a circle.
                Callee::Direct(callee) if self.context.written_by(callee).is_some() => {
                    self.define_candidates(index, call, &[callee]);
                }
                _ => self.define_external(index, call),
            },
            Target::Library(_) => self.define_external(index, call),
        }
    }

    /// A function is called that may throw.
    pub(super) fn note_thrown(&mut self, site: usize) {
        let Site { block, event, .. } = self.sites[site];
        if self.function.blocks[block.index()].unwind_of(event).is_some() {
            let node = self.memory.push(Node::Thrown { site });
            self.thrown.insert(block, node);
        }
    }

    /// What a function of the program leaves behind, when it returns and when it throws.
    fn define_known(&mut self, site: usize, call: &CallSite, callee: FunctionId) {
        let (block, event) = (self.sites[site].block, self.sites[site].event);
        let Some(summary) = self.context.summaries[callee.index()].clone() else { return };
        let unwind = self.function.blocks[block.index()].unwind_of(event);
        if summary.thrown.is_some() {
            self.note_thrown(site);
        }
        if summary.writes_anything {
            self.write_anything(site, call);
        }
        if summary.writes_lent {
            self.write_all_lent((block, event));
        }
        self.write_variables((block, event), &summary.variables);
        let made = self.define_made((block, event), &summary, call);
        // What is told of parts goes before what is told of wholes.
        for copied in self.copied_by(&summary.copies, call) {
            self.copy_places((block, event), None, copied);
        }
        self.new_here = made;
        self.define_wholes(site, call, &summary);
        let outputs = summary.outputs.iter().map(|(place, _)| (*place, false));
        let thrown = summary.thrown_outputs.iter().map(|(place, _)| (*place, true));
        for (output, (place, thrown)) in outputs.chain(thrown).enumerate() {
            let elements = self.elements_written(call, &summary, place);
            let place = self.context.places.get(place);
            let is_same_array = place.array && self.is_array_of_callee(call, place);
            let to = start_of_argument(call, place);
            let is_new = self.context.places.outermost(place) == Root::Returned;
            let by = self.selecting_behind((block, event), call, place);
            let place = self.addresses.translate(self.context, self.function, call, place);
            let Some(place) = place else {
                if !is_new {
                    self.write_all_lent((block, event));
                }
                continue;
            };
            let node = self.memory.push(Node::Output { site, output });
            let node = self.select((node, place), &by, None);
            match unwind {
                _ if !thrown && is_same_array => {
                    self.write_array((block, event), place, node, elements);
                }
                _ if !thrown => self.write_output((block, event), place, node, elements, to),
                // Elements of an array are what they may be when the function returns.
                Some(unwind) if !place.array => {
                    let place = self.note_place(place);
                    self.memory.define_thrown(block, unwind, place, node);
                }
                _ => {}
            }
        }
        self.new_here.clear();
    }

    /// What a function of the program writes in objects of which it does not know the parts.
    fn define_wholes(&mut self, site: usize, call: &CallSite, summary: &ValueSummary) {
        let at = (self.sites[site].block, self.sites[site].event);
        let first = summary.outputs.len() + summary.thrown_outputs.len();
        for (index, whole) in summary.wholes.iter().enumerate() {
            let place = self.context.places.get(whole.place);
            let place = self.addresses.translate(self.context, self.function, call, place);
            if let Some(place) = place {
                let node = self.memory.push(Node::Output { site, output: first + index });
                let extent = self.extent_here(call, whole.extent);
                match whole.behind {
                    true => self.write_behind(at, place, extent, node),
                    false => self.write_object(at, place, extent, node),
                }
                if whole.roughly {
                    let (behind, roughly) = (whole.behind, true);
                    self.tell_roughly(&Told { place, extent, behind, roughly, node });
                }
            }
        }
    }

    fn define_mpi(&mut self, site: usize, call: &CallSite, procedure: mpi::Call) {
        let (block, event) = (self.sites[site].block, self.sites[site].event);
        for (parameter, param) in procedure.procedure.params.iter().enumerate() {
            let Some(output) = mpi::output(procedure.procedure, parameter) else { continue };
            let Some(argument) =
                procedure.argument(parameter).and_then(|at| call.arguments.get(at))
            else {
                continue;
            };
            let node = self.memory.push(Node::Mpi { site, parameter });
            if param.kind == ParamKind::Buffer && self.is_bottom(call, procedure, parameter) {
                self.write_absolutely((block, event), node);
                continue;
            }
            let Some(place) = self.resolve(*argument) else { continue };
            // `MPI_Alloc_mem` writes an address.
            let is_data = param.kind == ParamKind::Buffer && output != mpi::Output::Handle;
            let one = !param.array
                && !matches!(param.kind, ParamKind::Status | ParamKind::String)
                && (!is_data || self.is_one_basic_element(call, procedure, parameter));
            if one && is_data {
                self.context.one_number.insert(Context::site_key(self.id, call.tag));
                self.note_reduced((block, event), call, procedure, node);
                if self.is_sent(node) {
                    self.note_sent((block, event), place, node);
                }
            }
            if one || place.array {
                self.write_at(block, event, *argument, place, node);
                continue;
            }
            self.note_place(place);
            // What differs between ranks may be all there is, what is the same on all may be not.
            let first_only = param.kind == ParamKind::String
                || output == mpi::Output::Uniform
                    && self.count_of(call, procedure, parameter).is_none();
            let extent = self.received(call, procedure, parameter, first_only);
            self.write_object((block, event), place, extent, node);
        }
        if let Some(at) = procedure.ierror()
            && let Some(argument) = call.arguments.get(at)
        {
            let node = self.memory.push(Node::Mpi { site, parameter: usize::MAX });
            self.write_to(block, event, *argument, node);
        }
    }

    // ---- reads ----------------------------------------------------------------------------------

    fn memory_limit(&self) -> usize {
        self.steps.min(MEMORY_LIMIT)
    }

    /// Each place that is written more than once costs a φ-node for each join: of the places in a large
    /// function only so many are followed, those first that are written least. What stands in the others is
    /// not known.
    fn bound_memory(&mut self) {
        let Some(left) = self.memory_limit().checked_sub(self.memory.size()) else {
            return self.forget_memory();
        };
        let joins = self.predecessors.iter().filter(|from| from.len() > 1).count();
        let followed = left / joins.max(1);
        self.unfollowed = self.memory.contested_beyond(followed).into_iter().collect();
    }

    /// Not even all that is written was looked at: it may be anything.
    fn forget_memory(&mut self) {
        let predecessors = self.predecessors.clone();
        self.memory = Memory::new(self.function, predecessors);
        self.forgets_memory = true;
        // What was said of this memory goes with it.
        self.writes_anything = true;
        self.thrown.clear();
        self.wholes.clear();
        self.disturbances.clear();
        self.copies.clear();
        self.written_alone.clear();
        self.reduced.clear();
        self.sent.clear();
        self.result_indices.clear();
    }

    fn find_written_arrays(&mut self) {
        for id in self.memory.defined_places() {
            let place = self.context.places.get(id);
            if place.array {
                let known = self.written_arrays.entry(place.root).or_default();
                if known.len() < CONTENT_LIMIT {
                    known.push((place.offset, id));
                }
            }
        }
    }

    fn bind(&mut self) {
        self.bound_memory();
        self.find_written_arrays();
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
                        self.note_index(*address);
                        let place = self.note_place(place);
                        let chosen = self.read_chosen(place, block, event);
                        let node = chosen.unwrap_or_else(|| self.read(place, block, event));
                        self.loads.insert(*value, node);
                        let elements = self.elements(*address);
                        let elements = self.other_elements(place, elements, (block, event));
                        if !elements.is_empty() {
                            self.elements.insert(*value, elements);
                        }
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
                self.sites[index].dealt = self.dealt((block, event), call, procedure);
                self.bind_contents(index, call, procedure);
                if procedure.procedure.name == "MPI_Cart_create" {
                    for place in self.extents(call, procedure) {
                        let place = self.note_place(place);
                        let node = self.read(place, block, event);
                        self.sites[index].contents.push(node);
                    }
                }
            }
            Target::Library(Effect::Pure | Effect::Fills) => self.bind_objects(index, call),
            _ => {}
        }
    }

    /// What stands in the objects that a function of a library computes from.
    fn bind_objects(&mut self, index: usize, call: &CallSite) {
        let (block, event) = (self.sites[index].block, self.sites[index].event);
        // Whether memory can be had or given back is a question of what is allocated already, not
        // of how much is asked for: it runs out anywhere or nowhere, as for `malloc`.
        let of_address = matches!(
            self.runtime_writes(call),
            Some(Writes::Allocation | Writes::AllocationOfCopy | Writes::Release)
        );
        let goes_behind = self.goes_behind(call);
        let overwrites = |position: usize| match call.callee {
            Callee::Direct(callee) => {
                library::overwrites(&self.context.program.function(callee).name, position)
            }
            Callee::Indirect { .. } | Callee::Assembly => false,
        };
        let overwritten: Vec<bool> = (0..call.arguments.len()).map(overwrites).collect();
        for (argument, is_overwritten) in call.arguments.iter().zip(overwritten) {
            let Some(place) = self.address_argument(*argument) else { continue };
            self.note_place(place);
            let (mut is_followed, mut is_filled) = (!place.array, false);
            // A descriptor and what it says: all of its parts, of a large object the first.
            for part in self.places_from(place).into_iter().take(CONTENT_LIMIT) {
                if of_address && self.context.places.get(part) != place {
                    continue;
                }
                let chosen = self.read_chosen(part, block, event);
                let node = chosen.unwrap_or_else(|| self.read(part, block, event));
                is_followed &= self.memory.is_written_by(node);
                is_filled |= self.memory.may_be_received(node);
                self.sites[index].contents.push(node);
                self.sites[index].overwritten.extend(is_overwritten.then_some(node));
            }
            // What stands behind what a caller has handed over, the caller knows.
            let is_handed = matches!(place.root, Root::Parameter(_) | Root::Pointee(_));
            if is_handed && !place.array && !is_overwritten {
                let all = self.note_place(Place { array: true, back: 0, ..place });
                let node = self.read(all, block, event);
                self.sites[index].contents.push(node);
            }
            let address = NodeId::new(argument.index());
            if is_followed {
                self.sites[index].followed.push(address);
            } else if is_filled {
                self.sites[index].filled.push(address);
            }
            if goes_behind {
                self.bind_behind(index, place);
            }
        }
    }

    /// What stands in the buffers and arrays that an MPI call computes from: what is unpacked follows from
    /// what was packed, not from where that is.
    fn bind_contents(&mut self, site: usize, call: &CallSite, mpi: mpi::Call) {
        let (block, event) = (self.sites[site].block, self.sites[site].event);
        let params = || mpi.procedure.params.iter().enumerate();
        let computes = |(index, param): (usize, &mpi::Param)| {
            let is_handle = matches!(param.kind, ParamKind::Group | ParamKind::Request);
            !is_handle
                && mpi::output(mpi.procedure, index).is_some_and(mpi::effects::follows_from_inputs)
        };
        // The command line stays what it is.
        if mpi.procedure.name.starts_with("MPI_Init") || !params().any(computes) {
            return;
        }
        let is_read = |param: &mpi::Param| {
            (param.array || param.kind == ParamKind::Buffer) && param.direction != Direction::Out
        };
        for (parameter, _) in params().filter(|(_, param)| is_read(param)) {
            let argument = mpi.argument(parameter).and_then(|at| call.arguments.get(at)).copied();
            let Some(argument) = argument else { continue };
            let Some(place) = self.address_argument(argument) else { continue };
            let selects = self.selects(argument);
            self.sites[site].contents.extend(selects);
            self.note_place(place);
            for part in self.places_from(place).into_iter().take(CONTENT_LIMIT) {
                let node = self.read(part, block, event);
                self.sites[site].contents.push(node);
            }
            self.sites[site].parameters[parameter] = None;
        }
    }

    /// What stands where pointers in an object lead that Fortran's runtime is handed.
    fn bind_behind(&mut self, site: usize, start: Place) {
        let (block, event) = (self.sites[site].block, self.sites[site].event);
        for place in self.reached(start, Extent::Descriptor(None)) {
            for part in self.places_from(place).into_iter().take(CONTENT_LIMIT) {
                let node = self.read(part, block, event);
                self.sites[site].behind.push(node);
            }
        }
    }

    /// Where the extents of the grid of processes stand that a call makes.
    fn extents(&mut self, call: &CallSite, cart_create: mpi::Call) -> Vec<Place> {
        let argument = |name: &str| {
            let parameter = cart_create.procedure.param(name)?;
            call.arguments.get(cart_create.argument(parameter)?).copied()
        };
        let (Some(count), Some(extents)) = (argument("ndims"), argument("dims")) else {
            return Vec::new();
        };
        let count = match self.function.value(count) {
            Value::Integer(count) => *count,
            Value::Global(global) => {
                let global = &self.context.program.globals[global.index()];
                let known = global.constant && global.initial_known;
                global.initial.first().filter(|_| known).map_or(0, |(_, count)| *count)
            }
            _ => 0,
        };
        let Some(start) = self.resolve(extents).filter(|start| !start.array && count <= 8) else {
            return Vec::new();
        };
        const INTEGER: i64 = 4;
        let extent = |index: i64| Place { offset: start.offset + INTEGER * index, ..start };
        (0..count).map(extent).collect()
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
                let callees = self.context.places.get(place);
                let here = self.addresses.translate(self.context, self.function, call, callees)?;
                let place = self.note_place(here);
                let chosen = self.read_chosen(place, block, event);
                let mut node = chosen.unwrap_or_else(|| self.read(place, block, event));
                // How far the elements of an array lie apart, the callee knows.
                let others = self.other_elements(place, Elements::default(), (block, event));
                for other in others {
                    let perhaps = self.memory.push(Node::Partly { old: other, new: other });
                    node = self.memory.push(Node::Either(node, perhaps));
                }
                Some(self.read_selected((block, event), call, (callees, here), node))
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
        Some(self.read_element((block, event), argument, place))
    }
}

/// The argument of a call that points to the object of a place of the callee's, which is no element of an array there.
fn start_of_argument(call: &CallSite, place: Place) -> Option<ValueId> {
    match place {
        Place { root: Root::Parameter(index), array: false, .. } => {
            call.arguments.get(index as usize).copied()
        }
        _ => None,
    }
}
