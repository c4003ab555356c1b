//! A team's graph without what only passes on.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::graph::{Block, BlockSet};
use crate::threads::team::{NodeId, NodeKind, Team};

/// Which nodes of a team are shown, and in which order.
pub struct Contraction<'t> {
    team: &'t Team,
    shown: Vec<bool>,
    order: Vec<NodeId>,
    numbers: FxHashMap<NodeId, usize>,
}

impl<'t> Contraction<'t> {
    /// Of a team. Of its branches those are shown that decide about something shown, and those that
    /// are `marked`.
    pub fn new(team: &'t Team, marked: impl Fn(NodeId) -> bool) -> Self {
        let shown = team.ids().map(|node| {
            !matches!(team.node(node).kind, NodeKind::Plain)
                || node == team.entry
                || node == team.exit
        });
        let (order, numbers) = Default::default();
        let mut contraction = Self { team, shown: shown.collect(), order, numbers };
        contraction.leave_out_branches(marked);
        contraction.order = contraction.reverse_postorder();
        let numbered = contraction.order.iter().enumerate();
        contraction.numbers = numbered.map(|(number, node)| (*node, number)).collect();
        contraction
    }

    /// Branches whose ways all lead to the same decide nothing.
    fn leave_out_branches(&mut self, marked: impl Fn(NodeId) -> bool) {
        let is_branch =
            |node: &NodeId| matches!(self.team.node(*node).kind, NodeKind::Branch { .. });
        let mut branches: Vec<NodeId> =
            self.team.ids().filter(|node| is_branch(node) && !marked(*node)).collect();
        loop {
            let before = branches.len();
            // Inner ones stand behind outer ones.
            for at in (0..branches.len()).rev() {
                if !self.decides(branches[at]) {
                    self.shown[branches[at].index()] = false;
                    branches.swap_remove(at);
                }
            }
            if branches.len() == before {
                return;
            }
        }
    }

    /// Does a branch decide what is met next, or whether control ends?
    fn decides(&self, branch: NodeId) -> bool {
        let ways = self.ways(branch);
        let ends = ways.iter().any(BTreeSet::is_empty);
        let behind: BTreeSet<NodeId> =
            ways.into_iter().flatten().filter(|node| *node != branch).collect();
        ends || behind.len() != 1
    }

    /// What is shown and met first from a node on, it included.
    pub fn first(&self, start: NodeId) -> BTreeSet<NodeId> {
        let mut found = BTreeSet::new();
        let mut passed = BTreeSet::new();
        let mut work = vec![start];
        while let Some(node) = work.pop() {
            if self.shown[node.index()] {
                found.insert(node);
            } else if passed.insert(node) {
                work.extend(self.team.successors[node.index()].iter().copied());
            }
        }
        found
    }

    /// By way out of a node: what is met first.
    pub fn ways(&self, node: NodeId) -> Vec<BTreeSet<NodeId>> {
        self.team.successors[node.index()].iter().map(|next| self.first(*next)).collect()
    }

    /// What is shown and control may come to: where it begins first, loops before what follows them.
    pub fn order(&self) -> &[NodeId] {
        &self.order
    }

    /// The position of a node in [`Self::order`].
    pub fn number(&self, node: NodeId) -> Option<usize> {
        self.numbers.get(&node).copied()
    }

    fn reverse_postorder(&self) -> Vec<NodeId> {
        let mut seen = BlockSet::new(self.team.nodes.len());
        let mut order = Vec::new();
        let mut work = vec![(self.team.entry, false)];
        while let Some((node, is_done)) = work.pop() {
            if is_done {
                order.push(node);
                continue;
            }
            if !seen.insert(Block::new(node.index())) {
                continue;
            }
            work.push((node, true));
            // What is visited first ends up last.
            let body = match self.team.node(node).kind {
                NodeKind::Spawn { body, .. } => self.first(body),
                _ => BTreeSet::new(),
            };
            let next = self.ways(node).into_iter().chain([body]).flatten();
            work.extend(next.map(|next| (next, false)));
        }
        order.reverse();
        order
    }
}

#[cfg(test)]
mod tests {
    use super::Contraction;
    use crate::finding::Location;
    use crate::program::{BlockId, ValueId};
    use crate::threads::team::{InstanceId, Node, NodeId, NodeKind, Team};

    fn team(rows: &[(NodeKind, &[u32])]) -> Team {
        let node = |kind: &NodeKind| Node {
            kind: kind.clone(),
            instance: InstanceId(0),
            block: BlockId(0),
            event: 0,
            region: None,
            location: Location::default(),
        };
        Team {
            nodes: rows.iter().map(|(kind, _)| node(kind)).collect(),
            successors: rows
                .iter()
                .map(|(_, to)| to.iter().copied().map(NodeId).collect())
                .collect(),
            entry: NodeId(0),
            exit: NodeId(1),
            ..Team::default()
        }
    }

    fn branch() -> NodeKind {
        NodeKind::Branch { condition: ValueId(0), cases: None }
    }

    /// A loop around a branch that decides nothing, then one that decides about a barrier.
    fn example() -> Team {
        team(&[
            (NodeKind::Plain, &[2]),
            (NodeKind::Plain, &[]),
            (branch(), &[3, 6]),
            (branch(), &[4, 5]),
            (NodeKind::Plain, &[5]),
            (NodeKind::Plain, &[2]),
            (branch(), &[7, 8]),
            (NodeKind::Barrier { explicit: true }, &[8]),
            (NodeKind::Plain, &[1]),
        ])
    }

    #[test]
    fn what_decides_nothing_is_left_out() {
        let team = example();
        let contraction = Contraction::new(&team, |_| false);
        assert_eq!(contraction.order(), [0, 6, 7, 1].map(NodeId));
        let ways: Vec<Vec<NodeId>> =
            contraction.ways(NodeId(6)).into_iter().map(|way| way.into_iter().collect()).collect();
        assert_eq!(ways, [[NodeId(7)], [NodeId(1)]]);
        assert_eq!(contraction.number(NodeId(3)), None);
    }

    #[test]
    fn what_is_marked_stays() {
        let team = example();
        let contraction = Contraction::new(&team, |node| node == NodeId(3));
        assert_eq!(contraction.order(), [0, 2, 3, 6, 7, 1].map(NodeId));
    }

    #[test]
    fn loops_without_end_have_an_answer() {
        let team = team(&[
            (NodeKind::Plain, &[2]),
            (NodeKind::Plain, &[]),
            (branch(), &[2, 3]),
            (NodeKind::Plain, &[3]),
        ]);
        let contraction = Contraction::new(&team, |_| false);
        assert_eq!(contraction.order(), [0, 2].map(NodeId));
        assert!(contraction.first(NodeId(3)).is_empty());
    }
}
