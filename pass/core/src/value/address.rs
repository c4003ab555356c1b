//! Which place of memory an address is, within one function.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};

use super::expression::{Expression, ExpressionId, Input};
use super::fortran::{self, Writes};
use super::library::{Effect, effect};
use super::place::{Place, PlaceId, Root};
use super::{Context, ElementOf};
use crate::mpi;
use crate::program::{BinaryOperator, CallSite, Callee, Event, Function, Value, ValueId};

/// How many pointers are followed from a root.
const DEPTH_LIMIT: u32 = 4;
/// Objects one pointer may lead to.
const ALTERNATIVES: usize = 8;
/// How often what stores say is put into the addresses that are stored to.
const ROUNDS: usize = 3;
/// Bytes of a pointer.
const POINTER: i64 = 8;
/// How many offsets on offsets an address that is moved is computed by.
const STEPS: usize = 8;

/// Resolved addresses of one function.
#[derive(Debug, Default)]
pub struct Addresses {
    resolved: FxHashMap<ValueId, Option<Place>>,
    /// What a pointer in a place points to, when the function stores one pointer there.
    stored: FxHashMap<PlaceId, Place>,
    /// What those in places of the function's own point to in which it stores several.
    several: FxHashMap<PlaceId, Vec<Place>>,
    active: FxHashSet<ValueId>,
}

/// What is put into a place.
#[derive(Clone, Copy, Debug)]
enum Stored {
    /// A value.
    Value(ValueId),
    /// The address that was there, moved by so many bytes, if their number is constant.
    Moved(Option<i64>),
    /// What is in another place.
    Of(PlaceId),
    /// What a callee has made.
    Made,
    /// Nobody knows.
    Unknown,
}

/// Where the addresses lead that are put into a place.
#[derive(Default)]
struct Targets {
    places: BTreeSet<Place>,
    is_moved: bool,
    /// By how much they are moved back, if they are.
    back: i64,
    /// Places that were looked into.
    seen: BTreeSet<PlaceId>,
}

impl Targets {
    /// All of them; none if some cannot be followed from the place they are in.
    fn all(self, context: &Context<'_>, holder: PlaceId) -> Vec<Place> {
        let Self { places, is_moved, back, .. } = self;
        let can_be_followed =
            |target: &Place| places.len() > 1 || !is_within(context, holder, *target);
        match places.len() <= ALTERNATIVES && places.iter().all(can_be_followed) {
            true => places.into_iter().map(|target| walked(target, is_moved, back)).collect(),
            false => Vec::new(),
        }
    }
}

/// What a callee writes of its caller's.
#[derive(Default)]
struct Left {
    /// Places, with what it leaves there.
    places: Vec<(Place, Stored)>,
    /// Objects it writes without telling where.
    objects: Vec<Root>,
}

impl Addresses {
    /// Resolves with what the function's own stores say about pointers in memory.
    #[must_use]
    pub fn new(context: &mut Context<'_>, function: &Function) -> Self {
        let mut known = Self::default();
        for _ in 0..ROUNDS {
            let before = known.stored.clone();
            known = Self::with_stores(context, function, known);
            // What lies behind a copy of a pointer is known by the name it has behind that.
            let leads_on = |target: &Place| matches!(target.root, Root::Pointee(_));
            if known.stored == before || !known.stored.values().any(leads_on) {
                break;
            }
        }
        known
    }

    /// What the function's stores say, where addresses are resolved as far as is known.
    fn with_stores(context: &mut Context<'_>, function: &Function, mut first: Self) -> Self {
        let mut stores: BTreeMap<PlaceId, Vec<Stored>> = BTreeMap::new();
        let mut left: Vec<(Place, Stored)> = Vec::new();
        let mut open: FxHashSet<Root> = FxHashSet::default();
        let mut copies: Vec<(Place, Place, i64)> = Vec::new();
        let mut made: Vec<(Place, Writes)> = Vec::new();
        for event in function.blocks.iter().flat_map(|block| &block.events) {
            match event {
                Event::Store { address, value } => {
                    if let Some(place) = first.resolve(context, function, *address) {
                        let stored = first.stored(context, function, place, *value);
                        stores.entry(context.places.intern(place)).or_default().push(stored);
                    }
                }
                Event::Copy { to, from, bytes: Some(bytes) } => {
                    let [to, from] = [to, from].map(|at| first.resolve(context, function, *at));
                    copies.extend(to.zip(from).map(|(to, from)| (to, from, *bytes)));
                }
                Event::Call(site) => match first.left_by_callee(context, function, site) {
                    Some(by_callee) => {
                        left.extend(by_callee.places);
                        open.extend(by_callee.objects);
                    }
                    None if let Some(writes) = writes_of_runtime(context, site) => {
                        let at = site.arguments.first();
                        let at = at.and_then(|at| first.resolve(context, function, *at));
                        made.extend(at.map(|at| (at, writes)));
                    }
                    None => {
                        let arguments = site.arguments.iter();
                        let places =
                            arguments.filter_map(|value| first.resolve(context, function, *value));
                        open.extend(places.map(|place| place.root));
                    }
                },
                _ => {}
            }
        }
        // An unknown function may put another pointer into what it is handed.
        for (place, stored) in left {
            let stored = if open.contains(&place.root) { Stored::Unknown } else { stored };
            stores.entry(context.places.intern(place)).or_default().push(stored);
        }
        for (place, writes) in made {
            let stored = stores.entry(context.places.intern(place)).or_default();
            // What is assigned to is made where it was not before.
            if writes == Writes::Allocation || stored.is_empty() {
                stored.push(Stored::Made);
            }
        }
        for copied in copies {
            note_copied(context, &mut stores, copied);
        }
        let mut found = Self::default();
        for place in stores.keys().copied() {
            let mut targets = Targets::default();
            if !first.targets(context, function, (&stores, place), &mut targets) {
                continue;
            }
            let targets = targets.all(context, place);
            match targets.as_slice() {
                [only] => {
                    found.stored.insert(place, *only);
                }
                [_, _, ..] if is_own(context, place) => {
                    found.several.insert(place, targets);
                }
                _ => {}
            }
        }
        found
    }

    /// What a store puts into a place.
    fn stored(
        &mut self,
        context: &mut Context<'_>,
        function: &Function,
        place: Place,
        value: ValueId,
    ) -> Stored {
        let mut at = value;
        let mut bytes = Some(0_i64);
        for _ in 0..STEPS {
            at = match function.value(at) {
                Value::Offset { base, bytes: more } => {
                    bytes = bytes.and_then(|bytes| bytes.checked_add(*more));
                    *base
                }
                Value::Element { base, .. } => {
                    bytes = None;
                    *base
                }
                Value::Load { address } if at != value => {
                    return match self.resolve(context, function, *address) == Some(place) {
                        true => Stored::Moved(bytes),
                        false => Stored::Value(value),
                    };
                }
                _ => break,
            };
        }
        Stored::Value(value)
    }

    /// Collects what all that is stored in a place points to; false: nobody knows.
    fn targets(
        &mut self,
        context: &mut Context<'_>,
        function: &Function,
        (stores, place): (&BTreeMap<PlaceId, Vec<Stored>>, PlaceId),
        found: &mut Targets,
    ) -> bool {
        if !found.seen.insert(place) {
            return true;
        }
        if is_null(context, place) {
            return true;
        }
        let Some(all) = stores.get(&place) else {
            let target = self.pointee(context, context.places.get(place));
            found.places.extend(target);
            return target.is_some();
        };
        all.iter().all(|stored| match stored {
            Stored::Unknown => false,
            // The object has no other name.
            Stored::Made => {
                let target = context.places.get(place);
                found.places.extend(self.pointee(context, target));
                true
            }
            Stored::Moved(bytes) => {
                found.is_moved = true;
                found.back = bytes.filter(|bytes| *bytes < 0).unwrap_or(found.back);
                true
            }
            Stored::Value(value)
                if matches!(function.value(*value), Value::Null | Value::Undefined) =>
            {
                true
            }
            Stored::Value(value) => {
                let target = self.resolve(context, function, *value);
                found.places.extend(target);
                target.is_some()
            }
            Stored::Of(from) => self.targets(context, function, (stores, *from), found),
        })
    }

    /// What a callee writes; `None`: nothing is known of it.
    fn left_by_callee(
        &mut self,
        context: &mut Context<'_>,
        function: &Function,
        site: &CallSite,
    ) -> Option<Left> {
        let Callee::Direct(callee) = site.callee else { return None };
        let Some(summary) = &context.summaries[callee.index()] else {
            let name = &context.program.function(callee).name;
            let keeps = mpi::lookup(name).is_some()
                || matches!(effect(name), Some(effect) if effect != Effect::Fills);
            return keeps.then(Default::default);
        };
        if summary.writes_anything {
            return None;
        }
        let outputs = summary.outputs.clone();
        let roughly: Vec<PlaceId> = summary.told_roughly().map(|told| told.place).collect();
        let written = roughly.into_iter().filter_map(|place| {
            let place = context.places.get(place);
            Some(self.translate(context, function, site, place)?.root)
        });
        let written = written.collect();
        let mut left = Vec::new();
        for (place, expression) in outputs {
            let stored = self.left_in(context, function, site, place, expression);
            let place = context.places.get(place);
            if let Some(place) = self.translate(context, function, site, place) {
                left.push((place, stored));
            }
        }
        Some(Left { places: left, objects: written })
    }

    /// What a callee leaves in a place.
    fn left_in(
        &mut self,
        context: &mut Context<'_>,
        function: &Function,
        site: &CallSite,
        place: PlaceId,
        expression: ExpressionId,
    ) -> Stored {
        let expressions = &context.expressions;
        match *expressions.get(expression) {
            Expression::Input(Input::Parameter(index)) => {
                site.arguments.get(index as usize).map_or(Stored::Unknown, |at| Stored::Value(*at))
            }
            Expression::Input(Input::Memory(from)) => {
                let from = context.places.get(from);
                let from = self.translate(context, function, site, from);
                from.map_or(Stored::Unknown, |from| Stored::Of(context.places.intern(from)))
            }
            Expression::Offset(base, bytes)
                if *expressions.get(base) == Expression::Input(Input::Memory(place)) =>
            {
                Stored::Moved(expressions.as_integer(bytes))
            }
            _ if is_made(context, expression) => Stored::Made,
            _ => Stored::Unknown,
        }
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
            unknown.then_some(Place { root: Root::Pointer(value), offset: 0, array: false })
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
        let object = |root| Some(Place { root, offset: 0, array: false });
        match function.value(value) {
            Value::Stack => object(Root::Stack(value)),
            Value::Global(global) => object(Root::Global(*global)),
            Value::Parameter(index) => object(Root::Parameter(*index)),
            Value::Offset { base, bytes } => {
                let place = self.resolve(context, function, *base)?;
                let offset = place.offset.wrapping_add(*bytes);
                // In an array of unknown index: the field of some element, or the element before it.
                let is_before = place.array && offset < 0 && *bytes < 0;
                let step = if is_before { bytes.saturating_neg() } else { 0 };
                Some(Place { offset: offset.checked_rem_euclid(step).unwrap_or(offset), ..place })
            }
            Value::Element { base, indices, elements } => {
                let place = self.resolve(context, function, *base)?;
                let stride = i64::from(elements.stride);
                // What lies before an address is told to do so; an array that has a type begins there.
                let is_before = elements.bytes == 0
                    && stride > 0
                    && indices.iter().any(|index| is_negative(function, *index));
                let offset = if is_before { place.offset.rem_euclid(stride) } else { place.offset };
                Some(Place { offset, array: true, ..place })
            }
            Value::Load { address } => {
                let place = self.resolve(context, function, *address)?;
                self.pointee(context, place)
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
        (context.places.depth(id) < DEPTH_LIMIT).then_some(Place {
            root: Root::Pointee(id),
            offset: 0,
            array: false,
        })
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
        let heap = Place { root: Root::Heap(value), offset: 0, array: false };
        let name = &context.program.function(callee).name;
        if effect(name) == Some(Effect::Allocates) {
            return Some(heap);
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
        let within = |base: Place| {
            Some(Place {
                offset: base.offset.wrapping_add(place.offset),
                array: base.array || place.array,
                root: base.root,
            })
        };
        match place.root {
            Root::Global(_) => Some(place),
            Root::Parameter(index) => {
                let argument = *site.arguments.get(index as usize)?;
                within(self.resolve(context, function, argument)?)
            }
            Root::Pointee(pointer) => {
                let pointer = context.places.get(pointer);
                let pointer = self.translate(context, function, site, pointer)?;
                within(self.pointee(context, pointer)?)
            }
            Root::Returned => within(self.resolve(context, function, site.result?)?),
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

/// Notes what is copied to places that are stored to, or from such.
fn note_copied(
    context: &mut Context<'_>,
    stores: &mut BTreeMap<PlaceId, Vec<Stored>>,
    (to, from, bytes): (Place, Place, i64),
) {
    let places = stores.keys().map(|id| context.places.get(*id)).filter(|place| !place.array);
    let inside = |place: Place| {
        let objects = [to, from].into_iter().filter(move |object| object.root == place.root);
        objects.map(move |object| place.offset.wrapping_sub(object.offset))
    };
    let mut offsets: BTreeSet<i64> = places.flat_map(inside).collect();
    // An object that is one pointer.
    offsets.extend((bytes == POINTER).then_some(0));
    for offset in offsets.into_iter().filter(|offset| (0..bytes).contains(offset)) {
        let [to, from] = [to, from].map(|object| {
            let place = Place { offset: object.offset.wrapping_add(offset), ..object };
            context.places.intern(place)
        });
        if to != from {
            stores.entry(to).or_default().push(Stored::Of(from));
        }
    }
}

/// What a function of Fortran's runtime writes that puts an address into the descriptor it is handed first.
fn writes_of_runtime(context: &Context<'_>, site: &CallSite) -> Option<Writes> {
    let Callee::Direct(callee) = site.callee else { return None };
    let writes = fortran::writes(&context.program.function(callee).name)?;
    matches!(writes, Writes::Allocation | Writes::Assignment).then_some(writes)
}

/// Does no address stand in a place of constant memory?
fn is_null(context: &Context<'_>, place: PlaceId) -> bool {
    let Place { root: Root::Global(global), offset, array: false } = context.places.get(place)
    else {
        return false;
    };
    let global = &context.program.globals[global.index()];
    global.constant && global.initial_known && !global.addresses.iter().any(|(at, _)| *at == offset)
}

/// Is a place in an object of the function's own?
fn is_own(context: &Context<'_>, place: PlaceId) -> bool {
    matches!(context.places.get(place).root, Root::Stack(_) | Root::Heap(_))
}

/// Is it the address of something that the function made which left it, or null?
fn is_made(context: &Context<'_>, address: ExpressionId) -> bool {
    match *context.expressions.get(address) {
        Expression::Integer(0) | Expression::Origin(_) | Expression::Opaque { .. } => true,
        Expression::Address(place) => matches!(context.places.get(place).root, Root::Heap(_)),
        Expression::Offset(base, _) => is_made(context, base),
        Expression::Select(_, then, otherwise) => {
            is_made(context, then) && is_made(context, otherwise)
        }
        _ => false,
    }
}

/// Is a pointer kept in what it points to, or can nobody tell? It would be followed for ever.
fn is_within(context: &Context<'_>, pointer: PlaceId, target: Place) -> bool {
    match target.root {
        Root::Pointer(_) => true,
        Root::Pointee(_) => {
            let holder = context.places.get(pointer);
            let is_variable = matches!(holder.root, Root::Stack(_));
            !is_variable || context.places.outermost(target) == holder.root
        }
        _ => false,
    }
}

/// Where an address may be that starts at a place and is moved, back by so many bytes a step if that is below 0.
fn walked(from: Place, is_moved: bool, back: i64) -> Place {
    let offset = if back < 0 { from.offset.rem_euclid(back.saturating_neg()) } else { from.offset };
    Place { offset, array: from.array || is_moved, ..from }
}

/// How far behind `base` the address `value` is computed to be: so many bytes, or an unknown number of them.
/// `None`: it is not computed from `base` by offsets alone.
fn behind(function: &Function, mut value: ValueId, base: ValueId) -> Option<Option<i64>> {
    let mut bytes = Some(0_i64);
    for _ in 0..STEPS {
        if value == base {
            return Some(bytes);
        }
        value = match function.value(value) {
            Value::Offset { base: next, bytes: more } => {
                bytes = bytes.and_then(|bytes| bytes.checked_add(*more));
                *next
            }
            Value::Element { base: next, .. } => {
                bytes = None;
                *next
            }
            _ => return None,
        };
    }
    None
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
