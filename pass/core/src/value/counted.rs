//! Loops that count: what they start from, how far they go in a round, and what ends them.
//!
//! `for (i = 0; i < rank; i++) MPI_Barrier(c);` has another number of rounds on each rank, and
//! `for (; i < size; i++) MPI_Barrier(c);` behind it makes up for that. What one of them decides is asked in each
//! round; how often it is decided like that follows from numbers (`behaviour/rounds.rs`).

use rustc_hash::FxHashSet;

use super::consensus::Operation;
use super::expression::ExpressionId;
use super::memory::{Node, NodeId};
use super::solver::Solver;
use crate::program::{BinaryOperator, BlockId, Comparison, Terminator, Value, ValueId};

/// A loop that a comparison at its head ends, of a number that each round moves by as much.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The loop's head.
    pub head: BlockId,
    /// How far the number is from its start, in the loop and behind it.
    pub moved: [ExpressionId; 2],
    /// Where the number starts.
    pub start: ExpressionId,
    /// How far it goes in one round.
    pub step: ExpressionId,
    /// It goes back by that.
    pub goes_back: bool,
    /// What it is compared with.
    pub end: ExpressionId,
    /// If that is the largest number of all ranks: the rank's own one.
    pub own: Option<ExpressionId>,
    /// How.
    pub comparison: Comparison,
    /// In which width.
    pub bits: u8,
    /// The loop goes on where the comparison holds; else where it does not.
    pub goes_on: bool,
}

impl Counted {
    /// The expressions it holds.
    pub fn expressions(&self) -> impl Iterator<Item = ExpressionId> + '_ {
        [self.start, self.step, self.end].into_iter().chain(self.moved).chain(self.own)
    }

    /// The expressions it holds, to be changed.
    pub fn expressions_mut(&mut self) -> impl Iterator<Item = &mut ExpressionId> {
        let of_all = [&mut self.start, &mut self.step, &mut self.end];
        of_all.into_iter().chain(&mut self.moved).chain(&mut self.own)
    }
}

impl Solver<'_, '_, '_> {
    /// Notes by the condition that ends it that a cycle of values, moved from `start`, is what a loop counts. `moved`:
    /// by node, how far it is from there.
    pub(super) fn note_counted(
        &mut self,
        cycle: &[usize],
        start: ExpressionId,
        moved: &[(NodeId, ExpressionId)],
    ) -> Option<()> {
        let inside: FxHashSet<usize> = cycle.iter().copied().collect();
        let is_inside = |node: NodeId| inside.contains(&self.alias(node).index());
        let (mut joins, mut steps, mut comparisons) = (Vec::new(), Vec::new(), Vec::new());
        for node in cycle.iter().map(|node| NodeId::new(*node)) {
            if let Some((head, _)) = self.joined_by_edge(node) {
                joins.push((head, node));
                continue;
            }
            let Node::Value(value) = self.builder.memory.nodes[node.index()] else { return None };
            match *self.builder.function.value(value) {
                Value::Compare { comparison, bits, operands } => {
                    comparisons.push((value, comparison, bits, operands));
                }
                Value::Binary { operator, operands, .. } => {
                    let [a, b] = operands.map(|operand| NodeId::new(operand.index()));
                    steps.push(match operator {
                        BinaryOperator::Add if is_inside(b) => (a, false, b),
                        BinaryOperator::Add => (b, false, a),
                        BinaryOperator::Subtract => (b, true, a),
                        _ => return None,
                    });
                }
                _ => return None,
            }
        }
        let ([(head, join)], [(step, goes_back, from)], [(value, comparison, bits, [a, b])]) =
            (&joins[..], &steps[..], &comparisons[..])
        else {
            return None;
        };
        let (head, join, bits, goes_back) = (*head, *join, *bits, *goes_back);
        let is_join = |node: NodeId| self.alias(node) == join;
        let [a, b] = [a, b].map(|operand| NodeId::new(operand.index()));
        let (comparison, end) = match (is_inside(a), is_inside(b)) {
            (true, false) if is_join(a) => (*comparison, b),
            (false, true) if is_join(b) => (comparison.swapped(), a),
            _ => return None,
        };
        if !is_join(*from) {
            return None;
        }
        let goes_on = self.goes_on(head, *value)?;
        let moved = [moved.iter().find(|(node, _)| *node == join)?.1; 2];
        let condition = self.known(NodeId::new(value.index()))?;
        let (step, end) = (self.known(*step)?, self.known(end)?);
        let own = self.own_of(end)?;
        let counted =
            Counted { head, moved, start, step, goes_back, end, own, comparison, bits, goes_on };
        self.counted.insert(condition, counted);
        Some(())
    }

    /// What the caller had, if an expression is the largest of what each had. Outer `None`: it may be smaller than that.
    #[expect(
        clippy::option_option,
        reason = "no such number and one that is too small are two things"
    )]
    fn own_of(&mut self, end: ExpressionId) -> Option<Option<ExpressionId>> {
        match self.reduced_from(end) {
            Some((Operation::Largest, own)) => Some(Some(own)),
            Some((Operation::Sum, _)) | None => Some(None),
            Some(_) => None,
        }
    }

    /// Does the loop of this head, where a comparison decides, go on where that holds? `None`: it decides about
    /// something else.
    fn goes_on(&self, head: BlockId, comparison: ValueId) -> Option<bool> {
        let function = self.builder.function;
        let Terminator::Branch { condition, then, otherwise } =
            function.blocks[head.index()].terminator
        else {
            return None;
        };
        let ways = [then, otherwise].map(|way| self.builder.is_in_loop_of(head, way));
        (condition == comparison && ways[0] != ways[1]).then_some(ways[0])
    }
}
