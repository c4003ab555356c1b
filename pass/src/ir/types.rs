//! Questions about LLVM values and their types.

use std::hash::{DefaultHasher, Hash, Hasher};

use inkwell::llvm_sys::core as llvm;
use inkwell::llvm_sys::prelude::{LLVMTypeRef, LLVMValueRef};
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

/// A fingerprint of a function type that is the same in every module.
pub fn signature(function_type: LLVMTypeRef) -> u64 {
    let mut hasher = DefaultHasher::new();
    // SAFETY: questions about a live type.
    unsafe {
        let count = llvm::LLVMCountParamTypes(function_type) as usize;
        let mut params = vec![std::ptr::null_mut(); count];
        llvm::LLVMGetParamTypes(function_type, params.as_mut_ptr());
        params.push(llvm::LLVMGetReturnType(function_type));
        for kind in params {
            let width = match llvm::LLVMGetTypeKind(kind) {
                LLVMTypeKind::LLVMIntegerTypeKind => llvm::LLVMGetIntTypeWidth(kind),
                other => 1000 + other as u32,
            };
            width.hash(&mut hasher);
        }
    }
    hasher.finish()
}
