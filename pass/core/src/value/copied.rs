//! Memory that is copied: structures that are assigned, and what new memory takes over.

use super::function::Builder;
use super::library;
use super::memory::{Node, NodeId};
use super::place::{Place, PlaceId};
use super::written::WHOLES_LIMIT;
use crate::program::{BlockId, CallSite, Callee, ValueId};

impl Builder<'_, '_> {
    pub(super) fn copy(
        &mut self,
        block: BlockId,
        event: usize,
        address: ValueId,
        from: ValueId,
        bytes: Option<i64>,
    ) {
        let (Some(to), Some(from)) = (self.resolve(address), self.resolve(from)) else { return };
        self.copy_places(block, event, (to, Some(address)), from, bytes);
    }

    pub(super) fn copy_places(
        &mut self,
        block: BlockId,
        event: usize,
        (to, address): (Place, Option<ValueId>),
        from: Place,
        bytes: Option<i64>,
    ) {
        if !self.is_own(to) && !self.is_own(from) && self.copies.len() < WHOLES_LIMIT {
            self.copies.push((to, from, bytes));
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
        offsets.sort_unstable();
        offsets.dedup();
        for (relative, array) in offsets {
            let part = |place: Place| Place {
                root: place.root,
                offset: place.offset.wrapping_add(relative),
                array: place.array || array,
            };
            let source = self.note_place(part(from));
            let node = self.read_copied(source, block, event);
            let target = part(to);
            match address {
                // One of its elements is copied to.
                Some(address) if to.array => self.write_at(block, event, address, target, node),
                _ => {
                    let target = self.note_place(target);
                    self.memory.define(block, event, target, node);
                }
            }
        }
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
            self.copy_places(block, event, (to, None), from, None);
        }
    }
}
