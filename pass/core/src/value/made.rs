//! Objects that a function makes for its callers.
//!
//! Where a function leaves the address of new memory in its caller's pointer, as a constructor of `std::vector` does,
//! nothing stands there yet but what the function itself writes. The caller may know parts of the object that the
//! function does not (all its elements, as one array): they were not there before either.

use super::ValueSummary;
use super::function::Builder;
use super::library;
use super::memory::Node;
use super::place::{PlaceId, Root};
use crate::graph::Block as GraphBlock;
use crate::program::{BlockId, CallSite, Callee, Event, Terminator, Value, ValueId};

impl Builder<'_, '_> {
    /// Nothing stands yet in the parts of objects that a function called here makes. Answers the objects.
    pub(super) fn define_made(
        &mut self,
        (block, event): (BlockId, usize),
        summary: &ValueSummary,
        call: &CallSite,
    ) -> Vec<Root> {
        let mut objects = Vec::new();
        for pointer in &summary.made {
            let pointer = self.context.places.get(*pointer);
            let pointer = self.addresses.translate(self.context, self.function, call, pointer);
            let Some(pointer) = pointer else { continue };
            let id = self.context.places.intern(pointer);
            // It leads to this object alone.
            if !self.addresses.made.contains(&id) {
                continue;
            }
            let object = Root::Pointee(id);
            for part in self.places_of.get(&object).cloned().unwrap_or_default() {
                let node = self.memory.push(Node::New);
                self.memory.define(block, event, part, node);
            }
            objects.push(object);
            if !self.is_own(pointer) && self.is_before_every_return(block) {
                self.made.insert(id);
            }
        }
        objects
    }

    /// The callers' pointers that lead to new objects, whenever the function returns.
    pub(super) fn made_left(&mut self) -> Vec<PlaceId> {
        for (block, _, event) in self.events() {
            let Event::Store { address, value } = event else { continue };
            let Some(pointer) = self.resolve(*address) else { continue };
            let Some(object) = self.resolve(*value).map(|object| object.root) else { continue };
            let id = self.context.places.intern(pointer);
            if self.addresses.holder(self.context, object) == Some((id, 0))
                && self.is_before_every_return(block)
                && self.is_untouched(object)
            {
                self.made.insert(id);
            }
        }
        let mut made: Vec<PlaceId> = self.made.drain().collect();
        made.sort_unstable();
        made
    }

    /// Is it new memory, and nothing is written there of which the parts are not known?
    pub(super) fn is_untouched(&mut self, object: Root) -> bool {
        let Root::Heap(address) = object else { return false };
        let Value::Result { block, event } = self.function.value(address) else { return false };
        let Callee::Direct(callee) = self.call(*block, *event as usize).callee else { return false };
        let is_new = match &self.context.summaries[callee.index()] {
            Some(summary) => summary.returns_untouched,
            None => !library::copies_content(&self.context.program.function(callee).name),
        };
        if !is_new {
            return false;
        }
        let leads_there = |builder: &mut Self, value: ValueId| {
            builder.resolve(value).is_some_and(|place| place.root == object)
        };
        self.events().into_iter().all(|(_, _, event)| match event {
            Event::Copy { to, .. } => !leads_there(self, *to),
            Event::Call(call) => !call.arguments.iter().any(|value| leads_there(self, *value)),
            Event::Load(_) | Event::Store { .. } => true,
        })
    }

    /// Is a block on every way on which the function returns?
    fn is_before_every_return(&self, block: BlockId) -> bool {
        let exit = BlockId::new(self.function.blocks.len());
        let returns = self.predecessors[exit.index()].iter().filter(|from| {
            matches!(self.function.blocks[from.index()].terminator, Terminator::Return(_))
        });
        let (block, dominators) = (GraphBlock(block.0), &self.dominators);
        returns.into_iter().all(|from| dominators.dominates(block, GraphBlock(from.0)))
    }
}
