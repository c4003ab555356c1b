//! All teams of a program, and what is wrong in them.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::finding::{Finding, Location};
use crate::mpi;
use crate::program::{
    BlockId, CallSite, Callee, Event, Function, FunctionId, Linkage, Program, Terminator, Value,
    ValueId,
};
use crate::rules::thread_level_exceeded::Request;
use crate::rules::{
    collective_in_parallel, concurrent_collectives, omp_barrier_divergence, omp_invalid_nesting,
    omp_lock_deadlock, omp_worksharing_divergence, thread_level_exceeded,
};
use crate::threads::calls::{self, CollectiveFault, TeamCall};
use crate::threads::dependence::{Dependence, Evaluator};
use crate::threads::divergence;
use crate::threads::execution::{Execution, Who};
use crate::threads::facts::{Facts, handed_over};
use crate::threads::levels::{self, Asked, Level};
use crate::threads::locks;
use crate::threads::openmp::{self, Construct, LockKind};
use crate::threads::prune::prune;
use crate::threads::recursion;
use crate::threads::scene::Scene;
use crate::threads::team::{Fork, Instance, InstanceId, NodeId, NodeKind, Team};
use crate::threads::unfold::{Start, Unfolding};
use crate::threads::word::{RegionId, Word};

/// In which context functions are taken to be called of which no caller is seen (thesis, section 2.1.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InitialContext {
    /// By one thread, outside of parallel regions.
    #[default]
    Serial,
    /// By all threads of a team.
    Parallel,
    /// By all threads of a team that a thread of another team made.
    Nested,
}

/// What is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The program is whole: what `main` does not lead to is not run.
    pub complete: bool,
    /// Threads that meet at different barriers part too.
    pub strict: bool,
    /// How functions of unknown callers are called.
    pub initial_context: InitialContext,
}

/// The level of thread support a program needs, and the call that forces it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Need {
    /// The level.
    pub level: Level,
    /// The procedure called.
    pub procedure: &'static str,
    /// Where.
    pub location: Location,
}

/// What was found about a program's threads.
#[derive(Clone, Debug)]
pub struct Survey {
    /// What is wrong, sorted.
    pub findings: Vec<Finding>,
    /// Something is wrong, or was not seen: a run has to look.
    pub unproven: bool,
    /// The level needed; `None`: no thread but the first calls MPI.
    pub need: Option<Need>,
    /// The level asked for.
    pub asked: Asked,
    /// Collectives of which it follows from the size of a team how often they are called.
    pub called_per_thread: FxHashSet<&'static str>,
}

/// Looks at all teams of a program.
#[must_use]
pub fn survey(program: &Program, options: Options) -> Survey {
    let facts = Facts::new(program);
    let asked = levels::asked(&facts);
    let mut surveyor = Surveyor::new(&facts, options, &asked);
    surveyor.run();
    let Surveyor { findings, mut unproven, called_per_thread, need, .. } = surveyor;
    let calls_mpi = asked != Asked::Nowhere;
    unproven |= calls_mpi && openmp::makes_threads(program);
    unproven |= !findings.is_empty();
    if let Some(need) = &need {
        unproven |= match &asked {
            Asked::Level(level, ..) => need.level > *level,
            Asked::Nowhere | Asked::Unknown => true,
        };
    }
    Survey { findings: findings.into_values().collect(), unproven, need, asked, called_per_thread }
}

struct Surveyor<'f, 'p> {
    facts: &'f Facts<'p>,
    options: Options,
    request: Option<Request>,
    relevant: Vec<bool>,
    by_signature: FxHashSet<u64>,
    findings: BTreeMap<(Location, String), Finding>,
    unproven: bool,
    called_per_thread: FxHashSet<&'static str>,
    need: Option<Need>,
    /// Teams made inside of teams that were looked at: what they run, and by whom they are made.
    seen: FxHashSet<(FunctionId, Location, Who)>,
}

/// A team that is made somewhere.
struct Made {
    start: Start,
    location: Option<Location>,
    maker: Who,
    word: Word,
}

impl<'f, 'p> Surveyor<'f, 'p> {
    fn new(facts: &'f Facts<'p>, options: Options, asked: &Asked) -> Self {
        let program = facts.program;
        let relevant = relevant(program);
        let by_signature = signatures(program, &relevant);
        let request = match asked {
            Asked::Level(level, location, procedure, looks) => Some(Request {
                level: *level,
                location: location.clone(),
                procedure,
                looks_at_provided: *looks,
            }),
            _ => None,
        };
        Self {
            facts,
            options,
            request,
            relevant,
            by_signature,
            findings: BTreeMap::new(),
            unproven: false,
            called_per_thread: FxHashSet::default(),
            need: None,
            seen: FxHashSet::default(),
        }
    }

    fn run(&mut self) {
        let program = self.facts.program;
        let serial = serial_functions(program, self.options.complete);
        for id in program.function_ids().filter(|id| serial[id.index()]) {
            let function = program.function(id);
            for (start, location) in forks_of(self.facts, id, function) {
                let made = Made {
                    start,
                    location: Some(location),
                    maker: Who::Main,
                    word: Word::default(),
                };
                self.team(made);
            }
            if takes_locks(program, function) {
                self.locks_of_one_thread(id);
            }
        }
        if self.options.initial_context != InitialContext::Serial {
            self.functions_of_teams();
        }
    }

    /// Functions of which no caller is seen, as if all threads of a team called them.
    fn functions_of_teams(&mut self) {
        let program = self.facts.program;
        let called = called_directly(program);
        for id in program.function_ids() {
            let function = program.function(id);
            let entered = function.is_defined()
                && !function.is_main()
                && function.linkage != Linkage::Internal
                && !called[id.index()]
                && self.relevant[id.index()];
            if entered {
                let nested = self.options.initial_context == InitialContext::Nested;
                self.team(Made {
                    start: Start { region: id, from: None, threads: None },
                    location: None,
                    maker: if nested { Who::Many } else { Who::Main },
                    word: Word::default(),
                });
            }
        }
    }

    /// The graph of a team, with the ways its threads may go.
    fn team_of(&self, start: Start) -> Team {
        let (facts, relevant) = (self.facts, &self.relevant[..]);
        let mut team = Unfolding { facts, relevant, by_signature: &self.by_signature }.team(start);
        prune(&mut team, facts);
        team
    }

    /// Locks in code that no team runs.
    fn locks_of_one_thread(&mut self, id: FunctionId) {
        let team = self.team_of(Start { region: id, from: None, threads: None });
        let values = Evaluator::new(self.facts, &team);
        let execution = Execution::new(&team, values, Who::Main);
        let found = locks::check(&execution);
        self.unproven |= locks::is_team_made_under_lock(&execution);
        let scene = Scene {
            execution: &execution,
            program: self.facts.program,
            made: None,
            word: Word::default(),
        };
        let found: Vec<Finding> =
            found.iter().map(|misuse| omp_lock_deadlock::finding(&scene, misuse)).collect();
        found.into_iter().for_each(|finding| self.add(finding));
    }

    /// A team, and those made inside of it.
    fn team(&mut self, made: Made) {
        let team = self.team_of(made.start);
        let values = Evaluator::new(self.facts, &team);
        let execution = Execution::new(&team, values, made.maker);
        let scene = Scene {
            execution: &execution,
            program: self.facts.program,
            made: made.location,
            word: made.word,
        };
        self.look(&scene, &team);
        for node in team.ids() {
            if let NodeKind::Fork(index) = team.node(node).kind {
                self.inner_team(&scene, node, &team.forks[index]);
            }
        }
    }

    fn inner_team(&mut self, scene: &Scene<'_, '_, '_, '_>, node: NodeId, fork: &Fork) {
        let maker = scene.execution.who(node);
        if !self.seen.insert((fork.function, fork.location.clone(), maker)) {
            return;
        }
        let from = scene.execution.team.instances[fork.call.instance.index()].function;
        self.team(Made {
            start: Start {
                region: fork.function,
                from: Some((from, fork.call.block, fork.call.event)),
                threads: fork.threads,
            },
            location: Some(fork.location.clone()),
            maker,
            word: scene.word_at(node),
        });
    }

    /// Everything that may be wrong in one team.
    fn look(&mut self, scene: &Scene<'_, '_, '_, '_>, team: &Team) {
        let execution = scene.execution;
        let unknown = team.nodes.iter().any(|node| matches!(node.kind, NodeKind::Unknown));
        self.unproven |= team.cut || unknown || locks::are_unproven(execution);
        self.unproven |= recursion::is_unproven(execution);
        self.unproven |= self.catches_inside(team);
        let divergences = divergence::check(execution, self.options.strict);
        self.unproven |= divergences.unknown;
        for found in &divergences.found {
            let is_work = matches!(team.node(found.missed).kind, NodeKind::Work(_));
            self.add(match is_work {
                true => omp_worksharing_divergence::finding(scene, found),
                false => omp_barrier_divergence::finding(scene, found),
            });
        }
        self.nesting(scene, team);
        for misuse in locks::check(execution) {
            self.add(omp_lock_deadlock::finding(scene, &misuse));
        }
        let found = calls::check(execution);
        self.unproven |= found.unproven;
        self.called_per_thread.extend(&found.per_thread);
        let mut told = FxHashSet::default();
        for fault in &found.faults {
            match *fault {
                CollectiveFault::InParallel(call) => {
                    told.insert(call);
                    self.add(collective_in_parallel::finding(scene, call));
                }
                CollectiveFault::Concurrent(call, other) => {
                    told.insert(call);
                    self.add(concurrent_collectives::finding(scene, call, other));
                }
            }
        }
        self.levels(scene, &found.calls, &told);
    }

    /// May a thread of the team leave its way by an exception that is caught inside?
    fn catches_inside(&self, team: &Team) -> bool {
        let functions: FxHashSet<FunctionId> = team
            .instances
            .iter()
            .filter(|instance| !instance.outside)
            .map(|instance| instance.function)
            .collect();
        functions.into_iter().any(|id| catches(self.facts.program.function(id)))
    }

    /// Constructs of the whole team inside of regions that must not hold them.
    fn nesting(&mut self, scene: &Scene<'_, '_, '_, '_>, team: &Team) {
        // Of what one function does in one region, the first is told.
        let mut first: BTreeMap<(RegionId, FunctionId), NodeId> = BTreeMap::new();
        for node in team.ids() {
            let concerns = match team.node(node).kind {
                NodeKind::Work(_) => true,
                NodeKind::Barrier { explicit } => explicit,
                _ => false,
            };
            if !concerns || team.is_alone(node) {
                continue;
            }
            let around = team.regions_around(node).find(|(_, r)| r.letter.forbids_collectives());
            if let Some((region, _)) = around {
                let entry = first.entry((region, scene.function(node))).or_insert(node);
                if scene.location(node) < scene.location(*entry) {
                    *entry = node;
                }
            }
        }
        for ((region, _), node) in first {
            let outer = &team.regions[region.index()];
            self.add(omp_invalid_nesting::finding(scene, node, outer));
        }
    }

    /// Calls that need more than the program asks for: the first of each region.
    fn levels(
        &mut self,
        scene: &Scene<'_, '_, '_, '_>,
        calls: &[TeamCall],
        told: &FxHashSet<NodeId>,
    ) {
        let mut first: BTreeMap<(Option<NodeId>, bool), &TeamCall> = BTreeMap::new();
        for call in calls {
            self.need(call.level, call.call, scene.location(call.node));
            let Some(request) = &self.request else { continue };
            if call.level <= request.level || told.contains(&call.node) {
                continue;
            }
            let region = calls::innermost(scene.execution, call.node).map(|(_, enter)| enter);
            let entry = first.entry((region, call.beside.is_some())).or_insert(call);
            if scene.location(call.node) < scene.location(entry.node) {
                *entry = call;
            }
        }
        let Some(request) = self.request.clone() else { return };
        for call in first.into_values() {
            self.add(thread_level_exceeded::finding(scene, call, &request));
        }
    }

    fn need(&mut self, level: Level, call: mpi::Call, location: Location) {
        let higher = self.need.as_ref().is_none_or(|known| {
            level > known.level || level == known.level && location < known.location
        });
        if higher {
            self.need = Some(Need { level, procedure: call.procedure.name, location });
        }
    }

    fn add(&mut self, finding: Finding) {
        let key = (finding.location.clone(), finding.rule.clone());
        self.findings.entry(key).or_insert(finding);
    }
}

/// Does control come back from where something was thrown?
fn catches(function: &Function) -> bool {
    let mut work: Vec<BlockId> = Vec::new();
    for block in &function.blocks {
        if let Terminator::Invoke { unwind, .. } = block.terminator {
            work.push(unwind);
        }
    }
    let mut seen = FxHashSet::default();
    while let Some(block) = work.pop() {
        if seen.insert(block) {
            let terminator = &function.blocks[block.index()].terminator;
            if matches!(terminator, Terminator::Return(_)) {
                return true;
            }
            work.extend(terminator.successors());
        }
    }
    false
}

/// The calls a function makes by name, as far as this program defines or declares them.
fn direct_calls(
    function: &Function,
) -> impl Iterator<Item = (usize, usize, &CallSite, FunctionId)> {
    function.blocks.iter().enumerate().flat_map(|(block, contents)| {
        contents.events.iter().enumerate().filter_map(move |(event, what)| match what {
            Event::Call(site) => match site.callee {
                Callee::Direct(callee) => Some((block, event, site, callee)),
                _ => None,
            },
            _ => None,
        })
    })
}

/// The types of functions that concern other threads and whose address is taken.
pub(super) fn signatures(program: &Program, relevant: &[bool]) -> FxHashSet<u64> {
    let functions = program.function_ids().filter(|id| relevant[id.index()]);
    let handed = functions.map(|id| program.function(id)).filter(|f| f.address_taken);
    handed.filter(|f| f.is_defined()).map(|f| f.signature).collect()
}

/// By function: it, or what it calls or makes tasks of, concerns other threads. What a pointer leads to may be any
/// function of its type.
pub(super) fn relevant(program: &Program) -> Vec<bool> {
    let mut callers: Vec<Vec<usize>> = vec![Vec::new(); program.functions.len()];
    let mut work = Vec::new();
    for id in program.function_ids() {
        let function = program.function(id);
        for (_, _, site, callee) in direct_calls(function) {
            callers[callee.index()].push(id.index());
            if !program.function(callee).is_defined() {
                let handed = handed_over(function, site).map(FunctionId::index);
                handed.for_each(|handed| callers[handed].push(id.index()));
            }
            if concerns_threads(program.function(callee), function, site) {
                work.push(id.index());
            }
        }
    }
    let mut callers_by_pointer = callers_by_pointer(program);
    let mut relevant = vec![false; program.functions.len()];
    while let Some(index) = work.pop() {
        if !std::mem::replace(&mut relevant[index], true) {
            work.extend(callers[index].iter().copied());
            let function = &program.functions[index];
            if function.address_taken && function.is_defined() {
                work.extend(callers_by_pointer.remove(&function.signature).unwrap_or_default());
            }
        }
    }
    relevant
}

/// By type: the functions that call some function of that type.
fn callers_by_pointer(program: &Program) -> FxHashMap<u64, Vec<usize>> {
    let mut callers: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
    for (index, function) in program.functions.iter().enumerate() {
        for event in function.blocks.iter().flat_map(|block| &block.events) {
            if let Event::Call(CallSite { callee: Callee::Indirect { signature, .. }, .. }) = event
            {
                callers.entry(*signature).or_default().push(index);
            }
        }
    }
    callers
}

fn concerns_threads(callee: &Function, caller: &Function, site: &CallSite) -> bool {
    if callee.is_defined() {
        return false;
    }
    if let Some(mpi) = mpi::lookup(&callee.name) {
        return mpi.procedure.communicates();
    }
    !matches!(
        openmp::construct_of(callee, caller, &site.arguments),
        None | Some(
            Construct::ThreadNumber
                | Construct::TeamSize
                | Construct::TeamQuery
                | Construct::InParallel
                | Construct::ThreadSource
                | Construct::ThreadPrivate
                | Construct::NumberOfThreads
        )
    )
}

fn takes_locks(program: &Program, function: &Function) -> bool {
    direct_calls(function).any(|(_, _, site, callee)| {
        matches!(
            openmp::construct_of(program.function(callee), function, &site.arguments),
            Some(Construct::Lock(LockKind::Plain | LockKind::Nestable) | Construct::Critical)
        )
    })
}

fn called_directly(program: &Program) -> Vec<bool> {
    let mut called = vec![false; program.functions.len()];
    for id in program.function_ids() {
        direct_calls(program.function(id)).for_each(|(.., callee)| called[callee.index()] = true);
    }
    called
}

/// The calls of regions in a function: the event behind the one that makes the team.
fn region_calls(program: &Program, function: &Function) -> FxHashSet<(usize, usize)> {
    direct_calls(function)
        .filter(|(_, _, site, callee)| {
            let construct =
                openmp::construct_of(program.function(*callee), function, &site.arguments);
            construct == Some(Construct::Fork)
        })
        .map(|(block, event, ..)| (block, event + 1))
        .collect()
}

/// By function: it may be run outside of all teams.
fn serial_functions(program: &Program, complete: bool) -> Vec<bool> {
    let called = called_directly(program);
    let outlined = outlined(program);
    let mut serial = vec![false; program.functions.len()];
    let mut work: Vec<FunctionId> = program
        .function_ids()
        .filter(|id| {
            let function = program.function(*id);
            let entered = match complete {
                true => function.is_main() || function.address_taken,
                false => function.linkage != Linkage::Internal || function.address_taken,
            };
            let unknown = entered || !called[id.index()] && !complete;
            function.is_defined() && unknown && !outlined.contains(id)
        })
        .collect();
    while let Some(id) = work.pop() {
        if std::mem::replace(&mut serial[id.index()], true) {
            continue;
        }
        let function = program.function(id);
        let regions = region_calls(program, function);
        for (block, event, _, callee) in direct_calls(function) {
            if !regions.contains(&(block, event)) && program.function(callee).is_defined() {
                work.push(callee);
            }
        }
    }
    serial
}

/// What compilers made of the code of regions and tasks.
pub(super) fn outlined(program: &Program) -> FxHashSet<FunctionId> {
    let mut entries = FxHashSet::default();
    for id in program.function_ids() {
        let function = program.function(id);
        let regions = region_calls(program, function);
        for (block, event, site, callee) in direct_calls(function) {
            let construct =
                openmp::construct_of(program.function(callee), function, &site.arguments);
            if regions.contains(&(block, event)) {
                entries.insert(callee);
            } else if construct == Some(Construct::NewTask)
                && let Some(code) = site.arguments.get(5)
                && let Value::Function(code) = function.value(*code)
            {
                entries.insert(*code);
            }
        }
    }
    entries
}

/// The blocks of a function that control may come to where these values are known.
fn reached_if(function: &Function, known: impl Fn(ValueId) -> Option<i64>) -> FxHashSet<BlockId> {
    let mut found = FxHashSet::default();
    let mut work = vec![BlockId(0)];
    while let Some(block) = work.pop() {
        if !found.insert(block) {
            continue;
        }
        let terminator = &function.blocks[block.index()].terminator;
        let only =
            terminator.condition().and_then(&known).and_then(|number| terminator.way(number));
        match only {
            Some(only) => work.push(only),
            None => work.extend(terminator.successors()),
        }
    }
    found
}

/// The teams of several threads a function makes, and where.
pub(super) fn forks_of(
    facts: &Facts<'_>,
    id: FunctionId,
    function: &Function,
) -> Vec<(Start, Location)> {
    let program = facts.program;
    let maker = Team { instances: vec![Instance::outside(id)], ..Team::default() };
    let values = Evaluator::new(facts, &maker);
    let known = |value: ValueId| match values.for_any(InstanceId(0), value) {
        Dependence::Known { value, varies: false } => Some(value),
        _ => None,
    };
    let mut found = Vec::new();
    let mut asked: Option<i64> = None;
    let mut reached: Option<FxHashSet<BlockId>> = None;
    for (block, event, site, callee) in direct_calls(function) {
        let number = |position: usize| known(*site.arguments.get(position)?);
        match openmp::construct_of(program.function(callee), function, &site.arguments) {
            Some(Construct::NumberOfThreads) => asked = number(2),
            Some(Construct::Fork) => {
                let threads = asked.take();
                // What an `if` clause asks may be a branch around the call.
                let reached = reached.get_or_insert_with(|| reached_if(function, known));
                let never = !reached.contains(&BlockId::new(block));
                let alone = threads == Some(1) || number(1) == Some(0) || never;
                let next = function.blocks[block].events.get(event + 1);
                if let Some(Event::Call(CallSite { callee: Callee::Direct(region), .. })) = next
                    && !alone
                {
                    let event = u32::try_from(event + 1).unwrap_or(u32::MAX);
                    let from = Some((id, BlockId::new(block), event));
                    found.push((Start { region: *region, from, threads }, site.location.clone()));
                }
            }
            _ => {}
        }
    }
    found
}
