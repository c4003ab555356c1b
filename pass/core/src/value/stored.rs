//! What stands in memory that addresses are kept in: what the function stores there, what it copies, and what the
//! functions it calls leave.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};

use super::Context;
use super::address::{Addresses, DEPTH_LIMIT, start_of, walked};
use super::alternatives::initial_targets;
use super::elements::elements_of;
use super::expression::{Expression, ExpressionId, Input};
use super::fortran::{self, Writes};
use super::library::{Effect, effect};
use super::place::{Place, PlaceId, Root};
use super::pointed_to::{candidates, may_call_others};
use super::strings;
use super::variables::Variables;
use crate::mpi;
use crate::program::{CallSite, Callee, Elements, Event, Function, FunctionId, Value, ValueId};

/// Objects one pointer may lead to.
const ALTERNATIVES: usize = 8;
/// Places from which one address may have been copied.
const COPIES: usize = 64;
/// How deep the choices are looked into that an address is made by.
const MADE_DEPTH: u32 = 8;
/// Bytes of a pointer.
const POINTER: i64 = 8;

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
    /// No address.
    Null,
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

    /// Those that are known where others may not be. The address may have been moved as well.
    fn perhaps(self, holder: PlaceId) -> Vec<Place> {
        let known = self.places.into_iter().filter(|known| known.root != Root::Pointee(holder));
        known.map(|known| walked(known, true, self.back)).take(ALTERNATIVES).collect()
    }
}

/// What a callee writes of its caller's.
#[derive(Default)]
struct Left {
    /// Places, with what it leaves there.
    places: Vec<(Place, Stored)>,
    /// Arrays among them, with where their elements lie.
    elements: Vec<(Place, Elements, Stored)>,
    /// Objects it writes without telling where.
    objects: Vec<Root>,
    /// Global variables of which the same is true.
    variables: Variables,
    /// It may write in all that does not belong to its caller alone.
    anything: bool,
}

/// By place: all that is put there.
type ByPlace = BTreeMap<PlaceId, Vec<Stored>>;
/// By object: where in it something is put.
type Offsets = FxHashMap<Root, BTreeSet<i64>>;

/// All that is put into places.
#[derive(Default)]
struct Stores {
    /// By the function itself.
    own: ByPlace,
    /// By functions it calls.
    left: Vec<(Place, Stored)>,
    /// Into some element of an array, by any of them.
    elements: Vec<(Place, Elements, Stored)>,
    /// Objects in which functions it calls write, nobody knows where or what.
    open: FxHashSet<Root>,
    /// Global variables of which the same is true.
    variables: Variables,
    /// A function it calls may write in all that does not belong to this one alone.
    anything: bool,
    /// Copies: where to, where from, how many bytes.
    copies: Vec<(Place, Place, i64)>,
    /// Descriptors in which Fortran's runtime puts what it makes.
    made: Vec<(Place, Writes)>,
}

impl Stores {
    fn by_place(self, context: &mut Context<'_>) -> ByPlace {
        let mut stores = self.own;
        // A callee may have put another pointer into what it tells no more of than that it writes there.
        for (place, stored) in &mut stores {
            if self.variables.contains(context.places.get(*place).root)
                || self.anything && !context.places.is_local(*place)
            {
                stored.push(Stored::Unknown);
            }
        }
        // An unknown function may put another pointer into what it is handed.
        for (place, stored) in self.left {
            let is_open = self.open.contains(&place.root) || self.variables.contains(place.root);
            let stored = if is_open { Stored::Unknown } else { stored };
            stores.entry(context.places.intern(place)).or_default().push(stored);
        }
        for (place, writes) in self.made {
            let stored = stores.entry(context.places.intern(place)).or_default();
            // What is assigned to is made where it was not before.
            if writes != Writes::Assignment || stored.is_empty() {
                stored.push(Stored::Made);
            }
        }
        note_some_elements(context, &mut stores, self.elements);
        let mut offsets: Offsets = FxHashMap::default();
        for place in stores.keys().map(|id| context.places.get(*id)).filter(|place| !place.array) {
            offsets.entry(place.root).or_default().insert(place.offset);
        }
        for copied in self.copies {
            note_copied(context, (&mut stores, &mut offsets), copied);
        }
        stores
    }
}

impl Addresses {
    /// What the function's stores say, where addresses are resolved as far as is known.
    pub(super) fn with_stores(
        context: &mut Context<'_>,
        function: &Function,
        first: &mut Self,
    ) -> Self {
        let mut all = Stores::default();
        for event in function.blocks.iter().flat_map(|block| &block.events) {
            first.note_event(context, function, event, &mut all);
        }
        let stores = all.by_place(context);
        let mut found = Self::default();
        found.note_written(context, function, &stores);
        for place in stores.keys().copied() {
            let mut targets = Targets::default();
            let are_known = first.targets(context, function, (&stores, place), &mut targets);
            let known = targets.places.clone();
            if !are_known {
                found.unfollowed.extend(known.into_iter().map(|to| (place, to)));
                let known = targets.perhaps(place);
                if !known.is_empty() {
                    found.perhaps.insert(place, known);
                }
                continue;
            }
            if targets.places.is_empty() && targets.is_moved {
                // What the callers' pointer leads to is gone through.
                let start = Place::start(Root::Pointee(place));
                if context.places.depth(place) < DEPTH_LIMIT {
                    found.stored.insert(place, walked(start, true, targets.back));
                }
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
                _ => found.unfollowed.extend(known.into_iter().map(|to| (place, to))),
            }
        }
        for place in stores.keys() {
            let at = context.places.get(*place);
            let is_known = found.stored.contains_key(place) || found.several.contains_key(place);
            if is_known && !at.array {
                found.known_in.entry(at.root).or_default().push(*place);
            }
        }
        found
    }

    /// Notes where something is put, and where that is what callees have made alone.
    fn note_written(&mut self, context: &Context<'_>, function: &Function, stores: &ByPlace) {
        self.written = stores.keys().copied().collect();
        for place in stores.keys().map(|place| context.places.get(*place)) {
            *self.written_in.entry(place.root).or_default() |= place.array;
        }
        for (place, all) in stores {
            let is_null = |stored: &&Stored| {
                matches!(stored, Stored::Null)
                    || matches!(stored, Stored::Value(value) if *function.value(*value) == Value::Null)
            };
            let mut others = all.iter().filter(|stored| !is_null(stored));
            if let (Some(Stored::Made), None) = (others.next(), others.next()) {
                self.made.insert(*place);
            }
        }
    }

    /// Notes what an event puts where.
    fn note_event(
        &mut self,
        context: &mut Context<'_>,
        function: &Function,
        event: &Event,
        all: &mut Stores,
    ) {
        match event {
            Event::Store { address, value } => {
                if let Some(place) = self.resolve(context, function, *address) {
                    let stored = self.stored(context, function, place, *value);
                    for place in self.places_stored_to(context, function, place) {
                        if place.array {
                            all.elements.push((place, elements_of(function, *address), stored));
                        }
                        all.own.entry(context.places.intern(place)).or_default().push(stored);
                    }
                }
            }
            Event::Copy { to, from, bytes: Some(bytes) } => {
                let [to, from] = [to, from].map(|at| self.resolve(context, function, *at));
                all.copies.extend(to.zip(from).map(|(to, from)| (to, from, *bytes)));
            }
            Event::Call(site) => match writes_of_runtime(context, site) {
                Some(writes) => {
                    let at = site.arguments.first();
                    let at = at.and_then(|at| self.resolve(context, function, *at));
                    all.made.extend(at.map(|at| (at, writes)));
                }
                None => {
                    let left = self.left_by_call(context, function, site);
                    for (place, stored) in left.places {
                        let places = self.places_stored_to(context, function, place);
                        all.left.extend(places.into_iter().map(|place| (place, stored)));
                    }
                    all.elements.extend(left.elements);
                    all.open.extend(left.objects);
                    all.variables.join(&left.variables);
                    all.anything |= left.anything;
                }
            },
            Event::Load(_) | Event::Copy { .. } => {}
        }
    }

    /// The places a store may put something into.
    fn places_stored_to(
        &mut self,
        context: &mut Context<'_>,
        function: &Function,
        place: Place,
    ) -> Vec<Place> {
        let others = self.alternatives_written(context, function, place);
        if others.is_empty() { vec![place] } else { others }
    }

    /// What a store puts into a place.
    fn stored(
        &mut self,
        context: &mut Context<'_>,
        function: &Function,
        place: Place,
        value: ValueId,
    ) -> Stored {
        let (start, bytes) = start_of(function, value);
        if let (true, Value::Load { address }) = (start != value, function.value(start))
            && self.resolve(context, function, *address) == Some(place)
        {
            return Stored::Moved(bytes);
        }
        Stored::Value(value)
    }

    /// Collects what all that is stored in a place points to; false: nobody knows.
    fn targets(
        &mut self,
        context: &mut Context<'_>,
        function: &Function,
        (stores, place): (&ByPlace, PlaceId),
        found: &mut Targets,
    ) -> bool {
        if !found.seen.insert(place) {
            return true;
        }
        if found.seen.len() > COPIES {
            return false;
        }
        if is_null(context, place) {
            return true;
        }
        let Some(all) = stores.get(&place) else {
            let target = self.pointee(context, context.places.get(place));
            found.places.extend(target);
            return target.is_some();
        };
        // What stands there from the beginning may still.
        let Place { root, offset, .. } = context.places.get(place);
        found.places.extend(initial_targets(context, root, |at| at == offset));
        // All that is known is collected, also behind what is not.
        all.iter().fold(true, |all_known, stored| {
            all_known & self.targets_of(context, function, (stores, place), stored, found)
        })
    }

    /// Collects what one of the things that are stored in a place points to; false: nobody knows.
    fn targets_of(
        &mut self,
        context: &mut Context<'_>,
        function: &Function,
        (stores, place): (&ByPlace, PlaceId),
        stored: &Stored,
        found: &mut Targets,
    ) -> bool {
        match stored {
            Stored::Unknown => false,
            // The object has no other name.
            Stored::Made | Stored::Null => {
                let target = Place::start(Root::Pointee(place));
                found.places.extend((context.places.depth(place) < DEPTH_LIMIT).then_some(target));
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
        }
    }

    /// What a call writes, whichever function it reaches.
    fn left_by_call(
        &mut self,
        context: &mut Context<'_>,
        function: &Function,
        site: &CallSite,
    ) -> Left {
        let candidates = match site.callee {
            Callee::Direct(callee) => {
                if let Some(left) = self.left_by_callee(context, function, site, callee) {
                    return left;
                }
                let name = &context.program.function(callee).name;
                let keeps = mpi::lookup(name).is_some()
                    || matches!(effect(name), Some(effect) if effect != Effect::Fills);
                if keeps {
                    return Left::default();
                }
                // It may be called in a circle.
                vec![callee]
            }
            Callee::Indirect { pointer, signature, .. } => {
                candidates(context, function, pointer, signature)
            }
            Callee::Assembly => Vec::new(),
        };
        let mut left = self.left_by_any(context, function, site, &candidates);
        let is_known = |candidate: &FunctionId| context.written_by(*candidate).is_some();
        let are_known = !candidates.is_empty() && candidates.iter().all(is_known);
        if !are_known || may_call_others(context, function, site) {
            left.objects.extend(self.handed(context, function, site));
        }
        left
    }

    /// The objects whose addresses a call is handed.
    fn handed(
        &mut self,
        context: &mut Context<'_>,
        function: &Function,
        site: &CallSite,
    ) -> Vec<Root> {
        let arguments = site.arguments.iter();
        let places = arguments.filter_map(|value| self.resolve(context, function, *value));
        places.map(|place| place.root).collect()
    }

    /// What one of several functions writes: where is known, and not what.
    fn left_by_any(
        &mut self,
        context: &mut Context<'_>,
        function: &Function,
        site: &CallSite,
        candidates: &[FunctionId],
    ) -> Left {
        let mut left = Left::default();
        let (mut places, mut objects) = (BTreeSet::new(), BTreeSet::new());
        for summary in candidates.iter().filter_map(|candidate| context.written_by(*candidate)) {
            places.extend(summary.places_written());
            objects.extend(summary.objects_written().map(|(place, ..)| place));
            left.variables.join(&summary.variables);
            left.anything |= summary.writes_anything;
        }
        for place in places {
            let place = context.places.get(place);
            let place = self.translate(context, function, site, place);
            left.places.extend(place.map(|place| (place, Stored::Unknown)));
        }
        for place in objects {
            let place = context.places.get(place);
            let place = self.translate(context, function, site, place);
            left.objects.extend(place.map(|place| place.root));
        }
        left
    }

    /// What a function leaves that is called by its name; `None`: that is not known.
    fn left_by_callee(
        &mut self,
        context: &mut Context<'_>,
        function: &Function,
        site: &CallSite,
        callee: FunctionId,
    ) -> Option<Left> {
        let summary = context.summaries[callee.index()].as_ref()?;
        if summary.writes_anything {
            let objects = self.handed(context, function, site);
            return Some(Left { objects, anything: true, ..Left::default() });
        }
        let (outputs, variables) = (summary.outputs.clone(), summary.variables.clone());
        let of_arrays = summary.elements.clone();
        let roughly: Vec<PlaceId> = summary.told_roughly().map(|told| told.place).collect();
        let written = roughly.into_iter().filter_map(|place| {
            let place = context.places.get(place);
            Some(self.translate(context, function, site, place)?.root)
        });
        let written = written.collect();
        let mut left = Left { objects: written, variables, ..Left::default() };
        let is_text = strings::is_method(&context.program.function(callee).name);
        for (id, expression) in outputs {
            let stored = self.left_in(context, function, site, id, expression);
            let place = context.places.get(id);
            // What is put into one of many elements is not all that stands there.
            let elements = of_arrays.iter().find(|(array, _)| *array == id);
            let is_text = is_text
                || elements.is_some_and(|(_, at)| (1..POINTER).contains(&i64::from(at.stride)));
            let others = match stored {
                Stored::Unknown if place.array && !is_text => {
                    arguments_in(context, site, expression)
                }
                _ => Vec::new(),
            };
            let Some(place) = self.translate(context, function, site, place) else { continue };
            for stored in others.into_iter().chain([stored]) {
                left.places.push((place, stored));
                left.elements.extend(elements.map(|(_, elements)| (place, *elements, stored)));
            }
        }
        Some(left)
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
            Expression::Integer(0) => Stored::Null,
            _ if is_made(context, expression, MADE_DEPTH) => Stored::Made,
            _ => Stored::Unknown,
        }
    }
}

/// The arguments of a call that may be what a callee leaves.
fn arguments_in(context: &Context<'_>, site: &CallSite, left: ExpressionId) -> Vec<Stored> {
    let all = &context.expressions;
    let mut found = Vec::new();
    all.each_leaf(left, |leaf| {
        let leaf = match *all.get(leaf) {
            Expression::Doubtful(leaf) => leaf,
            _ => leaf,
        };
        if let Expression::Input(Input::Parameter(index)) = *all.get(leaf) {
            found.extend(site.arguments.get(index as usize).copied());
        }
    });
    found.sort_unstable();
    found.dedup();
    found.into_iter().map(Stored::Value).collect()
}

/// What is put into some element of an array may be put into each that is named by itself, and the other way round.
fn note_some_elements(
    context: &mut Context<'_>,
    stores: &mut ByPlace,
    written: Vec<(Place, Elements, Stored)>,
) {
    // What is put into the same array is one list: there may be as many writes as elements.
    let mut arrays: BTreeMap<(Place, Elements), Vec<Stored>> = BTreeMap::new();
    let of_addresses = written.into_iter().filter(|(_, at, _)| i64::from(at.stride) >= POINTER);
    for (array, elements, stored) in of_addresses {
        note_one_of(arrays.entry((array, elements)).or_default(), stored);
    }
    if arrays.is_empty() {
        return;
    }
    let mut alone: FxHashMap<Root, Vec<(PlaceId, i64)>> = FxHashMap::default();
    for (id, place) in stores.keys().map(|id| (*id, context.places.get(*id))) {
        if !place.array {
            alone.entry(place.root).or_default().push((id, place.offset));
        }
    }
    let mut found: Vec<(PlaceId, Vec<Stored>)> = Vec::new();
    for ((array, elements), stored) in arrays {
        let (stride, bytes) = (i64::from(elements.stride), i64::from(elements.bytes));
        let mut of_elements = Vec::new();
        for (element, offset) in alone.get(&array.root).map_or(&[][..], Vec::as_slice) {
            let behind = offset.wrapping_sub(array.offset);
            let is_inside = bytes == 0 || behind < bytes;
            if behind % stride == 0 && is_inside && (behind >= 0 || array.back > 0) {
                stores[element].iter().for_each(|one| note_one_of(&mut of_elements, *one));
                found.push((*element, stored.clone()));
            }
        }
        found.push((context.places.intern(array), of_elements));
    }
    for (place, others) in found {
        stores.entry(place).or_default().extend(others);
    }
}

/// Adds what may be put into a place; where that is too much, nobody knows.
fn note_one_of(all: &mut Vec<Stored>, stored: Stored) {
    match all.len() {
        0..COPIES => all.push(stored),
        COPIES => all.push(Stored::Unknown),
        _ => {}
    }
}

/// Notes what is copied to places that are stored to, or from such.
fn note_copied(
    context: &mut Context<'_>,
    (stores, known): (&mut ByPlace, &mut Offsets),
    (to, from, bytes): (Place, Place, i64),
) {
    let mut offsets: BTreeSet<i64> = BTreeSet::new();
    for object in [to, from] {
        let end = object.offset.saturating_add(bytes.max(0));
        let inside = known.get(&object.root).into_iter();
        let inside = inside.flat_map(|known| known.range(object.offset..end));
        offsets.extend(inside.map(|offset| offset.wrapping_sub(object.offset)));
    }
    // An object that is one pointer.
    offsets.extend((bytes == POINTER).then_some(0));
    for offset in offsets {
        let [to, from] = [to, from].map(|object| {
            let place = Place { offset: object.offset.wrapping_add(offset), ..object };
            context.places.intern(place)
        });
        if to != from {
            stores.entry(to).or_default().push(Stored::Of(from));
            let place = context.places.get(to);
            known.entry(place.root).or_default().insert(place.offset);
        }
    }
}

/// What a function of Fortran's runtime writes that puts an address into the descriptor it is handed first.
fn writes_of_runtime(context: &Context<'_>, site: &CallSite) -> Option<Writes> {
    let Callee::Direct(callee) = site.callee else { return None };
    let writes = fortran::writes(&context.program.function(callee).name)?;
    matches!(writes, Writes::Allocation | Writes::AllocationOfCopy | Writes::Assignment)
        .then_some(writes)
}

/// Does no address stand in a place of constant memory?
fn is_null(context: &Context<'_>, place: PlaceId) -> bool {
    let Place { root: Root::Global(global), offset, array: false, .. } = context.places.get(place)
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

/// Is it the address of something that the function made which left it, or null? Looked into so deep.
fn is_made(context: &Context<'_>, address: ExpressionId, depth: u32) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    match *context.expressions.get(address) {
        Expression::Integer(0) | Expression::Origin(_) => true,
        // It may be one of these addresses, but for those of what only the callee knows, or nobody can write.
        Expression::Opaque { ref leaves, .. } => {
            leaves.iter().all(|leaf| match *context.expressions.get(*leaf) {
                Expression::Address(place) if context.places.is_local(place) => true,
                Expression::Address(place) => context.is_constant(context.places.get(place)),
                _ => is_made(context, *leaf, depth),
            })
        }
        Expression::Address(place) => matches!(context.places.get(place).root, Root::Heap(_)),
        Expression::Offset(base, _) => is_made(context, base, depth),
        Expression::Select(_, then, otherwise) => {
            is_made(context, then, depth) && is_made(context, otherwise, depth)
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
