//! How much calls of MPI receive in their buffers, as far as the function says: counts and datatypes that are constants,
//! and those that its callers hand it.

use super::expression::{Expression, ExpressionId};
use super::fortran::Extent;
use super::function::Builder;
use super::place::Root;
use crate::mpi::{self, ParamKind};
use crate::program::{BinaryOperator, BlockId, CallSite, Callee, Value, ValueId};

/// How deep products and conversions are looked into that a count is made of.
const DEPTH: u32 = 8;

/// A number that is known here, or that the callers know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Amount {
    /// This one.
    Known(i64),
    /// The function's parameter of this index says it.
    Parameter(u32),
}

/// So many elements of a datatype.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Counted {
    count: Amount,
    /// Bytes of an element; of a parameter, those of the datatype it is the handle of.
    size: Amount,
    /// If nobody knows how much that is: only the first of them is sure to be written.
    first_only: bool,
}

impl Counted {
    /// Written to what may be a part of an object.
    #[must_use]
    pub const fn of_part(self, is_part: bool) -> Self {
        Self { first_only: self.first_only || is_part, ..self }
    }

    fn extent(self) -> Extent {
        match (self.count, self.size) {
            (Amount::Known(count), Amount::Known(size)) => {
                count.checked_mul(size).map_or_else(|| self.roughly(), Extent::Bytes)
            }
            _ => Extent::Counted(self),
        }
    }

    /// What is taken to be written where it is not known how much it is.
    #[must_use]
    pub const fn roughly(self) -> Extent {
        if self.first_only { Extent::Beginning } else { Extent::Object }
    }
}

impl<'p> Builder<'_, 'p> {
    /// The count that goes with the buffer is the constant 1 and the datatype a predefined one, and it is no
    /// count of what each rank sends.
    pub(super) fn is_one_basic_element(
        &mut self,
        call: &CallSite,
        mpi: mpi::Call,
        buffer: usize,
    ) -> bool {
        if mpi::family(mpi.procedure.name).is_some_and(|family| FROM_EACH_RANK.contains(&family)) {
            return false;
        }
        let Some(datatype) = behind_buffer(call, mpi, buffer, ParamKind::Datatype) else {
            return false;
        };
        let basic = match self.constant(datatype) {
            Some(handle) => size_of_handle(handle).is_some(),
            None => self.library_type(datatype).is_some_and(|name| !PAIRS.contains(&name)),
        };
        basic && self.count_of(call, mpi, buffer) == Some(1)
    }

    /// How much a call writes to a buffer at most. Where that is not known, `first_only`: the first element.
    pub(super) fn received(
        &mut self,
        call: &CallSite,
        mpi: mpi::Call,
        buffer: usize,
        first_only: bool,
    ) -> Extent {
        let roughly = if first_only { Extent::Beginning } else { Extent::Object };
        let counted = self.counted(call, mpi, buffer, first_only);
        counted.map_or(roughly, Counted::extent)
    }

    fn counted(
        &mut self,
        call: &CallSite,
        mpi: mpi::Call,
        buffer: usize,
        first_only: bool,
    ) -> Option<Counted> {
        let name = mpi.procedure.name.strip_prefix("MPI_")?;
        let blocking = |once: &str| {
            once == name
                || name.strip_prefix('I').is_some_and(|rest| rest.eq_ignore_ascii_case(once))
        };
        if !RECEIVING_ONCE.iter().any(|once| blocking(once))
            || mpi.procedure.params[buffer].kind != ParamKind::Buffer
        {
            return None;
        }
        let datatype = behind_buffer(call, mpi, buffer, ParamKind::Datatype)?;
        let count = behind_buffer(call, mpi, buffer, ParamKind::Count)?;
        let (count, times) = self.amount(count, DEPTH)?;
        let size = match self.size_of(datatype)? {
            Amount::Known(size) => Amount::Known(size.checked_mul(times)?),
            told => Some(told).filter(|_| times == 1)?,
        };
        Some(Counted { count, size, first_only })
    }

    /// How much a function writes that is called here.
    pub(super) fn extent_here(&mut self, call: &CallSite, extent: Extent) -> Extent {
        let Extent::Counted(counted) = extent else { return extent };
        let argument = |index: u32| call.arguments.get(index as usize).copied();
        let here = |builder: &mut Self| {
            let (count, times) = match counted.count {
                Amount::Known(count) => (Amount::Known(count), 1),
                Amount::Parameter(index) => builder.amount(argument(index)?, DEPTH)?,
            };
            let size = match counted.size {
                Amount::Known(size) => Amount::Known(size.checked_mul(times)?),
                Amount::Parameter(index) => match builder.size_of(argument(index)?)? {
                    Amount::Known(size) => Amount::Known(size.checked_mul(times)?),
                    told => Some(told).filter(|_| times == 1)?,
                },
            };
            Some(Counted { count, size, ..counted })
        };
        here(self).map_or_else(|| counted.roughly(), Counted::extent)
    }

    /// The count that goes with a buffer, if it is a constant.
    pub(super) fn count_of(
        &mut self,
        call: &CallSite,
        mpi: mpi::Call,
        buffer: usize,
    ) -> Option<i64> {
        let count = behind_buffer(call, mpi, buffer, ParamKind::Count)?;
        self.constant(count)
    }

    /// What an argument counts, and how many times that: a constant, or a parameter of the function. Looked into so
    /// deep.
    fn amount(&mut self, argument: ValueId, depth: u32) -> Option<(Amount, i64)> {
        let depth = depth.checked_sub(1)?;
        if let Some(number) = self.constant(argument) {
            return Some((Amount::Known(number), 1));
        }
        match self.function.value(argument) {
            Value::Parameter(index) => Some((Amount::Parameter(*index), 1)),
            Value::Cast { operand, .. } => self.amount(*operand, depth),
            Value::Binary {
                operator: BinaryOperator::Multiply, operands: [one, other], ..
            } => {
                let (amount, times) = self.amount(*one, depth)?;
                let (factor, more) = self.amount(*other, depth)?;
                let times = times.checked_mul(more)?;
                match (amount, factor) {
                    (told, Amount::Known(factor)) | (Amount::Known(factor), told) => {
                        Some((told, times.checked_mul(factor)?))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The size of a datatype that an argument is the handle of.
    fn size_of(&mut self, datatype: ValueId) -> Option<Amount> {
        if let Some(handle) = self.constant(datatype) {
            return size_of_handle(handle).map(Amount::Known);
        }
        if let Some(name) = self.library_type(datatype) {
            return size_of_type(name).map(Amount::Known);
        }
        match self.function.value(datatype) {
            Value::Parameter(index) => Some(Amount::Parameter(*index)),
            _ => None,
        }
    }

    /// The name of the basic type of Open MPI's library that an argument is the address of.
    fn library_type(&self, datatype: ValueId) -> Option<&'p str> {
        let global = match self.function.value(datatype) {
            Value::Global(global) => *global,
            Value::Result { block, event } => {
                match *self
                    .context
                    .expressions
                    .get(self.answered_by_callee(*block, *event as usize)?)
                {
                    Expression::Address(place) => match self.context.places.get(place).root {
                        Root::Global(global) => global,
                        _ => return None,
                    },
                    _ => return None,
                }
            }
            _ => return None,
        };
        let program = self.context.program;
        program.globals[global.index()].name.strip_prefix("ompi_mpi_")
    }

    /// What a function of the program answers that is called here: `datatype_of<double>()`.
    fn answered_by_callee(&self, block: BlockId, event: usize) -> Option<ExpressionId> {
        let Callee::Direct(callee) = self.call(block, event).callee else { return None };
        self.context.summaries[callee.index()].as_ref()?.result
    }

    /// The number an argument is, or in Fortran the one it is the address of: a constant, or a variable
    /// that holds one number and is handed to nobody who might change it.
    fn constant(&mut self, argument: ValueId) -> Option<i64> {
        match self.function.value(argument) {
            Value::Integer(number) => Some(*number),
            Value::Global(global) => {
                let global = &self.context.program.globals[global.index()];
                match global.initial.as_slice() {
                    [(0, number)] if global.constant => Some(*number),
                    _ => None,
                }
            }
            Value::Stack => self.number_kept(argument),
            Value::Result { block, event } => {
                let result = self.answered_by_callee(*block, *event as usize)?;
                self.context.expressions.as_integer(result)
            }
            _ => None,
        }
    }
}

/// The argument of a kind that goes with a buffer.
fn behind_buffer(
    call: &CallSite,
    mpi: mpi::Call,
    buffer: usize,
    kind: ParamKind,
) -> Option<ValueId> {
    let params = mpi.procedure.params.iter().enumerate().skip(buffer + 1);
    let mut arguments =
        params.filter(|(_, param)| param.kind == kind).filter_map(|(index, _)| mpi.argument(index));
    call.arguments.get(arguments.next()?).copied()
}

/// Collectives whose receive count is that of the elements from each rank.
const FROM_EACH_RANK: [&str; 5] =
    ["Allgather", "Alltoall", "Gather", "Neighbor_allgather", "Neighbor_alltoall"];

/// Calls that receive what their count says; others receive as much from each rank.
const RECEIVING_ONCE: [&str; 10] = [
    "Bcast",
    "Allreduce",
    "Reduce",
    "Scan",
    "Exscan",
    "Recv",
    "Mrecv",
    "Scatter",
    "Sendrecv",
    "Sendrecv_replace",
];

/// Types of two numbers, for `MPI_MAXLOC`, in Open MPI's library.
const PAIRS: [&str; 9] = [
    "float_int",
    "double_int",
    "longdbl_int",
    "long_int",
    "short_int",
    "2int",
    "2integer",
    "2real",
    "2dblprec",
];

/// The size of a basic type of one number, by its handle: MPICH's have it in them, Open MPI counts
/// them in Fortran.
fn size_of_handle(handle: i64) -> Option<i64> {
    match handle {
        1 | 2 | 5 | 8 | 29 => Some(1),
        9 | 28 | 30 => Some(2),
        6 | 7 | 10 | 13 | 14 | 31 => Some(4),
        11 | 15 | 17 | 18 | 19 | 32 => Some(8),
        12 | 16 | 20 | 22 => Some(16),
        21 => Some(32),
        _ => {
            // Pairs: MPI_2INT, and those of Fortran.
            let is_pair = matches!(handle & 0xff, 0x16 | 0x20 | 0x21 | 0x23 | 0x24 | 0x25);
            let is_basic = (handle >> 24) & 0xff == 0x4c && !is_pair;
            is_basic.then_some((handle >> 8) & 0xff)
        }
    }
}

/// The size of a basic type, by the name of its object in Open MPI's library.
fn size_of_type(name: &str) -> Option<i64> {
    Some(match name {
        "char" | "signed_char" | "unsigned_char" | "byte" | "packed" | "int8_t" | "uint8_t"
        | "cxx_bool" | "c_bool" | "character" => 1,
        "short" | "unsigned_short" | "int16_t" | "uint16_t" => 2,
        "int" | "unsigned" | "float" | "int32_t" | "uint32_t" | "integer" | "real" | "logical" => 4,
        "long" | "unsigned_long" | "long_long_int" | "unsigned_long_long" | "double"
        | "int64_t" | "uint64_t" | "dblprec" | "aint" | "count" | "offset" => 8,
        _ => return None,
    })
}
