//! The augmented control-flow graph (Algorithm 1 of the PARCOACH thesis): a function's graph in
//! which every block holds at most one thing that matters to MPI or OpenMP.

use super::flow::{Block, BlockSet, FlowGraph};
use super::frontier::set_post_dominates;
use crate::finding::Location;

/// Whether the value of a condition can differ between ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dependence {
    /// It is the same on all ranks.
    Uniform,
    /// Nothing is known; it may differ.
    Unknown,
    /// It derives from something that differs between ranks.
    RankDependent,
}

/// What a block's branch goes by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// As the source says it; empty if not known.
    pub text: String,
    /// Whether ranks can disagree on it.
    pub dependence: Dependence,
    /// Where it stands.
    pub location: Location,
}

/// OpenMP constructs that enclose a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the names are OpenMP's own")]
pub enum Construct {
    Parallel,
    Single,
    Master,
    Masked,
    Critical,
    Ordered,
    Loop,
    Sections,
    Section,
    Workshare,
    Task,
    Taskloop,
    Taskgroup,
    Target,
    Teams,
}

impl Construct {
    /// All constructs and their words in the text form.
    pub const WORDS: [(Construct, &'static str); 15] = [
        (Construct::Parallel, "parallel"),
        (Construct::Single, "single"),
        (Construct::Master, "master"),
        (Construct::Masked, "masked"),
        (Construct::Critical, "critical"),
        (Construct::Ordered, "ordered"),
        (Construct::Loop, "loop"),
        (Construct::Sections, "sections"),
        (Construct::Section, "section"),
        (Construct::Workshare, "workshare"),
        (Construct::Task, "task"),
        (Construct::Taskloop, "taskloop"),
        (Construct::Taskgroup, "taskgroup"),
        (Construct::Target, "target"),
        (Construct::Teams, "teams"),
    ];

    /// Its word in the text form.
    #[must_use]
    pub fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(construct, _)| *construct == self).map_or("", |(_, word)| word)
    }
}

/// What happens in a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// A collective call, blocking or not.
    Collective {
        /// The procedure.
        name: String,
        /// Its communicator as the source says it: part of what the call is.
        communicator: String,
    },
    /// A point-to-point call.
    PointToPoint {
        /// The procedure.
        name: String,
    },
    /// The begin of an OpenMP region.
    Begin(Construct),
    /// The end of an OpenMP region.
    End(Construct),
    /// An OpenMP barrier.
    Barrier {
        /// At the end of a construct and not written out.
        implicit: bool,
    },
    /// A call of a function of the program.
    Call {
        /// Which.
        name: String,
    },
    /// A call that ends this rank but not the others (`exit`).
    Exit {
        /// The function called.
        name: String,
    },
    /// A call that ends all ranks (`MPI_Abort`).
    Abort {
        /// The function called.
        name: String,
    },
}

/// Something that happens, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// What.
    pub kind: EventKind,
    /// Where; the default if not known.
    pub location: Location,
}

/// How a block ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Goes on at one block.
    Goto(Block),
    /// Chooses.
    Branch {
        /// By this.
        condition: Condition,
        /// Among these, in the order of the branch's outcomes; never empty.
        targets: Vec<Block>,
    },
    /// Returns to the caller.
    Return,
    /// An exception leaves the function.
    Unwind,
    /// Control does not get here: after a call that does not return.
    Stop,
}

impl Ending {
    /// The blocks that can follow.
    #[must_use]
    pub fn targets(&self) -> &[Block] {
        match self {
            Ending::Goto(target) => std::slice::from_ref(target),
            Ending::Branch { targets, .. } => targets,
            Ending::Return | Ending::Unwind | Ending::Stop => &[],
        }
    }

    fn targets_mut(&mut self) -> &mut [Block] {
        match self {
            Ending::Goto(target) => std::slice::from_mut(target),
            Ending::Branch { targets, .. } => targets,
            Ending::Return | Ending::Unwind | Ending::Stop => &mut [],
        }
    }
}

/// A block of the augmented graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AugmentedBlock {
    /// The one thing that happens in it, before its ending.
    pub event: Option<Event>,
    /// How it ends.
    pub ending: Ending,
}

/// A block before the graph is augmented: any number of events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainBlock {
    /// In order.
    pub events: Vec<Event>,
    /// How it ends.
    pub ending: Ending,
}

/// The augmented control-flow graph of a function. It has at least one block; the entry is `b0`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AugmentedCfg {
    /// The function.
    pub name: String,
    /// Where it is defined; the default if not known.
    pub location: Location,
    /// Its blocks.
    pub blocks: Vec<AugmentedBlock>,
}

/// What Algorithm 1 returns.
#[derive(Clone, Debug)]
pub struct Augmentation {
    /// The augmented graph.
    pub graph: AugmentedCfg,
    /// For each block before: the first of the blocks it became. Its n-th event is in the n-th
    /// block from there.
    pub first: Vec<Block>,
}

impl AugmentedCfg {
    /// Algorithm 1: splits blocks so that each holds at most one event. Where the paper makes
    /// three of a block with a directive in its middle, this makes one block per event; a block's
    /// ending stays with its last event.
    ///
    /// # Panics
    /// If there is no block, or one leads to a block that is not there.
    #[must_use]
    pub fn from_blocks(name: String, location: Location, plain: Vec<PlainBlock>) -> Augmentation {
        assert!(!plain.is_empty(), "a function has an entry");
        let mut first = Vec::with_capacity(plain.len());
        let mut count = 0;
        for block in &plain {
            first.push(Block::new(count));
            count += block.events.len().max(1);
        }
        let mut blocks = Vec::with_capacity(count);
        for PlainBlock { mut events, mut ending } in plain {
            for target in ending.targets_mut() {
                *target = first[target.index()];
            }
            let last = events.pop();
            for event in events {
                let next = Block::new(blocks.len() + 1);
                blocks.push(AugmentedBlock { event: Some(event), ending: Ending::Goto(next) });
            }
            blocks.push(AugmentedBlock { event: last, ending });
        }
        Augmentation { graph: AugmentedCfg { name, location, blocks }, first }
    }

    /// The block of this number.
    #[must_use]
    pub fn block(&self, block: Block) -> &AugmentedBlock {
        &self.blocks[block.index()]
    }

    /// The shape of the function.
    #[must_use]
    pub fn flow(&self) -> FlowGraph {
        let rows: Vec<Vec<Block>> =
            self.blocks.iter().map(|block| block.ending.targets().to_vec()).collect();
        FlowGraph::new(Block(0), rows)
    }

    /// The shape of the function without the ways from which every path ends all ranks: a rank that
    /// calls `MPI_Abort` leaves nobody waiting. The blocks keep their numbers; those on such ways
    /// have become unreachable. If all ways of the function are such, they are left as they are.
    #[must_use]
    pub fn flow_without_aborts(&self) -> FlowGraph {
        let flow = self.flow();
        let aborts = |block: Block| {
            let event = self.block(block).event.as_ref();
            event.is_some_and(|event| matches!(event.kind, EventKind::Abort { .. }))
        };
        let aborting: Vec<Block> = flow.blocks().filter(|&block| aborts(block)).collect();
        if aborting.is_empty() {
            return flow;
        }
        let doomed: BlockSet = set_post_dominates(&flow, &aborting);
        if doomed.contains(flow.entry()) {
            return flow;
        }
        let rows: Vec<Vec<Block>> = flow
            .blocks()
            .map(|from| {
                let targets = flow.successors(from).iter().copied();
                targets.filter(|&to| !doomed.contains(to)).collect()
            })
            .collect();
        FlowGraph::new(flow.entry(), rows)
    }

    /// The procedure and communicator of the collective call in `block`.
    #[must_use]
    pub fn collective(&self, block: Block) -> Option<(&str, &str)> {
        match &self.block(block).event.as_ref()?.kind {
            EventKind::Collective { name, communicator } => Some((name, communicator)),
            _ => None,
        }
    }
}
