//! What the threads of one team may do: the control flow of a parallel region with that of the functions
//! it calls in their place, reduced to what concerns other threads (the augmented graph of the thesis's
//! Algorithm 1 and its OMPCFG, section 3.2.1, over all the functions of a region).

use crate::finding::Location;
use crate::graph::{Block, BlockSet};
use crate::ids::dense_id;
use crate::mpi;
use crate::program::{BlockId, FunctionId, ValueId};
use crate::threads::openmp::LockKind;
use crate::threads::word::{Letter, LockName, Region, RegionId, Site};

dense_id!(
    #[derive(Default)]
    /// A node of a team's graph.
    NodeId,
    "n"
);
dense_id!(
    /// A function in the place of one of its calls.
    InstanceId, "i"
);

/// A function in the place of one of its calls.
#[derive(Clone, Debug)]
pub struct Instance {
    /// Which.
    pub function: FunctionId,
    /// The call: where in which instance. `None`: not known.
    pub parent: Option<Call>,
    /// It runs before the team is there: the function that makes the team.
    pub outside: bool,
    /// It is a task of its own: what it is handed is not known.
    pub task: bool,
    /// The function is run already where it is called: it makes tasks that call it.
    pub again: bool,
}

impl Instance {
    /// A function that runs before a team is there.
    #[must_use]
    pub const fn outside(function: FunctionId) -> Self {
        Self { function, parent: None, outside: true, task: false, again: false }
    }
}

/// A call of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Call {
    /// The calling instance.
    pub instance: InstanceId,
    /// Its block.
    pub block: BlockId,
    /// The event there.
    pub event: u32,
}

/// A worksharing construct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// `for`, `do`, `workshare`.
    Loop,
    /// `sections`.
    Sections,
    /// `single`.
    Single,
}

impl Work {
    /// In the words of the OpenMP specification.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Loop => "worksharing loop",
            Self::Sections => "sections construct",
            Self::Single => "single construct",
        }
    }
}

/// What a task depends on (OpenMP 5.2, 15.9.5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskDependence {
    /// The object.
    pub object: LockName,
    /// Tasks that depend on it too must not run beside this one; else only those that write it.
    pub writes: bool,
    /// Those that add to it as well may (`inoutset`).
    pub adds: bool,
    /// The same object whenever the task is made.
    pub fixed: bool,
}

/// What a node stands for.
#[derive(Clone, Debug)]
pub enum NodeKind {
    /// Nothing: control goes on, or parts for reasons that are no condition of the user's.
    Plain,
    /// Control parts by a condition. Without cases the first way is taken if it is not 0; with them the
    /// way of the equal case, else the last.
    Branch {
        /// Decides.
        condition: ValueId,
        /// The values of a `switch`.
        cases: Option<Vec<i64>>,
    },
    /// A region is entered.
    Enter,
    /// All threads of the team meet.
    Barrier {
        /// The user wrote it; else it ends a construct.
        explicit: bool,
    },
    /// A worksharing construct begins.
    Work(Work),
    /// MPI is called.
    Mpi(mpi::Call),
    /// A team is made inside of this one.
    Fork(usize),
    /// A task may run from here on.
    Spawn {
        /// Its first node.
        body: NodeId,
        /// What it depends on; `None`: not known.
        dependences: Option<Vec<TaskDependence>>,
        /// It stands for many: the iterations of a `taskloop`.
        many: bool,
    },
    /// Tasks made before have ended.
    TaskWait {
        /// All that the one that waits has made, and not just those of a group or those that something depends on.
        all: bool,
    },
    /// A lock or a critical region is taken.
    Acquire(LockName, LockKind),
    /// It is given back.
    Release(LockName),
    /// A lock that is not OpenMP's may be taken; which one, if that is known.
    MayAcquire(Option<LockName>),
    /// A function of which nothing is known may do any of this.
    Unknown,
    /// A function that is being run already is called again.
    Recursion(FunctionId),
}

/// A node.
#[derive(Clone, Debug)]
pub struct Node {
    /// What it stands for.
    pub kind: NodeKind,
    /// In which function.
    pub instance: InstanceId,
    /// In which block.
    pub block: BlockId,
    /// The event there; past the last: the block's end.
    pub event: u32,
    /// The innermost region it stands in.
    pub region: Option<RegionId>,
    /// Where.
    pub location: Location,
}

/// A team made inside of a team.
#[derive(Clone, Debug)]
pub struct Fork {
    /// What its threads run.
    pub function: FunctionId,
    /// The call of it.
    pub call: Call,
    /// How many threads `num_threads` asks for, if that is known.
    pub threads: Option<i64>,
    /// Where.
    pub location: Location,
}

/// Sizes of teams that questions about single threads are asked of, where nothing tells how large the team is.
const SIZES: [i64; 2] = [4, 2];

/// The graph of a team.
#[derive(Clone, Debug, Default)]
pub struct Team {
    /// How many threads `num_threads` asks for, if that is known and one of [`Team::KNOWN_SIZES`].
    pub threads: Option<i64>,
    /// Its nodes.
    pub nodes: Vec<Node>,
    /// By node: where control may go next, in the order of the branch's ways.
    pub successors: Vec<Vec<NodeId>>,
    /// Functions in the place of their calls.
    pub instances: Vec<Instance>,
    /// Regions.
    pub regions: Vec<Region>,
    /// Where threads begin.
    pub entry: NodeId,
    /// Where they end.
    pub exit: NodeId,
    /// Teams made inside.
    pub forks: Vec<Fork>,
    /// It is too large: not all of it is there.
    pub cut: bool,
}

impl Team {
    /// Sizes that are looked at as they are: each thread of such a team is asked about.
    pub const KNOWN_SIZES: std::ops::RangeInclusive<i64> = 2..=32;

    /// Sizes of teams that questions about single threads are asked of, the largest first. A team may get fewer
    /// threads than it asks for, but what is written for that many is judged with that many.
    #[must_use]
    pub fn sizes(&self) -> &[i64] {
        self.threads.as_ref().map_or(&SIZES, std::slice::from_ref)
    }

    /// The node of this id.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// All nodes.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len()).map(NodeId::new)
    }

    /// What threads come to from these nodes on, tasks that are made there included, but for where they stop.
    pub fn reached(&self, from: Vec<NodeId>, stops: impl Fn(NodeId) -> bool) -> BlockSet {
        let mut seen = BlockSet::new(self.nodes.len());
        let mut work = from;
        while let Some(node) = work.pop() {
            if stops(node) || !seen.insert(Block::new(node.index())) {
                continue;
            }
            if let NodeKind::Spawn { body, .. } = self.node(node).kind {
                work.push(body);
            }
            work.extend(self.successors[node.index()].iter().copied());
        }
        seen
    }

    /// The open regions around a node, innermost first.
    pub fn regions_around(&self, node: NodeId) -> impl Iterator<Item = (RegionId, &Region)> {
        let mut at = self.node(node).region;
        std::iter::from_fn(move || {
            let id = at?;
            let region = &self.regions[id.index()];
            at = region.outer;
            Some((id, region))
        })
    }

    /// The letters of a node's word inside this team, outermost first.
    #[must_use]
    pub fn letters(&self, node: NodeId) -> Vec<(RegionId, &Letter)> {
        let mut letters: Vec<_> =
            self.regions_around(node).map(|(id, region)| (id, &region.letter)).collect();
        letters.reverse();
        letters
    }

    /// It stands in a region of one thread only, a team of its own.
    #[must_use]
    pub fn is_alone(&self, node: NodeId) -> bool {
        self.regions_around(node).any(|(_, region)| region.letter == Letter::Alone)
    }

    /// The place of a node in the program: two nodes of one place are the same construct, reached by
    /// two ways.
    #[must_use]
    pub fn site(&self, node: NodeId) -> Site {
        let node = self.node(node);
        let function = self.instances[node.instance.index()].function;
        (function, node.block, node.event)
    }

    /// The calls that lead to a node, innermost first: the calling function and where.
    #[must_use]
    pub fn calls_to(&self, node: NodeId) -> Vec<Call> {
        let mut calls = Vec::new();
        let mut at = self.node(node).instance;
        while let Some(call) = self.instances[at.index()].parent {
            if self.instances[call.instance.index()].outside {
                break;
            }
            calls.push(call);
            at = call.instance;
        }
        calls
    }
}
