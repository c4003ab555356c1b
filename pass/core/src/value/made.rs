//! Objects that a function makes for its callers.
//!
//! Where a function leaves the address of new memory in its caller's pointer, as a constructor of `std::vector` does,
//! nothing stands there yet but what the function itself writes. The caller may know parts of the object that the
//! function does not (all its elements, as one array): they were not there before either.
//!
//! That holds as long as nobody writes there by another name: by a second pointer, as the one to a vector's end, or in
//! a function that is not seen. Where somebody may, what stands in the object is as unknown as in any other.

use super::ValueSummary;
use super::cpp::Written;
use super::function::{Builder, Target};
use super::library;
use super::memory::Node;
use super::place::{Place, PlaceId, Root};
use crate::graph::Block as GraphBlock;
use crate::mpi;
use crate::program::{BlockId, CallSite, Callee, Event, FunctionId, Terminator, Value, ValueId};

impl Builder<'_, '_> {
    /// Finds the objects that functions called here make, and whether they are written by other names as well.
    pub(super) fn find_made(&mut self) {
        for site in 0..self.sites.len() {
            let Target::Known(callee) = self.sites[site].target else { continue };
            let Some(summary) = &self.context.summaries[callee.index()] else { continue };
            let call = self.call(self.sites[site].block, self.sites[site].event);
            for pointer in summary.made.clone() {
                let pointer = self.context.places.get(pointer);
                let pointer = self.addresses.translate(self.context, self.function, call, pointer);
                if let Some(pointer) = pointer {
                    let id = self.context.places.intern(pointer);
                    // It leads to this object alone.
                    if self.addresses.made.contains(&id) {
                        self.made_here.insert(id);
                    }
                }
            }
        }
        self.writes_by_name = self.events().into_iter().all(|(block, event, what)| match what {
            Event::Load(_) => true,
            Event::Store { address, .. } => self.is_named(*address),
            Event::Copy { to, .. } => self.is_named(*to),
            Event::Call(call) => self.call_writes_by_name(self.site_at[&(block, event)], call),
        });
    }

    fn call_writes_by_name(&mut self, site: usize, call: &CallSite) -> bool {
        match self.sites[site].target.clone() {
            Target::Known(callee) => self.callee_writes_by_name(callee, call),
            Target::Mpi(mpi) => {
                let mut written = (0..mpi.procedure.params.len())
                    .filter(|parameter| mpi::output(mpi.procedure, *parameter).is_some())
                    .filter_map(|parameter| call.arguments.get(mpi.argument(parameter)?));
                written.all(|argument| self.is_named(*argument))
            }
            Target::Library(_) => self.library_writes_by_name(call),
            Target::Candidates(_) => false,
            // Who throws or ends the program writes nothing that this function reads.
            Target::Unknown => match call.callee {
                Callee::Direct(callee) => {
                    library::departure(&self.context.program.function(callee).name).is_some()
                }
                Callee::Indirect { .. } | Callee::Assembly => false,
            },
        }
    }

    fn callee_writes_by_name(&mut self, callee: FunctionId, call: &CallSite) -> bool {
        let Some(summary) = &self.context.summaries[callee.index()] else { return false };
        let reaches_behind =
            summary.variables.reach_behind() || summary.wholes.iter().any(|told| told.behind);
        if !summary.writes_by_name || reaches_behind {
            return false;
        }
        let objects = summary.objects_written().map(|(place, ..)| place);
        let written: Vec<PlaceId> = objects.chain(summary.places_written()).collect();
        written.into_iter().all(|place| {
            let place = self.context.places.get(place);
            match self.addresses.translate(self.context, self.function, call, place) {
                Some(place) => self.is_place_named(place),
                // Of a result that nobody looks at.
                None => self.context.places.outermost(place) == Root::Returned,
            }
        })
    }

    fn library_writes_by_name(&mut self, call: &CallSite) -> bool {
        let Callee::Direct(callee) = call.callee else { return false };
        let name = &self.context.program.function(callee).name;
        let written = library::arguments_written(name, call.arguments.len());
        let mut written = call.arguments.iter().zip(written);
        written.all(|(argument, written)| {
            matches!(written, Written::Nothing) || self.is_named(*argument)
        })
    }

    /// Is what an address leads to none of the made objects, or one of them by its own name?
    fn is_named(&mut self, address: ValueId) -> bool {
        match self.resolve(address) {
            Some(place) => self.is_place_named(place),
            None => matches!(
                self.function.value(address),
                Value::Integer(_) | Value::Null | Value::Undefined | Value::Function(_)
            ),
        }
    }

    fn is_place_named(&self, place: Place) -> bool {
        let Root::Pointee(pointer) = place.root else {
            return !matches!(place.root, Root::Pointer(_));
        };
        self.made_here.contains(&pointer) || self.is_from_elsewhere(pointer)
    }

    /// Did a pointer of the callers', and each one that it is reached by, lead elsewhere before any object was made?
    fn is_from_elsewhere(&self, mut pointer: PlaceId) -> bool {
        loop {
            let at = self.context.places.get(pointer);
            // An element may be any that something is put in.
            let may_be_written = match self.addresses.written_in.get(&at.root) {
                Some(some_element) => {
                    *some_element || at.array || self.addresses.written.contains(&pointer)
                }
                None => false,
            };
            match at.root {
                _ if may_be_written => return false,
                Root::Pointee(next) => pointer = next,
                root => return matches!(root, Root::Global(_) | Root::Parameter(_)),
            }
        }
    }

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
            if !self.writes_by_name || !self.made_here.contains(&id) {
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
            if self.writes_by_name
                && self.addresses.holder(self.context, object) == Some((id, 0))
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
        let Callee::Direct(callee) = self.call(*block, *event as usize).callee else {
            return false;
        };
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
