//! Telling the runtime which locks a thread takes that are not OpenMP's.

use std::ffi::CStr;

use inkwell::llvm_sys::core as llvm;
use inkwell::llvm_sys::debuginfo;
use inkwell::llvm_sys::prelude::{
    LLVMBasicBlockRef, LLVMBuilderRef, LLVMContextRef, LLVMModuleRef, LLVMTypeRef, LLVMValueRef,
};
use inkwell::llvm_sys::{LLVMIntPredicate, LLVMLinkage, LLVMOpcode, LLVMTypeKind};
use lockstep_core::abi;
use lockstep_core::threads::mutex::{self, Effect};

use super::{c_string, calls_of};

/// Tells the runtime after each lock that is taken, and before each that is given back. Answers whether
/// there are any.
///
/// All units do this, also those in which nothing is to be checked: their functions may be called around
/// the calls of a unit that is checked, and of an inline function the linker keeps any unit's copy. A program
/// without the runtime goes without.
pub fn announce(module: LLVMModuleRef) -> bool {
    let mut calls = calls_of(module, mutex::effect);
    calls.retain(|(call, _)| names_lock(*call));
    if calls.is_empty() {
        return false;
    }
    let announcer = Announcer::new(module);
    for (call, effect) in calls {
        announcer.announce(call, effect);
    }
    true
}

/// Is the first argument of a call an address?
fn names_lock(call: LLVMValueRef) -> bool {
    // SAFETY: questions about live values; the argument is only looked at if there is one.
    unsafe {
        llvm::LLVMGetNumArgOperands(call) > 0 && {
            let lock = llvm::LLVMTypeOf(llvm::LLVMGetOperand(call, 0));
            llvm::LLVMGetTypeKind(lock) == LLVMTypeKind::LLVMPointerTypeKind
        }
    }
}

struct Announcer {
    context: LLVMContextRef,
    integer: LLVMTypeRef,
    /// `void (ptr lock, int answer)`
    taken: (LLVMTypeRef, LLVMValueRef),
    /// `void (ptr lock)`
    giving_back: (LLVMTypeRef, LLVMValueRef),
}

impl Announcer {
    fn new(module: LLVMModuleRef) -> Self {
        // SAFETY: types of the module's context; functions of the module.
        unsafe {
            let context = llvm::LLVMGetModuleContext(module);
            let pointer = llvm::LLVMPointerTypeInContext(context, 0);
            let integer = llvm::LLVMInt32TypeInContext(context);
            let helpers = Helpers { module, context, void: llvm::LLVMVoidTypeInContext(context) };
            Self {
                context,
                integer,
                taken: helpers.define(c"lockstep.locked", abi::LOCKED, &mut [pointer, integer]),
                giving_back: helpers.define(c"lockstep.unlocking", abi::UNLOCKING, &mut [pointer]),
            }
        }
    }

    fn announce(&self, call: LLVMValueRef, effect: Effect) {
        // SAFETY: the builder is ours; the call is the module's and not moved.
        unsafe {
            let builder = llvm::LLVMCreateBuilderInContext(self.context);
            let lock = llvm::LLVMGetOperand(call, 0);
            let (helper, mut arguments) = match effect {
                Effect::GivesBack => {
                    llvm::LLVMPositionBuilderBefore(builder, call);
                    (self.giving_back, vec![lock])
                }
                Effect::Takes | Effect::TakesIfZero => {
                    llvm::LLVMPositionBuilderBefore(builder, behind(call));
                    (self.taken, vec![lock, self.answer(builder, call)])
                }
            };
            let location = debuginfo::LLVMInstructionGetDebugLoc(call);
            llvm::LLVMSetCurrentDebugLocation2(builder, location);
            let count = u32::try_from(arguments.len()).unwrap_or(0);
            let (kind, function) = helper;
            llvm::LLVMBuildCall2(
                builder,
                kind,
                function,
                arguments.as_mut_ptr(),
                count,
                c"".as_ptr(),
            );
            llvm::LLVMDisposeBuilder(builder);
        }
    }

    /// What the call answers; 0 if it answers nothing.
    unsafe fn answer(&self, builder: LLVMBuilderRef, call: LLVMValueRef) -> LLVMValueRef {
        // SAFETY: the builder stands behind the call.
        unsafe {
            match llvm::LLVMGetTypeKind(llvm::LLVMTypeOf(call)) {
                LLVMTypeKind::LLVMIntegerTypeKind => {
                    llvm::LLVMBuildIntCast2(builder, call, self.integer, 0, c"".as_ptr())
                }
                _ => llvm::LLVMConstInt(self.integer, 0, 0),
            }
        }
    }
}

/// The instruction control comes to when the call returns.
unsafe fn behind(call: LLVMValueRef) -> LLVMValueRef {
    // SAFETY: no call ends a block, and a block that is returned to has an end.
    unsafe {
        if llvm::LLVMGetInstructionOpcode(call) != LLVMOpcode::LLVMInvoke {
            return llvm::LLVMGetNextInstruction(call);
        }
        let mut next = llvm::LLVMGetFirstInstruction(llvm::LLVMGetNormalDest(call));
        while !llvm::LLVMIsAPHINode(next).is_null() {
            next = llvm::LLVMGetNextInstruction(next);
        }
        next
    }
}

/// Makes functions of the module that call one of the runtime's, where the program has the runtime.
struct Helpers {
    module: LLVMModuleRef,
    context: LLVMContextRef,
    void: LLVMTypeRef,
}

impl Helpers {
    /// `void name(ptr lock, …)`: calls `symbol(lock)`, if there is one and the other argument is 0.
    unsafe fn define(
        &self,
        name: &CStr,
        symbol: &str,
        parameters: &mut [LLVMTypeRef],
    ) -> (LLVMTypeRef, LLVMValueRef) {
        let symbol = c_string(symbol);
        let count = u32::try_from(parameters.len()).unwrap_or(0);
        // SAFETY: new functions of the module, complete before they are handed on.
        unsafe {
            let kind = llvm::LLVMFunctionType(self.void, parameters.as_mut_ptr(), 1, 0);
            let called = llvm::LLVMAddFunction(self.module, symbol.as_ptr(), kind);
            llvm::LLVMSetLinkage(called, LLVMLinkage::LLVMExternalWeakLinkage);
            let own_kind = llvm::LLVMFunctionType(self.void, parameters.as_mut_ptr(), count, 0);
            let function = llvm::LLVMAddFunction(self.module, name.as_ptr(), own_kind);
            llvm::LLVMSetLinkage(function, LLVMLinkage::LLVMInternalLinkage);
            let entry = self.block(function, c"entry");
            let tell = self.block(function, c"tell");
            let done = self.block(function, c"done");
            let builder = llvm::LLVMCreateBuilderInContext(self.context);
            llvm::LLVMPositionBuilderAtEnd(builder, entry);
            let mut told = llvm::LLVMBuildIsNotNull(builder, called, c"".as_ptr());
            if count > 1 {
                let answer = llvm::LLVMGetParam(function, 1);
                let zero = llvm::LLVMConstNull(llvm::LLVMTypeOf(answer));
                let equal = LLVMIntPredicate::LLVMIntEQ;
                let taken = llvm::LLVMBuildICmp(builder, equal, answer, zero, c"".as_ptr());
                told = llvm::LLVMBuildAnd(builder, taken, told, c"".as_ptr());
            }
            llvm::LLVMBuildCondBr(builder, told, tell, done);
            llvm::LLVMPositionBuilderAtEnd(builder, tell);
            let mut lock = llvm::LLVMGetParam(function, 0);
            llvm::LLVMBuildCall2(builder, kind, called, &raw mut lock, 1, c"".as_ptr());
            llvm::LLVMBuildBr(builder, done);
            llvm::LLVMPositionBuilderAtEnd(builder, done);
            llvm::LLVMBuildRetVoid(builder);
            llvm::LLVMDisposeBuilder(builder);
            (own_kind, function)
        }
    }

    unsafe fn block(&self, function: LLVMValueRef, name: &CStr) -> LLVMBasicBlockRef {
        // SAFETY: a new block of the function.
        unsafe { llvm::LLVMAppendBasicBlockInContext(self.context, function, name.as_ptr()) }
    }
}
