//! One program from its units, as a linker makes one: symbols are brought together by name.

use rustc_hash::FxHashMap;

use super::{Unit, UnitId};
use crate::program::{
    CallSite, Callee, Event, Function, FunctionId, Global, GlobalId, InitialAddress, Linkage,
    Program, Value,
};

/// Where a call of the linked program comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CallOrigin {
    /// The unit.
    pub unit: UnitId,
    /// The call's tag there.
    pub tag: u32,
}

/// A program made of units.
#[derive(Clone, Debug, Default)]
pub struct Linked {
    /// The program. The tag of each call is its index in `calls`.
    pub program: Program,
    /// Where calls come from.
    pub calls: Vec<CallOrigin>,
    /// By function: the unit its body comes from; `None`: it is declared only.
    pub unit_of: Vec<Option<UnitId>>,
}

/// Links units in the order given: of several definitions of a symbol the first one counts, but one
/// that every unit may have a copy of gives way to one that is the only one.
#[must_use]
pub fn link(units: Vec<(UnitId, Unit)>) -> Linked {
    let mut linker = Linker::default();
    for (id, unit) in units {
        linker.add(id, unit.program);
    }
    linker.linked
}

#[derive(Default)]
struct Linker {
    linked: Linked,
    functions: FxHashMap<String, FunctionId>,
    globals: FxHashMap<String, GlobalId>,
}

/// The ids of one unit's symbols in the linked program.
struct Renumbering {
    functions: Vec<FunctionId>,
    globals: Vec<GlobalId>,
}

impl Renumbering {
    fn address(&self, address: &mut InitialAddress) {
        match address {
            InitialAddress::Function(id) => *id = self.functions[id.index()],
            InitialAddress::Global(id, _) => *id = self.globals[id.index()],
            InitialAddress::Constant | InitialAddress::Other => {}
        }
    }
}

impl Linker {
    fn add(&mut self, unit: UnitId, program: Program) {
        let renumbering = Renumbering {
            functions: program.functions.iter().map(|f| self.declare_function(f)).collect(),
            globals: Vec::new(),
        };
        let added: Vec<(GlobalId, bool)> =
            program.globals.into_iter().map(|global| self.add_global(global)).collect();
        let globals = added.iter().map(|(id, _)| *id).collect();
        let renumbering = Renumbering { globals, ..renumbering };
        for (id, _) in added.into_iter().filter(|(_, taken)| *taken) {
            for (_, address) in &mut self.linked.program.globals[id.index()].addresses {
                renumbering.address(address);
            }
        }
        for (index, function) in program.functions.into_iter().enumerate() {
            let id = renumbering.functions[index];
            self.define(unit, id, function, &renumbering);
        }
    }

    /// The function's place in the linked program; what a declaration says is noted.
    fn declare_function(&mut self, function: &Function) -> FunctionId {
        let next = FunctionId::new(self.linked.program.functions.len());
        let id = match function.linkage {
            Linkage::Internal => next,
            Linkage::External | Linkage::Once | Linkage::Weak => {
                *self.functions.entry(function.name.clone()).or_insert(next)
            }
        };
        if id == next {
            let declared = Function { values: Vec::new(), blocks: Vec::new(), ..function.clone() };
            self.linked.program.functions.push(declared);
            self.linked.unit_of.push(None);
            return id;
        }
        let known = &mut self.linked.program.functions[id.index()];
        if function.address_taken && !known.address_taken {
            known.signature = function.signature;
        }
        known.address_taken |= function.address_taken;
        known.never_returns |= function.never_returns;
        known.never_throws |= function.never_throws;
        known.before_main |= function.before_main;
        id
    }

    /// The variable's place in the linked program, and whether its definition is the one that counts.
    fn add_global(&mut self, global: Global) -> (GlobalId, bool) {
        let next = GlobalId::new(self.linked.program.globals.len());
        let id = match global.linkage {
            Linkage::Internal => next,
            Linkage::External | Linkage::Once | Linkage::Weak => {
                *self.globals.entry(global.name.clone()).or_insert(next)
            }
        };
        if id == next {
            self.linked.program.globals.push(global);
            return (id, true);
        }
        let known = &mut self.linked.program.globals[id.index()];
        let replaces = match (known.defined, global.defined) {
            (_, false) => false,
            (false, true) => true,
            (true, true) if global.linkage == Linkage::External => {
                // Of several that are shared (Fortran's common blocks) the one with a value counts.
                known.linkage.gives_way() || (known.is_zero() && !global.is_zero())
            }
            (true, true) => false,
        };
        if replaces {
            *known = global;
        }
        (id, replaces)
    }

    fn define(
        &mut self,
        unit: UnitId,
        id: FunctionId,
        mut function: Function,
        renumbering: &Renumbering,
    ) {
        let known = &self.linked.program.functions[id.index()];
        let first = !known.is_defined();
        let stronger = known.linkage.gives_way() && function.linkage == Linkage::External;
        if !function.is_defined() || !(first || stronger) {
            return;
        }
        function.before_main |= known.before_main;
        if known.address_taken {
            (function.address_taken, function.signature) = (true, known.signature);
        }
        for value in &mut function.values {
            match value {
                Value::Function(id) => *id = renumbering.functions[id.index()],
                Value::Global(id) => *id = renumbering.globals[id.index()],
                _ => {}
            }
        }
        for event in function.blocks.iter_mut().flat_map(|block| &mut block.events) {
            if let Event::Call(call) = event {
                self.renumber_call(unit, call, renumbering);
            }
        }
        self.linked.unit_of[id.index()] = Some(unit);
        self.linked.program.functions[id.index()] = function;
    }

    fn renumber_call(&mut self, unit: UnitId, call: &mut CallSite, renumbering: &Renumbering) {
        if let Callee::Direct(callee) = &mut call.callee {
            *callee = renumbering.functions[callee.index()];
        }
        let origin = CallOrigin { unit, tag: call.tag };
        call.tag = u32::try_from(self.linked.calls.len()).unwrap_or(u32::MAX);
        self.linked.calls.push(origin);
    }
}

/// Is it known that nothing but zeroes stands in a variable when the program starts?
#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::{Block, Terminator};

    fn function(name: &str, linkage: Linkage, defined: bool) -> Function {
        let block = Block {
            events: Vec::new(),
            terminator: Terminator::Return(None),
            location: crate::finding::Location::default(),
        };
        Function {
            name: name.to_owned(),
            linkage,
            blocks: if defined { vec![block] } else { Vec::new() },
            ..Function::default()
        }
    }

    fn unit(functions: Vec<Function>) -> Unit {
        Unit { program: Program { functions, ..Program::default() }, ..Unit::default() }
    }

    fn names(units: Vec<Unit>) -> Vec<(String, bool, Option<u64>)> {
        let units = (0..).zip(units).map(|(number, unit)| (UnitId(number), unit)).collect();
        let linked = link(units);
        let functions = linked.program.functions.iter().zip(&linked.unit_of);
        functions.map(|(f, unit)| (f.name.clone(), f.is_defined(), unit.map(|u| u.0))).collect()
    }

    #[test]
    fn a_declaration_finds_its_definition() {
        let found = names(vec![
            unit(vec![function("f", Linkage::External, false)]),
            unit(vec![function("f", Linkage::External, true)]),
        ]);
        assert_eq!(found, [("f".to_owned(), true, Some(1))]);
    }

    #[test]
    fn statics_of_one_name_are_two_functions() {
        let found = names(vec![
            unit(vec![function("f", Linkage::Internal, true)]),
            unit(vec![function("f", Linkage::Internal, true)]),
        ]);
        assert_eq!(found, [("f".to_owned(), true, Some(0)), ("f".to_owned(), true, Some(1))]);
    }

    #[test]
    fn copies_are_one_and_give_way_to_the_only_definition() {
        let found = names(vec![
            unit(vec![function("f", Linkage::Once, true)]),
            unit(vec![function("f", Linkage::Once, true)]),
            unit(vec![function("f", Linkage::External, true)]),
        ]);
        assert_eq!(found, [("f".to_owned(), true, Some(2))]);
    }
}
