//! Which place of memory an address is, within one function.

use rustc_hash::{FxHashMap, FxHashSet};

use super::expression::{Expression, ExpressionId, Input};
use super::library::{Effect, effect};
use super::place::{Place, PlaceId, Root};
use super::{Context, ElementOf};
use crate::mpi;
use crate::program::{CallSite, Callee, Event, Function, Value, ValueId};

/// How many pointers are followed from a root.
const DEPTH_LIMIT: u32 = 4;

/// Resolved addresses of one function.
#[derive(Debug, Default)]
pub struct Addresses {
    resolved: FxHashMap<ValueId, Option<Place>>,
    /// What a pointer in a place points to, when the function stores one pointer there.
    stored: FxHashMap<PlaceId, Place>,
    active: FxHashSet<ValueId>,
}

/// What a callee writes of its caller's.
#[derive(Default)]
struct Left {
    /// Places, with the argument it leaves there.
    places: Vec<(Place, Option<ValueId>)>,
    /// Objects it writes without telling where.
    objects: Vec<Root>,
}

impl Addresses {
    /// Resolves with what the function's own stores say about pointers in memory.
    #[must_use]
    pub fn new(context: &mut Context<'_>, function: &Function) -> Self {
        let mut first = Self::default();
        let mut stores: FxHashMap<PlaceId, Option<ValueId>> = FxHashMap::default();
        let mut left: Vec<(Place, Option<ValueId>)> = Vec::new();
        let mut open: FxHashSet<Root> = FxHashSet::default();
        let mut note = |context: &mut Context<'_>, place: Place, value: Option<ValueId>| {
            let id = context.places.intern(place);
            stores.entry(id).and_modify(|known| *known = None).or_insert(value);
        };
        for event in function.blocks.iter().flat_map(|block| &block.events) {
            match event {
                Event::Store { address, value } => {
                    if let Some(place) = first.resolve(context, function, *address) {
                        note(context, place, Some(*value));
                    }
                }
                Event::Call(site) => match first.left_by_callee(context, function, site) {
                    Some(by_callee) => {
                        left.extend(by_callee.places);
                        open.extend(by_callee.objects);
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
        for (place, value) in left {
            note(context, place, value.filter(|_| !open.contains(&place.root)));
        }
        let mut stored: Vec<_> =
            stores.into_iter().filter_map(|(place, value)| Some((place, value?))).collect();
        stored.sort_unstable();
        let stored = stored
            .into_iter()
            .filter_map(|(place, value)| {
                let target = first.resolve(context, function, value)?;
                // A pointer kept in itself would be followed for ever.
                (!matches!(target.root, Root::Pointee(_) | Root::Pointer(_)))
                    .then_some((place, target))
            })
            .collect();
        Self { stored, ..Self::default() }
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
            let argument = match context.expressions.get(expression) {
                Expression::Input(Input::Parameter(index)) => {
                    site.arguments.get(*index as usize).copied()
                }
                _ => None,
            };
            let place = context.places.get(place);
            if let Some(place) = self.translate(context, function, site, place) {
                left.push((place, argument));
            }
        }
        Some(Left { places: left, objects: written })
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
                // In an array of unknown index: the field of some element.
                Some(Place { offset: place.offset.wrapping_add(*bytes), ..place })
            }
            Value::Element { base, .. } => {
                let place = self.resolve(context, function, *base)?;
                Some(Place { array: true, ..place })
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
        let mut advances = false;
        for &alternative in alternatives {
            if alternative == value
                || matches!(function.value(alternative), Value::Null | Value::Undefined)
            {
                continue;
            }
            if self.active.contains(&alternative) || self.depends_on(function, alternative, value) {
                // The pointer of a loop that walks over an array.
                advances = true;
                continue;
            }
            let place = self.resolve(context, function, alternative)?;
            match found {
                None => found = Some(place),
                Some(known) if known.root == place.root && known.offset == place.offset => {}
                Some(_) => return None,
            }
        }
        found.map(|place| Place { array: place.array || advances, ..place })
    }

    /// Is `value` an address computed from `base` by offsets alone?
    fn depends_on(&self, function: &Function, mut value: ValueId, base: ValueId) -> bool {
        for _ in 0..8 {
            if value == base {
                return true;
            }
            match function.value(value) {
                Value::Offset { base: next, .. } | Value::Element { base: next, .. } => {
                    value = *next
                }
                _ => return false,
            }
        }
        false
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
