//! Barriers and worksharing constructs that only some threads of a team come to (thesis, section 3.2,
//! Algorithm 15, with thread dependence deciding which conditions part threads).

use rustc_hash::FxHashSet;

use crate::graph::{Block, ControlDependence, FlowGraph, PostDominators};
use crate::threads::dependence::{Dependence, Thread};
use crate::threads::execution::Execution;
use crate::threads::team::{NodeId, NodeKind, Team};
use crate::threads::word::Site;

/// What a thread does on its way.
#[derive(Clone, Debug)]
struct Trace {
    /// Barriers and worksharing constructs in order; of a trace that varies, all that may be met.
    met: Vec<NodeId>,
    /// The way parts again, and what is met depends on it.
    varies: bool,
}

/// A condition at which threads part, and what only some of them come to.
#[derive(Clone, Debug)]
pub struct Divergence {
    /// The condition.
    pub branch: NodeId,
    /// What not all come to.
    pub missed: NodeId,
    /// Threads of a team of the first size of [`Team::sizes`] that come to it, where that is known.
    pub threads: Option<Vec<i64>>,
}

/// What was found about a team.
#[derive(Clone, Debug, Default)]
pub struct Divergences {
    /// Conditions that part threads.
    pub found: Vec<Divergence>,
    /// Some condition may part threads: nothing is known of it.
    pub unknown: bool,
}

/// Compares what threads meet behind the conditions of a team.
///
/// `strict`: threads that meet at different barriers part too (OpenMP 5.2, 15.3.1); else only those that
/// meet at another number of them, which hang (the thesis's verbosity 1 and 0).
#[must_use]
pub fn check(execution: &Execution<'_, '_, '_>, strict: bool) -> Divergences {
    let team = execution.team;
    let mut found = Divergences { found: Vec::new(), unknown: team.cut };
    let collectives: Vec<NodeId> = team.ids().filter(|node| is_collective(team, *node)).collect();
    if collectives.is_empty() {
        return found;
    }
    let Some(ways) = Ways::new(team, &collectives) else {
        found.unknown = true;
        return found;
    };
    for branch in team.ids() {
        if !ways.is_live(branch) || !matches!(team.node(branch).kind, NodeKind::Branch { .. }) {
            continue;
        }
        let end = ways.end_of(branch);
        if ways.between(branch, end).is_empty() {
            continue;
        }
        let dependence = execution.dependence(branch);
        if matches!(
            dependence,
            None | Some(Dependence::Uniform | Dependence::Known { varies: false, .. })
        ) {
            continue;
        }
        let known = dependence.is_some_and(|found| found != Dependence::Unknown);
        if known && !execution.partings().contains(&branch) {
            continue;
        }
        let Some((missed, unsure)) = ways.compare(branch, end, strict) else { continue };
        if !known || unsure {
            found.unknown = true;
            continue;
        }
        for missed in missed {
            let threads = coming(execution, &ways, branch, end, missed);
            found.found.push(Divergence { branch, missed, threads });
        }
    }
    found
}

/// The branches that decide whether a thread that comes to the team's end comes to one of the nodes: their
/// iterated post-dominance frontier. Sorted.
#[must_use]
pub fn deciders(team: &Team, nodes: &[NodeId]) -> Vec<NodeId> {
    deciders_of_each(team, &[nodes]).remove(0)
}

/// As [`deciders`], of several sets of nodes.
#[must_use]
pub fn deciders_of_each(team: &Team, sets: &[&[NodeId]]) -> Vec<Vec<NodeId>> {
    let Some(ways) = Ways::new(team, &[]) else { return vec![Vec::new(); sets.len()] };
    let mut control = ControlDependence::new(&ways.flow, &ways.post_dominators);
    let of_set = |nodes: &&[NodeId]| {
        let blocks: Vec<Block> = nodes.iter().map(|node| Block::new(node.index())).collect();
        let deciders = control.iterated_frontier_of_nodes(&blocks).into_iter();
        let deciders = deciders.map(|block| NodeId(block.0));
        deciders.filter(|node| matches!(team.node(*node).kind, NodeKind::Branch { .. })).collect()
    };
    sets.iter().map(of_set).collect()
}

/// Does the whole team have to come to the node? What stands where it must not is another finding.
fn is_collective(team: &Team, node: NodeId) -> bool {
    matches!(team.node(node).kind, NodeKind::Barrier { .. } | NodeKind::Work(_))
        && team.regions_around(node).all(|(_, region)| !region.letter.forbids_collectives())
        && !team.is_alone(node)
}

/// The threads whose way leads to a node, where all ways are known.
fn coming(
    execution: &Execution<'_, '_, '_>,
    ways: &Ways<'_>,
    branch: NodeId,
    end: Option<NodeId>,
    missed: NodeId,
) -> Option<Vec<i64>> {
    let successors = &execution.team.successors[branch.index()];
    let mut come = Vec::new();
    for number in 0..execution.size() {
        let way = execution.way(branch, Thread { number, of: execution.size() })?;
        let trace = ways.trace(branch, *successors.get(way)?, end);
        if trace.met.contains(&missed) {
            come.push(number);
        }
    }
    Some(come)
}

/// The ways through a team's graph that lead to its end.
struct Ways<'t> {
    team: &'t Team,
    /// By node: where control may go next and still come to the end.
    successors: Vec<Vec<NodeId>>,
    flow: FlowGraph,
    post_dominators: PostDominators,
    live: Vec<bool>,
    is_collective: Vec<bool>,
}

impl<'t> Ways<'t> {
    /// `None`: the region has no end.
    fn new(team: &'t Team, collectives: &[NodeId]) -> Option<Self> {
        let mut predecessors: Vec<Vec<NodeId>> = vec![Vec::new(); team.nodes.len()];
        for node in team.ids() {
            for next in &team.successors[node.index()] {
                predecessors[next.index()].push(node);
            }
        }
        let ends = flood(team.nodes.len(), team.exit, &predecessors);
        let begins = flood(team.nodes.len(), team.entry, &team.successors);
        let live: Vec<bool> = ends.iter().zip(&begins).map(|(end, begin)| *end && *begin).collect();
        if !live[team.entry.index()] {
            return None;
        }
        let successors: Vec<Vec<NodeId>> = team
            .ids()
            .map(|node| {
                let next = team.successors[node.index()].iter().copied();
                next.filter(|next| live[node.index()] && live[next.index()]).collect()
            })
            .collect();
        let edges: Vec<Vec<Block>> = successors
            .iter()
            .map(|next| next.iter().map(|next| Block::new(next.index())).collect())
            .collect();
        let flow = FlowGraph::new(Block::new(team.entry.index()), edges);
        let mut is_collective = vec![false; team.nodes.len()];
        collectives.iter().for_each(|node| is_collective[node.index()] = true);
        let post_dominators = PostDominators::new(&flow);
        Some(Self { team, successors, flow, post_dominators, live, is_collective })
    }

    fn is_live(&self, node: NodeId) -> bool {
        self.live[node.index()]
    }

    /// Where all ways from a node meet again; `None`: at the end.
    fn end_of(&self, node: NodeId) -> Option<NodeId> {
        self.post_dominators.immediate(Block::new(node.index())).map(|block| NodeId(block.0))
    }

    /// The collectives on the ways from behind a node to where they meet.
    fn between(&self, from: NodeId, end: Option<NodeId>) -> Vec<NodeId> {
        let mut seen = FxHashSet::default();
        let mut work = self.successors[from.index()].clone();
        let mut found = Vec::new();
        while let Some(node) = work.pop() {
            if Some(node) != end && seen.insert(node) {
                found.extend(self.is_collective[node.index()].then_some(node));
                work.extend(self.successors[node.index()].iter().copied());
            }
        }
        found.sort_unstable_by_key(|node| self.place(*node));
        found
    }

    fn place(&self, node: NodeId) -> (crate::finding::Location, NodeId) {
        (self.team.node(node).location.clone(), node)
    }

    /// What a thread meets between a way's start and its end.
    fn trace(&self, branch: NodeId, start: NodeId, end: Option<NodeId>) -> Trace {
        let mut met = Vec::new();
        let mut seen = FxHashSet::default();
        let mut at = Some(start);
        while let Some(node) = at
            && Some(node) != end
        {
            if node == branch || !seen.insert(node) {
                // Around a loop: how often, the condition decides.
                met.extend(self.between(branch, end).into_iter().filter(|_| node == branch));
                return Trace { varies: !met.is_empty(), met };
            }
            if self.is_collective[node.index()] {
                met.push(node);
            }
            at = match self.successors[node.index()][..] {
                [] => None,
                [only] => Some(only),
                _ => {
                    let meet = self.end_of(node);
                    let inside = self.between(node, meet);
                    if !inside.is_empty() {
                        met.extend(inside);
                        return Trace { met, varies: true };
                    }
                    meet
                }
            };
        }
        Trace { met, varies: false }
    }

    /// What not all ways of a branch lead to, and whether that depends on further conditions of which
    /// nothing is known.
    fn compare(
        &self,
        branch: NodeId,
        end: Option<NodeId>,
        strict: bool,
    ) -> Option<(Vec<NodeId>, bool)> {
        let traces: Vec<Trace> = self.successors[branch.index()]
            .iter()
            .map(|start| self.trace(branch, *start, end))
            .collect();
        let first = traces.first()?;
        let other = traces[1..].iter().find(|other| !self.are_alike(first, other, strict))?;
        let mut missed =
            [self.lacking_work(first, other), self.lacking_work(other, first)].concat();
        if missed.is_empty() {
            let barrier = self.lacking_barrier(first, other);
            let barrier = barrier.or_else(|| self.lacking_barrier(other, first));
            let strictly = || self.lacking_place(first, other).filter(|_| strict);
            missed.extend(barrier.or_else(strictly));
        }
        (!missed.is_empty()).then_some((missed, first.varies && other.varies))
    }

    fn are_alike(&self, one: &Trace, other: &Trace, strict: bool) -> bool {
        if one.varies || other.varies {
            return false;
        }
        let sites = |trace: &Trace, strict: bool| -> Vec<Option<Site>> {
            let counts = trace.met.iter().map(|node| {
                let is_work = matches!(self.team.node(*node).kind, NodeKind::Work(_));
                (is_work || strict).then(|| self.team.site(*node))
            });
            counts.collect()
        };
        sites(one, strict) == sites(other, strict)
    }

    /// The first worksharing construct of one way that the other does not have.
    fn lacking_work(&self, with: &Trace, without: &Trace) -> Vec<NodeId> {
        let has = |node: &NodeId| {
            without.met.iter().any(|other| self.team.site(*other) == self.team.site(*node))
        };
        let is_work = |node: &NodeId| matches!(self.team.node(*node).kind, NodeKind::Work(_));
        with.met.iter().copied().find(|node| is_work(node) && !has(node)).into_iter().collect()
    }

    /// The first barrier of one way that stands at no place of the other.
    fn lacking_place(&self, with: &Trace, without: &Trace) -> Option<NodeId> {
        let has = |node: &NodeId| {
            without.met.iter().any(|other| self.team.site(*other) == self.team.site(*node))
        };
        with.met.iter().copied().find(|node| !has(node))
    }

    /// The first barrier of one way that has none to meet with on the other: rather one the user wrote
    /// than the end of a construct.
    fn lacking_barrier(&self, with: &Trace, without: &Trace) -> Option<NodeId> {
        let barriers = |trace: &Trace| -> Vec<NodeId> {
            let is_barrier =
                |node: &NodeId| matches!(self.team.node(*node).kind, NodeKind::Barrier { .. });
            trace.met.iter().copied().filter(is_barrier).collect()
        };
        let explicit = |node: &NodeId| {
            matches!(self.team.node(*node).kind, NodeKind::Barrier { explicit: true })
        };
        let others = if without.varies { 0 } else { barriers(without).len() };
        let with = barriers(with);
        let alone = with.get(others..)?;
        alone.iter().copied().find(explicit).or_else(|| alone.first().copied())
    }
}

/// What is reached from a node.
fn flood(count: usize, start: NodeId, edges: &[Vec<NodeId>]) -> Vec<bool> {
    let mut seen = vec![false; count];
    let mut work = vec![start];
    while let Some(node) = work.pop() {
        if !std::mem::replace(&mut seen[node.index()], true) {
            work.extend(edges[node.index()].iter().copied());
        }
    }
    seen
}
