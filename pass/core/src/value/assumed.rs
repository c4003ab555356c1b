//! What is known where something is computed: a block that is only reached where a condition holds sees
//! values as they are then.
//!
//! A choice is simplified by itself where it is made; what a loop or a call makes of its inputs is opaque,
//! and would keep `rank == 0 ? … : …` among them for ever, also under `if (rank != 0)`.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::expression::{Dependence, Expression, ExpressionId};
use super::function::Builder;
use super::memory::{Node, NodeId};
use super::solver::Solver;
use crate::components::strongly_connected;
use crate::graph::Block as GraphBlock;
use crate::program::{BlockId, Terminator, Value, ValueId};

/// Conditions that are kept of a block at most, the nearest ones.
const LIMIT: usize = 8;

/// Conditions, each with whether it holds.
type Conditions = Rc<[(NodeId, bool)]>;

/// What is known in the blocks of a function.
#[derive(Default)]
pub(super) struct Assumed {
    by_block: FxHashMap<BlockId, Conditions>,
    /// By block, once that is needed: may control come back to it?
    looping: Option<Vec<bool>>,
}

/// What expressions are under one list of conditions.
type Simplified = FxHashMap<ExpressionId, ExpressionId>;

/// By the conditions: what expressions are where they hold.
pub(super) type Cache = FxHashMap<Vec<(ExpressionId, bool)>, Simplified>;

impl Builder<'_, '_> {
    /// The conditions that hold, or do not, wherever control is in a block.
    pub(super) fn assumed_in(&mut self, block: BlockId) -> Conditions {
        let mut way = Vec::new();
        let mut at = Some(block);
        while let Some(next) = at.filter(|next| !self.assumed.by_block.contains_key(next)) {
            way.push(next);
            at = self.dominators.immediate(GraphBlock(next.0)).map(|block| BlockId(block.0));
        }
        let mut known = at.map_or_else(|| Rc::from([]), |at| self.assumed.by_block[&at].clone());
        for next in way.into_iter().rev() {
            if let Some(own) = self.condition_of(next) {
                let kept = known.len().min(LIMIT - 1);
                known = known[known.len() - kept..].iter().copied().chain([own]).collect();
            }
            self.assumed.by_block.insert(next, known.clone());
        }
        known
    }

    /// The condition on which control goes on to a block from its only predecessor. In loops it is another
    /// one each time.
    fn condition_of(&mut self, block: BlockId) -> Option<(NodeId, bool)> {
        let [from] = *self.predecessors.get(block.index())?.as_slice() else { return None };
        let function = self.function;
        let Terminator::Branch { condition, then, otherwise } =
            &function.blocks[from.index()].terminator
        else {
            return None;
        };
        (then != otherwise && !self.is_looping(from))
            .then(|| (NodeId::new(condition.index()), *then == block))
    }

    /// May control come back to a block?
    pub(super) fn is_looping(&mut self, block: BlockId) -> bool {
        let successors = &self.successors;
        let looping = self.assumed.looping.get_or_insert_with(|| {
            let edges: Vec<Vec<usize>> = successors
                .iter()
                .map(|targets| targets.iter().map(|target| target.index()).collect())
                .collect();
            let mut looping = vec![false; edges.len()];
            for component in strongly_connected(&edges) {
                let first = component[0];
                if component.len() > 1 || edges[first].contains(&first) {
                    component.iter().for_each(|block| looping[*block] = true);
                }
            }
            looping
        });
        looping.get(block.index()).copied().unwrap_or(false)
    }

    /// The block of what a loop or a call makes opaque; `None`: it is something else.
    fn block_of(&mut self, node: NodeId) -> Option<BlockId> {
        let of_join = match &self.memory.nodes[node.index()] {
            Node::Phi { block, .. } => *block,
            Node::Value(value) => match self.function.value(*value) {
                Value::Phi { block, .. } => *block,
                Value::Result { block, .. } => return Some(*block),
                _ => return None,
            },
            Node::Output { site, .. }
            | Node::Mpi { site, .. }
            | Node::External { site, .. }
            | Node::Index { site }
            | Node::Thrown { site } => return Some(self.sites[*site].block),
            _ => return None,
        };
        self.is_looping(of_join).then_some(of_join)
    }

    /// The conditions that choose the edges to a join, outside of loops. Where the other way leads elsewhere they decide
    /// nothing, but tell what is joined.
    pub(super) fn conditions_of_edges(
        &mut self,
        join: BlockId,
        incoming: &[(BlockId, NodeId)],
    ) -> Vec<NodeId> {
        if self.is_looping(join) {
            return Vec::new();
        }
        let function = self.function;
        let condition =
            |(from, _): &(BlockId, NodeId)| match function.blocks[from.index()].terminator {
                Terminator::Branch { condition, .. } if !self.is_looping(*from) => {
                    Some(NodeId::new(condition.index()))
                }
                _ => None,
            };
        incoming.iter().filter_map(condition).collect()
    }

    /// The conditions that have to be known before a node.
    pub(super) fn conditions_before(&mut self, node: NodeId) -> Vec<NodeId> {
        let Some(block) = self.block_of(node) else { return Vec::new() };
        self.assumed_in(block).iter().map(|(condition, _)| *condition).collect()
    }
}

impl Solver<'_, '_, '_> {
    /// What an expression is in a block.
    pub(super) fn in_block(&mut self, block: BlockId, expression: ExpressionId) -> ExpressionId {
        let assumed = self.builder.assumed_in(block);
        let known = |(condition, holds): &(NodeId, bool)| Some((self.known(*condition)?, *holds));
        let mut conditions: Vec<_> = assumed.iter().filter_map(known).collect();
        // What parts no ranks tells of what does: what a helper leaves if it fails is gone behind `if (failed) return`.
        if self.severity(expression) != Dependence::RankDependent {
            let parts = |(condition, _): &_| self.severity(*condition) == Dependence::RankDependent;
            conditions.retain(parts);
        }
        if conditions.is_empty() {
            return expression;
        }
        let mut cache = self.assumed.remove(&conditions).unwrap_or_default();
        let before = cache.len();
        let all = &mut self.builder.context.expressions;
        let simplified = all.where_it_holds(expression, &conditions, &mut cache);
        self.spend(cache.len() - before);
        self.assumed.insert(conditions, cache);
        simplified
    }

    /// What expressions are in the loop that a cycle of values belongs to.
    pub(super) fn in_loop(&mut self, cycle: &[usize], expressions: &mut [ExpressionId]) {
        let block = cycle.iter().find_map(|node| self.builder.block_of(NodeId::new(*node)));
        let Some(block) = block else { return };
        for expression in expressions {
            *expression = self.in_block(block, *expression);
        }
    }

    /// What a value is where control has not gone another way, which leads elsewhere.
    pub(super) fn where_taken(
        &mut self,
        condition: ValueId,
        holds: bool,
        way: ExpressionId,
    ) -> ExpressionId {
        let condition = self.known(NodeId::new(condition.index()));
        let all = &mut self.builder.context.expressions;
        match condition {
            Some(condition) if matches!(all.get(way), Expression::Select(..)) => {
                let mut cache = FxHashMap::default();
                let way = all.where_it_holds(way, &[(condition, holds)], &mut cache);
                self.spend(cache.len());
                way
            }
            _ => way,
        }
    }
}
