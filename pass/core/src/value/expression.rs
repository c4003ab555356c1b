//! Symbolic expressions, hash-consed: equal expressions have equal ids.
//!
//! A function's expressions are in terms of its inputs; [`Expressions::substitute`] puts a call
//! site's arguments in their place. What is too large or too dynamic to keep exactly becomes an
//! [`Expression::Opaque`] of its leaves, which still tells *on what* the value depends.

use std::cell::RefCell;
use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::kinds::{Kinds, OriginTraits};
use super::origins::{Origin, Origins};
use super::place::PlaceId;
use crate::ids::dense_id;
use crate::marks::Marks;
use crate::program::{BinaryOperator, Cast, Comparison, FunctionId};

mod communicators;
mod opaque;
mod ranges;

dense_id!(
    /// An expression.
    ExpressionId, "e"
);
dense_id!(
    /// A leaf whose value is not known, with its reason ([`super::Origin`]).
    OriginId, "o"
);

/// May the value differ between the ranks of one communicator? Ordered by severity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dependence {
    /// The same on all ranks.
    Uniform,
    /// Nothing is known.
    Unknown,
    /// Derived from something that differs from rank to rank.
    RankDependent,
}

/// What a function's value depends on outside the function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Input {
    /// The n-th parameter.
    Parameter(u32),
    /// What stands in a place of memory when the function is entered.
    Memory(PlaceId),
}

/// How a communicator comes from its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Derivation {
    /// All ranks of the parent (`MPI_Comm_dup`, `MPI_Cart_create`).
    Copy,
    /// Ranks with the same colour (`MPI_Comm_split`).
    Split,
    /// Some ranks, the call does not tell which (`MPI_Comm_create`, `MPI_Comm_split_type`).
    Subset,
}

/// An expression. Integers of any width are held sign-extended (`bits == 1`: 0 or 1).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expression {
    /// A constant.
    Integer(i64),
    /// The address of a place in memory.
    Address(PlaceId),
    /// The address of a function.
    Function(FunctionId),
    /// An input of the function, not yet bound.
    Input(Input),
    /// A value that is not known, by its origin.
    Origin(OriginId),
    /// A value that is not known, but is the same on all ranks of a communicator: data broadcast on
    /// it, the result of an Allreduce.
    Agreed(OriginId, ExpressionId),
    /// What a pointer leads to, of which nothing else is known.
    Content(OriginId, ExpressionId),
    /// What another one may follow from, or not: it is not known to differ between ranks, also if this does.
    Doubtful(ExpressionId),
    /// `MPI_COMM_WORLD`.
    World,
    /// `MPI_COMM_SELF`.
    OwnCommunicator,
    /// `MPI_COMM_NULL`.
    NullCommunicator,
    /// The calling process's rank in a communicator.
    Rank(ExpressionId),
    /// The number of ranks of a communicator.
    Size(ExpressionId),
    /// A communicator made by the program.
    Communicator {
        /// How.
        derivation: Derivation,
        /// From which.
        parent: ExpressionId,
        /// `MPI_Comm_split`'s colour and key.
        color_and_key: Option<(ExpressionId, ExpressionId)>,
        /// By which call.
        origin: OriginId,
    },
    /// Arithmetic.
    Binary(BinaryOperator, u8, ExpressionId, ExpressionId),
    /// Comparison.
    Compare(Comparison, u8, ExpressionId, ExpressionId),
    /// Change of width.
    Cast(Cast, u8, u8, ExpressionId),
    /// An address so many bytes behind another.
    Offset(ExpressionId, ExpressionId),
    /// Choice.
    Select(ExpressionId, ExpressionId, ExpressionId),
    /// Some function of the leaves, always the same one for the same `key`.
    Opaque {
        /// Which function of the leaves.
        key: u64,
        /// What it depends on, sorted: leaves and small expressions.
        leaves: Box<[ExpressionId]>,
    },
}

/// Expressions larger than this many operands become opaque, in a small and in a large program. Ways
/// of a choice larger than half of it do.
const SIZE_LIMITS: [u32; 2] = [400, 80];
/// Operands up to which what an opaque expression depends on is kept as it is, in a small and in a
/// large program.
const PART_LIMITS: [u32; 2] = [256, 16];
/// Parts of an expression that are looked at one by one.
const STEP_LIMIT: usize = 4096;
/// Expressions whose leaves are kept at most: they are asked for again and again.
const KNOWN_LEAVES: usize = 500_000;
/// Leaves an opaque expression keeps at most.
const LEAF_LIMIT: usize = 24;
/// Choices in each other that are compared with a number one by one.
const CHOICE_LIMIT: u32 = 8;
/// Inputs that are kept of one that depends on more.
const INPUT_LIMIT: usize = 4;

/// The origin of what depends on more than an expression keeps.
pub(super) const TOO_MUCH: OriginId = OriginId(0);

/// What a call puts into the expressions of the function it calls.
pub struct Binding<'b> {
    /// What stands for an input.
    pub inputs: &'b mut dyn FnMut(&mut Expressions, Input) -> ExpressionId,
    /// If the function is called elsewhere too: what it makes anew at each call gets names of this one.
    pub anew: Option<Anew<'b>>,
}

/// Names for what one call makes.
pub struct Anew<'b> {
    /// The origins that were named.
    pub origins: &'b mut Origins,
    /// Names the call.
    pub call: u64,
}

/// What is known of an expression when it is made.
#[derive(Debug)]
struct Traits {
    /// How many operands it has, and they; of an opaque one, how many leaves.
    size: u32,
    /// Does it mention an input?
    open: bool,
    /// Does it mention a communicator the program makes?
    made: bool,
    /// Does it mention what a function makes anew each time it is called?
    anew: bool,
    /// Can it be evaluated where ranks, sizes and inputs are known?
    computable: bool,
    /// Does its value follow from a rank, a size or an input, as far as it can be evaluated?
    telling: bool,
    kinds: Kinds,
}

/// All expressions of an analysis.
#[derive(Debug)]
pub struct Expressions {
    table: Vec<Expression>,
    traits: Vec<Traits>,
    /// The expressions by what they are, each with its hash: to look that up is faster than the expression.
    ids: HashTable<(u32, ExpressionId)>,
    /// By expression that was asked for them: its leaves.
    known_leaves: RefCell<FxHashMap<ExpressionId, Box<[ExpressionId]>>>,
    /// The expressions that were looked at for their leaves.
    seen: RefCell<Marks>,
    /// By origin.
    origins: Vec<OriginTraits>,
    /// Places whose addresses are predefined communicators' handles.
    predefined: FxHashMap<PlaceId, Expression>,
    /// Small numbers are handles: the program has Fortran in it.
    counts_handles: bool,
    /// MPI says somewhere whether it is in use.
    knows_of_use: bool,
    /// By function: it is defined.
    defined: Vec<bool>,
    size_limit: u32,
    part_limit: u32,
}

impl Default for Expressions {
    fn default() -> Self {
        Self::new(false)
    }
}

impl Expressions {
    /// No expressions yet; those of a large program are kept smaller.
    #[must_use]
    pub fn new(is_large: bool) -> Self {
        Self {
            table: Vec::new(),
            traits: Vec::new(),
            ids: HashTable::new(),
            known_leaves: RefCell::default(),
            seen: RefCell::default(),
            origins: Vec::new(),
            predefined: FxHashMap::default(),
            counts_handles: false,
            knows_of_use: false,
            defined: Vec::new(),
            size_limit: SIZE_LIMITS[usize::from(is_large)],
            part_limit: PART_LIMITS[usize::from(is_large)],
        }
    }

    /// From now on the address of `place` is the handle of a predefined communicator.
    pub fn predefine(&mut self, place: PlaceId, communicator: Expression) {
        self.predefined.insert(place, communicator);
    }

    /// From now on it is known which functions there are: one that is only declared may be none.
    pub fn define_functions(&mut self, defined: Vec<bool>) {
        self.defined = defined;
    }

    /// From now on it is known what has this origin.
    pub fn know_origin(&mut self, id: OriginId, origin: &Origin) {
        if self.origins.len() <= id.index() {
            self.origins.resize(id.index() + 1, OriginTraits::UNKNOWN);
        }
        let traits = OriginTraits::of(origin);
        self.knows_of_use |= traits.said_in_use.is_some();
        self.origins[id.index()] = traits;
    }

    /// Is there something that MPI says of whether it is in use?
    #[must_use]
    pub const fn knows_of_use(&self) -> bool {
        self.knows_of_use
    }

    /// What MPI says of that where it is in use; `None`: it is something else.
    #[must_use]
    pub fn said_in_use(&self, id: ExpressionId) -> Option<i64> {
        let Expression::Agreed(origin, _) = *self.get(id) else { return None };
        self.origin_traits(origin).said_in_use.map(i64::from)
    }

    pub(super) fn origin_traits(&self, id: OriginId) -> OriginTraits {
        self.origins.get(id.index()).copied().unwrap_or(OriginTraits::UNKNOWN)
    }

    /// The expression of this id.
    #[must_use]
    pub fn get(&self, id: ExpressionId) -> &Expression {
        &self.table[id.index()]
    }

    /// Number of expressions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// No expression was made yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.table.is_empty()
    }

    /// Does the expression depend on an input that is still to be bound?
    #[must_use]
    pub fn mentions_input(&self, id: ExpressionId) -> bool {
        self.traits[id.index()].open
    }

    fn intern(&mut self, expression: Expression) -> ExpressionId {
        #[allow(clippy::cast_possible_truncation, reason = "so many bits tell most apart")]
        let own = FxBuildHasher.hash_one(&expression) as u32;
        let hash = |own: u32| u64::from(own).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let table = &self.table;
        let is_same =
            |(other, id): &(u32, ExpressionId)| *other == own && table[id.index()] == expression;
        if let Some((_, id)) = self.ids.find(hash(own), is_same) {
            return *id;
        }
        let id = ExpressionId::new(self.table.len());
        self.traits.push(self.traits_of(&expression));
        self.table.push(expression);
        self.ids.insert_unique(hash(own), (own, id), |(own, _)| hash(*own));
        id
    }

    fn traits_of(&self, expression: &Expression) -> Traits {
        let mut operands = operands(expression).map(|operand| &self.traits[operand.index()]);
        let size = match expression {
            Expression::Opaque { leaves, .. } => u32::try_from(leaves.len()).unwrap_or(u32::MAX),
            _ => operands.clone().fold(1, |sum: u32, operand| sum.saturating_add(operand.size)),
        };
        let (computable, telling) = self.computability(expression);
        Traits {
            size,
            open: matches!(expression, Expression::Input(_))
                || operands.clone().any(|operand| operand.open),
            made: matches!(expression, Expression::Communicator { .. })
                || operands.clone().any(|operand| operand.made),
            anew: match expression {
                Expression::Origin(origin) => self.origin_traits(*origin).anew,
                Expression::Agreed(..) | Expression::Communicator { .. } => true,
                Expression::Opaque { leaves, .. } if self.is_too_much(leaves) => true,
                _ => operands.any(|operand| operand.anew),
            },
            computable,
            telling,
            kinds: self.kinds_of(expression),
        }
    }

    /// How it may differ between ranks.
    #[must_use]
    pub fn severity(&self, id: ExpressionId) -> Dependence {
        self.kinds(id).severity
    }

    /// The kinds of the leaves it depends on.
    #[must_use]
    pub(super) fn kinds(&self, id: ExpressionId) -> Kinds {
        self.traits[id.index()].kinds
    }

    /// Is it asked whether a number is a multiple of another, as in `if (n % ranks != 0 || m % ranks != 0)`?
    #[must_use]
    pub fn asks_for_multiple(&self, condition: ExpressionId) -> bool {
        const PARTS: usize = 16;
        let mut work = vec![condition];
        for _ in 0..PARTS {
            let Some(part) = work.pop() else { break };
            match self.get(part) {
                Expression::Binary(
                    BinaryOperator::Remainder | BinaryOperator::RemainderUnsigned,
                    ..,
                ) => return true,
                Expression::Binary(..)
                | Expression::Compare(..)
                | Expression::Cast(..)
                | Expression::Select(..) => work.extend(operands(self.get(part))),
                _ => {}
            }
        }
        false
    }

    /// Can the expression be evaluated, once inputs are bound, to something that differs with the rank
    /// or the number of ranks?
    #[must_use]
    pub fn is_telling(&self, id: ExpressionId) -> bool {
        self.traits[id.index()].telling
    }

    /// Whether an expression can be evaluated, and whether it then tells of ranks and sizes.
    fn computability(&self, expression: &Expression) -> (bool, bool) {
        let computable = |id: &ExpressionId| self.traits[id.index()].computable;
        let telling = |id: &ExpressionId| self.traits[id.index()].telling;
        match expression {
            Expression::Input(_)
            | Expression::Rank(_)
            | Expression::Size(_)
            | Expression::Communicator { .. } => (true, true),
            Expression::Agreed(origin, _) if self.origin_traits(*origin).said_in_use.is_some() => {
                (true, true)
            }
            Expression::Integer(_)
            | Expression::Function(_)
            | Expression::Address(_)
            | Expression::World
            | Expression::OwnCommunicator
            | Expression::NullCommunicator => (true, false),
            Expression::Origin(_)
            | Expression::Agreed(..)
            | Expression::Content(..)
            | Expression::Doubtful(_)
            | Expression::Opaque { .. } => (false, false),
            // One operand may be enough to know the result.
            Expression::Binary(
                BinaryOperator::And | BinaryOperator::Or | BinaryOperator::Multiply,
                _,
                a,
                b,
            ) => {
                let tells = telling(a) || telling(b);
                (tells || (computable(a) && computable(b)), tells)
            }
            Expression::Select(condition, a, b) => {
                let known = computable(condition) && (computable(a) || computable(b));
                (known, known && [condition, a, b].into_iter().any(telling))
            }
            other => {
                let mut operands = operands(other);
                let known = operands.clone().all(|operand| computable(&operand));
                (known, known && operands.any(|operand| telling(&operand)))
            }
        }
    }

    /// An expression without operands, or one whose operands need no simplification.
    pub fn leaf(&mut self, expression: Expression) -> ExpressionId {
        self.intern(expression)
    }

    /// A constant.
    pub fn integer(&mut self, value: i64) -> ExpressionId {
        self.intern(Expression::Integer(value))
    }

    /// The constant an expression is.
    #[must_use]
    pub fn as_integer(&self, id: ExpressionId) -> Option<i64> {
        match self.get(id) {
            Expression::Integer(value) => Some(*value),
            _ => None,
        }
    }

    /// The leaves an expression depends on; constants are left out.
    pub fn leaves(&self, id: ExpressionId, leaves: &mut Vec<ExpressionId>) {
        if !self.has_parts(id) {
            leaves.extend((!self.is_constant(id)).then_some(id));
            return;
        }
        self.with_leaves(id, |found| leaves.extend_from_slice(found));
    }

    /// Looks at each leaf an expression depends on; constants are left out. `look` must not ask for leaves itself.
    pub fn each_leaf(&self, id: ExpressionId, look: impl FnMut(ExpressionId)) {
        if self.has_parts(id) {
            self.with_leaves(id, |found| found.iter().copied().for_each(look));
        } else if !self.is_constant(id) {
            [id].into_iter().for_each(look);
        }
    }

    /// The leaves of one kind that an expression depends on.
    #[must_use]
    pub fn leaves_of_kind(
        &self,
        id: ExpressionId,
        is: fn(&Expression) -> bool,
    ) -> Vec<ExpressionId> {
        let of_kind = |leaf: &ExpressionId| is(self.get(*leaf));
        match self.has_parts(id) {
            true => self.with_leaves(id, |leaves| leaves.iter().copied().filter(of_kind).collect()),
            false => Some(id).filter(of_kind).into_iter().collect(),
        }
    }

    /// What `use_them` makes of the leaves of an expression with parts. It must not ask for leaves itself.
    fn with_leaves<T>(&self, id: ExpressionId, use_them: impl FnOnce(&[ExpressionId]) -> T) -> T {
        if let Some(known) = self.known_leaves.borrow().get(&id) {
            return use_them(known);
        }
        let mut found = Vec::new();
        let mut seen = self.seen.borrow_mut();
        seen.begin(self.len());
        let mut steps = 0;
        let mut work = vec![id];
        while let Some(next) = work.pop() {
            if self.is_constant(next) || !seen.insert(next.index()) {
                continue;
            }
            steps += 1;
            if !self.has_parts(next) || steps >= STEP_LIMIT {
                found.push(next);
                continue;
            }
            match self.get(next) {
                Expression::Opaque { leaves, .. } => work.extend_from_slice(leaves),
                other => work.extend(operands(other)),
            }
        }
        let made = use_them(&found);
        let mut known = self.known_leaves.borrow_mut();
        if known.len() < KNOWN_LEAVES {
            known.insert(id, found.into());
        }
        made
    }

    /// Is it the same whatever is put into it?
    fn is_constant(&self, id: ExpressionId) -> bool {
        matches!(
            self.get(id),
            Expression::Integer(_)
                | Expression::Function(_)
                | Expression::World
                | Expression::OwnCommunicator
                | Expression::NullCommunicator
        )
    }

    /// Is it computed from others, which may be leaves?
    fn has_parts(&self, id: ExpressionId) -> bool {
        matches!(
            self.get(id),
            Expression::Opaque { .. }
                | Expression::Binary(..)
                | Expression::Compare(..)
                | Expression::Cast(..)
                | Expression::Offset(..)
                | Expression::Select(..)
        )
    }

    /// What `pointer` leads to; of a long chain of pointers, where that begins.
    pub fn content(&mut self, origin: OriginId, pointer: ExpressionId) -> ExpressionId {
        let pointer = if self.traits[pointer.index()].size < self.part_limit {
            pointer
        } else {
            self.opaque(0, [pointer])
        };
        self.intern(Expression::Content(origin, pointer))
    }

    /// What may follow from `id`, or not. Of what is computed from others, each of them may.
    pub fn doubtful(&mut self, id: ExpressionId) -> ExpressionId {
        match self.get(id) {
            Expression::Doubtful(_) | Expression::Size(_) | Expression::Agreed(..) => id,
            _ if self.is_constant(id) => id,
            // Not known already.
            Expression::Opaque { leaves, .. } if self.is_too_much(leaves) => id,
            Expression::Opaque { key, leaves } => {
                let (key, leaves) = (*key, leaves.clone());
                let leaves: Vec<_> = leaves.iter().map(|leaf| self.doubtful(*leaf)).collect();
                self.opaque(key, leaves)
            }
            _ if !self.has_parts(id) || self.traits[id.index()].size <= self.part_limit => {
                self.intern(Expression::Doubtful(id))
            }
            _ => {
                let key = fingerprint(self.get(id));
                let whole = self.opaque(key, [id]);
                self.doubtful(whole)
            }
        }
    }

    /// Is it not known to differ between ranks, whatever does?
    #[must_use]
    pub fn is_doubtful(&self, id: ExpressionId) -> bool {
        let is_one = |id: &ExpressionId| matches!(self.get(*id), Expression::Doubtful(_));
        let is_same = |id: &ExpressionId| {
            matches!(self.get(*id), Expression::Size(_) | Expression::Agreed(..))
        };
        match self.get(id) {
            Expression::Opaque { leaves, .. } => {
                leaves.iter().any(is_one) && leaves.iter().all(|id| is_one(id) || is_same(id))
            }
            _ => is_one(&id),
        }
    }

    /// Does it follow, perhaps, from what differs between ranks?
    #[must_use]
    pub fn may_follow_ranks(&self, id: ExpressionId) -> bool {
        let follows = |id: &ExpressionId| {
            matches!(self.get(*id), Expression::Doubtful(part)
            if self.severity(*part) == Dependence::RankDependent)
        };
        match self.get(id) {
            Expression::Opaque { leaves, .. } => leaves.iter().any(follows),
            _ => follows(&id),
        }
    }

    /// Is it all that follows from `other`, perhaps, that this follows from as well?
    pub fn follows_perhaps_from(&mut self, id: ExpressionId, other: ExpressionId) -> bool {
        let Expression::Opaque { leaves, .. } = self.get(id) else { return false };
        let leaves = leaves.clone();
        if !leaves.iter().any(|leaf| matches!(self.get(*leaf), Expression::Doubtful(_))) {
            return false;
        }
        let other = self.doubtful(other);
        match self.get(other) {
            Expression::Opaque { leaves: all, .. } => all.iter().all(|leaf| leaves.contains(leaf)),
            _ => leaves.contains(&other),
        }
    }

    /// The leaves `id` depends on, where pointers are followed to those they depend on; `None`: too
    /// many.
    #[must_use]
    pub fn roots(&self, id: ExpressionId) -> Option<Vec<ExpressionId>> {
        let mut roots = Vec::new();
        let mut work = vec![id];
        let mut steps = 0;
        while let Some(next) = work.pop() {
            steps += 1;
            if steps > STEP_LIMIT {
                return None;
            }
            match self.get(next) {
                Expression::Content(_, part) | Expression::Doubtful(part) => work.push(*part),
                _ => {
                    let mut leaves = Vec::new();
                    self.leaves(next, &mut leaves);
                    for leaf in leaves {
                        match self.get(leaf) {
                            Expression::Content(..) | Expression::Doubtful(_) => work.push(leaf),
                            _ => roots.push(leaf),
                        }
                    }
                }
            }
        }
        Some(roots)
    }

    /// Is it the address of a function, of an object or of a part of one, and so not null?
    #[must_use]
    pub fn is_of_object(&self, id: ExpressionId) -> bool {
        match self.get(id) {
            Expression::Address(_) => true,
            Expression::Origin(origin) => self.origin_traits(*origin).is_address,
            Expression::Doubtful(address) => self.is_of_object(*address),
            Expression::Function(id) => self.defined.get(id.index()).copied().unwrap_or(false),
            Expression::Offset(base, bytes) => {
                self.as_integer(*bytes).is_some() || self.is_of_object(*base)
            }
            _ => false,
        }
    }

    /// Arithmetic, folded where the operands are known.
    pub fn binary(
        &mut self,
        operator: BinaryOperator,
        bits: u8,
        left: ExpressionId,
        right: ExpressionId,
    ) -> ExpressionId {
        if operator == BinaryOperator::Subtract
            && let Some([left, right]) = self.without_common(bits, [left, right])
        {
            return self.binary(operator, bits, left, right);
        }
        if let (Some(a), Some(b)) = (self.as_integer(left), self.as_integer(right))
            && let Some(value) = fold_binary(operator, bits, a, b)
        {
            return self.integer(value);
        }
        let neutral = matches!(
            operator,
            BinaryOperator::Add
                | BinaryOperator::Subtract
                | BinaryOperator::Or
                | BinaryOperator::Xor
        );
        if neutral && self.as_integer(right) == Some(0) {
            return left;
        }
        if operator == BinaryOperator::Multiply {
            for (one, other) in [(left, right), (right, left)] {
                if self.as_integer(one) == Some(1) {
                    return other;
                }
            }
        }
        if operator == BinaryOperator::Xor
            && self.as_integer(right) == Some(1)
            && let Some(opposite) = self.negated(left)
        {
            return opposite;
        }
        self.bounded(Expression::Binary(operator, bits, left, right))
    }

    /// Comparison, folded where the operands are known or equal.
    pub fn compare(
        &mut self,
        comparison: Comparison,
        bits: u8,
        left: ExpressionId,
        right: ExpressionId,
    ) -> ExpressionId {
        if let (Some(a), Some(b)) = (self.as_integer(left), self.as_integer(right)) {
            return self.integer(i64::from(fold_compare(comparison, bits, a, b)));
        }
        if left == right {
            return self.integer(i64::from(fold_compare(comparison, bits, 0, 0)));
        }
        if let Some(is_none) = self.compare_with_none(comparison, left, right) {
            return self.integer(i64::from(is_none));
        }
        // No object goes beyond the highest address: what is behind is greater.
        if let Some([left, right]) = self.offsets(left, right) {
            return self.compare(comparison.of_signed(), bits, left, right);
        }
        match (comparison, self.as_integer(left), self.as_integer(right)) {
            // Nothing is less than zero.
            (Comparison::LessUnsigned, _, Some(0)) | (Comparison::GreaterUnsigned, Some(0), _) => {
                return self.integer(0);
            }
            (Comparison::GreaterEqualUnsigned, _, Some(0))
            | (Comparison::LessEqualUnsigned, Some(0), _) => return self.integer(1),
            _ => {}
        }
        if let Some(number) = self.as_integer(right) {
            // `(x == y) != 0` as the front ends write conversions to bool, and `!(x == y)`.
            if let (Comparison::NotEqual, 0) | (Comparison::Equal, 1) = (comparison, number)
                && self.is_truth_value(left)
            {
                return left;
            }
            if let (Comparison::Equal, 0) | (Comparison::NotEqual, 1) = (comparison, number)
                && let Some(opposite) = self.negated(left)
            {
                return opposite;
            }
            if let Some(result) = self.compare_each(comparison, bits, left, number, CHOICE_LIMIT) {
                return result;
            }
            if let Some(holds) = self.compare_range(comparison, bits, left, number) {
                return self.integer(i64::from(holds));
            }
        }
        self.bounded(Expression::Compare(comparison, bits, left, right))
    }

    /// Compares a choice between numbers: what the choice was made by.
    fn compare_each(
        &mut self,
        comparison: Comparison,
        bits: u8,
        left: ExpressionId,
        right: i64,
        depth: u32,
    ) -> Option<ExpressionId> {
        match *self.get(left) {
            Expression::Integer(left) => {
                Some(self.integer(i64::from(fold_compare(comparison, bits, left, right))))
            }
            _ if right == 0 && self.is_of_object(left) => match comparison {
                Comparison::Equal => Some(self.integer(0)),
                Comparison::NotEqual => Some(self.integer(1)),
                _ => None,
            },
            Expression::Select(condition, then, otherwise) => {
                let depth = depth.checked_sub(1)?;
                let mut compare = |way: ExpressionId, taken: bool| match (
                    comparison,
                    self.is_chosen_number(condition, taken, way, right),
                ) {
                    (Comparison::Equal, Some(is)) => Some(self.integer(i64::from(is))),
                    (Comparison::NotEqual, Some(is)) => Some(self.integer(i64::from(!is))),
                    _ => self.compare_each(comparison, bits, way, right, depth),
                };
                let (then, otherwise) = (compare(then, true)?, compare(otherwise, false)?);
                Some(self.select(condition, then, otherwise))
            }
            // Of one bit the sign is another question.
            _ if bits > 1 && self.is_truth_value(left) => {
                let holds = [0, 1].map(|truth| fold_compare(comparison, bits, truth, right));
                match holds {
                    [false, true] => Some(left),
                    [true, false] => self.negated(left),
                    [always, _] => Some(self.integer(i64::from(always))),
                }
            }
            _ => None,
        }
    }

    /// Does what chose one of two ways tell whether that is a number, as in `x == 0 ? y : x`?
    fn is_chosen_number(
        &self,
        condition: ExpressionId,
        taken: bool,
        way: ExpressionId,
        number: i64,
    ) -> Option<bool> {
        match *self.get(condition) {
            Expression::Compare(comparison, _, value, with)
                if value == way && self.as_integer(with) == Some(number) =>
            {
                match comparison {
                    Comparison::Equal => Some(taken),
                    Comparison::NotEqual => Some(!taken),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// 1 where the truth value is 0, and the other way round; `None`: it is no comparison.
    fn negated(&mut self, truth: ExpressionId) -> Option<ExpressionId> {
        match *self.get(truth) {
            Expression::Compare(comparison, bits, left, right) => {
                Some(self.intern(Expression::Compare(comparison.opposite(), bits, left, right)))
            }
            _ => None,
        }
    }

    /// Is its value 0 or 1?
    #[must_use]
    pub fn is_truth_value(&self, id: ExpressionId) -> bool {
        match self.get(id) {
            Expression::Compare(..) => true,
            Expression::Cast(Cast::ZeroExtend | Cast::Truncate, _, _, inner) => {
                self.is_truth_value(*inner)
            }
            _ => false,
        }
    }

    /// Change of width; truth values pass through unchanged.
    pub fn cast(&mut self, cast: Cast, from: u8, to: u8, operand: ExpressionId) -> ExpressionId {
        if let Some(value) = self.as_integer(operand) {
            return self.integer(fold_cast(cast, from, to, value));
        }
        if cast != Cast::SignExtend && self.is_truth_value(operand) {
            return operand;
        }
        if cast == Cast::Truncate
            && let Some(part) = self.bits_of(operand, 0, to, CHOICE_LIMIT)
        {
            return part;
        }
        // Handles and addresses keep their identity through pointer-integer conversions.
        if matches!(
            self.get(operand),
            Expression::Address(_)
                | Expression::Offset(..)
                | Expression::World
                | Expression::OwnCommunicator
                | Expression::NullCommunicator
                | Expression::Communicator { .. }
                | Expression::Function(_)
        ) {
            return operand;
        }
        self.bounded(Expression::Cast(cast, from, to, operand))
    }

    /// `bits` bits of a number from `from` on, where it was put together of such: `(b << 32) | a`.
    fn bits_of(
        &mut self,
        id: ExpressionId,
        from: u8,
        bits: u8,
        depth: u32,
    ) -> Option<ExpressionId> {
        let depth = depth.checked_sub(1)?;
        let zero = |all: &mut Self| Some(all.integer(0));
        match *self.get(id) {
            Expression::Integer(value) => {
                let shifted = unsigned(64, value).checked_shr(u32::from(from)).unwrap_or(0);
                Some(self.integer(normalize(bits, shifted.cast_signed())))
            }
            _ if self.is_truth_value(id) => {
                if from == 0 {
                    Some(id)
                } else {
                    zero(self)
                }
            }
            Expression::Cast(Cast::ZeroExtend, of, _, part) => {
                if from == 0 && of == bits {
                    Some(part)
                } else if from >= of {
                    zero(self)
                } else {
                    None
                }
            }
            Expression::Binary(BinaryOperator::ShiftRightUnsigned, _, whole, by) => {
                let by = u8::try_from(self.as_integer(by)?).ok()?;
                self.bits_of(whole, from.checked_add(by)?, bits, depth)
            }
            Expression::Binary(BinaryOperator::ShiftLeft, _, part, by) => {
                let by = u8::try_from(self.as_integer(by)?).ok()?;
                if from >= by {
                    self.bits_of(part, from - by, bits, depth)
                } else if from.checked_add(bits)? <= by {
                    zero(self)
                } else {
                    None
                }
            }
            Expression::Binary(BinaryOperator::Or, _, one, other) => {
                let (one, other) = (
                    self.bits_of(one, from, bits, depth)?,
                    self.bits_of(other, from, bits, depth)?,
                );
                match [one, other].map(|part| self.as_integer(part)) {
                    [Some(0), _] => Some(other),
                    [_, Some(0)] => Some(one),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Choice, folded where the condition is known or both ways are equal.
    pub fn select(
        &mut self,
        condition: ExpressionId,
        then: ExpressionId,
        otherwise: ExpressionId,
    ) -> ExpressionId {
        if then == otherwise {
            return then;
        }
        match self.as_integer(condition) {
            Some(0) => otherwise,
            Some(_) => then,
            None => {
                match [then, otherwise].map(|way| self.as_integer(way)) {
                    [Some(1), Some(0)] if self.is_truth_value(condition) => return condition,
                    [Some(0), Some(1)] => {
                        if let Some(opposite) = self.negated(condition) {
                            return opposite;
                        }
                    }
                    _ => {}
                }
                let mut then = self.under(condition, true, then);
                let mut otherwise = self.under(condition, false, otherwise);
                // `if (set) ...; else` leaves what is not set.
                let truth = self.without_casts(condition);
                if self.is_choice_of_truths(truth) {
                    // Of a truth value that is widened with its sign, only 0 stays what it is.
                    if self.without_extensions(then) == truth && then != condition {
                        then = self.integer(1);
                    }
                    if self.without_casts(otherwise) == truth {
                        otherwise = self.integer(0);
                    }
                }
                if then == otherwise {
                    return then;
                }
                let [then, otherwise] = [then, otherwise].map(|way| self.abridged(way));
                self.bounded(Expression::Select(condition, then, otherwise))
            }
        }
    }

    /// Is its value 0 or 1, also where it is chosen?
    fn is_choice_of_truths(&self, id: ExpressionId) -> bool {
        let is_truth = |way: ExpressionId| {
            matches!(self.as_integer(way), Some(0 | 1)) || self.is_truth_value(way)
        };
        match *self.get(id) {
            Expression::Select(_, then, otherwise) => is_truth(then) && is_truth(otherwise),
            _ => self.is_truth_value(id),
        }
    }

    /// What is cut off or widened with zeroes.
    fn without_extensions(&self, mut id: ExpressionId) -> ExpressionId {
        while let Expression::Cast(Cast::Truncate | Cast::ZeroExtend, _, _, operand) = self.get(id)
        {
            id = *operand;
        }
        id
    }

    /// What numbers of other widths are made of.
    #[must_use]
    pub fn without_casts(&self, mut id: ExpressionId) -> ExpressionId {
        while let Expression::Cast(_, _, _, operand) = self.get(id) {
            id = *operand;
        }
        id
    }

    /// What a way of a choice is, where the condition `holds` or does not: choices by the same condition or
    /// by its opposite are made already.
    fn under(&self, condition: ExpressionId, holds: bool, way: ExpressionId) -> ExpressionId {
        let mut way = way;
        while let Expression::Select(inner, then, otherwise) = self.get(way) {
            let inner_holds = match *inner == condition {
                true => holds,
                false if self.are_opposite(*inner, condition) => !holds,
                false => break,
            };
            way = if inner_holds { *then } else { *otherwise };
        }
        way
    }

    /// Is one condition true where the other is false?
    #[must_use]
    pub fn are_opposite(&self, one: ExpressionId, other: ExpressionId) -> bool {
        match (self.get(one), self.get(other)) {
            (
                Expression::Compare(one, one_bits, one_left, one_right),
                Expression::Compare(other, other_bits, other_left, other_right),
            ) => {
                one.opposite() == *other
                    && (one_bits, one_left, one_right) == (other_bits, other_left, other_right)
            }
            _ => false,
        }
    }

    /// A way of a choice: of one that is large the leaves are kept, so that the choice remains one.
    fn abridged(&mut self, way: ExpressionId) -> ExpressionId {
        if self.traits[way.index()].size < self.size_limit / 2 {
            return way;
        }
        let key = fingerprint(self.get(way));
        self.opaque(key, [way])
    }

    /// Interns, or makes opaque what has grown too large.
    pub(super) fn bounded(&mut self, expression: Expression) -> ExpressionId {
        let size: u32 = operands(&expression).map(|o| self.traits[o.index()].size).sum();
        if size < self.size_limit {
            return self.intern(expression);
        }
        let key = fingerprint(&expression);
        self.opaque(key, operands(&expression))
    }

    /// The expression with every part replaced whose value `known` answers.
    pub fn replace(
        &mut self,
        id: ExpressionId,
        known: &dyn Fn(&Self, ExpressionId) -> Option<i64>,
        cache: &mut FxHashMap<ExpressionId, ExpressionId>,
    ) -> ExpressionId {
        if let Some(&done) = cache.get(&id) {
            return done;
        }
        let result = match (known(self, id), self.get(id)) {
            (Some(value), _) => self.integer(value),
            (None, Expression::Communicator { .. }) => id,
            (None, _) => self.rebuild(id, &mut |all, part| all.replace(part, known, cache)),
        };
        cache.insert(id, result);
        result
    }

    /// The expression with `to` in place of each `from`.
    pub fn exchange(
        &mut self,
        id: ExpressionId,
        from: ExpressionId,
        to: ExpressionId,
    ) -> ExpressionId {
        self.exchange_parts(id, from, to, &mut FxHashMap::default())
    }

    fn exchange_parts(
        &mut self,
        id: ExpressionId,
        from: ExpressionId,
        to: ExpressionId,
        cache: &mut FxHashMap<ExpressionId, ExpressionId>,
    ) -> ExpressionId {
        if id == from {
            return to;
        }
        if let Some(&done) = cache.get(&id) {
            return done;
        }
        let result = self.rebuild(id, &mut |all, part| all.exchange_parts(part, from, to, cache));
        cache.insert(id, result);
        result
    }

    /// Everything it is made of, itself too.
    #[must_use]
    pub fn parts(&self, id: ExpressionId) -> FxHashSet<ExpressionId> {
        self.some_parts([id], usize::MAX)
    }

    /// Marks everything it is made of, itself too, by number; what a marked expression is made of has to be marked
    /// already.
    pub fn mark_parts(&self, id: ExpressionId, marks: &mut Marks) {
        marks.extend(self.len());
        let mut work = vec![id];
        while let Some(next) = work.pop() {
            if marks.insert(next.index()) {
                work.extend(operands(self.get(next)));
            }
        }
    }

    /// So much of what these are made of, themselves too.
    #[must_use]
    pub fn some_parts(
        &self,
        of: impl IntoIterator<Item = ExpressionId>,
        limit: usize,
    ) -> FxHashSet<ExpressionId> {
        let mut parts = FxHashSet::default();
        let mut work: Vec<ExpressionId> = of.into_iter().collect();
        while let Some(next) = work.pop().filter(|_| parts.len() < limit) {
            if parts.insert(next) {
                work.extend(operands(self.get(next)));
            }
        }
        parts
    }

    /// Is an opaque expression a part of it?
    #[must_use]
    pub fn has_opaque(&self, id: ExpressionId) -> bool {
        let mut work = vec![id];
        let mut steps = 0;
        while let Some(next) = work.pop() {
            steps += 1;
            if steps > STEP_LIMIT || matches!(self.get(next), Expression::Opaque { .. }) {
                return true;
            }
            work.extend(operands(self.get(next)));
        }
        false
    }

    /// Does it stand for one value, and not for any of those that a call left?
    #[must_use]
    pub fn is_one_value(&self, id: ExpressionId) -> bool {
        let mut is_one = true;
        self.each_leaf(id, |leaf| {
            is_one &= !matches!(
                self.get(leaf),
                Expression::Origin(_)
                    | Expression::Agreed(..)
                    | Expression::Content(..)
                    | Expression::Doubtful(_)
            );
        });
        is_one
    }

    /// What the expression is where each of these conditions holds, or does not.
    pub fn where_it_holds(
        &mut self,
        id: ExpressionId,
        conditions: &[(ExpressionId, bool)],
        cache: &mut FxHashMap<ExpressionId, ExpressionId>,
    ) -> ExpressionId {
        let known = |all: &Self, part: ExpressionId| {
            conditions.iter().find_map(|(condition, holds)| {
                if part == *condition {
                    return Some(i64::from(*holds));
                }
                all.are_opposite(part, *condition).then(|| i64::from(!*holds))
            })
        };
        self.replace(id, &known, cache)
    }

    /// The expression with every input replaced, and named anew what a call makes anew.
    pub fn substitute(
        &mut self,
        id: ExpressionId,
        binding: &mut Binding<'_>,
        cache: &mut FxHashMap<ExpressionId, ExpressionId>,
    ) -> ExpressionId {
        let is_renamed = self.traits[id.index()].anew && binding.anew.is_some();
        if !self.mentions_input(id) && !is_renamed {
            return id;
        }
        if let Some(&done) = cache.get(&id) {
            return done;
        }
        let mut result = match self.get(id) {
            Expression::Input(input) => (binding.inputs)(self, *input),
            _ => self.rebuild(id, &mut |all, operand| all.substitute(operand, binding, cache)),
        };
        if let Some(anew) = binding.anew.as_mut().filter(|_| is_renamed && self.is_made(id)) {
            result = self.renamed(result, anew);
        }
        cache.insert(id, result);
        result
    }

    /// Is it itself what a function makes anew, and not only computed from that?
    fn is_made(&self, id: ExpressionId) -> bool {
        match self.get(id) {
            Expression::Origin(_) | Expression::Agreed(..) | Expression::Communicator { .. } => {
                true
            }
            Expression::Opaque { leaves, .. } => self.is_too_much(leaves),
            _ => false,
        }
    }

    /// The expression with the origin it has itself as this call makes it.
    fn renamed(&mut self, id: ExpressionId, anew: &mut Anew<'_>) -> ExpressionId {
        let mut expression = self.get(id).clone();
        match &mut expression {
            Expression::Origin(origin)
            | Expression::Agreed(origin, _)
            | Expression::Communicator { origin, .. } => {
                *origin = anew.origins.by_call(*origin, anew.call);
                self.know_origin(*origin, anew.origins.get(*origin));
            }
            Expression::Opaque { key, leaves } if self.is_too_much(leaves) => {
                *key = FxBuildHasher.hash_one((*key, anew.call));
            }
            _ => return id,
        }
        self.intern(expression)
    }

    /// The expression with communicators the program makes replaced by `by`'s answer, if it has one;
    /// what they are made of is replaced first.
    pub fn replace_communicators(
        &mut self,
        id: ExpressionId,
        by: &dyn Fn(&mut Self, ExpressionId) -> Option<ExpressionId>,
        cache: &mut FxHashMap<ExpressionId, ExpressionId>,
    ) -> ExpressionId {
        if !self.traits[id.index()].made {
            return id;
        }
        if let Some(&done) = cache.get(&id) {
            return done;
        }
        // As a whole, or else with what it is made of replaced, which may be a whole again.
        let mut result = by(self, id).unwrap_or(id);
        if result == id {
            result =
                self.rebuild(id, &mut |all, operand| all.replace_communicators(operand, by, cache));
            result = by(self, result).unwrap_or(result);
        }
        cache.insert(id, result);
        result
    }

    /// The expression with `change` done to its operands; itself, where that changes none.
    // tidy: long because it is one match over all kinds of expressions.
    fn rebuild(
        &mut self,
        id: ExpressionId,
        change: &mut dyn FnMut(&mut Self, ExpressionId) -> ExpressionId,
    ) -> ExpressionId {
        match *self.get(id) {
            Expression::Rank(communicator) => {
                let communicator = change(self, communicator);
                self.rank(communicator)
            }
            Expression::Size(communicator) => {
                let communicator = change(self, communicator);
                self.size(communicator)
            }
            Expression::Agreed(origin, communicator) => {
                let communicator = change(self, communicator);
                let communicator = self.communicator(communicator);
                self.intern(Expression::Agreed(origin, communicator))
            }
            Expression::Content(origin, pointer) => {
                let pointer = change(self, pointer);
                self.content(origin, pointer)
            }
            Expression::Doubtful(part) => {
                let part = change(self, part);
                self.doubtful(part)
            }
            Expression::Communicator { derivation, parent, color_and_key, origin } => {
                let parent = change(self, parent);
                let parent = self.communicator(parent);
                let color_and_key =
                    color_and_key.map(|(color, key)| (change(self, color), change(self, key)));
                self.intern(Expression::Communicator { derivation, parent, color_and_key, origin })
            }
            Expression::Binary(operator, bits, a, b) => {
                let changed = (change(self, a), change(self, b));
                if changed == (a, b) {
                    id
                } else {
                    self.binary(operator, bits, changed.0, changed.1)
                }
            }
            Expression::Compare(comparison, bits, a, b) => {
                let changed = (change(self, a), change(self, b));
                if changed == (a, b) {
                    id
                } else {
                    self.compare(comparison, bits, changed.0, changed.1)
                }
            }
            Expression::Cast(cast, from, to, operand) => {
                let changed = change(self, operand);
                if changed == operand { id } else { self.cast(cast, from, to, changed) }
            }
            Expression::Offset(address, bytes) => {
                let changed = (change(self, address), change(self, bytes));
                if changed == (address, bytes) { id } else { self.offset(changed.0, changed.1) }
            }
            Expression::Select(c, a, b) => {
                let changed = (change(self, c), change(self, a), change(self, b));
                if changed == (c, a, b) { id } else { self.select(changed.0, changed.1, changed.2) }
            }
            Expression::Opaque { key, ref leaves } => {
                let leaves = leaves.clone();
                let changed: Vec<_> = leaves.iter().map(|leaf| change(self, *leaf)).collect();
                if changed[..] == leaves[..] {
                    return id;
                }
                // Of a number nothing is kept but what the key tells: with another one it is another value.
                let numbers = leaves.iter().zip(&changed).filter_map(|(leaf, now)| {
                    let number = self.as_integer(*now).filter(|_| leaf != now)?;
                    Some(FxBuildHasher.hash_one((leaf, number)))
                });
                let key = numbers.fold(key, |key, number| key ^ number);
                match self.is_too_much(&leaves) {
                    true => self.opaque_of_too_much(key, &changed),
                    false => self.opaque(key, changed),
                }
            }
            _ => id,
        }
    }

    /// Does an input decide what the expression is, other than by naming a communicator?
    #[must_use]
    pub fn is_up_to_callers(&self, id: ExpressionId) -> bool {
        let mut is_input = false;
        self.each_leaf(id, |leaf| is_input |= matches!(self.get(leaf), Expression::Input(_)));
        is_input
    }

    /// The inputs an expression mentions.
    #[must_use]
    pub fn inputs(&self, id: ExpressionId) -> Vec<Input> {
        self.inputs_of_all([id], &mut FxHashSet::default())
    }

    /// The inputs some expressions mention, those of expressions `seen` before left out.
    pub fn inputs_of_all(
        &self,
        ids: impl IntoIterator<Item = ExpressionId>,
        seen: &mut FxHashSet<ExpressionId>,
    ) -> Vec<Input> {
        let mut found = Vec::new();
        let mut work: Vec<ExpressionId> = ids.into_iter().collect();
        while let Some(next) = work.pop() {
            if !self.mentions_input(next) || !seen.insert(next) {
                continue;
            }
            if let Expression::Input(input) = self.get(next) {
                found.push(*input);
            }
            work.extend(operands(self.get(next)));
        }
        found
    }
}

/// The operands of an expression.
pub fn operands(expression: &Expression) -> impl Iterator<Item = ExpressionId> + Clone + '_ {
    let (own, leaves): (_, &[ExpressionId]) = match *expression {
        Expression::Binary(_, _, a, b)
        | Expression::Compare(_, _, a, b)
        | Expression::Offset(a, b) => ([Some(a), Some(b), None], &[]),
        Expression::Cast(_, _, _, a)
        | Expression::Rank(a)
        | Expression::Size(a)
        | Expression::Content(_, a)
        | Expression::Doubtful(a)
        | Expression::Agreed(_, a) => ([Some(a), None, None], &[]),
        Expression::Select(c, a, b) => ([Some(c), Some(a), Some(b)], &[]),
        Expression::Opaque { ref leaves, .. } => ([None; 3], leaves),
        Expression::Communicator { parent, color_and_key, .. } => {
            let (color, key) = color_and_key.unzip();
            ([Some(parent), color, key], &[])
        }
        _ => ([None; 3], &[]),
    };
    own.into_iter().flatten().chain(leaves.iter().copied())
}

fn fingerprint(expression: &Expression) -> u64 {
    use std::hash::{Hash, Hasher};
    let mut hasher = rustc_hash::FxHasher::default();
    expression.hash(&mut hasher);
    hasher.finish()
}

/// Sign-extends the low `bits` of `value`; one bit is 0 or 1.
#[must_use]
pub const fn normalize(bits: u8, value: i64) -> i64 {
    match bits {
        0 | 64.. => value,
        1 => value & 1,
        _ => {
            let shift = 64 - bits as u32;
            (value << shift) >> shift
        }
    }
}

const fn unsigned(bits: u8, value: i64) -> u64 {
    match bits {
        0 | 64.. => value.cast_unsigned(),
        _ => value.cast_unsigned() & ((1 << bits) - 1),
    }
}

/// The result of an operation on known operands; `None`: undefined (division by zero, wide shift).
#[must_use]
pub fn fold_binary(operator: BinaryOperator, bits: u8, a: i64, b: i64) -> Option<i64> {
    use BinaryOperator as Op;
    let shift = || u32::try_from(b).ok().filter(|s| *s < u32::from(bits.max(1)));
    let value = match operator {
        Op::Add => a.wrapping_add(b),
        Op::Subtract => a.wrapping_sub(b),
        Op::Multiply => a.wrapping_mul(b),
        Op::Divide => a.checked_div(b)?,
        Op::Remainder => a.checked_rem(b)?,
        Op::DivideUnsigned => unsigned(bits, a).checked_div(unsigned(bits, b))?.cast_signed(),
        Op::RemainderUnsigned => unsigned(bits, a).checked_rem(unsigned(bits, b))?.cast_signed(),
        Op::ShiftLeft => a.wrapping_shl(shift()?),
        Op::ShiftRight => a.wrapping_shr(shift()?),
        Op::ShiftRightUnsigned => unsigned(bits, a).wrapping_shr(shift()?).cast_signed(),
        Op::And => a & b,
        Op::Or => a | b,
        Op::Xor => a ^ b,
        Op::Minimum => a.min(b),
        Op::Maximum => a.max(b),
    };
    Some(normalize(bits, value))
}

/// The result of a comparison of known operands.
#[must_use]
pub fn fold_compare(comparison: Comparison, bits: u8, a: i64, b: i64) -> bool {
    let (ua, ub) = (unsigned(bits, a), unsigned(bits, b));
    match comparison {
        Comparison::Equal => ua == ub,
        Comparison::NotEqual => ua != ub,
        Comparison::Less => a < b,
        Comparison::LessEqual => a <= b,
        Comparison::Greater => a > b,
        Comparison::GreaterEqual => a >= b,
        Comparison::LessUnsigned => ua < ub,
        Comparison::LessEqualUnsigned => ua <= ub,
        Comparison::GreaterUnsigned => ua > ub,
        Comparison::GreaterEqualUnsigned => ua >= ub,
    }
}

/// The result of a change of width of a known operand.
#[must_use]
pub fn fold_cast(cast: Cast, from: u8, to: u8, value: i64) -> i64 {
    match cast {
        Cast::Truncate => normalize(to, value),
        Cast::SignExtend if from == 1 => -(value & 1),
        Cast::SignExtend => value,
        Cast::ZeroExtend => normalize(to, unsigned(from, value).cast_signed()),
    }
}

#[cfg(test)]
#[path = "expression_tests.rs"]
mod tests;
