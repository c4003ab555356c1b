//! What the ranks that make a call together name in it: root, operator, datatypes, numbers of elements.

use super::super::CollectiveCall;
use super::super::difference::{Argument, Comparison, Mismatch};
use super::Walk;
use crate::finding::Verdict;
use crate::mpi;
use crate::value::evaluate::Evaluation;
use crate::value::expression::{Dependence, Derivation, Expression, ExpressionId};
use crate::value::place::Root;

/// Choices a root is made of that are looked at one by one.
const SPECIAL_LIMIT: usize = 64;

impl Walk<'_, '_> {
    pub(super) fn compare_arguments(
        &self,
        call_a: &CollectiveCall,
        kind_a: usize,
        call_b: &CollectiveCall,
        kind_b: usize,
        same: bool,
        result: &mut Comparison,
    ) {
        let mut pairs = Vec::new();
        if let (Some(a), Some(b)) = (call_a.root, call_b.root) {
            pairs.push((Argument::Root, a, b));
        }
        if let (Some(a), Some(b)) = (call_a.operator, call_b.operator) {
            pairs.push((Argument::Operator, a, b));
        }
        let alike = call_a.is_alike_for_all();
        let datatypes = call_a.datatypes.iter().zip(&call_b.datatypes);
        let counts = call_a.counts.iter().zip(&call_b.counts);
        for (a, b) in datatypes.clone().filter(|_| same || alike) {
            pairs.push((Argument::Datatype, *a, *b));
        }
        for ((a, b), types) in counts.zip(datatypes).filter(|_| alike) {
            if self.is_one_type([(*types.0, kind_a), (*types.1, kind_b)]) {
                pairs.push((Argument::Count, *a, *b));
            }
        }
        if let Some(mismatch) = self.rooted_data_differs((call_a, kind_a), (call_b, kind_b)) {
            result.add_mismatch(mismatch);
        }
        if self.strict && self.lengths_are_open((call_a, kind_a), (call_b, kind_b), same) {
            result.unproven_calls.extend([call_a.function, call_b.function]);
        }
        for (call, kind) in [(call_a, kind_a), (call_b, kind_b)] {
            if self.strict && self.share_is_open(call, kind) {
                result.add_mismatch(Mismatch {
                    collective: call.clone(),
                    other: None,
                    argument: Argument::Count,
                    example: None,
                    verdict: Verdict::Possible,
                });
            }
        }
        for (argument, a, b) in pairs {
            let may_be_special =
                argument == Argument::Root && !self.is_of_one_group(call_a.communicator);
            let differs = self.differs(argument, (a, kind_a), (b, kind_b), may_be_special);
            let Some((verdict, example)) = differs else { continue };
            let (first, second) = in_order(call_a, call_b);
            result.add_mismatch(Mismatch {
                collective: first.clone(),
                other: (!same).then(|| second.clone()),
                argument,
                example,
                verdict,
            });
        }
    }

    /// Does a rank send another number of elements to the root than that receives from each, or the other way round, or as
    /// many floating-point numbers as that takes integers? Where the calls that are made have both numbers.
    fn rooted_data_differs(
        &self,
        (call_a, kind_a): (&CollectiveCall, usize),
        (call_b, kind_b): (&CollectiveCall, usize),
    ) -> Option<Mismatch> {
        let root_is_first = match mpi::family(call_a.operation())? {
            "Gather" => false,
            "Scatter" => true,
            _ => return None,
        };
        if ![call_a, call_b].iter().all(|call| self.is_of_one_group(call.communicator)) {
            return None;
        }
        let (ranks, size) = self.sample.ranks.get(&self.sample.focus)?;
        // Of each rank: the number that counts, and the type it goes with.
        let mut given: Vec<(i64, i64, i64)> = Vec::new();
        let mut floating: Vec<Option<bool>> = Vec::new();
        for (call, kind) in [(call_a, kind_a), (call_b, kind_b)] {
            let root = &self.evaluations[&call.root?];
            for member in &self.members[kind] {
                let root = root.values[*member].filter(|root| *root >= 0)?;
                let which = usize::from((root == ranks[*member]) != root_is_first);
                let (count, datatype) = (call.counts.get(which)?, call.datatypes.get(which)?);
                if self.is_untyped(*datatype) {
                    return None;
                }
                floating.push(self.is_floating(*datatype));
                let value = |id: &ExpressionId| self.evaluations[id].values[*member];
                given.push((ranks[*member], value(count)?, value(datatype)?));
            }
        }
        let (first_rank, first, datatype) = *given.first()?;
        let other_type = given.iter().any(|(.., other)| *other != datatype);
        let other_count = given.iter().find(|(_, count, _)| *count != first);
        let (argument, rank, values) = match other_count {
            Some((rank, count, _)) if !other_type => (Argument::Count, *rank, [first, *count]),
            // Of two names for integers of one size both are the same data.
            None if other_type && first != 0 && floating.iter().all(Option::is_some) => {
                let at = floating.iter().position(|kind| *kind != floating[0])?;
                (Argument::Datatype, given[at].0, [datatype, given[at].2])
            }
            _ => return None,
        };
        let (one, other) = in_order(call_a, call_b);
        Some(Mismatch {
            collective: one.clone(),
            other: (one.location != other.location).then(|| other.clone()),
            argument,
            example: Some((*size, [first_rank, rank], values)),
            verdict: Verdict::Proven,
        })
    }

    /// Is it a number of elements of each rank's own, and not known, that goes to a root or comes from it? The root has
    /// one number for all. Of two that are not known, and one type, one may be another than the other.
    fn share_is_open(&self, call: &CollectiveCall, kind: usize) -> bool {
        let is_rooted = matches!(mpi::family(call.operation()), Some("Gather" | "Scatter"));
        let are_two = call.has_two_counts()
            && matches!(call.datatypes[..], [one, other] if self.is_one_type([(one, kind), (other, kind)]));
        is_rooted
            && call.counts.iter().map(|count| &self.evaluations[count]).any(|count| {
                (are_two || count.dependence() == Dependence::RankDependent)
                    && self.members[kind].iter().any(|member| count.values[*member].is_none())
            })
    }

    /// Is it one of MPI's types of real floating-point numbers, or of integers? `None`: it is another one, or not known.
    fn is_floating(&self, datatype: ExpressionId) -> Option<bool> {
        match self.context.expressions.get(datatype) {
            // MPICH's handles of basic types end in their number: `float`, `double`, `long double`, Fortran's two.
            Expression::Integer(value) if (value >> 24) & 0xff == 0x4c => match value & 0xff {
                0x0a..=0x0c | 0x1c | 0x1f => Some(true),
                0x01..=0x09 | 0x18 | 0x1b => Some(false),
                _ => None,
            },
            // Open MPI's objects.
            Expression::Address(place) => {
                let Root::Global(global) = self.context.places.get(*place).root else {
                    return None;
                };
                let name = &self.context.program.globals[global.index()].name;
                match name.strip_prefix("ompi_mpi_")? {
                    "float" | "double" | "long_double" | "real" | "dblprec" => Some(true),
                    "char" | "signed_char" | "unsigned_char" | "short" | "unsigned_short"
                    | "int" | "unsigned" | "long" | "unsigned_long" | "long_long_int"
                    | "integer" => Some(false),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Is it no intercommunicator, for sure: all ranks of the job, or those of a colour? The roots of others are ranks of
    /// the other group.
    fn is_of_one_group(&self, communicator: ExpressionId) -> bool {
        let all = &self.context.expressions;
        let mut at = all.group_of(communicator);
        while let Expression::Communicator { derivation: Derivation::Split, parent, .. } =
            all.get(at)
        {
            at = all.group_of(*parent);
        }
        matches!(all.get(at), Expression::World)
    }

    /// Do ranks of two kinds give different values? `may_be_special`: roots that are no ranks name the other group's.
    #[expect(clippy::type_complexity, reason = "verdict and example belong together")]
    fn differs(
        &self,
        argument: Argument,
        (a, kind_a): (ExpressionId, usize),
        (b, kind_b): (ExpressionId, usize),
        may_be_special: bool,
    ) -> Option<(Verdict, Option<(i64, [i64; 2], [i64; 2])>)> {
        let (on_a, on_b) = (&self.evaluations[&a], &self.evaluations[&b]);
        let (ranks, size) = self.sample.ranks.get(&self.sample.focus)?;
        let given = |evaluation: &Evaluation, kind: usize| -> Vec<(i64, i64)> {
            let members = self.members[kind].iter();
            members.filter_map(|m| Some((ranks[*m], evaluation.values[*m]?))).collect()
        };
        let mut values = given(on_a, kind_a);
        values.extend(given(on_b, kind_b));
        let meaningful = |value: i64| match argument {
            // Special values (MPI_ROOT, MPI_PROC_NULL) differ rightly on intercommunicators.
            Argument::Root => value >= 0 || !may_be_special,
            Argument::Operator | Argument::Count => true,
            Argument::Datatype => !self.is_untyped(a) && !self.is_untyped(b),
        };
        let special = may_be_special && (self.may_be_special(a) || self.may_be_special(b));
        if special || values.iter().any(|(_, value)| !meaningful(*value)) {
            return None;
        }
        if let Some((first_rank, first)) = values.first().copied()
            && let Some((rank, value)) = values.iter().copied().find(|(_, value)| *value != first)
        {
            let example = (*size, [first_rank, rank], [first, value]);
            return Some((Verdict::Proven, Some(example)));
        }
        let open = |evaluation: &Evaluation, kind: usize| {
            let unknown = self.members[kind].iter().any(|m| evaluation.values[*m].is_none());
            // Most of these are not known and the same; the run compares those that derive from the rank, and those of two
            // calls that need not be the same.
            let differs = || {
                evaluation.dependence() == Dependence::RankDependent
                    || [a, b].iter().any(|id| self.context.expressions.may_follow_ranks(*id))
            };
            match argument {
                Argument::Count | Argument::Datatype => {
                    return self.strict && unknown && (a != b || differs());
                }
                Argument::Root | Argument::Operator => {}
            }
            // Known on one of the ranks and not on the other is a difference too.
            let either = |m: usize| [kind_a, kind_b].iter().any(|k| self.members[*k].contains(&m));
            // Two values of which nothing is known need not be the same one.
            let other = self.strict && a != b;
            unknown && (other || self.parts(evaluation.variation(&either)))
        };
        // A root read from memory alone says little; one received or computed from the rank does.
        (open(on_a, kind_a) || open(on_b, kind_b)).then_some((Verdict::Possible, None))
    }

    /// Is one of the values chosen from `MPI_ROOT` or `MPI_PROC_NULL`? Then it is a root of an
    /// intercommunicator.
    fn may_be_special(&self, root: ExpressionId) -> bool {
        let mut work = vec![root];
        let mut steps = 0;
        while let Some(next) = work.pop() {
            steps += 1;
            match *self.context.expressions.get(next) {
                Expression::Integer(value) if value < 0 => return true,
                Expression::Select(_, then, otherwise) if steps < SPECIAL_LIMIT => {
                    work.extend([then, otherwise]);
                }
                _ => {}
            }
        }
        false
    }

    /// Are there datatypes whose lengths only the run can compare?
    fn lengths_are_open(
        &self,
        one: (&CollectiveCall, usize),
        other: (&CollectiveCall, usize),
        same: bool,
    ) -> bool {
        if !same && !one.0.is_alike_for_all() {
            return self.types_differ(one, other);
        }
        let mut types = one.0.datatypes.iter().zip(&other.0.datatypes);
        types.any(|(a, b)| self.are_bytes_elsewhere([(*a, one.1), (*b, other.1)]))
    }

    /// Do ranks that come by two calls name different types? Who has no part in it may name any, and who
    /// receives may name it apart: the run compares.
    fn types_differ(
        &self,
        (call_a, kind_a): (&CollectiveCall, usize),
        (call_b, kind_b): (&CollectiveCall, usize),
    ) -> bool {
        let mut pairs = call_a.datatypes.iter().zip(&call_b.datatypes);
        pairs.any(|(a, b)| {
            self.differs(Argument::Datatype, (*a, kind_a), (*b, kind_b), false).is_some()
        })
    }

    /// Do ranks of two kinds name one predefined datatype?
    fn is_one_type(&self, datatypes: [(ExpressionId, usize); 2]) -> bool {
        let given = |(datatype, kind): &(ExpressionId, usize)| {
            let values = &self.evaluations[datatype].values;
            self.members[*kind].iter().map(|member| values[*member]).collect::<Vec<_>>()
        };
        let values: Vec<Option<i64>> = datatypes.iter().flat_map(given).collect();
        values.iter().all(|value| value.is_some() && *value == values[0])
    }

    /// Does a rank name bytes where another names something else? As many elements are not as many bytes
    /// then: the run compares.
    fn are_bytes_elsewhere(&self, datatypes: [(ExpressionId, usize); 2]) -> bool {
        let uniform = |(datatype, _): &(ExpressionId, usize)| {
            self.evaluations[datatype].dependence() != Dependence::RankDependent
        };
        let [(a, _), (b, _)] = datatypes;
        (self.is_untyped(a) || self.is_untyped(b))
            && !(a == b && datatypes.iter().all(uniform))
            && !self.is_one_type(datatypes)
    }

    /// `MPI_BYTE` and `MPI_PACKED` match what others send typed in practice, and who has nothing to send
    /// names `MPI_DATATYPE_NULL`.
    fn is_untyped(&self, datatype: ExpressionId) -> bool {
        match self.context.expressions.get(datatype) {
            // MPICH's handles of basic types end in their number; Open MPI counts Fortran's from 0.
            Expression::Integer(value) if (value >> 24) & 0xff == 0x4c => {
                matches!(value & 0xff, 0x0d | 0x0f)
            }
            Expression::Integer(value) => matches!(value, 0..=2 | 0x0c00_0000),
            Expression::Address(place) => match self.context.places.get(*place).root {
                Root::Global(global) => {
                    let name = &self.context.program.globals[global.index()].name;
                    ["byte", "packed", "datatype_null"].iter().any(|end| name.ends_with(end))
                }
                _ => false,
            },
            Expression::Select(_, then, otherwise) => {
                self.is_untyped(*then) || self.is_untyped(*otherwise)
            }
            _ => false,
        }
    }
}

/// Two calls, the first in the source first.
fn in_order<'c>(
    one: &'c CollectiveCall,
    other: &'c CollectiveCall,
) -> (&'c CollectiveCall, &'c CollectiveCall) {
    if other.location < one.location { (other, one) } else { (one, other) }
}
