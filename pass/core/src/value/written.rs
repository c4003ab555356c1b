//! What calls write that hand over addresses: objects, parts of them, and what their pointers lead to.

use rustc_hash::{FxHashMap, FxHashSet};

use super::cpp::Written;
use super::expression::Input;
use super::fortran::{self, Cover, Extent, RANK_OFFSET, Writes};
use super::function::{Builder, Target};
use super::library;
use super::memory::{Node, NodeId};
use super::place::{Place, PlaceId, Root};
use super::pointed_to::may_call_others;
use crate::mpi;
use crate::program::{BlockId, CallSite, Callee, Event, FunctionId, Value, ValueId};

/// Objects a summary tells to be written or copied as a whole at most.
pub(super) const WHOLES_LIMIT: usize = 64;
/// Objects followed behind a pointer at most.
const REACH_LIMIT: usize = 64;
/// Values looked through for the addresses something is made of.
const STEP_LIMIT: usize = 32;

/// Objects of the callers' that a call writes.
pub(super) struct Told {
    pub(super) place: Place,
    pub(super) extent: Extent,
    /// Not these, but what their pointers lead to.
    pub(super) behind: bool,
    /// Something in them, nobody knows where.
    pub(super) roughly: bool,
    pub(super) node: NodeId,
}

/// What a function does to pointers and to descriptors in memory, whenever it does.
#[derive(Debug, Default)]
pub(super) struct Links {
    /// By object: where addresses are written, and which.
    addresses: FxHashMap<Root, Vec<(Place, Place)>>,
    /// By object: where others are copied to, and from where.
    copies: FxHashMap<Root, Vec<(Place, Place)>>,
    /// Numbers that are written; `None`: several.
    numbers: FxHashMap<PlaceId, Option<i64>>,
    /// By descriptor: how many of its dimensions are given bounds.
    bounds: FxHashMap<PlaceId, i64>,
    /// Objects whose addresses are stored, or handed to somebody who may write there.
    exposed: FxHashSet<Root>,
}

impl Builder<'_, '_> {
    // ---- what is written ------------------------------------------------------------------------

    /// What a call writes to an object. Callers are told: they may know parts of it this function does
    /// not.
    pub(super) fn write_object(
        &mut self,
        (block, event): (BlockId, usize),
        start: Place,
        extent: Extent,
        whole: NodeId,
    ) {
        let extent = extent.with_dimensions(self.dimensions_at(start));
        if !self.is_own(start) && !self.is_copy(start.root) {
            let starts = |id: &PlaceId| self.context.places.get(*id).offset == start.offset;
            let all_starts = self.places_from(start).iter().all(starts);
            // Where the object ends is not known, and there is more of it than what is written.
            let (extent, node) = match extent {
                Extent::Object if !all_starts => (extent, self.unknown_part(start)),
                Extent::Counted(counted) => (Extent::Counted(counted.of_part(!all_starts)), whole),
                _ => (extent, whole),
            };
            self.tell(Told { place: start, extent, behind: false, roughly: false, node });
        }
        self.write_whole((block, event), start, extent, whole);
    }

    pub(super) fn unknown_part(&mut self, place: Place) -> NodeId {
        let place = self.context.places.intern(place);
        self.memory.push(Node::Unknown(place))
    }

    pub(super) fn perhaps_written(
        &mut self,
        at: (BlockId, usize),
        place: PlaceId,
        whole: NodeId,
    ) -> NodeId {
        let old = self.read_lazily(place, at.0, at.1);
        let new = self.memory.push(Node::Part { of: whole });
        self.memory.push(Node::Partly { old, new })
    }

    /// Callers are told of what is written to their objects, each as often as it is: what is written last stands there.
    pub(super) fn tell(&mut self, told: Told) {
        let same = |known: &Told| {
            (known.place, known.extent, known.behind) == (told.place, told.extent, told.behind)
        };
        if let Some(at) = self.wholes.iter().position(same) {
            let mut known = self.wholes.remove(at);
            known.node = self.memory.push(Node::Either(known.node, told.node));
            self.wholes.push(known);
        } else if self.wholes.len() < WHOLES_LIMIT {
            self.wholes.push(told);
        } else {
            self.tell_roughly(&told);
        }
    }

    /// Callers are told that something is written in the variable or parameter that a place is reached from,
    /// or behind it.
    pub(super) fn tell_roughly(&mut self, told: &Told) {
        let root = self.context.places.outermost(told.place);
        let behind = told.behind || root != told.place.root;
        match root {
            Root::Global(variable) => return self.variables.insert(variable, behind),
            Root::Parameter(_) => {}
            // Nobody else has a name for it.
            _ => return,
        }
        let place = Place::start(root);
        let is_told = |told: &Told| told.roughly && (told.place, told.behind) == (place, behind);
        if self.wholes.iter().any(is_told) {
            return;
        }
        let node = self.unknown_part(place);
        self.wholes.push(Told { place, extent: Extent::Object, behind, roughly: true, node });
    }

    /// What a call writes to a place and behind it.
    pub(super) fn write_whole(
        &mut self,
        (block, event): (BlockId, usize),
        start: Place,
        extent: Extent,
        whole: NodeId,
    ) {
        self.disturb_objects((block, event), start, extent, whole);
        let is_sent = self.is_sent(whole);
        for id in self.places_from(start) {
            let part = self.context.places.get(id);
            let behind = part.offset.wrapping_sub(start.offset);
            let node = match extent.cover(behind) {
                Cover::No => continue,
                Cover::Possible => self.perhaps_written((block, event), id, whole),
                // Elements behind those that are received keep what was written to them.
                Cover::Sure if self.has_elements_beyond(id, behind, extent) => {
                    self.perhaps_written((block, event), id, whole)
                }
                Cover::Sure if extent == Extent::Beginning && part.array => {
                    self.perhaps_written((block, event), id, whole)
                }
                Cover::Sure if is_sent => {
                    let node = self.memory.push(Node::Part { of: whole });
                    self.note_sent((block, event), part, node);
                    node
                }
                Cover::Sure if part.offset == start.offset && !part.array => whole,
                Cover::Sure => self.memory.push(Node::Part { of: whole }),
            };
            self.memory.define(block, event, id, node);
        }
        for id in self.arrays_around(start) {
            let node = self.perhaps_written((block, event), id, whole);
            self.memory.define(block, event, id, node);
        }
    }

    /// Arrays that begin before a place and may go on there.
    fn arrays_around(&self, start: Place) -> Vec<PlaceId> {
        let known = self.places_of.get(&start.root).map_or(&[][..], Vec::as_slice);
        let is_around = |id: &PlaceId| {
            let array = self.context.places.get(*id);
            let elements = self.elements_at.get(id).copied().unwrap_or_default();
            let behind = start.offset.wrapping_sub(array.offset);
            array.array
                && behind > 0
                && (elements.bytes == 0 || behind < i64::from(elements.bytes))
                && (elements.stride == 0 || behind % i64::from(elements.stride) == 0)
        };
        known.iter().copied().filter(is_around).collect()
    }

    /// What a call writes to all that pointers in an object lead to, and pointers there.
    pub(super) fn write_behind(
        &mut self,
        at: (BlockId, usize),
        start: Place,
        extent: Extent,
        whole: NodeId,
    ) {
        if !self.is_own(start) {
            self.tell(Told { place: start, extent, behind: true, roughly: false, node: whole });
        }
        for place in self.reached(start, extent) {
            // Memory that was allocated is all theirs; of a structure they may be a part.
            let is_allocated =
                matches!(place.root, Root::Heap(_) | Root::Pointee(_)) && place.offset == 0;
            let extent = if is_allocated { Extent::Object } else { Extent::Beginning };
            self.write_object(at, place, extent, whole);
        }
    }

    // ---- functions that are not seen ------------------------------------------------------------

    /// The place an argument is the address of, if it can be written.
    pub(super) fn address_argument(&mut self, argument: ValueId) -> Option<Place> {
        self.address_in(argument).filter(|place| !self.is_constant_object(*place))
    }

    /// The place an argument is the address of.
    fn address_in(&mut self, argument: ValueId) -> Option<Place> {
        let is_address = !matches!(
            self.function.value(argument),
            Value::Integer(_) | Value::Null | Value::Undefined | Value::Function(_)
        );
        self.resolve(argument).filter(|_| is_address)
    }

    /// Are there addresses of variables in the initialiser of what a place is in?
    fn names_variables(&self, place: Place) -> bool {
        matches!(place.root, Root::Global(variable) if !self.context.named_in(variable).is_empty())
    }

    pub(super) fn is_constant_object(&self, place: Place) -> bool {
        match place.root {
            Root::Global(global) => self.context.program.globals[global.index()].constant,
            _ => false,
        }
    }

    /// A function that is not seen may write what it is handed the addresses of.
    pub(super) fn define_external(&mut self, site: usize, call: &CallSite) {
        if let Some(writes) = self.runtime_writes(call) {
            return self.define_runtime(site, call, writes);
        }
        // Functions of the C library write what they are handed themselves.
        let follows = matches!(self.sites[site].target, Target::Unknown | Target::Candidates(_))
            && match call.callee {
                Callee::Direct(callee) => {
                    library::may_communicate(&self.context.program.function(callee).name)
                }
                Callee::Indirect { .. } | Callee::Assembly => true,
            };
        let count = call.arguments.len();
        let written = match call.callee {
            Callee::Direct(callee) => {
                library::arguments_written(&self.context.program.function(callee).name, count)
            }
            Callee::Indirect { .. } | Callee::Assembly => vec![Written::Object; count],
        };
        let is_text = matches!(call.callee, Callee::Direct(callee)
            if library::writes_text(&self.context.program.function(callee).name));
        for (argument, written) in call.arguments.iter().zip(written) {
            let extent = match written {
                Written::Nothing => continue,
                Written::Bytes(bytes) => Extent::Bytes(bytes),
                Written::Object if is_text => Extent::Beginning,
                Written::Object => Extent::Object,
            };
            self.write_argument(site, *argument, extent, follows);
        }
        self.define_string_length((self.sites[site].block, self.sites[site].event), call);
    }

    /// One of several functions of the program writes what they write, all of them together; what then
    /// stands there is not known. Where other functions may be called as well, they may write what they
    /// are handed.
    pub(super) fn define_candidates(
        &mut self,
        site: usize,
        call: &CallSite,
        candidates: &[FunctionId],
    ) {
        let summaries: Vec<_> = candidates
            .iter()
            .filter_map(|candidate| self.context.written_by(*candidate).cloned())
            .collect();
        let may_be_others = may_call_others(self.context, self.function, call);
        if may_be_others || summaries.len() < candidates.len() {
            self.define_external(site, call);
        }
        let at = (self.sites[site].block, self.sites[site].event);
        if summaries.iter().any(|summary| summary.thrown.is_some()) {
            self.note_thrown(site);
        }
        let argument = call.arguments.first().copied().unwrap_or(ValueId(0));
        let whole = self.memory.push(Node::External { site, argument, behind: false });
        for summary in summaries {
            if summary.writes_anything {
                self.write_anything(site, call);
            }
            if summary.writes_lent {
                self.write_all_lent(at);
            }
            self.write_variables(at, &summary.variables);
            for (place, extent, behind) in summary.objects_written() {
                let extent = self.extent_here(call, extent);
                match self.place_of_callers(at, call, place) {
                    Some(place) if behind => self.write_behind(at, place, extent, whole),
                    Some(place) => self.write_object(at, place, extent, whole),
                    None => {}
                }
            }
            for id in summary.places_written() {
                if let Some(place) = self.place_of_callers(at, call, id) {
                    let elements = self.elements_written(call, &summary, id);
                    let node = self.memory.push(Node::Part { of: whole });
                    self.write_output(at, place, node, elements, None);
                }
            }
        }
    }

    /// A place that a callee names, as this function names it; `None`: nobody names it before the call.
    fn place_of_callers(
        &mut self,
        at: (BlockId, usize),
        call: &CallSite,
        place: PlaceId,
    ) -> Option<Place> {
        let place = self.context.places.get(place);
        let is_new = self.context.places.outermost(place) == Root::Returned;
        let found = self.addresses.translate(self.context, self.function, call, place);
        if found.is_none() && !is_new {
            self.write_all_lent(at);
        }
        found.filter(|_| !is_new)
    }

    /// A function of the program of which it is not known what it writes: global variables, and what
    /// others handed this function and it hands on.
    pub(super) fn write_anything(&mut self, site: usize, call: &CallSite) {
        self.writes_anything = true;
        let (block, event) = (self.sites[site].block, self.sites[site].event);
        self.write_all_lent((block, event));
        let mut places: Vec<PlaceId> = self.places_of.values().flatten().copied().collect();
        places.sort_unstable();
        for id in places {
            let place = self.context.places.get(id);
            if !self.context.places.is_local(id) && !self.is_constant_object(place) {
                let node = self.unknown_part(place);
                self.memory.define(block, event, id, node);
            }
        }
        for argument in &call.arguments {
            self.write_argument(site, *argument, Extent::Object, true);
        }
    }

    fn write_argument(&mut self, site: usize, argument: ValueId, extent: Extent, follows: bool) {
        let Some(place) = self.address_in(argument) else { return };
        let at = (self.sites[site].block, self.sites[site].event);
        let is_constant = self.is_constant_object(place);
        if !is_constant {
            // Of one element of many it is not followed what it becomes.
            let (extent, node) = match extent {
                Extent::Bytes(_) if place.array => (Extent::Object, self.unknown_part(place)),
                _ => (extent, self.memory.push(Node::External { site, argument, behind: false })),
            };
            self.write_object(at, place, extent, node);
        }
        if follows && !self.is_start(place) && (!is_constant || self.names_variables(place)) {
            let node = self.memory.push(Node::External { site, argument, behind: true });
            self.write_behind(at, place, extent, node);
        }
    }

    /// Is it what the program was started with? A function may be handed `argv` to take words from it or to
    /// put them in order, but hardly to write over them.
    fn is_start(&self, place: Place) -> bool {
        let outermost = self.context.places.outermost(place);
        self.function.is_main() && matches!(outermost, Root::Parameter(_))
    }

    /// What a function of Fortran's runtime writes.
    pub(super) fn runtime_writes(&self, call: &CallSite) -> Option<Writes> {
        let Callee::Direct(callee) = call.callee else { return None };
        fortran::writes(&self.context.program.function(callee).name)
    }

    /// Does it matter to a function of Fortran's runtime what stands where pointers in its arguments lead?
    pub(super) fn goes_behind(&self, call: &CallSite) -> bool {
        self.copies_behind(call) || self.reads_behind(call)
    }

    /// Does a function of Fortran's runtime write what stood where pointers in its arguments lead?
    fn copies_behind(&self, call: &CallSite) -> bool {
        let Callee::Direct(callee) = call.callee else { return false };
        let name = &self.context.program.function(callee).name;
        matches!(
            fortran::writes(name),
            Some(Writes::AllocationOfCopy | Writes::First | Writes::Assignment | Writes::All)
        ) && !fortran::reads_file(name)
    }

    /// Does a function of Fortran's runtime answer something of what stands where pointers in its arguments
    /// lead?
    pub(super) fn reads_behind(&self, call: &CallSite) -> bool {
        let Callee::Direct(callee) = call.callee else { return false };
        fortran::reads_behind(&self.context.program.function(callee).name)
    }

    fn define_runtime(&mut self, site: usize, call: &CallSite, writes: Writes) {
        let whole = Extent::Descriptor(None);
        let (count, extent, follows) = match writes {
            Writes::Nothing => (0, whole, false),
            // How long they are is not looked at.
            Writes::Number | Writes::Text => (usize::MAX, Extent::Beginning, false),
            Writes::Bounds => match call.arguments.get(1).map(|at| self.function.value(*at)) {
                Some(Value::Integer(dimension)) => (1, Extent::Dimension(*dimension), false),
                _ => (1, whole, false),
            },
            Writes::Allocation => (1, Extent::Allocation(None), false),
            Writes::AllocationOfCopy => (1, Extent::Allocation(None), true),
            Writes::Release => (1, Extent::Bytes(8), false),
            Writes::First => (1, whole, true),
            Writes::Behind => {
                let Some(argument) = call.arguments.first().copied() else { return };
                let Some(place) = self.address_in(argument) else { return };
                let at = (self.sites[site].block, self.sites[site].event);
                let node = self.memory.push(Node::External { site, argument, behind: true });
                return self.write_behind(at, place, whole, node);
            }
            Writes::Assignment => {
                let mut of = |argument: usize| {
                    let at = call.arguments.get(argument).and_then(|at| self.resolve(*at))?;
                    self.dimensions_at(at)
                };
                let dimensions = of(0).or_else(|| of(1).filter(|count| *count > 0));
                (1, whole.with_dimensions(dimensions), true)
            }
            Writes::All | Writes::AllButFirst => (usize::MAX, whole, true),
        };
        let first = usize::from(writes == Writes::AllButFirst);
        for argument in call.arguments.iter().take(count).skip(first) {
            self.write_argument(site, *argument, extent, follows);
        }
        match (writes, extent) {
            (Writes::Assignment, Extent::Descriptor(Some(dimensions))) => {
                self.copy_shape(site, call, dimensions);
            }
            (Writes::Bounds, Extent::Dimension(number)) => self.set_bounds(site, call, number),
            _ => {}
        }
        self.set_base(site, call, writes);
    }

    /// Where an array is, behind a call that assigns to it or takes it away. That there may be too little memory is left out
    /// of account, as for C. What is assigned to is told of variables of modules alone, as tables are that are there
    /// once: of others it says which ranks have them, and no more than that.
    fn set_base(&mut self, site: usize, call: &CallSite, writes: Writes) {
        let (block, event) = (self.sites[site].block, self.sites[site].event);
        let resolved = |builder: &mut Self, at: usize| builder.resolve(*call.arguments.get(at)?);
        let Some(descriptor) = resolved(self, 0).filter(|place| !place.array) else { return };
        let is_of_module = matches!(descriptor.root, Root::Global(_));
        // One number for all elements: the array is there (Fortran 2018, 10.2.1.3), and stays.
        let assigns = self.is_assignment(call);
        let stays = assigns && {
            let from = resolved(self, 1).and_then(|from| self.dimensions_at(from));
            let to = self.dimensions_at(descriptor);
            from == Some(0) && to.is_some_and(|dimensions| dimensions > 0)
        };
        let is_made = assigns && !stays && is_of_module;
        if !is_made && !stays && writes != Writes::Release {
            return;
        }
        let base = self.note_place(descriptor);
        let node = match (is_made, stays) {
            (true, _) => self.memory.push(Node::Allocated { site }),
            (_, true) => self.read_lazily(base, block, event),
            _ => self.memory.push(Node::Number(0)),
        };
        self.memory.define(block, event, base, node);
    }

    /// Does a function of Fortran's runtime assign to a variable, and not to a pointer?
    fn is_assignment(&self, call: &CallSite) -> bool {
        let Callee::Direct(callee) = call.callee else { return false };
        fortran::assigns(&self.context.program.function(callee).name)
    }

    /// The bounds of an array's dimension are what they are set to.
    fn set_bounds(&mut self, site: usize, call: &CallSite, number: i64) {
        let (block, event) = (self.sites[site].block, self.sites[site].event);
        let &[descriptor, _, lower, upper, ..] = call.arguments.as_slice() else { return };
        let Some(descriptor) = self.resolve(descriptor).filter(|place| !place.array) else {
            return;
        };
        let extent = match [lower, upper].map(|bound| self.function.value(bound)) {
            [Value::Integer(lower), Value::Integer(upper)] => {
                let extent = upper.saturating_sub(*lower).saturating_add(1).max(0);
                Some(self.memory.push(Node::Number(extent)))
            }
            [Value::Integer(1), _] => Some(NodeId::new(upper.index())),
            _ => None,
        };
        let [start, length] = fortran::bounds(number).map(|offset| {
            let offset = descriptor.offset.wrapping_add(offset);
            self.note_place(Place { offset, ..descriptor })
        });
        self.memory.define(block, event, start, NodeId::new(lower.index()));
        if let Some(extent) = extent {
            self.memory.define(block, event, length, extent);
        }
    }

    /// An array has the shape of what is assigned to it; where it had this before, it keeps its lower bounds (Fortran
    /// 2018, 10.2.1.3) and strides.
    fn copy_shape(&mut self, site: usize, call: &CallSite, dimensions: i64) {
        let (block, event) = (self.sites[site].block, self.sites[site].event);
        let [to, from, ..] = call.arguments.as_slice() else { return };
        let (Some(to), Some(from)) = (self.resolve(*to), self.resolve(*from)) else { return };
        let assigned = self.dimensions_at(from);
        let is_shape = |count: i64| count == 0 || count == dimensions;
        if to.array || from.array || !assigned.is_some_and(is_shape) {
            return;
        }
        for (offset, keeps) in fortran::shape(dimensions) {
            let at = |place: Place| Place { offset: place.offset.wrapping_add(offset), ..place };
            let target = self.note_place(at(to));
            let mut node = self.read_lazily(target, block, event);
            // One number may be assigned to all elements.
            if assigned != Some(0) {
                let source = self.note_place(at(from));
                let copied = self.read_lazily(source, block, event);
                node = if keeps { self.memory.push(Node::Either(node, copied)) } else { copied };
            }
            self.memory.define(block, event, target, node);
        }
    }

    // ---- what pointers lead to ------------------------------------------------------------------

    /// The objects that addresses in an object lead to, and addresses in those, as far as this function
    /// knows them.
    pub(super) fn reached(&mut self, start: Place, extent: Extent) -> Vec<Place> {
        let links = self.links.take().unwrap_or_else(|| self.find_links());
        let mut seen = FxHashSet::default();
        let mut found: Vec<Place> = Vec::new();
        let mut named: Vec<Place> = Vec::new();
        let mut work = vec![(start, extent.with_dimensions(None))];
        while let Some((from, extent)) = work.pop() {
            if !seen.insert((from.root, from.offset)) || seen.len() > REACH_LIMIT {
                continue;
            }
            if let Root::Global(variable) = from.root {
                named.extend(self.context.named_in(variable).iter());
            }
            let within = |at: &Place| {
                at.array
                    || from.array
                    || extent.cover(at.offset.wrapping_sub(from.offset)) != Cover::No
            };
            let written = links.addresses.get(&from.root).map_or(&[][..], Vec::as_slice);
            let mut targets: Vec<Place> =
                written.iter().filter(|(at, _)| within(at)).map(|(_, to)| *to).collect();
            targets.extend(self.pointees(from.root, &within));
            for target in targets {
                if !self.is_constant_object(target) && !found.contains(&target) {
                    found.push(target);
                    work.push((target, Extent::Object));
                }
            }
            // What was copied there leads where it led before.
            let copied = links.copies.get(&from.root).map_or(&[][..], Vec::as_slice);
            work.extend(copied.iter().map(|(_, source)| (*source, Extent::Object)));
        }
        self.links = Some(links);
        named.retain(|place| !found.contains(place));
        found.extend(named);
        found.retain(|place| *place != start);
        found
    }

    /// Objects named by the pointers in an object that lead to them.
    fn pointees(&self, object: Root, within: &dyn Fn(&Place) -> bool) -> Vec<Place> {
        let behind = |root: &&Root| match root {
            Root::Pointee(pointer) => {
                let at = self.context.places.get(*pointer);
                at.root == object && within(&at)
            }
            _ => false,
        };
        let mut roots: Vec<Root> = self.places_of.keys().filter(behind).copied().collect();
        roots.sort_unstable();
        roots.into_iter().map(Place::start).collect()
    }

    fn find_links(&mut self) -> Links {
        let mut links = Links::default();
        for (_, _, what) in self.events() {
            match what {
                Event::Store { address, value } => {
                    let Some(at) = self.resolve(*address) else { continue };
                    if let Value::Integer(number) = self.function.value(*value) {
                        let id = self.context.places.intern(at);
                        let known = links.numbers.entry(id).or_insert(Some(*number));
                        *known = known.filter(|known| known == number);
                        continue;
                    }
                    for to in self.addresses_in(*value) {
                        links.exposed.insert(to.root);
                        links.addresses.entry(at.root).or_default().push((at, to));
                    }
                }
                Event::Copy { to, from, .. } => {
                    if let (Some(to), Some(from)) = (self.resolve(*to), self.resolve(*from)) {
                        links.exposed.insert(to.root);
                        links.copies.entry(to.root).or_default().push((to, from));
                    }
                }
                Event::Call(call) => self.link_call(call, &mut links),
                Event::Load(_) => {}
            }
        }
        links
    }

    /// Is what an argument is the address of read by the function called, and neither written nor kept?
    fn is_only_read(&self, call: &CallSite, argument: usize) -> bool {
        let Callee::Direct(callee) = call.callee else { return false };
        if let Some(mpi) = mpi::lookup(&self.context.program.function(callee).name) {
            let mut params = mpi.procedure.params.iter().enumerate();
            return params.any(|(index, param)| {
                mpi.argument(index) == Some(argument) && !param.is_written()
            });
        }
        let Some(summary) = &self.context.summaries[callee.index()] else { return false };
        let places = &self.context.places;
        let root = u32::try_from(argument).map(Root::Parameter);
        let is_in = |place: PlaceId| Ok(places.outermost(places.get(place))) == root;
        let mut written = summary.objects_written().map(|(place, ..)| place);
        let mut inputs = summary.inputs.iter();
        !summary.writes_anything
            && !written.any(is_in)
            && !summary.places_written().any(is_in)
            && !inputs.any(
                |input| matches!(input, Input::Parameter(index) if *index as usize == argument),
            )
    }

    fn link_call(&mut self, call: &CallSite, links: &mut Links) {
        for (index, argument) in call.arguments.iter().enumerate() {
            if let Some(place) = self.address_argument(*argument)
                && !self.is_only_read(call, index)
            {
                links.exposed.insert(place.root);
            }
        }
        if self.runtime_writes(call) == Some(Writes::Bounds)
            && let [descriptor, dimension, ..] = call.arguments.as_slice()
            && let Some(at) = self.resolve(*descriptor)
            && let Value::Integer(number) = self.function.value(*dimension)
        {
            let id = self.context.places.intern(at);
            let count = links.bounds.entry(id).or_insert(0);
            *count = (*count).max(number.saturating_add(1));
        }
    }

    /// The places whose addresses a value is made of.
    pub(super) fn addresses_in(&mut self, value: ValueId) -> Vec<Place> {
        let mut found = Vec::new();
        let mut work = vec![value];
        let mut steps = 0;
        while let Some(value) = work.pop() {
            steps += 1;
            if steps > STEP_LIMIT {
                break;
            }
            let function = self.function;
            let is_made = matches!(function.value(value), Value::Phi { .. } | Value::Select { .. });
            match self.resolve(value) {
                Some(place) if !(is_made && matches!(place.root, Root::Pointer(_))) => {
                    found.push(place);
                    continue;
                }
                _ => {}
            }
            match function.value(value) {
                Value::Opaque(inputs) => work.extend(inputs),
                Value::Select { then, otherwise, .. } => work.extend([*then, *otherwise]),
                Value::Phi { incoming, .. } => work.extend(incoming.iter().map(|(_, v)| *v)),
                Value::Cast { operand, .. } => work.push(*operand),
                _ => {}
            }
        }
        found
    }

    // ---- descriptors ----------------------------------------------------------------------------

    /// How many dimensions the descriptor in a place has, if the function writes that itself.
    fn dimensions_at(&mut self, descriptor: Place) -> Option<i64> {
        let links = self.links.take().unwrap_or_else(|| self.find_links());
        let id = self.context.places.intern(descriptor);
        let at = descriptor.offset.wrapping_add(RANK_OFFSET);
        let written = self.number_at(&links, Place { offset: at, ..descriptor }, 0);
        let given = links.bounds.get(&id).copied();
        self.links = Some(links);
        written.or(given)
    }

    /// The one number that a variable holds which is handed to nobody who might change it.
    pub(super) fn number_kept(&mut self, variable: ValueId) -> Option<i64> {
        let place = self.resolve(variable)?;
        let id = self.context.places.intern(place);
        let links = self.links.take().unwrap_or_else(|| self.find_links());
        let number = links.numbers.get(&id).copied().flatten();
        let is_kept = !links.exposed.contains(&place.root);
        self.links = Some(links);
        number.filter(|_| is_kept)
    }

    /// The one number written to a place, or copied there from where one was written.
    fn number_at(&mut self, links: &Links, place: Place, depth: u32) -> Option<i64> {
        const COPIES: u32 = 4;
        if let Root::Global(global) = place.root
            && self.is_constant_object(place)
        {
            let content = self.context.initial(global, place.offset)?;
            return self.context.expressions.as_integer(content);
        }
        let id = self.context.places.intern(place);
        if let Some(known) = links.numbers.get(&id) {
            return *known;
        }
        let copies = links.copies.get(&place.root).filter(|_| depth < COPIES)?;
        copies.iter().find_map(|(to, from)| {
            let inside = place.offset.wrapping_sub(to.offset);
            let source = Place { offset: from.offset.wrapping_add(inside), ..*from };
            (inside >= 0).then(|| self.number_at(links, source, depth + 1)).flatten()
        })
    }
}
