//! The graphs of a function for people: its own, as one thread runs it, and that of every team made in it,
//! with what only passes on left out.

mod contraction;
mod dot;
mod names;
mod text;

use std::collections::{BTreeSet, VecDeque};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::finding::Location;
use crate::program::{BlockId, FunctionId, Program};
use crate::threads::dependence::Evaluator;
use crate::threads::divergence;
use crate::threads::execution::{Execution, Who};
use crate::threads::facts::Facts;
use crate::threads::scene::{Scene, function_name};
use crate::threads::survey::{forks_of, relevant, signatures};
use crate::threads::team::{Fork, InstanceId, NodeId, NodeKind, Team};
use crate::threads::unfold::{Start, Unfolding};
use crate::threads::word::{Letter, LockName, Word};
use contraction::Contraction;

pub use dot::dot;
pub use names::{Unknown, find};
pub use text::text;

/// Graphs of one dump.
const GRAPHS: usize = 500;

/// Teams inside of teams that are followed: a region may make itself again.
const DEPTH: usize = 8;

/// What a node is drawn as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// Control begins or ends.
    End,
    /// Control parts.
    Branch,
    /// All ranks of a communicator come to it.
    MpiCollective,
    /// All threads of a team wait at it.
    Barrier,
    /// All threads of a team come to it.
    Work,
    /// Another call of MPI.
    Mpi,
    /// A team is made.
    Fork,
    /// Any other construct.
    Construct,
    /// What happens there is not known.
    Unknown,
}

/// What threads or ranks do at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// Threads take different ways from here.
    Parts,
    /// It decides whether a thread comes to something that not all come to.
    Decides,
    /// Not all threads come to it, and all have to.
    Missed,
    /// What decides there depends on the rank.
    ByRank,
}

impl Mark {
    /// The mark in words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Parts => "threads part",
            Self::Decides => "decides about a divergence",
            Self::Missed => "not met by all threads",
            Self::ByRank => "depends on the rank",
        }
    }
}

/// Where control may go next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The graph and the node there.
    pub to: (usize, usize),
    /// The answer of the branch; empty: it is none.
    pub answer: String,
    /// How control goes there.
    pub kind: EdgeKind,
}

/// How control goes over an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EdgeKind {
    /// The same thread goes on.
    Next,
    /// A task begins.
    Task,
    /// The threads of a team begin.
    Team,
}

/// A node that is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The construct or the call.
    pub name: String,
    /// How it is drawn.
    pub shape: Shape,
    /// Where it stands; line 0: nowhere.
    pub location: Location,
    /// Its parallelism word.
    pub word: String,
    /// What threads or ranks do there.
    pub mark: Option<Mark>,
    /// Where control may go next.
    pub edges: Vec<Edge>,
}

/// The graph of a team, or of a function that one thread runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// What it is of.
    pub title: String,
    /// Its nodes: the first is where control begins.
    pub nodes: Vec<Shown>,
    /// Not all of it is there: it is too large.
    pub cut: bool,
}

/// The graphs of functions: those asked for first, then the teams made in them.
///
/// A function that is the code of a parallel region is shown as the teams that run it. `strict`: OpenMP's
/// rules by the letter, for what counts as a divergence. `by_rank`: blocks at whose end a condition decides that
/// depends on the rank.
#[must_use]
pub fn graphs(
    program: &Program,
    functions: &[FunctionId],
    strict: bool,
    by_rank: &FxHashSet<(FunctionId, BlockId)>,
) -> Vec<Graph> {
    let facts = Facts::new(program);
    let relevant = relevant(program);
    let by_signature = signatures(program, &relevant);
    let unfolding = Unfolding { facts: &facts, relevant: &relevant, by_signature: &by_signature };
    let mut painter = Painter {
        unfolding,
        strict,
        by_rank,
        known: FxHashMap::default(),
        entries: FxHashMap::default(),
        waiting: VecDeque::new(),
        graphs: Vec::new(),
    };
    for id in functions {
        painter.ask_for(*id);
    }
    while let Some(made) = painter.waiting.pop_front() {
        let graph = painter.graph(&made);
        painter.graphs.push(graph);
    }
    painter.graphs
}

/// A team that is to be shown, or a function that one thread runs.
#[derive(Clone, Debug)]
struct Made {
    start: Start,
    location: Option<Location>,
    maker: Who,
    word: Word,
    serial: bool,
    /// How many teams are around it.
    depth: usize,
}

/// What a graph is the graph of: the same is shown once.
type Key = (FunctionId, Option<(FunctionId, BlockId, u32)>, Who, Vec<(char, u32)>);

struct Painter<'f, 'p> {
    unfolding: Unfolding<'f, 'p>,
    strict: bool,
    by_rank: &'f FxHashSet<(FunctionId, BlockId)>,
    /// By what it is of: the number of a graph.
    known: FxHashMap<Key, usize>,
    /// By function that is shown as one thread runs it: the words with which teams enter it.
    entries: FxHashMap<FunctionId, Vec<String>>,
    waiting: VecDeque<Made>,
    graphs: Vec<Graph>,
}

impl<'f, 'p> Painter<'f, 'p> {
    fn program(&self) -> &'p Program {
        self.unfolding.facts.program
    }

    fn scene<'a, 't>(
        &self,
        execution: &'a Execution<'t, 'f, 'p>,
        made: &Made,
    ) -> Scene<'a, 't, 'f, 'p> {
        let (location, word) = (made.location.clone(), made.word.clone());
        Scene { execution, program: self.program(), made: location, word }
    }

    /// A function: alone, or as the region of teams.
    fn ask_for(&mut self, id: FunctionId) {
        let program = self.program();
        let makers = program.function_ids();
        let facts = self.unfolding.facts;
        let forks = makers.flat_map(|maker| forks_of(facts, maker, program.function(maker)));
        let made = |start, location, serial| Made {
            start,
            location,
            maker: Who::Main,
            word: Word::default(),
            serial,
            depth: 0,
        };
        let all: Vec<Made> =
            forks.map(|(start, location)| made(start, Some(location), false)).collect();
        let (own, others): (Vec<Made>, Vec<Made>) =
            all.into_iter().partition(|team| team.start.region == id);
        if own.is_empty() {
            self.entries.insert(id, self.words_on_entry(id, &others));
            self.number(made(Start { region: id, from: None, threads: None }, None, true));
        }
        for team in own {
            self.number(team);
        }
    }

    /// The words with which a function is entered that teams call (thesis, section 3.2), shortest first.
    fn words_on_entry(&self, id: FunctionId, teams: &[Made]) -> Vec<String> {
        let mut words = BTreeSet::new();
        for made in teams {
            let team = self.unfolding.team(made.start);
            let values = Evaluator::new(self.unfolding.facts, &team);
            let execution = Execution::new(&team, values, made.maker);
            let scene = self.scene(&execution, made);
            for (number, instance) in team.instances.iter().enumerate() {
                let is_own = |node: &NodeId| team.node(*node).instance == InstanceId::new(number);
                // Its first node is its end, the second where it begins.
                if instance.function == id
                    && let Some(start) = team.ids().filter(is_own).nth(1)
                {
                    let word = scene.word_at(start).to_string();
                    words.insert((word.len(), word));
                }
            }
        }
        words.into_iter().map(|(_, word)| word).collect()
    }

    /// The number of a graph, which is shown if it is not yet; `None`: there are too many.
    fn number(&mut self, made: Made) -> Option<usize> {
        let Start { region, from, .. } = made.start;
        let key = (region, from, made.maker, made.word.0.clone());
        if let Some(known) = self.known.get(&key) {
            return Some(*known);
        }
        let number = self.known.len();
        if number >= GRAPHS || made.depth > DEPTH {
            return None;
        }
        self.known.insert(key, number);
        self.waiting.push_back(made);
        Some(number)
    }

    fn graph(&mut self, made: &Made) -> Graph {
        let team = self.unfolding.team(made.start);
        let facts: &'f Facts<'p> = self.unfolding.facts;
        let values = Evaluator::new(facts, &team);
        let execution = Execution::new(&team, values, made.maker);
        let scene = self.scene(&execution, made);
        let marks = if made.serial { FxHashMap::default() } else { marks(&scene, self.strict) };
        let contraction = Contraction::new(&team, |node| is_shown_always(&team, node, &marks));
        let number = self.graphs.len();
        let mut graph = Graph { title: self.title(made), nodes: Vec::new(), cut: team.cut };
        for node in contraction.order() {
            let mut edges = edges_of(&team, &contraction, *node, number);
            if let NodeKind::Fork(index) = team.node(*node).kind {
                let inner = inner_team(&scene, *node, &team.forks[index], made);
                match self.number(inner) {
                    Some(inner) => edges.push(Edge {
                        to: (inner, 0),
                        answer: String::new(),
                        kind: EdgeKind::Team,
                    }),
                    None => graph.cut = true,
                }
            }
            let (name, shape) = name_of(&scene, *node);
            graph.nodes.push(Shown {
                name,
                shape,
                location: location_of(&scene, *node, made),
                word: word_of(&scene, *node, made).to_string(),
                mark: marks.get(node).copied().or_else(|| self.by_rank(&team, *node)),
                edges,
            });
        }
        graph
    }

    fn by_rank(&self, team: &Team, node: NodeId) -> Option<Mark> {
        let node = team.node(node);
        let function = team.instances[node.instance.index()].function;
        let is_branch = matches!(node.kind, NodeKind::Branch { .. });
        (is_branch && self.by_rank.contains(&(function, node.block))).then_some(Mark::ByRank)
    }

    /// What a graph is of.
    fn title(&self, made: &Made) -> String {
        let program = self.program();
        let maker = made.start.from.map_or(made.start.region, |(maker, ..)| maker);
        let name = function_name(program, maker);
        match &made.location {
            _ if made.serial => {
                let words = self.entries.get(&made.start.region).filter(|words| !words.is_empty());
                let called = words.map(|words| format!("; teams call it at {}", words.join(", ")));
                format!("{name}, as one thread runs it{}", called.unwrap_or_default())
            }
            Some(at) if at.line > 0 => {
                format!("the team made in {name} at {}:{}", at.file, at.line)
            }
            _ => format!("a team made in {name}"),
        }
    }
}

/// The team that is made at a node.
fn inner_team(scene: &Scene<'_, '_, '_, '_>, node: NodeId, fork: &Fork, outer: &Made) -> Made {
    let from = scene.execution.team.instances[fork.call.instance.index()].function;
    Made {
        start: Start {
            region: fork.function,
            from: Some((from, fork.call.block, fork.call.event)),
            threads: fork.threads,
        },
        location: Some(fork.location.clone()),
        maker: if outer.serial { Who::Main } else { scene.execution.who(node) },
        word: word_of(scene, node, outer),
        serial: false,
        depth: outer.depth + 1,
    }
}

/// The word of a node; what one thread runs stands in no team.
fn word_of(scene: &Scene<'_, '_, '_, '_>, node: NodeId, made: &Made) -> Word {
    let mut word = scene.word_at(node);
    if made.serial && scene.word.0.len() < word.0.len() {
        word.0.remove(scene.word.0.len());
    }
    word
}

/// Where a node stands: where control begins, where the team is made.
fn location_of(scene: &Scene<'_, '_, '_, '_>, node: NodeId, made: &Made) -> Location {
    let team = scene.execution.team;
    if node == team.entry {
        let function = scene.program.function(made.start.region);
        return made.location.clone().unwrap_or_else(|| function.location.clone());
    }
    if node == team.exit { Location::default() } else { scene.location(node) }
}

/// What threads of a team do at its nodes.
fn marks(scene: &Scene<'_, '_, '_, '_>, strict: bool) -> FxHashMap<NodeId, Mark> {
    let execution = scene.execution;
    let found = divergence::check(execution, strict).found;
    let missed: Vec<NodeId> = found.iter().map(|found| found.missed).collect();
    let mut marks = FxHashMap::default();
    if !missed.is_empty() {
        let deciders = divergence::deciders(execution.team, &missed);
        marks.extend(deciders.into_iter().map(|node| (node, Mark::Decides)));
    }
    marks.extend(missed.into_iter().map(|node| (node, Mark::Missed)));
    let partings = execution.partings().iter().copied();
    let partings = partings.chain(found.iter().map(|found| found.branch));
    marks.extend(partings.map(|node| (node, Mark::Parts)));
    marks
}

/// Is a branch shown though nothing depends on it? Threads part at the bounds of every loop that is
/// shared out, which is no news.
fn is_shown_always(team: &Team, node: NodeId, marks: &FxHashMap<NodeId, Mark>) -> bool {
    let in_loop = || team.regions_around(node).any(|(_, region)| region.letter == Letter::Loop);
    match marks.get(&node) {
        Some(Mark::Parts) => !in_loop(),
        Some(Mark::Decides | Mark::Missed | Mark::ByRank) => true,
        None => false,
    }
}

/// Where control may go from a node, in the order of a branch's answers, each node once.
fn edges_of(team: &Team, contraction: &Contraction<'_>, node: NodeId, graph: usize) -> Vec<Edge> {
    let mut edges: Vec<Edge> = Vec::new();
    for (way, targets) in contraction.ways(node).into_iter().enumerate() {
        let answer = answer(&team.node(node).kind, way);
        for target in targets {
            let Some(target) = contraction.number(target) else { continue };
            match edges.iter_mut().find(|edge| edge.to == (graph, target)) {
                Some(edge) if edge.answer.is_empty() || answer.is_empty() => {}
                Some(edge) => edge.answer += &format!(", {answer}"),
                None => edges.push(Edge {
                    to: (graph, target),
                    answer: answer.clone(),
                    kind: EdgeKind::Next,
                }),
            }
        }
    }
    if let NodeKind::Spawn { body, .. } = team.node(node).kind {
        let first = contraction.first(body).into_iter().filter_map(|node| contraction.number(node));
        edges.extend(first.map(|first| Edge {
            to: (graph, first),
            answer: String::new(),
            kind: EdgeKind::Task,
        }));
    }
    edges
}

/// The answer that leads a branch's way.
fn answer(kind: &NodeKind, way: usize) -> String {
    match kind {
        NodeKind::Branch { cases: None, .. } if way == 0 => "true".to_owned(),
        NodeKind::Branch { cases: None, .. } => "false".to_owned(),
        NodeKind::Branch { cases: Some(cases), .. } => {
            cases.get(way).map_or_else(|| "else".to_owned(), i64::to_string)
        }
        _ => String::new(),
    }
}

/// The construct or call of a node, and how it is drawn.
fn name_of(scene: &Scene<'_, '_, '_, '_>, node: NodeId) -> (String, Shape) {
    let team = scene.execution.team;
    let entered = || {
        let region = team.regions.iter().find(|region| region.enter == node);
        region.map(|region| &region.letter)
    };
    match &team.node(node).kind {
        NodeKind::Plain if node == team.entry => ("begin".to_owned(), Shape::End),
        NodeKind::Plain => ("end".to_owned(), Shape::End),
        NodeKind::Branch { cases: None, .. } => ("branch".to_owned(), Shape::Branch),
        NodeKind::Branch { cases: Some(_), .. } => ("switch".to_owned(), Shape::Branch),
        NodeKind::Enter => {
            let name = match entered() {
                Some(Letter::Section(_)) => "section",
                Some(letter) => letter.name(),
                None => "region",
            };
            (name.to_owned(), Shape::Construct)
        }
        NodeKind::Barrier { explicit: true } => ("barrier".to_owned(), Shape::Barrier),
        NodeKind::Barrier { explicit: false } => ("implicit barrier".to_owned(), Shape::Barrier),
        NodeKind::Work(work) => (work.name().to_owned(), Shape::Work),
        NodeKind::Mpi(call) => {
            let collective = call.procedure.collective().is_some();
            let shape = if collective { Shape::MpiCollective } else { Shape::Mpi };
            (call.procedure.name.to_owned(), shape)
        }
        NodeKind::Fork(_) => ("parallel region".to_owned(), Shape::Fork),
        NodeKind::Spawn { many: true, .. } => ("taskloop".to_owned(), Shape::Construct),
        NodeKind::Spawn { .. } => ("task".to_owned(), Shape::Construct),
        NodeKind::TaskWait { .. } => ("taskwait".to_owned(), Shape::Construct),
        NodeKind::Acquire(lock, _) => {
            let critical = matches!(entered(), Some(Letter::Critical(_)));
            let what = if critical { "critical region" } else { "set lock" };
            (with_lock(scene.program, what, lock), Shape::Construct)
        }
        NodeKind::Release(lock) => (with_lock(scene.program, "release", lock), Shape::Construct),
        NodeKind::MayAcquire(_) => ("lock that may be taken".to_owned(), Shape::Construct),
        NodeKind::Unknown => ("call of an unknown function".to_owned(), Shape::Unknown),
        NodeKind::Recursion(id) => {
            let name = function_name(scene.program, *id);
            (format!("recursive call of {name}"), Shape::Unknown)
        }
    }
}

/// A construct with the name of its lock, if it has one.
fn with_lock(program: &Program, what: &str, lock: &LockName) -> String {
    match lock {
        LockName::Variable(global, _) => {
            let name = &program.globals[global.index()].name;
            // `critical` without a name: `.gomp_critical_user_.var`.
            let name = name.trim_start_matches(".gomp_critical_user_").trim_end_matches(".var");
            if name.is_empty() { what.to_owned() } else { format!("{what} {name}") }
        }
        LockName::Order | LockName::Value(..) => what.to_owned(),
    }
}

/// The place of a node, `file:line`; empty if it is not known.
fn place(location: &Location) -> String {
    match location.line {
        0 => String::new(),
        line => format!("{}:{line}", location.file),
    }
}
