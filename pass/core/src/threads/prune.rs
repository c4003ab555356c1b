//! What no thread of a team comes to, taken out of its graph.

use crate::graph::Block;
use crate::threads::dependence::{Dependence, Evaluator};
use crate::threads::execution::chosen;
use crate::threads::facts::Facts;
use crate::threads::team::{NodeId, NodeKind, Team};

/// Takes the ways out that no thread goes, whatever its number and however many there are: a function put in
/// the place of its call is told there by a constant what to do. Nodes keep their ids; those that nothing
/// leads to stand for nothing any more.
pub fn prune(team: &mut Team, facts: &Facts<'_>) {
    for (branch, only) in decided(team, facts) {
        team.nodes[branch.index()].kind = NodeKind::Plain;
        team.successors[branch.index()] = vec![only];
    }
    let live = team.reached(vec![team.entry], |_| false);
    for node in team.ids().filter(|node| !live.contains(Block::new(node.index()))) {
        team.nodes[node.index()].kind = NodeKind::Plain;
        team.successors[node.index()].clear();
    }
}

/// The branches of which all threads take the same way, with what it leads to.
fn decided(team: &Team, facts: &Facts<'_>) -> Vec<(NodeId, NodeId)> {
    let values = Evaluator::new(facts, team);
    let way = |node: NodeId| {
        let NodeKind::Branch { condition, cases } = &team.node(node).kind else { return None };
        let instance = team.node(node).instance;
        let Dependence::Known { value, varies: false } = values.for_any(instance, *condition)
        else {
            return None;
        };
        let way = chosen(cases.as_deref(), value)?;
        Some((node, *team.successors[node.index()].get(way)?))
    };
    team.ids().filter_map(way).collect()
}
