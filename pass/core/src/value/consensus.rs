//! What a rank had before all agreed on something of it: `MPI_Allreduce` with MPI_MAX, MPI_LOR and the like.
//!
//! Where no rank had an error, this one had none; where this one had one, all know of one. So `error || any_error`
//! is what all know, and so is the larger one of a rank's own number and the largest (MPI 4.0, 6.9.2).

use super::expression::{Dependence, Expression, ExpressionId};
use super::function::{Builder, Target};
use super::memory::NodeId;
use super::place::Root;
use super::solver::Solver;
use crate::mpi;
use crate::program::{BinaryOperator, BlockId, CallSite, Cast, Comparison};

/// How deep a condition is looked into.
const DEPTH: u32 = 12;

/// One number of which all ranks have learned something.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reduced {
    site: usize,
    /// What all know.
    agreed: NodeId,
    /// What the caller had.
    own: NodeId,
}

/// What the result of a reduction says of what was reduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operation {
    Largest,
    Smallest,
    /// Not zero if one is not.
    Any,
    /// Not zero if all are not.
    All,
    Sum,
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
}

impl Solver<'_, '_, '_> {
    /// What all know, of these, and what the caller had, with what the one says of the other.
    fn known_reduced(
        &self,
        among: &[ExpressionId],
    ) -> Vec<(ExpressionId, ExpressionId, Operation)> {
        let known = |reduced: &Reduced| {
            let agreed = self.known(reduced.agreed).filter(|agreed| among.contains(agreed))?;
            let own = self.known(reduced.own)?;
            let operation = self.operation(reduced.site)?;
            self.is_one_number(own).then_some((agreed, own, operation))
        };
        self.builder.reduced.iter().filter_map(known).collect()
    }

    /// Does the expression stand for one number, and not for all that a call left?
    fn is_one_number(&self, id: ExpressionId) -> bool {
        let context = &self.builder.context;
        let mut leaves = Vec::new();
        context.expressions.leaves(id, &mut leaves);
        let is_one = |leaf: &ExpressionId| match context.expressions.get(*leaf) {
            Expression::Origin(origin) => {
                context.origin_of(*origin).dependence == Dependence::Uniform
            }
            Expression::Agreed(..) | Expression::Content(..) | Expression::Doubtful(_) => false,
            _ => true,
        };
        !leaves.is_empty() && leaves.iter().all(is_one)
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

    /// A condition on what the caller had that holds if one on what all know does.
    pub(super) fn known_to_all(&mut self, condition: ExpressionId) -> ExpressionId {
        if self.builder.reduced.is_empty() {
            return condition;
        }
        let is_agreed = |leaf: &Expression| matches!(leaf, Expression::Agreed(..));
        let among = self.builder.context.expressions.leaves_of_kind(condition, is_agreed);
        if among.is_empty() {
            return condition;
        }
        for (agreed, own, operation) in self.known_reduced(&among) {
            let is_any = match operation {
                Operation::Any => true,
                Operation::All => false,
                Operation::Largest | Operation::Sum if self.has_sign(own, (1, &[]), DEPTH) => true,
                Operation::Smallest if self.has_sign(own, (1, &[]), DEPTH) => false,
                Operation::Smallest | Operation::Sum if self.has_sign(own, (-1, &[]), DEPTH) => {
                    true
                }
                Operation::Largest if self.has_sign(own, (-1, &[]), DEPTH) => false,
                _ => continue,
            };
            // What all know is zero or not, and what the caller had is, as far as that can be.
            let [zero, other] = if is_any {
                [[Some((false, false)), None], [Some((true, false)), Some((true, true))]]
            } else {
                [[Some((false, false)), Some((false, true))], [Some((true, true)), None]]
            };
            let made_by = self.made_by(own);
            let truth = |ways: [Option<(bool, bool)>; 2]| {
                let mut found = ways.into_iter().flatten().map(|(agreed_is, own_is)| {
                    let made_by = made_by.map(|(by, is)| (by, is == own_is));
                    let known =
                        [(agreed, agreed_is), (own, own_is), made_by.unwrap_or((own, own_is))];
                    self.truth(condition, &known, DEPTH)
                });
                let first = found.next().flatten()?;
                found.all(|other| other == Some(first)).then_some(first)
            };
            let (Some(where_zero), Some(elsewhere)) = (truth(zero), truth(other)) else { continue };
            let all = &mut self.builder.context.expressions;
            if where_zero == elsewhere {
                return all.integer(i64::from(elsewhere));
            }
            let none = all.integer(0);
            let comparison = if elsewhere { Comparison::NotEqual } else { Comparison::Equal };
            return all.compare(comparison, 32, agreed, none);
        }
        condition
    }

    /// The condition by which a number is zero or not, and whether it is not where that holds.
    fn made_by(&self, number: ExpressionId) -> Option<(ExpressionId, bool)> {
        let all = &self.builder.context.expressions;
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
    fn truth(
        &self,
        id: ExpressionId,
        known: &[(ExpressionId, bool); 3],
        depth: u32,
    ) -> Option<bool> {
        let all = &self.builder.context.expressions;
        if let Some((_, is)) = known.iter().find(|(known, _)| *known == id) {
            return Some(*is);
        }
        if let Some((_, is)) = known.iter().find(|(known, _)| all.are_opposite(*known, id)) {
            return Some(!*is);
        }
        let depth = depth.checked_sub(1)?;
        let truth = |id| self.truth(id, known, depth);
        match *all.get(id) {
            Expression::Integer(number) => Some(number != 0),
            Expression::Cast(Cast::ZeroExtend | Cast::SignExtend, _, _, inner) => truth(inner),
            Expression::Select(condition, then, otherwise) => match truth(condition) {
                Some(true) => truth(then),
                Some(false) => truth(otherwise),
                None => truth(then).filter(|then| truth(otherwise) == Some(*then)),
            },
            Expression::Compare(comparison, _, inner, number)
                if all.as_integer(number) == Some(0) =>
            {
                match comparison {
                    Comparison::NotEqual => truth(inner),
                    Comparison::Equal => truth(inner).map(|is| !is),
                    Comparison::Greater if self.has_sign(inner, (1, known), depth) => truth(inner),
                    Comparison::Less if self.has_sign(inner, (-1, known), depth) => truth(inner),
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
        &self,
        id: ExpressionId,
        (sign, known): (i64, &[(ExpressionId, bool)]),
        depth: u32,
    ) -> bool {
        let all = &self.builder.context.expressions;
        let Some(depth) = depth.checked_sub(1) else { return false };
        if let [(agreed, _), (own, _), ..] = *known
            && id == agreed
        {
            return self.has_sign(own, (sign, &[]), depth);
        }
        match *all.get(id) {
            Expression::Integer(number) => number.signum() != -sign,
            Expression::Select(_, then, otherwise) => {
                [then, otherwise].iter().all(|way| self.has_sign(*way, (sign, known), depth))
            }
            Expression::Cast(Cast::ZeroExtend, ..) => sign == 1,
            _ => sign == 1 && all.is_truth_value(id),
        }
    }

    /// The larger one of what the caller had and of the largest, or the other way round: what all know.
    /// `None`: the choice is another one.
    pub(super) fn extreme(
        &self,
        condition: ExpressionId,
        then: ExpressionId,
        otherwise: ExpressionId,
    ) -> Option<ExpressionId> {
        if self.builder.reduced.is_empty() {
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
        let found =
            self.known_reduced(&[left, right]).into_iter().find(|(agreed, own, operation)| {
                let is_pair = [(*agreed, *own), (*own, *agreed)].contains(&(left, right));
                is_pair
                    && match operation {
                        Operation::Largest => takes_larger,
                        Operation::Smallest => takes_smaller,
                        _ => false,
                    }
            });
        found.map(|(agreed, ..)| agreed)
    }
}
