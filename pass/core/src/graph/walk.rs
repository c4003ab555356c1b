//! The numbering of a depth-first walk.

use super::flow::{Adjacency, Block};

/// "No such node" in tables of node numbers.
pub(super) const NONE: u32 = u32::MAX;

/// A depth-first walk: the nodes numbered in the order in which they were found.
pub(super) struct DepthFirstWalk {
    /// Number to node.
    pub(super) found: Vec<Block>,
    /// Node to number; `NONE` if not found.
    pub(super) number: Vec<u32>,
    /// The number of the node from which a number was found; 0 for the root.
    pub(super) parent: Vec<u32>,
}

impl DepthFirstWalk {
    /// The walk from `root`.
    pub(super) fn new(forward: &Adjacency, root: Block) -> Self {
        let mut walk = DepthFirstWalk {
            found: vec![root],
            number: vec![NONE; forward.node_count()],
            parent: vec![0],
        };
        walk.number[root.index()] = 0;
        let mut stack = vec![(0_u32, 0_usize)];
        while let Some((number, next)) = stack.last_mut() {
            let number = *number;
            let Some(&to) = forward.of(walk.found[number as usize]).get(*next) else {
                stack.pop();
                continue;
            };
            *next += 1;
            if walk.number[to.index()] == NONE {
                let fresh = walk.found.len() as u32;
                walk.number[to.index()] = fresh;
                walk.found.push(to);
                walk.parent.push(number);
                stack.push((fresh, 0));
            }
        }
        walk
    }
}
