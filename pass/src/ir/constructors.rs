//! The functions that run when a program is loaded, before `main`.

use std::ffi::CStr;

use inkwell::llvm_sys::core as llvm;
use inkwell::llvm_sys::prelude::{LLVMModuleRef, LLVMValueRef};

/// The list of a module's constructors (LLVM language reference, "The llvm.global_ctors Global Variable").
const LIST: &CStr = c"llvm.global_ctors";

/// The constructors of a module's variables, and functions with the attribute `constructor`.
pub fn of(module: LLVMModuleRef) -> Vec<LLVMValueRef> {
    let mut found = Vec::new();
    // SAFETY: questions about the module's own list, whose elements are structures of a priority, a
    // function and a variable.
    unsafe {
        let list = llvm::LLVMGetNamedGlobal(module, LIST.as_ptr());
        if list.is_null() {
            return found;
        }
        let elements = llvm::LLVMGetInitializer(list);
        let count = if elements.is_null() { 0 } else { llvm::LLVMGetNumOperands(elements) };
        for index in 0..u32::try_from(count).unwrap_or(0) {
            let element = llvm::LLVMGetOperand(elements, index);
            if llvm::LLVMGetNumOperands(element) > 1 {
                let constructor = llvm::LLVMIsAFunction(llvm::LLVMGetOperand(element, 1));
                found.extend((!constructor.is_null()).then_some(constructor));
            }
        }
    }
    found
}
