//! What is joined where ways meet: one of the values they bring, by what decided which way was taken; where that cannot be
//! told, something that depends on all of these.

use std::hash::BuildHasher as _;

use rustc_hash::{FxBuildHasher, FxHashMap};

use super::expression::{Dependence, ExpressionId};
use super::memory::NodeId;
use super::region::{Region, Way};
use super::solver::Solver;
use crate::program::{BlockId, Comparison, Terminator, ValueId};

impl Solver<'_, '_, '_> {
    /// What is joined in a block.
    pub(super) fn join(
        &mut self,
        node: NodeId,
        block: BlockId,
        incoming: &[(BlockId, NodeId)],
    ) -> ExpressionId {
        let incoming = self.without_ruled_out(block, self.taken_edges(block, incoming));
        let expressions: Vec<_> = incoming.iter().map(|(_, node)| self.get(*node)).collect();
        let Some(&first) = expressions.first() else {
            return self.builder.context.expressions.integer(0);
        };
        if expressions.iter().all(|expression| *expression == first) {
            return first;
        }
        let region = self.builder.region(block);
        if self.cut.contains(&node) || !self.spend(region.blocks.len() + expressions.len()) {
            return self.too_large(node);
        }
        let (deciding, left) = if region.exact && !region.behind_loop {
            (Vec::new(), false)
        } else {
            self.deciding(block, &incoming)
        };
        if region.exact
            && !left
            && let Some(dominator) = region.dominator
        {
            let edges: FxHashMap<BlockId, ExpressionId> =
                incoming.iter().zip(&expressions).map(|((from, _), e)| (*from, *e)).collect();
            let mut gates = FxHashMap::default();
            let gate = self.gate(dominator, block, &region, &edges, &mut gates);
            if let Some(expression) = gate {
                return expression;
            }
        }
        if !region.exact
            && !left
            && let Some(expression) = self.decided(block, &incoming)
        {
            return expression;
        }
        let mut deciding = match deciding.is_empty() {
            true => self.deciding(block, &incoming).0,
            false => deciding,
        };
        if expressions.iter().any(|known| self.builder.context.expressions.is_doubtful(*known)) {
            let all = &mut self.builder.context.expressions;
            deciding.iter_mut().for_each(|condition| *condition = all.doubtful(*condition));
        }
        if self.is_kept_or_spread(&expressions) {
            deciding.retain(|condition| self.severity(*condition) != Dependence::RankDependent);
        }
        let key = self.key(node);
        let inputs = expressions.into_iter().chain(deciding);
        self.builder.context.expressions.opaque(key, inputs)
    }

    /// The joined value as a choice by the decisions before the join, where loops are on the way that
    /// decide nothing.
    fn decided(&mut self, join: BlockId, incoming: &[(BlockId, NodeId)]) -> Option<ExpressionId> {
        let decisions = self.builder.decisions(join, incoming)?;
        let mut gates: FxHashMap<BlockId, ExpressionId> = FxHashMap::default();
        for (block, ways) in &decisions {
            let ways: Vec<_> = ways
                .iter()
                .map(|way| match (*way)? {
                    Way::To(node) => self.known(node),
                    Way::Decided(next) => gates.get(&next).copied(),
                    Way::Out => None,
                })
                .collect();
            let terminator = &self.builder.function.blocks[block.index()].terminator;
            let gate = self.choose(*block, terminator, &ways)?;
            gates.insert(*block, gate);
        }
        let (first, _) = decisions.last()?;
        gates.get(first).copied()
    }

    /// The conditions that decide what is joined behind loops. Where a loop is left by something of
    /// which nothing is known, or after so many rounds, the former decides: how often ranks go round
    /// may differ, but all of them come to the loop. True: that is so here.
    fn deciding(
        &mut self,
        block: BlockId,
        incoming: &[(BlockId, NodeId)],
    ) -> (Vec<ExpressionId>, bool) {
        let mut blocks = self.builder.deciding_blocks(block, incoming).to_vec();
        let by_dependence = |solver: &Self, wanted: Dependence| -> Vec<BlockId> {
            let conditions =
                |from: &BlockId| -> Vec<NodeId> { solver.builder.decision_of(*from).collect() };
            let of = |from: &&BlockId| {
                let all = conditions(from).into_iter().filter_map(|node| solver.known(node));
                all.map(|condition| solver.severity(condition)).max() == Some(wanted)
            };
            blocks.iter().filter(of).copied().collect()
        };
        let mut left = false;
        let unknown = by_dependence(self, Dependence::Unknown);
        if !unknown.is_empty() && !by_dependence(self, Dependence::RankDependent).is_empty() {
            let bound = self.builder.stays_in_loops(block, &unknown);
            if !bound.is_empty() {
                left = true;
                blocks = self.builder.deciding_blocks_where(block, incoming, &bound);
                blocks.extend(bound.into_keys());
            }
        }
        let mut nodes: Vec<NodeId> =
            blocks.into_iter().flat_map(|block| self.builder.decision_of(block)).collect();
        nodes.sort_unstable();
        nodes.dedup();
        (nodes.into_iter().filter_map(|node| self.known(node)).collect(), left)
    }

    /// The joined value as a choice by the conditions on the way from `from` to the join.
    /// `None`: no way from here leads there.
    fn gate(
        &mut self,
        from: BlockId,
        join: BlockId,
        region: &Region,
        edges: &FxHashMap<BlockId, ExpressionId>,
        gates: &mut FxHashMap<BlockId, Option<ExpressionId>>,
    ) -> Option<ExpressionId> {
        if let Some(known) = gates.get(&from) {
            return *known;
        }
        gates.insert(from, None);
        let exit = BlockId::new(self.builder.function.blocks.len());
        let result = if join == exit && edges.contains_key(&from) {
            edges.get(&from).copied()
        } else {
            let terminator = &self.builder.function.blocks[from.index()].terminator;
            let mut ways = Vec::new();
            for target in terminator.successors() {
                let is_usual = self.builder.usual_targets(from).any(|usual| usual == target);
                ways.push(if !is_usual {
                    None
                } else if target == join {
                    edges.get(&from).copied()
                } else if region.contains(target) {
                    self.gate(target, join, region, edges, gates)
                } else {
                    None
                });
            }
            self.choose(from, terminator, &ways)
        };
        gates.insert(from, result);
        result
    }

    /// What decides. In a cycle in which it was found to decide nothing it may not be solved yet: then nothing is known of it.
    fn decides(&mut self, node: NodeId) -> ExpressionId {
        match self.known(node) {
            Some(known) => known,
            None => self.too_large(node),
        }
    }

    /// One of the values the ways on from a block lead to, in the order of its successors. Ways that
    /// do not lead to the join are no choice.
    fn choose(
        &mut self,
        from: BlockId,
        terminator: &Terminator,
        ways: &[Option<ExpressionId>],
    ) -> Option<ExpressionId> {
        match (terminator, ways) {
            (Terminator::Invoke { .. }, [normal, unwind]) => {
                match (self.builder.thrown.get(&from).copied(), *normal, *unwind) {
                    (Some(thrown), Some(normal), Some(unwind)) if normal != unwind => {
                        let thrown = self.decides(thrown);
                        Some(self.builder.context.expressions.select(thrown, unwind, normal))
                    }
                    // A function we know nothing of is taken not to throw.
                    (_, normal, unwind) => normal.or(unwind),
                }
            }
            (Terminator::Branch { condition, .. }, [then, otherwise]) => {
                match (*then, *otherwise) {
                    (Some(then), Some(otherwise)) if then != otherwise => {
                        let condition = self.decides(NodeId::new(condition.index()));
                        Some(self.choice(condition, then, otherwise))
                    }
                    (Some(then), None) => Some(self.where_taken(*condition, true, then)),
                    (None, Some(otherwise)) => Some(self.where_taken(*condition, false, otherwise)),
                    (one, _) => one,
                }
            }
            (Terminator::Switch { value, cases, .. }, [by_case @ .., default]) => {
                self.choose_case(*value, cases, by_case, *default)
            }
            _ => {
                let mut several: Vec<_> = ways.iter().copied().flatten().collect();
                several.dedup();
                if let [only] = several.as_slice() {
                    return Some(*only);
                }
                let key = self.key(NodeId(from.0)) | (1 << 61);
                let all = &mut self.builder.context.expressions;
                (!several.is_empty()).then(|| all.opaque(key, several))
            }
        }
    }

    pub(super) fn choice(
        &mut self,
        condition: ExpressionId,
        then: ExpressionId,
        otherwise: ExpressionId,
    ) -> ExpressionId {
        self.extreme(condition, then, otherwise)
            .or_else(|| self.chosen_by_all(condition, then, otherwise))
            .or_else(|| self.kept_by_root(condition, then, otherwise))
            .or_else(|| self.chosen_by_rank(condition, then, otherwise))
            .or_else(|| self.overwritten_or_not(condition, then, otherwise))
            .or_else(|| self.of_one_call(condition, then, otherwise))
            .unwrap_or_else(|| self.builder.context.expressions.select(condition, then, otherwise))
    }

    /// Where the rank chooses between what one rank keeps and what the others were sent, the choice is
    /// something that is not known.
    fn chosen_by_rank(
        &mut self,
        condition: ExpressionId,
        then: ExpressionId,
        otherwise: ExpressionId,
    ) -> Option<ExpressionId> {
        let arms = [then, otherwise];
        let kept =
            self.severity(condition) == Dependence::RankDependent && self.is_kept_or_spread(&arms);
        let key = FxBuildHasher.hash_one((then, otherwise)) | (1 << 60);
        kept.then(|| self.builder.context.expressions.opaque(key, arms))
    }

    /// Who broadcasts keeps what it has, and the others take it out of the buffer: `if (rank != 0) count =
    /// packed[0];`. Nothing is known to differ between ranks of any of these values then, and one is what
    /// another was sent as: whether they are equal only the run knows.
    fn is_kept_or_spread(&self, values: &[ExpressionId]) -> bool {
        let differs = |value: &ExpressionId| {
            let is_number = self.builder.context.expressions.as_integer(*value).is_some();
            is_number || self.severity(*value) == Dependence::RankDependent
        };
        !values.iter().any(differs)
            && values.iter().any(|value| self.builder.context.is_spread(*value))
            && values.iter().any(|value| self.severity(*value) == Dependence::Unknown)
    }

    fn choose_case(
        &mut self,
        value: ValueId,
        cases: &[(i64, BlockId)],
        by_case: &[Option<ExpressionId>],
        default: Option<ExpressionId>,
    ) -> Option<ExpressionId> {
        let mut result = default;
        for ((constant, _), way) in cases.iter().zip(by_case) {
            let Some(then) = *way else { continue };
            let Some(otherwise) = result.filter(|otherwise| *otherwise != then) else {
                result = Some(then);
                continue;
            };
            let selector = self.decides(NodeId::new(value.index()));
            let all = &mut self.builder.context.expressions;
            let constant = all.integer(*constant);
            let condition = all.compare(Comparison::Equal, 64, selector, constant);
            result = Some(all.select(condition, then, otherwise));
        }
        result
    }
}
