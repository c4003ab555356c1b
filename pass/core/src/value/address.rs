//! Which place of memory an address is, within one function.

use rustc_hash::{FxHashMap, FxHashSet};

use super::expression::{Expression, ExpressionId, Input};
use super::library::{Effect, effect};
use super::place::{Place, PlaceId, Root};
use super::{Context, ElementOf};
use super::{cpp, strings};
use crate::program::{BinaryOperator, CallSite, Callee, Event, Function, Value, ValueId};

/// How many pointers are followed from a root.
pub(super) const DEPTH_LIMIT: u32 = 4;
/// How often what stores say is put into the addresses that are stored to.
const ROUNDS: usize = 8;
/// How many offsets on offsets an address that is moved is computed by.
const STEPS: usize = 8;

/// Resolved addresses of one function.
#[derive(Debug, Default)]
pub struct Addresses {
    resolved: FxHashMap<ValueId, Option<Place>>,
    /// What a pointer in a place points to, when the function stores one pointer there.
    pub(super) stored: FxHashMap<PlaceId, Place>,
    /// What those in places of the function's own point to in which it stores several.
    pub(super) several: FxHashMap<PlaceId, Vec<Place>>,
    /// What pointers may point to of which not all is known.
    pub(super) perhaps: FxHashMap<PlaceId, Vec<Place>>,
    /// Pointers of which it is not told where they lead, and where they may.
    pub(super) unfollowed: Vec<(PlaceId, Place)>,
    /// By object: the places in it that are named by themselves, and of which it is known where pointers there lead.
    pub(super) known_in: FxHashMap<Root, Vec<PlaceId>>,
    /// Places in which the function, or one it calls, puts something.
    pub(super) written: FxHashSet<PlaceId>,
    /// The objects these lie in; true: some are elements of an array, at an index only the run knows.
    pub(super) written_in: FxHashMap<Root, bool>,
    /// Pointers that lead to an object one callee makes, and to nothing else.
    pub(super) made: FxHashSet<PlaceId>,
    active: FxHashSet<ValueId>,
}

impl Addresses {
    /// Resolves with what the function's own stores say about pointers in memory.
    #[must_use]
    pub fn new(context: &mut Context<'_>, function: &Function) -> Self {
        let mut known = Self::default();
        for round in 1..=ROUNDS {
            let mut before = known;
            known = Self::with_stores(context, function, &mut before);
            let is_settled = known.stored == before.stored
                && known.several == before.several
                && known.perhaps == before.perhaps;
            if is_settled || !known.leads_on(context) {
                break;
            }
            if round == ROUNDS {
                known.doubt_what_changes(&before);
            }
        }
        known
    }

    /// Nobody knows where pointers lead of which the last round has said something else.
    fn doubt_what_changes(&mut self, before: &Self) {
        let stored = std::mem::take(&mut self.stored);
        for (pointer, target) in stored {
            if before.stored.get(&pointer) == Some(&target) {
                self.stored.insert(pointer, target);
            } else {
                self.perhaps.insert(pointer, vec![target]);
            }
        }
    }

    /// Is something put, or does a pointer lead, to where another pointer leads of which that is known only now?
    fn leads_on(&self, context: &Context<'_>) -> bool {
        let through_stored = |place: Place| {
            let mut root = place.root;
            while let Root::Pointee(pointer) = root {
                let at = context.places.get(pointer);
                if self.stored.contains_key(&pointer)
                    || self.several.contains_key(&pointer)
                    || self.perhaps.contains_key(&pointer)
                    || at.array && self.known_in.contains_key(&at.root)
                {
                    return true;
                }
                root = at.root;
            }
            false
        };
        self.written.iter().any(|place| through_stored(context.places.get(*place)))
            // What lies behind a copy of a pointer is known by the name it has behind that.
            || self.stored.values().any(|target| matches!(target.root, Root::Pointee(_)))
    }

    /// A place of the callers' in which the function left the address of an object it made, and the
    /// offset it points to.
    #[must_use]
    pub fn holder(&self, context: &Context<'_>, object: Root) -> Option<(PlaceId, i64)> {
        if !matches!(object, Root::Heap(_)) {
            return None;
        }
        let holders = self.stored.iter().filter(|(pointer, target)| {
            target.root == object && !context.places.is_local(**pointer)
        });
        holders.map(|(pointer, target)| (*pointer, target.offset)).min()
    }

    /// The place a value was resolved to earlier.
    #[must_use]
    pub fn resolved(&self, value: ValueId) -> Option<Place> {
        self.resolved.get(&value).copied().flatten()
    }

    /// The place `value` is the address of; `None`: it may be any.
    pub fn resolve(
        &mut self,
        context: &mut Context<'_>,
        function: &Function,
        value: ValueId,
    ) -> Option<Place> {
        if let Some(known) = self.resolved.get(&value) {
            return *known;
        }
        self.resolve_long_way(context, function, value);
        if let Some(known) = self.resolved.get(&value) {
            return *known;
        }
        if !self.active.insert(value) {
            return None;
        }
        // An address of unknown origin is the root of what is reached through it.
        let place = self.compute(context, function, value).or_else(|| {
            let unknown = matches!(
                function.value(value),
                Value::Result { .. } | Value::Phi { .. } | Value::Select { .. } | Value::Opaque(_)
            );
            unknown.then_some(Place::start(Root::Pointer(value)))
        });
        self.active.remove(&value);
        self.resolved.insert(value, place);
        place
    }

    /// Resolves what a value is computed from first if that is far away: generated code has pointers
    /// that are moved on tens of thousands of times, deeper than a stack.
    fn resolve_long_way(&mut self, context: &mut Context<'_>, function: &Function, value: ValueId) {
        const LONG: usize = 64;
        let mut way = Vec::new();
        let mut at = value;
        while !self.resolved.contains_key(&at)
            && !self.active.contains(&at)
            && way.len() <= function.values.len()
        {
            way.push(at);
            let earlier = |alternatives: &mut dyn Iterator<Item = ValueId>| {
                alternatives.filter(|alternative| *alternative < at).max()
            };
            let next = match function.value(at) {
                Value::Offset { base, .. } | Value::Element { base, .. } => Some(*base),
                Value::Load { address } => Some(*address),
                Value::Phi { incoming, .. } => earlier(&mut incoming.iter().map(|(_, v)| *v)),
                Value::Select { then, otherwise, .. } => {
                    earlier(&mut [*then, *otherwise].into_iter())
                }
                _ => None,
            };
            let Some(next) = next else { break };
            at = next;
        }
        if way.len() > function.values.len() {
            // An address computed from itself, in code that is never reached.
            for step in way {
                self.resolved.insert(step, None);
            }
        } else if way.len() > LONG {
            for step in way.into_iter().skip(1).rev() {
                self.resolve(context, function, step);
            }
        }
    }

    fn compute(
        &mut self,
        context: &mut Context<'_>,
        function: &Function,
        value: ValueId,
    ) -> Option<Place> {
        let object = |root| Some(Place::start(root));
        match function.value(value) {
            Value::Stack => object(Root::Stack(value)),
            Value::Global(global) => object(Root::Global(*global)),
            Value::Parameter(index) => object(Root::Parameter(*index)),
            Value::Offset { base, bytes } => {
                let place = self.resolve(context, function, *base)?;
                let offset = place.offset.wrapping_add(*bytes);
                // In an array of unknown index: the field of some element, or the element before it.
                let moved = Place { offset, ..place };
                if !place.array || offset >= 0 || *bytes >= 0 {
                    return Some(moved);
                }
                let step = if place.back == 0 { step_of(*bytes) } else { place.back };
                Some(moved.with_elements_before(step))
            }
            Value::Element { base, indices, elements } => {
                let place = self.resolve(context, function, *base)?;
                // What lies before an address is told to do so; an array that has a type begins there.
                let is_before = elements.bytes == 0
                    && elements.stride > 0
                    && indices.iter().any(|index| is_negative(function, *index));
                Some(match is_before {
                    true => place.with_elements_before(elements.stride),
                    false => Place { array: true, ..place },
                })
            }
            Value::Load { address } => {
                let place = self.resolve(context, function, *address)?;
                match self.pointee_of_all(context, function, place) {
                    Some(target) => Some(target),
                    None => self.pointee(context, place),
                }
            }
            Value::Phi { incoming, .. } => {
                let values: Vec<_> = incoming.iter().map(|(_, v)| *v).collect();
                self.resolve_alternatives(context, function, value, &values)
            }
            Value::Select { then, otherwise, .. } => {
                self.resolve_alternatives(context, function, value, &[*then, *otherwise])
            }
            Value::Result { block, event } => {
                let Event::Call(site) = &function.blocks[block.index()].events[*event as usize]
                else {
                    return None;
                };
                self.resolve_result(context, function, value, site)
            }
            _ => None,
        }
    }

    /// What the pointer in a place of the function's own may point to; none: one object, or nobody knows.
    #[must_use]
    pub fn several(&self, place: PlaceId) -> &[Place] {
        self.several.get(&place).map_or(&[], Vec::as_slice)
    }

    /// What the pointer in `place` points to.
    pub fn pointee(&self, context: &mut Context<'_>, place: Place) -> Option<Place> {
        let id = context.places.intern(place);
        if let Some(target) = self.stored.get(&id) {
            return Some(*target);
        }
        (context.places.depth(id) < DEPTH_LIMIT).then(|| Place::start(Root::Pointee(id)))
    }

    fn resolve_alternatives(
        &mut self,
        context: &mut Context<'_>,
        function: &Function,
        value: ValueId,
        alternatives: &[ValueId],
    ) -> Option<Place> {
        let mut found: Option<Place> = None;
        let (mut advances, mut back) = (false, 0);
        for &alternative in alternatives {
            if alternative == value
                || matches!(function.value(alternative), Value::Null | Value::Undefined)
            {
                continue;
            }
            let behind = behind(function, alternative, value);
            if self.active.contains(&alternative) || behind.is_some() {
                // The pointer of a loop that walks over an array, perhaps from its end.
                advances = true;
                back = behind.flatten().filter(|bytes| *bytes < 0).unwrap_or(back);
                continue;
            }
            let place = self.resolve(context, function, alternative)?;
            match found {
                None => found = Some(place),
                Some(known) if known.root == place.root && known.offset == place.offset => {}
                Some(_) => return None,
            }
        }
        found.map(|place| walked(place, advances, back))
    }

    fn resolve_result(
        &mut self,
        context: &mut Context<'_>,
        function: &Function,
        value: ValueId,
        site: &CallSite,
    ) -> Option<Place> {
        let Callee::Direct(callee) = site.callee else { return None };
        let heap = Place::start(Root::Heap(value));
        let name = &context.program.function(callee).name;
        if effect(name) == Some(Effect::Allocates) {
            return Some(heap);
        }
        if cpp::answers_stream(name) || strings::answers_itself(name) {
            return self.resolve(context, function, *site.arguments.first()?);
        }
        let summary = context.summaries[callee.index()].clone()?;
        if summary.returns_new_object {
            return Some(heap);
        }
        self.answered(context, function, site, (summary.result?, summary.result_element))
    }

    /// The place whose address a call answers, as the function called says; of an element, which.
    fn answered(
        &mut self,
        context: &mut Context<'_>,
        function: &Function,
        site: &CallSite,
        (result, element): (ExpressionId, Option<ElementOf>),
    ) -> Option<Place> {
        match *context.expressions.get(result) {
            Expression::Input(Input::Parameter(index)) => {
                let argument = *site.arguments.get(index as usize)?;
                self.resolve(context, function, argument)
            }
            Expression::Input(Input::Memory(place)) => {
                let place = context.places.get(place);
                let place = self.translate(context, function, site, place)?;
                self.pointee(context, place)
            }
            Expression::Address(place) => {
                let place = context.places.get(place);
                self.translate(context, function, site, place)
            }
            Expression::Offset(base, bytes) => {
                let (variable, bytes) = context.expressions.split_bytes(bytes);
                let start = self.answered(context, function, site, (base, element))?;
                let start = Place { offset: start.offset.wrapping_add(bytes), ..start };
                if variable.is_none() {
                    return Some(start);
                }
                let behind = element.and_then(|e| bytes_before(context, function, site, e));
                Some(match behind.filter(|_| !start.array) {
                    Some(bytes) => Place { offset: start.offset.wrapping_add(bytes), ..start },
                    None => Place { array: true, ..start },
                })
            }
            _ => None,
        }
    }

    /// The caller's place for a place of the function called at `site`.
    pub fn translate(
        &mut self,
        context: &mut Context<'_>,
        function: &Function,
        site: &CallSite,
        place: Place,
    ) -> Option<Place> {
        match place.root {
            Root::Global(_) => Some(place),
            Root::Parameter(index) => {
                let argument = *site.arguments.get(index as usize)?;
                Some(self.resolve(context, function, argument)?.at(place))
            }
            Root::Pointee(pointer) => {
                let pointer = context.places.get(pointer);
                let pointer = self.translate(context, function, site, pointer)?;
                Some(self.pointee(context, pointer)?.at(place))
            }
            Root::Returned => Some(self.resolve(context, function, site.result?)?.at(place)),
            Root::Stack(_) | Root::Heap(_) | Root::Pointer(_) => None,
        }
    }
}

/// The bytes before an element that a call answers the address of, where the call names its number:
/// `operator[](&array, 3)`.
fn bytes_before(
    context: &Context<'_>,
    function: &Function,
    site: &CallSite,
    element: ElementOf,
) -> Option<i64> {
    let stride = i64::from(element.elements.stride);
    let number = match context.expressions.get(element.index) {
        Expression::Input(Input::Parameter(index)) => {
            match function.value(*site.arguments.get(*index as usize)?) {
                Value::Integer(number) => *number,
                _ => return None,
            }
        }
        _ => return None,
    };
    (element.is_exact && stride > 0).then(|| stride.wrapping_mul(number))
}

/// Where an address may be that starts at a place and is moved, back by so many bytes a step if that is below 0.
pub(super) fn walked(from: Place, is_moved: bool, back: i64) -> Place {
    match is_moved && back < 0 {
        true => from.with_elements_before(step_of(back)),
        false => Place { array: from.array || is_moved, ..from },
    }
}

/// How many bytes an address is moved, forwards or back; 0: more than any element has.
fn step_of(bytes: i64) -> u32 {
    u32::try_from(bytes.unsigned_abs()).unwrap_or(0)
}

/// The address that an address is computed from by offsets alone, and how far behind it that is: so many bytes, or an
/// unknown number of them.
pub(super) fn start_of(function: &Function, address: ValueId) -> (ValueId, Option<i64>) {
    let (mut start, mut behind) = (address, Some(0_i64));
    for _ in 0..STEPS {
        start = match function.value(start) {
            Value::Offset { base, bytes } => {
                behind = behind.and_then(|behind| behind.checked_add(*bytes));
                *base
            }
            Value::Element { base, .. } => {
                behind = None;
                *base
            }
            _ => break,
        };
    }
    (start, behind)
}

/// The pointer that an address is computed from by indices and offsets.
pub(super) fn pointer_in(function: &Function, mut address: ValueId) -> ValueId {
    while let Value::Offset { base, .. } | Value::Element { base, .. } = function.value(address) {
        address = *base;
    }
    address
}

/// The address that another one is so many bytes behind.
pub(super) fn before_offsets(function: &Function, mut address: ValueId) -> ValueId {
    while let Value::Offset { base, .. } = function.value(address) {
        address = *base;
    }
    address
}

/// How far behind `base` the address `value` is computed to be: so many bytes, or an unknown number of them.
/// `None`: it is not computed from `base` by offsets alone.
fn behind(function: &Function, value: ValueId, base: ValueId) -> Option<Option<i64>> {
    let (start, behind) = start_of(function, value);
    (start == base).then_some(behind)
}

/// The bytes by which a loop moves the address it walks with, forwards or back.
pub fn step(function: &Function, address: ValueId) -> Option<i64> {
    let Value::Phi { incoming, .. } = function.value(address) else { return None };
    let steps = incoming.iter().filter(|(_, value)| *value != address);
    steps.filter_map(|(_, value)| behind(function, *value, address)?).find(|bytes| *bytes != 0)
}

/// Is an index the negative of a number, or a negative one?
fn is_negative(function: &Function, index: ValueId) -> bool {
    let is_below_zero =
        |value: ValueId| matches!(function.value(value), Value::Integer(number) if *number < 0);
    match function.value(index) {
        Value::Cast { operand, .. } => is_negative(function, *operand),
        Value::Binary { operator: BinaryOperator::Subtract, operands: [zero, _], .. } => {
            *function.value(*zero) == Value::Integer(0)
        }
        Value::Binary { operator: BinaryOperator::Multiply, operands, .. } => {
            operands.iter().any(|operand| is_below_zero(*operand))
        }
        _ => is_below_zero(index),
    }
}
