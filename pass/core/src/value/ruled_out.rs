//! Ways that no rank takes, as what decides is known: a constant, or what holds on all ranks wherever there are
//! several (`if (size > 1)`).

use rustc_hash::{FxHashMap, FxHashSet};

use super::expression::{Expression, ExpressionId};
use super::library;
use super::memory::{Node, NodeId};
use super::operands::Operands;
use super::solver::Solver;
use crate::program::{BlockId, Callee, Comparison, Terminator, Value, ValueId};

/// Blocks before a join that are looked at for who comes there.
const STEPS: usize = 16;

impl Solver<'_, '_, '_> {
    /// Finds what no rank does on the way to a cycle's values. If there is anything: what they are made of now, by node.
    pub(super) fn rule_out<'o>(
        &mut self,
        cycle: &[usize],
        inside: &FxHashSet<usize>,
        operands: &Operands<'o>,
    ) -> Option<Operands<'o>> {
        let without_ways = self.rule_out_ways(cycle, operands);
        without_ways.or_else(|| self.rule_out_conditions(cycle, inside, operands))
    }

    /// Finds ways to the joins of a cycle that no rank takes.
    fn rule_out_ways<'o>(
        &mut self,
        cycle: &[usize],
        operands: &Operands<'o>,
    ) -> Option<Operands<'o>> {
        let before = self.not_taken.len();
        let mut joins = Vec::new();
        for node in cycle.iter().map(|node| NodeId::new(*node)) {
            let Some((block, incoming)) = self.joined_by_edge(node) else { continue };
            if incoming.len() > 1 {
                joins.push((node, block));
                for (from, _) in incoming {
                    if self.is_ruled_out(from, block) {
                        self.not_taken.insert((from, block));
                    }
                }
            }
        }
        if self.not_taken.len() == before || !self.spend(operands.len()) {
            return None;
        }
        let mut operands = operands.clone();
        for (node, block) in joins {
            if self.not_taken.iter().any(|(_, to)| *to == block) {
                let now = self.operands_now(node);
                operands.change(node, now);
            }
        }
        Some(operands)
    }

    /// Finds conditions of a cycle that decide nothing, as what would leave the loop behind them never does.
    fn rule_out_conditions<'o>(
        &mut self,
        cycle: &[usize],
        inside: &FxHashSet<usize>,
        operands: &Operands<'o>,
    ) -> Option<Operands<'o>> {
        let mut found: Vec<(NodeId, Vec<NodeId>)> = Vec::new();
        for node in cycle {
            let ruled_out = self.ruled_out(NodeId::new(*node), &operands[*node]);
            let is_told = |node: &NodeId| {
                let decides = |block: &BlockId| {
                    self.builder.decision_of(*block).any(|decision| self.alias(decision) == *node)
                };
                self.agreed_ways.keys().any(decides)
            };
            let decides_now = |decides: &NodeId| {
                let it = decides.index();
                (inside.contains(&it) || is_told(decides)) && operands[*node].contains(&it)
            };
            if ruled_out.iter().any(decides_now) {
                found.push((NodeId::new(*node), ruled_out));
            }
        }
        if found.is_empty() || !self.spend(operands.len()) {
            return None;
        }
        let mut operands = operands.clone();
        for (node, ruled_out) in found {
            operands.retain(node, |operand| !ruled_out.contains(&operand));
        }
        Some(operands)
    }

    /// Does no rank come by this edge? Blocks are followed backwards as far as there is one way to them.
    fn is_ruled_out(&self, from: BlockId, to: BlockId) -> bool {
        let (mut at, mut next) = (from, to);
        for _ in 0..STEPS {
            if self.only_ways(at).is_some_and(|ways| !ways.contains(&next)) {
                return true;
            }
            let [before] = self.builder.predecessors[at.index()].as_slice() else { return false };
            (at, next) = (*before, at);
        }
        false
    }

    /// The edges by which some rank may come to a join, as far as is known; all of them if none is.
    pub(super) fn without_ruled_out(
        &self,
        join: BlockId,
        incoming: Vec<(BlockId, NodeId)>,
    ) -> Vec<(BlockId, NodeId)> {
        let may_come = |(from, _): &(BlockId, NodeId)| !self.is_ruled_out(*from, join);
        let left: Vec<_> = incoming.iter().copied().filter(may_come).collect();
        if left.is_empty() { incoming } else { left }
    }

    /// The conditions before a join that decide nothing, as what is known rules out ways behind them: what cannot
    /// throw leaves no loop.
    pub(super) fn ruled_out(&mut self, node: NodeId, operands: &[usize]) -> Vec<NodeId> {
        let is_decided = |operand: &usize| {
            self.expressions[*operand].is_some_and(|known| self.always(known).is_some())
        };
        if !operands.iter().any(is_decided) && !self.has_reductions() {
            return Vec::new();
        }
        let Some((block, incoming)) = self.joined_by_edge(node) else { return Vec::new() };
        let size = self.builder.region(block).blocks.len();
        if !self.spend(size) {
            return Vec::new();
        }
        let deciding = self.builder.deciding_blocks(block, &incoming);
        self.note_agreed_ways(&deciding);
        // What is not solved yet may be asked for where a join is put together: it has to stay an operand.
        let is_solved = |from: &&BlockId| {
            self.builder.decision_of(**from).all(|node| self.known(node).is_some())
        };
        let deciding_now = deciding.iter().filter(is_solved);
        let known = deciding_now.filter_map(|from| Some((*from, self.only_ways(*from)?)));
        let bound: FxHashMap<BlockId, Vec<BlockId>> = known.collect();
        if bound.is_empty() {
            return Vec::new();
        }
        let left = self.builder.deciding_blocks_where(block, &incoming, &bound);
        let nodes = |solver: &Self, blocks: &[BlockId]| -> Vec<NodeId> {
            let nodes = blocks.iter().flat_map(|block| solver.builder.decision_of(*block));
            nodes.map(|node| solver.alias(node)).collect()
        };
        let mut decide = nodes(self, &left);
        decide.extend(incoming.into_iter().map(|(_, value)| value));
        nodes(self, &deciding).into_iter().filter(|node| !decide.contains(node)).collect()
    }

    /// Where control may go on from a block, if that is known to be not everywhere.
    fn only_ways(&self, from: BlockId) -> Option<Vec<BlockId>> {
        if let Some(way) = self.only_way(from) {
            return Some(vec![way]);
        }
        let ways = self.ways_by_number(from).filter(|ways| !ways.is_empty())?;
        self.builder.usual_targets(from).any(|to| !ways.contains(&to)).then_some(ways)
    }

    /// Where control goes on from a block on all ranks, if that is known.
    pub(super) fn only_way(&self, from: BlockId) -> Option<BlockId> {
        if let Some(way) = self.way_to_initialise(from) {
            return Some(way);
        }
        if let Some(way) = self.agreed_ways.get(&from) {
            return Some(*way);
        }
        let terminator = &self.builder.function.blocks.get(from.index())?.terminator;
        let (holds, otherwise, condition) = match *terminator {
            Terminator::Branch { condition, then, otherwise } => {
                (then, otherwise, NodeId::new(condition.index()))
            }
            Terminator::Invoke { normal, unwind } => {
                (unwind, normal, *self.builder.thrown.get(&from)?)
            }
            _ => return None,
        };
        Some(if self.always(self.known(condition)?)? { holds } else { otherwise })
    }

    /// Does a condition hold on all ranks, or on none, wherever there are several?
    fn always(&self, condition: ExpressionId) -> Option<bool> {
        let all = &self.builder.context.expressions;
        let Expression::Compare(comparison, _, a, b) = *all.get(condition) else {
            return Some(all.as_integer(condition)? != 0);
        };
        if let (Expression::Rank(of), Expression::Size(other)) = (all.get(a), all.get(b))
            && of == other
        {
            return decided(comparison, (0, 0), (1, 1));
        }
        decided(comparison, self.range(a)?, self.range(b)?)
    }

    /// Does a comparison come out one way, whatever a function of the library answers that is compared? `None`: it may come
    /// out either way.
    pub(super) fn compared_answer(
        &self,
        comparison: Comparison,
        operands: [ValueId; 2],
    ) -> Option<bool> {
        let answered = operands.map(|operand| self.range_of_answer(operand));
        answered.iter().any(Option::is_some).then_some(())?;
        let range = |at: usize| answered[at].or_else(|| self.range(self.of(operands[at])));
        decided(comparison, range(0)?, range(1)?)
    }

    fn range_of_answer(&self, value: ValueId) -> Option<(i64, i64)> {
        let Value::Result { block, event } = *self.builder.function.value(value) else {
            return None;
        };
        let Callee::Direct(callee) = self.builder.call(block, event as usize).callee else {
            return None;
        };
        library::range_of_answer(&self.builder.context.program.function(callee).name)
    }

    /// The least and the greatest an expression may be.
    fn range(&self, id: ExpressionId) -> Option<(i64, i64)> {
        let all = &self.builder.context.expressions;
        match all.get(id) {
            Expression::Integer(number) => Some((*number, *number)),
            Expression::Rank(_) => Some((0, i64::from(i32::MAX) - 1)),
            Expression::Size(of) => {
                let least = if *all.get(*of) == Expression::World { 2 } else { 1 };
                Some((least, i64::from(i32::MAX)))
            }
            _ => None,
        }
    }

    /// What a join is made of, as it is known now who comes there.
    pub(super) fn operands_now(&mut self, node: NodeId) -> Vec<usize> {
        let operands = match self.builder.memory.nodes[node.index()].clone() {
            Node::Phi { block, incoming } => self.join_operands(node, block, &incoming),
            Node::Value(value) => self.value_operands(value),
            _ => Vec::new(),
        };
        let mut operands: Vec<NodeId> = operands;
        operands.extend(self.builder.conditions_before(node));
        let mut operands: Vec<usize> =
            operands.into_iter().map(|operand| self.alias(operand).index()).collect();
        if self.stood_there.contains_key(&node) {
            self.leave_out_old(node, &mut operands);
        }
        operands
    }
}

/// How numbers within these bounds compare, if all of them do alike. Of numbers that may be negative only equality is
/// told where signs do not count.
fn decided(comparison: Comparison, a: (i64, i64), b: (i64, i64)) -> Option<bool> {
    let less = |(low, high): (i64, i64), (other_low, other_high): (i64, i64)| {
        if high < other_low { Some(true) } else { (low >= other_high).then_some(false) }
    };
    let signs_count = a.0 < 0 || b.0 < 0;
    match comparison {
        Comparison::Equal | Comparison::NotEqual => {
            let is_equal = match (less(a, b), less(b, a)) {
                (Some(true), _) | (_, Some(true)) => Some(false),
                (Some(false), Some(false)) => Some(true),
                _ => None,
            };
            is_equal.map(|is_equal| is_equal == (comparison == Comparison::Equal))
        }
        Comparison::Less => less(a, b),
        Comparison::Greater => less(b, a),
        Comparison::LessEqual => less(b, a).map(|holds| !holds),
        Comparison::GreaterEqual => less(a, b).map(|holds| !holds),
        _ if signs_count => None,
        Comparison::LessUnsigned => less(a, b),
        Comparison::GreaterUnsigned => less(b, a),
        Comparison::LessEqualUnsigned => less(b, a).map(|holds| !holds),
        Comparison::GreaterEqualUnsigned => less(a, b).map(|holds| !holds),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against all numbers within small bounds.
    #[test]
    fn what_is_decided_holds_of_all_numbers() {
        const ALL: [Comparison; 10] = [
            Comparison::Equal,
            Comparison::NotEqual,
            Comparison::Less,
            Comparison::LessEqual,
            Comparison::Greater,
            Comparison::GreaterEqual,
            Comparison::LessUnsigned,
            Comparison::LessEqualUnsigned,
            Comparison::GreaterUnsigned,
            Comparison::GreaterEqualUnsigned,
        ];
        let bounds = || (-2..=2_i64).flat_map(|low| (low..=2).map(move |high| (low, high)));
        let holds = |comparison, a: i64, b: i64| match comparison {
            Comparison::Equal => a == b,
            Comparison::NotEqual => a != b,
            Comparison::Less => a < b,
            Comparison::LessEqual => a <= b,
            Comparison::Greater => a > b,
            Comparison::GreaterEqual => a >= b,
            Comparison::LessUnsigned => a.cast_unsigned() < b.cast_unsigned(),
            Comparison::LessEqualUnsigned => a.cast_unsigned() <= b.cast_unsigned(),
            Comparison::GreaterUnsigned => a.cast_unsigned() > b.cast_unsigned(),
            Comparison::GreaterEqualUnsigned => a.cast_unsigned() >= b.cast_unsigned(),
        };
        for comparison in ALL {
            for (a, b) in bounds().flat_map(|a| bounds().map(move |b| (a, b))) {
                let answers = (a.0..=a.1).flat_map(|x| (b.0..=b.1).map(move |y| (x, y)));
                let mut answers = answers.map(|(x, y)| holds(comparison, x, y));
                match decided(comparison, a, b) {
                    Some(always) => assert!(answers.all(|holds| holds == always)),
                    None => {
                        let signs = a.0 < 0 || b.0 < 0;
                        let first = answers.next();
                        assert!(signs || answers.any(|holds| Some(holds) != first));
                    }
                }
            }
        }
    }
}
