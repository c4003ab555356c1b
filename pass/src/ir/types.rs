//! Questions about LLVM values.

use inkwell::llvm_sys::core as llvm;
use inkwell::llvm_sys::prelude::LLVMValueRef;
use inkwell::llvm_sys::{LLVMOpcode, LLVMTypeKind};

/// Is the instruction a call (or one that may throw)?
pub fn is_call(instruction: LLVMValueRef) -> bool {
    // SAFETY: a question about a live instruction.
    let opcode = unsafe { llvm::LLVMGetInstructionOpcode(instruction) };
    matches!(opcode, LLVMOpcode::LLVMCall | LLVMOpcode::LLVMInvoke)
}

/// The function a call names, looking through aliases; `None`: it calls through a pointer.
pub fn called_function(call: LLVMValueRef) -> Option<LLVMValueRef> {
    // SAFETY: questions about live values.
    unsafe {
        let mut callee = llvm::LLVMGetCalledValue(call);
        for _ in 0..8 {
            if callee.is_null() {
                return None;
            }
            if !llvm::LLVMIsAFunction(callee).is_null() {
                return Some(callee);
            }
            if llvm::LLVMIsAGlobalAlias(callee).is_null() {
                return None;
            }
            callee = llvm::LLVMAliasGetAliasee(callee);
        }
        None
    }
}

/// Width of an integer (or pointer) type; 0 for any other.
pub fn bits(value: LLVMValueRef) -> u8 {
    // SAFETY: questions about a live value's type.
    unsafe {
        let kind = llvm::LLVMTypeOf(value);
        match llvm::LLVMGetTypeKind(kind) {
            LLVMTypeKind::LLVMIntegerTypeKind => {
                u8::try_from(llvm::LLVMGetIntTypeWidth(kind)).unwrap_or(0)
            }
            LLVMTypeKind::LLVMPointerTypeKind => 64,
            _ => 0,
        }
    }
}

/// Does the value's type have values at all?
pub fn is_void(value: LLVMValueRef) -> bool {
    // SAFETY: a question about a live value's type.
    unsafe { llvm::LLVMGetTypeKind(llvm::LLVMTypeOf(value)) == LLVMTypeKind::LLVMVoidTypeKind }
}
