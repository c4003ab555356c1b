//! A program as the analyses see it: functions of basic blocks over values in static single
//! assignment form, whatever compiler and language they come from.
//!
//! It keeps what decides *whether, how often and with which arguments* an MPI call is made, and
//! drops the rest: arithmetic that no table of ours evaluates is an [`Value::Opaque`] of its inputs.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use smallvec::{SmallVec, smallvec};

use crate::finding::Location;
use crate::ids::dense_id;

dense_id!(
    /// A function of the program.
    FunctionId, "f"
);
dense_id!(
    /// A global variable of the program.
    GlobalId, "g"
);
dense_id!(
    /// A value of one function.
    ValueId, "v"
);
dense_id!(
    /// A basic block of one function; block 0 is the entry.
    BlockId, "b"
);

/// One or more translation units, linked by name.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Program {
    /// Functions, defined and declared.
    pub functions: Vec<Function>,
    /// Global variables.
    pub globals: Vec<Global>,
    /// Functions of which the user says that what they answer differs between ranks.
    pub rank_dependent: BTreeSet<FunctionId>,
}

impl Program {
    /// The function of this id.
    #[must_use]
    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.index()]
    }

    /// All function ids, in order.
    pub fn function_ids(&self) -> impl Iterator<Item = FunctionId> + use<> {
        (0..self.functions.len()).map(FunctionId::new)
    }
}

/// Where the elements of an array lie.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Elements {
    /// Bytes from one element to the next; 0: not known.
    pub stride: u32,
    /// Bytes of all elements; 0: not known.
    pub bytes: u32,
}

impl Elements {
    /// Elements of so many bytes, and the bytes of all of them. What is too large is not known.
    #[must_use]
    pub fn new(stride: u64, bytes: u64) -> Self {
        let known = |bytes: u64| u32::try_from(bytes).unwrap_or(0);
        Self { stride: known(stride), bytes: known(bytes) }
    }

    /// The elements `inner` of each of these.
    #[must_use]
    pub fn of(self, inner: Self) -> Self {
        let bytes = match (self.bytes, inner.bytes) {
            (0, _) | (_, 0) => 0,
            (outer, inner) if inner <= self.stride => outer,
            (outer, inner) => outer.checked_add(inner).unwrap_or(0),
        };
        Self { stride: common_stride(self.stride, inner.stride), bytes }
    }

    /// What may be one of these or of the others, which start at the same place.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        let bytes =
            if self.bytes == 0 || other.bytes == 0 { 0 } else { self.bytes.max(other.bytes) };
        Self { stride: common_stride(self.stride, other.stride), bytes }
    }
}

/// The largest step with which all elements of two arrays are met; 0: not known.
const fn common_stride(one: u32, other: u32) -> u32 {
    if one == 0 || other == 0 {
        return 0;
    }
    let (mut a, mut b) = (one, other);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Who can call or refer to a symbol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Linkage {
    /// Visible to other translation units.
    #[default]
    External,
    /// Of its translation unit alone.
    Internal,
    /// One of several equal copies is kept: inline functions, templates.
    Once,
    /// It counts where no other definition does, also if nobody here uses it: second names, templates that are instantiated
    /// for others.
    Weak,
}

impl Linkage {
    /// May another unit's definition take its place?
    #[must_use]
    pub const fn gives_way(self) -> bool {
        matches!(self, Self::Once | Self::Weak)
    }

    /// Do other units find it here, whether or not it is used here?
    #[must_use]
    pub const fn is_for_others(self) -> bool {
        matches!(self, Self::External | Self::Weak)
    }
}

/// A global variable.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Global {
    /// Linker symbol.
    pub name: String,
    /// Visibility.
    pub linkage: Linkage,
    /// Never written: the initialiser is its value for ever.
    pub constant: bool,
    /// Defined in this program.
    pub defined: bool,
    /// Integers of the initialiser by byte offset, zeroes left out.
    pub initial: Vec<(i64, i64)>,
    /// Addresses in the initialiser, by byte offset.
    pub addresses: Vec<(i64, InitialAddress)>,
    /// Its bytes are all known: an offset that neither `initial` nor `addresses` names holds zero.
    pub initial_known: bool,
}

impl Global {
    /// It is the same all over, for ever.
    #[must_use]
    pub fn is_uniform(&self) -> bool {
        self.constant && self.defined && self.initial.is_empty() && self.addresses.is_empty()
    }

    /// Bytes that follow each other and never change.
    #[must_use]
    pub fn is_text(&self) -> bool {
        self.constant
            && self.addresses.is_empty()
            && self.initial.iter().all(|(_, value)| (0..256).contains(value))
            && self.initial.windows(2).all(|pair| pair[1].0 <= pair[0].0 + 2)
    }

    /// All its bytes are zero when the program starts.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.defined && self.initial_known && self.initial.is_empty() && self.addresses.is_empty()
    }
}

/// An address in an initialiser.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum InitialAddress {
    /// Of a function.
    Function(FunctionId),
    /// Of so many bytes into a variable.
    Global(GlobalId, i64),
    /// Of a constant; which one does not matter.
    Constant,
    /// Of something that does not matter.
    Other,
}

/// A function. Without blocks it is a declaration.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Function {
    /// Linker symbol.
    pub name: String,
    /// Name as the user wrote it.
    pub display: String,
    /// Visibility.
    pub linkage: Linkage,
    /// Its address is used other than to call it.
    pub address_taken: bool,
    /// A fingerprint of its type, equal for functions that one pointer can call.
    pub signature: u64,
    /// Number of parameters; values `0..parameters` are [`Value::Parameter`].
    pub parameters: u32,
    /// It never returns (`exit`, `abort`).
    pub never_returns: bool,
    /// It cannot throw.
    pub never_throws: bool,
    /// It runs when the program is loaded, before `main`: a constructor of C++'s variables, or a function that says so.
    #[serde(default)]
    pub before_main: bool,
    /// Parameters that are addresses of structures handed over by value: of copies that the function has to itself.
    #[serde(default)]
    pub by_value: Vec<u32>,
    /// The number of ranks it says the program is made for.
    #[serde(default)]
    pub intended_size: Option<u32>,
    /// Declared only, and known to make no MPI call: a function of a library that does not use MPI.
    /// No object says so; whoever links the program finds out.
    #[serde(skip)]
    pub inert: bool,
    /// Its values.
    pub values: Vec<Value>,
    /// Its blocks; empty: declared only.
    pub blocks: Vec<Block>,
    /// Where it is defined.
    pub location: Location,
}

impl Function {
    /// Where control always goes from a block that ends so, as a constant decides.
    #[must_use]
    pub fn constant_way(&self, terminator: &Terminator) -> Option<BlockId> {
        match self.value(terminator.condition()?) {
            Value::Integer(number) => terminator.way(*number),
            _ => None,
        }
    }

    /// Has a body.
    #[must_use]
    pub fn is_defined(&self) -> bool {
        !self.blocks.is_empty()
    }

    /// A program starts with it, after what its language does first.
    #[must_use]
    pub fn is_main(&self) -> bool {
        self.name == "main" || self.name == "_QQmain"
    }

    /// The value of this id.
    #[must_use]
    pub fn value(&self, id: ValueId) -> &Value {
        &self.values[id.index()]
    }
}

/// Arithmetic that [`crate::value`] can evaluate. Unsigned forms end in `Unsigned`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names are the operations")]
pub enum BinaryOperator {
    Add,
    Subtract,
    Multiply,
    Divide,
    DivideUnsigned,
    Remainder,
    RemainderUnsigned,
    ShiftLeft,
    ShiftRight,
    ShiftRightUnsigned,
    And,
    Or,
    Xor,
    Minimum,
    Maximum,
}

/// Comparison of integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names are the comparisons")]
pub enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    LessUnsigned,
    LessEqualUnsigned,
    GreaterUnsigned,
    GreaterEqualUnsigned,
}

impl Comparison {
    /// The comparison of signed numbers in its place.
    #[must_use]
    pub fn of_signed(self) -> Self {
        match self {
            Self::LessUnsigned => Self::Less,
            Self::LessEqualUnsigned => Self::LessEqual,
            Self::GreaterUnsigned => Self::Greater,
            Self::GreaterEqualUnsigned => Self::GreaterEqual,
            signed => signed,
        }
    }

    /// The comparison that says the same of the operands in the other order.
    #[must_use]
    pub fn swapped(self) -> Self {
        match self {
            Self::Equal | Self::NotEqual => self,
            Self::Less => Self::Greater,
            Self::LessEqual => Self::GreaterEqual,
            Self::Greater => Self::Less,
            Self::GreaterEqual => Self::LessEqual,
            Self::LessUnsigned => Self::GreaterUnsigned,
            Self::LessEqualUnsigned => Self::GreaterEqualUnsigned,
            Self::GreaterUnsigned => Self::LessUnsigned,
            Self::GreaterEqualUnsigned => Self::LessEqualUnsigned,
        }
    }

    /// The comparison that is true where this one is false.
    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            Self::Equal => Self::NotEqual,
            Self::NotEqual => Self::Equal,
            Self::Less => Self::GreaterEqual,
            Self::LessEqual => Self::Greater,
            Self::Greater => Self::LessEqual,
            Self::GreaterEqual => Self::Less,
            Self::LessUnsigned => Self::GreaterEqualUnsigned,
            Self::LessEqualUnsigned => Self::GreaterUnsigned,
            Self::GreaterUnsigned => Self::LessEqualUnsigned,
            Self::GreaterEqualUnsigned => Self::LessUnsigned,
        }
    }
}

/// Change of an integer's width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Cast {
    /// Keeps the low bits.
    Truncate,
    /// Widens and keeps the sign.
    SignExtend,
    /// Widens with zeroes.
    ZeroExtend,
}

/// A value of a function.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Value {
    /// The n-th parameter.
    Parameter(u32),
    /// An integer constant (or the bits of a floating-point one).
    Integer(i64),
    /// The null pointer.
    Null,
    /// Not initialised.
    Undefined,
    /// The address of a global variable.
    Global(GlobalId),
    /// The address of a function.
    Function(FunctionId),
    /// The address of a stack object.
    Stack,
    /// `base` plus a constant number of bytes.
    Offset {
        /// Address.
        base: ValueId,
        /// Bytes.
        bytes: i64,
    },
    /// An element of an array that starts at `base`, at an index only the run knows.
    Element {
        /// Address of the array.
        base: ValueId,
        /// What the index is computed from.
        indices: Vec<ValueId>,
        /// Where the elements lie.
        elements: Elements,
    },
    /// Integer arithmetic on `bits`-wide operands.
    Binary {
        /// Operation.
        operator: BinaryOperator,
        /// Width of the operands.
        bits: u8,
        /// Operands.
        operands: [ValueId; 2],
    },
    /// Integer or pointer comparison.
    Compare {
        /// Comparison.
        comparison: Comparison,
        /// Width of the operands.
        bits: u8,
        /// Operands.
        operands: [ValueId; 2],
    },
    /// Integer conversion between widths.
    Cast {
        /// Kind.
        cast: Cast,
        /// Width before.
        from: u8,
        /// Width after.
        to: u8,
        /// Operand.
        operand: ValueId,
    },
    /// `condition ? then : otherwise`.
    Select {
        /// Condition.
        condition: ValueId,
        /// Value if the condition is not 0.
        then: ValueId,
        /// Value if it is 0.
        otherwise: ValueId,
    },
    /// Joins the values that arrive over the edges of its block.
    Phi {
        /// The block it stands at the head of.
        block: BlockId,
        /// Predecessor and value.
        incoming: Vec<(BlockId, ValueId)>,
    },
    /// What is read at an [`Event::Load`].
    Load {
        /// Address.
        address: ValueId,
    },
    /// The result of the call at this place.
    Result {
        /// Block of the call.
        block: BlockId,
        /// Index of its event.
        event: u32,
    },
    /// A function of its inputs that is not evaluated.
    Opaque(Vec<ValueId>),
}

/// What happens in a block, in order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Event {
    /// Memory is read; the value is a [`Value::Load`].
    Load(ValueId),
    /// Memory is written.
    Store {
        /// Where.
        address: ValueId,
        /// What.
        value: ValueId,
    },
    /// `bytes` bytes are copied (`memcpy`, structure assignment).
    Copy {
        /// Where to.
        to: ValueId,
        /// Where from.
        from: ValueId,
        /// How many, when constant.
        bytes: Option<i64>,
    },
    /// A function is called.
    Call(CallSite),
}

/// A call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CallSite {
    /// Whom.
    pub callee: Callee,
    /// Arguments in order.
    pub arguments: Vec<ValueId>,
    /// The value of kind [`Value::Result`], if it is used.
    pub result: Option<ValueId>,
    /// Where.
    pub location: Location,
    /// The reader's number of this call in its module, to find the instruction again.
    pub tag: u32,
}

/// Who is called.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Callee {
    /// A known function.
    Direct(FunctionId),
    /// Through a pointer, with the fingerprint of the type called.
    Indirect {
        /// The pointer.
        pointer: ValueId,
        /// As [`Function::signature`].
        signature: u64,
    },
    /// Inline assembly.
    Assembly,
}

/// How a block ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Terminator {
    /// Goes on.
    Jump(BlockId),
    /// Two ways.
    Branch {
        /// Decides.
        condition: ValueId,
        /// If not 0.
        then: BlockId,
        /// If 0.
        otherwise: BlockId,
    },
    /// Many ways.
    Switch {
        /// Decides.
        value: ValueId,
        /// Ways by value.
        cases: Vec<(i64, BlockId)>,
        /// Any other value.
        default: BlockId,
    },
    /// The block's last event is a call that may throw.
    Invoke {
        /// After its return.
        normal: BlockId,
        /// After its exception.
        unwind: BlockId,
    },
    /// Computed goto.
    Indirect {
        /// Decides.
        value: ValueId,
        /// Possible targets.
        targets: Vec<BlockId>,
    },
    /// Back to the caller.
    Return(Option<ValueId>),
    /// An exception leaves the function.
    Resume,
    /// Never reached.
    Unreachable,
}

impl Terminator {
    /// The blocks control may go to next, in the order of the edges.
    #[must_use]
    pub fn successors(&self) -> SmallVec<[BlockId; 2]> {
        match self {
            Self::Jump(target) => smallvec![*target],
            Self::Branch { then, otherwise, .. } => smallvec![*then, *otherwise],
            Self::Switch { cases, default, .. } => {
                cases.iter().map(|(_, target)| *target).chain([*default]).collect()
            }
            Self::Invoke { normal, unwind } => smallvec![*normal, *unwind],
            Self::Indirect { targets, .. } => targets.as_slice().into(),
            Self::Return(_) | Self::Resume | Self::Unreachable => SmallVec::new(),
        }
    }

    /// Where control goes for a value of its condition, if that is told by it alone.
    #[must_use]
    pub fn target(&self, value: i64) -> Option<BlockId> {
        match self {
            Self::Branch { then, otherwise, .. } => {
                Some(if value == 0 { *otherwise } else { *then })
            }
            Self::Switch { cases, default, .. } => {
                let case = cases.iter().find(|(case, _)| *case == value);
                Some(case.map_or(*default, |(_, target)| *target))
            }
            _ => None,
        }
    }

    /// The value that decides where control goes, if there is a choice.
    #[must_use]
    pub const fn condition(&self) -> Option<ValueId> {
        match self {
            Self::Branch { condition, .. } => Some(*condition),
            Self::Switch { value, .. } | Self::Indirect { value, .. } => Some(*value),
            _ => None,
        }
    }

    /// Where control goes if the value that decides is this number; `None`: a number does not tell.
    #[must_use]
    pub fn way(&self, number: i64) -> Option<BlockId> {
        match self {
            Self::Branch { then, otherwise, .. } => {
                Some(if number == 0 { *otherwise } else { *then })
            }
            Self::Switch { cases, default, .. } => {
                let case = cases.iter().find(|(case, _)| *case == number);
                Some(case.map_or(*default, |(_, to)| *to))
            }
            _ => None,
        }
    }
}

/// A basic block.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Block {
    /// What happens in it.
    pub events: Vec<Event>,
    /// How it ends.
    pub terminator: Terminator,
    /// Where the terminator stands in the source.
    pub location: Location,
}

impl Block {
    /// Where control goes if the call that is its event throws: one before the last is caught by nobody here.
    #[must_use]
    pub fn unwind_of(&self, event: usize) -> Option<BlockId> {
        match self.terminator {
            Terminator::Invoke { unwind, .. } if event + 1 == self.events.len() => Some(unwind),
            _ => None,
        }
    }
}
