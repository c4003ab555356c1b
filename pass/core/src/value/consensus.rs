//! What a rank had before all agreed on something of it: `MPI_Allreduce` with MPI_MAX, MPI_LOR and the like.
//!
//! Where no rank had an error, this one had none; where this one had one, all know of one. So `error || any_error`
//! is what all know, and so is the larger one of a rank's own number and the largest (MPI 4.0, 6.9.2).

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::expression::{Dependence, Derivation, Expression, ExpressionId, Expressions, operands};
use super::function::{Builder, Site, Target};
use super::library::is_used_by;
use super::memory::{Node, NodeId};
use super::place::Root;
use super::solver::Solver;
use crate::mpi;
use crate::program::{
    BinaryOperator, BlockId, CallSite, Cast, Comparison, Program, Terminator, Value, ValueId,
};

/// How deep a condition is looked into.
const DEPTH: u32 = 12;
/// Of C's `int` and Fortran's default integer, which most numbers are that ranks agree on.
const NUMBER_BITS: u8 = 32;
/// In which any number is zero only if it is.
const WIDEST: u8 = 64;

/// One number of which all ranks have learned something.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reduced {
    site: usize,
    /// What all know.
    agreed: NodeId,
    /// What the caller had.
    own: NodeId,
}

/// A number that is reduced for all, in expressions: callers have it in terms of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reduction {
    /// What all know.
    agreed: ExpressionId,
    /// What the caller had.
    own: ExpressionId,
    operation: Operation,
}

/// What all ranks have learned of what each of them had, in expressions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Learned {
    /// What all know.
    agreed: ExpressionId,
    /// What the caller had.
    own: ExpressionId,
    /// What all know is zero where nobody had anything else; if not so: where anybody had zero.
    is_any: bool,
    /// Conditions that tell whether what the caller had is zero, and whether it is not where they hold.
    told_by: Vec<(ExpressionId, bool)>,
}

/// Numbers of which it is known whether they are zero: what all know, what the caller had, and what tells of it.
type Known = SmallVec<[(ExpressionId, bool); 4]>;

/// What the result of a reduction says of what was reduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// The largest of what each had.
    Largest,
    /// The smallest of it.
    Smallest,
    /// Not zero if one is not.
    Any,
    /// Not zero if all are not.
    All,
    /// The sum of it.
    Sum,
}

impl Reduction {
    /// The expressions it holds.
    pub(super) const fn expressions(&self) -> [ExpressionId; 2] {
        [self.agreed, self.own]
    }
}

/// Does the program itself make or take intercommunicators?
pub(super) fn has_intercommunicators(program: &Program) -> bool {
    is_used_by(program, mpi::handles_intercommunicators)
}

/// Those of the reductions that callers are told of: what all know is part of what they are `told` otherwise.
pub(super) fn told_with(
    all: &Expressions,
    told: impl Iterator<Item = ExpressionId>,
    mut reductions: Vec<Reduction>,
) -> Vec<Reduction> {
    /// Reductions that callers are told of at most.
    const MOST: usize = 8;
    if !reductions.is_empty() {
        let is_agreed = |leaf: &Expression| matches!(leaf, Expression::Agreed(..));
        let among: FxHashSet<ExpressionId> =
            told.flat_map(|told| all.leaves_of_kind(told, is_agreed)).collect();
        reductions.retain(|reduction| among.contains(&reduction.agreed));
        reductions.dedup();
        reductions.truncate(MOST);
    }
    reductions
}

impl Learned {
    /// What all know is this, zero or not, wherever that tells what the caller had.
    #[must_use]
    pub const fn telling(&self) -> bool {
        !self.is_any
    }

    /// Does a condition hold where what all know is zero, or not? `None`: not known, or it depends on more.
    #[must_use]
    pub fn truth(
        &self,
        all: &Expressions,
        condition: ExpressionId,
        agreed_is: bool,
    ) -> Option<bool> {
        let under = |own_is: bool| {
            let told_by = self.told_by.iter().map(|(by, is)| (*by, *is == own_is));
            let known = [(self.agreed, agreed_is), (self.own, own_is)];
            truth(all, condition, &known.into_iter().chain(told_by).collect(), DEPTH)
        };
        if agreed_is == self.telling() {
            return under(agreed_is);
        }
        under(false).filter(|found| under(true) == Some(*found))
    }

    /// A choice between two by what all know, or by what the caller had. `None`: the choice is another one, or says
    /// all there is to say.
    fn choose(
        &self,
        all: &mut Expressions,
        condition: ExpressionId,
        mut ways: [ExpressionId; 2],
    ) -> Option<ExpressionId> {
        let telling = self.telling();
        let truth = |all: &Expressions, id| [telling, !telling].map(|is| self.truth(all, id, is));
        let [told, untold] = truth(all, condition);
        let on = usize::from(!told?);
        if untold.is_some() {
            // All decide; behind that the caller's own is known.
            let known = |all: &Expressions, part: ExpressionId| {
                let told = all.is_truth_value(part).then(|| self.truth(all, part, telling));
                told.flatten().map(i64::from)
            };
            let before = ways;
            ways[on] = all.replace(ways[on], &known, &mut FxHashMap::default());
            return (ways != before).then(|| all.select(condition, ways[0], ways[1]));
        }
        let Expression::Select(of_all, then, otherwise) = *all.get(ways[on]) else { return None };
        let [told, untold] = truth(all, of_all);
        if told? == untold? {
            return None;
        }
        let (at_told, at_untold) = if told? { (then, otherwise) } else { (otherwise, then) };
        ways[on] = at_untold;
        let second = all.select(condition, ways[0], ways[1]);
        let (then, otherwise) = if told? { (at_told, second) } else { (second, at_told) };
        Some(all.select(of_all, then, otherwise))
    }
}

impl Builder<'_, '_> {
    /// Notes what the caller has of a number that is reduced for all.
    pub(super) fn note_reduced(
        &mut self,
        (block, event): (BlockId, usize),
        call: &CallSite,
        mpi: mpi::Call,
        agreed: NodeId,
    ) {
        if mpi.procedure.name != "MPI_Allreduce" {
            return;
        }
        let own = mpi.procedure.param("sendbuf").and_then(|param| mpi.argument(param));
        let own = own.and_then(|at| call.arguments.get(at)).copied();
        let Some(own) = own.and_then(|own| self.address_argument(own)) else { return };
        if own.array || matches!(own.root, Root::Pointer(_)) {
            return;
        }
        let own = self.note_place(own);
        let own = self.read_lazily(own, block, event);
        let site = self.site_at[&(block, event)];
        self.reduced.push(Reduced { site, agreed, own });
    }

    /// The numbers that known functions reduce for all, with the sites of their calls.
    pub(super) fn reducing_sites(&self) -> Vec<(usize, Reduction)> {
        let of_site = |(site, called): (usize, &Site)| match called.target {
            Target::Known(callee) => {
                let summary = self.context.summaries[callee.index()].as_ref()?;
                Some(summary.reductions.iter().map(move |reduction| (site, *reduction)))
            }
            _ => None,
        };
        self.sites.iter().enumerate().filter_map(of_site).flatten().collect()
    }
}

impl Solver<'_, '_, '_> {
    /// The numbers that are reduced for all, here or in functions called, if what all know is one of `among`; each with
    /// the node of what the caller had, if that is known.
    fn reductions(&mut self, among: Option<&[ExpressionId]>) -> Vec<(Reduction, Option<NodeId>)> {
        let is_asked_for = |agreed: &_| among.is_none_or(|among| among.contains(agreed));
        let mut found = Vec::new();
        for at in 0..self.builder.reduced.len() {
            let Reduced { site, agreed, own: number } = self.builder.reduced[at];
            let Some(agreed) = self.known(agreed).filter(is_asked_for) else { continue };
            let (Some(own), Some(operation)) = (self.known(number), self.operation(site)) else {
                continue;
            };
            if self.includes_caller(site) {
                found.push((Reduction { agreed, own, operation }, Some(number)));
            }
        }
        for at in 0..self.reducing.len() {
            let (site, reduction) = self.reducing[at];
            let Some(agreed) = self.bound_if_known(site, reduction.agreed) else { continue };
            if !is_asked_for(&agreed) {
                continue;
            }
            if let Some(own) = self.bound_if_known(site, reduction.own) {
                let node = self.node_handed(site, reduction.own);
                found.push((Reduction { agreed, own, ..reduction }, node));
            }
        }
        found.retain(|(reduction, _)| self.is_one_number(reduction.own));
        found
    }

    /// How an expression was made of what each had, if it is what all know, and what the caller had.
    pub(super) fn reduced_from(
        &mut self,
        agreed: ExpressionId,
    ) -> Option<(Operation, ExpressionId)> {
        let is_agreed =
            matches!(self.builder.context.expressions.get(agreed), Expression::Agreed(..));
        let found = if is_agreed { self.reductions(Some(&[agreed])) } else { Vec::new() };
        found.first().map(|(reduction, _)| (reduction.operation, reduction.own))
    }

    /// The numbers that are reduced for all, here or in functions called.
    pub(super) fn all_reductions(&mut self) -> Vec<Reduction> {
        self.reductions(None).into_iter().map(|(reduction, _)| reduction).collect()
    }

    /// The node of a callee's input, if an expression is no more than that.
    fn node_handed(&self, site: usize, of_callee: ExpressionId) -> Option<NodeId> {
        match self.builder.context.expressions.get(of_callee) {
            Expression::Input(input) => self.builder.sites[site].bindings.get(input).copied(),
            _ => None,
        }
    }

    /// Is what the caller has among what is reduced? On an intercommunicator it is for the others only (MPI 4.0,
    /// 6.9.6).
    fn includes_caller(&mut self, site: usize) -> bool {
        if !self.builder.context.has_intercommunicators {
            return true;
        }
        let Target::Mpi(call) = self.builder.sites[site].target else { return false };
        let Some(comm) = call.procedure.param("comm") else { return false };
        let mut at = self.communicator(site, comm);
        let all = &mut self.builder.context.expressions;
        while let Expression::Communicator { derivation, parent, .. } = *all.get(at) {
            match derivation {
                Derivation::Copy | Derivation::Split => at = all.communicator(parent),
                Derivation::Subset => return false,
            }
        }
        matches!(all.get(at), Expression::World | Expression::OwnCommunicator)
    }

    /// Does the expression stand for one number, and not for all that a call left?
    fn is_one_number(&self, id: ExpressionId) -> bool {
        /// Parts of a number that are looked at.
        const PARTS: usize = 64;
        let context = &self.builder.context;
        let (mut work, mut looked_at, mut leaves) = (vec![id], 0, 0);
        while let Some(part) = work.pop() {
            looked_at += 1;
            let expression = context.expressions.get(part);
            let is_one = match expression {
                Expression::Origin(origin) => {
                    let origin = context.origin_of(*origin);
                    origin.is_number || origin.dependence == Dependence::Uniform
                }
                Expression::Agreed(..) | Expression::Content(..) | Expression::Doubtful(_) => false,
                _ => true,
            };
            if !is_one || looked_at > PARTS {
                return false;
            }
            leaves += usize::from(!matches!(expression, Expression::Integer(_)));
            // What a loop makes of a number is another one.
            let is_own =
                matches!(expression, Expression::Opaque { key, .. } if self.is_of_value(*key));
            work.extend(operands(expression).filter(|_| !is_own));
        }
        leaves > 0
    }

    /// Does a key name a value of the function, and no memory?
    fn is_of_value(&self, key: u64) -> bool {
        let node = self.node_of(key).and_then(|node| self.builder.memory.nodes.get(node.index()));
        matches!(node, Some(Node::Value(_)))
    }

    /// The conditions of the function that tell whether a number is zero, and whether it is not where they hold: the
    /// one that makes it, and in loops, where comparisons are values of their own, those with zero.
    fn told_by(&self, number: NodeId, own: ExpressionId) -> Vec<(ExpressionId, bool)> {
        let number = self.alias(number);
        let function = self.builder.function;
        let known = |value: ValueId| self.known(NodeId::new(value.index()));
        let is_other = |value: ValueId| match function.value(value) {
            Value::Integer(number) => Some(*number != 0),
            _ => None,
        };
        let made_by = match self.builder.memory.nodes[number.index()] {
            Node::Value(value) => match *function.value(value) {
                Value::Select { condition, then, otherwise } => {
                    let ways = is_other(then).zip(is_other(otherwise));
                    ways.filter(|(then, otherwise)| then != otherwise)
                        .and_then(|(then, _)| Some((known(condition)?, then)))
                }
                Value::Cast { cast: Cast::ZeroExtend, from: 1, operand, .. } => {
                    known(operand).map(|made_by| (made_by, true))
                }
                _ => None,
            },
            _ => None,
        };
        let is_in_loop =
            matches!(self.builder.context.expressions.get(own), Expression::Opaque { .. });
        let with_zero = is_in_loop.then(|| self.compared_with_zero().get(&number)).flatten();
        let told = with_zero.into_iter().flatten();
        let told = told.filter_map(|(comparison, holds)| Some((known(*comparison)?, *holds)));
        made_by.into_iter().chain(told).collect()
    }

    /// By number: the comparisons of the function that ask whether it is zero, and whether it is not where they hold.
    fn compared_with_zero(&self) -> &FxHashMap<NodeId, Vec<(ValueId, bool)>> {
        self.compared_with_zero.get_or_init(|| {
            let function = self.builder.function;
            let mut found: FxHashMap<NodeId, Vec<(ValueId, bool)>> = FxHashMap::default();
            for (index, value) in function.values.iter().enumerate() {
                let (number, holds) = match value {
                    Value::Compare { comparison: Comparison::Equal, operands: [a, b], .. }
                        if matches!(function.value(*b), Value::Integer(0)) =>
                    {
                        (*a, false)
                    }
                    Value::Compare {
                        comparison: Comparison::NotEqual, operands: [a, b], ..
                    } if matches!(function.value(*b), Value::Integer(0)) => (*a, true),
                    _ => continue,
                };
                let number = self.alias(NodeId::new(number.index()));
                found.entry(number).or_default().push((ValueId::new(index), holds));
            }
            found
        })
    }

    fn operation(&self, site: usize) -> Option<Operation> {
        let Target::Mpi(call) = self.builder.sites[site].target else { return None };
        let operator = self.parameter(site, call.procedure.param("op")?)?;
        let context = &self.builder.context;
        let name = match context.expressions.get(operator) {
            // MPICH's handles are counted from 0x58000000 on, Open MPI's in Fortran from 0 on.
            Expression::Integer(handle) if handle & !0xff == 0x5800_0000 || *handle < 16 => {
                const NAMES: [&str; 9] =
                    ["", "max", "min", "sum", "prod", "land", "band", "lor", "bor"];
                usize::try_from(handle & 0xff).ok().and_then(|at| NAMES.get(at).copied())?
            }
            Expression::Address(place) => match context.places.get(*place).root {
                Root::Global(global) => {
                    let name = &context.program.globals[global.index()].name;
                    name.strip_prefix("ompi_mpi_op_")?
                }
                _ => return None,
            },
            _ => return None,
        };
        Some(match name {
            "max" => Operation::Largest,
            "min" => Operation::Smallest,
            "lor" | "bor" => Operation::Any,
            "land" => Operation::All,
            "sum" => Operation::Sum,
            _ => return None,
        })
    }

    /// Are numbers reduced for all, here or in functions called?
    pub(super) fn has_reductions(&self) -> bool {
        !self.builder.reduced.is_empty() || !self.reducing.is_empty()
    }

    /// A condition on what the caller had that holds if one on what all know does.
    pub(super) fn known_to_all(&mut self, condition: ExpressionId) -> ExpressionId {
        if !self.has_reductions() {
            return condition;
        }
        let is_agreed = |leaf: &Expression| matches!(leaf, Expression::Agreed(..));
        let among = self.builder.context.expressions.leaves_of_kind(condition, is_agreed);
        if among.is_empty() {
            return condition;
        }
        for learned in self.learned(Some(&among)) {
            let all = &mut self.builder.context.expressions;
            let truth = [false, true].map(|agreed_is| learned.truth(all, condition, agreed_is));
            let [Some(where_zero), Some(elsewhere)] = truth else { continue };
            if where_zero == elsewhere {
                return all.integer(i64::from(elsewhere));
            }
            let none = all.integer(0);
            let comparison = if elsewhere { Comparison::NotEqual } else { Comparison::Equal };
            return all.compare(comparison, NUMBER_BITS, learned.agreed, none);
        }
        condition
    }

    /// Notes which of these blocks ask what the caller had right behind a question for what all know that has told:
    /// `if (any) break; if (own) break;`
    pub(super) fn note_agreed_ways(&mut self, blocks: &[BlockId]) {
        if !self.has_reductions() {
            return;
        }
        let branch = |solver: &Self, block: BlockId| match solver.builder.function.blocks
            [block.index()]
        .terminator
        {
            Terminator::Branch { condition, then, otherwise } if then != otherwise => {
                let known = solver.known(NodeId::new(condition.index()))?;
                Some((known, [otherwise, then]))
            }
            _ => None,
        };
        let mut asked = Vec::new();
        for block in blocks.iter().filter(|block| !self.agreed_ways.contains_key(block)) {
            let [before] = self.builder.predecessors[block.index()][..] else { continue };
            let Some((own, ways)) = branch(self, *block) else { continue };
            let Some((agreed, ways_before)) = branch(self, before) else { continue };
            if self.builder.context.expressions.is_known_to_differ(own) {
                asked.push((*block, own, ways, agreed, ways_before[1] == *block));
            }
        }
        if asked.is_empty() {
            return;
        }
        let learned = self.learned(None);
        let all = &self.builder.context.expressions;
        for (block, own, ways, agreed, holds) in asked {
            let told = learned.iter().find_map(|learned| {
                let telling = learned.telling();
                let comes = |is| Some(learned.truth(all, agreed, is)? == holds);
                let is_told = comes(telling)? && !comes(!telling)?;
                is_told.then(|| learned.truth(all, own, telling)).flatten()
            });
            if let Some(told) = told {
                self.agreed_ways.insert(block, ways[usize::from(told)]);
            }
        }
    }

    /// A choice by what all know and by what the caller had: the caller's is no question any more where what all
    /// know tells it, and what all know comes first. `None`: the choice is another one.
    pub(super) fn chosen_by_all(
        &mut self,
        condition: ExpressionId,
        then: ExpressionId,
        otherwise: ExpressionId,
    ) -> Option<ExpressionId> {
        if !self.has_reductions() {
            return None;
        }
        let arms = [then, otherwise];
        let all = &self.builder.context.expressions;
        let decided_by = |id: &ExpressionId| match *all.get(*id) {
            Expression::Select(condition, ..) => Some(condition),
            _ => None,
        };
        let is_agreed = |leaf: &Expression| matches!(leaf, Expression::Agreed(..));
        let conditions = arms
            .iter()
            .filter_map(decided_by)
            .chain([condition])
            .chain(arms.into_iter().filter(|arm| all.is_truth_value(*arm)));
        let among: Vec<ExpressionId> =
            conditions.flat_map(|by| all.leaves_of_kind(by, is_agreed)).collect();
        if among.is_empty() {
            return None;
        }
        let all = &mut self.builder.context.expressions;
        let is_truth = |arm: &ExpressionId| {
            all.is_truth_value(*arm) || matches!(all.as_integer(*arm), Some(0 | 1))
        };
        if arms.iter().all(is_truth) {
            let chosen = all.select(condition, then, otherwise);
            let known = self.known_to_all(chosen);
            return (known != chosen).then_some(known);
        }
        let learned = self.learned(Some(&among));
        let all = &mut self.builder.context.expressions;
        learned.iter().find_map(|learned| learned.choose(all, condition, arms))
    }

    /// What all ranks have learned of what each had; `among`: only if they learned one of these.
    pub(super) fn learned(&mut self, among: Option<&[ExpressionId]>) -> Vec<Learned> {
        let reductions = self.reductions(among);
        let all = &mut self.builder.context.expressions;
        // Of a choice between numbers, whether it is zero is another choice.
        let (zero, mut compared) = (all.integer(0), Vec::new());
        for (Reduction { own, .. }, _) in &reductions {
            let [is_zero, is_other] = [Comparison::Equal, Comparison::NotEqual]
                .map(|comparison| all.compare(comparison, WIDEST, *own, zero));
            compared.push([(is_zero, false), (is_other, true)]);
        }
        let all = &self.builder.context.expressions;
        let learned = |((reduction, number), compared): ((Reduction, Option<NodeId>), [_; 2])| {
            let Reduction { agreed, own, operation } = reduction;
            let has_sign = |sign| has_sign(all, own, (sign, &[]), DEPTH);
            let is_any = match operation {
                Operation::Any => true,
                Operation::All => false,
                Operation::Largest | Operation::Sum if has_sign(1) => true,
                Operation::Smallest if has_sign(1) => false,
                Operation::Smallest | Operation::Sum if has_sign(-1) => true,
                Operation::Largest if has_sign(-1) => false,
                _ => return None,
            };
            let told_by = number.map_or_else(Vec::new, |number| self.told_by(number, own));
            let told_by = made_by(all, own).into_iter().chain(told_by).chain(compared).collect();
            Some(Learned { agreed, own, is_any, told_by })
        };
        reductions.into_iter().zip(compared).filter_map(learned).collect()
    }

    /// The larger one of what the caller had and of the largest, or the other way round: what all know.
    /// `None`: the choice is another one.
    pub(super) fn extreme(
        &mut self,
        condition: ExpressionId,
        then: ExpressionId,
        otherwise: ExpressionId,
    ) -> Option<ExpressionId> {
        if !self.has_reductions() {
            return None;
        }
        let Expression::Compare(comparison, _, left, right) =
            *self.builder.context.expressions.get(condition)
        else {
            return None;
        };
        let takes_larger = match comparison {
            Comparison::Less | Comparison::LessEqual => then == right && otherwise == left,
            Comparison::Greater | Comparison::GreaterEqual => then == left && otherwise == right,
            _ => return None,
        };
        let takes_smaller = match comparison {
            Comparison::Less | Comparison::LessEqual => then == left && otherwise == right,
            _ => then == right && otherwise == left,
        };
        let reductions = self.reductions(Some(&[left, right]));
        let found = reductions.into_iter().find(|(Reduction { agreed, own, operation }, _)| {
            [(*agreed, *own), (*own, *agreed)].contains(&(left, right))
                && match operation {
                    Operation::Largest => takes_larger,
                    Operation::Smallest => takes_smaller,
                    _ => false,
                }
        });
        found.map(|(reduction, _)| reduction.agreed)
    }
}

/// The condition by which a number is zero or not, and whether it is not where that holds.
fn made_by(all: &Expressions, number: ExpressionId) -> Option<(ExpressionId, bool)> {
    match *all.get(number) {
        Expression::Select(condition, then, otherwise) => {
            let is_zero = |way| all.as_integer(way).map(|number| number == 0);
            match (is_zero(then)?, is_zero(otherwise)?) {
                (false, true) => Some((condition, true)),
                (true, false) => Some((condition, false)),
                _ => None,
            }
        }
        Expression::Cast(Cast::ZeroExtend, 1, _, condition) => Some((condition, true)),
        _ => None,
    }
}

/// Is an expression other than zero where it is known of these whether they are?
fn truth(all: &Expressions, id: ExpressionId, known: &Known, depth: u32) -> Option<bool> {
    if let Some((_, is)) = known.iter().find(|(known, _)| *known == id) {
        return Some(*is);
    }
    if let Some((_, is)) = known.iter().find(|(known, _)| all.are_opposite(*known, id)) {
        return Some(!*is);
    }
    let of_number = |(condition, is): &(ExpressionId, bool)| match *all.get(*condition) {
        Expression::Compare(comparison, _, number, zero)
            if number == id && all.as_integer(zero) == Some(0) =>
        {
            match comparison {
                Comparison::Equal => Some(!is),
                Comparison::NotEqual => Some(*is),
                _ => None,
            }
        }
        _ => None,
    };
    if let Some(is) = known.iter().find_map(of_number) {
        return Some(is);
    }
    let depth = depth.checked_sub(1)?;
    let truth = |id| truth(all, id, known, depth);
    match *all.get(id) {
        Expression::Integer(number) => Some(number != 0),
        Expression::Cast(Cast::ZeroExtend | Cast::SignExtend, _, _, inner) => truth(inner),
        Expression::Select(condition, then, otherwise) => match truth(condition) {
            Some(true) => truth(then),
            Some(false) => truth(otherwise),
            None => truth(then).filter(|then| truth(otherwise) == Some(*then)),
        },
        Expression::Compare(comparison, _, inner, number) if all.as_integer(number) == Some(0) => {
            match comparison {
                Comparison::NotEqual => truth(inner),
                Comparison::Equal => truth(inner).map(|is| !is),
                Comparison::Greater if has_sign(all, inner, (1, known), depth) => truth(inner),
                Comparison::Less if has_sign(all, inner, (-1, known), depth) => truth(inner),
                _ => None,
            }
        }
        Expression::Binary(BinaryOperator::Or, _, a, b) => match (truth(a), truth(b)) {
            (Some(true), _) | (_, Some(true)) => Some(true),
            (Some(false), Some(false)) => Some(false),
            _ => None,
        },
        Expression::Binary(BinaryOperator::And, 1, a, b) => match (truth(a), truth(b)) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            _ => None,
        },
        Expression::Binary(BinaryOperator::Xor, 1, a, b) => {
            truth(a).zip(truth(b)).map(|(a, b)| a != b)
        }
        _ => None,
    }
}

/// Is it one of some numbers that are all zero or of this sign? What all know of a caller's number has its
/// sign.
fn has_sign(
    all: &Expressions,
    id: ExpressionId,
    (sign, known): (i64, &[(ExpressionId, bool)]),
    depth: u32,
) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    if let [(agreed, _), (own, _), ..] = *known
        && id == agreed
    {
        return has_sign(all, own, (sign, &[]), depth);
    }
    match *all.get(id) {
        Expression::Integer(number) => number.signum() != -sign,
        Expression::Select(_, then, otherwise) => {
            [then, otherwise].iter().all(|way| has_sign(all, *way, (sign, known), depth))
        }
        Expression::Cast(Cast::ZeroExtend, ..) => sign == 1,
        _ => sign == 1 && all.is_truth_value(id),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{ExpressionId, Expressions, Learned, made_by};
    use crate::program::{BinaryOperator, Cast, Comparison};
    use crate::value::expression::{Expression, Input};

    /// A condition on what all know and on what the caller had.
    #[derive(Clone, Debug)]
    enum Condition {
        Agreed(bool),
        Own(bool),
        Both(Box<[Condition; 2]>),
        Either(Box<[Condition; 2]>),
        Chosen(Box<[Condition; 3]>),
        Number(Box<Condition>),
    }

    fn conditions() -> impl Strategy<Value = Condition> {
        use Condition::{Agreed, Both, Chosen, Either, Number, Own};
        let leaf = prop_oneof![any::<bool>().prop_map(Agreed), any::<bool>().prop_map(Own)];
        leaf.prop_recursive(4, 24, 3, |inner| {
            let two = || (inner.clone(), inner.clone()).prop_map(|(a, b)| Box::new([a, b]));
            let three = (inner.clone(), inner.clone(), inner.clone());
            prop_oneof![
                two().prop_map(Both),
                two().prop_map(Either),
                three.prop_map(|(a, b, c)| Chosen(Box::new([a, b, c]))),
                inner.prop_map(|a| Number(Box::new(a))),
            ]
        })
    }

    impl Condition {
        fn holds(&self, agreed: bool, own: bool) -> bool {
            let holds = |part: &Self| part.holds(agreed, own);
            match self {
                Self::Agreed(is) => agreed == *is,
                Self::Own(is) => own == *is,
                Self::Both(parts) => parts.iter().all(holds),
                Self::Either(parts) => parts.iter().any(holds),
                Self::Chosen(parts) => holds(if holds(&parts[0]) { &parts[1] } else { &parts[2] }),
                Self::Number(part) => holds(part),
            }
        }

        /// As clang puts it.
        fn expression(&self, all: &mut Expressions, known: [ExpressionId; 2]) -> ExpressionId {
            let none = all.integer(0);
            let of = |all: &mut Expressions, part: &Self| part.expression(all, known);
            let with_zero = |is: bool| if is { Comparison::NotEqual } else { Comparison::Equal };
            match self {
                Self::Agreed(is) => all.compare(with_zero(*is), 32, known[0], none),
                Self::Own(is) => all.compare(with_zero(*is), 32, known[1], none),
                Self::Both(parts) => {
                    let [a, b] = [0, 1].map(|at| of(all, &parts[at]));
                    all.binary(BinaryOperator::And, 1, a, b)
                }
                Self::Either(parts) => {
                    let [a, b] = [0, 1].map(|at| of(all, &parts[at]));
                    all.binary(BinaryOperator::Or, 1, a, b)
                }
                Self::Chosen(parts) => {
                    let [by, a, b] = [0, 1, 2].map(|at| of(all, &parts[at]));
                    all.select(by, a, b)
                }
                Self::Number(part) => {
                    let part = of(all, part);
                    let number = all.cast(Cast::ZeroExtend, 1, 32, part);
                    all.compare(Comparison::NotEqual, 32, number, none)
                }
            }
        }
    }

    proptest! {
        /// What is said of a condition is so for every rank of every job.
        #[test]
        fn what_was_learned_is_so_on_all_ranks(
            condition in conditions(),
            is_any in any::<bool>(),
            is_made in any::<bool>(),
        ) {
            let mut all = Expressions::default();
            let [agreed, input] = [0, 1].map(|at| all.leaf(Expression::Input(Input::Parameter(at))));
            let none = all.integer(0);
            let failed = all.compare(Comparison::NotEqual, 32, input, none);
            let own = if is_made { all.cast(Cast::ZeroExtend, 1, 32, failed) } else { input };
            let told_by = made_by(&all, own).into_iter().collect();
            let learned = Learned { agreed, own, is_any, told_by };
            // A rank may have asked for what its number was made of.
            let asked = condition.expression(&mut all, [agreed, input]);
            for agreed_is in [false, true] {
                let Some(said) = learned.truth(&all, asked, agreed_is) else { continue };
                // Where nobody had anything but zero, this one has not; one of all zeros is zero.
                let possible = [false, true].into_iter().filter(|own| match is_any {
                    true => agreed_is || !own,
                    false => !agreed_is || *own,
                });
                for own in possible {
                    prop_assert_eq!(said, condition.holds(agreed_is, own));
                }
            }
        }
    }

    #[test]
    fn a_failure_of_its_own_is_known_to_all() {
        let mut all = Expressions::default();
        let [agreed, own] = [0, 1].map(|at| all.leaf(Expression::Input(Input::Parameter(at))));
        let learned = Learned { agreed, own, is_any: true, told_by: Vec::new() };
        let failed = Condition::Either(Box::new([Condition::Own(true), Condition::Agreed(true)]));
        let failed = failed.expression(&mut all, [agreed, own]);
        assert_eq!(learned.truth(&all, failed, false), Some(false));
        assert_eq!(learned.truth(&all, failed, true), Some(true));
        let own_only = Condition::Own(true).expression(&mut all, [agreed, own]);
        assert_eq!(learned.truth(&all, own_only, false), Some(false));
        assert_eq!(learned.truth(&all, own_only, true), None);
    }
}
