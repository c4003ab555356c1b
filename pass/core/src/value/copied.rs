//! Memory that is copied: structures that are assigned, and what new memory takes over.

use super::function::{Builder, Target};
use super::memory::{Node, NodeId};
use super::place::{Place, PlaceId, Root};
use super::written::WHOLES_LIMIT;
use super::{Copied, library};
use crate::program::{BlockId, CallSite, Callee, Event, Terminator, Value, ValueId};

impl Builder<'_, '_> {
    pub(super) fn copy(
        &mut self,
        block: BlockId,
        event: usize,
        address: ValueId,
        from: ValueId,
        bytes: Option<i64>,
    ) {
        let source = from;
        let (Some(to), Some(from)) = (self.resolve(address), self.resolve(source)) else { return };
        let copied = Copied { to, from, bytes, always: true };
        self.copy_places((block, event), Some([address, source]), copied);
    }

    /// What the function copies, and what functions it calls copy of its objects.
    pub(super) fn copied_objects(&mut self) -> Vec<Copied<Place>> {
        let mut found = Vec::new();
        for (block, event, what) in self.events() {
            match what {
                Event::Copy { to, from, bytes } => {
                    if let (Some(to), Some(from)) = (self.resolve(*to), self.resolve(*from)) {
                        found.push(Copied { to, from, bytes: *bytes, always: true });
                    }
                }
                Event::Call(call) => {
                    let site = self.site_at[&(block, event)];
                    let Target::Known(callee) = self.sites[site].target else { continue };
                    if let Some(summary) = &self.context.summaries[callee.index()] {
                        let copies = summary.copies.clone();
                        found.extend(self.copied_by(&copies, call));
                    }
                }
                Event::Load(_) | Event::Store { .. } => {}
            }
        }
        found
    }

    /// What a function copies of its caller's objects.
    pub(super) fn copied_by(
        &mut self,
        copies: &[Copied<PlaceId>],
        call: &CallSite,
    ) -> Vec<Copied<Place>> {
        let copies = copies.iter().filter_map(|copied| {
            let mut translated = |place| {
                let place = self.context.places.get(place);
                self.addresses.translate(self.context, self.function, call, place)
            };
            let (to, from) = (translated(copied.to)?, translated(copied.from)?);
            Some(Copied { to, from, bytes: copied.bytes, always: copied.always })
        });
        copies.collect()
    }

    pub(super) fn copy_places(
        &mut self,
        (block, event): (BlockId, usize),
        addresses: Option<[ValueId; 2]>,
        copied: Copied<Place>,
    ) {
        let Copied { to, from, bytes, always } = copied;
        if !self.is_own(to) && !self.is_own(from) && self.copies.len() < WHOLES_LIMIT {
            let always = always && self.is_always_run(block);
            self.copies.push(Copied { always, ..copied });
        }
        let mut offsets: Vec<(i64, bool)> = Vec::new();
        for (place, base) in [(to, to.offset), (from, from.offset)] {
            for id in self.places_from(place) {
                let part = self.context.places.get(id);
                let relative = part.offset.wrapping_sub(base);
                if bytes.is_none_or(|bytes| relative < bytes) {
                    offsets.push((relative, part.array));
                }
            }
        }
        // Texts that begin alike are told apart by what stands behind.
        if !to.array && self.starts_text(from) {
            offsets.push((0, true));
        }
        offsets.sort_unstable();
        offsets.dedup();
        let fills = self.is_one_number(from);
        let by = addresses.map_or_else(Vec::new, |[_, from]| self.selects(from));
        for (relative, array) in offsets {
            let part = |place: Place| Place {
                offset: place.offset.wrapping_add(relative),
                array: place.array || array,
                ..place
            };
            // An element that nobody writes by itself is what is written at some index.
            if fills && self.is_element_alone(part(to)) {
                continue;
            }
            let source = self.note_place(part(from));
            let node = self.read_copied(source, block, event);
            let node = self.select((node, from), &by, addresses.map(|[_, from]| from));
            let target = part(to);
            match addresses {
                // One of its elements is copied to.
                Some([address, _]) if to.array => {
                    self.write_at(block, event, address, target, node)
                }
                _ => {
                    let target = self.note_place(target);
                    let node = match always && bytes.is_some() {
                        true => node,
                        false => self.copied_perhaps(target, node, block, event),
                    };
                    self.memory.define(block, event, target, node);
                }
            }
        }
    }

    /// Is it memory that is the same all over, for ever?
    pub(super) fn is_one_number(&self, from: Place) -> bool {
        match from.root {
            Root::Global(id) => self.context.program.globals[id.index()].is_uniform(),
            _ => false,
        }
    }

    /// Is it the start of a text of the program's, or of one of several?
    fn starts_text(&mut self, place: Place) -> bool {
        let Place { root, offset: 0, array: false, .. } = place else { return false };
        let texts: Vec<ValueId> = match root {
            Root::Global(id) => {
                let global = &self.context.program.globals[id.index()];
                return global.is_text() && global.initial.len() > 1;
            }
            Root::Pointer(pointer) => match self.function.value(pointer) {
                Value::Select { then, otherwise, .. } => vec![*then, *otherwise],
                Value::Phi { incoming, .. } => incoming.iter().map(|(_, text)| *text).collect(),
                _ => return false,
            },
            _ => return false,
        };
        texts.into_iter().all(|text| {
            let text = self.resolve(text).filter(|place| matches!(place.root, Root::Global(_)));
            text.is_some_and(|place| self.starts_text(place))
        })
    }

    /// Is it an element of an array that is written at some index, which is not written by itself?
    fn is_element_alone(&mut self, place: Place) -> bool {
        let id = self.context.places.intern(place);
        let is_array = |id: &PlaceId| {
            let other = self.context.places.get(*id);
            other.array && (other.offset <= place.offset || other.back > 0)
        };
        let known = self.places_of.get(&place.root).map_or(&[][..], Vec::as_slice);
        !place.array && !self.written_alone.contains(&id) && known.iter().any(is_array)
    }

    /// What callers are told of objects that are copied.
    pub(super) fn copies_left(&mut self) -> Vec<Copied<PlaceId>> {
        let mut intern = |place| self.context.places.intern(place);
        let copies = std::mem::take(&mut self.copies).into_iter();
        let copies = copies.map(|Copied { to, from, bytes, always }| Copied {
            to: intern(to),
            from: intern(from),
            bytes,
            always,
        });
        copies.collect()
    }

    /// Is a block on every way to the function's end?
    fn is_always_run(&self, block: BlockId) -> bool {
        let ends = self.function.blocks.iter().enumerate().filter(|(_, end)| {
            matches!(end.terminator, Terminator::Return(_) | Terminator::Resume)
        });
        ends.map(|(end, _)| BlockId::new(end)).all(|end| self.dominators.dominates(block, end))
    }

    /// What stands where something is copied to, if it is, or where only the run knows how much is: as a rule
    /// the copy, but if what was there differs between ranks, nobody knows.
    fn copied_perhaps(
        &mut self,
        target: PlaceId,
        copied: NodeId,
        block: BlockId,
        event: usize,
    ) -> NodeId {
        let before = self.read_lazily(target, block, event);
        let by = self.memory.push(Node::Disturbance {
            new: before,
            indices: Vec::new(),
            is_lent: false,
        });
        self.memory.push(Node::Disturbed { old: copied, by, write: None })
    }

    /// What is copied from a place. Of an array it may be another element, and an element may have been written
    /// as one of an array.
    fn read_copied(&mut self, from: PlaceId, block: BlockId, event: usize) -> NodeId {
        let node = self.read_lazily(from, block, event);
        let place = self.context.places.get(from);
        let is_other = |id: &PlaceId| {
            let other = self.context.places.get(*id);
            match place.array {
                true => {
                    !other.array && other.offset != place.offset && self.written_alone.contains(id)
                }
                false => {
                    other.array && other.offset <= place.offset && self.elements_at.contains_key(id)
                }
            }
        };
        let known = self.places_of.get(&place.root).map_or(&[][..], Vec::as_slice);
        let is_alone = !place.array && self.written_alone.contains(&from);
        if is_alone || !known.iter().any(is_other) {
            return node;
        }
        let other = self.unknown_part(place);
        self.memory.push(Node::Either(node, other))
    }

    /// New memory that has the content of other memory.
    pub(super) fn define_allocated(&mut self, site: usize, call: &CallSite) {
        let Callee::Direct(callee) = call.callee else { return };
        let (block, event) = (self.sites[site].block, self.sites[site].event);
        let copies = library::copies_content(&self.context.program.function(callee).name);
        if let (true, Some(result), Some(from)) = (copies, call.result, call.arguments.first())
            && let Some(from) = self.resolve(*from)
            && let Some(to) = self.resolve(result)
        {
            // As much as there is, and nothing was there before.
            let bytes = Some(i64::MAX);
            self.copy_places((block, event), None, Copied { to, from, bytes, always: true });
        }
    }
}
