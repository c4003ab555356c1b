//! Second names of functions (`alias`), as most C++ constructors have one: functions that call the
//! first, for those who know the second only.

use std::collections::HashMap;

use inkwell::llvm_sys::core as llvm;
use inkwell::llvm_sys::prelude::LLVMModuleRef;
use lockstep_core::finding::Location;
use lockstep_core::program::{
    Block, BlockId, CallSite, Callee, Event, Function, FunctionId, Program, Terminator, Value,
    ValueId,
};

use super::reader::linkage;
use super::{UNTAGGED, demangled, name_of};

/// Adds a function to the program for every alias of one. The module's own calls by its second name
/// were read as calls of the function.
pub fn add(module: LLVMModuleRef, program: &mut Program) {
    let mut ids: Option<HashMap<String, FunctionId>> = None;
    // SAFETY: walks the module's own list; the names are those of its values.
    unsafe {
        let mut alias = llvm::LLVMGetFirstGlobalAlias(module);
        while !alias.is_null() {
            let ids = ids.get_or_insert_with(|| {
                let all = program.function_ids();
                all.map(|id| (program.function(id).name.clone(), id)).collect()
            });
            let aliasee = llvm::LLVMAliasGetAliasee(alias);
            let target = if llvm::LLVMIsAFunction(aliasee).is_null() {
                None
            } else {
                ids.get(&name_of(aliasee)).copied()
            };
            if let Some(target) = target.filter(|id| program.function(*id).is_defined()) {
                let forwarder = Function {
                    name: name_of(alias),
                    display: demangled(&name_of(alias)),
                    linkage: linkage(alias),
                    ..forwarder(program.function(target), target)
                };
                program.functions.push(forwarder);
            }
            alias = llvm::LLVMGetNextGlobalAlias(alias);
        }
    }
}

/// A function that hands its parameters on and answers what it is answered.
fn forwarder(target: &Function, id: FunctionId) -> Function {
    let answers = |block: &Block| matches!(block.terminator, Terminator::Return(Some(_)));
    let mut values: Vec<Value> = (0..target.parameters).map(Value::Parameter).collect();
    let arguments = (0..values.len()).map(ValueId::new).collect();
    let result = target.blocks.iter().any(answers).then(|| {
        values.push(Value::Result { block: BlockId(0), event: 0 });
        ValueId::new(values.len() - 1)
    });
    let call = CallSite {
        callee: Callee::Direct(id),
        arguments,
        result,
        // Nothing the user wrote.
        location: Location::default(),
        tag: UNTAGGED,
    };
    Function {
        signature: target.signature,
        parameters: target.parameters,
        never_returns: target.never_returns,
        never_throws: target.never_throws,
        values,
        blocks: vec![Block {
            events: vec![Event::Call(call)],
            terminator: Terminator::Return(result),
            location: Location::default(),
        }],
        location: target.location.clone(),
        ..Function::default()
    }
}
