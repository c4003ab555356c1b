//! What LLVM says of functions and their parameters (LLVM language reference, "Parameter Attributes").

use inkwell::llvm_sys::LLVMAttributeFunctionIndex;
use inkwell::llvm_sys::LLVMAttributeIndex;
use inkwell::llvm_sys::core as llvm;
use inkwell::llvm_sys::prelude::{LLVMAttributeRef, LLVMValueRef};

/// Has the function itself the attribute of this name?
pub fn has(function: LLVMValueRef, name: &str) -> bool {
    // SAFETY: questions about a live function.
    unsafe { !attribute(function, LLVMAttributeFunctionIndex, name).is_null() }
}

/// The attribute of this name; null: there is none.
unsafe fn attribute(
    function: LLVMValueRef,
    at: LLVMAttributeIndex,
    name: &str,
) -> LLVMAttributeRef {
    // SAFETY: as for the caller.
    unsafe {
        let kind = llvm::LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
        llvm::LLVMGetEnumAttributeAtIndex(function, at, kind)
    }
}

/// Is a parameter the address of a structure that is handed over by value?
pub fn is_by_value(function: LLVMValueRef, parameter: u32) -> bool {
    // SAFETY: as above.
    unsafe { !attribute(function, parameter + 1, "byval").is_null() }
}
