//! Objects whose addresses get lost, and writes through pointers nobody knows.
//!
//! A list of observers, a map from names of options to the variables they set, hooks with what they captured: the
//! address of a variable goes into memory of a container in which it is not followed, and comes back as some pointer.
//! What is written through such a pointer may be written to any object whose address was lost, at as many bytes from
//! where that led. Which of them it is only the run knows: what stands there then is what it was, or something that
//! ranks differ in if they do in what is written or in the pointer, which nobody is told of as a mistake.
//!
//! Callers are told which of their objects' addresses a function loses ([`super::ValueSummary::lends`]), and whether it
//! writes where it cannot tell them by name ([`super::ValueSummary::writes_lent`]). When a function loses an address, and
//! when it writes, is not looked at: an object is lent all the time.

use rustc_hash::{FxHashMap, FxHashSet};

use super::expression::{Expression, ExpressionId, Input};
use super::fortran::{Cover, Extent};
use super::function::{Builder, Target};
use super::memory::NodeId;
use super::place::{Place, Root};
use super::strings;
use crate::mpi::{self, ParamKind};
use crate::program::{BlockId, CallSite, Callee, Event, Value, ValueId};

/// Objects of one function that count as lent at most.
const LIMIT: usize = 64;
/// Objects of its callers' that a function tells to be lent at most.
const TOLD_LIMIT: usize = 16;

/// Where addresses are put.
#[derive(Default)]
struct Held {
    /// By object of the function's own: addresses that are put there.
    inside: FxHashMap<Root, Vec<Place>>,
    /// Addresses that are lost.
    lost: Vec<Place>,
    /// Objects of the function's own that are copied to where the addresses in them are not followed.
    copied: Vec<Root>,
}

impl Builder<'_, '_> {
    /// Finds the objects whose addresses get lost here.
    pub(super) fn find_lent(&mut self) {
        if strings::is_method(&self.function.name) {
            return;
        }
        let mut held = Held::default();
        for (block, event, what) in self.events() {
            match what {
                Event::Load(_) => {}
                Event::Store { address, value } => self.hold_stored(*address, *value, &mut held),
                Event::Copy { to, from, bytes } => {
                    let [to, from] = [*to, *from].map(|at| self.resolve(at));
                    self.hold_copied(to, from, *bytes, &mut held);
                }
                Event::Call(call) => {
                    self.hold_for_callees(self.site_at[&(block, event)], call, &mut held);
                }
            }
        }
        self.hold_followed(&mut held);
        let lost = self.all_lost(held);
        let told = lost.iter().filter(|place| self.is_of_callers(**place)).take(TOLD_LIMIT);
        let told: Vec<Place> = told.copied().collect();
        self.lends = told.into_iter().map(|place| self.context.places.intern(place)).collect();
        // What a pointer leads to is told to callers, who may know what that is.
        self.lent =
            lost.into_iter().filter(|lent| !matches!(lent.root, Root::Pointee(_))).collect();
    }

    /// Addresses in places that are followed, and in others.
    fn hold_followed(&mut self, held: &mut Held) {
        let pointers = self.addresses.stored.iter().map(|(pointer, to)| (*pointer, *to));
        let several = self.addresses.several.iter().chain(&self.addresses.perhaps);
        let several = several.flat_map(|(pointer, all)| all.iter().map(|to| (*pointer, *to)));
        for (pointer, to) in pointers.chain(several) {
            let at = self.context.places.get(pointer);
            if at.root == to.root {
                continue;
            }
            if is_object(at.root) && !at.array {
                held.inside.entry(at.root).or_default().push(to);
            } else if is_object(self.context.places.outermost(at)) {
                // Another pointer may lead there: to the beginning of a vector, and to its end.
                held.lost.push(to);
            }
        }
        for (pointer, to) in &self.addresses.unfollowed {
            if self.context.places.get(*pointer).root != to.root {
                held.lost.push(*to);
            }
        }
    }

    /// An address is put into memory.
    fn hold_stored(&mut self, address: ValueId, value: ValueId, held: &mut Held) {
        let is_number = matches!(
            self.function.value(value),
            Value::Integer(_) | Value::Null | Value::Undefined
        );
        if is_number {
            return;
        }
        let at = self.resolve(address);
        for to in self.addresses_in(value) {
            let outermost = at.map(|at| self.context.places.outermost(at));
            match (at, outermost) {
                // As the text of a short string, that stands in the string itself.
                (Some(at), _) if at.root == to.root => {}
                (Some(at), _) if is_object(at.root) => {
                    held.inside.entry(at.root).or_default().push(to);
                }
                // Callers are told by name, but of an object of this function's only if that has one.
                (_, Some(Root::Parameter(_) | Root::Global(_) | Root::Returned)) => {
                    let is_named = !is_object(to.root)
                        || self.addresses.holder(self.context, to.root).is_some();
                    if !is_named {
                        held.lost.push(to);
                    }
                }
                _ => held.lost.push(to),
            }
        }
    }

    /// What stands in one object is copied to another; `None`: nobody knows which.
    fn hold_copied(
        &mut self,
        to: Option<Place>,
        from: Option<Place>,
        bytes: Option<i64>,
        held: &mut Held,
    ) {
        let Some(from) = from else { return };
        // What stands in single places is followed.
        let is_followed = |at: Place| is_object(at.root) && !at.array && bytes.is_some();
        let is_told = to.is_some_and(|to| {
            let outermost = self.context.places.outermost(to);
            matches!(outermost, Root::Parameter(_) | Root::Global(_) | Root::Returned)
        });
        if !is_told && !to.is_some_and(is_followed) {
            held.copied.push(from.root);
            held.lost.extend(self.addresses.pointee(self.context, from));
        }
    }

    /// What functions called here lose, or copy.
    fn hold_for_callees(&mut self, site: usize, call: &CallSite, held: &mut Held) {
        if let Target::Mpi(mpi) = self.sites[site].target
            && matches!(mpi.procedure.name, "MPI_Get_address" | "MPI_Address")
        {
            let location = call.arguments.first().and_then(|location| self.resolve(*location));
            held.lost.extend(location);
        }
        let callees = match (self.sites[site].target.clone(), &call.callee) {
            // It may be called in a circle.
            (Target::Unknown, Callee::Direct(callee)) => vec![*callee],
            (target, _) => target.callees(),
        };
        for callee in callees {
            let Some(summary) = self.context.written_by(callee) else { continue };
            let all = &self.context.expressions;
            let outputs = summary.outputs.iter().map(|(_, left)| *left);
            let chosen: Vec<ExpressionId> =
                outputs.filter(|left| matches!(all.get(*left), Expression::Select(..))).collect();
            let (lends, copies) = (summary.lends.clone(), summary.copies.clone());
            for lent in lends {
                let lent = self.context.places.get(lent);
                held.lost.extend(self.addresses.translate(self.context, self.function, call, lent));
            }
            for left in chosen {
                self.hold_chosen(call, left, held);
            }
            for copied in copies {
                let [to, from] = [copied.to, copied.from].map(|place| {
                    let place = self.context.places.get(place);
                    self.addresses.translate(self.context, self.function, call, place)
                });
                self.hold_copied(to, from, copied.bytes, held);
            }
        }
    }

    /// Of what a callee leaves by a condition, the address may be one that it is handed.
    fn hold_chosen(&mut self, call: &CallSite, left: ExpressionId, held: &mut Held) {
        /// Choices that are looked at.
        const CHOICES: usize = 8;
        let mut work = vec![left];
        for _ in 0..CHOICES {
            let Some(next) = work.pop() else { break };
            match *self.context.expressions.get(next) {
                Expression::Select(_, then, otherwise) => work.extend([then, otherwise]),
                Expression::Input(Input::Parameter(index)) => {
                    let argument = call.arguments.get(index as usize);
                    held.lost.extend(argument.and_then(|argument| self.resolve(*argument)));
                }
                Expression::Input(Input::Memory(from)) => {
                    let from = self.context.places.get(from);
                    let from = self.addresses.translate(self.context, self.function, call, from);
                    let to = from.and_then(|from| self.addresses.pointee(self.context, from));
                    held.lost.extend(to);
                }
                _ => {}
            }
        }
    }

    /// All whose addresses are lost, or stand in something that is.
    fn all_lost(&self, held: Held) -> Vec<Place> {
        let Held { inside, lost: mut work, copied } = held;
        let put_in = |object: &Root| inside.get(object).into_iter().flatten().copied();
        work.extend(copied.iter().flat_map(put_in));
        let (mut seen, mut found) = (FxHashSet::default(), Vec::new());
        while let Some(place) = work.pop() {
            if !seen.insert(place) {
                continue;
            }
            // What is known by a pointer of this function's alone has other names in any case.
            let is_named = match place.root {
                Root::Pointee(_) => self.is_of_callers(place),
                root => !matches!(root, Root::Pointer(_)),
            };
            if is_named && !self.is_constant_object(place) {
                found.push(place);
            }
            // What is in there is lost with it.
            work.extend(put_in(&place.root));
        }
        found.sort_unstable();
        found.truncate(LIMIT);
        found
    }

    /// So many bytes are written where a pointer leads: an object that is lent may be the one. `is_chosen`: the pointer is
    /// one of several addresses that are known.
    pub(super) fn write_lent(
        &mut self,
        at: (BlockId, usize),
        place: Place,
        extent: Extent,
        (new, is_chosen): (NodeId, bool),
    ) {
        if self.is_known_object(place, is_chosen) {
            return;
        }
        if !self.is_of_callers(place) {
            self.note_lent_written();
        }
        if self.lent.is_empty() {
            return;
        }
        let pointer = match place.root {
            Root::Pointer(pointer) => NodeId::new(pointer.index()),
            Root::Pointee(holder) => self.read_lazily(holder, at.0, at.1),
            _ => return,
        };
        for lent in self.lent.clone() {
            let meant = lent.at(place);
            for id in self.places_from(meant) {
                let behind = self.context.places.get(id).offset.wrapping_sub(meant.offset);
                if meant.array || extent.cover(behind) != Cover::No {
                    self.disturb_lent(at, id, new, pointer);
                }
            }
        }
    }

    /// Something is written through pointers of which not even so much is known.
    pub(super) fn write_all_lent(&mut self, at: (BlockId, usize)) {
        self.write_somewhere(at, None);
    }

    /// What MPI writes by absolute addresses: any of the objects may be it whose addresses it was asked for.
    pub(super) fn write_absolutely(&mut self, at: (BlockId, usize), whole: NodeId) {
        self.write_somewhere(at, Some(whole));
    }

    /// Any of the objects that are lent may be written; `None`: nobody knows with what.
    fn write_somewhere(&mut self, at: (BlockId, usize), whole: Option<NodeId>) {
        self.note_lent_written();
        let mut places: Vec<_> =
            self.lent.iter().flat_map(|lent| self.places_from(*lent)).collect();
        places.sort_unstable();
        places.dedup();
        for id in places {
            let place = self.context.places.get(id);
            let whole = whole.unwrap_or_else(|| self.unknown_part(place));
            let node = self.perhaps_written(at, id, whole);
            self.memory.define(at.0, at.1, id, node);
        }
    }

    /// Is a buffer `MPI_BOTTOM`: where the datatype's displacements say, which are addresses (MPI 4.0, 5.1.5)? Such a datatype
    /// is none that MPI has by name; without one it is a buffer that is not looked at.
    pub(super) fn is_bottom(&self, call: &CallSite, mpi: mpi::Call, buffer: usize) -> bool {
        let value = |parameter: usize| {
            let argument = *call.arguments.get(mpi.argument(parameter)?)?;
            Some(self.function.value(argument))
        };
        let is_datatype = |at: &usize| mpi.procedure.params[*at].kind == ParamKind::Datatype;
        let datatype = (buffer..mpi.procedure.params.len()).find(is_datatype);
        let has_name = match datatype.and_then(value) {
            Some(Value::Global(variable)) => {
                let variable = &self.context.program.globals[variable.index()];
                variable.constant || variable.name.starts_with("ompi_mpi_")
            }
            datatype => matches!(datatype, None | Some(Value::Integer(_))),
        };
        if has_name {
            return false;
        }
        match value(buffer) {
            Some(Value::Null | Value::Integer(0)) => true,
            // In Fortran it is a variable, of MPICH's and of Open MPI's.
            Some(Value::Global(variable)) => {
                let name = &self.context.program.globals[variable.index()].name;
                matches!(name.as_str(), "mpipriv1_" | "mpi_fortran_bottom_")
            }
            _ => false,
        }
    }

    fn note_lent_written(&mut self) {
        // What is written through pointers to text is text.
        self.writes_lent |= !strings::is_method(&self.function.name);
    }

    /// Is it an object that has no other name?
    fn is_known_object(&self, place: Place, is_chosen: bool) -> bool {
        match place.root {
            Root::Pointer(_) => is_chosen,
            Root::Pointee(pointer) => {
                self.addresses.made.contains(&pointer)
                    || self.made_here.contains(&pointer)
                    || !self.addresses.several(pointer).is_empty()
            }
            _ => true,
        }
    }

    fn is_of_callers(&self, place: Place) -> bool {
        let root = self.context.places.outermost(place);
        matches!(root, Root::Parameter(_) | Root::Global(_))
    }
}

/// Is it an object of the function's own?
fn is_object(root: Root) -> bool {
    matches!(root, Root::Stack(_) | Root::Heap(_))
}
