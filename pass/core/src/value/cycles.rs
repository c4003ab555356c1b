//! Values that feed back into themselves: counters of loops, addresses that walk, what is collected.

use rustc_hash::{FxHashMap, FxHashSet};

use super::expression::{Dependence, Expression, ExpressionId, Expressions};
use super::function::Target;
use super::memory::{Node, NodeId};
use super::operands::Operands;
use super::solver::Solver;
use super::sums::ADDRESS_BITS;
use crate::components::strongly_connected;
use crate::program::{BinaryOperator, BlockId, Value, ValueId};

/// Values of a cycle that are tried as what they were before.
const LEFT_AS_IT_WAS: usize = 64;

/// Ways of a choice that are looked at to find what is left as it was.
const WAYS: usize = 16;

/// What a loop moves from a start to an end.
struct Walk {
    start: ExpressionId,
    /// Bits of a number; addresses have none.
    width: Option<u8>,
    /// What it is compared with.
    ends: Vec<NodeId>,
    /// What else decides where it gets to: steps, other conditions.
    others: Vec<NodeId>,
}

impl Solver<'_, '_, '_> {
    /// Values that feed back into themselves (loop counters) are opaque functions of what enters the
    /// cycle, each its own.
    pub(super) fn solve_cycle(&mut self, cycle: &[usize], operands: &Operands<'_>) {
        let inside: FxHashSet<_> = cycle.iter().copied().collect();
        if let Some(operands) = self.rule_out(cycle, &inside, operands) {
            self.solve_among(cycle.to_vec(), &operands);
            return;
        }
        if let Some(number) = self.carried(cycle, &inside) {
            cycle.iter().for_each(|node| self.expressions[*node] = Some(number));
            return;
        }
        if self.stays_as_it_was(cycle, &inside, operands).is_some() {
            return;
        }
        if self.solve_walk(cycle, &inside, operands).is_some() {
            return;
        }
        if let Some(operands) = self.overwrite(cycle, &inside, operands) {
            self.solve_among(cycle.to_vec(), &operands);
            return;
        }
        let collects = self.collected(cycle, &inside);
        let mut entering = Vec::new();
        if collects.is_none() {
            entering.extend(self.entering(cycle, &inside, operands));
            self.in_loop(cycle, &mut entering);
            self.in_turns(&mut entering, cycle);
            entering.sort_unstable();
            entering.dedup();
        }
        self.add_own_leaves(cycle, &mut entering);
        self.in_turns(&mut entering, cycle);
        if let Some(node) = cycle.iter().find(|node| self.cut.contains(&NodeId::new(**node))) {
            let decided_by = self.too_large(NodeId::new(*node));
            entering.push(decided_by);
        }
        entering.extend(collects.into_iter().flatten());
        entering.sort_unstable();
        entering.dedup();
        let doubtful = self.doubtful_in(cycle, &inside, &entering);
        // All depend on the same; what that is takes long to find out.
        let mut first = None;
        for node in cycle.iter().filter(|node| doubtful.is_empty() || doubtful.contains(node)) {
            let key = self.key(NodeId::new(*node));
            let all = &mut self.builder.context.expressions;
            let expression = match first {
                Some(first) => all.opaque_like(key, first),
                None => all.opaque(key, entering.iter().copied()),
            };
            first = Some(expression);
            let expression = match doubtful.is_empty() {
                true => expression,
                false => all.doubtful(expression),
            };
            self.expressions[*node] = Some(expression);
        }
        if !doubtful.is_empty() {
            let others = cycle.iter().copied().filter(|node| !doubtful.contains(node)).collect();
            self.solve_among(others, operands);
        }
    }

    /// Adds what values of a cycle depend on beyond their operands to what enters it.
    pub(super) fn add_own_leaves(&mut self, cycle: &[usize], entering: &mut Vec<ExpressionId>) {
        let key = self.key(NodeId::new(cycle[0]));
        let fed_back = self.builder.context.expressions.opaque(key, entering.iter().copied());
        self.fed_back = Some(fed_back);
        for node in cycle {
            entering.extend(self.own_leaf(NodeId::new(*node)));
        }
        self.fed_back = None;
    }

    /// Solves values of a cycle when the others of it are known, or decide less: not all follow from each other then.
    pub(super) fn solve_among(&mut self, values: Vec<usize>, operands: &Operands<'_>) {
        let at: FxHashMap<usize, usize> =
            values.iter().enumerate().map(|(at, node)| (*node, at)).collect();
        let within = |node: &usize| operands[*node].iter().filter_map(|from| at.get(from).copied());
        let edges: Vec<Vec<usize>> = values.iter().map(|node| within(node).collect()).collect();
        for component in strongly_connected(&edges) {
            let component: Vec<usize> = component.into_iter().map(|at| values[at]).collect();
            self.solve_component(&component, operands);
        }
    }

    /// What enters a cycle from outside.
    pub(super) fn entering(
        &mut self,
        cycle: &[usize],
        inside: &FxHashSet<usize>,
        operands: &Operands<'_>,
    ) -> Vec<ExpressionId> {
        let overwrites = self.overwrites(cycle, inside);
        let mut entering = Vec::new();
        for node in cycle.iter().map(|node| NodeId::new(*node)) {
            let is_disturbance =
                matches!(self.builder.memory.nodes[node.index()], Node::Disturbance { .. });
            // What a known function makes of what it is given says more than all of that.
            if is_disturbance || self.made_by_known(node).is_some() {
                continue;
            }
            let old = if overwrites { self.old_elements(node) } else { Vec::new() };
            entering.extend(self.stood_there.get(&node));
            let is_doubtful = self.joins_only_doubtful(node, inside);
            let ruled_out = self.ruled_out(node, &operands[node.index()]);
            let is_entering = |operand: &&usize| {
                !inside.contains(operand) && !ruled_out.contains(&NodeId::new(**operand))
            };
            for operand in operands[node.index()].iter().filter(is_entering) {
                let Some(known) = self.expressions[*operand] else { continue };
                entering.push(match is_doubtful || old.contains(&NodeId::new(*operand)) {
                    true => self.builder.context.expressions.doubtful(known),
                    false => known,
                });
            }
        }
        entering
    }

    /// What a known function answers or leaves, in its own terms, and where it is called; `None`: it is nothing of
    /// that.
    pub(super) fn made_by_known(&self, node: NodeId) -> Option<(usize, Option<ExpressionId>)> {
        let (site, output) = match self.builder.memory.nodes[node.index()] {
            Node::Output { site, output } => (site, Some(output)),
            Node::Value(value) => match self.builder.function.value(value) {
                Value::Result { block, event } => {
                    (self.builder.site_at[&(*block, *event as usize)], None)
                }
                _ => return None,
            },
            _ => return None,
        };
        let Target::Known(callee) = self.builder.sites[site].target else { return None };
        let summary = self.builder.context.summaries[callee.index()].as_ref();
        let made = summary.and_then(|summary| match output {
            Some(output) => Some(summary.output(output)),
            None => summary.result,
        });
        Some((site, made))
    }

    /// A number or an address that a loop moves from where it starts to an end: how far follows from how far the
    /// end is from the start. `None`: the cycle is something else.
    fn solve_walk(
        &mut self,
        cycle: &[usize],
        inside: &FxHashSet<usize>,
        operands: &Operands<'_>,
    ) -> Option<()> {
        let walk = self.walk(cycle, inside, operands)?;
        let known = |solver: &Self, nodes: Vec<NodeId>| -> Option<Vec<ExpressionId>> {
            nodes.into_iter().map(|node| solver.known(node)).collect()
        };
        let (start, width) = (walk.start, walk.width);
        let (ends, mut leaves) = (known(self, walk.ends)?, known(self, walk.others)?);
        for end in ends {
            leaves.push(self.difference(end, start, width.unwrap_or(ADDRESS_BITS)));
        }
        self.in_loop(cycle, &mut leaves);
        let mut all_moved = Vec::new();
        for node in cycle.iter().map(|node| NodeId::new(*node)) {
            let key = self.key(node);
            let all = &mut self.builder.context.expressions;
            let moved = all.opaque(key, leaves.iter().copied());
            all_moved.push((node, moved));
            let is_compared = matches!(self.builder.memory.nodes[node.index()], Node::Value(value)
                if matches!(self.builder.function.value(value), Value::Compare { .. }));
            let expression = match width {
                _ if is_compared => moved,
                None => all.offset(start, moved),
                Some(bits) => all.binary(BinaryOperator::Add, bits, moved, start),
            };
            self.expressions[node.index()] = Some(expression);
        }
        if width.is_some() {
            self.note_counted(cycle, start, &all_moved);
        }
        Some(())
    }

    /// How far an end is from a start; of those that one condition chooses, each from its own.
    fn difference(&mut self, end: ExpressionId, start: ExpressionId, width: u8) -> ExpressionId {
        let all = &self.builder.context.expressions;
        if let (Expression::Select(decides, far, near), Expression::Select(also, from, other)) =
            (all.get(end).clone(), all.get(start).clone())
            && decides == also
        {
            let far = self.difference(far, from, width);
            let near = self.difference(near, other, width);
            return self.builder.context.expressions.select(decides, far, near);
        }
        let context = &mut self.builder.context;
        let place = |address| match context.expressions.get(address) {
            Expression::Address(place) => Some(context.places.get(*place)),
            _ => None,
        };
        match (place(end), place(start)) {
            (Some(end), Some(start)) if end.root == start.root && !end.array && !start.array => {
                context.expressions.integer(end.offset.wrapping_sub(start.offset))
            }
            _ => context.expressions.binary(BinaryOperator::Subtract, width, end, start),
        }
    }

    fn walk(
        &mut self,
        cycle: &[usize],
        inside: &FxHashSet<usize>,
        operands: &Operands<'_>,
    ) -> Option<Walk> {
        let mut start = None;
        let mut width: Option<Option<u8>> = None;
        let (mut ends, mut others) = (Vec::new(), Vec::new());
        for node in cycle.iter().map(|node| NodeId::new(*node)) {
            let ruled_out = self.ruled_out(node, &operands[node.index()]);
            let is_inside = |node: NodeId| inside.contains(&self.alias(node).index());
            let from_outside = operands[node.index()].iter().map(|operand| NodeId::new(*operand));
            let mut from_outside =
                from_outside.filter(|operand| !is_inside(*operand) && !ruled_out.contains(operand));
            if let Some(joined) = self.joined(node).filter(|_| !self.cut.contains(&node)) {
                for value in joined.iter().copied().filter(|value| !is_inside(*value)) {
                    let known = self.known(value)?;
                    if start.is_some_and(|start| start != known) {
                        return None;
                    }
                    start = Some(known);
                }
                others.extend(from_outside.filter(|operand| !joined.contains(operand)));
                continue;
            }
            let Node::Value(value) = self.builder.memory.nodes[node.index()] else { return None };
            let moves = match self.builder.function.value(value) {
                Value::Compare { .. } => {
                    ends.push(from_outside.next()?);
                    if from_outside.next().is_some() {
                        return None;
                    }
                    continue;
                }
                Value::Offset { .. } => None,
                Value::Binary { operator, bits, operands: [a, b] } => {
                    let [a, b] = [a, b].map(|operand| is_inside(NodeId::new(operand.index())));
                    let is_step = match operator {
                        BinaryOperator::Add => a != b,
                        BinaryOperator::Subtract => a && !b,
                        _ => false,
                    };
                    others.extend(from_outside);
                    is_step.then_some(Some(*bits))?
                }
                _ => return None,
            };
            if *width.get_or_insert(moves) != moves {
                return None;
            }
        }
        let (start, width) = start.zip(width)?;
        (!ends.is_empty()).then_some(Walk { start, width, ends, others })
    }

    /// The values a node joins, copies looked through; `None`: it is no join.
    pub(super) fn joined(&self, node: NodeId) -> Option<Vec<NodeId>> {
        Some(self.joined_by_edge(node)?.1.into_iter().map(|(_, node)| node).collect())
    }

    /// Where a node joins values, and which by which edge, copies looked through.
    pub(super) fn joined_by_edge(&self, node: NodeId) -> Option<(BlockId, Vec<(BlockId, NodeId)>)> {
        let (block, incoming) = match &self.builder.memory.nodes[node.index()] {
            Node::Phi { .. } if self.builder.handed_on.contains(&node) => return None,
            Node::Phi { block, incoming } => (*block, incoming.clone()),
            Node::Value(value) => match self.builder.function.value(*value) {
                Value::Phi { block, incoming } => {
                    (*block, incoming.iter().map(|(b, v)| (*b, NodeId::new(v.index()))).collect())
                }
                _ => return None,
            },
            _ => return None,
        };
        Some((block, self.taken_edges(block, &incoming)))
    }

    /// The one number that loops carry on, whatever decides: `if (code != 0) failed = code;` where `code`
    /// is never anything but 0.
    fn carried(&mut self, cycle: &[usize], inside: &FxHashSet<usize>) -> Option<ExpressionId> {
        let mut number = None;
        for node in cycle {
            for operand in self.copied(NodeId::new(*node))? {
                let operand = self.alias(operand);
                if inside.contains(&operand.index()) {
                    continue;
                }
                let known = self.known(operand)?;
                self.builder.context.expressions.as_integer(known)?;
                if number.is_some_and(|number| number != known) {
                    return None;
                }
                number = Some(known);
            }
        }
        number
    }

    /// What a known function leaves as it was in each round, as it was called before the loop: `if (table) return; table =
    /// read();`. If it is what it was at the loop's head, it is that behind a round, and so in all of them.
    fn stays_as_it_was(
        &mut self,
        cycle: &[usize],
        inside: &FxHashSet<usize>,
        operands: &Operands<'_>,
    ) -> Option<()> {
        if cycle.len() > LEFT_AS_IT_WAS {
            return None;
        }
        let all = &self.builder.context.expressions;
        let made = || cycle.iter().filter_map(|node| self.made_by_known(NodeId::new(*node)));
        let may_be_left = |(_, made): (usize, Option<ExpressionId>)| {
            made.is_some_and(|made| chooses_an_input(all, made))
        };
        if made().next().is_none() || !made().all(may_be_left) {
            return None;
        }
        let is_outside = |node: &NodeId| !inside.contains(&node.index());
        let heads: Vec<(usize, Vec<NodeId>)> = cycle
            .iter()
            .filter_map(|node| Some((*node, self.joined(NodeId::new(*node))?)))
            .filter(|(_, joined)| joined.iter().any(is_outside))
            .collect();
        let [(head, joined)] = heads.as_slice() else { return None };
        let (before, behind): (Vec<NodeId>, Vec<NodeId>) =
            joined.iter().partition(|n| is_outside(n));
        let was = self.known(before[0])?;
        if before.iter().any(|node| self.known(*node) != Some(was)) || !self.spend(cycle.len()) {
            return None;
        }
        let bound = std::mem::take(&mut self.bound);
        let (stood_there, sent) = (self.stood_there.clone(), self.known_sent.len());
        let (not_taken, counted) = (self.not_taken.clone(), self.counted.clone());
        self.expressions[*head] = Some(was);
        let others = cycle.iter().copied().filter(|node| node != head).collect();
        self.solve_among(others, operands);
        if behind.iter().all(|node| self.known(*node) == Some(was)) {
            for (site, known) in bound {
                self.bound.entry(site).or_insert(known);
            }
            return Some(());
        }
        // It was only a try.
        cycle.iter().for_each(|node| self.expressions[*node] = None);
        (self.bound, self.stood_there) = (bound, stood_there);
        (self.not_taken, self.counted) = (not_taken, counted);
        self.known_sent.truncate(sent);
        self.kept.clear();
        None
    }

    /// What a loop collects of which nothing is known, as in `failed |= set(i);`: how often ranks go
    /// round may differ, but whether anything is collected is up to what is not known.
    fn collected(&self, cycle: &[usize], inside: &FxHashSet<usize>) -> Option<Vec<ExpressionId>> {
        let mut entering = Vec::new();
        for node in cycle {
            let operands: Vec<NodeId> = match &self.builder.memory.nodes[*node] {
                Node::Phi { incoming, .. } => incoming.iter().map(|(_, node)| *node).collect(),
                Node::Either(old, new) => vec![*old, *new],
                Node::Value(value) => {
                    let operands: Vec<ValueId> = match self.builder.function.value(*value) {
                        Value::Phi { incoming, .. } => incoming.iter().map(|(_, v)| *v).collect(),
                        Value::Binary { operator: BinaryOperator::Or, operands, .. } => {
                            operands.to_vec()
                        }
                        Value::Cast { operand, .. } => vec![*operand],
                        _ => return None,
                    };
                    operands.into_iter().map(|value| NodeId::new(value.index())).collect()
                }
                _ => return None,
            };
            let operands = operands.into_iter().map(|operand| self.alias(operand));
            let outside = operands.filter(|operand| !inside.contains(&operand.index()));
            entering.extend(outside.filter_map(|operand| self.known(operand)));
        }
        let severest = entering.iter().map(|expression| self.severity(*expression)).max();
        (severest == Some(Dependence::Unknown)).then_some(entering)
    }
}

/// Is it something that a function was entered with, or a choice in which that is one of the ways?
fn chooses_an_input(all: &Expressions, id: ExpressionId) -> bool {
    let mut work = vec![id];
    for _ in 0..WAYS {
        match work.pop().map(|way| all.get(way)) {
            Some(Expression::Select(_, then, otherwise)) => work.extend([*then, *otherwise]),
            Some(Expression::Input(_)) => return true,
            Some(_) => {}
            None => break,
        }
    }
    false
}
