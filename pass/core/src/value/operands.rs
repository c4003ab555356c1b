//! What nodes follow from directly.

use std::ops::Index;

use rustc_hash::FxHashMap;

use super::memory::NodeId;

/// The operands of all nodes, but for a few of a cycle that turned out to follow from others: a function has many
/// cycles, and each has its own such few.
#[derive(Clone, Debug)]
pub(super) struct Operands<'a> {
    all: &'a [Vec<usize>],
    changed: FxHashMap<usize, Vec<usize>>,
}

impl<'a> Operands<'a> {
    pub(super) fn new(all: &'a [Vec<usize>]) -> Self {
        Self { all, changed: FxHashMap::default() }
    }

    pub(super) const fn len(&self) -> usize {
        self.all.len()
    }

    pub(super) fn change(&mut self, node: NodeId, operands: Vec<usize>) {
        self.changed.insert(node.index(), operands);
    }

    /// Leaves out all operands of a node that are not to be kept.
    pub(super) fn retain(&mut self, node: NodeId, keeps: impl Fn(NodeId) -> bool) {
        let kept = self[node.index()].iter().copied();
        let kept = kept.filter(|operand| keeps(NodeId::new(*operand))).collect();
        self.change(node, kept);
    }
}

impl Index<usize> for Operands<'_> {
    type Output = [usize];

    fn index(&self, node: usize) -> &[usize] {
        self.changed.get(&node).unwrap_or(&self.all[node])
    }
}
