//! Initial values of variables, as far as a load may ask for one.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::program::{
    Callee, Event, Function, Global, GlobalId, InitialAddress, Linkage, Program, Value, ValueId,
};
use crate::record::plan;
use crate::value::exception_types;

/// Bytes of a text that are kept: who looks at more goes through it in a loop.
const TEXT: i64 = 4;
/// Numbers and addresses that are kept of a variable only other units use.
const FOR_OTHERS: usize = 64;
/// Offsets on offsets that are followed: far more than there are.
const LIMIT: usize = 4096;

/// What a unit does with its variables.
#[derive(Default)]
struct Uses {
    /// By variable: the offsets at which it is read.
    read: FxHashMap<GlobalId, FxHashSet<i64>>,
    /// Variables that are read at an index only the run knows.
    indexed: FxHashSet<GlobalId>,
    /// Variables whose address goes elsewhere.
    shown: FxHashSet<GlobalId>,
}

/// Leaves out the initial values no load asks for.
pub fn trim(program: &mut Program) {
    let mut uses = Uses::default();
    for function in &program.functions {
        uses.look_at(function);
    }
    forget_descriptions(program);
    let addresses = program.globals.iter().flat_map(|global| &global.addresses);
    uses.shown.extend(addresses.filter_map(|(_, address)| match address {
        InitialAddress::Global(id, _) => Some(*id),
        _ => None,
    }));
    let constant: Vec<bool> = program.globals.iter().map(|global| global.constant).collect();
    for (index, global) in program.globals.iter_mut().enumerate() {
        let id = GlobalId::new(index);
        // flang names texts by what they are: which copy is linked is all the same.
        if global.constant && global.name.starts_with("_QQcl") {
            global.linkage = Linkage::Internal;
        }
        let is_text = is_text(global);
        let only_here = global.linkage == Linkage::Internal && !uses.shown.contains(&id);
        let read = uses.read.get(&id);
        let is_read = |offset: i64| read.is_some_and(|read| read.contains(&offset));
        if only_here {
            global.initial.retain(|(offset, _)| is_read(*offset));
            // Which element of a table of texts is read does not matter either.
            let is_text =
                |(_, address): &(i64, InitialAddress)| *address == InitialAddress::Constant;
            let of_texts = global.constant && global.addresses.iter().all(is_text);
            let first = global.addresses.first().copied().filter(|_| of_texts);
            // What is written through an element of a table is written to a variable that is named there, and what is
            // called through it is a function that is.
            let is_indexed = uses.indexed.contains(&id);
            let may_be_used = |address: &InitialAddress| match address {
                InitialAddress::Global(id, _) => is_indexed && !constant[id.index()],
                InitialAddress::Function(_) => is_indexed,
                InitialAddress::Constant | InitialAddress::Other => false,
            };
            global.addresses.retain(|(offset, address)| is_read(*offset) || may_be_used(address));
            if global.addresses.is_empty() {
                global.addresses.extend(first);
            }
        } else if is_text {
            global.initial.retain(|(offset, _)| *offset < TEXT || is_read(*offset));
        } else if read.is_none()
            && !uses.shown.contains(&id)
            && global.initial.len() + global.addresses.len() > FOR_OTHERS
        {
            (global.initial, global.addresses) = (Vec::new(), Vec::new());
            global.initial_known = false;
        }
    }
}

/// Is it a text of this unit alone?
fn is_text(global: &Global) -> bool {
    global.linkage == Linkage::Internal && global.is_text()
}

/// Of texts and descriptions of types in tables it does not matter which they are, only that they are constants; but for
/// the types that others derive from.
fn forget_descriptions(program: &mut Program) {
    let count = program.globals.len();
    let is_type = |index| exception_types::is_type(program, GlobalId::new(index));
    let types: Vec<bool> = (0..count).map(is_type).collect();
    let texts: Vec<bool> = program.globals.iter().map(is_text).collect();
    for (index, global) in program.globals.iter_mut().enumerate() {
        for (_, address) in &mut global.addresses {
            if let InitialAddress::Global(id, _) = *address
                && (texts[id.index()] || types[id.index()] && !types[index])
            {
                *address = InitialAddress::Constant;
            }
        }
    }
}

impl Uses {
    fn look_at(&mut self, function: &Function) {
        let used = plan::used(function);
        let global_of = |mut address: ValueId| {
            let mut offset = 0_i64;
            for _ in 0..LIMIT {
                match function.value(address) {
                    Value::Global(global) => return Some((*global, offset)),
                    Value::Offset { base, bytes } => {
                        (address, offset) = (*base, offset.wrapping_add(*bytes));
                    }
                    _ => return None,
                }
            }
            None
        };
        for (value, _) in function.values.iter().zip(&used).filter(|(_, used)| **used) {
            match value {
                Value::Load { address } => {
                    if let Some((global, offset)) = global_of(*address) {
                        self.read.entry(global).or_default().insert(offset);
                    } else {
                        self.indexed.extend(base_of(function, *address));
                    }
                }
                Value::Offset { .. } => {}
                Value::Element { indices, .. } => {
                    indices.iter().for_each(|v| self.show(function, *v))
                }
                other => plan::operands(other).iter().for_each(|v| self.show(function, *v)),
            }
        }
        for block in &function.blocks {
            for event in &block.events {
                match event {
                    Event::Load(_) => {}
                    Event::Store { value, .. } => self.show(function, *value),
                    Event::Copy { to, from, .. } => {
                        self.show(function, *to);
                        self.show(function, *from);
                    }
                    Event::Call(call) => {
                        call.arguments.iter().for_each(|value| self.show(function, *value));
                        if let Callee::Indirect { pointer, .. } = call.callee {
                            self.show(function, pointer);
                        }
                    }
                }
            }
            let end = plan::operand_of_terminator(&block.terminator);
            end.into_iter().for_each(|value| self.show(function, value));
        }
    }

    /// The address goes where it is not followed.
    fn show(&mut self, function: &Function, address: ValueId) {
        self.shown.extend(base_of(function, address));
    }
}

/// The variable an address is in.
fn base_of(function: &Function, mut address: ValueId) -> Option<GlobalId> {
    for _ in 0..LIMIT {
        match function.value(address) {
            Value::Global(global) => return Some(*global),
            Value::Offset { base, .. } | Value::Element { base, .. } => address = *base,
            _ => return None,
        }
    }
    None
}
