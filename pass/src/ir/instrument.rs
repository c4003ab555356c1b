//! Inserting what the runtime needs into the original module.

use std::collections::HashMap;
use std::ffi::{CStr, CString};

use inkwell::llvm_sys::core as llvm;
use inkwell::llvm_sys::debuginfo;
use inkwell::llvm_sys::prelude::{LLVMContextRef, LLVMModuleRef, LLVMTypeRef, LLVMValueRef};
use inkwell::llvm_sys::{
    LLVMAttributeFunctionIndex, LLVMLinkage, LLVMOpcode, LLVMTailCallKind, LLVMUnnamedAddr,
};
use lockstep_core::abi;
use lockstep_core::analysis::{Analysis, CheckedCall};
use lockstep_core::finding::Location;
use lockstep_core::mpi;
use lockstep_core::program::{CallSite, Callee, Event, Function, Program};
use lockstep_core::record::UnitId;
use lockstep_core::settings::Instrument;
use lockstep_core::threads::openmp;

use super::{UNTAGGED, c_string, calls_of, lockstep_append_constructor, lockstep_append_used};

/// Turns the runtime's checks on before `main`: those of collectives, of messages, of threads. Where the unit's
/// collectives may part ranks, each is announced; elsewhere a report tells the line by the return address.
/// `calls` are the tagged calls by number. Answers whether anything was inserted.
pub fn instrument(
    module: LLVMModuleRef,
    program: &Program,
    analysis: &Analysis,
    calls: &[LLVMValueRef],
    what: Instrument,
    record: Option<UnitId>,
) -> bool {
    let all = what == Instrument::All;
    let collectives = all || !analysis.unproven.is_empty() || analysis.unknown_calls_may_part;
    let mut checked = match (all, collectives) {
        (true, _) => abi::CHECKED_ALWAYS,
        (false, true) => abi::CHECKED,
        (false, false) => 0,
    };
    if analysis.has_unproven_threads() || all && analysis.threads.is_some() {
        checked |= abi::CHECKED_THREADS;
    }
    if analysis.awaits_messages {
        checked |= abi::CHECKED_MESSAGES;
    }
    let unproven: HashMap<u32, &CheckedCall> =
        analysis.unproven.iter().map(|call| (call.tag, call)).collect();
    let mut inserter = Inserter::new(module);
    for (function, call) in collective_calls(program).filter(|_| collectives) {
        let Some(&instruction) = calls.get(call.tag as usize) else { continue };
        let unproven = unproven.get(&call.tag).copied();
        let flagged = unproven.is_some() || all;
        inserter.announce(instruction, program, function, call, unproven, flagged);
    }
    inserter.activate(checked, record);
    keep_calls(module, checked & abi::CHECKED_THREADS != 0);
    true
}

/// Keeps calls of MPI, and where threads are checked those of OpenMP's library, from becoming jumps where they
/// are the last of a function: then their return address, which reports tell the line by, would be that of the
/// function's caller.
fn keep_calls(module: LLVMModuleRef, threads: bool) {
    let is_kept =
        |name: &str| mpi::lookup(name).is_some() || threads && openmp::is_of_library(name);
    for (call, ()) in calls_of(module, |name| is_kept(name).then_some(())) {
        // SAFETY: a question about a live call, and a flag of it.
        unsafe {
            let is_call = llvm::LLVMGetInstructionOpcode(call) == LLVMOpcode::LLVMCall;
            // What the program's author wants to be a jump stays one.
            let must_jump = LLVMTailCallKind::LLVMTailCallKindMustTail;
            if is_call && llvm::LLVMGetTailCallKind(call) != must_jump {
                llvm::LLVMSetTailCallKind(call, LLVMTailCallKind::LLVMTailCallKindNoTail);
            }
        }
    }
}

/// The tagged calls of a program, with the functions they stand in.
fn collective_calls(program: &Program) -> impl Iterator<Item = (&Function, &CallSite)> {
    program.functions.iter().flat_map(|function| {
        let events = function.blocks.iter().flat_map(|block| &block.events);
        events.filter_map(move |event| match event {
            Event::Call(call) if call.tag < UNTAGGED => Some((function, call)),
            _ => None,
        })
    })
}

struct Inserter {
    module: LLVMModuleRef,
    context: LLVMContextRef,
    pointer: LLVMTypeRef,
    integer: LLVMTypeRef,
    strings: HashMap<CString, LLVMValueRef>,
}

impl Inserter {
    fn new(module: LLVMModuleRef) -> Self {
        // SAFETY: types of the module's context.
        unsafe {
            let context = llvm::LLVMGetModuleContext(module);
            Self {
                module,
                context,
                pointer: llvm::LLVMPointerTypeInContext(context, 0),
                integer: llvm::LLVMInt32TypeInContext(context),
                strings: HashMap::new(),
            }
        }
    }

    /// A declared function `void name(parameters)`.
    fn declare(&self, name: &str, parameters: &mut [LLVMTypeRef]) -> (LLVMTypeRef, LLVMValueRef) {
        let symbol = c_string(name);
        // SAFETY: the module and its context live through the call.
        unsafe {
            let void = llvm::LLVMVoidTypeInContext(self.context);
            let count = u32::try_from(parameters.len()).unwrap_or(0);
            let kind = llvm::LLVMFunctionType(void, parameters.as_mut_ptr(), count, 0);
            let known = llvm::LLVMGetNamedFunction(self.module, symbol.as_ptr());
            let function = if known.is_null() {
                llvm::LLVMAddFunction(self.module, symbol.as_ptr(), kind)
            } else {
                known
            };
            (kind, function)
        }
    }

    fn string(&mut self, text: &str) -> LLVMValueRef {
        let text = c_string(text);
        if let Some(&known) = self.strings.get(&text) {
            return known;
        }
        // SAFETY: a new private constant of the module.
        let global = unsafe {
            let bytes = text.as_bytes();
            let value = llvm::LLVMConstStringInContext2(
                self.context,
                bytes.as_ptr().cast(),
                bytes.len(),
                0,
            );
            self.constant(value, c"lockstep.text")
        };
        self.strings.insert(text, global);
        global
    }

    unsafe fn make_private(&self, global: LLVMValueRef) {
        // SAFETY: properties of a global this plugin just made.
        unsafe {
            llvm::LLVMSetGlobalConstant(global, 1);
            llvm::LLVMSetLinkage(global, LLVMLinkage::LLVMPrivateLinkage);
            llvm::LLVMSetUnnamedAddress(global, LLVMUnnamedAddr::LLVMGlobalUnnamedAddr);
        }
    }

    fn number(&self, value: u32) -> LLVMValueRef {
        // SAFETY: a constant of the context.
        unsafe { llvm::LLVMConstInt(self.integer, u64::from(value), 0) }
    }

    /// A constant structure of these fields, laid out as C does.
    fn structure(&self, fields: &mut [LLVMValueRef]) -> LLVMValueRef {
        let count = u32::try_from(fields.len()).unwrap_or(0);
        // SAFETY: constants of the context.
        unsafe { llvm::LLVMConstStructInContext(self.context, fields.as_mut_ptr(), count, 0) }
    }

    /// A new private constant of the module.
    fn constant(&self, value: LLVMValueRef, name: &CStr) -> LLVMValueRef {
        // SAFETY: the value is a constant of the context.
        unsafe {
            let kind = llvm::LLVMTypeOf(value);
            let global = llvm::LLVMAddGlobal(self.module, kind, name.as_ptr());
            llvm::LLVMSetInitializer(global, value);
            self.make_private(global);
            global
        }
    }

    /// An array of constants `struct lockstep_condition`, laid out as [`abi::SiteCondition`]; null: there are none.
    fn conditions(&mut self, conditions: &[(Location, String)]) -> LLVMValueRef {
        let mut all: Vec<LLVMValueRef> = Vec::new();
        for (location, text) in conditions {
            let mut fields = [
                self.string(&location.file),
                self.string(text),
                self.number(location.line),
                self.number(location.column),
            ];
            all.push(self.structure(&mut fields));
        }
        let Some(first) = all.first() else {
            // SAFETY: a constant of the context.
            return unsafe { llvm::LLVMConstNull(self.pointer) };
        };
        // SAFETY: all of them are of one type.
        let array = unsafe {
            llvm::LLVMConstArray2(llvm::LLVMTypeOf(*first), all.as_mut_ptr(), all.len() as u64)
        };
        self.constant(array, c"lockstep.conditions")
    }

    /// The constant `struct lockstep_site`, laid out as [`abi::Site`].
    fn site(
        &mut self,
        function: &Function,
        name: &str,
        at: &Location,
        checked: Option<&CheckedCall>,
        flagged: bool,
    ) -> LLVMValueRef {
        let conditions = checked.map_or(&[][..], |checked| &checked.conditions);
        let mut fields = [
            self.number(abi::VERSION),
            self.number(if flagged { abi::SITE_CHECKED } else { 0 }),
            self.string(name),
            self.string(&at.file),
            self.string(openmp::without_outlining(&function.display)),
            self.conditions(conditions),
            self.number(at.line),
            self.number(at.column),
            self.number(conditions.len() as u32),
        ];
        // SAFETY: a new private constant of the module.
        unsafe {
            let value = self.structure(&mut fields);
            let global = self.constant(value, c"lockstep.site");
            // Sites are told apart by their address.
            llvm::LLVMSetUnnamedAddress(global, LLVMUnnamedAddr::LLVMNoUnnamedAddr);
            global
        }
    }

    /// One call before the collective, at its line.
    fn announce(
        &mut self,
        instruction: LLVMValueRef,
        program: &Program,
        function: &Function,
        call: &CallSite,
        checked: Option<&CheckedCall>,
        flagged: bool,
    ) {
        let Callee::Direct(callee) = call.callee else { return };
        let symbol = &program.function(callee).name;
        let name = mpi::lookup(symbol).map_or("", |call| call.procedure.name);
        let mut site = self.site(function, name, &call.location, checked, flagged);
        let (kind, enter) = self.declare(abi::ENTER, &mut [self.pointer]);
        // SAFETY: the builder is ours; the instruction is the module's and not moved.
        unsafe {
            let builder = llvm::LLVMCreateBuilderInContext(self.context);
            llvm::LLVMPositionBuilderBefore(builder, instruction);
            let location = debuginfo::LLVMInstructionGetDebugLoc(instruction);
            llvm::LLVMSetCurrentDebugLocation2(builder, location);
            llvm::LLVMBuildCall2(builder, kind, enter, &raw mut site, 1, c"".as_ptr());
            llvm::LLVMDisposeBuilder(builder);
        }
    }

    /// The constant `struct lockstep_unit`, laid out as [`abi::UnitMark`].
    fn unit_mark(&self, checked: u32, record: Option<UnitId>) -> LLVMValueRef {
        let section = c_string(abi::UNITS_SECTION);
        // SAFETY: a new private constant of the module.
        unsafe {
            let wide = llvm::LLVMInt64TypeInContext(self.context);
            let record = llvm::LLVMConstInt(wide, record.map_or(0, |id| id.0), 0);
            let mut fields = [self.number(abi::VERSION), self.number(checked), record];
            let value = llvm::LLVMConstStructInContext(self.context, fields.as_mut_ptr(), 3, 0);
            let global = llvm::LLVMAddGlobal(
                self.module,
                llvm::LLVMTypeOf(value),
                c"lockstep.unit".as_ptr(),
            );
            llvm::LLVMSetInitializer(global, value);
            self.make_private(global);
            llvm::LLVMSetSection(global, section.as_ptr());
            llvm::LLVMSetAlignment(global, 8);
            // Its bytes may be changed in the finished file: nothing may be concluded from them.
            llvm::LLVMSetUnnamedAddress(global, LLVMUnnamedAddr::LLVMNoUnnamedAddr);
            lockstep_append_used(self.module, global);
            global
        }
    }

    /// Gives a function of ours the processor of the module's own. LLVM would set up a second one for it, which
    /// takes longer than to compile it.
    fn compile_for_same_machine(&self, function: LLVMValueRef) {
        /// The attributes by which LLVM tells processors apart.
        const PROCESSOR: [&CStr; 6] = [
            c"target-cpu",
            c"tune-cpu",
            c"target-features",
            c"prefer-vector-width",
            c"min-legal-vector-width",
            c"use-soft-float",
        ];
        // SAFETY: functions of the living module; an attribute belongs to the context of both.
        unsafe {
            let mut other = llvm::LLVMGetFirstFunction(self.module);
            while !other.is_null() && llvm::LLVMIsDeclaration(other) != 0 {
                other = llvm::LLVMGetNextFunction(other);
            }
            if other.is_null() {
                return;
            }
            for name in PROCESSOR {
                let length = u32::try_from(name.count_bytes()).unwrap_or(0);
                let index = LLVMAttributeFunctionIndex;
                let attribute =
                    llvm::LLVMGetStringAttributeAtIndex(other, index, name.as_ptr(), length);
                if !attribute.is_null() {
                    llvm::LLVMAddAttributeAtIndex(function, index, attribute);
                }
            }
        }
    }

    /// A constructor that turns the checks on, and a reference to the symbol whose name says what to
    /// do when the runtime is missing.
    fn activate(&mut self, checked: u32, record: Option<UnitId>) {
        let mut unit = self.unit_mark(checked, record);
        let (_, activate) = self.declare(abi::ACTIVATE, &mut [self.pointer]);
        let anchor = c_string(abi::ANCHOR);
        // SAFETY: a new internal function of the module, complete before it is handed on.
        unsafe {
            let void = llvm::LLVMVoidTypeInContext(self.context);
            let kind = llvm::LLVMFunctionType(void, std::ptr::null_mut(), 0, 0);
            let constructor =
                llvm::LLVMAddFunction(self.module, c"lockstep.activate".as_ptr(), kind);
            llvm::LLVMSetLinkage(constructor, LLVMLinkage::LLVMInternalLinkage);
            self.compile_for_same_machine(constructor);
            let entry =
                llvm::LLVMAppendBasicBlockInContext(self.context, constructor, c"entry".as_ptr());
            let builder = llvm::LLVMCreateBuilderInContext(self.context);
            llvm::LLVMPositionBuilderAtEnd(builder, entry);
            let called = llvm::LLVMGlobalGetValueType(activate);
            llvm::LLVMBuildCall2(builder, called, activate, &raw mut unit, 1, c"".as_ptr());
            llvm::LLVMBuildRetVoid(builder);
            llvm::LLVMDisposeBuilder(builder);
            lockstep_append_constructor(self.module, constructor);

            let byte = llvm::LLVMInt8TypeInContext(self.context);
            let target = llvm::LLVMAddGlobal(self.module, byte, anchor.as_ptr());
            let reference =
                llvm::LLVMAddGlobal(self.module, self.pointer, c"lockstep.anchor".as_ptr());
            llvm::LLVMSetInitializer(reference, target);
            llvm::LLVMSetLinkage(reference, LLVMLinkage::LLVMInternalLinkage);
            lockstep_append_used(self.module, reference);
        }
    }
}
