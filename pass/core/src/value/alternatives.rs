//! Addresses that are one of several: chosen by a condition, or kept in a variable or an array of pointers in which more
//! than one is put.

use super::Context;
use super::address::Addresses;
use super::expression::{Expression, Input};
use super::function::Builder;
use super::place::{Place, Root};
use crate::program::{BlockId, Callee, Event, Function, InitialAddress, Value, ValueId};

/// How deep choices are looked into.
const DEPTH: u32 = 6;
/// Addresses that are looked at for one pointer.
const LOOKS: usize = 256;

/// What is done where one of several addresses leads.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    /// A read sees one of them: all have to be known, and told from each other.
    Read,
    /// A write leaves any of them what it was, or not; that some are known is something.
    Write,
}

impl Access {
    /// Addresses one pointer may be.
    fn most(self) -> usize {
        match self {
            Self::Read => 8,
            Self::Write => 64,
        }
    }
}

/// Where a pointer may lead.
#[derive(Default)]
struct Pointed {
    places: Vec<Place>,
    looks: usize,
}

impl Addresses {
    /// The places that may be written where one is that is reached through one of several known addresses; none: it
    /// is not such a one.
    pub(super) fn alternatives_written(
        &mut self,
        context: &mut Context<'_>,
        function: &Function,
        place: Place,
    ) -> Vec<Place> {
        self.alternatives(context, function, place, Access::Write)
    }

    fn alternatives(
        &mut self,
        context: &mut Context<'_>,
        function: &Function,
        place: Place,
        access: Access,
    ) -> Vec<Place> {
        match place.root {
            Root::Pointer(_) if place.array && access == Access::Read => Vec::new(),
            Root::Pointer(pointer) => {
                let mut found = Pointed::default();
                let at = (pointer, place.offset);
                let all = self.pointed(context, function, at, (access, 0), &mut found);
                let array = |at: Place| Place { array: at.array || place.array, ..at };
                match all || access == Access::Write {
                    true => found.places.into_iter().map(array).collect(),
                    false => Vec::new(),
                }
            }
            Root::Pointee(pointer)
                if self.several(pointer).is_empty() && access == Access::Write =>
            {
                let holder = context.places.get(pointer);
                let reached = match holder.root {
                    _ if let Some(perhaps) = self.perhaps.get(&pointer) => perhaps.clone(),
                    _ if holder.array => self.pointed_by_elements(context, holder),
                    Root::Pointer(_) | Root::Pointee(_) => {
                        let holders = self.alternatives(context, function, holder, access);
                        holders.into_iter().filter_map(|at| self.pointee(context, at)).collect()
                    }
                    _ => Vec::new(),
                };
                reached.into_iter().map(|at| at.at(place)).collect()
            }
            Root::Pointee(holder) => self.several(holder).iter().map(|at| at.at(place)).collect(),
            _ => Vec::new(),
        }
    }

    /// Where the pointers lead that are put into single elements of an array, or stand there from the beginning.
    fn pointed_by_elements(&self, context: &Context<'_>, array: Place) -> Vec<Place> {
        let known = self.known_in.get(&array.root).map_or(&[][..], Vec::as_slice);
        let targets = known.iter().flat_map(|pointer| {
            let only = self.stored.get(pointer).into_iter();
            only.chain(self.several(*pointer)).copied()
        });
        let initial = initial_targets(context, array.root, |_| true);
        targets.chain(initial).take(Access::Write.most()).collect()
    }

    /// What the pointer points to that is read where one of several addresses leads, if it is the same in each: variables of
    /// the function's own, in which nothing stands that it has not put there.
    pub(super) fn pointee_of_all(
        &mut self,
        context: &mut Context<'_>,
        function: &Function,
        place: Place,
    ) -> Option<Place> {
        if !matches!(place.root, Root::Pointer(_)) {
            return None;
        }
        let holders = self.alternatives(context, function, place, Access::Read);
        let mut targets = holders.into_iter().map(|holder| {
            let is_own = matches!(holder.root, Root::Stack(_));
            let holder = context.places.intern(holder);
            self.stored.get(&holder).copied().filter(|_| is_own)
        });
        let first = targets.next()??;
        targets.all(|target| target == Some(first)).then_some(first)
    }

    /// Collects the places so many bytes behind where a pointer may lead; false: not all are known.
    fn pointed(
        &mut self,
        context: &mut Context<'_>,
        function: &Function,
        (pointer, offset): (ValueId, i64),
        (access, depth): (Access, u32),
        found: &mut Pointed,
    ) -> bool {
        found.looks += 1;
        if depth > DEPTH || found.places.len() >= access.most() || found.looks > LOOKS {
            return false;
        }
        if let Some(place) = self.resolve(context, function, pointer)
            && !matches!(place.root, Root::Pointer(_))
        {
            // What its result leads to a function does not read.
            let is_named = !matches!(place.root, Root::Returned);
            found.places.push(Place { offset: place.offset.wrapping_add(offset), ..place });
            return access == Access::Write || (is_named && !place.array);
        }
        let ways: Vec<(ValueId, i64)> = match function.value(pointer) {
            Value::Offset { base, bytes } => vec![(*base, *bytes)],
            Value::Select { then, otherwise, .. } => vec![(*then, 0), (*otherwise, 0)],
            Value::Phi { incoming, .. } => {
                let values = incoming.iter().map(|(_, value)| *value);
                values.filter(|value| *value != pointer).map(|value| (value, 0)).collect()
            }
            Value::Result { block, event } => {
                chosen_arguments(context, function, *block, *event).unwrap_or_default()
            }
            _ => return false,
        };
        let mut all = !ways.is_empty();
        for (way, bytes) in ways {
            let way = (way, offset.wrapping_add(bytes));
            all &= self.pointed(context, function, way, (access, depth + 1), found);
            if !all && access == Access::Read {
                return false;
            }
        }
        all
    }
}

impl Builder<'_, '_> {
    /// The places one may be that is read through one of several known addresses; none: it is not such a one.
    pub(super) fn alternatives(&mut self, place: Place) -> Vec<Place> {
        self.addresses.alternatives(self.context, self.function, place, Access::Read)
    }

    /// The places one may be that is written so.
    pub(super) fn alternatives_written(&mut self, place: Place) -> Vec<Place> {
        self.addresses.alternatives_written(self.context, self.function, place)
    }
}

/// Where the variables lie whose addresses stand in an object from the beginning, at offsets of which `is_asked` holds.
pub(super) fn initial_targets(
    context: &Context<'_>,
    object: Root,
    is_asked: impl Fn(i64) -> bool,
) -> impl Iterator<Item = Place> {
    let initial = match object {
        Root::Global(global) => &context.program.globals[global.index()].addresses[..],
        _ => &[],
    };
    initial.iter().filter(move |(at, _)| is_asked(*at)).filter_map(|(_, address)| match *address {
        InitialAddress::Global(target, offset) => {
            Some(Place { offset, ..Place::start(Root::Global(target)) })
        }
        _ => None,
    })
}

/// The arguments of which a call answers one, or an address so many bytes behind it.
fn chosen_arguments(
    context: &Context<'_>,
    function: &Function,
    block: BlockId,
    event: u32,
) -> Option<Vec<(ValueId, i64)>> {
    let events = &function.blocks[block.index()].events;
    let Some(Event::Call(site)) = events.get(event as usize) else { return None };
    let Callee::Direct(callee) = site.callee else { return None };
    let result = context.summaries[callee.index()].as_ref()?.result?;
    let (mut work, mut found) = (vec![(result, 0)], Vec::new());
    while let Some((next, bytes)) = work.pop() {
        match *context.expressions.get(next) {
            Expression::Select(_, then, otherwise) => {
                work.extend([(then, bytes), (otherwise, bytes)]);
            }
            Expression::Offset(base, more) if bytes == 0 => {
                work.push((base, context.expressions.as_integer(more)?));
            }
            Expression::Input(Input::Parameter(index)) => {
                found.push((*site.arguments.get(index as usize)?, bytes));
            }
            _ => return None,
        }
        if work.len() + found.len() > Access::Read.most() {
            return None;
        }
    }
    Some(found)
}
