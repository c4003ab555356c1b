//! What an expression is on each rank of a sample communicator.
//!
//! Whether a condition parts the ranks is decided by evaluating it: on sample numbers of ranks, for
//! each rank. `rank < size`, `rank >= 0` and `size >= 1` then hold by themselves, conditions that
//! repeat or contradict each other agree, and a finding can name ranks that part.

use rustc_hash::FxHashMap;

use super::Context;
use super::expression::{
    Dependence, Derivation, Expression, ExpressionId, fold_binary, fold_cast, fold_compare,
    operands,
};
use super::place::{Place, Root};
use crate::program::{BinaryOperator, Cast, Comparison, FunctionId};

/// What stands for `MPI_COMM_NULL` in comparisons.
const NULL_HANDLE: i64 = 0x0400_0000;
/// Handles and addresses evaluate to different numbers from here on, none of them null.
const HANDLES: i64 = 1 << 44;

/// The number that stands for a function's address.
#[must_use]
pub fn function_address(function: FunctionId) -> i64 {
    HANDLES * 2 + i64::from(function.0)
}

/// The number that stands for the address of a place in an object: no object is larger than these.
fn address_of(object: u32, place: Place) -> i64 {
    const OBJECT: i64 = 1 << 30;
    (HANDLES * 3).wrapping_add(i64::from(object).wrapping_mul(OBJECT)).wrapping_add(place.offset)
}

/// The value of an expression on each rank of a sample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// By member of the sample; `None`: not known.
    pub values: Vec<Option<i64>>,
    /// How the values that are not known differ between those ranks.
    pub open: Dependence,
}

impl Evaluation {
    fn known(values: Vec<Option<i64>>) -> Self {
        Self { values, open: Dependence::Uniform }
    }

    fn unknown(count: usize, open: Dependence) -> Self {
        Self { values: vec![None; count], open }
    }

    /// How the value differs between the members `among` selects.
    pub(crate) fn variation(&self, among: &dyn Fn(usize) -> bool) -> Dependence {
        let mut seen: Option<Option<i64>> = None;
        let mut result = Dependence::Uniform;
        for (_, value) in self.values.iter().enumerate().filter(|(index, _)| among(*index)) {
            if value.is_none() {
                result = result.max(self.open);
            }
            match seen {
                None => seen = Some(*value),
                Some(first) if first == *value => {}
                Some(_) => result = Dependence::RankDependent,
            }
        }
        result
    }

    /// Is the value the same on all ranks of the sample?
    #[must_use]
    pub fn dependence(&self) -> Dependence {
        self.variation(&|_| true)
    }
}

/// Some ranks of a communicator, with what they know of it and its ancestors.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The communicator looked at.
    pub focus: ExpressionId,
    /// Number of members.
    pub members: usize,
    /// By communicator: the rank of each member in it, and its size.
    pub ranks: FxHashMap<ExpressionId, (Vec<i64>, i64)>,
    /// Expressions taken as uniform: what the colour of the focus is known by.
    pub agreed: Vec<ExpressionId>,
    /// Expressions taken as a rank's number, and that.
    pub roots: (Vec<ExpressionId>, i64),
}

impl Sample {
    /// The ranks of `communicator` with `size` ranks; large ones by their first and last ranks.
    #[must_use]
    pub fn whole(communicator: ExpressionId, size: i64) -> Self {
        let ranks: Vec<i64> = if size <= 8 {
            (0..size).collect()
        } else {
            [0, 1, 2, 3, size / 2, size - 2, size - 1].into()
        };
        Self {
            focus: communicator,
            members: ranks.len(),
            ranks: [(communicator, (ranks, size))].into_iter().collect(),
            agreed: Vec::new(),
            roots: (Vec::new(), 0),
        }
    }

    /// The sample with these numbers taken as a rank's.
    #[must_use]
    pub fn with_roots(self, (numbers, rank): (&[ExpressionId], i64)) -> Self {
        Self { roots: (numbers.to_vec(), rank), ..self }
    }

    /// Samples of a communicator: of the one it comes from, divided by colour.
    #[must_use]
    pub fn of(context: &Context<'_>, focus: ExpressionId, sizes: &[i64]) -> Vec<Self> {
        let Expression::Communicator { derivation, parent, color_and_key, .. } =
            context.expressions.get(focus)
        else {
            return sizes.iter().map(|size| Self::whole(focus, *size)).collect();
        };
        let whole = |agreed: Vec<ExpressionId>| {
            let sample = |size: &i64| Self { agreed: agreed.clone(), ..Self::whole(focus, *size) };
            sizes.iter().map(sample).collect::<Vec<_>>()
        };
        let Some((color, key)) = color_and_key else { return whole(Vec::new()) };
        if *derivation != Derivation::Split {
            // Made from a group: the members' ranks in it are their ranks here.
            let mut samples = whole(Vec::new());
            for sample in &mut samples {
                let ranks = sample.ranks[&focus].clone();
                sample.ranks.insert(*color, ranks);
            }
            return samples;
        }
        let parent = context.expressions.group_of(*parent);
        let mut samples = Vec::new();
        for sample in Self::of(context, parent, sizes) {
            let mut evaluator = Evaluator::new(context, &sample);
            let colors = evaluator.evaluate(*color).values;
            let keys: Option<Vec<i64>> = evaluator.evaluate(*key).values.into_iter().collect();
            let known = colors.iter().all(Option::is_some);
            let Some(keys) = keys.filter(|_| known) else {
                return whole(determined_by(context, *color));
            };
            let mut classes: Vec<i64> = colors.iter().copied().flatten().collect();
            classes.sort_unstable();
            classes.dedup();
            for class in classes.into_iter().filter(|class| *class >= 0) {
                samples.push(sample.restrict(focus, &colors, &keys, class));
            }
        }
        samples
    }

    /// The members of one colour, ordered by key and then by rank (MPI 4.0, 7.4.2).
    fn restrict(
        &self,
        focus: ExpressionId,
        colors: &[Option<i64>],
        keys: &[i64],
        class: i64,
    ) -> Self {
        let mut inside: Vec<usize> =
            (0..self.members).filter(|index| colors[*index] == Some(class)).collect();
        inside.sort_by_key(|index| keys[*index]);
        let count = i64::try_from(inside.len()).unwrap_or(i64::MAX);
        let mut ranks: FxHashMap<_, _> = self
            .ranks
            .iter()
            .map(|(communicator, (ranks, size))| {
                (*communicator, (inside.iter().map(|index| ranks[*index]).collect(), *size))
            })
            .collect();
        ranks.insert(focus, ((0..count).collect(), count));
        Self {
            focus,
            members: inside.len(),
            ranks,
            agreed: self.agreed.clone(),
            roots: self.roots.clone(),
        }
    }
}

/// Expressions that have one value for one value of `color`: the ranks of one colour agree on them.
fn determined_by(context: &Context<'_>, color: ExpressionId) -> Vec<ExpressionId> {
    let mut agreed = vec![color];
    let mut next = 0;
    while let Some(&expression) = agreed.get(next) {
        next += 1;
        match context.expressions.get(expression) {
            Expression::Cast(Cast::SignExtend | Cast::ZeroExtend, _, _, inner) => {
                agreed.push(*inner);
            }
            Expression::Binary(
                BinaryOperator::Add | BinaryOperator::Subtract | BinaryOperator::Xor,
                _,
                a,
                b,
            ) => {
                for (one, other) in [(a, b), (b, a)] {
                    if context.expressions.as_integer(*other).is_some() {
                        agreed.push(*one);
                    }
                }
            }
            Expression::Select(condition, a, b) => {
                let (a, b) =
                    (context.expressions.as_integer(*a), context.expressions.as_integer(*b));
                if a.is_some() && b.is_some() && a != b {
                    agreed.push(*condition);
                }
            }
            _ => {}
        }
    }
    agreed
}

/// Evaluates expressions on one sample.
#[derive(Debug)]
pub struct Evaluator<'c, 'p> {
    context: &'c Context<'p>,
    sample: &'c Sample,
    known: FxHashMap<ExpressionId, Evaluation>,
    /// Nobody is taken to be alone in a communicator of which nothing is known.
    in_company: bool,
}

impl<'c, 'p> Evaluator<'c, 'p> {
    /// Nothing evaluated yet.
    #[must_use]
    pub fn new(context: &'c Context<'p>, sample: &'c Sample) -> Self {
        Self { context, sample, known: FxHashMap::default(), in_company: false }
    }

    /// As [`Self::new`], for what ends the job unless a rank is alone: `if (size > 1) MPI_Abort(comm, 1); exit(1);`. Nobody is
    /// taken to be alone in a communicator of which nothing is known.
    #[must_use]
    pub fn in_company(context: &'c Context<'p>, sample: &'c Sample) -> Self {
        Self { in_company: true, ..Self::new(context, sample) }
    }

    /// Takes an expression to be this number on all members.
    pub fn suppose(&mut self, id: ExpressionId, number: i64) {
        let number = self.constant(number);
        self.known.insert(id, number);
    }

    /// How many expressions were evaluated.
    #[must_use]
    pub fn evaluated(&self) -> usize {
        self.known.len()
    }

    /// The expression on each member of the sample.
    pub fn evaluate(&mut self, id: ExpressionId) -> Evaluation {
        if let Some(known) = self.known.get(&id) {
            return known.clone();
        }
        let result = if self.sample.agreed.contains(&id) {
            Evaluation::unknown(self.sample.members, Dependence::Uniform)
        } else if self.sample.roots.0.contains(&id) {
            self.constant(self.sample.roots.1)
        } else {
            self.compute(id)
        };
        self.known.insert(id, result.clone());
        result
    }

    fn constant(&self, value: i64) -> Evaluation {
        Evaluation::known(vec![Some(value); self.sample.members])
    }

    fn unknown(&self, open: Dependence) -> Evaluation {
        Evaluation::unknown(self.sample.members, open)
    }

    fn compute(&mut self, id: ExpressionId) -> Evaluation {
        match self.context.expressions.get(id) {
            Expression::Integer(value) => self.constant(*value),
            Expression::Function(function) => self.constant(function_address(*function)),
            Expression::Address(place) => {
                let place_data = self.context.places.get(*place);
                match place_data.root {
                    Root::Global(g)
                        if self.context.program.globals[g.index()].name == "ompi_mpi_comm_null" =>
                    {
                        self.constant(NULL_HANDLE)
                    }
                    Root::Stack(_) | Root::Heap(_) | Root::Global(_) if !place_data.array => self
                        .constant(address_of(self.context.places.object(place_data), place_data)),
                    // Which object that is, only callers know.
                    _ => self.unknown(Dependence::Uniform),
                }
            }
            Expression::World | Expression::OwnCommunicator => {
                self.constant(HANDLES + i64::from(id.0))
            }
            Expression::NullCommunicator => self.constant(NULL_HANDLE),
            Expression::Input(_) if self.context.inputs_agree => self.unknown(Dependence::Uniform),
            Expression::Input(_) => self.unknown(Dependence::Unknown),
            Expression::Origin(origin) => {
                let origin = self.context.origin_of(*origin);
                // Who is a member may follow from the very same value.
                let open = if self.knows_members() {
                    origin.dependence
                } else {
                    origin.dependence.min(Dependence::Unknown)
                };
                self.unknown(open)
            }
            Expression::Content(origin, pointer) => {
                let given = self.is_given(*pointer);
                let open = self.context.origin_of(*origin).dependence;
                self.unknown(if given { Dependence::Uniform } else { open })
            }
            Expression::Doubtful(part) => self.doubtful(*part),
            Expression::Agreed(_, communicator) => {
                let shared = self.includes_focus(*communicator);
                self.unknown(if shared { Dependence::Uniform } else { Dependence::Unknown })
            }
            Expression::Rank(communicator) => self.rank(*communicator),
            Expression::Size(communicator) => self.size(*communicator),
            Expression::Communicator { .. } => self.handle(id),
            Expression::Opaque { leaves, .. } if self.context.expressions.is_too_much(leaves) => {
                self.unknown(Dependence::Unknown)
            }
            Expression::Opaque { leaves, .. } => self.opaque(leaves),
            Expression::Binary(..)
            | Expression::Compare(..)
            | Expression::Cast(..)
            | Expression::Offset(..)
            | Expression::Select(..) => self.operation(id),
        }
    }

    fn doubtful(&mut self, part: ExpressionId) -> Evaluation {
        let open = self.evaluate(part).dependence();
        self.unknown(open.min(Dependence::Unknown))
    }

    fn opaque(&mut self, parts: &[ExpressionId]) -> Evaluation {
        let open = parts.iter().map(|part| self.evaluate(*part).dependence()).max();
        let open = open.unwrap_or(Dependence::Uniform);
        let differs = open == Dependence::RankDependent;
        if !differs || !parts.iter().any(|part| self.context.is_handed_on(*part)) {
            return self.unknown(open);
        }
        // The rank by itself may say no more than who was sent the data and who had them before.
        let by_rank = parts.iter().all(|part| {
            self.evaluate(*part).dependence() != Dependence::RankDependent
                || self.context.is_of_rank_alone(*part)
        });
        self.unknown(if by_rank { Dependence::Unknown } else { open })
    }

    /// Does a pointer follow from nothing but what all processes are started with? Then what it leads
    /// to does as well.
    fn is_given(&self, pointer: ExpressionId) -> bool {
        if let Some(known) = self.context.given_pointers.borrow().get(&pointer) {
            return *known;
        }
        let is_given = self.follows_from_given(pointer);
        self.context.given_pointers.borrow_mut().insert(pointer, is_given);
        is_given
    }

    fn follows_from_given(&self, pointer: ExpressionId) -> bool {
        let Some(roots) = self.context.expressions.roots(pointer) else { return false };
        let is_given = |root: &ExpressionId| match self.context.expressions.get(*root) {
            Expression::Origin(origin) => {
                self.context.origin_of(*origin).dependence == Dependence::Uniform
            }
            Expression::Address(place) => match self.context.places.get(*place).root {
                Root::Global(global) => self.context.program.globals[global.index()].constant,
                _ => false,
            },
            _ => false,
        };
        !roots.is_empty() && roots.iter().all(is_given)
    }

    /// Is it known which ranks belong to the communicator looked at?
    fn knows_members(&self) -> bool {
        match self.context.expressions.get(self.sample.focus) {
            Expression::Communicator { parent, .. } => {
                self.sample.ranks.contains_key(&self.context.expressions.group_of(*parent))
            }
            Expression::World | Expression::Input(_) => true,
            _ => false,
        }
    }

    /// Are all ranks of the sample ranks of one such communicator?
    fn includes_focus(&self, communicator: ExpressionId) -> bool {
        let group = self.context.expressions.group_of(communicator);
        if *self.context.expressions.get(group) == Expression::World {
            return true;
        }
        let mut at = self.sample.focus;
        loop {
            at = self.context.expressions.group_of(at);
            if at == group {
                return true;
            }
            match self.context.expressions.get(at) {
                Expression::Communicator { parent, .. } => at = *parent,
                _ => return false,
            }
        }
    }

    /// Was the communicator made, directly or not, from the one looked at?
    fn comes_from_focus(&self, communicator: ExpressionId) -> bool {
        let mut at = self.context.expressions.group_of(communicator);
        while let Expression::Communicator { parent, .. } = self.context.expressions.get(at) {
            at = self.context.expressions.group_of(*parent);
            if at == self.sample.focus {
                return true;
            }
        }
        false
    }

    /// The colours and keys of a communicator split from the one looked at, when all are known.
    fn colors(&mut self, communicator: ExpressionId) -> Option<(Vec<i64>, Vec<i64>)> {
        let Expression::Communicator {
            derivation: Derivation::Split,
            parent,
            color_and_key: Some((color, key)),
            ..
        } = self.context.expressions.get(communicator)
        else {
            return None;
        };
        if self.context.expressions.group_of(*parent) != self.sample.focus {
            return None;
        }
        let keys: Option<Vec<i64>> = self.evaluate(*key).values.into_iter().collect();
        let colors: Option<Vec<i64>> = self.evaluate(*color).values.into_iter().collect();
        colors.zip(keys)
    }

    fn rank(&mut self, communicator: ExpressionId) -> Evaluation {
        if let Some((ranks, _)) = self.sample.ranks.get(&communicator) {
            return Evaluation::known(ranks.iter().copied().map(Some).collect());
        }
        if let Some((colors, keys)) = self.colors(communicator) {
            let position = |index: usize| {
                let before = |other: &usize| (keys[*other], *other) < (keys[index], index);
                let same = (0..colors.len()).filter(|other| colors[*other] == colors[index]);
                same.filter(before).count()
            };
            let ranks = (0..colors.len()).map(|index| i64::try_from(position(index)).ok());
            return Evaluation::known(ranks.collect());
        }
        let world = *self.context.expressions.get(self.sample.focus) == Expression::World;
        let open = if world || self.comes_from_focus(communicator) {
            Dependence::RankDependent
        } else {
            Dependence::Unknown
        };
        self.unknown(open)
    }

    fn size(&mut self, communicator: ExpressionId) -> Evaluation {
        if let Some((_, size)) = self.sample.ranks.get(&communicator) {
            return self.constant(*size);
        }
        if let Some((colors, _)) = self.colors(communicator) {
            let count = |color: &i64| colors.iter().filter(|other| *other == color).count();
            let sizes = colors.iter().map(|color| i64::try_from(count(color)).ok());
            return Evaluation::known(sizes.collect());
        }
        let open = if self.includes_focus(communicator) {
            Dependence::Uniform
        } else {
            Dependence::Unknown
        };
        self.unknown(open)
    }

    /// Whether a communicator of which nothing is known has one rank or several, where it is taken to have several.
    fn of_company(
        &mut self,
        comparison: Comparison,
        size: ExpressionId,
        number: ExpressionId,
    ) -> Option<bool> {
        let all = &self.context.expressions;
        if !self.in_company || !matches!(all.get(size), Expression::Size(_)) {
            return None;
        }
        let answer = match (comparison, all.as_integer(number)?) {
            (Comparison::Greater | Comparison::NotEqual, 1) | (Comparison::GreaterEqual, 2) => true,
            (Comparison::LessEqual | Comparison::Equal, 1) | (Comparison::Less, 2) => false,
            _ => return None,
        };
        self.evaluate(size).values.iter().all(Option::is_none).then_some(answer)
    }

    /// A communicator's handle: null on the ranks it leaves out.
    fn handle(&mut self, communicator: ExpressionId) -> Evaluation {
        let value = HANDLES + i64::from(communicator.0);
        if let Expression::Communicator { derivation: Derivation::Copy, origin, .. } =
            self.context.expressions.get(communicator)
            && self.context.expressions.origin_traits(*origin).leaves_out
        {
            // A grid may be smaller than the communicator it was made of.
            return self.unknown(Dependence::Unknown);
        }
        let group = self.context.expressions.group_of(communicator);
        if !matches!(self.context.expressions.get(group), Expression::Communicator { .. })
            || self.includes_focus(group)
        {
            return self.constant(value);
        }
        if let Some((colors, _)) = self.colors(group) {
            let handles = colors.iter().map(|c| Some(if *c >= 0 { value } else { NULL_HANDLE }));
            return Evaluation::known(handles.collect());
        }
        let open = match self.context.expressions.get(group) {
            Expression::Communicator {
                derivation: Derivation::Split,
                color_and_key: Some((color, _)),
                ..
            } => self.evaluate(*color).dependence(),
            _ => Dependence::Unknown,
        };
        self.unknown(open)
    }

    fn operation(&mut self, id: ExpressionId) -> Evaluation {
        let expression = self.context.expressions.get(id).clone();
        let operand_ids: Vec<ExpressionId> = operands(&expression).collect();
        let mut inputs: Vec<Evaluation> = operand_ids.iter().map(|o| self.evaluate(*o)).collect();
        if let Expression::Compare(comparison, _, size, number) = expression {
            self.read_null_handles(&operand_ids, &mut inputs);
            if let Some(answer) = self.of_company(comparison, size, number) {
                return self.constant(i64::from(answer));
            }
        }
        let values: Vec<Option<i64>> = (0..self.sample.members)
            .map(|member| {
                let on_member: Vec<_> = inputs.iter().map(|input| input.values[member]).collect();
                apply(&expression, &on_member)
            })
            .collect();
        let is_choice = matches!(expression, Expression::Select(..));
        if is_choice
            && (self.is_kept_by_root(&operand_ids[1..], &inputs)
                || self.may_be_one(&operand_ids[1..], &inputs[0])
                || self.may_be_agreed(&operand_ids, &inputs)
                || self.may_be_announced(&operand_ids, &inputs))
        {
            return self.unknown(Dependence::Unknown);
        }
        // An arm that a rank is known not to take says nothing of its value.
        let takes = |operand: usize, member: usize| match (is_choice, inputs[0].values[member]) {
            (true, Some(chosen)) => operand == 0 || (chosen != 0) == (operand == 1),
            _ => true,
        };
        let open = inputs.iter().enumerate().map(|(operand, input)| {
            input.variation(&|member| values[member].is_none() && takes(operand, member))
        });
        let open = open.max().unwrap_or(Dependence::Uniform);
        Evaluation { values, open }
    }

    /// Is something doubtful chosen by some ranks, which may be what the others choose?
    fn may_be_one(&self, arms: &[ExpressionId], condition: &Evaluation) -> bool {
        let all = &self.context.expressions;
        condition.dependence() == Dependence::RankDependent
            && arms.iter().zip([true, false]).any(|(arm, chosen)| {
                all.is_doubtful(*arm)
                    || !self.is_of_one_alone(condition, chosen) && self.may_be_doubtful(*arm)
            })
    }

    /// Does one rank alone choose so, of more than two? It reads, the others take what it keeps out of what it sends
    /// them. Of two ranks each is alone.
    fn is_of_one_alone(&self, condition: &Evaluation, chosen: bool) -> bool {
        let chooses = |value: &&Option<i64>| value.is_none_or(|value| (value != 0) == chosen);
        self.sample.members > 2 && condition.values.iter().filter(chooses).count() == 1
    }

    /// Is it something doubtful, or may it be (`if (in >> number) chosen = number;`)?
    fn may_be_doubtful(&self, id: ExpressionId) -> bool {
        /// Choices within choices that are looked at.
        const LIMIT: usize = 16;
        let all = &self.context.expressions;
        let mut work = vec![id];
        for _ in 0..LIMIT {
            match work.pop() {
                Some(next) if all.is_doubtful(next) => return true,
                Some(next) => match *all.get(next) {
                    Expression::Select(_, then, otherwise) => work.extend([then, otherwise]),
                    Expression::Cast(_, _, _, operand) => work.push(operand),
                    // What a function answers that is not seen.
                    Expression::Origin(origin) => {
                        let origin = self.context.origin_of(origin);
                        if origin.calls.is_some() && origin.dependence == Dependence::Unknown {
                            return true;
                        }
                    }
                    _ => {}
                },
                None => return false,
            }
        }
        false
    }

    /// Do callers decide whether ranks agreed on it? `if (ranks_are_many) MPI_Bcast(x, ...)` is no error where
    /// that is so.
    fn may_be_agreed(&self, ids: &[ExpressionId], inputs: &[Evaluation]) -> bool {
        let [condition, arms @ ..] = inputs else { return false };
        let all = &self.context.expressions;
        let is_agreed = |leaf: &Expression| matches!(leaf, Expression::Agreed(..));
        all.mentions_input(ids[0])
            && condition.values.iter().all(Option::is_none)
            && condition.dependence() != Dependence::RankDependent
            && ids[1..].iter().zip(arms).any(|(id, arm)| {
                arm.dependence() == Dependence::Uniform
                    && !all.leaves_of_kind(*id, is_agreed).is_empty()
            })
    }

    /// Does one rank tell all whether it will send what it has? `MPI_Bcast(&found, ...); if (found) MPI_Bcast(&number, ...);`
    /// leaves the same on all ranks if it has made another number of the common one only where it has `found`
    /// one.
    fn may_be_announced(&mut self, ids: &[ExpressionId], inputs: &[Evaluation]) -> bool {
        let [condition, ..] = inputs else { return false };
        if !self.context.is_spread(ids[0])
            || condition.values.iter().any(Option::is_some)
            || condition.dependence() == Dependence::RankDependent
        {
            return false;
        }
        let (mut is_made, mut is_all) = (false, true);
        for arm in [1, 2] {
            let made = self.is_made_by_one(ids[arm], &inputs[arm]);
            is_made |= made;
            is_all &= made || inputs[arm].dependence() != Dependence::RankDependent;
        }
        is_made && is_all
    }

    /// Is it something that is not followed on one rank, and the same on all others?
    fn is_made_by_one(&mut self, id: ExpressionId, evaluation: &Evaluation) -> bool {
        let makers = evaluation.values.iter().filter(|value| value.is_none()).count();
        let common = evaluation.variation(&|member| evaluation.values[member].is_some());
        if makers == 1 && common != Dependence::RankDependent {
            return evaluation.open != Dependence::RankDependent;
        }
        let Expression::Select(condition, then, otherwise) = *self.context.expressions.get(id)
        else {
            return false;
        };
        let who = self.evaluate(condition);
        [(true, then, otherwise), (false, otherwise, then)].into_iter().any(
            |(says, own, common)| {
                let makes =
                    |member: usize| who.values[member].is_some_and(|who| (who != 0) == says);
                let makers: Vec<usize> = (0..self.sample.members).filter(|m| makes(*m)).collect();
                let [maker] = *makers.as_slice() else { return false };
                let (own, common) = (self.evaluate(own), self.evaluate(common));
                who.values.iter().all(Option::is_some)
                    && own.values[maker].is_none()
                    && own.open != Dependence::RankDependent
                    && common.variation(&|member| member != maker) != Dependence::RankDependent
            },
        )
    }

    /// Are these what the root of a broadcast keeps, and what the others take out of the buffer? Of the
    /// ranks that take one of the arms no two are known to differ, no number is known, and one arm is what
    /// the other was sent as.
    fn is_kept_by_root(&self, ids: &[ExpressionId], inputs: &[Evaluation]) -> bool {
        let [condition, arms @ ..] = inputs else { return false };
        let may_be_kept = |(arm, evaluation): (usize, &Evaluation)| {
            // Where it is not known who takes which, any rank may take either.
            let takes = |member: usize| {
                condition.values[member].is_none_or(|chosen| (chosen != 0) == (arm == 0))
            };
            let takers: Vec<usize> = (0..self.sample.members).filter(|m| takes(*m)).collect();
            let is_number =
                |member: &usize| evaluation.values[*member].is_some_and(|value| value < HANDLES);
            let differs = || evaluation.variation(&takes) == Dependence::RankDependent;
            match takers.as_slice() {
                [] => false,
                [only] => !is_number(only),
                several => !several.iter().any(is_number) && !differs(),
            }
        };
        arms.iter().any(|arm| arm.open == Dependence::Unknown)
            && arms.iter().enumerate().all(may_be_kept)
            && ids.iter().any(|id| self.context.is_spread(*id))
    }

    /// A constant that is compared with a communicator's handle is the null handle, whichever number
    /// this MPI implementation uses for it.
    fn read_null_handles(&self, ids: &[ExpressionId], inputs: &mut [Evaluation]) {
        let is_handle = |id: &ExpressionId| {
            let expression = self.context.expressions.get(*id);
            matches!(expression, Expression::Communicator { .. } | Expression::NullCommunicator)
        };
        // MPICH's predefined communicators are numbers no other implementation uses.
        let is_predefined = |number: i64| matches!(number, 0x4400_0000 | 0x4400_0001);
        for (this, other) in [(0, 1), (1, 0)] {
            let constant = self.context.expressions.as_integer(ids[other]);
            if is_handle(&ids[this]) && constant.is_some_and(|number| !is_predefined(number)) {
                inputs[other] = self.constant(NULL_HANDLE);
            }
        }
    }
}

/// One operation on operands of which some may be unknown.
fn apply(expression: &Expression, operands: &[Option<i64>]) -> Option<i64> {
    match (expression, operands) {
        (Expression::Binary(operator, bits, ..), [a, b]) => match (operator, a, b) {
            (_, Some(a), Some(b)) => fold_binary(*operator, *bits, *a, *b),
            (BinaryOperator::And | BinaryOperator::Multiply, Some(0), None)
            | (BinaryOperator::And | BinaryOperator::Multiply, None, Some(0)) => Some(0),
            (BinaryOperator::Or, Some(value), None) | (BinaryOperator::Or, None, Some(value)) => {
                let all_ones = if *bits == 1 { 1 } else { -1 };
                (*value == all_ones).then_some(all_ones)
            }
            _ => None,
        },
        (Expression::Offset(..), [Some(base), Some(bytes)]) => Some(base.wrapping_add(*bytes)),
        (Expression::Compare(comparison, bits, ..), [Some(a), Some(b)]) => {
            Some(i64::from(fold_compare(*comparison, *bits, *a, *b)))
        }
        (Expression::Compare(Comparison::LessUnsigned, ..), [_, Some(0)]) => Some(0),
        (Expression::Cast(cast, from, to, _), [Some(value)]) => {
            Some(fold_cast(*cast, *from, *to, *value))
        }
        (Expression::Select(..), [condition, then, otherwise]) => match condition {
            Some(0) => *otherwise,
            Some(_) => *then,
            None if then == otherwise => *then,
            None => None,
        },
        _ => None,
    }
}
