//! Programs that name each of their ranks: `if (rank == 0) … else if (rank == 1) …`.
//!
//! Such a program is written for so many ranks, and right if these make the same calls. That more of them
//! would wait for ever its author knows: it is nothing to warn of, and the run tells whoever starts more.

use rustc_hash::FxHashSet;

use super::project::Projection;
use super::{Decision, Guard, Step, StepId};
use crate::program::{Block, BlockId, Comparison, Terminator};
use crate::value::Context;
use crate::value::expression::Expression;

/// Ranks that are named one by one, from 0 on.
#[derive(Debug)]
pub(super) struct Named {
    /// How many.
    pub count: i64,
    /// The decisions that name them.
    pub decisions: FxHashSet<StepId>,
}

/// What a decision asks of the rank.
struct Question {
    /// The ranks it names.
    ranks: Vec<i64>,
    /// Which of the decision's ways all others go.
    others: usize,
}

/// The ranks that are named in chains of decisions, each asked if it is none of those before; `None`: there
/// are none, or not from 0 on.
pub(super) fn named(context: &Context<'_>, projection: &Projection<'_>) -> Option<Named> {
    if context.looks_beyond_named {
        return None;
    }
    // It says itself how many ranks it takes.
    let asks_for_size = |step| match projection.behaviour.step(step) {
        Step::Decide(decision) => {
            let is_size = |leaf: &Expression| matches!(leaf, Expression::Size(_));
            !context.expressions.leaves_of_kind(decision.condition, is_size).is_empty()
        }
        _ => false,
    };
    if projection.relevant().any(asks_for_size) {
        return None;
    }
    let mut count = 0;
    let mut decisions = FxHashSet::default();
    for first in projection.relevant() {
        let mut ranks: Vec<i64> = Vec::new();
        let mut arms = FxHashSet::default();
        let mut chain = Vec::new();
        let mut others_do_nothing = false;
        let mut at = Some(first);
        while let Some(step) = at.filter(|step| !chain.contains(step)) {
            let Step::Decide(decision) = projection.behaviour.step(step) else { break };
            let Some(question) = question(context, projection, decision) else { break };
            // Each has an arm of its own: `rank == 0 || rank == 1` names some of many.
            let ways =
                decision.targets.iter().enumerate().filter(|(way, _)| *way != question.others);
            if !ways.map(|(_, target)| projection.next(*target)).all(|first| arms.insert(first)) {
                break;
            }
            ranks.extend(question.ranks);
            chain.push(step);
            others_do_nothing = is_left_out(context, decision, question.others);
            // Where those come too that were named, it is asked anew.
            let next = projection.next(*decision.targets.get(question.others)?);
            at = next.filter(|next| projection.join(step) != Some(*next));
        }
        let named = (0..).take_while(|rank| ranks.contains(rank)).count();
        if named >= 2 && others_do_nothing {
            count = count.max(i64::try_from(named).ok()?);
            decisions.extend(chain);
        }
    }
    (count >= 2).then_some(Named { count, decisions })
}

/// What a decision asks, if it is about single ranks of the communicator looked at.
fn question(
    context: &Context<'_>,
    projection: &Projection<'_>,
    decision: &Decision,
) -> Option<Question> {
    let all = &context.expressions;
    let is_rank = |mut value| {
        while let Expression::Cast(.., operand) = all.get(value) {
            value = *operand;
        }
        matches!(all.get(value), Expression::Rank(of) if all.group_of(*of) == projection.group)
    };
    let (ranks, others) = match (&decision.guard, all.get(decision.condition)) {
        (Guard::Cases(cases), _) if is_rank(decision.condition) => (cases.clone(), cases.len()),
        (
            Guard::Truth,
            Expression::Compare(kind @ (Comparison::Equal | Comparison::NotEqual), _, a, b),
        ) => {
            let number = if is_rank(*a) { *b } else { *a };
            let names = is_rank(*a) || is_rank(*b);
            let rank = all.as_integer(number).filter(|_| names)?;
            (vec![rank], usize::from(*kind == Comparison::Equal))
        }
        _ => return None,
    };
    Some(Question { ranks, others })
}

/// Is there nothing on one of a decision's ways: no `else`, no `default`?
fn is_left_out(context: &Context<'_>, decision: &Decision, way: usize) -> bool {
    let function = context.program.function(decision.function);
    let block = |id: BlockId| function.blocks.get(id.index());
    let leads_to = |at: BlockId| {
        let ways = function.blocks.iter().flat_map(|block| block.terminator.successors());
        ways.filter(|target| *target == at).count()
    };
    let decides = block(BlockId(decision.block));
    let mut at = decides.and_then(|block| block.terminator.successors().get(way).copied());
    for _ in 0..function.blocks.len() {
        let Some(target) = at else { return false };
        if leads_to(target) > 1 {
            return true;
        }
        at = match block(target) {
            Some(Block { events, terminator: Terminator::Jump(next), .. }) if events.is_empty() => {
                Some(*next)
            }
            _ => None,
        };
    }
    false
}
