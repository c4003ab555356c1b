//! Elements of arrays at indices only the run knows.
//!
//! All elements of an array are one place; those that are written at constant indices have places of
//! their own as well. A write at another index may be to any of these: each is then what it was, or
//! something unknown if that may differ between ranks.

use rustc_hash::FxHashSet;

use super::address;
use super::fortran::{Cover, Extent};
use super::function::{Builder, CONTENT_LIMIT, Target};
use super::memory::{ElementWrite, Node, NodeId};
use super::place::{Place, PlaceId, Root};
use super::{ElementOf, ValueSummary};
use crate::program::{BlockId, CallSite, Elements, Event, Function, Value, ValueId};

/// The element of an array that a function answers the address of.
pub(super) struct ReturnedElement {
    pub elements: Elements,
    pub indices: Vec<NodeId>,
    pub is_exact: bool,
}

impl Builder<'_, '_> {
    /// Writes through an address.
    pub(super) fn write_to(&mut self, block: BlockId, event: usize, to: ValueId, new: NodeId) {
        let Some(place) = self.resolve(to) else { return self.write_all_lent((block, event)) };
        let elements = self.elements(to);
        self.disturb_alternatives((block, event), place, new, elements);
        self.write_at(block, event, to, place, new);
    }

    /// What is written through one of several known addresses may be written where any of them leads.
    fn disturb_alternatives(
        &mut self,
        at: (BlockId, usize),
        place: Place,
        new: NodeId,
        elements: Elements,
    ) {
        let all = self.chosen_places(at, place);
        let is_chosen = !all.is_empty();
        for (chosen, pointer) in all {
            let written = (new, &[pointer][..]);
            if chosen.array {
                self.disturb_elements(at, chosen, written, elements, None);
            }
            let chosen = self.note_place(chosen);
            self.disturb(at, chosen, written, None);
        }
        self.write_lent(at, place, Extent::Bytes(1), (new, is_chosen));
    }

    /// The places that may be written where one is that is reached through one of several known addresses, each with
    /// what decides which.
    fn chosen_places(&mut self, at: (BlockId, usize), place: Place) -> Vec<(Place, NodeId)> {
        let alternatives = self.alternatives_written(place);
        let pointer = match place.root {
            _ if alternatives.is_empty() => return Vec::new(),
            Root::Pointer(pointer) => NodeId::new(pointer.index()),
            Root::Pointee(holder) => self.read_lazily(holder, at.0, at.1),
            _ => return Vec::new(),
        };
        alternatives.into_iter().map(|chosen| (chosen, pointer)).collect()
    }

    /// What is written to a whole object that one of several known addresses leads to.
    pub(super) fn disturb_objects(
        &mut self,
        at: (BlockId, usize),
        start: Place,
        extent: Extent,
        whole: NodeId,
    ) {
        let all = self.chosen_places(at, start);
        let is_chosen = !all.is_empty();
        for (chosen, pointer) in all {
            self.note_place(chosen);
            for id in self.places_from(chosen) {
                let behind = self.context.places.get(id).offset.wrapping_sub(chosen.offset);
                if extent.cover(behind) != Cover::No {
                    let new = self.memory.push(Node::Part { of: whole });
                    self.disturb(at, id, (new, &[pointer]), None);
                }
            }
        }
        self.write_lent(at, start, extent, (whole, is_chosen));
    }

    /// Writes the place an address is of.
    pub(super) fn write_at(
        &mut self,
        block: BlockId,
        event: usize,
        to: ValueId,
        place: Place,
        new: NodeId,
    ) {
        let (indices, elements) = (self.indices(to), self.elements(to));
        if place.array {
            let index = self.only_index(to);
            // Which one is told by the address itself where a loop moves it.
            let walking = [NodeId::new(to.index())];
            let which = if indices.is_empty() { &walking[..] } else { &indices };
            self.disturb_elements((block, event), place, (new, which), elements, index);
        }
        self.write_place(block, event, place, new, Some((to, indices)));
    }

    /// Is an array of the callee's one of the caller's, and not part of one?
    pub(super) fn is_array_of_callee(&mut self, call: &CallSite, array: Place) -> bool {
        let first = Place { array: false, back: 0, ..array };
        let first = self.addresses.translate(self.context, self.function, call, first);
        first.is_some_and(|first| !first.array)
    }

    /// Writes what a callee left in an array. What may still stand there of what stood there before, the callee
    /// has counted in.
    pub(super) fn write_array(
        &mut self,
        at: (BlockId, usize),
        array: Place,
        new: NodeId,
        elements: Elements,
    ) {
        let id = self.note_place(array);
        // Of an object of too many parts all are one.
        if self.context.places.get(id) != array {
            return self.write_output(at, array, new, elements, None);
        }
        self.disturb_alternatives(at, array, new, elements);
        self.disturb_elements(at, array, (new, &[]), elements, None);
        self.memory.define(at.0, at.1, id, new);
    }

    /// Writes what a callee left in a place; of an array, these elements, or the one at the address it was handed.
    pub(super) fn write_output(
        &mut self,
        at: (BlockId, usize),
        place: Place,
        new: NodeId,
        elements: Elements,
        to: Option<ValueId>,
    ) {
        self.disturb_alternatives(at, place, new, elements);
        if place.array {
            self.disturb_elements(at, place, (new, &[]), elements, None);
        }
        let element = to.map(|to| (to, self.indices(to)));
        self.write_place(at.0, at.1, place, new, element);
    }

    /// Writes one place; an element of an array may be another than the one read later.
    fn write_place(
        &mut self,
        block: BlockId,
        event: usize,
        place: Place,
        new: NodeId,
        element: Option<(ValueId, Vec<NodeId>)>,
    ) {
        let id = self.note_place(place);
        let node = if self.context.places.get(id).array {
            let old = self.read_lazily(id, block, event);
            self.memory.push(match element {
                Some((to, indices)) => Node::Written { old, new, indices, to },
                None => Node::Either(old, new),
            })
        } else {
            self.written_alone.insert(id);
            new
        };
        self.memory.define(block, event, id, node);
    }

    /// Some element of an array is written: each that is written alone may be the one.
    fn disturb_elements(
        &mut self,
        at: (BlockId, usize),
        array: Place,
        (new, indices): (NodeId, &[NodeId]),
        elements: Elements,
        index: Option<NodeId>,
    ) {
        self.note_elements(array, elements);
        for (behind, element) in self.elements_alone(array, elements, index.is_some()) {
            let number = behind.checked_div(i64::from(elements.stride));
            let write =
                index.zip(number).map(|(index, number)| ElementWrite { index, number, new });
            self.disturb(at, element, (new, indices), write);
        }
        for other in self.arrays_met(array, elements) {
            self.disturb(at, other, (new, indices), None);
        }
    }

    /// Arrays of the same object that may have elements of an array that is known by another address: `a + 2` is
    /// filled, `a[i]` read.
    fn arrays_met(&self, array: Place, elements: Elements) -> Vec<PlaceId> {
        let known = self.places_of.get(&array.root).map_or(&[][..], Vec::as_slice);
        let end = |start: i64, elements: Elements| match elements.bytes {
            0 => i64::MAX,
            bytes => start.saturating_add(i64::from(bytes)),
        };
        let meets = |id: &PlaceId| {
            let other = self.context.places.get(*id);
            let theirs = self.elements_at.get(id).copied().unwrap_or_default();
            let apart = other.offset.wrapping_sub(array.offset);
            // Of what is only read, it is taken to be the same.
            let common = if theirs.stride == 0 { elements } else { elements.or(theirs) };
            let stride = i64::from(common.stride);
            other.array
                && other.offset != array.offset
                && (stride == 0 || apart % stride == 0)
                && other.offset < end(array.offset, elements)
                && array.offset < end(other.offset, theirs)
        };
        known.iter().copied().filter(meets).collect()
    }

    /// Notes the places the function stores to by themselves, and where the elements lie of arrays it writes
    /// at some index, wherever it does.
    pub(super) fn find_written(&mut self) {
        for (_, _, what) in self.events() {
            let Event::Store { address, .. } = what else { continue };
            let Some(place) = self.resolve(*address) else { continue };
            if place.array {
                let elements = self.elements(*address);
                self.note_elements(place, elements);
            } else {
                let id = self.context.places.intern(place);
                self.written_alone.insert(id);
            }
        }
    }

    /// The places that are written by themselves where so many bytes are copied to.
    pub(super) fn find_copied_to(&mut self, to: Place, bytes: Option<i64>) {
        for id in self.places_from(to) {
            let part = self.context.places.get(id);
            let inside = part.offset.wrapping_sub(to.offset);
            if !part.array && bytes.is_none_or(|bytes| inside < bytes) {
                self.written_alone.insert(id);
            }
        }
    }

    fn note_elements(&mut self, array: Place, elements: Elements) {
        let id = self.context.places.intern(array);
        let known = self.elements_at.entry(id).or_insert(elements);
        *known = known.or(elements);
    }

    /// Does an array that is written at some index go on, or may it, behind so many bytes of an object?
    pub(super) fn has_elements_beyond(&self, array: PlaceId, behind: i64, extent: Extent) -> bool {
        let (Extent::Bytes(count), Some(elements)) = (extent, self.elements_at.get(&array)) else {
            return false;
        };
        elements.bytes == 0 || behind.saturating_add(i64::from(elements.bytes)) > count
    }

    /// A place may be the one that is written.
    pub(super) fn disturb(
        &mut self,
        (block, event): (BlockId, usize),
        place: PlaceId,
        (new, indices): (NodeId, &[NodeId]),
        write: Option<ElementWrite>,
    ) {
        let by = self.disturbance(new, indices, false);
        self.disturb_by((block, event), place, by, write);
    }

    /// A place may be written through a pointer of which nobody knows where it leads.
    pub(super) fn disturb_lent(
        &mut self,
        at: (BlockId, usize),
        place: PlaceId,
        new: NodeId,
        pointer: NodeId,
    ) {
        let by = self.disturbance(new, &[pointer], true);
        self.disturb_by(at, place, by, None);
    }

    fn disturb_by(
        &mut self,
        (block, event): (BlockId, usize),
        place: PlaceId,
        by: NodeId,
        write: Option<ElementWrite>,
    ) {
        let old = self.read_lazily(place, block, event);
        let node = self.memory.push(Node::Disturbed { old, by, write });
        self.memory.define(block, event, place, node);
    }

    /// What is written somewhere: many places may be the one.
    fn disturbance(&mut self, new: NodeId, indices: &[NodeId], is_lent: bool) -> NodeId {
        let indices = indices.to_vec();
        let memory = &mut self.memory;
        let push = || memory.push(Node::Disturbance { new, indices: indices.clone(), is_lent });
        *self.disturbances.entry((new, indices.clone(), is_lent)).or_insert_with(push)
    }

    /// The elements of an array that are written by themselves, each with the bytes between it and the
    /// first one. Where the array ends is not always known: then they go on as long as there are elements,
    /// and, where the index is known, so that an index below 0 is told from others, before the first one as
    /// well.
    fn elements_alone(
        &self,
        array: Place,
        elements: Elements,
        is_index_known: bool,
    ) -> Vec<(i64, PlaceId)> {
        let known = self.places_of.get(&array.root).map_or(&[][..], Vec::as_slice);
        let (stride, bytes) = (i64::from(elements.stride), i64::from(elements.bytes));
        let mut found: Vec<(i64, PlaceId)> = known
            .iter()
            .map(|id| (self.context.places.get(*id), *id))
            .filter(|(place, _)| !place.array)
            .map(|(place, id)| (place.offset.wrapping_sub(array.offset), id))
            .filter(|(behind, _)| match stride {
                0 => *behind == 0,
                _ if *behind % stride != 0 => false,
                _ if bytes > 0 => (0..bytes).contains(behind),
                _ => *behind >= 0 || is_index_known || array.back > 0,
            })
            .collect();
        if bytes == 0 && stride > 0 {
            let all: FxHashSet<i64> = found.iter().map(|(behind, _)| behind / stride).collect();
            // The first one may have no place of its own.
            let row =
                |step: i64| (1..).map(|at| at * step).take_while(|at| all.contains(at)).last();
            let (from, to) = (row(-1).unwrap_or(0), row(1).unwrap_or(0));
            found.retain(|(behind, _)| (from..=to).contains(&(behind / stride)));
        }
        found.retain(|(_, id)| self.written_alone.contains(id));
        found.sort_unstable();
        found
    }

    /// The index of the element an address is of, where there is but one.
    fn only_index(&mut self, mut address: ValueId) -> Option<NodeId> {
        let (index, base) = loop {
            match self.function.value(address) {
                Value::Offset { base, .. } => address = *base,
                Value::Element { base, indices, .. } => match indices.as_slice() {
                    [index] => break (*index, *base),
                    _ => return None,
                },
                _ => {
                    let (index, is_exact) = self.index_of_result(address)?;
                    return is_exact.then_some(index);
                }
            }
        };
        let is_first = self.resolve(base).is_some_and(|place| !place.array);
        is_first.then(|| NodeId::new(index.index()))
    }

    /// Where the elements lie that an address is one of.
    pub(super) fn elements(&self, address: ValueId) -> Elements {
        let of_result = |block, event| self.elements_of_result(block, event);
        elements_told(self.function, address, of_result)
    }

    fn elements_of_result(&self, block: BlockId, event: u32) -> Option<Elements> {
        let (_, element) = self.element_of_result(block, event)?;
        Some(element.elements)
    }

    /// The site of a call and the element its result is the address of.
    fn element_of_result(&self, block: BlockId, event: u32) -> Option<(usize, ElementOf)> {
        let site = *self.site_at.get(&(block, event as usize))?;
        let Target::Known(callee) = self.sites[site].target else { return None };
        let summary = self.context.summaries[callee.index()].as_ref()?;
        Some((site, summary.result_element?))
    }

    /// Lets the index be known of an element that a call answers the address of.
    pub(super) fn note_index(&mut self, address: ValueId) {
        self.index_of_result(address::pointer_in(self.function, address));
    }

    /// What the index is computed from of the element that a call answers the address of, and whether it
    /// is the index.
    fn index_of_result(&mut self, result: ValueId) -> Option<(NodeId, bool)> {
        let Value::Result { block, event } = self.function.value(result) else { return None };
        let (site, element) = self.element_of_result(*block, *event)?;
        let node = match self.result_indices.get(&result) {
            Some(known) => *known,
            None => self.memory.push(Node::Index { site }),
        };
        self.result_indices.insert(result, node);
        Some((node, element.is_exact))
    }

    /// Which element of an array the function answers the address of: its index, or what that is computed
    /// from.
    pub(super) fn returned_element(&mut self, returned: ValueId) -> Option<ReturnedElement> {
        let elements = self.array_of(returned)?;
        let only = self.only_index(returned);
        let indices = only.map_or_else(|| self.indices(returned), |only| vec![only]);
        Some(ReturnedElement { elements, indices, is_exact: only.is_some() })
    }

    /// Where the elements lie that a callee writes in the array at `place`.
    pub(super) fn elements_written(
        &mut self,
        call: &CallSite,
        summary: &ValueSummary,
        place: PlaceId,
    ) -> Elements {
        let known = summary.elements.iter().find(|(at, _)| *at == place);
        let written = known.map(|(_, elements)| *elements);
        let outer = match self.context.places.get(place).root {
            Root::Parameter(index) => {
                call.arguments.get(index as usize).and_then(|argument| self.array_of(*argument))
            }
            _ => None,
        };
        match (outer, written) {
            (Some(outer), Some(written)) => outer.of(written),
            (None, Some(only)) | (Some(only), None) => only,
            (None, None) => Elements::default(),
        }
    }

    /// Where the elements lie that an address is one of, if it is one.
    fn array_of(&mut self, address: ValueId) -> Option<Elements> {
        self.resolve(address).filter(|place| place.array)?;
        Some(self.elements(address))
    }

    /// What the index of an element is computed from, constants left out.
    pub(super) fn indices(&mut self, mut address: ValueId) -> Vec<NodeId> {
        let mut found = Vec::new();
        loop {
            match self.function.value(address) {
                Value::Offset { base, .. } => address = *base,
                Value::Element { base, indices, .. } => {
                    let known = |value: &&ValueId| {
                        !matches!(self.function.value(**value), Value::Integer(_))
                    };
                    found.extend(indices.iter().filter(known).map(|v| NodeId::new(v.index())));
                    address = *base;
                }
                _ => {
                    found.extend(self.index_of_result(address).map(|(index, _)| index));
                    return found;
                }
            }
        }
    }

    /// May an array have an element so many bytes behind its start?
    fn may_have(&self, array: PlaceId, behind: i64) -> bool {
        let elements = self.elements_at.get(&array).copied().unwrap_or_default();
        let (stride, bytes) = (i64::from(elements.stride), i64::from(elements.bytes));
        let is_inside = bytes == 0 || behind < bytes;
        let is_element = stride == 0 || behind % stride == 0;
        is_inside && is_element && (behind >= 0 || self.context.places.get(array).back > 0)
    }

    /// What stands in an array's other elements that are written at offsets of their own; where it is not known how
    /// far they lie apart, fields of a structure behind the array look the same. Of an element that never is, what is
    /// written at an index only the run knows.
    pub(super) fn other_elements(
        &mut self,
        array: PlaceId,
        elements: Elements,
        (block, event): (BlockId, usize),
    ) -> Vec<NodeId> {
        let id = array;
        let array = self.context.places.get(array);
        if !array.array {
            if self.written_alone.contains(&id) {
                return Vec::new();
            }
            let mut before = self.written_arrays.get(&array.root).cloned().unwrap_or_default();
            before.retain(|(offset, id)| self.may_have(*id, array.offset.wrapping_sub(*offset)));
            let before = before.into_iter();
            return before.map(|(_, place)| self.read_place(place, block, event)).collect();
        }
        let mut nodes = Vec::new();
        for id in self.places_from(array) {
            let place = self.context.places.get(id);
            let behind = place.offset.wrapping_sub(array.offset);
            let is_element = behind.checked_rem(i64::from(elements.stride)).unwrap_or(0) == 0;
            let other = !place.array && behind >= 0 && is_element && self.memory.is_written(id);
            if other && nodes.len() < CONTENT_LIMIT {
                nodes.push(self.read_place(id, block, event));
            }
        }
        nodes
    }
}

/// Where the elements lie that an address is one of, as far as the function itself tells.
pub(super) fn elements_of(function: &Function, address: ValueId) -> Elements {
    elements_told(function, address, |_, _| None)
}

fn elements_told(
    function: &Function,
    mut address: ValueId,
    of_result: impl Fn(BlockId, u32) -> Option<Elements>,
) -> Elements {
    let mut inner: Option<Elements> = None;
    loop {
        let (outer, base) = match function.value(address) {
            Value::Offset { base, .. } => (None, Some(*base)),
            Value::Element { base, elements, .. } => (Some(*elements), Some(*base)),
            Value::Result { block, event } => (of_result(*block, *event), None),
            Value::Phi { .. } => {
                let step = address::step(function, address).map(i64::unsigned_abs);
                (step.map(|step| Elements::new(step, 0)), None)
            }
            _ => (None, None),
        };
        inner = match (outer, inner) {
            (Some(outer), Some(inner)) => Some(outer.of(inner)),
            (known, None) | (None, known) => known,
        };
        match base {
            Some(base) if base != address => address = base,
            _ => return inner.unwrap_or_default(),
        }
    }
}
