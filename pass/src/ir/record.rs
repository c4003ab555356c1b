//! Putting a unit's record into its object file.

use inkwell::llvm_sys::LLVMLinkage;
use inkwell::llvm_sys::core as llvm;
use inkwell::llvm_sys::prelude::LLVMModuleRef;
use lockstep_core::record;

use super::{c_string, lockstep_append_used};

/// The module's source file as the compiler was given it.
#[must_use]
pub fn source_of(module: LLVMModuleRef) -> String {
    let mut length = 0;
    // SAFETY: the name lives as long as the module and has the length answered.
    unsafe {
        let name = llvm::LLVMGetSourceFileName(module, &raw mut length);
        if name.is_null() {
            return String::new();
        }
        String::from_utf8_lossy(std::slice::from_raw_parts(name.cast(), length)).into_owned()
    }
}

/// Adds the bytes of a record to the module, in the section of records. They survive
/// `--gc-sections`, and stand without padding between those of other units.
pub fn embed(module: LLVMModuleRef, record: &[u8]) {
    let section = c_string(record::SECTION);
    // SAFETY: a new private constant of the module, complete before it is handed on.
    unsafe {
        let context = llvm::LLVMGetModuleContext(module);
        let value =
            llvm::LLVMConstStringInContext2(context, record.as_ptr().cast(), record.len(), 1);
        let global =
            llvm::LLVMAddGlobal(module, llvm::LLVMTypeOf(value), c"lockstep.record".as_ptr());
        llvm::LLVMSetInitializer(global, value);
        llvm::LLVMSetGlobalConstant(global, 1);
        llvm::LLVMSetLinkage(global, LLVMLinkage::LLVMPrivateLinkage);
        llvm::LLVMSetSection(global, section.as_ptr());
        llvm::LLVMSetAlignment(global, 1);
        lockstep_append_used(module, global);
    }
}
