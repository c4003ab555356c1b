//! From functions to the graph of a team.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::finding::Location;
use crate::mpi;
use crate::program::{
    BinaryOperator, BlockId, CallSite, Callee, Comparison, Event, Function, FunctionId, Terminator,
    Value, ValueId,
};
use crate::threads::facts::{Facts, address, handed_over};
use crate::threads::openmp::{self, Construct, LockKind};
use crate::threads::team::{
    Call, Fork, Instance, InstanceId, Node, NodeId, NodeKind, TaskDependence, Team, Work,
};
use crate::threads::word::{Letter, LockName, Region, RegionId};
use crate::value::library;

/// Nodes a team's graph has at most: beyond, what it says is not certain.
const NODES: usize = 200_000;

/// Calls inside of calls that are looked into.
const DEPTH: usize = 64;

/// What the builder knows of the program.
pub struct Unfolding<'f, 'p> {
    /// Facts of functions.
    pub facts: &'f Facts<'p>,
    /// By function: it, or what it calls, does what concerns other threads.
    pub relevant: &'f [bool],
    /// The types of functions that concern other threads and whose address is taken.
    pub by_signature: &'f FxHashSet<u64>,
}

/// What makes a team: the call of its region in the function that makes it, if that is known.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    /// What its threads run.
    pub region: FunctionId,
    /// The function that makes it, with the block and event of the call of the region.
    pub from: Option<(FunctionId, BlockId, u32)>,
    /// How many threads `num_threads` asks for, if that is known.
    pub threads: Option<i64>,
}

impl Unfolding<'_, '_> {
    /// The graph of the team that is made there.
    #[must_use]
    pub fn team(&self, start: Start) -> Team {
        let mut builder = Builder { all: self, team: Team::default(), open: Vec::new() };
        let parent = start.from.map(|(function, block, event)| {
            let outside = builder.instance(function, None, true, false);
            Call { instance: outside, block, event }
        });
        let instance = builder.instance(start.region, parent, false, false);
        let (entry, exit) = builder.body(instance, None);
        builder.team.threads = start.threads.filter(|threads| Team::KNOWN_SIZES.contains(threads));
        builder.team.entry = entry;
        builder.team.exit = exit;
        builder.team
    }
}

struct Builder<'a, 'f, 'p> {
    all: &'a Unfolding<'f, 'p>,
    team: Team,
    /// The functions whose bodies are being put in place, and whether each is a task's.
    open: Vec<(FunctionId, bool)>,
}

/// A function's body while it is put in place.
struct Body {
    instance: InstanceId,
    exit: NodeId,
    /// By block: its first node.
    starts: FxHashMap<(BlockId, Option<i64>), NodeId>,
    /// Blocks to be looked at, with what their ends choose by, if the way there tells, and the region
    /// control comes from.
    work: Vec<(BlockId, Option<i64>, Option<RegionId>)>,
    /// By block: the `switch` of the sections it is in, and which of them.
    sections: FxHashMap<BlockId, (BlockId, usize)>,
    /// By section: its region.
    section_regions: FxHashMap<(BlockId, usize), RegionId>,
    /// What `num_threads` asked for, for the next team.
    threads: Option<i64>,
    /// Iterations of the loop, and not of several nested ones, wait for each other.
    chained: bool,
}

/// Where the walk through a block has come to.
#[derive(Clone, Copy)]
struct At {
    node: NodeId,
    block: BlockId,
    event: u32,
    region: Option<RegionId>,
}

impl<'p> Builder<'_, '_, 'p> {
    fn program(&self) -> &'p crate::program::Program {
        self.all.facts.program
    }

    fn instance(
        &mut self,
        function: FunctionId,
        parent: Option<Call>,
        outside: bool,
        task: bool,
    ) -> InstanceId {
        let again = self.open.iter().any(|(open, _)| *open == function);
        self.team.instances.push(Instance { function, parent, outside, task, again });
        InstanceId::new(self.team.instances.len() - 1)
    }

    fn function_of(&self, instance: InstanceId) -> &'p Function {
        self.program().function(self.team.instances[instance.index()].function)
    }

    fn node(
        &mut self,
        kind: NodeKind,
        instance: InstanceId,
        at: &At,
        location: &Location,
    ) -> NodeId {
        self.team.nodes.push(Node {
            kind,
            instance,
            block: at.block,
            event: at.event,
            region: at.region,
            location: location.clone(),
        });
        self.team.successors.push(Vec::new());
        NodeId::new(self.team.nodes.len() - 1)
    }

    fn edge(&mut self, from: NodeId, to: NodeId) {
        self.team.successors[from.index()].push(to);
    }

    /// A node behind where the walk is; the walk goes on from there.
    fn append(&mut self, body: &Body, at: &mut At, kind: NodeKind, location: &Location) -> NodeId {
        let node = self.node(kind, body.instance, at, location);
        self.edge(at.node, node);
        at.node = node;
        node
    }

    /// The body of an instance, entered in a region: its first and its last node.
    fn body(&mut self, instance: InstanceId, region: Option<RegionId>) -> (NodeId, NodeId) {
        let function = self.function_of(instance);
        let at = At { node: NodeId(0), block: BlockId(0), event: 0, region };
        let exit = self.node(NodeKind::Plain, instance, &at, &function.location);
        let mut body = Body {
            instance,
            exit,
            starts: FxHashMap::default(),
            work: Vec::new(),
            sections: FxHashMap::default(),
            section_regions: FxHashMap::default(),
            threads: None,
            chained: false,
        };
        let Instance { function: opened, task, .. } = self.team.instances[instance.index()];
        self.open.push((opened, task));
        let entry = self.start_of(&mut body, None, BlockId(0), region);
        while let Some((block, known, region)) = body.work.pop() {
            if self.team.nodes.len() > NODES {
                self.team.cut = true;
                break;
            }
            self.block(&mut body, (block, known), region);
        }
        self.open.pop();
        (entry, exit)
    }

    /// The first node of a block. Control comes to it from another in this region.
    fn start_of(
        &mut self,
        body: &mut Body,
        from: Option<BlockId>,
        block: BlockId,
        region: Option<RegionId>,
    ) -> NodeId {
        let number =
            from.and_then(|from| chosen_before(self.function_of(body.instance), from, block));
        if let Some(known) = body.starts.get(&(block, number)) {
            return *known;
        }
        let region = self.without_section(body, block, region);
        let at = At { node: NodeId(0), block, event: 0, region };
        let location = Location::default();
        let node = self.node(NodeKind::Plain, body.instance, &at, &location);
        body.starts.insert((block, number), node);
        body.work.push((block, number, region));
        node
    }

    /// The region without the section that ends before the block.
    fn without_section(
        &self,
        body: &Body,
        block: BlockId,
        region: Option<RegionId>,
    ) -> Option<RegionId> {
        let id = region?;
        let open = &self.team.regions[id.index()];
        let ends = matches!(open.letter, Letter::Section(_))
            && body.section_regions.values().any(|known| *known == id)
            && body.sections.get(&block).and_then(|section| body.section_regions.get(section))
                != Some(&id);
        if ends { open.outer } else { region }
    }

    fn enter(&mut self, letter: Letter, enter: NodeId, outer: Option<RegionId>) -> RegionId {
        self.team.regions.push(Region { letter, enter, outer });
        RegionId::new(self.team.regions.len() - 1)
    }

    /// Leaves the innermost region of this kind, and what is open inside of it.
    fn leave(&self, region: Option<RegionId>, is: impl Fn(&Letter) -> bool) -> Option<RegionId> {
        let mut at = region;
        while let Some(id) = at {
            let open = &self.team.regions[id.index()];
            if is(&open.letter) {
                return open.outer;
            }
            at = open.outer;
        }
        region
    }

    fn block(
        &mut self,
        body: &mut Body,
        (block, known): (BlockId, Option<i64>),
        region: Option<RegionId>,
    ) {
        let function = self.function_of(body.instance);
        let Some(&node) = body.starts.get(&(block, known)) else { return };
        let mut at = At { node, block, event: 0, region };
        let contents = &function.blocks[block.index()];
        let mut skip = false;
        for (index, event) in contents.events.iter().enumerate() {
            at.event = u32::try_from(index).unwrap_or(u32::MAX);
            let Event::Call(call) = event else { continue };
            if std::mem::take(&mut skip) {
                continue;
            }
            match self.call(body, &mut at, call) {
                After::Next => {}
                After::SkipNext => skip = true,
                After::Ends => return,
            }
        }
        at.event = u32::try_from(contents.events.len()).unwrap_or(u32::MAX);
        if let Some(only) = known.and_then(|number| contents.terminator.way(number)) {
            let to = self.start_of(body, Some(block), only, at.region);
            self.edge(at.node, to);
            return;
        }
        self.terminator(body, at, &contents.terminator, &contents.location);
    }

    fn call(&mut self, body: &mut Body, at: &mut At, call: &CallSite) -> After {
        let function = self.function_of(body.instance);
        let callee_id = match &call.callee {
            Callee::Direct(id) => *id,
            // A pointer may lead to any function of its type.
            Callee::Indirect { signature, .. } if self.all.by_signature.contains(signature) => {
                self.append(body, at, NodeKind::Unknown, &call.location);
                return After::Next;
            }
            Callee::Indirect { .. } | Callee::Assembly => return After::Next,
        };
        let callee = self.program().function(callee_id);
        if callee.is_defined() {
            if self.all.relevant[callee_id.index()] {
                self.put_in_place(body, at, callee_id, &call.location);
            }
            return if callee.never_returns { After::Ends } else { After::Next };
        }
        if let Some(mpi) = mpi::lookup(&callee.name) {
            if mpi::ends_job(mpi.procedure) {
                return After::Ends;
            }
            if mpi.procedure.communicates() {
                self.append(body, at, NodeKind::Mpi(mpi), &call.location);
            }
            return After::Next;
        }
        match openmp::construct_of(callee, function, &call.arguments) {
            Some(construct) => self.construct(body, at, call, construct),
            None if callee.never_returns || library::departure(&callee.name).is_some() => {
                After::Ends
            }
            None => {
                // How often it is called there, and by whom, is not known.
                if self.hands_over(function, call) {
                    self.append(body, at, NodeKind::Unknown, &call.location);
                }
                After::Next
            }
        }
    }

    /// Is a function handed over that has something in it for a team?
    fn hands_over(&self, function: &Function, call: &CallSite) -> bool {
        handed_over(function, call).any(|handed| self.all.relevant[handed.index()])
    }

    fn is_open(&self, function: FunctionId) -> bool {
        self.open.iter().any(|(open, _)| *open == function)
    }

    /// Is a function that calls itself by way of a task put in place once more? The tasks that one run of it makes
    /// may run at the same time, and so may what they call; that shows where it stands in the task.
    fn may_run_again(&self, function: FunctionId) -> bool {
        /// Nodes of a graph in which nothing is put in place once more.
        const LARGE: usize = 10_000;
        let mut inside = self.open.iter().skip_while(|(open, _)| *open != function);
        let mut seen = FxHashSet::default();
        self.team.nodes.len() < LARGE
            && inside.any(|(_, is_task)| *is_task)
            && self.open.iter().all(|(open, _)| seen.insert(*open))
    }

    /// Puts a function in the place of its call.
    fn put_in_place(&mut self, body: &Body, at: &mut At, callee: FunctionId, location: &Location) {
        if self.is_open(callee) && !self.may_run_again(callee) {
            self.append(body, at, NodeKind::Recursion(callee), location);
            return;
        }
        if self.open.len() > DEPTH || self.team.cut {
            self.team.cut = true;
            self.append(body, at, NodeKind::Unknown, location);
            return;
        }
        let call = Call { instance: body.instance, block: at.block, event: at.event };
        let instance = self.instance(callee, Some(call), false, false);
        let (entry, exit) = self.body(instance, at.region);
        self.edge(at.node, entry);
        let behind = self.node(NodeKind::Plain, body.instance, at, location);
        self.edge(exit, behind);
        at.node = behind;
    }

    fn construct(
        &mut self,
        body: &mut Body,
        at: &mut At,
        call: &CallSite,
        construct: Construct,
    ) -> After {
        use Construct as C;
        let place = &call.location;
        match construct {
            C::Fork => return self.fork(body, at, call),
            C::NumberOfThreads => body.threads = self.constant(body, call.arguments.get(2)),
            C::Barrier { explicit } | C::CancelBarrier { explicit } => {
                self.append(body, at, NodeKind::Barrier { explicit }, place);
            }
            C::CopyPrivate => {
                self.append(body, at, NodeKind::Barrier { explicit: false }, place);
            }
            C::Single => _ = self.append(body, at, NodeKind::Work(Work::Single), place),
            C::StaticLoop | C::DynamicLoop => {
                let work = self.append(body, at, NodeKind::Work(Work::Loop), place);
                at.region = Some(self.enter(Letter::Loop, work, at.region));
            }
            C::Sections => {
                let work = self.append(body, at, NodeKind::Work(Work::Sections), place);
                at.region = Some(self.enter(Letter::Sections, work, at.region));
            }
            C::BeginAlone => self.open_region(body, at, Letter::Alone, place),
            C::EndAlone => at.region = self.leave(at.region, |l| *l == Letter::Alone),
            C::EndStatic => {
                let is = |l: &Letter| matches!(l, Letter::Loop | Letter::Sections);
                at.region = self.leave(at.region, is);
            }
            C::EndSingle => at.region = self.leave(at.region, |l| *l == Letter::Single),
            C::EndMasked => {
                at.region = self.leave(at.region, |l| matches!(l, Letter::Masked | Letter::Single));
            }
            C::Doacross => body.chained = self.constant(body, call.arguments.get(2)) == Some(1),
            C::AwaitIteration | C::PostIteration => self.take_turn(body, at, place, construct),
            C::Ordered => self.open_region(body, at, Letter::Ordered, place),
            C::EndOrdered => at.region = self.leave(at.region, |l| *l == Letter::Ordered),
            C::BeginTask => self.open_region(body, at, Letter::Task, place),
            C::EndTask => at.region = self.leave(at.region, |l| *l == Letter::Task),
            C::TaskWait => self.wait_for_tasks(body, at, true, place),
            C::TaskWaitDepend | C::EndTaskGroup => self.wait_for_tasks(body, at, false, place),
            C::SpawnTask => {
                self.spawn(body, at, call, (Some(Vec::new()), false));
                return self.after_spawn(body, at, call);
            }
            C::SpawnOrderedTask => {
                let dependences = self.dependences(body, at, call);
                self.spawn(body, at, call, (dependences, false));
                return self.after_spawn(body, at, call);
            }
            C::TaskLoop => self.spawn(body, at, call, (Some(Vec::new()), true)),
            _ => self.lock(body, at, call, construct),
        }
        After::Next
    }

    fn open_region(&mut self, body: &Body, at: &mut At, letter: Letter, place: &Location) {
        let enter = self.append(body, at, NodeKind::Enter, place);
        at.region = Some(self.enter(letter, enter, at.region));
    }

    /// Iterations that wait for earlier ones, one of which each lets go on, are run one at a time.
    fn take_turn(&mut self, body: &Body, at: &mut At, place: &Location, construct: Construct) {
        let kind = match construct {
            Construct::AwaitIteration => NodeKind::Acquire(LockName::Order, LockKind::Foreign),
            _ => NodeKind::Release(LockName::Order),
        };
        if body.chained {
            self.append(body, at, kind, place);
        }
    }

    /// Locks and critical regions.
    fn lock(&mut self, body: &Body, at: &mut At, call: &CallSite, construct: Construct) {
        use Construct as C;
        let position = match construct {
            C::Critical | C::EndCritical => 2,
            C::Lock(_) | C::Unlock(_) | C::MayLock => 0,
            _ => return,
        };
        if construct == C::MayLock {
            let name = call.arguments.first().map(|lock| self.lock_name(body, *lock));
            self.append(body, at, NodeKind::MayAcquire(name), &call.location);
            return;
        }
        let Some(name) = call.arguments.get(position).map(|lock| self.lock_name(body, *lock))
        else {
            return;
        };
        match construct {
            C::Critical => {
                let kind = NodeKind::Acquire(name.clone(), LockKind::Plain);
                let enter = self.append(body, at, kind, &call.location);
                at.region = Some(self.enter(Letter::Critical(name), enter, at.region));
            }
            C::EndCritical => {
                at.region = self.leave(at.region, |l| *l == Letter::Critical(name.clone()));
                self.append(body, at, NodeKind::Release(name), &call.location);
            }
            C::Lock(kind) => {
                self.append(body, at, NodeKind::Acquire(name, kind), &call.location);
            }
            _ => _ = self.append(body, at, NodeKind::Release(name), &call.location),
        }
    }

    /// What names a lock: the variable that holds it, followed to where it was handed from.
    fn lock_name(&self, body: &Body, lock: ValueId) -> LockName {
        let mut instance = body.instance;
        let mut value = lock;
        let mut distance = 0;
        loop {
            let function = self.function_of(instance);
            let at = address(function, value);
            distance += at.offset.unwrap_or_default();
            match function.value(at.root) {
                Value::Global(global) if at.offset.is_some() => {
                    return LockName::Variable(*global, distance);
                }
                Value::Parameter(index) if at.offset.is_some() => {
                    let Some(up) = self.argument(instance, *index) else {
                        return LockName::Value(instance.0, at.root, distance);
                    };
                    (instance, value) = up;
                }
                _ if at.offset.is_none() => return LockName::Value(instance.0, value, distance),
                _ => return LockName::Value(instance.0, at.root, distance),
            }
        }
    }

    /// What stands for a parameter where the instance is called.
    fn argument(&self, instance: InstanceId, index: u32) -> Option<(InstanceId, ValueId)> {
        let call = self.team.instances[instance.index()].parent?;
        let caller = self.function_of(call.instance);
        let event = caller.blocks.get(call.block.index())?.events.get(call.event as usize)?;
        let Event::Call(site) = event else { return None };
        Some((call.instance, *site.arguments.get(index as usize)?))
    }

    fn constant(&self, body: &Body, value: Option<&ValueId>) -> Option<i64> {
        match self.function_of(body.instance).value(*value?) {
            Value::Integer(number) => Some(*number),
            _ => None,
        }
    }

    /// A team is made: its region is the next event's callee.
    fn fork(&mut self, body: &mut Body, at: &mut At, call: &CallSite) -> After {
        let function = self.function_of(body.instance);
        let event = at.event + 1;
        let next = function.blocks[at.block.index()].events.get(event as usize);
        let Some(Event::Call(CallSite { callee: Callee::Direct(region), .. })) = next else {
            return After::Next;
        };
        let asked = body.threads.take();
        let condition = self.constant(body, call.arguments.get(1));
        if asked == Some(1) || condition == Some(0) {
            self.open_region(body, at, Letter::Alone, &call.location);
            let mut inside = At { event, ..*at };
            self.put_in_place(body, &mut inside, *region, &call.location);
            at.node = inside.node;
            at.region = self.leave(at.region, |l| *l == Letter::Alone);
            return After::SkipNext;
        }
        let fork = self.team.forks.len();
        self.append(body, at, NodeKind::Fork(fork), &call.location);
        self.team.forks.push(Fork {
            function: *region,
            call: Call { instance: body.instance, block: at.block, event },
            threads: asked,
            location: call.location.clone(),
        });
        After::SkipNext
    }

    /// Tasks have ended: all that were made, or some of them.
    fn wait_for_tasks(&mut self, body: &Body, at: &mut At, all: bool, place: &Location) {
        self.append(body, at, NodeKind::TaskWait { all }, place);
    }

    /// A task may run: its code stands beside what goes on.
    fn spawn(
        &mut self,
        body: &Body,
        at: &mut At,
        call: &CallSite,
        (dependences, many): (Option<Vec<TaskDependence>>, bool),
    ) {
        let Some(code) = code_of_task(self.function_of(body.instance), call) else {
            self.append(body, at, NodeKind::Unknown, &call.location);
            return;
        };
        if !self.program().function(code).is_defined() {
            self.append(body, at, NodeKind::Unknown, &call.location);
            return;
        }
        if self.is_open(code) {
            self.append(body, at, NodeKind::Recursion(code), &call.location);
            return;
        }
        let spawn = self.append(body, at, NodeKind::Plain, &call.location);
        let region = self.enter(Letter::Task, spawn, at.region);
        let parent = Call { instance: body.instance, block: at.block, event: at.event };
        let instance = self.instance(code, Some(parent), false, true);
        let (entry, _) = self.body(instance, Some(region));
        self.team.nodes[spawn.index()].kind = NodeKind::Spawn { body: entry, dependences, many };
    }

    /// Behind the call that makes a task stands one of its code, for what ranks do: here it is unfolded as
    /// a task.
    fn after_spawn(&self, body: &Body, at: &At, call: &CallSite) -> After {
        let function = self.function_of(body.instance);
        let next = function.blocks[at.block.index()].events.get(at.event as usize + 1);
        match (next, code_of_task(function, call)) {
            (Some(Event::Call(next)), Some(code)) if next.callee == Callee::Direct(code) => {
                After::SkipNext
            }
            _ => After::Next,
        }
    }

    /// What a task depends on: a list of addresses, lengths and kinds (`kmp_depend_info_t`).
    fn dependences(&self, body: &Body, at: &At, call: &CallSite) -> Option<Vec<TaskDependence>> {
        /// Bytes of an entry, and where in it the kind stands.
        const ENTRY: i64 = 24;
        const KIND: i64 = 16;
        /// The kind of `depend(in)`; all others but the next order tasks among themselves.
        const IN: i64 = 1;
        /// That of `depend(inoutset)`.
        const INOUTSET: i64 = 8;
        let function = self.function_of(body.instance);
        let count = self.constant(body, call.arguments.get(3))?;
        let list = address(function, *call.arguments.get(4)?);
        let start = list.offset?;
        let events = &function.blocks[at.block.index()].events[..at.event as usize];
        let stored = |distance: i64| {
            events.iter().rev().find_map(|event| match event {
                Event::Store { address: to, value } => {
                    let to = address(function, *to);
                    let is_it = to.root == list.root && to.offset == Some(start + distance);
                    is_it.then_some(*value)
                }
                _ => None,
            })
        };
        let entry = |index: i64| {
            let object = without_casts(function, stored(index * ENTRY)?);
            let kind = self.constant(body, stored(index * ENTRY + KIND).as_ref());
            Some(TaskDependence {
                object: self.lock_name(body, object),
                writes: kind != Some(IN),
                adds: kind == Some(INOUTSET),
                fixed: address(function, object).offset.is_some(),
            })
        };
        (0..count).map(entry).collect()
    }

    fn terminator(&mut self, body: &mut Body, at: At, terminator: &Terminator, place: &Location) {
        match terminator {
            Terminator::Return(_) => self.edge(at.node, body.exit),
            // What is thrown must not leave a region; where it is caught inside, the run is looked at.
            Terminator::Jump(to) | Terminator::Invoke { normal: to, .. } => {
                let to = self.start_of(body, Some(at.block), *to, at.region);
                self.edge(at.node, to);
            }
            Terminator::Branch { condition, then, otherwise } => {
                self.branch(body, at, *condition, [*then, *otherwise], place);
            }
            Terminator::Switch { value, cases, default } => {
                let targets: Vec<BlockId> =
                    cases.iter().map(|(_, to)| *to).chain([*default]).collect();
                self.find_sections_of_fortran(body, &at, *value, cases);
                let innermost = at.region.map(|id| &self.team.regions[id.index()].letter);
                if innermost == Some(&Letter::Sections) {
                    self.sections(body, at, cases.iter().map(|(_, to)| *to).collect(), *default);
                    return;
                }
                let values = cases.iter().map(|(value, _)| *value).collect();
                self.choose(body, at, *value, Some(values), &targets, place);
            }
            Terminator::Indirect { value, targets } => {
                self.choose(body, at, *value, Some(Vec::new()), targets, place);
            }
            Terminator::Resume | Terminator::Unreachable => {}
        }
    }

    /// flang makes of sections a loop whose rounds choose a section each, and nothing tells it from a
    /// loop around a `select case` of all its rounds: which is the same.
    fn find_sections_of_fortran(
        &mut self,
        body: &Body,
        at: &At,
        value: ValueId,
        cases: &[(i64, BlockId)],
    ) {
        let counted = (0..).zip(cases).all(|(number, (case, _))| number == *case);
        let Some(region) = at.region.filter(|_| counted && !cases.is_empty()) else { return };
        let function = self.function_of(body.instance);
        let open = &mut self.team.regions[region.index()];
        if open.letter == Letter::Loop && is_round(function, value) {
            open.letter = Letter::Sections;
            self.team.nodes[open.enter.index()].kind = NodeKind::Work(Work::Sections);
        }
    }

    /// Ways a condition of the user's chooses from.
    fn choose(
        &mut self,
        body: &mut Body,
        mut at: At,
        condition: ValueId,
        cases: Option<Vec<i64>>,
        targets: &[BlockId],
        place: &Location,
    ) {
        // What the runtime answers the generated code is no condition of the user's.
        let function = self.function_of(body.instance);
        let generated = matches!(
            self.asked(function, condition).map(|(construct, _)| construct),
            Some(Construct::NextPart)
        ) || self.is_reduction(function, condition);
        if !generated {
            self.append(body, &mut at, NodeKind::Branch { condition, cases }, place);
        }
        for target in targets {
            let to = self.start_of(body, Some(at.block), *target, at.region);
            self.edge(at.node, to);
        }
    }

    fn is_reduction(&self, function: &Function, value: ValueId) -> bool {
        let Value::Result { block, event } = function.value(value) else { return false };
        let event = function.blocks[block.index()].events.get(*event as usize);
        matches!(event, Some(Event::Call(CallSite { callee: Callee::Direct(callee), .. }))
            if self.program().function(*callee).name.starts_with("__kmpc_reduce"))
    }

    fn branch(
        &mut self,
        body: &mut Body,
        at: At,
        condition: ValueId,
        [then, otherwise]: [BlockId; 2],
        place: &Location,
    ) {
        let function = self.function_of(body.instance);
        let Some((construct, is_zero)) = self.asked(function, condition) else {
            self.choose(body, at, condition, None, &[then, otherwise], place);
            return;
        };
        let (yes, no) = if is_zero { (otherwise, then) } else { (then, otherwise) };
        match construct {
            Construct::Single | Construct::Masked => {
                let letter = self.chosen(function, condition, construct);
                let no = self.start_of(body, Some(at.block), no, at.region);
                self.edge(at.node, no);
                let mut inside = at;
                let place = self.place_of_question(function, condition);
                self.open_region(body, &mut inside, letter, &place);
                let yes = self.start_of(body, Some(at.block), yes, inside.region);
                self.edge(inside.node, yes);
            }
            Construct::TestLock(_) => {
                let no = self.start_of(body, Some(at.block), no, at.region);
                self.edge(at.node, no);
                let mut inside = at;
                if let Some(name) = self.tested_lock(body, function, condition) {
                    // It may be taken again: the answer is no then.
                    let kind = NodeKind::Acquire(name, LockKind::Nestable);
                    self.append(body, &mut inside, kind, place);
                }
                let yes = self.start_of(body, Some(at.block), yes, inside.region);
                self.edge(inside.node, yes);
            }
            Construct::NextPart => {
                let yes = self.start_of(body, Some(at.block), yes, at.region);
                self.edge(at.node, yes);
                let behind = self.leave(at.region, |l| *l == Letter::Loop);
                let no = self.start_of(body, Some(at.block), no, behind);
                self.edge(at.node, no);
            }
            // Where it does not hold the team has one thread.
            Construct::InParallel if !self.team.instances[body.instance.index()].outside => {
                let yes = self.start_of(body, Some(at.block), yes, at.region);
                self.edge(at.node, yes);
            }
            // A region that is cancelled may be left by some threads only.
            Construct::Cancel | Construct::CancelBarrier { .. } => {
                let no = self.start_of(body, Some(at.block), no, at.region);
                self.edge(at.node, no);
            }
            _ => self.choose(body, at, condition, None, &[then, otherwise], place),
        }
    }

    /// The letter of a region that one thread is chosen for: a masked region of another thread than the
    /// first is run by one, as a single region is.
    fn chosen(&self, function: &Function, condition: ValueId, construct: Construct) -> Letter {
        let filter = self.question(function, condition).and_then(|call| call.arguments.get(2));
        let first = filter.is_none_or(|filter| *function.value(*filter) == Value::Integer(0));
        if construct == Construct::Masked && first { Letter::Masked } else { Letter::Single }
    }

    fn place_of_question(&self, function: &Function, condition: ValueId) -> Location {
        self.question(function, condition).map(|call| call.location.clone()).unwrap_or_default()
    }

    fn tested_lock(
        &self,
        body: &Body,
        function: &Function,
        condition: ValueId,
    ) -> Option<LockName> {
        let lock = *self.question(function, condition)?.arguments.first()?;
        Some(self.lock_name(body, lock))
    }

    /// The construct whose answer the condition is, and whether it asks for 0.
    fn asked(&self, function: &Function, condition: ValueId) -> Option<(Construct, bool)> {
        let (call, is_zero) = self.question_and_sense(function, condition)?;
        let Callee::Direct(callee) = call.callee else { return None };
        let callee = self.program().function(callee);
        Some((openmp::construct_of(callee, function, &call.arguments)?, is_zero))
    }

    fn question<'f>(&self, function: &'f Function, condition: ValueId) -> Option<&'f CallSite> {
        self.question_and_sense(function, condition).map(|(call, _)| call)
    }

    fn question_and_sense<'f>(
        &self,
        function: &'f Function,
        mut condition: ValueId,
    ) -> Option<(&'f CallSite, bool)> {
        /// Comparisons of comparisons.
        const LIMIT: usize = 8;
        let mut is_zero = false;
        for _ in 0..LIMIT {
            match function.value(condition) {
                Value::Compare { comparison, operands: [value, zero], .. }
                    if *function.value(*zero) == Value::Integer(0) =>
                {
                    match comparison {
                        Comparison::Equal => is_zero = !is_zero,
                        Comparison::NotEqual | Comparison::Greater => {}
                        _ => return None,
                    }
                    condition = *value;
                }
                Value::Binary {
                    operator: BinaryOperator::Xor,
                    bits: 1,
                    operands: [value, one],
                } if matches!(function.value(*one), Value::Integer(1 | -1)) => {
                    is_zero = !is_zero;
                    condition = *value;
                }
                Value::Cast { operand, .. } | Value::Offset { base: operand, bytes: 0 } => {
                    condition = *operand;
                }
                Value::Result { block, event } => {
                    let event = function.blocks[block.index()].events.get(*event as usize)?;
                    let Event::Call(call) = event else { return None };
                    return Some((call, is_zero));
                }
                _ => return None,
            }
        }
        None
    }

    /// The `switch` of sections: each of its ways is one of them, up to where the ways meet.
    fn sections(&mut self, body: &mut Body, at: At, cases: Vec<BlockId>, default: BlockId) {
        let function = self.function_of(body.instance);
        let reached: Vec<FxHashSet<BlockId>> = cases
            .iter()
            .chain([&default])
            .map(|start| reachable(function, *start, at.block))
            .collect();
        for (index, case) in cases.iter().enumerate() {
            let shared = |block: &BlockId| {
                reached.iter().enumerate().any(|(other, set)| other != index && set.contains(block))
            };
            for block in reached[index].iter().filter(|block| !shared(block)) {
                body.sections.insert(*block, (at.block, index));
            }
            if *case == default {
                continue;
            }
            let mut inside = at;
            let place = self.team.node(at.node).location.clone();
            let enter = self.append(body, &mut inside, NodeKind::Enter, &place);
            let region = self.enter(Letter::Section(index), enter, at.region);
            body.section_regions.insert((at.block, index), region);
            let to = self.start_of(body, Some(at.block), *case, Some(region));
            self.edge(inside.node, to);
        }
        let to = self.start_of(body, Some(at.block), default, at.region);
        self.edge(at.node, to);
    }
}

/// The number a block's end chooses its way by, where control comes from another: it was chosen there.
/// Ways out of a scope with something to clean up share its end.
fn chosen_before(function: &Function, from: BlockId, block: BlockId) -> Option<i64> {
    let (Terminator::Switch { value, .. } | Terminator::Branch { condition: value, .. }) =
        &function.blocks[block.index()].terminator
    else {
        return None;
    };
    let Value::Phi { block: joined, incoming } = function.value(*value) else { return None };
    let (_, value) = incoming.iter().find(|(edge, _)| *joined == block && *edge == from)?;
    match function.value(*value) {
        Value::Integer(number) => Some(*number),
        _ => None,
    }
}

/// A pointer before it became a number.
fn without_casts(function: &Function, mut value: ValueId) -> ValueId {
    /// Conversions of conversions.
    const LIMIT: usize = 8;
    for _ in 0..LIMIT {
        match function.value(value) {
            Value::Cast { operand, .. } | Value::Offset { base: operand, bytes: 0 } => {
                value = *operand;
            }
            Value::Opaque(inputs) if inputs.len() == 1 => value = inputs[0],
            _ => break,
        }
    }
    value
}

/// Is a value computed from nothing but numbers, one join and what is read: the number of a round of a
/// loop that the runtime shares out?
fn is_round(function: &Function, value: ValueId) -> bool {
    let mut work = vec![value];
    let mut joins = 0;
    while let Some(value) = work.pop() {
        match function.value(value) {
            Value::Binary { operands, .. } => work.extend(operands),
            Value::Cast { operand, .. } => work.push(*operand),
            Value::Integer(_) | Value::Load { .. } => {}
            Value::Phi { .. } => joins += 1,
            _ => return false,
        }
    }
    joins == 1
}

/// What follows an event.
enum After {
    Next,
    /// The event behind it belongs to it.
    SkipNext,
    /// Control does not come back.
    Ends,
}

/// The blocks control may come to, without those behind `end`.
fn reachable(function: &Function, start: BlockId, end: BlockId) -> FxHashSet<BlockId> {
    let mut found = FxHashSet::default();
    let mut work = vec![start];
    while let Some(block) = work.pop() {
        if block != end && found.insert(block) {
            work.extend(function.blocks[block.index()].terminator.successors());
        }
    }
    found
}

/// The function a compiler made of a task's code, where the task is handed over.
fn code_of_task(function: &Function, call: &CallSite) -> Option<FunctionId> {
    let task = address(function, *call.arguments.get(2)?).root;
    let Value::Result { block, event } = function.value(task) else { return None };
    let made = function.blocks[block.index()].events.get(*event as usize);
    let Some(Event::Call(made)) = made else { return None };
    match function.value(*made.arguments.get(5)?) {
        Value::Function(code) => Some(*code),
        _ => None,
    }
}
