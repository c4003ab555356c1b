//! What stands in variables when `main` starts: their first values, but for those that something may set which
//! runs before, as the constructors of C++ do.

use rustc_hash::FxHashSet;

use super::Context;
use super::expression::ExpressionId;
use super::place::{Place, Root};
use crate::program::{
    Callee, Event, Function, FunctionId, GlobalId, InitialAddress, Program, Value,
};

impl Context<'_> {
    /// What stands in a variable when `main` starts; `None`: not known.
    pub fn at_start(&mut self, place: Place) -> Option<ExpressionId> {
        let Root::Global(id) = place.root else { return None };
        let global = &self.program.globals[id.index()];
        // Of nothing but zeroes each element is one.
        if global.constant && global.is_zero() {
            return Some(self.expressions.integer(0));
        }
        if !global.defined || place.array {
            return None;
        }
        let constructed = self.constructed.get_or_init(|| constructed(self.program));
        if constructed.contains(&id) && !global.constant {
            return None;
        }
        self.initial(id, place.offset)
    }
}

/// The variables that are mentioned by what runs before `main`: by functions it calls or names, and by tables
/// it names.
fn constructed(program: &Program) -> FxHashSet<GlobalId> {
    let mut functions: FxHashSet<FunctionId> = FxHashSet::default();
    let mut globals: FxHashSet<GlobalId> = FxHashSet::default();
    let first = program.function_ids().filter(|id| program.function(*id).before_main);
    let mut work: Vec<InitialAddress> = first.map(InitialAddress::Function).collect();
    while let Some(next) = work.pop() {
        match next {
            InitialAddress::Function(id) if functions.insert(id) => {
                mentioned(program.function(id), &mut work);
            }
            InitialAddress::Global(id, _) if globals.insert(id) => {
                let addresses = program.globals[id.index()].addresses.iter();
                work.extend(addresses.map(|(_, address)| *address));
            }
            _ => {}
        }
    }
    globals
}

fn mentioned(function: &Function, found: &mut Vec<InitialAddress>) {
    found.extend(function.values.iter().filter_map(|value| match value {
        Value::Function(id) => Some(InitialAddress::Function(*id)),
        Value::Global(id) => Some(InitialAddress::Global(*id, 0)),
        _ => None,
    }));
    for event in function.blocks.iter().flat_map(|block| &block.events) {
        if let Event::Call(call) = event
            && let Callee::Direct(callee) = call.callee
        {
            found.push(InitialAddress::Function(callee));
        }
    }
}
