//! Memory in static single assignment form: which definition a read of a place sees.
//!
//! After Braun et al., "Simple and Efficient Construction of Static Single Assignment Form" (CC
//! 2013), on demand and without recursion: a read walks back along single predecessors and stops at
//! a join with a new φ-node, whose operands a work list reads later.

use rustc_hash::{FxHashMap, FxHashSet};

use super::place::{Place, PlaceId};
use crate::graph::{Block as GraphBlock, Dominators};
use crate::ids::dense_id;
use crate::program::{BlockId, Function, ValueId};

dense_id!(
    /// A node of a function's value graph: its SSA values first, then what stands in memory.
    NodeId, "n"
);

/// The element of an array that is written.
#[derive(Clone, Copy, Debug)]
pub struct ElementWrite {
    /// Its index.
    pub index: NodeId,
    /// The number of the element that is looked at.
    pub number: i64,
    /// What is written.
    pub new: NodeId,
}

/// What a node is.
#[derive(Clone, Debug)]
pub enum Node {
    /// A value of the function.
    Value(ValueId),
    /// Joins definitions at the head of a block (or at the function's exit).
    Phi {
        /// The block; the number of blocks for the exit.
        block: BlockId,
        /// Predecessor and definition.
        incoming: Vec<(BlockId, NodeId)>,
    },
    /// What stands in the place when the function is entered.
    Entry(PlaceId),
    /// What the callee of a known function leaves in its `output`-th place.
    Output {
        /// Index of the site.
        site: usize,
        /// Index as [`super::ValueSummary::output`] takes it.
        output: usize,
    },
    /// What an MPI call writes through its parameter.
    Mpi {
        /// Index of the site.
        site: usize,
        /// The parameter.
        parameter: usize,
    },
    /// What an unknown function leaves where its arguments point.
    External {
        /// Index of the site.
        site: usize,
        /// The argument that is the address.
        argument: ValueId,
        /// What stands where pointers there lead.
        behind: bool,
    },
    /// The address of memory that a call of Fortran's runtime makes.
    Allocated {
        /// Index of the site.
        site: usize,
    },
    /// A part of what a call writes as a whole: each part is another value.
    Part {
        /// The whole.
        of: NodeId,
    },
    /// An element of an array is written; which one, the indices tell.
    Written {
        /// What the elements were.
        old: NodeId,
        /// What one of them is now.
        new: NodeId,
        /// What the index is computed from.
        indices: Vec<NodeId>,
        /// The element's address.
        to: ValueId,
    },
    /// An element that was written by itself, where one of all elements is written.
    Disturbed {
        /// What it was.
        old: NodeId,
        /// What the write adds, if it is this one.
        by: NodeId,
        /// The index and what is written, and the number of this element, where that is all there is to
        /// know.
        write: Option<ElementWrite>,
    },
    /// What a write of some element adds to those written by themselves: where it may differ between
    /// ranks, something unknown.
    Disturbance {
        /// What is written.
        new: NodeId,
        /// What the index is computed from.
        indices: Vec<NodeId>,
        /// Nobody knows that the pointer leads there at all.
        is_lent: bool,
    },
    /// What stands where a pointer leads that is one of several known addresses.
    Chosen {
        /// The pointer.
        pointer: NodeId,
        /// Bytes from where it points to.
        offset: i64,
        /// The places it may lead to, and what stands in each.
        contents: Vec<(PlaceId, NodeId)>,
    },
    /// What stands in one of several elements or objects, of which the address is handed on.
    Selected(Box<Selected>),
    /// Which element of an array a known function answers the address of.
    Index {
        /// Index of the site.
        site: usize,
    },
    /// Whether a known function throws.
    Thrown {
        /// Index of the site.
        site: usize,
    },
    /// A number.
    Number(i64),
    /// One of several elements is written.
    Either(NodeId, NodeId),
    /// Some of its elements are written, or perhaps it is; it is not known which, or whether.
    Partly {
        /// What it was.
        old: NodeId,
        /// What is written.
        new: NodeId,
    },
    /// Never written.
    Undefined,
    /// Nothing yet: it is a part of an object that a callee has made.
    New,
    /// Memory of a function with too much of it to follow.
    Unfollowed(PlaceId),
    /// What stands in a place of which only a part was written, or that others write.
    Unknown(PlaceId),
}

/// One of several elements or objects, of which the address is handed on.
#[derive(Clone, Debug)]
pub struct Selected {
    /// What stands in any of them.
    pub content: NodeId,
    /// All of them, as one place.
    pub place: Place,
    /// What tells which one it is.
    pub by: Vec<NodeId>,
    /// What stands in those that are written by themselves.
    pub others: Vec<NodeId>,
    /// Its address, if that is known.
    pub to: Option<ValueId>,
}

/// The definitions of one function's places, and what their reads see.
#[derive(Debug)]
pub struct Memory {
    /// All nodes; the first ones are the function's values.
    pub nodes: Vec<Node>,
    definitions: FxHashMap<(BlockId, PlaceId), Vec<(usize, NodeId)>>,
    /// What stands in a place on the way from one block to another, where a call throws.
    thrown: FxHashMap<(BlockId, BlockId, PlaceId), NodeId>,
    /// By place: how often it is written, and where and as what for the first time.
    written: FxHashMap<PlaceId, (usize, BlockId, usize, NodeId)>,
    untouched: FxHashMap<PlaceId, NodeId>,
    at_entry: FxHashMap<(BlockId, PlaceId), NodeId>,
    pending: Vec<(NodeId, PlaceId)>,
    /// Places that ranks hand on to each other by messages, and what joins their contents.
    pub handed_on: FxHashMap<PlaceId, Vec<NodeId>>,
    /// Reads that wait until all definitions are known: the node to fill, the place, and where.
    pub deferred: Vec<(NodeId, PlaceId, BlockId, usize)>,
    predecessors: Vec<Vec<BlockId>>,
}

impl Memory {
    /// Is it what events of the function left, and not what stood there when it was entered?
    #[must_use]
    pub fn is_written_by(&self, node: NodeId) -> bool {
        const LIMIT: usize = 64;
        let mut work = vec![node];
        let mut seen = FxHashSet::default();
        while let Some(next) = work.pop() {
            if !seen.insert(next) {
                continue;
            }
            match &self.nodes[next.index()] {
                _ if seen.len() > LIMIT => return false,
                Node::Value(_)
                | Node::Output { .. }
                | Node::Mpi { .. }
                | Node::Allocated { .. }
                | Node::Part { .. }
                | Node::Unknown(_) => {}
                Node::Phi { incoming, .. } => work.extend(incoming.iter().map(|(_, node)| *node)),
                Node::Either(one, other) | Node::Partly { old: one, new: other } => {
                    work.extend([*one, *other]);
                }
                _ => return false,
            }
        }
        true
    }

    /// May some of it be what a call of MPI left?
    #[must_use]
    pub fn may_be_received(&self, node: NodeId) -> bool {
        const LIMIT: usize = 64;
        let mut work = vec![node];
        let mut seen = FxHashSet::default();
        while let Some(next) = work.pop() {
            if !seen.insert(next) || seen.len() > LIMIT {
                continue;
            }
            match &self.nodes[next.index()] {
                Node::Mpi { .. } => return true,
                Node::Phi { incoming, .. } => work.extend(incoming.iter().map(|(_, node)| *node)),
                Node::Chosen { contents, .. } => {
                    work.extend(contents.iter().map(|(_, node)| *node));
                }
                Node::Part { of } | Node::Disturbance { new: of, .. } => work.push(*of),
                Node::Selected(selected) => work.push(selected.content),
                Node::Either(one, other)
                | Node::Partly { old: one, new: other }
                | Node::Written { old: one, new: other, .. }
                | Node::Disturbed { old: one, by: other, .. } => work.extend([*one, *other]),
                _ => {}
            }
        }
        false
    }

    /// No definitions yet. The block after the last one is the function's exit, whose predecessors
    /// are the blocks that return.
    #[must_use]
    pub fn new(function: &Function, predecessors: Vec<Vec<BlockId>>) -> Self {
        Self {
            nodes: (0..function.values.len()).map(|v| Node::Value(ValueId::new(v))).collect(),
            definitions: FxHashMap::default(),
            thrown: FxHashMap::default(),
            written: FxHashMap::default(),
            untouched: FxHashMap::default(),
            at_entry: FxHashMap::default(),
            pending: Vec::new(),
            handed_on: FxHashMap::default(),
            deferred: Vec::new(),
            predecessors,
        }
    }

    /// A new node.
    pub fn push(&mut self, node: Node) -> NodeId {
        self.nodes.push(node);
        NodeId::new(self.nodes.len() - 1)
    }

    /// The node that one stands for whose definition was looked up only when all were known.
    #[must_use]
    pub fn seen(&self, mut node: NodeId) -> NodeId {
        while let Node::Either(one, other) = self.nodes[node.index()]
            && one == other
        {
            node = one;
        }
        node
    }

    /// How much there is of it: nodes and definitions.
    #[must_use]
    pub fn size(&self) -> usize {
        self.nodes.len() + self.definitions.len()
    }

    /// From `event` of `block` on, `node` stands in `place`. Events of a block come in order.
    pub fn define(&mut self, block: BlockId, event: usize, place: PlaceId, node: NodeId) {
        let definitions = self.definitions.entry((block, place)).or_default();
        // An event that is known better leaves one thing all the same.
        if let Some((_, known)) = definitions.last_mut().filter(|(at, _)| *at == event) {
            *known = node;
            let first =
                self.written.get_mut(&place).filter(|(_, b, e, _)| (*b, *e) == (block, event));
            first.into_iter().for_each(|(.., known)| *known = node);
            return;
        }
        definitions.push((event, node));
        self.written.entry(place).or_insert((0, block, event, node)).0 += 1;
    }

    /// Where the call at the end of block `from` throws and control goes to block `to`, `node` stands in
    /// `place`, whatever the block defines.
    pub fn define_thrown(&mut self, from: BlockId, to: BlockId, place: PlaceId, node: NodeId) {
        self.thrown.insert((from, to, place), node);
        // What is read depends on the way: there is no one definition for all reads.
        self.written.entry(place).or_insert((0, from, usize::MAX, node)).0 += 2;
    }

    /// Of the places that are written more than once, which costs a φ-node per join, those that are left when
    /// so many are followed: those written least.
    #[must_use]
    pub fn contested_beyond(&self, followed: usize) -> Vec<PlaceId> {
        let contested = self.written.iter().filter(|(_, (count, ..))| *count > 1);
        let mut places: Vec<_> = contested.map(|(place, (count, ..))| (*count, *place)).collect();
        if places.len() <= followed {
            return Vec::new();
        }
        places.sort_unstable();
        places.into_iter().skip(followed).map(|(_, place)| place).collect()
    }

    /// Is the place written anywhere in the function?
    #[must_use]
    pub fn is_written(&self, place: PlaceId) -> bool {
        self.written.contains_key(&place)
    }

    /// The places that are written anywhere in the function.
    #[must_use]
    pub fn defined_places(&self) -> Vec<PlaceId> {
        let thrown = self.thrown.keys().map(|(_, _, place)| *place);
        let mut places: Vec<_> =
            self.definitions.keys().map(|(_, place)| *place).chain(thrown).collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    /// What a read of `place` just before `event` of `block` sees. `local`: the place is an object of
    /// the function, so nothing stands in it at entry.
    pub fn read(
        &mut self,
        place: PlaceId,
        block: BlockId,
        event: usize,
        local: bool,
        dominators: &Dominators,
    ) -> NodeId {
        match self.written.get(&place).copied() {
            // Never written here: what it was at entry, wherever it is read.
            None => {
                if let Some(&node) = self.untouched.get(&place) {
                    return node;
                }
                let node = self.push(if local { Node::Undefined } else { Node::Entry(place) });
                self.untouched.insert(place, node);
                return node;
            }
            // Written once, and on every way here.
            Some((1, at, when, node))
                if (at == block && when < event)
                    || (at != block
                        && dominators.dominates(GraphBlock(at.0), GraphBlock(block.0))) =>
            {
                return node;
            }
            Some(_) => {}
        }
        let node = self.read_once(place, block, event, local);
        while let Some((phi, place)) = self.pending.pop() {
            self.fill(phi, place, local);
        }
        node
    }

    fn fill(&mut self, phi: NodeId, place: PlaceId, local: bool) {
        let Node::Phi { block, .. } = self.nodes[phi.index()] else { return };
        let predecessors = self.predecessors[block.index()].clone();
        let operands: Vec<_> = predecessors
            .into_iter()
            .map(|from| {
                let thrown = self.thrown.get(&(from, block, place)).copied();
                let node = thrown.unwrap_or_else(|| self.read_once(place, from, usize::MAX, local));
                (from, node)
            })
            .collect();
        if let Node::Phi { incoming, .. } = &mut self.nodes[phi.index()] {
            *incoming = operands;
        }
        if let Some(joins) = self.handed_on.get_mut(&place) {
            joins.push(phi);
        }
    }

    fn last_before(&self, place: PlaceId, block: BlockId, event: usize) -> Option<NodeId> {
        let definitions = self.definitions.get(&(block, place))?;
        definitions.iter().rev().find(|(at, _)| *at < event).map(|(_, node)| *node)
    }

    fn read_once(&mut self, place: PlaceId, block: BlockId, event: usize, local: bool) -> NodeId {
        if let Some(node) = self.last_before(place, block, event) {
            return node;
        }
        let mut walked = Vec::new();
        let mut block = block;
        let node = loop {
            if let Some(&node) = self.at_entry.get(&(block, place)) {
                break node;
            }
            if walked.len() > self.predecessors.len() {
                // A loop that is never entered, as behind a call that does not return: nothing but
                // single predecessors, round and round.
                break self.push(Node::Undefined);
            }
            walked.push(block);
            match self.predecessors[block.index()].as_slice() {
                [] => {
                    let entry = block.0 == 0 && !local;
                    break self.push(if entry { Node::Entry(place) } else { Node::Undefined });
                }
                // The entry block of a function has no predecessors in any front end's output, but
                // nothing forbids a loop back to it.
                [from] if *from != block && block.0 != 0 => {
                    let from = *from;
                    if let Some(&node) = self.thrown.get(&(from, block, place)) {
                        break node;
                    }
                    if let Some(node) = self.last_before(place, from, usize::MAX) {
                        break node;
                    }
                    block = from;
                }
                _ => {
                    let phi = self.push(Node::Phi { block, incoming: Vec::new() });
                    self.pending.push((phi, place));
                    break phi;
                }
            }
        };
        for block in walked {
            self.at_entry.insert((block, place), node);
        }
        node
    }
}
