//! Tables that nobody writes, though they are not declared constant: `static handler_t handlers[] = {on_start, on_stop};`.

use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::core as llvm;
use inkwell::llvm_sys::prelude::LLVMValueRef;
use lockstep_core::program::Linkage;

use super::reader;

/// Uses of a table that are looked at.
const LIMIT: usize = 4096;

/// Is it a variable of this module alone that is read, and nothing else?
pub fn is_only_read(variable: LLVMValueRef) -> bool {
    if reader::linkage(variable) != Linkage::Internal {
        return false;
    }
    let mut steps = 0;
    let mut work = vec![variable];
    while let Some(address) = work.pop() {
        // SAFETY: walks the uses of a live value.
        unsafe {
            let mut used = llvm::LLVMGetFirstUse(address);
            while !used.is_null() {
                steps += 1;
                let user = llvm::LLVMGetUser(used);
                used = llvm::LLVMGetNextUse(used);
                if steps > LIMIT {
                    return false;
                }
                if !llvm::LLVMIsALoadInst(user).is_null() {
                    continue;
                }
                if !is_address(user) {
                    return false;
                }
                work.push(user);
            }
        }
    }
    true
}

/// Is it an address in what its first operand is the address of?
unsafe fn is_address(user: LLVMValueRef) -> bool {
    // SAFETY: questions about a live value.
    unsafe {
        let is_instruction = !llvm::LLVMIsAGetElementPtrInst(user).is_null();
        let is_constant = || {
            !llvm::LLVMIsAConstantExpr(user).is_null()
                && llvm::LLVMGetConstOpcode(user) == LLVMOpcode::LLVMGetElementPtr
        };
        is_instruction || is_constant()
    }
}
